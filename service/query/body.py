"""The whole search body: query, filters, facets, order, marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service import syntax
from service.expansion import Expansion
from service.facets import FACETS, Clause
from service.paper.document import SEARCH_ONLY
from service.query import clauses
from service.query.clauses import Expand, unexpanded
from service.query.marks import highlight
from service.query.ranking import favoured
from service.query.request import MAX_RESULTS, SORTS, SearchRequest

# The aggregation of a relaxed body that counts what the query finds without filters and without being relaxed.
STRICT = "strict"


def build(request: SearchRequest, relaxed: bool = False, timeout: float | None = None, expand: Expand = unexpanded) -> Clause:
    """The search body. `relaxed` lets any word match, for when nothing matched all; `timeout` in seconds.

    `expand` finds the words of the other language that find papers too.
    """
    query = syntax.parse(request.q)
    added: list[Expansion] = []

    def noted(words: Sequence[str], required: bool) -> tuple[Expansion, ...]:
        found = expand(words, required)
        added.extend(found)
        return found

    selected = {name: FACETS[name].filter(values) for name, values in request.filters.items() if values}
    # A selection whose facet is not counted narrows everything alike; the others must not narrow their own facet.
    after = {name: clause for name, clause in selected.items() if name in request.facets}
    body: Clause = {
        "query": _query(
            query, relaxed, _narrowing(request) + [clause for name, clause in selected.items() if name not in after], noted
        ),
        "from": (request.page - 1) * request.size,
        "size": request.size,
        "sort": [*SORTS[request.order], {"id": {"order": "asc"}}],
        "track_total_hits": True,
        "_source": {"excludes": list(SEARCH_ONLY)},
    }
    if body["from"] + request.size > MAX_RESULTS:
        body["size"] = max(0, MAX_RESULTS - body["from"])
    if request.order == "relevance":
        body["track_scores"] = True
    if after:
        body["post_filter"] = _all(list(after.values()))
    body["aggs"] = {name: _facet(name, request, after) for name in request.facets}
    if relaxed:
        body["aggs"][STRICT] = {"global": {}, "aggs": {"matches": {"filter": _query(query, False, [], expand)}}}
    if not body["aggs"]:
        del body["aggs"]
    if (request.highlight if request.highlight is not None else True) and not query.is_empty:
        body["highlight"] = highlight(query, added)
    if timeout is not None:
        body["timeout"] = f"{round(timeout * 1000)}ms"
    return body


def strict_matches(answer: Mapping[str, Any]) -> int:
    """From the answer to a relaxed body: how many papers of the whole index match the query unrelaxed."""
    return int(answer["aggregations"][STRICT]["matches"]["doc_count"])


def without_strict(body: Clause) -> Clause:
    """A relaxed body that counts nothing beside: an earlier one has told that the query must be relaxed."""
    kept = {name: part for name, part in body.get("aggs", {}).items() if name != STRICT}
    rest = {name: part for name, part in body.items() if name != "aggs"}
    return {**rest, "aggs": kept} if kept else rest


def _facet(name: str, request: SearchRequest, after: Mapping[str, Clause]) -> Clause:
    others = [clause for other, clause in after.items() if other != name]
    aggregations = FACETS[name].aggregation(request.facets[name], request.filters.get(name, ()))
    return {"filter": _all(others) if others else {"match_all": {}}, "aggs": aggregations}


def _narrowing(request: SearchRequest) -> list[Clause]:
    """The filters that hold for results and all facets alike."""
    found = [FACETS[name].filter([value]) for name, values in request.all_of.items() for value in values]
    found += [{"term": {name: value}} for name, value in request.flags.items() if value]
    # Most sources do not say that a paper is not retracted or not open: false means everything but true.
    found += [{"bool": {"must_not": [{"term": {name: True}}]}} for name, value in request.flags.items() if not value]
    found += [{"range": {name: {"gte": instant}}} for name, instant in request.since.items()]
    excluded = [FACETS[name].filter(values) for name, values in request.none_of.items() if values]
    if excluded:
        found.append({"bool": {"must_not": excluded}})
    return found


def _query(query: syntax.Query, relaxed: bool, filters: list[Clause], expand: Expand = unexpanded) -> Clause:
    whole: Clause = {}
    if query.tree is not None:
        whole["must"] = [(clauses.nearest if relaxed else clauses.required)(query.tree, expand)]
        if lifted := favoured(query):
            whole["should"] = lifted
    if filters:
        whole["filter"] = filters
    return {"bool": whole} if whole else {"match_all": {}}


def _all(found: list[Clause]) -> Clause:
    return found[0] if len(found) == 1 else {"bool": {"filter": found}}
