"""The question for one author's papers: what is counted of them, and which parts are read. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from service.facets import FACETS, MAX_SIZE, Clause
from service.query.body import build
from service.query.request import SearchRequest

# Names, affiliations and co-authors' names are read from so many papers, the newest; counts are of all.
READ = 1000
# How many values of each facet are told.
SIZES: Mapping[str, int] = {"year": MAX_SIZE, "category": 20, "venue": 20, "keyword": 30, "language": 20}
COAUTHORS = 50
_READ_FIELDS = ["authors", "year", "contributions.paper.authors"]


def author_body(key: str, timeout: float | None = None) -> Clause:
    """The search body for the papers of the author with this facet key; its `coauthors` are keys alone, the author's own too."""
    request = SearchRequest(all_of={"author": (key,)}, facets=SIZES, sort="newest", size=READ, highlight=False)
    body = build(request, timeout=timeout)
    # Their names are in the papers that are read anyway.
    return {**body, "_source": _READ_FIELDS, "aggs": {**body["aggs"], "coauthors": FACETS["author"].terms(COAUTHORS + 1)}}
