"""Compares files with the live index: which of their records are missing there, which are there as they were before.

It writes nothing. Files are read as a load reads them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import Any

from service.errors import NothingLoaded
from service.index import Administration, PaperIndex, PaperSource
from service.loading.inputs import Found
from service.loading.keytable import KeyTable
from service.loading.pipeline import CHUNK
from service.loading.quiet import without_collector
from service.loading.reading import Load, LoadOptions, Progress
from service.loading.report import FileReport, Rejects, Report
from service.paper import Origin
from service.paper.merging import Contribution, again, contribution_key
from service.settings import Settings

MISSING, STALE, LEFT = "missing", "stale", "left"
# Of so many records it is told which they are; all are counted.
TOLD = 10_000


@dataclass(frozen=True, slots=True)
class Difference:
    """One record that is `missing` in the index, `stale` there, or `left` there though its file has it no more."""

    kind: str
    file: str
    id: str
    title: str = ""


@dataclass(slots=True)
class Compared:
    """Counts of records, and which ones differ (at most TOLD of them)."""

    records: int = 0
    rejected: int = 0
    present: int = 0
    missing: int = 0
    stale: int = 0
    left: int = 0
    # Of the missing records those that the index has as they are, but from files of these other names.
    elsewhere: dict[str, int] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    files: list[FileReport] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        """Whether the index has every record as it is in the files."""
        return not self.missing and not self.stale

    def note(self, kind: str, file: str, name: str, title: str = "") -> None:
        """Counts a difference."""
        setattr(self, kind, getattr(self, kind) + 1)
        if len(self.differences) < TOLD:
            self.differences.append(Difference(kind, file, name, title))

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {"agrees": self.agrees, **asdict(self)}


def compare(settings: Settings, files: Sequence[Found], options: LoadOptions, progress: Progress | None = None) -> Compared:
    """Reads files and looks each record up in the live index. Raises NothingLoaded, EngineUnavailable."""
    administration = Administration(settings)
    live = administration.live()
    if live is None:
        raise NothingLoaded("There is nothing to compare with: no papers have been loaded yet.")
    administration.refresh(live)
    report, rejects = Report(dry_run=True), Rejects(options.rejects)
    load = Load(options, report, rejects, files, progress or (lambda _bytes, _records: None))
    index, found = PaperIndex(replace(settings, request_timeout=120.0)), Compared()
    origins: set[tuple[str, str]] = set()
    with without_collector(), KeyTable() as table:
        records = load.contributions()
        while chunk := list(islice(records, CHUNK)):
            origins |= {(one.origin.source, one.origin.file) for _, one in chunk}
            _look_up(index, live, _numbered(table, chunk), found)
        for left in _left(settings, live, origins, table):
            found.note(LEFT, left["file"], left["id"])
    rejects.close()
    found.records, found.rejected, found.files = report.records, report.rejected, report.files
    return found


def _numbered(table: KeyTable, chunk: Sequence[tuple[FileReport, Contribution]]) -> list[tuple[FileReport, Contribution]]:
    """The records under the keys that a load gives them."""
    before = table.occurrences([one.key for _, one in chunk])
    return [(line, again(one, n) if n else one) for (line, one), n in zip(chunk, before, strict=True)]


def _look_up(index: PaperIndex, live: str, chunk: Sequence[tuple[FileReport, Contribution]], found: Compared) -> None:
    keys = {key for _, one in chunk for key in one.mark.keys}
    stored: dict[str, str] = {}
    names: dict[tuple[str, str, str], str] = {}
    for known in index.find(sorted(keys), live):
        for key, record in zip(known.contribution_keys, known.document["contributions"], strict=True):
            stored[key] = record["digest"]
            names[record["source"], record["id"], record["digest"]] = record["file"]
    for line, one in chunk:
        if one.key in stored and stored[one.key] == one.digest:
            found.present += 1
            continue
        if one.key not in stored and (name := names.get((one.origin.source, one.mark.own_id, one.digest))):
            found.elsewhere[name] = found.elsewhere.get(name, 0) + 1
        title = next(iter(one.paper.titles.values()), "")[:120]
        found.note(STALE if one.key in stored else MISSING, line.path, one.mark.own_id, title)


def _left(settings: Settings, live: str, origins: set[tuple[str, str]], table: KeyTable) -> Iterator[dict[str, Any]]:
    """What the index has of these files that they have no more."""
    if not origins:
        return
    query = {"terms": {"sources": sorted({source for source, _ in origins})}}
    for page in PaperSource(settings, live).papers(query):
        stored = [one for paper in page for one in paper.document["contributions"] if (one["source"], one["file"]) in origins]
        names = [contribution_key(Origin(one["source"], one["file"]), one["id"], 0) for one in stored]
        yield from (one for one, count in zip(stored, table.met(names), strict=True) if one["n"] >= count)
