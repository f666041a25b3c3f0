"""A harvest, page by page: what a service gives goes through the pipeline, and how far it came is saved behind each page.

It asks no service itself (harvesters/) and shows nothing: the script draws the bar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import ClassVar

from service.errors import HarvestError
from service.harvesters.keeping import JOURNAL, Keeper, Kept, kept_pages
from service.harvesters.model import Harvester, Page
from service.harvesters.naming import named
from service.harvesters.state import Progress, State
from service.index import Administration, PaperIndex
from service.loading.pipeline import run_reading
from service.loading.reading import Checkpoint, LoadOptions, Reading
from service.loading.report import FileReport, Rejects, Report
from service.paper import Notice, Origin, Paper, Reject
from service.paper.merging import Contribution, record_key
from service.paper.model import HARVESTED
from service.settings import Settings
from service.sources import SOURCES, Input

# Told of each page: records so far in this round, and how many there are in all where the service says.
Watch = Callable[[int, int | None], None]
# Told of a page that is safe in the index: whether all of it was taken, and the keys of its records.
Reached = Callable[[bool, Sequence[str]], None]
# Records by which it is seen later whether a harvest's papers are still there.
SAMPLE = 20


@dataclass(frozen=True, slots=True)
class HarvestOptions:
    """What the caller of a harvest may choose. `state` is the folder of progress, `keep` that of raw pages.

    `limit` is how many records are taken at the most; `anew` forgets what was harvested before.
    """

    state: Path = Path("harvests")
    keep: Path | None = None
    limit: int | None = None
    anew: bool = False
    dry_run: bool = False
    rejects: Path = Path("rejects.jsonl")


@dataclass(frozen=True, slots=True)
class Arrived:
    """A page on its way into the index, and what is to be done when it is there."""

    kept: Kept
    reached: Reached = lambda _whole, _keys: None


@dataclass(slots=True)
class Harvest(Reading):
    """The records of pages. All records of a service have the service's name as their file, and names of their own.

    `before` is how many records came in this round before. When the service fails, what came is finished all the same, and
    the report says why it is not all.
    """

    may_be_empty: ClassVar[bool] = True

    arriving: Iterable[Arrived] = ()
    limit: int | None = None
    before: int = 0
    watch: Watch = lambda _records, _total: None
    _lines: dict[str, FileReport] = field(default_factory=dict)
    _pages: int = 0

    def contributions(self) -> Iterator[tuple[FileReport, Contribution] | Checkpoint]:
        """Every paper of every page, with a checkpoint behind each page."""
        self.watch(self.before, None)
        try:
            for arrived in self.arriving:
                yield from self._of_page(arrived)
                if self._left() == 0:
                    return
        except HarvestError as error:
            self.report.failure = error.detail

    def _of_page(self, arrived: Arrived) -> Iterator[tuple[FileReport, Contribution] | Checkpoint]:
        kept, page = arrived.kept, arrived.kept.page
        origin, line = Origin(kept.source, HARVESTED + kept.name), self._line(kept)
        self._pages += 1
        for notice in page.notices:
            self._take(Notice("", notice), origin, line)
        keys: list[str] = []
        is_whole = True
        for item in self._read(kept):
            if self._left() == 0:
                is_whole = False
                break
            one = self._take(item, origin, line)
            if one is not None:
                keys += [record_key(origin, one.paper.record)][: SAMPLE - len(keys)]
                yield line, one
        if page.problem and is_whole:
            self._take(Reject(f"page {self._pages}", f"{page.problem}: {page.request}"), origin, line)
        if page.deleted and is_whole:
            told = "deleted by the service"
            self.report.notices[told] = self.report.notices.get(told, 0) + len(page.deleted)
        self.before += page.records
        self.watch(self.before, page.total)
        yield Checkpoint(partial(arrived.reached, is_whole, keys), origin, page.deleted if is_whole else ())

    def _left(self) -> int | None:
        return None if self.limit is None else max(0, self.limit - self.report.records)

    def _line(self, kept: Kept) -> FileReport:
        """One line of the report for all pages of a service."""
        if kept.name not in self._lines:
            self._lines[kept.name] = FileReport(HARVESTED + kept.name, kept.source, "utf-8")
            self.report.files.append(self._lines[kept.name])
        return self._lines[kept.name]

    def _read(self, kept: Kept) -> Iterator[Paper | Reject | Notice]:
        """What stands in a page, but for what the service has deleted."""
        deleted = set(kept.page.deleted)
        if kept.page.records == len(deleted):
            return
        if kept.source not in SOURCES:
            raise HarvestError(f"The pages of {kept.name} are in a format that this release does not know ({kept.source}).")
        for item in self._items(SOURCES[kept.source], Input(BytesIO(kept.page.body), kept.name)):
            if isinstance(item, Paper):
                item = named(kept.source, item)
            if item.record in deleted:
                continue
            yield replace(item, record=f"page {self._pages}, {item.record}") if isinstance(item, Reject) else item


def run_harvest(settings: Settings, harvester: Harvester, options: HarvestOptions, watch: Watch | None = None) -> Report:
    """Harvests until the service has no more, and returns the report. Raises HarvestError, LoadError, EngineUnavailable.

    Whatever ends it, the same call goes on where it was: progress is saved when a page is safe in the index.
    """
    with ExitStack() as stack:
        state = None if options.dry_run else stack.enter_context(State(options.state, harvester.name, harvester.query))
        keeper = stack.enter_context(Keeper(options.keep)) if options.keep else None
        progress = state.read() if state is not None and not options.anew else Progress()
        if not options.dry_run:
            progress = _in_live_index(settings, progress)
        return _run(settings, _arriving(harvester, state, keeper, progress), options, watch, progress.records)


def replay(settings: Settings, folder: Path, options: HarvestOptions, watch: Watch | None = None) -> Report:
    """Loads pages that were kept, without asking anybody; progress stays as it is. Raises as run_harvest."""
    if not (folder / JOURNAL).is_file():
        raise HarvestError(f"{folder} holds no kept pages: name the folder that was given with --keep.")
    if not options.dry_run:
        _in_live_index(settings, Progress())
    return _run(settings, (Arrived(kept) for kept in kept_pages(folder)), options, watch)


def _run(
    settings: Settings, arriving: Iterable[Arrived], options: HarvestOptions, watch: Watch | None, before: int = 0
) -> Report:
    report = Report(dry_run=options.dry_run)
    load = LoadOptions(dry_run=options.dry_run, rejects=options.rejects)
    nobody: Watch = lambda _records, _total: None  # noqa: E731
    run_reading(settings, Harvest(load, report, Rejects(options.rejects), arriving, options.limit, before, watch or nobody))
    return report


def _arriving(harvester: Harvester, state: State | None, keeper: Keeper | None, progress: Progress) -> Iterator[Arrived]:
    for page in harvester.pages(progress.place, progress.since):
        if keeper is not None:
            keeper.add(harvester, page)
        progress = _behind(progress, page)
        yield Arrived(Kept(harvester.name, harvester.source, page), partial(_save, state, progress))


def _save(state: State | None, progress: Progress, is_whole: bool, keys: Sequence[str]) -> None:
    """Saves that a page is in the index; one of which only a part was wanted is asked for again."""
    if state is not None and is_whole:
        # The latest page's records, else those that were known: a page may bring nothing new.
        state.save(replace(progress, sample=keys or state.read().sample))


def _behind(progress: Progress, page: Page) -> Progress:
    if page.place is not None:
        return replace(progress, place=page.place, records=progress.records + page.records)
    return replace(progress, place=None, since=page.since, records=0, rounds=progress.rounds + 1)


def _in_live_index(settings: Settings, progress: Progress) -> Progress:
    """Makes sure that there is an index to harvest into, and that what was harvested before is in it.

    Pages are safe only in the live index: one that is built aside dies with its loader. Where other papers have taken the
    place of those harvested (a load with --replace), the harvest begins anew.
    """
    administration = Administration(settings)
    live = administration.live()
    if live is None:
        live = administration.create()
        administration.finish(live, 0)
        administration.switch(live)
    if progress.sample and progress.index != live and not PaperIndex(settings).find(list(progress.sample), live):
        progress = Progress()
    return replace(progress, index=live)
