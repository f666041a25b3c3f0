"""Puts a backup into the index: as a new index in the place of nothing or of the live one, or paper by paper into the live one.

How a backup is written and read is service.loading.backup.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from service.errors import LoadError
from service.index import Administration, Known, PaperIndex
from service.index.deleted import Deletions
from service.loading.backup import Backup, Deletion
from service.loading.copies import Copy, as_bytes, made_anew
from service.loading.pipeline import CHUNK, Run
from service.loading.quiet import without_collector
from service.loading.reading import LoadOptions, Reading
from service.loading.report import FileReport, Rejects, Report
from service.loading.values import ValueKeeper
from service.mapping import SCHEMA_VERSION
from service.paper.document import contributions_of
from service.paper.merging import Contribution
from service.settings import Settings

# (bytes of the file read since the last call, papers so far)
Progress = Callable[[int, int], None]
BEAT_SECONDS = 60.0
# Where the resolver looks up how papers of the backup were called; no index has such a name.
_BACKUP = "<backup>"


@dataclass(slots=True)
class Imported:
    """What an import did. Of a merge `new`, `updated`, `unchanged`, `merged` count as in a load's report."""

    papers: int = 0
    deleted: int = 0
    index: str | None = None
    merge: dict[str, int] | None = None
    seconds: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def run_import(
    settings: Settings, path: str, mode: str = "empty", progress: Progress | None = None, dry_run: bool = False
) -> Imported:
    """Imports a backup. Mode `empty` refuses where papers are, `replace` puts it in their place, `merge` adds it to them.

    Raises LoadError, EngineUnavailable. A build that fails or is killed changes nothing; a merge is repeated.
    """
    began = time.monotonic()
    administration = Administration(settings)
    live = administration.live()
    has_papers = live is not None and administration.refresh(live) > 0
    if has_papers and mode == "empty":
        raise LoadError(
            f"There are papers behind {settings.papers_alias!r} already: add the backup to them with --merge, "
            "put it in their place with --replace, or set PAPERS_ALIAS to another name."
        )
    backup = Backup(path)
    tell = _Told(backup, progress)
    try:
        with without_collector():
            if dry_run:
                found = _count(backup, tell)
            elif mode == "merge" and has_papers:
                found = _merge(settings, backup, tell)
            else:
                found = _build(settings, administration, live, backup, tell)
    finally:
        backup.close()
    found.seconds = time.monotonic() - began
    return found


class _Told:
    """Hands progress on, every so many papers."""

    def __init__(self, backup: Backup, progress: Progress | None) -> None:
        self._backup, self._progress = backup, progress or (lambda _bytes, _papers: None)
        self._at = 0

    def __call__(self, papers: int) -> None:
        if papers % 500 == 0:
            here = self._backup.position
            self._progress(here - self._at, papers)
            self._at = here


def _count(backup: Backup, tell: _Told) -> Imported:
    found = Imported()
    for item in backup.items():
        if isinstance(item, Deletion):
            found.deleted += 1
        else:
            made_anew(item)
            found.papers += 1
            tell(found.papers)
    return found


def _build(settings: Settings, administration: Administration, live: str | None, backup: Backup, tell: _Told) -> Imported:
    target = administration.create()
    found, gone = Imported(index=target), _Gone(settings)
    copy = Copy(settings, target)
    beaten = time.monotonic()
    try:
        for item in backup.items():
            if isinstance(item, Deletion):
                gone.add(item)
                continue
            # Of the same mapping it is put back byte for byte; of an older one it is made anew.
            document = item if backup.mapping == SCHEMA_VERSION else made_anew(item)
            copy.put(document["id"], as_bytes(document))
            found.papers += 1
            tell(found.papers)
            if time.monotonic() - beaten > BEAT_SECONDS:
                administration.beat(target)
                beaten = time.monotonic()
        copy.settle()
        found.deleted = gone.settle()
        deletions = Deletions(settings)
        if live is not None:
            administration.refresh(target)
            deletions.settle(live)
            deletions.record(deletions.lost(live, target), by=target)
        ValueKeeper(settings, administration, target).finish_build(found.papers)
        deletions.settle(target)
        deletions.forget()
    except BaseException:
        copy.close()
        if administration.live() != target:
            administration.delete(target)
        raise
    copy.close()
    return found


class _Gone:
    """Deletions of a backup, noted some thousands at a time."""

    def __init__(self, settings: Settings) -> None:
        self._deletions = Deletions(settings)
        self._waiting: list[tuple[str, str]] = []
        self._count = 0

    def add(self, one: Deletion) -> None:
        self._waiting.append((one.id, one.deleted))
        if len(self._waiting) >= 5000:
            self.settle()

    def settle(self) -> int:
        """Notes the rest; returns how many there were in all."""
        self._count += len(self._waiting)
        self._deletions.restore(self._waiting)
        self._waiting = []
        return self._count


def _merge(settings: Settings, backup: Backup, tell: _Told) -> Imported:
    reading = _Contributions(LoadOptions(), Report(), Rejects(Path("rejects.jsonl")), backup, tell)
    run = Run(settings, reading)
    # Papers that are new here keep the id, the earlier ids and the times that they have in the backup.
    run.resolver.index, run.resolver.past = _Reader(settings, reading), _BACKUP
    run.execute()
    reading.rejects.close()
    gone, report = _Gone(settings), reading.report
    for one in reading.deletions:
        gone.add(one)
    merged = {name: getattr(report, name) for name in ("new", "updated", "unchanged", "merged", "removed", "rejected")}
    return Imported(reading.count, gone.settle(), report.index, merged)


@dataclass(slots=True)
class _Contributions(Reading):
    """The contributions of a backup's papers, as a load reads records."""

    backup: Backup
    tell: _Told
    count: int = 0
    deletions: list[Deletion] = field(default_factory=list)
    # The papers of the latest contributions, which the resolver asks for; twice a chunk of them at least.
    _latest: OrderedDict[str, Known] = field(default_factory=OrderedDict)

    def contributions(self) -> Iterator[tuple[FileReport, Contribution]]:
        line = FileReport(self.backup.path, "backup", "utf-8")
        self.report.files.append(line)
        for item in self.backup.items():
            if isinstance(item, Deletion):
                self.deletions.append(item)
                continue
            self.count += 1
            known = Known(item, -1, -1)
            for one in contributions_of(item):
                self._latest[one.key] = known
                if len(self._latest) > 3 * CHUNK:
                    self._latest.popitem(last=False)
                line.records += 1
                line.papers += 1
                yield line, one
            self.tell(self.count)

    def known(self, keys: Iterable[str]) -> list[Known]:
        """The papers of the latest contributions that have any of these keys."""
        wanted = set(keys)
        found = {known.id: known for known in self._latest.values()}
        return [known for known in found.values() if not wanted.isdisjoint(known.document["keys"])]


class _Reader(PaperIndex):
    """Reads the index, and the backup where the resolver asks how papers were called in the past."""

    def __init__(self, settings: Settings, reading: _Contributions) -> None:
        super().__init__(replace(settings, request_timeout=120.0))
        self._reading = reading

    def find(self, keys: Sequence[str], index: str | None = None) -> list[Known]:
        """As PaperIndex.find; of the past, what the backup says."""
        return self._reading.known(keys) if index == _BACKUP else super().find(keys, index)
