"""Writes papers in bulk over several connections, with back-pressure, and tells what became of each.

It decides nothing about papers: a refused or conflicting operation is reported, not repaired.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from elasticsearch import Elasticsearch

from service.errors import EngineUnavailable, ServiceError
from service.index.client import connect, engine_errors
from service.settings import Settings

# Some hundred papers of 3 to 10 kB a request; more gains nothing and costs memory on both sides.
BULK_OPERATIONS = 1000
BULK_BYTES = 2 * 1024 * 1024
CONNECTIONS = 2
# How long a busy or restarting engine is waited for before a load gives up, in seconds.
PATIENCE = 300.0
_PATH = (
    "/_bulk?filter_path=errors,items.*._id,items.*._seq_no,items.*._primary_term,"
    "items.*.status,items.*.error.type,items.*.error.reason"
)
_HEADERS = {"accept": "application/json", "content-type": "application/x-ndjson"}


@dataclass(frozen=True, slots=True)
class Operation:
    """One paper to write (`document`), or to delete (None). `expected` is (seq_no, primary_term) of what it replaces.

    With a `version` it replaces whatever has a lower one: a copy of another index numbers its papers as that does.
    """

    id: str
    document: bytes | None
    expected: tuple[int, int] | None = None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an operation: `written`, `conflict` (someone else wrote it meanwhile), `closed` (the index takes no writes,
    since another is about to take its place) or `refused` (with a reason)."""

    operation: Operation
    status: str
    seq_no: int = -1
    primary_term: int = -1
    reason: str = ""


class Writer:
    """Sends operations from one producer over CONNECTIONS threads. `put` blocks when the engine can't keep up."""

    def __init__(self, settings: Settings, index: str, client: Elasticsearch | None = None) -> None:
        self.index = index
        self._client = client or connect(settings, timeout=120.0, connections=CONNECTIONS)
        self._jobs: queue.Queue[Sequence[Operation] | None] = queue.Queue(maxsize=CONNECTIONS)
        self._outcomes: queue.SimpleQueue[list[Outcome]] = queue.SimpleQueue()
        self._failure: ServiceError | None = None
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._work, name=f"bulk-{n}", daemon=True) for n in range(CONNECTIONS)]
        for thread in self._threads:
            thread.start()

    def put(self, operations: Sequence[Operation]) -> None:
        """Queues one bulk request. Raises what ended a connection, if one was ended."""
        self._raise_failure()
        self._jobs.put(operations)

    def outcomes(self) -> list[Outcome]:
        """What has become known since the last call; never blocks."""
        known: list[Outcome] = []
        while not self._outcomes.empty():
            known += self._outcomes.get()
        return known

    def drain(self) -> None:
        """Waits until everything that was put has been answered. Raises what ended a connection, if one was ended."""
        self._jobs.join()
        self._raise_failure()

    def close(self) -> None:
        """Ends the threads; what is still queued is not sent."""
        self._stop.set()
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _work(self) -> None:
        while (operations := self._jobs.get()) is not None:
            try:
                if self._failure is None and not self._stop.is_set():
                    self._send(operations)
            except ServiceError as error:
                self._failure = error
            finally:
                self._jobs.task_done()
        self._jobs.task_done()

    def _send(self, operations: Sequence[Operation]) -> None:
        """Sends until each operation has an answer; those that the engine was too busy for are sent again."""
        pause, deadline = 0.25, time.monotonic() + PATIENCE
        while operations:
            try:
                with engine_errors():
                    answer = self._client.perform_request(
                        "POST", f"/{self.index}{_PATH}", headers=_HEADERS, body=_body(operations)
                    )
                operations = self._read(operations, answer.body)
            except EngineUnavailable:
                if time.monotonic() > deadline or self._stop.is_set():
                    raise
            if operations:
                if time.monotonic() > deadline:
                    raise EngineUnavailable(f"The search engine has been too busy for {PATIENCE:.0f} seconds; load again later.")
                time.sleep(pause)
                pause = min(pause * 2, 10.0)

    def _read(self, operations: Sequence[Operation], answer: dict[str, Any]) -> list[Operation]:
        again, known = [], []
        for operation, item in zip(operations, answer["items"], strict=True):
            result = next(iter(item.values()))
            status = result["status"]
            if status == 429 or status == 503:
                again.append(operation)
            elif status < 300 or (operation.document is None and status == 404):
                known.append(Outcome(operation, "written", result.get("_seq_no", -1), result.get("_primary_term", -1)))
            elif status == 409:
                known.append(Outcome(operation, "conflict"))
            elif status == 403 and result["error"]["type"] == "cluster_block_exception":
                known.append(Outcome(operation, "closed"))
            else:
                known.append(Outcome(operation, "refused", reason=_reason(result["error"])))
        self._outcomes.put(known)
        return again


def _body(operations: Sequence[Operation]) -> bytes:
    lines: list[bytes] = []
    for operation in operations:
        action: dict[str, Any] = {"_id": operation.id}
        if operation.expected is not None:
            action["if_seq_no"], action["if_primary_term"] = operation.expected
        elif operation.version is not None:
            action["version"], action["version_type"] = operation.version, "external"
        if operation.document is None:
            lines.append(orjson.dumps({"delete": action}))
        else:
            # `create` fails when someone else has made the paper meanwhile: nothing is overwritten unseen.
            replaces = operation.expected is not None or operation.version is not None
            lines.append(orjson.dumps({"index" if replaces else "create": action}))
            lines.append(operation.document)
    lines.append(b"")
    return b"\n".join(lines)


def _reason(error: dict[str, Any]) -> str:
    return f"the index refused it: {error.get('reason', error.get('type', 'unknown reason'))}"
