"""Creates, switches, closes and removes the concrete indices behind the papers' alias and behind that of their values.

It touches only indices named `<alias>-v<schema>-<time>` and `<alias>-values-v<schema>-<time>`, and reads or writes no papers.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from elasticsearch import ApiError, BadRequestError, Elasticsearch

from service.errors import ConfigurationError, LoadError, NothingLoaded
from service.index.client import connect, engine_errors
from service.index.deleted import ENDING as DELETED
from service.index.naming import builder, is_of, new_generation, unused_pairs
from service.mapping import SCHEMA_VERSION, index_body
from service.settings import Settings
from service.values import documents as values

VALUES = "-values"
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
        if len(names) != 1 or not is_of(alias, names[0]):
            raise LoadError(
                f"The alias {alias!r} names {', '.join(names)}, which this program did not make: "
                "set PAPERS_ALIAS to another name."
            )
        return str(names[0])

    def create(self, **meta: str) -> str:
        """Makes an empty index for a build, seldom refreshed, and returns its name. `meta` is written about it."""
        body = index_body(self.settings.shards, replicas=0)
        # Nobody reads a build. Without any refresh, though, the engine writes all of it at the end while the loader waits:
        # 3.1 s of 33 for 97,628 papers, 1.4 s with one every eight seconds.
        body["settings"]["refresh_interval"] = "8s"
        return self._create(f"{self.alias}-v{SCHEMA_VERSION}", body, generation=new_generation(), **meta)

    def create_values(self, papers: str, generation: str = "") -> str:
        """Makes an empty index for the values of the index `papers`, at that generation if it is known; returns its name."""
        body = values.index_body(shards=1, replicas=0)
        return self._create(f"{self.values_alias}-v{values.SCHEMA_VERSION}", body, papers=papers, generation=generation)

    def _create(self, prefix: str, body: dict[str, Any], **meta: str) -> str:
        name = f"{prefix}-{datetime.now(UTC).strftime('%Y%m%d%H%M%S%f')[:17]}"
        body["mappings"]["_meta"] |= {"complete": False, "builder": builder(), **meta}
        with engine_errors():
            try:
                self._client.indices.create(index=name, settings=body["settings"], mappings=body["mappings"])
            except BadRequestError as error:
                if "maximum normal shards open" in str(error.body):
                    raise LoadError(
                        "The search engine takes no more indices: delete old ones (`python -m scripts.index prune`), "
                        "or raise its setting cluster.max_shards_per_node."
                    ) from error
                if error.error != "resource_already_exists_exception":
                    raise
                # Another load began in the same millisecond; the next one is free.
                return self._create(prefix, body, **meta)
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
        before = self.meta(index).get("generation", "")
        return before, self.note(index, **{"generation": new_generation(), **changes})["generation"]

    def note(self, index: str, **changes: Any) -> dict[str, Any]:
        """Writes changes of the index's `_meta` and nothing else; returns all that stands there now."""
        after = self.meta(index) | changes
        with engine_errors():
            self._client.indices.put_mapping(index=index, meta=after)
        return after

    def beat(self, index: str) -> None:
        """Says that the build of `index` lives, for those who can't see its process."""
        self.mark(index, builder=builder())

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
        self.restore(index)
        return self.mark(index, complete=True, builder=None)[1]

    def finish_values(self, index: str, count: int) -> None:
        """Ends the filling of an index of values as `finish` does; `seal` it when it has been switched to."""
        counted = self.refresh(index)
        if counted != count:
            raise LoadError(f"{count} values were written but their index holds {counted}; the old one stays. Load again.")
        self.restore(index)

    def seal(self, values_index: str, generation: str) -> None:
        """Says of which generation of its papers an index of values is."""
        self.mark(values_index, complete=True, builder=None, generation=generation)

    def restore(self, index: str) -> None:
        """Gives an index that was filled the settings of one that is searched."""
        with engine_errors():
            self._client.indices.put_settings(
                index=index,
                settings={"refresh_interval": "1s", "number_of_replicas": self.settings.replicas},
            )

    def switch(self, index: str, values_index: str | None = None, instead: str | None = None) -> None:
        """Moves the alias to `index` and that of the values to theirs, in one step: searches see both old, then both new.

        The index that was live is closed before and stays so: what another load still wrote into it would be lost unseen.
        With `instead` the caller has closed that one (empty: there was none): when another is live by now, LoadError is raised.
        """
        for _ in range(TRIES):
            live = self.live()
            if instead is not None and (live or "") != instead:
                raise LoadError(
                    f"Another load or command has put {live!r} in the place of {instead or 'nothing'} meanwhile: start again."
                )
            if instead and not self.is_closed(instead):
                raise LoadError(f"{instead!r} was opened to loads again by somebody else: start again.")
            closes = live is not None and live != index and instead is None
            if live is not None and closes:
                self.close(live, index)
            values_move = [(self.values_alias, self.live_values(), values_index)] if values_index else []
            try:
                moved = self._move((self.alias, live, index), *values_move)
                if moved:
                    # One that is put back was closed when another took its place.
                    self.open_again(index)
                    self.note(index, builder=None, closes=None, complete=True)
                    return
            finally:
                if live is not None and closes and self.live() == live:
                    self.open_again(live)
        raise LoadError("The aliases kept being moved by other loads; load again when they have ended.")

    def close(self, index: str, successor: str) -> None:
        """Lets nothing be written into `index` any more, since `successor` is about to take its place.

        When it returns, all writes that had begun are done. The `_meta` of the successor, which nobody else writes, says by whom.
        """
        self.note(successor, closes=index, builder=builder())
        with engine_errors():
            self._client.options(ignore_status=404).indices.add_block(index=index, block="write")

    def open_again(self, index: str) -> None:
        """Lets an index be written into again."""
        with engine_errors():
            self._client.options(ignore_status=404).indices.put_settings(index=index, settings={"index.blocks.write": None})

    def is_closed(self, index: str) -> bool:
        """Whether an index takes no writes."""
        with engine_errors():
            found = self._client.indices.get_settings(index=index, flat_settings=True).body[index]
        return bool(found["settings"].get("index.blocks.write") == "true")

    def switch_values(self, old: str | None, values_index: str) -> bool:
        """Moves the alias of the values alone; False, and nothing done, when it does not name `old` any more."""
        return self._move((self.values_alias, old, values_index))

    def _move(self, *moves: tuple[str, str | None, str]) -> bool:
        actions: list[dict[str, Any]] = []
        for alias, old, new in moves:
            if old is not None and old != new:
                actions.append({"remove": {"index": old, "alias": alias, "must_exist": True}})
            # An alias has one such index at the most: of two loads that found no alias one is refused.
            actions.append({"add": {"index": new, "alias": alias, "is_write_index": True}})
        with engine_errors():
            try:
                self._client.indices.update_aliases(actions=actions)
            except ApiError as error:
                # Another load moved it since it was looked up, and may have removed what it named.
                if error.meta.status != 404 and error.error != "illegal_state_exception":
                    raise
                return False
        return True

    def delete(self, index: str) -> None:
        """Removes one of our own indices that no alias of ours names."""
        ours = is_of(self.alias, index) or is_of(self.values_alias, index)
        if not ours or index in (self.live(), self.live_values()):
            raise LoadError(f"{index!r} is not an unused index of the alias {self.alias!r}.")
        with engine_errors():
            self._client.options(ignore_status=404).indices.delete(index=index)

    def metas(self) -> dict[str, dict[str, Any]]:
        """The `_meta` of every index that this program made for the alias, of papers and of values."""
        with engine_errors():
            answer = self._client.indices.get_mapping(index=f"{self.alias}-v*", allow_no_indices=True)
        found = {name: dict(body["mappings"].get("_meta", {})) for name, body in answer.body.items()}
        return {name: meta for name, meta in found.items() if is_of(self.alias, name) or is_of(self.values_alias, name)}

    def unused(self, keep: int = 1) -> list[str]:
        """Dead builds and all but the `keep` newest complete indices of papers besides the live one; the same of values.

        Of each index of papers that is kept the newest values are kept, too.
        """
        metas, live = self.metas(), (self.live(), self.live_values())
        papers, values = (
            {name: meta for name, meta in metas.items() if is_of(alias, name) and name not in live}
            for alias in (self.alias, self.values_alias)
        )
        return unused_pairs(papers, values, keep)

    def prune(self, keep: int = 1) -> list[str]:
        """Deletes what is `unused`; returns the names."""
        for name in (gone := self.unused(keep)):
            self.delete(name)
        return gone

    def papers(self) -> int:
        """How many papers are live. Raises NothingLoaded before the first load."""
        if self.live() is None:
            raise NothingLoaded("No papers have been loaded yet.")
        with engine_errors():
            return int(self._client.count(index=self.alias)["count"])
