"""Makes the live index anew, with today's mapping and today's documents, while it is searched and loaded into.

Papers stay as they were grouped: each is made again of its own contributions. Reading files is not its matter.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from service.errors import LoadError, NothingLoaded
from service.index import Administration, PaperSource, Stored
from service.index.copying import Places
from service.index.deleted import Deletions
from service.index.naming import is_busy
from service.loading.copies import Copy, as_bytes, made_anew
from service.loading.quiet import without_collector
from service.loading.values import ValueKeeper
from service.mapping import SCHEMA_VERSION
from service.settings import Settings

# (what is being done, papers done, papers in all)
Progress = Callable[[str, int, int], None]

# Loads wait while the last changes are copied; so many of them take well under a second.
FEW = 300
# Rounds of catching up before the last one. A loader writes about as fast as this copies, so each is shorter than the one before.
ROUNDS = 8
# A build that is silent for ten minutes is taken for dead (index.naming).
BEAT_SECONDS = 60.0
SAMPLE = 200
# Seconds in which another run that began at the same time gives way.
PATIENCE = 10.0


@dataclass(slots=True)
class Reindexed:
    """What a reindexing did: from which index to which, papers copied and of them changed, seconds, also those without writes."""

    old: str
    new: str | None = None
    papers: int = 0
    # Documents that today's code makes otherwise than they were stored.
    changed: int = 0
    caught_up: int = 0
    removed: int = 0
    compared: int = 0
    values: int = 0
    seconds: float = 0.0
    closed_seconds: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def run_reindex(settings: Settings, progress: Progress | None = None, dry_run: bool = False) -> Reindexed:
    """Builds a new index of the live one's papers and puts it in its place. Raises LoadError, EngineUnavailable.

    Whatever goes wrong, also a kill, before the alias moves: the old index is live, and another run begins anew.
    """
    administration = Administration(settings)
    live = administration.live()
    if live is None:
        raise NothingLoaded("There is nothing to reindex: no papers have been loaded yet.")
    if (found := int(administration.meta(live)["version"])) > SCHEMA_VERSION:
        raise LoadError(f"{live!r} has mapping {found}, of a newer release than this one ({SCHEMA_VERSION}): reindex with that.")
    run = _Run(settings, administration, live, progress or (lambda _what, _done, _all: None))
    with without_collector():
        return run.rehearse() if dry_run else run.execute()


class _Run:
    """One reindexing: the steps in their order."""

    def __init__(self, settings: Settings, administration: Administration, old: str, progress: Progress) -> None:
        self.settings, self.administration, self.progress = settings, administration, progress
        self.old, self.new = old, ""
        self.source = PaperSource(settings, old)
        self.found = Reindexed(old)
        self._beaten = self._began = time.monotonic()

    def rehearse(self) -> Reindexed:
        """Makes every document and writes none."""
        self.administration.refresh(self.old)
        count = self.source.count()
        for page in self.source.papers():
            self._make(page)
            self.progress("making documents", self.found.papers, count)
        self.found.seconds = time.monotonic() - self._began
        return self.found

    def execute(self) -> Reindexed:
        """Runs to the end, or takes the new index away again."""
        self._refuse_another()
        Deletions(self.settings).settle(self.old)
        self.new = self.administration.create(of=self.old)
        values = ""
        copy = Copy(self.settings, self.new)
        try:
            self._refuse_another()
            places = self._copy_all(copy)
            places = self._catch_up(copy, places)
            values = self._make_values()
            places = self._catch_up(copy, places)
            self._take_over(copy, places, values)
        except BaseException:
            copy.close()
            self._abandon(values)
            raise
        copy.close()
        self.administration.prune()
        self.found.new = self.new
        self.found.seconds = time.monotonic() - self._began
        return self.found

    def _refuse_another(self) -> None:
        """Two at once would close and open the same index: of two that began together one gives way."""
        deadline = time.monotonic() + PATIENCE
        while others := sorted(self._others()):
            if not self.new or others[0] < self.new or time.monotonic() > deadline:
                raise LoadError(f"Another reindexing fills {others[0]!r}: wait for its end (`python -m scripts.index status`).")
            time.sleep(0.2)

    def _others(self) -> list[str]:
        return [
            name
            for name, meta in self.administration.metas().items()
            if meta.get("of") and not meta.get("complete") and is_busy(meta) and name != self.new
        ]

    def _copy_all(self, copy: Copy) -> Places:
        places, count = self.source.places(), self.source.count()
        for page in self.source.papers():
            self._put(copy, page)
            self.found.papers += len(page)
            self.progress("copying", self.found.papers, count)
            self._beat()
        copy.settle()
        return places

    def _catch_up(self, copy: Copy, places: Places) -> Places:
        """Copies what was changed meanwhile, until few changes are left or none of the rounds makes them fewer."""
        for _ in range(ROUNDS):
            now = self.source.places()
            if self.source.changes(places) <= FEW:
                break
            self._copy_changes(copy, places)
            places = now
        return places

    def _copy_changes(self, copy: Copy, places: Places) -> int:
        count = 0
        for page in self.source.changed(places):
            self._put(copy, page)
            count += len(page)
            self.found.caught_up += len(page)
            self.progress("catching up", self.found.caught_up, self.found.caught_up)
            self._beat()
        copy.settle()
        return count

    def _take_over(self, copy: Copy, places: Places, values: str) -> None:
        """The only part in which loads have to wait: the last changes, the comparison, and the move of both aliases."""
        began = time.monotonic()
        try:
            self.administration.close(self.old, self.new)
            self.source.places()
            late = self._copy_changes(copy, places) + self._remove_deleted(copy)
            self._compare()
            self.administration.restore(self.new)
            # As it is now: a load that goes on in the new index marks it at once.
            generation = self.administration.meta(self.new)["generation"]
            self.administration.switch(self.new, values, instead=self.old)
        finally:
            if self.administration.live() == self.old:
                self.administration.open_again(self.old)
        self.found.closed_seconds = time.monotonic() - began
        if late:
            # They were counted before the last papers came. A load that goes on makes them anew at its end as well.
            ValueKeeper(self.settings, self.administration, self.new).follow()
        else:
            self.administration.seal(values, generation)

    def _remove_deleted(self, copy: Copy) -> int:
        """Takes out what was deleted meanwhile. All that is in the old index is in the new: so equal counts say that none was."""
        if self.administration.refresh(self.new) == self.source.count():
            return 0
        removed = copy.remove(PaperSource(self.settings, self.new).surplus(self.old))
        copy.settle()
        self.found.removed += removed
        return removed

    def _compare(self) -> None:
        """Counts, and a sample of papers as they can be searched and as they are stored. Raises LoadError."""
        here, there = self.administration.refresh(self.new), self.source.count()
        if here != there:
            raise LoadError(f"The new index holds {here} papers and the old one {there}; the old one stays. Run it again.")
        target = PaperSource(self.settings, self.new)
        drawn = {document["id"]: as_bytes(made_anew(document)) for document in self.source.sample(SAMPLE)}
        stored = {one.document["id"]: one.document for page in target.papers({"terms": {"id": list(drawn)}}) for one in page}
        for paper_id, made in drawn.items():
            if paper_id not in stored or as_bytes(stored[paper_id]) != made:
                raise LoadError(f"The paper {paper_id!r} is not the same in both indices; the old one stays. Run it again.")
        self.found.compared = len(drawn)

    def _make_values(self) -> str:
        self.administration.refresh(self.new)
        keeper = ValueKeeper(self.settings, self.administration, self.new)
        values = keeper.make()
        self.found.values = keeper.count.values if keeper.count else 0
        return values

    def _put(self, copy: Copy, page: Iterable[Stored]) -> None:
        for one in page:
            document = self._anew(one)
            copy.put(document["id"], as_bytes(document), version=one.seq_no)

    def _make(self, page: Iterable[Stored]) -> None:
        for one in page:
            self._anew(one)
            self.found.papers += 1

    def _anew(self, one: Stored) -> dict[str, Any]:
        document = made_anew(one.document)
        self.found.changed += document != one.document
        return document

    def _beat(self) -> None:
        if time.monotonic() - self._beaten > BEAT_SECONDS:
            self.administration.beat(self.new)
            self._beaten = time.monotonic()

    def _abandon(self, values: str) -> None:
        live = self.administration.live()
        if live != self.new:
            self.administration.delete(self.new)
        if values and self.administration.live_values() != values:
            self.administration.delete(values)
