"""Carries out a search: request -> body -> engine -> page; the API and the web page both come through here.

At most two questions to the engine, and the second only when nothing matched all words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from service import query, results, syntax
from service.errors import FieldError, InvalidRequest
from service.expansion import Expander, Expansion, shown
from service.index import PaperIndex
from service.paper import identifiers
from service.query import Expand, SearchRequest, unexpanded
from service.results import SearchPage

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
class Searcher:
    """Searches one index. Safe for threads."""

    index: PaperIndex
    expander: Expander

    def search(self, request: SearchRequest) -> SearchPage:
        """The page of results. Raises EngineUnavailable, and InvalidRequest where a strict request has a faulty query."""
        read = syntax.parse(request.q)
        remarks = [remark.to_dict() for remark in read.warnings]
        if request.strict and remarks:
            raise InvalidRequest(
                "The query has faults; `errors` names each of them.",
                [
                    FieldError("q", f"{remark['message']['en']} (at character {remark['position']})", remark["code"])
                    for remark in remarks
                ],
            )
        gathered: list[Expansion] = []
        expand = self._expand(gathered) if request.expand else unexpanded
        timeout = self.index.settings.search_timeout
        page = results.read(self.index.search(query.build(request, timeout=timeout, expand=expand)), request, remarks)
        if not page.count and not request.strict and read.can_be_relaxed:
            answer = self.index.search(query.build(request, relaxed=True, timeout=timeout, expand=expand))
            # Filters alone never relax a query: a value would count papers then that following it does not find.
            if not query.strict_matches(answer):
                relaxed = results.read(answer, request, [*remarks, RELAXED])
                page = relaxed if relaxed.count else page
        return replace(page, expanded=tuple(shown(gathered)))

    def paper(self, paper_id: str) -> dict[str, Any]:
        """One paper, by our id or by `kind:value`. Raises NotFound; a merged id gives the paper it became part of."""
        if ":" not in paper_id:
            return results.paper(self.index.get(paper_id))
        kind, _, value = paper_id.partition(":")
        kind, value = identifiers.identify(kind.lower(), value) or (kind, value)
        return results.paper(self.index.by_key(f"{kind}:{value}"))

    def _expand(self, gathered: list[Expansion]) -> Expand:
        def expand(words: Sequence[str], required: bool) -> tuple[Expansion, ...]:
            found = self.expander.expand(words, required)
            gathered.extend(found)
            return found

        return expand
