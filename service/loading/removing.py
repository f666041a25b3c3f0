"""Takes what a source said, or whole papers, out of the live index; what remains of a paper is made anew of what others said.

Papers of which nothing remains are deleted and noted as such. Loads may run meanwhile.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from service.errors import LoadError, NothingLoaded
from service.index import Administration, PaperIndex, PaperSource, ValueSource
from service.loading.pipeline import TRIES, Run
from service.loading.quiet import without_collector
from service.loading.reading import LoadOptions, Reading
from service.loading.report import Rejects, Report
from service.paper.document import contributions_of
from service.paper.merging import Contribution
from service.settings import Settings

# (papers looked at, of so many)
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Choice:
    """What to delete: sources as (name, file) and papers by keys that they answer to (`id:...`, `doi:...`).

    An empty file means all of a source; one that ends in / all below that folder.
    """

    sources: Sequence[tuple[str, str]] = ()
    keys: Sequence[str] = ()

    def takes(self, one: Contribution) -> bool:
        """Whether a contribution is of one of the sources."""
        return any(
            one.origin.source == name
            and (not file or one.origin.file == file or (file[-1] == "/" and one.origin.file.startswith(file)))
            for name, file in self.sources
        )


@dataclass(slots=True)
class Removed:
    """What was taken out, or would be: contributions, papers deleted with all, and papers made anew of what remains."""

    contributions: int = 0
    deleted: int = 0
    remade: int = 0
    # Of the keys that were asked for, those to which no paper answers.
    unknown: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Fitting:
    """A stored paper, and which of its contributions are to be taken out."""

    document: dict[str, Any]
    leaving: dict[str, Contribution]
    remain: int

    @property
    def names(self) -> list[str]:
        return [self.document["id"], *self.document.get("aliases", ())]


def plan_removal(settings: Settings, choice: Choice, progress: Progress | None = None) -> Removed:
    """What a removal would take out; nothing is written. Raises NothingLoaded, EngineUnavailable."""
    administration = Administration(settings)
    live = administration.live()
    if live is None:
        raise NothingLoaded("There is nothing to delete: no papers have been loaded yet.")
    administration.refresh(live)
    found = Removed()
    for page in _pages(settings, live, choice, found, progress or (lambda _done, _all: None)):
        _count(found, page)
    return found


def run_removal(settings: Settings, choice: Choice, progress: Progress | None = None) -> Removed:
    """Takes out what was chosen until nothing of it is left. Raises LoadError, EngineUnavailable; it may be repeated."""
    if Administration(settings).live() is None:
        raise NothingLoaded("There is nothing to delete: no papers have been loaded yet.")
    run = _Removal(settings, choice, progress or (lambda _done, _all: None))
    with without_collector():
        run.execute()
    return run.found


def sources(settings: Settings) -> dict[str, int]:
    """How many papers each source has a part in. Raises NothingLoaded, EngineUnavailable."""
    return dict(sorted(pair for page in ValueSource(settings, settings.papers_alias).counts("sources") for pair in page))


class _Removal(Run):
    """A load that brings nothing and takes out: it writes, gives way to other loads and makes values as any other."""

    def __init__(self, settings: Settings, choice: Choice, progress: Progress) -> None:
        super().__init__(settings, Reading(LoadOptions(), Report(), Rejects(Path("rejects.jsonl"))))
        self.choice, self.progress, self.found = choice, progress, Removed()

    def _fill(self) -> None:
        for _ in range(TRIES):
            self.administration.refresh(self.target)
            if not self._take_out_all():
                return
        raise LoadError("What is to be deleted kept being changed by another load: repeat this when it has ended.")

    def _take_out_all(self) -> int:
        count = 0
        for page in _pages(self.settings, self.target, self.choice, self.found, self.progress):
            self._take_out(page)
            _count(self.found, page)
            count += len(page)
        return count

    def _take_out(self, page: Sequence[_Fitting]) -> None:
        leaving: dict[str, Contribution] = {}
        holders: dict[str, set[str]] = defaultdict(set)
        for one in page:
            leaving |= one.leaving
            for contribution in one.leaving.values():
                for key in contribution.mark.keys:
                    holders[key].add(one.document["id"])
        # Noted before they go, since a kill in between would forget it; and again when it is true.
        self.deletions.record(name for one in page if not one.remain for name in one.names)
        gone = self.resolver.take_out(leaving, holders)
        self._settle()
        self.administration.refresh(self.target)
        self.deletions.record(name for paper in gone for name in (paper.id, *paper.aliases))
        self._give_sign()


def _pages(settings: Settings, index: str, choice: Choice, found: Removed, progress: Progress) -> Iterator[list[_Fitting]]:
    """The papers that anything is to be taken out of, some at a time."""
    if choice.keys:
        documents, found.unknown = _by_key(settings, index, choice.keys)
        whole = [{one.key: one for one in contributions_of(document)} for document in documents]
        if documents:
            yield [_Fitting(document, all_, 0) for document, all_ in zip(documents, whole, strict=True)]
    if not choice.sources:
        return
    query = {"terms": {"sources": sorted({name for name, _ in choice.sources})}}
    source = PaperSource(settings, index)
    done, count = 0, source.count(query)
    for page in source.papers(query):
        fitting = [one for stored in page if (one := _fitting(stored.document, choice)).leaving]
        if fitting:
            yield fitting
        done += len(page)
        progress(done, count)


def _fitting(document: dict[str, Any], choice: Choice) -> _Fitting:
    known = contributions_of(document)
    leaving = {one.key: one for one in known if choice.takes(one)}
    return _Fitting(document, leaving, len(known) - len(leaving))


def _by_key(settings: Settings, index: str, keys: Sequence[str]) -> tuple[list[dict[str, Any]], list[str]]:
    """The papers that answer to the keys, and the keys without one."""
    reader = PaperIndex(replace(settings, request_timeout=120.0))
    answering: dict[str, str] = {}
    for known in reader.find(list(keys), index):
        names = {f"id:{name}" for name in (known.id, *known.document.get("aliases", ()))}
        # What a record was called by itself is a key as well, but nothing that the paper answers to.
        answers = {key for key in known.document["keys"] if not key.startswith("id:")} | names
        answering |= {key: known.id for key in keys if key in answers}
    papers = reader.whole(sorted(set(answering.values())), index)
    return [dict(known.document) for known in papers], [key for key in keys if key not in answering]


def _count(found: Removed, page: Sequence[_Fitting]) -> None:
    for one in page:
        found.contributions += len(one.leaving)
        found.deleted += not one.remain
        found.remade += bool(one.remain)
