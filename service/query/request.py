"""What a caller wants of a search, as one frozen value. It makes no clauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from service import syntax
from service.facets import DEFAULT_FACETS, FACETS

MAX_RESULTS = 10_000

Sort = list[dict[str, Any]]
_NEWEST: Sort = [{"published": {"order": "desc", "missing": "_last"}}]
SORTS: Mapping[str, Sort] = {
    "relevance": [{"_score": {"order": "desc"}}, *_NEWEST],
    "newest": _NEWEST,
    "oldest": [{"published": {"order": "asc", "missing": "_last"}}],
    "added": [{"added": {"order": "desc"}}],
    "citations": [{"citations": {"order": "desc", "missing": "_last"}}],
    "title": [{"title_sort": {"order": "asc", "missing": "_last"}}],
}


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What a caller wants. `filters` is OR inside a facet; `all_of` AND inside one; `none_of` excludes.

    `facets` maps the wanted facets to their sizes; `flags` are booleans such as retracted; `since` instants; `cursor` is
    a place in a walk through all results (see query.cursor), and then `page` says nothing.
    """

    q: str = ""
    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    all_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    none_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    flags: Mapping[str, bool] = field(default_factory=dict)
    since: Mapping[str, str] = field(default_factory=dict)
    facets: Mapping[str, int] = field(default_factory=lambda: {name: FACETS[name].size for name in DEFAULT_FACETS})
    sort: str | None = None
    page: int = 1
    size: int = 20
    fields: tuple[str, ...] = ()
    highlight: bool | None = None
    expand: bool = True
    strict: bool = False
    cursor: str | None = None

    @property
    def order(self) -> str:
        """The sort in force: relevance where there is a query, newest where there is none."""
        return self.sort or ("newest" if syntax.parse(self.q).is_empty else "relevance")
