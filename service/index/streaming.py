"""All papers that a search body finds, as they were at one moment: a point in time, read page by page.

It builds no queries and keeps one page at a time, however many papers there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import structlog
from elasticsearch import Elasticsearch

from service.errors import ServiceError
from service.index.client import check_whole, connect, engine_errors
from service.settings import Settings

log = structlog.get_logger(__name__)

# How long the engine keeps the point in time from one page to the next; who reads slower than a page in this time loses it.
KEEP = "5m"
# Hits of one request.
PAGE = 1000

Hit = dict[str, Any]


class Snapshots:
    """Opens snapshots of the papers' index. One object per process; safe for threads."""

    def __init__(self, settings: Settings, client: Elasticsearch | None = None) -> None:
        self.alias = settings.papers_alias
        self._client = client or connect(settings, connections=settings.threads)

    def open(self, body: Mapping[str, Any], page: int = PAGE) -> Snapshot:
        """The snapshot of what a body finds (its `from` and `size` don't matter). Its count is known, its first page read.

        Whoever opens it must close it. Raises EngineUnavailable.
        """
        with engine_errors():
            point = str(self._client.open_point_in_time(index=self.alias, keep_alive=KEEP)["id"])
        snapshot = Snapshot(self._client, point, body, page)
        try:
            snapshot.begin()
        except ServiceError:
            snapshot.close()
            raise
        return snapshot


class Snapshot:
    """The hits of one search body at one moment, in the body's order; `count` of them. For one thread."""

    def __init__(self, client: Elasticsearch, point: str, body: Mapping[str, Any], page: int) -> None:
        self.count = 0
        self._client, self._page = client, page
        self._point: str | None = point
        self._body = {name: part for name, part in body.items() if name not in ("from", "size", "timeout")}
        self._waiting: list[Hit] = []

    def begin(self) -> None:
        """Reads the first page and the count. Raises EngineUnavailable."""
        self._waiting = self._read({"track_total_hits": True})

    def hits(self) -> Iterator[Hit]:
        """Each hit once; the snapshot is closed behind the last one. Raises EngineUnavailable also in between."""
        page, self._waiting = self._waiting, []
        try:
            while page:
                yield from page
                if len(page) < self._page:
                    break
                page = self._read({"track_total_hits": False, "search_after": page[-1]["sort"]})
        finally:
            self.close()

    def close(self) -> None:
        """Frees what the engine keeps. It may be called twice, and never fails: what can't be closed ends by itself."""
        point, self._point = self._point, None
        if point is None:
            return
        try:
            with engine_errors():
                self._client.options(ignore_status=404).close_point_in_time(id=point)
        except ServiceError as error:
            log.info("snapshot_not_closed", error=error.detail)

    def _read(self, place: Mapping[str, Any]) -> list[Hit]:
        body = {**self._body, **place, "size": self._page, "pit": {"id": self._point, "keep_alive": KEEP}}
        with engine_errors():
            answer = self._client.perform_request(
                "POST", "/_search", body=body, headers={"accept": "application/json", "content-type": "application/json"}
            ).body
        check_whole(answer, in_time=True)
        # The engine may go on under another name.
        self._point = answer["pit_id"]
        if "total" in answer["hits"]:
            self.count = int(answer["hits"]["total"]["value"])
        hits: list[Hit] = answer["hits"]["hits"]
        return hits
