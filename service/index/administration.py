"""Creates, switches and removes the concrete indices behind the papers' alias.

It touches only indices named `<alias>-v<schema>-<time>`, and reads or writes no papers.
"""

from __future__ import annotations

import os
import re
import secrets
import socket
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from elasticsearch import Elasticsearch

from service.errors import LoadError, NothingLoaded
from service.index.client import connect, engine_errors
from service.mapping import SCHEMA_VERSION, index_body
from service.settings import Settings

# A build that has not been heard of for so long is taken for dead when its process can't be looked up.
STALE_SECONDS = 600
LOAD_TIMEOUT = 120.0


class Administration:
    """The indices of one alias. Every method may be repeated without harm."""

    def __init__(self, settings: Settings, client: Elasticsearch | None = None) -> None:
        self.settings = settings
        self.alias = settings.papers_alias
        self._client = client or connect(settings, timeout=LOAD_TIMEOUT, connections=4)
        self._own = re.compile(re.escape(self.alias) + r"-v\d+-\d{17}\Z")

    def live(self) -> str | None:
        """The concrete index that the alias names; None before the first load. Raises LoadError when the name is taken."""
        with engine_errors():
            if not self._client.indices.exists_alias(name=self.alias):
                if self._client.indices.exists(index=self.alias):
                    raise LoadError(
                        f"{self.alias!r} is an index of another program, so it can't become our alias: "
                        "set PAPERS_ALIAS to another name, or delete that index first."
                    )
                return None
            names = sorted(self._client.indices.get_alias(name=self.alias).body)
        if len(names) != 1 or not self._own.match(names[0]):
            raise LoadError(
                f"The alias {self.alias!r} names {', '.join(names)}, which this program did not make: "
                "set PAPERS_ALIAS to another name."
            )
        return str(names[0])

    def create(self) -> str:
        """Makes an empty index for a build, seldom refreshed, and returns its name."""
        name = f"{self.alias}-v{SCHEMA_VERSION}-{datetime.now(UTC).strftime('%Y%m%d%H%M%S%f')[:17]}"
        body = index_body(self.settings.shards, replicas=0)
        # Nobody reads a build. Without any refresh, though, the engine writes all of it at the end while the loader waits:
        # 3.1 s of 33 for 97,628 papers, 1.4 s with one every eight seconds.
        body["settings"]["refresh_interval"] = "8s"
        body["mappings"]["_meta"] |= {"complete": False, "builder": _builder(), "generation": new_generation()}
        with engine_errors():
            self._client.indices.create(index=name, settings=body["settings"], mappings=body["mappings"])
        return name

    def mark(self, index: str, **changes: Any) -> None:
        """Writes the index's `_meta`: a new generation, by which caches of answers are keyed, and `changes`."""
        with engine_errors():
            mappings = self._client.indices.get_mapping(index=index).body
            meta = next(iter(mappings.values()))["mappings"]["_meta"]
            meta |= {"generation": new_generation(), **changes}
            self._client.indices.put_mapping(index=index, meta=meta)

    def beat(self, index: str) -> None:
        """Says that the build of `index` lives, for those who can't see its process."""
        self.mark(index, builder=_builder())

    def refresh(self, index: str) -> int:
        """Makes everything written searchable; returns the number of papers."""
        with engine_errors():
            self._client.indices.refresh(index=index)
            return int(self._client.count(index=index)["count"])

    def finish(self, index: str, papers: int) -> None:
        """Ends a build: refreshes, compares the count with what was written, restores settings. Raises LoadError."""
        counted = self.refresh(index)
        if counted != papers:
            raise LoadError(f"{papers} papers were written but the new index holds {counted}; the old index stays. Load again.")
        with engine_errors():
            self._client.indices.put_settings(
                index=index,
                settings={"refresh_interval": "1s", "number_of_replicas": self.settings.replicas},
            )
        self.mark(index, complete=True, builder=None)

    def switch(self, index: str) -> None:
        """Moves the alias to `index` in one step; searches see the old index whole, then the new one whole."""
        actions: list[dict[str, Any]] = [{"add": {"index": index, "alias": self.alias}}]
        if (old := self.live()) is not None and old != index:
            actions.insert(0, {"remove": {"index": old, "alias": self.alias}})
        with engine_errors():
            self._client.indices.update_aliases(actions=actions)

    def delete(self, index: str) -> None:
        """Removes one of our own indices that the alias does not name."""
        if not self._own.match(index) or index == self.live():
            raise LoadError(f"{index!r} is not an unused index of the alias {self.alias!r}.")
        with engine_errors():
            self._client.options(ignore_status=404).indices.delete(index=index)

    def prune(self, keep: int = 1) -> list[str]:
        """Deletes dead builds and all but the `keep` newest complete indices besides the live one; returns their names."""
        live = self.live()
        with engine_errors():
            answer = self._client.indices.get_mapping(index=f"{self.alias}-v*", allow_no_indices=True)
        metas = {name: body["mappings"].get("_meta", {}) for name, body in answer.body.items() if self._own.match(name)}
        complete = sorted(name for name, meta in metas.items() if meta.get("complete") and name != live)
        dead = [
            name for name, meta in metas.items() if not meta.get("complete") and name != live and _is_dead(meta.get("builder"))
        ]
        gone = complete[: len(complete) - keep if keep else None] + dead
        for name in gone:
            self.delete(name)
        return gone

    def papers(self) -> int:
        """How many papers are live. Raises NothingLoaded before the first load."""
        if self.live() is None:
            raise NothingLoaded("No papers have been loaded yet.")
        with engine_errors():
            return int(self._client.count(index=self.alias)["count"])


def new_generation() -> str:
    """A value that was never used before."""
    return f"{datetime.now(UTC).strftime('%Y%m%dT%H%M%S.%f')}-{secrets.token_hex(4)}"


def _builder() -> dict[str, Any]:
    return {"host": socket.gethostname(), "pid": os.getpid(), "since": datetime.now(UTC).timestamp()}


def _is_dead(builder: dict[str, Any] | None) -> bool:
    """Whether the process that was filling an index is gone. On another host only silence can tell."""
    if builder is None:
        return False
    if builder["host"] == socket.gethostname() and Path("/proc").is_dir():
        return not Path(f"/proc/{builder['pid']}").exists()
    return datetime.now(UTC).timestamp() - float(builder["since"]) > STALE_SECONDS
