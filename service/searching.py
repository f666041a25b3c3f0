"""Carries out a search: request -> body -> engine -> page; the API and the web page both come through here.

At most two questions to the engine, and the second only when nothing matched all words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from service import query, results, syntax
from service.index import PaperIndex
from service.paper import identifiers
from service.query import SearchRequest
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

    def search(self, request: SearchRequest) -> SearchPage:
        """The page of results. Raises EngineUnavailable."""
        timeout = self.index.settings.search_timeout
        page = results.read(self.index.search(query.build(request, timeout=timeout)), request)
        if page.count or not self._can_relax(request):
            return page
        answer = self.index.search(query.build(request, relaxed=True, timeout=timeout))
        # Filters alone never relax a query: a value would count papers then that following it does not find.
        if query.strict_matches(answer):
            return page
        relaxed = results.read(answer, request, [RELAXED])
        return relaxed if relaxed.count else page

    def paper(self, paper_id: str) -> dict[str, Any]:
        """One paper, by our id or by `kind:value`. Raises NotFound; a merged id gives the paper it became part of."""
        if ":" not in paper_id:
            return results.paper(self.index.get(paper_id))
        kind, _, value = paper_id.partition(":")
        kind, value = identifiers.identify(kind.lower(), value) or (kind, value)
        return results.paper(self.index.by_key(f"{kind}:{value}"))

    def _can_relax(self, request: SearchRequest) -> bool:
        read = syntax.parse(request.q)
        return not read.is_long and (len(read.words) > 1 or any(word.is_han and len(word.text) > 1 for word in read.words))
