"""Reads the records of files as contributions, counting and keeping what is rejected.

It writes nothing into an index: that is the pipeline's work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from service.errors import SourceError
from service.loading.defaults import UNKNOWN_TYPE, filled, typed
from service.loading.inputs import UNPACK_LIMIT, Choices, Found, Opened, open_inputs
from service.loading.report import FileReport, Rejects, Report
from service.paper import Notice, Origin, Paper, Reject
from service.paper.merging import Contribution, contribution
from service.sources import Input, Source
from service.sources.parts import parts


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """What the caller of a load may choose. `defaults` fills what a source lacks (venue, year, ...)."""

    format: str | None = None
    defaults: Mapping[str, str] = field(default_factory=dict)
    replace: bool = False
    dry_run: bool = False
    rejects: Path = Path("rejects.jsonl")
    # The codec of all files, where it is known better than by guessing.
    encoding: str | None = None
    # Bytes that one file may unpack to.
    unpack_limit: int = UNPACK_LIMIT
    # Of tables: fields of ours, and the names or numbers of their columns.
    columns: Mapping[str, str] = field(default_factory=dict)


Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Stands between records: `reached` is called when all before it are safe in the index.

    Before that the `withdrawn` records (by their names) of `origin` are taken out of their papers.
    """

    reached: Callable[[], None]
    origin: Origin
    withdrawn: Sequence[str] = ()


@dataclass(slots=True)
class Reading:
    """What reading records has to do with whatever they stand in: counting, and keeping what is rejected."""

    options: LoadOptions
    report: Report
    rejects: Rejects
    # Whether it is fine that there is no paper at all.
    may_be_empty: ClassVar[bool] = False

    def contributions(self) -> Iterator[tuple[FileReport, Contribution] | Checkpoint]:
        """Every paper, as a contribution whose occurrence is not counted yet."""
        raise NotImplementedError

    @staticmethod
    def _items(source: Source, data: Input) -> Iterator[Paper | Reject | Notice]:
        """What the source yields; a file that turns out to be damaged ends in a reject."""
        try:
            yield from source.parse(data)
        except SourceError as error:
            yield Reject("end of the file", error.detail)

    def _take(self, item: Paper | Reject | Notice, origin: Origin, line: FileReport) -> Contribution | None:
        if isinstance(item, Notice):
            self._note(item.message, line)
            return None
        line.records += 1
        if isinstance(item, Reject):
            line.rejected += 1
            self.rejects.add(line.path, item.record, item.reason, item.excerpt)
            return None
        line.papers += 1
        if (paper := typed(item)) is not item:
            if paper.type is None:
                self._note(UNKNOWN_TYPE, line)
            item = paper
        return contribution(filled(item, self.options.defaults) if self.options.defaults else item, origin)

    def _note(self, message: str, line: FileReport) -> None:
        line.notices += 1
        self.report.notices[message] = self.report.notices.get(message, 0) + 1


@dataclass(slots=True)
class Load(Reading):
    """The records of all files."""

    files: Sequence[Found] = ()
    # Called with (bytes of the file read since the last call, records so far).
    progress: Progress = lambda _bytes, _records: None

    def contributions(self) -> Iterator[tuple[FileReport, Contribution]]:
        """Every paper that is in the files, as a contribution whose occurrence is not counted yet."""
        choices = Choices(self.options.format, self.options.encoding, self.options.unpack_limit, self.options.columns)
        for found in self.files:
            position = 0
            # Closed also when a load ends in the middle of it.
            with closing(open_inputs(found, choices)) as all_opened:
                for opened in all_opened:
                    line = FileReport(opened.found.path, name=opened.found.relative)
                    self.report.files.append(line)
                    for one in self._one_file(opened, line):
                        if line.records % 256 == 0 and found.size:
                            position = self._tell(position, opened.raw.tell())
                        if one is not None:
                            yield line, one
            self._tell(position, found.size)

    def _tell(self, before: int, here: int) -> int:
        """Tells how far reading has come in the file on disk; in a zip it may go back."""
        if here > before:
            self.progress(here - before, self.report.records)
        return max(before, here)

    def _one_file(self, opened: Opened, line: FileReport) -> Iterator[Contribution | None]:
        line.reason = opened.found.problem
        if opened.source is None:
            return
        line.format, line.encoding = opened.source.name, opened.encoding
        origin = Origin(opened.source.name, opened.found.relative)
        for part in parts(opened.source, opened.input, is_one=self.options.format is not None):
            if isinstance(part, (Notice, Reject)):
                yield self._take(part, origin, line)
                continue
            source, data = part
            if source.name != origin.source:
                line.format = f"{line.format} + {source.name}" if source.name not in (line.format or "") else line.format
                origin = Origin(source.name, opened.found.relative)
            for item in self._items(source, data):
                yield self._take(item, origin, line)
        if damage := opened.damage():
            line.reason = damage
            yield self._take(Reject("end of the file", damage), origin, line)
        if not line.papers and opened.likely:
            line.reason = f"no paper in it when read as {opened.source.name}: it looks like --format {opened.likely}"
        elif not line.records:
            line.reason = "no record in it"
        elif not line.papers and not line.reason:
            line.reason = f"no paper in it: {self.rejects.latest}"
