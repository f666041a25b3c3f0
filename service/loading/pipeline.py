"""A whole load: files -> records -> papers -> index, with the switch of the alias and the report.

It shows nothing: the script that calls it draws the bar and prints the report.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence
from dataclasses import replace

from service.errors import LoadError
from service.index import Administration, Outcome, PaperIndex, Writer
from service.index.deleted import Deletions
from service.index.succession import successor, writable
from service.loading.inputs import Found
from service.loading.keytable import KeyTable
from service.loading.quiet import without_collector
from service.loading.reading import Checkpoint, Load, LoadOptions, Progress, Reading
from service.loading.rejoining import rejoin
from service.loading.report import FileReport, Rejects, Report
from service.loading.resolving import Resolver
from service.loading.shelf import Held, Shelf
from service.loading.values import ValueKeeper
from service.loading.withdrawing import withdraw
from service.paper.document import contributions_of
from service.paper.merging import Contribution, again
from service.settings import Settings

# Records resolved together: large enough that one look-up serves many, small enough to stay in the caches.
CHUNK = 500
# Seconds between the generations that a long load writes, so that cached answers do not outlive what they say.
GENERATION_SECONDS = 5.0
# A build that is silent for ten minutes is taken for dead (index.administration).
BEAT_SECONDS = 60.0
# How often a record is tried again when another loader keeps changing its paper.
TRIES = 5


def run_load(settings: Settings, files: Sequence[Found], options: LoadOptions, progress: Progress | None = None) -> Report:
    """Loads files and returns the report. Raises LoadError or EngineUnavailable when it can't be finished.

    A build (`replace`, or the first load) fills a new index and moves the alias at its end; otherwise papers are
    added to the live index or updated in it. A failed or killed build leaves the alias where it was.
    """
    report = Report(dry_run=options.dry_run)
    rejects = Rejects(options.rejects)
    run_reading(settings, Load(options, report, rejects, files, progress or (lambda _bytes, _records: None)))
    return report


def run_reading(settings: Settings, reading: Reading) -> None:
    """Loads what is read, with the dry run and the times that all loads have; the report is the reading's. Raises as run_load."""
    try:
        if reading.options.dry_run:
            for _ in reading.contributions():
                pass
            if not reading.report.papers and not reading.may_be_empty:
                reading.report.failure = "no paper in what was given"
        else:
            Run(settings, reading).execute()
        reading.rejects.finish()
    finally:
        reading.report.seconds = time.monotonic() - reading.report.started
        reading.rejects.close()


