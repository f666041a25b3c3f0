"""A whole load: files -> records -> papers -> index, with the switch of the alias and the report.

It shows nothing: the script that calls it draws the bar and prints the report.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from service.errors import LoadError, SourceError
from service.index import Administration, Outcome, PaperIndex, Writer
from service.index.deleted import Deletions
from service.loading.defaults import filled
from service.loading.inputs import Found, open_input
from service.loading.keytable import KeyTable
from service.loading.report import FileReport, Rejects, Report
from service.loading.resolving import Resolver
from service.loading.shelf import Held, Shelf
from service.loading.values import ValueKeeper
from service.paper import Notice, Origin, Paper, Reject
from service.paper.merging import Contribution, again, contribution
from service.settings import Settings
from service.sources import Input, Source

# Records resolved together: large enough that one look-up serves many, small enough to stay in the caches.
CHUNK = 500
# Seconds between the generations that a long load writes, so that cached answers do not outlive what they say.
GENERATION_SECONDS = 5.0
# A build that is silent for ten minutes is taken for dead (index.administration).
BEAT_SECONDS = 60.0
# How often a record is tried again when another loader keeps changing its paper.
TRIES = 5


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """What the caller of a load may choose. `defaults` fills what a source lacks (venue, year, ...)."""

    format: str | None = None
    defaults: Mapping[str, str] = field(default_factory=dict)
    replace: bool = False
    dry_run: bool = False
    rejects: Path = Path("rejects.jsonl")


Progress = Callable[[int, int], None]


@dataclass(slots=True)
class Load:
    """Reads the records of all files, counting and keeping what is rejected."""

    files: Sequence[Found]
    options: LoadOptions
    report: Report
    rejects: Rejects
    # Called with (bytes of the file read since the last call, records so far).
    progress: Progress = lambda _bytes, _records: None

    def contributions(self) -> Iterator[tuple[FileReport, Contribution]]:
        """Every paper that is in the files, as a contribution whose occurrence is not counted yet."""
        for found in self.files:
            line = FileReport(found.path)
            self.report.files.append(line)
            yield from self._one_file(found, line)

    def _one_file(self, found: Found, line: FileReport) -> Iterator[tuple[FileReport, Contribution]]:
        if found.problem:
            line.reason = found.problem
            return
        try:
            opened = open_input(found, self.options.format)
        except SourceError as error:
            line.reason = error.detail
            return
        with opened.raw:
            if opened.source is None:
                line.reason = "empty file" if found.size == 0 else "no format recognises it: name one with --format"
                return
            line.format, line.encoding = opened.source.name, opened.encoding
            origin = Origin(opened.source.name, found.relative)
            position = 0
            for item in self._items(opened.source, opened.input):
                one = self._take(item, origin, line)
                if line.records % 256 == 0 and found.size and not opened.raw.closed:
                    here = opened.raw.tell()
                    self.progress(here - position, self.report.records)
                    position = here
                if one is not None:
                    yield line, one
            self.progress(max(found.size - position, 0), self.report.records)
        if not line.records and line.reason is None:
            line.reason = "no record in it"

    @staticmethod
    def _items(source: Source, data: Input) -> Iterator[Paper | Reject | Notice]:
        """What the source yields; a file that turns out to be damaged ends in a reject."""
        try:
            yield from source.parse(data)
        except SourceError as error:
            yield Reject("end of the file", error.detail)

    def _take(self, item: Paper | Reject | Notice, origin: Origin, line: FileReport) -> Contribution | None:
        if isinstance(item, Notice):
            line.notices += 1
            self.report.notices[item.message] = self.report.notices.get(item.message, 0) + 1
            return None
        line.records += 1
        if isinstance(item, Reject):
            line.rejected += 1
            self.rejects.add(line.path, item.record, item.reason, item.excerpt)
            return None
        line.papers += 1
        return contribution(filled(item, self.options.defaults) if self.options.defaults else item, origin)


def run_load(settings: Settings, files: Sequence[Found], options: LoadOptions, progress: Progress | None = None) -> Report:
    """Loads files and returns the report. Raises LoadError or EngineUnavailable when it can't be finished.

    A build (`replace`, or the first load) fills a new index and moves the alias at its end; otherwise papers are
    added to the live index or updated in it. A failed or killed build leaves the alias where it was.
    """
    report = Report(dry_run=options.dry_run)
    rejects = Rejects(options.rejects)
    load = Load(files, options, report, rejects, progress or (lambda _bytes, _records: None))
    try:
        if options.dry_run:
            for _ in load.contributions():
                pass
        else:
            _Run(settings, load).execute()
    finally:
        report.seconds = time.monotonic() - report.started
        rejects.close()
    return report


class _Run:
    """One load into an index: the parts and the order in which they work."""

    def __init__(self, settings: Settings, load: Load) -> None:
        self.load = load
        self.report = load.report
        self.administration = Administration(settings)
        self.live = self.administration.live()
        self.builds = load.options.replace or self.live is None
        self.target = self.administration.create() if self.builds or self.live is None else self.live
        self.values = ValueKeeper(settings, self.administration, self.target)
        self.deletions = Deletions(settings)
        self.writer = Writer(settings, self.target)
        self.table = KeyTable()
        self.written, self.changed = 0, False
        self.again: list[Contribution] = []
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
        collects = gc.isenabled()
        # A load makes millions of small objects, keeps few and ties none in circles: looking for such circles through
        # all that it keeps took a quarter of its time. Young objects are still looked at between chunks.
        gc.disable()
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
            if collects:
                gc.enable()
            self.writer.close()
            self.table.close()

    def _fill(self) -> None:
        chunk: list[tuple[FileReport, Contribution]] = []
        for item in self.load.contributions():
            chunk.append(item)
            if len(chunk) >= CHUNK:
                self._resolve(chunk)
                chunk = []
        if chunk:
            self._resolve(chunk)
        self.resolver.shelf.flush()
        self.resolver.shelf.settle()
        for _ in range(TRIES):
            if not self.again:
                return
            self._try_again()
        if self.again:
            raise LoadError(f"{len(self.again)} papers kept being changed by another load; load again when it has ended.")

    def _resolve(self, chunk: Sequence[tuple[FileReport, Contribution]]) -> None:
        before = self.table.occurrences([one.key for _, one in chunk])
        ready = []
        for (line, one), occurrence in zip(chunk, before, strict=True):
            ready.append(again(one, occurrence) if occurrence else one)
            self.lines[id(ready[-1])] = line
        self.resolver.resolve(ready)
        self.lines.clear()
        self._give_sign()

    def _give_sign(self) -> None:
        """An update writes a new generation, so that cached answers end; a build says that it lives."""
        pause = BEAT_SECONDS if self.builds else GENERATION_SECONDS
        if time.monotonic() - self._marked > pause:
            if self.builds:
                self.administration.beat(self.target)
            else:
                self.values.mark()
            self._marked = time.monotonic()

    def _try_again(self) -> None:
        """Records whose paper someone else wrote meanwhile are resolved against what is there now."""
        again, self.again = self.again, []
        self.administration.refresh(self.target)
        counts = self.resolver.counts.copy()
        self.resolver.target_has_papers = True
        self.resolver.resolve(again)
        # They were counted when they were first resolved.
        self.resolver.counts = counts
        self.resolver.shelf.flush()
        self.resolver.shelf.settle()

    def _learn(self, outcome: Outcome, paper: Held) -> None:
        self.changed = self.changed or outcome.status == "written"
        if outcome.status == "conflict":
            self.again += paper.contributions.values()
        elif outcome.status == "refused":
            for one in paper.contributions.values():
                self._refuse(one, outcome.reason)
        elif outcome.operation.document is None:
            self.written -= 1
        elif outcome.operation.expected is None:
            self.written += 1

    def _refuse(self, one: Contribution, reason: str) -> None:
        """Counts a paper as rejected after all."""
        line = self.lines.get(id(one)) or next(
            (file for file in self.report.files if file.path.endswith(one.origin.file)), self.report.files[-1]
        )
        line.papers -= 1
        line.rejected += 1
        self.load.rejects.add(line.path, one.paper.record or one.mark.own_id, reason, next(iter(one.paper.titles.values()), ""))

    def _finish(self) -> None:
        if not self.report.papers:
            self.report.failure = "no paper in what was given: nothing was changed"
        if not self.report.papers and self.builds:
            # An empty index in the place of a full one is never what was meant.
            self.administration.delete(self.target)
            return
        if self.builds:
            self._replace()
        else:
            self.values.finish_update(self.changed)
        if self.values.count is not None:
            self.report.values, self.report.terms = self.values.count
            self.report.values_seconds = self.values.seconds
        if self.values.searchable is not None:
            self.report.searchable_seconds = self.values.searchable - self.report.started
        counts = self.resolver.counts
        self.report.new, self.report.updated = counts["new"], counts["updated"]
        self.report.unchanged, self.report.merged, self.report.removed = counts["unchanged"], counts["merged"], counts["removed"]
        self.report.index = self.target
        self.report.papers_in_index = self.administration.papers()

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
