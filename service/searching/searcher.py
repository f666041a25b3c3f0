"""Asks the engine for pages of papers. At most two questions a search, the second only when the first found (almost) nothing.

How bodies are made is query's matter, how answers are read that of results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from service import query, results, syntax
from service.errors import NotFound
from service.expansion import Expander, shown
from service.facets import Clause
from service.index import PaperIndex
from service.query import SearchRequest, similar, spelling, unexpanded
from service.query.body import without_strict
from service.query.nearby import Vocabulary
from service.results import SearchPage
from service.searching import naming, walking
from service.searching.walking import Expanding, Walk
from service.values import nearby

RELAXED = {
    "code": "relaxed",
    "position": None,
    "message": {
        "zh": "没有论文包含所有检索词，以下是最接近的结果。",
        "en": "No paper has all of these words; these are the nearest.",
    },
    "fix": None,
}


@dataclass(frozen=True, slots=True)
class Counted:
    """What counting the papers of a request gave: the named aggregations' answers, how many papers, what is to be told.

    `timed_out`: the counts are of a part of the papers only.
    """

    aggregations: dict[str, Any]
    count: int
    timed_out: bool
    warnings: tuple[dict[str, Any], ...] = ()

    def meta(self, q: str) -> dict[str, Any]:
        """What an answer's `meta` says of counts of the papers that a query means."""
        return {
            "count": self.count,
            "timed_out": self.timed_out,
            "query": {"q": q, "read_as": syntax.parse(q).read_as},
            "warnings": list(self.warnings),
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a search: its page, what may have been meant (a query), and all bodies that the engine got.

    `shown` is the one whose answer the page is; `others` say what they were for: `strict`, `suggestion` or `values`.
    """

    page: SearchPage
    shown: Clause
    others: tuple[tuple[str, Clause], ...] = ()
    suggestion: str | None = None
    is_relaxed: bool = False


@dataclass(frozen=True, slots=True)
class Searcher:
    """Searches one index. Safe for threads."""

    index: PaperIndex
    expander: Expander
    vocabulary: Vocabulary = field(init=False)

    def __post_init__(self) -> None:
        # The terms that the expander has anyway: a list of its own would be read and held a second time.
        object.__setattr__(self, "vocabulary", Vocabulary(lambda: self.expander.terms().english))

    def search(self, request: SearchRequest) -> SearchPage:
        """The page of results; of a walk by cursor with the next cursor. By relevance the engine holds a point in time meanwhile.

        Raises EngineUnavailable, and CursorRefused for a cursor that can't be used.
        """
        return self.outcome(request, keep=True).page

    def outcome(self, request: SearchRequest, keep: bool = False) -> Outcome:
        """The page of results with what else is known of the search. Raises as `search` does.

        Without `keep` a walk can't go on from here: nothing is held, and what an earlier page holds stays.
        """
        walk = walking.enter(self.index, request)
        goes_on = walk.is_under_way
        try:
            found = self._resumed(walk) if walk.is_under_way else self._begun(walk)
            if keep:
                goes_on = found.page.next_cursor is not None
        finally:
            if not goes_on:
                walk.close()
        return found

    def count(self, request: SearchRequest, aggregations: Mapping[str, Clause], relax: bool = True) -> Counted:
        """Aggregations over all papers that a request means; its page, facets and marks don't matter.

        Like a search, it counts the nearest papers when none has all words, unless `strict` or without `relax`.
        Raises EngineUnavailable.
        """
        told = remarks(request)
        expand = self._expanding(request)
        request = replace(request, facets={}, page=1, size=0, highlight=False, sort="relevance")
        timeout = self.index.settings.search_timeout
        answer = self.index.search(_counting(query.build(request, timeout=timeout, expand=expand), aggregations))
        if not answer["hits"]["total"]["value"] and relax and not request.strict and syntax.parse(request.q).can_be_relaxed:
            second = _counting(query.build(request, relaxed=True, timeout=timeout, expand=expand), aggregations)
            nearest = self.index.search(second)
            if nearest["hits"]["total"]["value"] and not query.strict_matches(nearest):
                answer, told = nearest, [*told, RELAXED]
        return Counted(answer.get("aggregations", {}), answer["hits"]["total"]["value"], answer["timed_out"], tuple(told))

    def similar(self, paper: dict[str, Any], request: SearchRequest) -> SearchPage:
        """Papers related to one of ours, never itself; `request` has filters, facets and page, and no query."""
        words = similar.words_of(paper) if request.expand else []
        others = similar.trusted(self.expander.expand(words)) if words else []
        body = similar.build(paper, request, others, self.index.settings.search_timeout)
        return replace(results.read(self.index.search(body), request), expanded=tuple(shown(others)))

    def paper(self, paper_id: str) -> dict[str, Any]:
        """One paper, by our id or by an identifier. Raises NotFound; a merged id gives the paper it became part of."""
        if len(paper_id) > naming.MAX_NAME:
            raise NotFound("No paper has so long an id.")
        found = naming.identifier(paper_id)
        return results.paper(self.index.by_key(found) if found else self.index.get(paper_id))

    def papers(self, names: Sequence[str]) -> list[dict[str, Any] | None]:
        """The papers of ids and identifiers in their order, None for those that there are not; one round trip.

        Raises EngineUnavailable.
        """
        keys = {name: naming.identifier(name) or f"id:{name}" for name in names if len(name) <= naming.MAX_NAME}
        if not keys:
            return [None] * len(names)
        found = naming.answering(self.index.several(list(dict.fromkeys(keys.values()))))
        papers = {key: results.paper(found[key]) for key in set(keys.values()) & found.keys()}
        return [papers.get(keys.get(name, "")) for name in names]

    def _begun(self, walk: Walk) -> Outcome:
        """A page by number, or the first of a walk: this one decides how the query is read."""
        request, expand = walk.request, self._expanding(walk.request)
        body = walk.body(query.build(request, timeout=self.index.settings.search_timeout, expand=expand))
        page = walk.read(self.index.search(body), remarks(request), expand.calls)
        found = Outcome(page, body)
        if page.count <= spelling.FEW:
            found = self._second(walk, found, expand)
        return replace(found, page=replace(found.page, expanded=expand.shown(), suggestion=found.suggestion))

    def _resumed(self, walk: Walk) -> Outcome:
        """A further page of a walk, read as the first one was."""
        request, place = walk.request, walk.place
        expand = Expanding(known=place.expanded)
        made = query.build(request, place.relaxed, self.index.settings.search_timeout, expand)
        body = walk.body(without_strict(made))
        told = [*remarks(request), *([RELAXED] if place.relaxed else [])]
        page = walk.read(self.index.search(body), told, place.expanded, place.relaxed)
        return Outcome(replace(page, expanded=expand.shown()), body, is_relaxed=place.relaxed)

    def _second(self, walk: Walk, first: Outcome, expand: Expanding) -> Outcome:
        """Asks once more where it helps: for the nearest papers when there are none, and for what may have been meant."""
        request, nothing = walk.request, not first.page.count
        relax = nothing and not request.strict and syntax.parse(request.q).can_be_relaxed
        # Few papers behind filters say nothing about the query.
        doubt = spelling.doubt(request.q, self.vocabulary) if nothing or not _is_narrowed(request) else None
        if not relax and doubt is None:
            return first
        timeout = self.index.settings.search_timeout
        relaxed = walk.body(query.build(request, relaxed=True, timeout=timeout, expand=expand)) if relax else None
        body = relaxed or _nothing(timeout)
        values = None
        if doubt is not None:
            # What a correction would be expanded to is not what this query was expanded to.
            parts = spelling.aside(doubt, self._expanding(request))
            body = {**body, **parts, "aggs": {**body.get("aggs", {}), **parts["aggs"]}}
            values = nearby.body(doubt.texts)
        answer, hits = self.index.search_beside(body, values)
        suggestion = spelling.read(doubt, answer, nearby.read(doubt.texts, hits)) if doubt is not None else None
        asked = (("values", values),) if values is not None else ()
        # Filters alone never relax a query: a value would count papers then that following it does not find.
        if relax and not query.strict_matches(answer):
            page = walk.read(answer, [*first.page.warnings, RELAXED], expand.calls, relaxed=True)
            # With none of them among those selected, the facets still say where they are.
            if page.count or any(value["count"] for facet in page.facets.values() for value in facet["values"]):
                return Outcome(page, body, (("strict", first.shown), *asked), suggestion, is_relaxed=True)
        return replace(first, others=(("relaxed" if relax else "suggestion", body), *asked), suggestion=suggestion)

    def _expanding(self, request: SearchRequest) -> Expanding:
        return Expanding(self.expander.expand if request.expand else unexpanded)


def remarks(request: SearchRequest) -> list[dict[str, Any]]:
    """What is remarkable about the query."""
    return [remark.to_dict() for remark in syntax.parse(request.q).warnings]


def _counting(body: Clause, aggregations: Mapping[str, Clause]) -> Clause:
    counted = {**body, "aggs": {**body.get("aggs", {}), **aggregations}}
    # Nothing is listed, so nothing needs an order.
    for part in ("sort", "track_scores", "_source"):
        counted.pop(part, None)
    return counted


def _nothing(timeout: float) -> Clause:
    """A body that finds no papers, to ask something else along with it."""
    return {"size": 0, "track_total_hits": False, "query": {"match_none": {}}, "timeout": f"{round(timeout * 1000)}ms"}


def _is_narrowed(request: SearchRequest) -> bool:
    return any((request.filters, request.all_of, request.none_of, request.flags, request.since))
