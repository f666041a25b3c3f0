"""Tells the loss of a point in time from all other faults of the engine: it is the end of a walk, not of the service.

It opens and closes none (reading.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import structlog
from elasticsearch import ApiError

from service.query.cursor import expired

log = structlog.get_logger(__name__)

# What shards answer whose point in time has ended, or whose index has been deleted or moved to another node.
_LOST = frozenset(
    {
        "search_context_missing_exception", "no_shard_available_action_exception", "index_not_found_exception",
        "shard_not_found_exception", "node_not_connected_exception", "node_disconnected_exception",
    }
)  # fmt: skip


@contextmanager
def lost(body: Mapping[str, Any]) -> Iterator[None]:
    """Raises CursorRefused where the place at which a search body goes on is no more; other faults pass."""
    try:
        yield
    except ApiError as error:
        if _is_lost(body, error):
            log.info("cursor_lost", status=error.meta.status, error=str(error.error))
            raise expired() from error
        raise


def check(body: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
    """Raises CursorRefused when a part of the point in time that a body names did not answer because it is no more."""
    if "pit" in body and _LOST & _kinds(answer["_shards"].get("failures", ())):
        raise expired()


def _is_lost(body: Mapping[str, Any], error: ApiError) -> bool:
    status = error.meta.status
    if status == 400:
        # A place that the engine can't read: of a text that we did not make, or from before the fields changed.
        return "search_after" in body
    cause = error.body.get("error", {}) if isinstance(error.body, Mapping) else {}
    failed = cause.get("failed_shards", ()) if isinstance(cause, Mapping) else ()
    return "pit" in body and (status == 404 or (status == 503 and bool(_LOST & _kinds(failed))))


def _kinds(failures: Iterable[Mapping[str, Any]]) -> set[str]:
    return {failure.get("reason", {}).get("type", "") for failure in failures}
