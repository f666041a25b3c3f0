"""/fields: the catalogue of what may be asked: filters, query fields, sorts, facets, formats, limits, languages.

Everything is read from the tables that the service itself works by; nothing is written here a second time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, request

from service import syntax
from service.api.answers import answer
from service.exports import EXPORTS, FEEDS
from service.facets import DEFAULT_FACETS, FACETS, MAX_SIZE, Facet, HierarchyFacet, YearFacet
from service.labels import Label
from service.languages import LANGUAGES, has_han
from service.query import MAX_RESULTS, SORTS, SearchRequest
from service.query.charts import BY, MAX_SPLIT, SPLITS
from service.results import PAPER_FIELDS
from service.schemas import arguments, deleted, lookup
from service.schemas.authors import AUTHOR_FIELDS
from service.schemas.bare import read_nothing
from service.schemas.described import described
from service.syntax.tree import OPERATORS
from service.values.completing import TYPES
from service.web.wording import INTERFACE_LANGUAGES, Wording


def add_to(api: Blueprint) -> None:
    """Adds the route of this resource."""
    api.add_url_rule("/fields", view_func=fields)


def fields() -> Response:
    """GET /fields"""
    read_nothing(request.args.to_dict(flat=False))
    return answer(catalogue())


@lru_cache(maxsize=1)
def catalogue() -> dict[str, Any]:
    """The whole catalogue; it changes with the service alone."""
    return {
        "filters": _filters(),
        "query": {
            "fields": _query_fields(),
            "operators": sorted(OPERATORS),
            "expand": {"values": list(arguments.EXPANSIONS), "meaning": _meaning("expand")},
            "strict": {"meaning": _meaning("strict")},
        },
        "sorts": [_sort(name) for name in SORTS],
        "facets": [_facet(facet) for facet in FACETS.values()],
        "highlight": {"default": "with q", "mark": "<mark>", "meaning": _meaning("highlight")},
        "fields": {"paper": list(PAPER_FIELDS), "author": list(AUTHOR_FIELDS)},
        "stats": {"by": list(BY), "split": list(SPLITS)},
        "suggest": {"types": list(TYPES)},
        "formats": {
            "export": [{"name": one.name, "title": one.title, "media_types": list(one.media_types)} for one in EXPORTS.values()],
            "feed": [{"name": one.name, "media_type": one.media_type} for one in FEEDS.values()],
        },
        "languages": [{"code": one.code, "label": dict(one.label), "script": one.script} for one in LANGUAGES.values()],
        "limits": _limits(),
    }


def _filters() -> list[dict[str, Any]]:
    found = []
    for name, facet in FACETS.items():
        variants = [f"{name}.not", *([f"{name}.all"] if facet.several else [])]
        found.append({"name": name, "kind": _kind(facet), "label": facet.label, "variants": variants, "meaning": _meaning(name)})
    found += [{"name": name, "kind": "boolean", "variants": [], "meaning": _meaning(name)} for name in arguments.FLAGS]
    found += [{"name": name, "kind": "instant", "variants": [], "meaning": _meaning(name)} for name in arguments.INSTANTS]
    return found


def _kind(facet: Facet) -> str:
    """What the values of a filter are: `key` of its facet, `year` or a range of years, `hierarchy` of an area and below."""
    return "year" if isinstance(facet, YearFacet) else "hierarchy" if isinstance(facet, HierarchyFacet) else "key"


def _query_fields() -> list[dict[str, Any]]:
    """The fields that a query may name, with all their names, those of both languages apart."""
    found = []
    for field in dict.fromkeys(syntax.FIELDS.values()):
        called = [name for name, of in syntax.FIELDS.items() if of == field]
        names = {"zh": [name for name in called if has_han(name)], "en": [name for name in called if not has_han(name)]}
        found.append({"name": field, "names": names})
    return found


def _sort(name: str) -> dict[str, Any]:
    default = [
        *(["without q"] if SearchRequest().order == name else []),
        *(["with q"] if SearchRequest(q="word").order == name else []),
    ]
    return {"name": name, "label": {code: Wording(code)(f"sort.{name}") for code in INTERFACE_LANGUAGES}, "default": default}


def _facet(facet: Facet) -> dict[str, Any]:
    return {
        "name": facet.name,
        "label": facet.label,
        "kind": _kind(facet),
        "several": facet.several,
        "default": facet.name in DEFAULT_FACETS,
        "size": facet.size,
        "size_parameter": f"facet.{facet.name}.size",
        "exact_distinct": facet.exact,
    }


def _limits() -> dict[str, int]:
    return {
        "q": arguments.MAX_QUERY,
        "posted_q": arguments.MAX_POSTED_QUERY,
        "q_words": syntax.MAX_WORDS,
        "q_depth": syntax.MAX_DEPTH,
        "required_words": syntax.MAX_REQUIRED,
        "han_word": syntax.MAX_HAN_WORD,
        "page_size": arguments.MAX_PAGE_SIZE,
        "numbered_results": MAX_RESULTS,
        "filter_values": arguments.MAX_VALUES,
        "facet_size": MAX_SIZE,
        "split_size": MAX_SPLIT,
        "lookup_ids": lookup.MAX_IDS,
        "deleted_size": deleted.MAX_SIZE,
    }


def _meaning(parameter: str) -> Label:
    told = described(parameter)
    return {"zh": told.zh, "en": told.en}
