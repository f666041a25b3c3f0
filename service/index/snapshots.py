"""Snapshots of everything that belongs to an alias, in a repository on a disk of the engine's, and their return.

It keeps no copies itself and chooses no names but those of snapshots.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from elasticsearch import ApiError, Elasticsearch, NotFoundError

from service.errors import EngineRefused, NotFound, ServiceError
from service.index.client import connect, engine_errors
from service.index.keys import names
from service.settings import Settings

REPOSITORY = "lunwen"
# A snapshot of a million papers takes minutes on a slow disk.
TIMEOUT = 1800.0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot: its name, when it was begun (ISO 8601), its state (SUCCESS, ...), and how many indices it has."""

    name: str
    begun: str
    state: str
    indices: int


class Snapshots:
    """Takes and restores snapshots of one alias."""

    def __init__(self, settings: Settings, client: Elasticsearch | None = None) -> None:
        self._alias = settings.papers_alias
        self._client = client or connect(settings, timeout=TIMEOUT, connections=1)

    def register(self, folder: str) -> None:
        """Makes a folder of the engine's machine (below its `path.repo`) the repository; the same again changes nothing."""
        with engine_errors():
            self._client.snapshot.create_repository(
                name=REPOSITORY, repository={"type": "fs", "settings": {"location": folder, "compress": True}}
            )

    def take(self) -> Snapshot:
        """A snapshot of now; waits until it is whole. Raises ServiceError when a part of it failed."""
        name = f"{self._alias}-{datetime.datetime.now(datetime.UTC).strftime('%Y%m%d-%H%M%S')}"
        with engine_errors():
            made = self._client.snapshot.create(
                repository=REPOSITORY, snapshot=name, indices=names(self._alias), include_global_state=False,
                ignore_unavailable=True, wait_for_completion=True,
            )["snapshot"]  # fmt: skip
        if made["state"] != "SUCCESS":
            raise ServiceError(f"The snapshot {name} is not whole ({made['state']}): look at the engine's log.")
        return _snapshot(made)

    def list(self) -> list[Snapshot]:
        """All snapshots of this alias, newest first."""
        with engine_errors():
            found = self._client.snapshot.get(repository=REPOSITORY, snapshot=f"{self._alias}-*")["snapshots"]
        return sorted((_snapshot(one) for one in found), key=lambda one: one.begun, reverse=True)

    def restore(self, name: str) -> Snapshot:
        """Brings everything in a snapshot back with its aliases; waits until it can be searched.

        Raises NotFound for an unknown snapshot, and ServiceError where indices of the same names are open: they are never
        written over.
        """
        try:
            with engine_errors():
                found = self._client.snapshot.get(repository=REPOSITORY, snapshot=name)["snapshots"][0]
        except ServiceError as error:
            if isinstance(error.__cause__, NotFoundError):
                raise NotFound(f"There is no snapshot {name!r}: `backup list` names those that there are.") from error
            raise
        answer = self._bring_back(name)
        shards = answer["snapshot"]["shards"]
        if shards["failed"]:
            raise ServiceError(f"{shards['failed']} of {shards['total']} shards of {name} could not be restored.")
        return _snapshot(found)

    def _bring_back(self, name: str) -> Any:
        try:
            with engine_errors():
                return self._client.snapshot.restore(
                    repository=REPOSITORY, snapshot=name, indices=names(self._alias), include_global_state=False,
                    include_aliases=True, ignore_unavailable=True, wait_for_completion=True,
                )  # fmt: skip
        except EngineRefused as error:
            cause = error.__cause__
            if isinstance(cause, ApiError) and cause.error == "snapshot_restore_exception":
                raise ServiceError(
                    f"Indices of the snapshot {name} are there, and nothing is written over them: a snapshot is restored "
                    "into an engine that lost them (docs/operations.md)."
                ) from error
            raise


def _snapshot(found: Any) -> Snapshot:
    return Snapshot(found["snapshot"], found.get("start_time", ""), found["state"], len(found["indices"]))
