"""Fills an index with papers that another index or a backup holds: documents made anew of their contributions, and written.

It decides neither which papers those are nor when the new index becomes live.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from service.errors import LoadError
from service.index import Operation, Writer
from service.index.writing import BULK_BYTES, BULK_OPERATIONS
from service.paper.document import contributions_of, to_document
from service.settings import Settings


def made_anew(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document of the same paper as today's code makes it: id, earlier ids and times stay. Raises LoadError."""
    try:
        return to_document(
            document["id"], contributions_of(document), document["added"], document["updated"], document.get("aliases", ())
        )
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise LoadError(
            f"The paper {document.get('id')!r} can't be made anew of what is stored ({type(error).__name__}: {error}): "
            "load its source again, or delete it with `python -m scripts.index delete --id`."
        ) from error


class Copy:
    """Writes into one index that nobody else writes into. To be closed. Raises LoadError when a paper is refused."""

    def __init__(self, settings: Settings, target: str) -> None:
        self._writer = Writer(settings, target)
        self._waiting: list[Operation] = []
        self._bytes = 0

    def put(self, paper_id: str, document: bytes, version: int | None = None) -> None:
        """Writes a paper with one of the next requests. With a `version`, in the place of one with a lower version."""
        self._waiting.append(Operation(paper_id, document, version=version))
        self._bytes += len(document)
        if len(self._waiting) >= BULK_OPERATIONS or self._bytes >= BULK_BYTES:
            self._send()

    def remove(self, ids: Iterable[str]) -> int:
        """Takes papers out again; returns how many."""
        count = 0
        for paper_id in ids:
            self._waiting.append(Operation(paper_id, None))
            count += 1
            if len(self._waiting) >= BULK_OPERATIONS:
                self._send()
        return count

    def settle(self) -> None:
        """Waits until everything is written. Raises LoadError, EngineUnavailable."""
        self._send()
        self._writer.drain()
        self._check()

    def close(self) -> None:
        """Ends the connections."""
        self._writer.close()

    def _send(self) -> None:
        if self._waiting:
            waiting, self._waiting, self._bytes = self._waiting, [], 0
            self._writer.put(waiting)
        self._check()

    def _check(self) -> None:
        # A conflict means that it, or what came after it, is there: an answer was lost and the request sent again.
        for outcome in self._writer.outcomes():
            if outcome.status in ("refused", "closed"):
                reason = outcome.reason or "its index takes no writes any more"
                raise LoadError(f"The paper {outcome.operation.id!r} can't be written: {reason}")


def as_bytes(document: Mapping[str, Any]) -> bytes:
    """A document as it is sent and stored."""
    return orjson.dumps(document)