class Run:
    """One load into an index: the parts and the order in which they work."""

    def __init__(self, settings: Settings, load: Reading) -> None:
        self.settings, self.load = settings, load
        self.report = load.report
        self.administration = Administration(settings)
        self.live = self.administration.live()
        self.builds = load.options.replace or self.live is None
        self.target = (
            self.administration.create() if self.builds or self.live is None else writable(self.administration, self.live)
        )
        self.values = ValueKeeper(settings, self.administration, self.target)
        self.deletions = Deletions(settings)
        self.writer = Writer(settings, self.target)
        self.table = KeyTable()
        self.written, self.changed = 0, False
        self.again: list[Contribution] = []
        # Papers that should have been deleted, since another holds all that they were made of.
        self.unremoved: list[str] = []
        self.closed = False
        self.lines: dict[int, FileReport] = {}
        index = PaperIndex(replace(settings, request_timeout=120.0))
        self.resolver = Resolver(
            index,
            self.target,
            Shelf(index, self.target, self.writer, self._learn),
            self.table,
            self._refuse,
            past=self.live if self.builds else None,
            target_has_papers=not self.builds,
        )
        self._marked = time.monotonic()

    def execute(self) -> None:
        """Runs the load to its end, or takes a new index away again."""
        with without_collector():
            self._execute()

    def _execute(self) -> None:
        try:
            if self.live is not None:
                self.deletions.settle(self.live)
            if not self.builds:
                self.administration.refresh(self.target)
                self.values.mark()
            self._fill()
            self._finish()
        except BaseException:
            self._abandon()
            raise
        finally:
            self.writer.close()
            self.table.close()

    def _fill(self) -> None:
        chunk: list[tuple[FileReport, Contribution]] = []
        for item in self.load.contributions():
            if isinstance(item, Checkpoint):
                self._resolve(chunk)
                self._reach(item)
                chunk = []
                continue
            chunk.append(item)
            if len(chunk) >= CHUNK:
                self._resolve(chunk)
                chunk = []
        self._resolve(chunk)
        self._settle()

    def _settle(self) -> None:
        """Waits until everything so far is in the index, also what other loads were changing."""
        self.resolver.shelf.flush()
        self.resolver.shelf.settle()
        for _ in range(TRIES):
            if not self.again and not self.unremoved:
                return
            self._try_again()
        if left := len(self.again) + len(self.unremoved):
            raise LoadError(f"{left} papers kept being changed by another load; load again when it has ended.")

    def _resolve(self, chunk: Sequence[tuple[FileReport, Contribution]]) -> None:
        if not chunk:
            return
        # Records with names of their own are told apart by these.
        counted = self.table.occurrences([one.key for _, one in chunk if not one.origin.names_records])
        before = iter(counted)
        ready = []
        for line, one in chunk:
            occurrence = 0 if one.origin.names_records else next(before)
            ready.append(again(one, occurrence) if occurrence else one)
            self.lines[id(ready[-1])] = line
        self.resolver.resolve(ready)
        self.lines.clear()
        self._give_sign()

    def _reach(self, checkpoint: Checkpoint) -> None:
        """Makes everything so far safe, takes out what is to be withdrawn, and says so."""
        self._settle()
        # Parsers of XML are circles, and each holds its page: 2.3 MB a page of 1,000 records. Young as they are, this is cheap.
        gc.collect(0)
        for _ in range(TRIES):
            withdrawn, gone = withdraw(self.resolver, checkpoint.origin, checkpoint.withdrawn)
            if not withdrawn:
                return checkpoint.reached()
            # Noted before they go, since a kill in between would forget it; and after, when it is true.
            self.deletions.record(gone)
            self._settle()
            self.administration.refresh(self.target)
            self.deletions.record(gone)
        raise LoadError("Papers that were to be deleted kept being changed by another load: load again when that has ended.")

    def _give_sign(self) -> None:
        """An update writes a new generation, so that cached answers end; a build says that it lives."""
        if self.closed:
            self._follow()
        pause = BEAT_SECONDS if self.builds else GENERATION_SECONDS
        if time.monotonic() - self._marked > pause:
            if self.builds:
                self.administration.beat(self.target)
            else:
                self.values.mark()
            self._marked = time.monotonic()

    def _try_again(self) -> None:
        """Records whose paper someone else wrote meanwhile are resolved against what is there now."""
        if self.closed:
            self._follow()
        again, self.again = self.again, []
        for known in self.resolver.index.whole(self.unremoved, self.target):
            again += contributions_of(known.document)
        self.unremoved = []
        self.administration.refresh(self.target)
        counts = self.resolver.counts.copy()
        self.resolver.target_has_papers = True
        self.resolver.resolve(again)
        # They were counted when they were first resolved.
        self.resolver.counts = counts
        self.resolver.shelf.flush()
        self.resolver.shelf.settle()

    def _follow(self) -> None:
        """The index takes no writes any more, since one that was made of it takes its place: waits for that and goes on in it."""
        self.resolver.shelf.flush()
        self.resolver.shelf.settle()
        self.closed = False
        target = successor(self.administration, self.target)
        if target != self.target:
            self.target = writable(self.administration, target)
            self.writer.index = self.target
            self.resolver.move(self.target)
            self.values = ValueKeeper(self.settings, self.administration, self.target)
        self.values.mark()

    def _learn(self, outcome: Outcome, paper: Held) -> None:
        self.changed = self.changed or outcome.status == "written"
        if outcome.status in ("conflict", "closed"):
            self.closed = self.closed or outcome.status == "closed"
            self.again += paper.contributions.values()
            if outcome.operation.document is None:
                self.unremoved.append(paper.id)
        elif outcome.status == "refused":
            for one in paper.contributions.values():
                self._refuse(one, outcome.reason)
        elif outcome.operation.document is None:
            self.written -= 1
        elif outcome.operation.expected is None:
            self.written += 1

    def _refuse(self, one: Contribution, reason: str) -> None:
        """Counts a paper as rejected after all."""
        named = (file for file in self.report.files if one.origin.file in (file.name, file.path))
        line = self.lines.get(id(one)) or next(named, None) or next(reversed(self.report.files), None)
        if line is None:
            raise LoadError(f"What {one.origin.file!r} says of the paper {one.mark.own_id!r} can't be written: {reason}")
        line.papers -= 1
        line.rejected += 1
        self.load.rejects.add(line.path, one.paper.record or one.mark.own_id, reason, next(iter(one.paper.titles.values()), ""))

    def _finish(self) -> None:
        if not self.report.papers and not self.load.may_be_empty:
            self.report.failure = "no paper in what was given: nothing was changed"
        if not self.report.papers and self.builds:
            # An empty index in the place of a full one is never what was meant.
            self.administration.delete(self.target)
            return
        if self.builds:
            self._replace()
        else:
            self._rejoin()
            self.values.finish_update(self.changed)
        if self.values.count is not None:
            self.report.values, self.report.terms = self.values.count
            self.report.values_seconds = self.values.seconds
        if self.values.searchable is not None:
            self.report.searchable_seconds = self.values.searchable - self.report.started
        counts = self.resolver.counts
        self.report.new, self.report.updated = counts["new"], counts["updated"]
        self.report.unchanged, self.report.merged, self.report.removed = counts["unchanged"], counts["merged"], counts["removed"]
        self.report.replacing = sorted(self.resolver.changed.keys() - self.resolver.kept.keys())
        self.report.index = self.target
        self.report.papers_in_index = self.administration.papers()

    def _rejoin(self) -> None:
        """Joins what another load wrote at the same time, unseen: the load that ends last sees everything."""
        self.values.mark()
        if not self.values.is_alone:
            self.administration.refresh(self.target)
            if rejoin(self.settings, self.resolver, self.values.settled):
                self.changed = True
                self._settle()

    def _replace(self) -> None:
        """Ends a build. Deletions are noted before the alias moves and hold once it has: no kill loses one or makes one up."""
        live = self.administration.live()
        if live is not None:
            self.administration.refresh(self.target)
            self.deletions.record(self.deletions.lost(live, self.target), by=self.target)
        self.values.finish_build(self.written)
        self.deletions.settle(self.target)
        self.deletions.forget()

    def _abandon(self) -> None:
        if self.builds and self.administration.live() != self.target:
            self.writer.close()
            self.administration.delete(self.target)
