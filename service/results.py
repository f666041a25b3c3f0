"""Reads the engine's answers into the contract's Paper and SearchPage. Pure: dicts in, dicts out.

It asks the engine nothing and knows no HTTP.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from service import names
from service.facets import FACETS
from service.labels import label
from service.paper.document import bounded_key, shown_title, with_all_languages
from service.paper.model import LEVEL
from service.query import MAX_RESULTS, SearchRequest

_DETAILS = ("venue", "series", "volume", "issue", "pages", "publisher")
PAPER_FIELDS = (
    "id", "title", "titles", "title_is_derived", "abstract", "abstracts", "authors", "authors_truncated", "editors", "categories",
    "keywords", "venue", "series", "volume", "issue", "pages", "publisher", "issn", "isbn", "year", "date", "language", "type",
    "ids", "citations", "licence", "open_access", "retracted", "links", "sources", "added", "updated", "highlights", "score",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SearchPage:
    """One page of results, in the contract's shapes. `took_ms` is the engine's time."""

    count: int
    took_ms: int
    timed_out: bool
    results: list[dict[str, Any]]
    facets: dict[str, Any]
    warnings: tuple[dict[str, Any], ...] = field(default=())
    expanded: tuple[dict[str, Any], ...] = field(default=())
    suggestion: str | None = None
    # Where a walk by cursor goes on; None at its end and for pages by number.
    next_cursor: str | None = None


def read(answer: Mapping[str, Any], request: SearchRequest, warnings: Iterable[dict[str, Any]] = ()) -> SearchPage:
    """The page from the engine's answer to `query.build(request)`."""
    hits = answer["hits"]
    facets = {
        name: FACETS[name].read(found, request.filters.get(name, ()))
        for name, found in answer.get("aggregations", {}).items()
        if name in FACETS
    }
    return SearchPage(
        count=hits["total"]["value"],
        took_ms=answer["took"],
        timed_out=answer["timed_out"],
        results=[select(paper(hit["_source"], hit), request.fields) for hit in hits["hits"]],
        facets=facets,
        warnings=tuple(warnings),
    )


def paper(document: Mapping[str, Any], hit: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The contract's Paper from a stored document; every field is there. `hit` brings score and highlights."""
    document = with_all_languages(document)
    get = document.get
    title, derived = shown_title(document)
    language, abstracts, links = get("language", "und"), get("abstracts", {}), get("links", {})
    # In the order of PAPER_FIELDS.
    return {
        "id": document["id"],
        "title": title,
        "titles": get("titles", {}),
        # Without an abstract there was nothing to derive one from.
        "title_is_derived": derived and bool(title),
        "abstract": abstracts.get(language) or next(iter(abstracts.values()), None),
        "abstracts": abstracts,
        "authors": [_author(author) for author in get("authors", ())],
        "authors_truncated": get("authors_truncated", False),
        "editors": [_author(editor) for editor in get("editors", ())],
        "categories": [_category(category["area"], category.get("subarea")) for category in get("categories", ())],
        "keywords": get("keywords", {}),
        **{name: get(name) for name in _DETAILS},
        "issn": get("issn", []),
        "isbn": get("isbn", []),
        "year": get("year"),
        "date": get("date"),
        "language": language,
        "type": get("type"),
        "ids": get("ids", {}),
        "citations": get("citations"),
        "licence": get("licence"),
        "open_access": get("open_access"),
        "retracted": get("retracted"),
        "links": {"self": f"/api/v1/papers/{document['id']}", "html": links.get("html"), "pdf": links.get("pdf")},
        "sources": get("origins", []),
        "added": get("added"),
        "updated": get("updated"),
        "highlights": _highlights(hit.get("highlight", {})) if hit else {},
        "score": hit.get("_score") if hit else None,
    }


def select(whole: dict[str, Any], fields: Iterable[str]) -> dict[str, Any]:
    """Only the named fields, nested ones with dots (`authors.name`); all of them when none is named."""
    tree: dict[str, Any] = {}
    for path in fields:
        branch = tree
        for step in path.split("."):
            branch = branch.setdefault(step, {})
    return _pruned(whole, tree) if tree else whole


def last_page(count: int, size: int) -> int:
    """The number of the last page that has results and can be reached by number; at least 1."""
    reachable = min(count, MAX_RESULTS)
    return max(1, -(-reachable // size))


def _pruned(value: Any, tree: Mapping[str, Any]) -> Any:
    if not tree:
        return value
    if isinstance(value, list):
        return [_pruned(item, tree) for item in value]
    if isinstance(value, dict):
        return {name: _pruned(value[name], below) for name, below in tree.items() if name in value}
    return value


def _author(author: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": author["name"],
        "names": author.get("names", {}),
        "key": bounded_key(names.key(author["name"])),
        "affiliations": [{"name": a["name"], "country": a.get("country")} for a in author.get("affiliations", [])],
        "orcid": author.get("orcid"),
    }


# The same few thousand stand in all papers. Shared between answers, so nobody may change one.
@lru_cache(maxsize=16384)
def _category(area: str, subarea: str | None) -> dict[str, Any]:
    key = f"{area}{LEVEL}{subarea}" if subarea else area
    area_label = label("category", area)
    if not subarea:
        return {"key": key, "area": area, "subarea": None, "label": area_label}
    sub_label = label("category", key, subarea)
    return {
        "key": key, "area": area, "subarea": subarea,
        "label": {code: f"{area_label[code]} · {sub_label[code]}" for code in ("zh", "en")},
    }  # fmt: skip


def _highlights(marked: Mapping[str, list[str]]) -> dict[str, Any]:
    """{"titles": {language: text}, "abstracts": {language: [fragments]}}, with <mark> in escaped HTML."""
    out: dict[str, Any] = {}
    for path, fragments in marked.items():
        name, _, code = path.partition(".")
        out.setdefault(name, {})[code] = fragments[0] if name == "titles" else fragments
    return out
