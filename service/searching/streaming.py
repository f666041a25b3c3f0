"""Whole result sets and newest arrivals: exactly the papers that a request means, never the nearest instead.

How papers are written is exports' matter.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from service import query, results
from service.errors import EngineUnavailable, FieldError, InvalidRequest
from service.facets import Clause
from service.index.streaming import Snapshots
from service.query import SearchRequest, unexpanded
from service.searching.searcher import Searcher


class ExportTooLarge(InvalidRequest):
    """More papers are meant than one export may have."""

    code = "export_too_large"


class TooManyExports(EngineUnavailable):
    """As many exports are under way as this process has threads for."""

    code, title = "too_many_exports", "Too many exports at once"


@dataclass(slots=True)
class Stream:
    """A result set under way: its count, known before its first paper, and the papers, once. Close it in any case.

    `closing`: what is to be done then, the last first.
    """

    count: int
    papers: Iterator[dict[str, Any]]
    closing: list[Callable[[], None]]

    def close(self) -> None:
        """Frees what the engine and this process keep for it; a second time does nothing."""
        while self.closing:
            self.closing.pop()()


@dataclass(frozen=True, slots=True)
class Streamer:
    """Streams result sets of the searched index. Safe for threads.

    Half of the threads of a process may be busy with exports: searches are answered beside them, however slow their readers.
    """

    searcher: Searcher
    snapshots: Snapshots
    _free: threading.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_free", threading.Semaphore(max(1, self.searcher.index.settings.threads // 2)))

    def open(self, request: SearchRequest) -> Stream:
        """All papers of a request in its order, as they are now. Raises ExportTooLarge, TooManyExports, EngineUnavailable."""
        if not self._free.acquire(blocking=False):
            raise TooManyExports("Other exports are under way. Try again in a moment.", retry_after=5)
        stream = Stream(0, iter(()), [self._free.release])
        try:
            snapshot = self.snapshots.open(self._body(request))
            stream.closing.append(snapshot.close)
            stream.count = self._checked(snapshot.count)
        except BaseException:
            stream.close()
            raise
        stream.papers = (results.paper(hit["_source"]) for hit in snapshot.hits())
        return stream

    def count(self, request: SearchRequest) -> int:
        """How many papers `open` would give. Raises ExportTooLarge, EngineUnavailable."""
        body = {name: part for name, part in self._body(request).items() if name not in ("sort", "_source")}
        return self._checked(int(self.searcher.index.search({**body, "size": 0})["hits"]["total"]["value"]))

    def newest(self, request: SearchRequest) -> list[dict[str, Any]]:
        """The papers of a request that came last, `request.size` of them. Raises EngineUnavailable."""
        body = self._body(replace(request, sort="added"))
        found = self.searcher.index.search({**body, "size": request.size, "track_total_hits": False})
        return [results.paper(hit["_source"]) for hit in found["hits"]["hits"]]

    def _body(self, request: SearchRequest) -> Clause:
        """Without a time-out of the engine's own: half a result set must not be taken for a whole one."""
        request = replace(request, facets={}, page=1, highlight=False, cursor=None)
        return query.build(request, expand=self.searcher.expander.expand if request.expand else unexpanded)

    def _checked(self, count: int) -> int:
        limit = self.searcher.index.settings.export_limit
        if count > limit:
            message = (
                f"{count:,} papers are meant and one export has at most {limit:,}: "
                "narrow it by a query or by filters, for example year by year (year=2024), or walk by cursor instead"
            )
            raise ExportTooLarge(f"{message[0].upper()}{message[1:]}.", [FieldError("q", message, "export_too_large")])
        return count
