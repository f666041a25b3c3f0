"""Creates, switches and removes the concrete indices behind the papers' alias and behind that of their values.

It touches only indices named `<alias>-v<schema>-<time>` and `<alias>-values-v<schema>-<time>`, and reads or writes no papers.
"""

from __future__ import annotations

import os
import re
import secrets
import socket
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from elasticsearch import Elasticsearch, NotFoundError

from service.errors import ConfigurationError, LoadError, NothingLoaded
from service.index.client import connect, engine_errors
from service.index.deleted import ENDING as DELETED
from service.mapping import SCHEMA_VERSION, index_body
from service.settings import Settings
from service.values import documents as values

VALUES = "-values"
# A build that has not been heard of for so long is taken for dead when its process can't be looked up.
STALE_SECONDS = 600
LOAD_TIMEOUT = 120.0
# How often an alias is moved again that another load moved meanwhile.
TRIES = 5


class Administration:
    """The indices of one alias. Every method may be repeated without harm."""

    def __init__(self, settings: Settings, client: Elasticsearch | None = None) -> None:
        self.settings = settings
        self.alias = settings.papers_alias
        self._client = client or connect(settings, timeout=LOAD_TIMEOUT, connections=4)
        self.values_alias = self.alias + VALUES
        if self.alias.endswith((VALUES, DELETED)):
            raise ConfigurationError(
                f"PAPERS_ALIAS={self.alias!r} would be taken for values or deletions of papers: choose another ending."
            )

    def live(self) -> str | None:
        """The concrete index that the alias names; None before the first load. Raises LoadError when the name is taken."""
        return self._behind(self.alias)

    def live_values(self) -> str | None:
        """The concrete index of values; None before the first load. Raises LoadError when the name is taken."""
        return self._behind(self.values_alias)

    def _behind(self, alias: str) -> str | None:
        with engine_errors():
            if not self._client.indices.exists_alias(name=alias):
                if self._client.indices.exists(index=alias):
                    raise LoadError(
                        f"{alias!r} is an index of another program, so it can't become our alias: "
                        "set PAPERS_ALIAS to another name, or delete that index first."
                    )
                return None
            names = sorted(self._client.indices.get_alias(name=alias).body)
        if len(names) != 1 or not _is_of(alias, names[0]):
            raise LoadError(
                f"The alias {alias!r} names {', '.join(names)}, which this program did not make: "
                "set PAPERS_ALIAS to another name."
            )
        return str(names[0])

    def create(self) -> str:
        """Makes an empty index for a build, seldom refreshed, and returns its name."""
        body = index_body(self.settings.shards, replicas=0)
        # Nobody reads a build. Without any refresh, though, the engine writes all of it at the end while the loader waits:
        # 3.1 s of 33 for 97,628 papers, 1.4 s with one every eight seconds.
        body["settings"]["refresh_interval"] = "8s"
        return self._create(f"{self.alias}-v{SCHEMA_VERSION}", body, generation=new_generation())

    def create_values(self, papers: str, generation: str = "") -> str:
        """Makes an empty index for the values of the index `papers`, at that generation if it is known; returns its name."""
        body = values.index_body(shards=1, replicas=0)
        return self._create(f"{self.values_alias}-v{values.SCHEMA_VERSION}", body, papers=papers, generation=generation)

    def _create(self, prefix: str, body: dict[str, Any], **meta: str) -> str:
        name = f"{prefix}-{datetime.now(UTC).strftime('%Y%m%d%H%M%S%f')[:17]}"
        body["mappings"]["_meta"] |= {"complete": False, "builder": _builder(), **meta}
        with engine_errors():
            self._client.indices.create(index=name, settings=body["settings"], mappings=body["mappings"])
        return name

    def meta(self, index: str) -> dict[str, Any]:
        """What is written about an index: `generation`, `complete`, `builder`, and of values the index of their `papers`."""
        with engine_errors():
            mappings = self._client.indices.get_mapping(index=index).body
        return dict(next(iter(mappings.values()))["mappings"]["_meta"])

    def mark(self, index: str, **changes: Any) -> tuple[str, str]:
        """Writes the index's `_meta`: a new generation, by which caches of answers are keyed, and `changes`.

        Returns the generation that was there before (empty: none) and the one that is there now.
        """
        before = self.meta(index)
        after = before | {"generation": new_generation(), **changes}
        with engine_errors():
            self._client.indices.put_mapping(index=index, meta=after)
        return before.get("generation", ""), after["generation"]

    def beat(self, index: str) -> None:
        """Says that the build of `index` lives, for those who can't see its process."""
        self.mark(index, builder=_builder())

    def refresh(self, index: str) -> int:
        """Makes everything written searchable; returns the number of papers."""
        with engine_errors():
            self._client.indices.refresh(index=index)
            return int(self._client.count(index=index)["count"])

    def finish(self, index: str, papers: int) -> str:
        """Ends a build: refreshes, compares the count with what was written, restores settings. Raises LoadError.

        Returns the index's generation from now on.
        """
        counted = self.refresh(index)
        if counted != papers:
            raise LoadError(f"{papers} papers were written but the new index holds {counted}; the old index stays. Load again.")
        self._release(index)
        return self.mark(index, complete=True, builder=None)[1]

    def finish_values(self, index: str, count: int) -> None:
        """Ends the filling of an index of values as `finish` does; `seal` it when it has been switched to."""
        counted = self.refresh(index)
        if counted != count:
            raise LoadError(f"{count} values were written but their index holds {counted}; the old one stays. Load again.")
        self._release(index)

    def seal(self, values_index: str, generation: str) -> None:
        """Says of which generation of its papers an index of values is."""
        self.mark(values_index, complete=True, builder=None, generation=generation)

    def _release(self, index: str) -> None:
        with engine_errors():
            self._client.indices.put_settings(
                index=index,
                settings={"refresh_interval": "1s", "number_of_replicas": self.settings.replicas},
            )

    def switch(self, index: str, values_index: str | None = None) -> None:
        """Moves the alias to `index` and that of the values to theirs, in one step: searches see both old, then both new."""
        for _ in range(TRIES):
            values_move = [(self.values_alias, self.live_values(), values_index)] if values_index else []
            if self._move((self.alias, self.live(), index), *values_move):
                return
        raise LoadError("The aliases kept being moved by other loads; load again when they have ended.")

    def switch_values(self, old: str | None, values_index: str) -> bool:
        """Moves the alias of the values alone; False, and nothing done, when it does not name `old` any more."""
        return self._move((self.values_alias, old, values_index))

    def _move(self, *moves: tuple[str, str | None, str]) -> bool:
        actions: list[dict[str, Any]] = []
        for alias, old, new in moves:
            if old is not None and old != new:
                actions.append({"remove": {"index": old, "alias": alias, "must_exist": True}})
            actions.append({"add": {"index": new, "alias": alias}})
        with engine_errors():
            try:
                self._client.indices.update_aliases(actions=actions)
            except NotFoundError:
                # Another load moved it since it was looked up, and may have removed what it named.
                return False
        return True

    def delete(self, index: str) -> None:
        """Removes one of our own indices that no alias of ours names."""
        ours = _is_of(self.alias, index) or _is_of(self.values_alias, index)
        if not ours or index in (self.live(), self.live_values()):
            raise LoadError(f"{index!r} is not an unused index of the alias {self.alias!r}.")
        with engine_errors():
            self._client.options(ignore_status=404).indices.delete(index=index)

    def prune(self, keep: int = 1) -> list[str]:
        """Deletes dead builds and all but the `keep` newest complete indices besides the live one; returns their names.

        The same for the indices of values.
        """
        with engine_errors():
            answer = self._client.indices.get_mapping(index=f"{self.alias}-v*", allow_no_indices=True)
        metas = {name: body["mappings"].get("_meta", {}) for name, body in answer.body.items()}
        gone = []
        for alias, live in ((self.alias, self.live()), (self.values_alias, self.live_values())):
            gone += _unused({name: meta for name, meta in metas.items() if _is_of(alias, name)}, live, keep)
        for name in gone:
            self.delete(name)
        return gone

    def papers(self) -> int:
        """How many papers are live. Raises NothingLoaded before the first load."""
        if self.live() is None:
            raise NothingLoaded("No papers have been loaded yet.")
        with engine_errors():
            return int(self._client.count(index=self.alias)["count"])


def _is_of(alias: str, index: str) -> bool:
    """Whether an index is one that this program makes for the alias."""
    return re.fullmatch(re.escape(alias) + r"-v\d+-\d{17}", index) is not None


def _unused(metas: dict[str, dict[str, Any]], live: str | None, keep: int) -> list[str]:
    """Of the indices of one alias: dead builds, and all but the `keep` newest complete ones."""
    others = {name: meta for name, meta in metas.items() if name != live}
    complete = sorted(name for name, meta in others.items() if meta.get("complete"))
    dead = [name for name, meta in others.items() if not meta.get("complete") and _is_dead(meta.get("builder"))]
    return complete[: len(complete) - keep if keep else None] + dead


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
