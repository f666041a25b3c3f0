"""The engine as a measurement needs it: raw, over HTTP, without any client of ours between.

It measures nothing by itself.
"""

from __future__ import annotations

import os
import queue
import statistics
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson
import urllib3

from scripts.node import running_node

PROJECT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("LUNWEN_SHARED", PROJECT.parent / "shared"))
CONNECTIONS, BULK = 2, 1000


class Engine:
    """The raw engine over HTTP, without any client."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.pool = urllib3.PoolManager(maxsize=8)

    def ask(self, method: str, path: str, body: Any = None, kind: str = "application/json") -> dict[str, Any]:
        """One request; raises RuntimeError with the engine's words when it fails."""
        data = body if isinstance(body, bytes) or body is None else orjson.dumps(body)
        answer = self.pool.request(method, self.url + path, body=data, headers={"Content-Type": kind})
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.data[:500]!r}")
        content: dict[str, Any] = orjson.loads(answer.data)
        return content

    def bulk(self, index: str, bodies: Sequence[bytes]) -> float:
        """Sends finished bulk bodies over CONNECTIONS; seconds until all are searchable."""
        jobs: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        for body in [*bodies, *[None] * CONNECTIONS]:
            jobs.put(body)

        def work() -> None:
            while (body := jobs.get()) is not None:
                self.ask("POST", f"/{index}/_bulk?filter_path=errors", body, "application/x-ndjson")

        began = time.perf_counter()
        threads = [threading.Thread(target=work) for _ in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.ask("POST", f"/{index}/_refresh")
        return time.perf_counter() - began

    def documents(self, index: str) -> Iterator[dict[str, Any]]:
        """All documents of an index."""
        answer = self.ask("POST", f"/{index}/_search?scroll=5m", {"size": 1000, "sort": ["_doc"]})
        while answer["hits"]["hits"]:
            yield from (hit["_source"] for hit in answer["hits"]["hits"])
            answer = self.ask("POST", "/_search/scroll", {"scroll": "5m", "scroll_id": answer["_scroll_id"]})


def bodies(documents: Iterator[dict[str, Any]]) -> list[bytes]:
    """Bulk bodies of BULK documents each; a document that has an id is written under it, as the loader has to."""
    lines = [
        (orjson.dumps({"create": {"_id": document["id"]}}) if "id" in document else b'{"index":{}}')
        + b"\n" + orjson.dumps(document) + b"\n"
        for document in documents
    ]  # fmt: skip
    return [b"".join(lines[start : start + BULK]) for start in range(0, len(lines), BULK)]


def medians(ask: Callable[[Any], None], inputs: Sequence[Any], rounds: int) -> float:
    """Median milliseconds of asking each input `rounds` times, after a warm-up."""
    for one in inputs:
        ask(one)
    times = []
    for _ in range(rounds):
        for one in inputs:
            began = time.perf_counter()
            ask(one)
            times.append(time.perf_counter() - began)
    return statistics.median(times) * 1000


@contextmanager
def engine_address() -> Iterator[str]:
    """ELASTICSEARCH_URL, or a temporary node."""
    given = os.environ.get("ELASTICSEARCH_URL")
    if given:
        yield given
        return
    with running_node(heap="1g", brisk=False) as url:
        yield url
