"""Authors: who stands behind a facet key, from all papers that have it; and which key is meant where there is none.

It decides nothing about identity: a key is a name, and where a name may be several people's, that is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from service import names
from service.errors import FieldError, NotFound
from service.facets import FACETS, Clause
from service.index import ValueIndex
from service.languages import has_han
from service.query.author import COAUTHORS, SIZES, author_body
from service.query.charts import with_gaps
from service.searching import bylines
from service.searching.bylines import key_of
from service.searching.searcher import Searcher
from service.values import completing, nearby
from service.values.completing import Completion

AFFILIATIONS = 50
# Keys that are named where there is no such author.
NEAR = 10
_KIND = "author"


@dataclass(frozen=True, slots=True)
class Meant:
    """What may have been meant by a key that no paper has: the one key that it is another writing of, and near ones."""

    key: str | None
    near: tuple[Mapping[str, Any], ...] = ()


def author(searcher: Searcher, key: str) -> dict[str, Any] | None:
    """The contract's author with this facet key, in one round trip; None when no paper has it. Raises EngineUnavailable."""
    answer = searcher.index.search(author_body(key, searcher.index.settings.search_timeout))
    count, hits, counted = answer["hits"]["total"]["value"], answer["hits"]["hits"], answer["aggregations"]
    if not count:
        return None
    said = bylines.read(key, (hit["_source"] for hit in hits))
    several = said.several()
    values = {name: FACETS[name].read(counted[name], ())["values"] for name in SIZES}
    years = with_gaps({int(value["key"]): value["count"] for value in values["year"]})
    return {
        "key": key,
        "name": said.name,
        "names": said.names(),
        "variants": said.variants(),
        # One of several people's is nobody's.
        "orcid": said.orcid() if several is None else None,
        "papers": count,
        # Of more papers the newest say how the author and the co-authors are written and where the author works.
        "papers_read": len(hits),
        "first_year": years[0][0] if years else None,
        "last_year": years[-1][0] if years else None,
        "years": [{"key": year, "count": papers} for year, papers in years],
        "categories": _listed(values["category"]),
        "venues": _listed(values["venue"]),
        "keywords": _listed(values["keyword"]),
        "languages": _listed(values["language"]),
        "affiliations": said.affiliations(AFFILIATIONS),
        "coauthors": [
            {"key": one["key"], "name": said.coauthor(one["key"]), "count": one["doc_count"]}
            for one in counted["coauthors"]["buckets"]
            if one["key"] != key
        ][:COAUTHORS],
        "may_be_several": several,
        "links": links(key),
    }


def meant(values: ValueIndex, text: str) -> Meant:
    """What a key that no paper has may mean, in one round trip. Raises EngineUnavailable."""
    body = _near_body(text)
    hits, _ = values.suggest(body, None) if body else ([], [])
    near = tuple(
        {"key": hit["_source"]["key"], "name": hit["_source"]["label"]["en"], "count": hit["_source"]["count"]} for hit in hits
    )
    return Meant(_other_writing(text, [one["key"] for one in near]), near)


def not_found(text: str, near: Sequence[Mapping[str, Any]]) -> NotFound:
    """The error for a key that nobody has: `errors` has the near keys, one each, as messages of the code `near`."""
    told = f" Near to it: {', '.join(one['name'] for one in near)}." if near else ""
    return NotFound(f"There is no author with the key {text!r}.{told}", [FieldError("key", one["key"], "near") for one in near])


def links(key: str) -> dict[str, str]:
    """Where the author, the author's papers, page and feed are; relative, so that they hold behind any proxy."""
    quoted = quote(key, safe="")
    return {
        "self": f"/api/v1/authors/{quoted}",
        "papers": f"/api/v1/papers?author={quoted}",
        "html": f"/authors/{quoted}",
        "feed": f"/api/v1/feed?author={quoted}&format=atom",
    }


def _near_body(text: str) -> Clause | None:
    """A body for the index of values: authors whose name goes on from the text, and behind them those written nearly so."""
    wanted = Completion(names.display(text) or text, (_KIND,), NEAR)
    body = completing.values_body(wanted) if wanted.spelled else None
    alike = nearby.body([wanted.text])
    if body is None or alike is None:
        return body
    of_people: Clause = {"bool": {"filter": [alike["query"], {"term": {"kind": _KIND}}]}}
    return {**body, "query": {"dis_max": {"queries": [body["query"], of_people]}}}


def _other_writing(text: str, keys: Sequence[str]) -> str | None:
    """The key that a text is another writing of: other case, accents, blanks or order. None unless just one is."""
    canonical = key_of(names.display(text))
    if canonical in keys:
        return canonical
    same = [key for key in keys if _same_words(canonical, key)]
    return same[0] if len(same) == 1 else None


def _same_words(one: str, other: str) -> bool:
    """Whether two keys have the same words in any order, or were only written together: `shiyuejiang`."""
    if has_han(one) or has_han(other):
        return False
    words, others = one.replace("-", " ").split(), other.replace("-", " ").split()
    if sorted(words) == sorted(others):
        return True
    return len(words) == 1 and words[0] in ("".join(others), "".join(others[-1:] + others[:-1]))


def _listed(values: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value[name] for name in ("key", "label", "count")} for value in values]
