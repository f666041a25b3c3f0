"""Checks that what the live index holds agrees with itself: papers with their contributions, ids, keys, and values.

It mends nothing: each finding says what does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from service.errors import LoadError, NothingLoaded
from service.facets import FACETS
from service.index import Administration, PaperIndex, PaperSource, ValueSource
from service.index.inspecting import inspect, values_by_kind
from service.loading.copies import made_anew
from service.loading.quiet import without_collector
from service.loading.temporary import TemporaryTable
from service.paper.document import contributions_of, digest
from service.paper.identity import Candidate, connected, group
from service.settings import Settings
from service.values import documents as values

# Ids that are named of each finding.
EXAMPLES = 20
Progress = Callable[[int, int], None]

# What is looked at, what is wrong when something is found, and what mends it.
MEANINGS: dict[str, str] = {
    "broken": "papers that can't be read back: load their sources again, or delete them (`delete --id`)",
    "id": "papers stored under another id than their own: load their sources again",
    "digest": "papers that do not know all their contributions: load their sources again",
    "document": "documents that this release makes otherwise: run `reindex`",
    "contribution": "papers that share a contribution, since a load was killed: run `verify --mend`, or load its source again",
    "alias": "earlier ids that lead to more than one paper or are another's id: load the sources again",
    "key": "papers that have not the keys under which they are looked up: run `reindex`",
    "group": "papers that are one, or several, by this release's rule of identity: run `verify --mend`",
    "values": "values that are not those of the papers: the next load makes them anew, or run `reindex`",
}


@dataclass(slots=True)
class Checked:
    """How many papers were looked at, and for each kind of finding how many there are, with some of their ids."""

    papers: int = 0
    contributions: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    examples: dict[str, list[str]] = field(default_factory=dict)
    # All papers that grouping them anew mends (service.loading.regrouping).
    to_regroup: list[str] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        """Whether nothing was found."""
        return not self.counts

    def note(self, kind: str, name: str) -> None:
        """Counts a finding."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if kind in ("group", "contribution"):
            self.to_regroup.append(name)
        if len(named := self.examples.setdefault(kind, [])) < EXAMPLES:
            named.append(name)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        plain = asdict(self)
        del plain["to_regroup"]
        return {"agrees": self.agrees, **plain}


def check(settings: Settings, progress: Progress | None = None) -> Checked:
    """Looks at every paper of one moment, and at the values. Raises NothingLoaded, EngineUnavailable.

    While a load runs its last changes may be found half done.
    """
    administration = Administration(settings)
    live = administration.live()
    if live is None:
        raise NothingLoaded("There is nothing to verify: no papers have been loaded yet.")
    administration.refresh(live)
    found, source = Checked(), PaperSource(settings, live)
    count, progress = source.count(), progress or (lambda _done, _all: None)
    with without_collector(), _Facts() as facts:
        for page in source.papers():
            facts.add([row for one in page for row in _look_at(one.document, found)])
            progress(found.papers, count)
        for paper_id in facts.sharing("said"):
            found.note("contribution", paper_id)
        for name in facts.ambiguous():
            found.note("alias", name)
        for ids in facts.related():
            _regroup(PaperIndex(replace(settings, request_timeout=120.0)), live, ids, found)
    for kind in _wrong_values(settings, live):
        found.note("values", kind)
    return found


# A fact of a paper: its kind, what it is about, the paper.
_Row = tuple[str, str, str]


def _look_at(document: dict[str, Any], found: Checked) -> Iterator[_Row]:
    paper_id = str(document["id"])
    found.papers += 1
    try:
        known = contributions_of(document)
        made = made_anew(document)
    except (LoadError, KeyError, TypeError, ValueError, AttributeError):
        found.note("broken", paper_id)
        return
    found.contributions += len(known)
    if digest(known) != document.get("digest"):
        found.note("digest", paper_id)
    elif made["keys"] != document.get("keys"):
        found.note("key", paper_id)
    elif made != document:
        found.note("document", paper_id)
    yield "called", paper_id, paper_id
    yield from (("called", name, paper_id) for name in document.get("aliases", ()))
    yield from (("said", one.key, paper_id) for one in known)
    yield from (("key", key, paper_id) for key in {key for one in known for key in one.mark.keys})
    if len(known) > 1:
        # Whether they are still one paper is seen with those that share a key with it.
        yield "key", f"several {paper_id}", paper_id
        yield "key", f"several {paper_id}", paper_id + "\0"


class _Facts(TemporaryTable):
    """Which papers say the same of themselves, on disk."""

    def __init__(self) -> None:
        super().__init__("CREATE TABLE facts (kind TEXT, hash INTEGER, name TEXT, paper TEXT)", sorts_in="FILE")

    def add(self, rows: Iterable[_Row]) -> None:
        """Keeps facts; a name only where it is to be told."""
        self._write(
            "INSERT INTO facts VALUES (?, ?, ?, ?)",
            [(kind, hash(about), about if kind == "called" else "", paper) for kind, about, paper in rows],
        )

    def sharing(self, kind: str) -> Iterator[str]:
        """The papers that share something of a kind which belongs to one alone."""
        yield from (
            paper
            for (paper,) in self._db.execute(
                "SELECT DISTINCT paper FROM facts WHERE kind = ? AND hash IN "
                "(SELECT hash FROM facts WHERE kind = ? GROUP BY hash HAVING COUNT(*) > 1) ORDER BY paper",
                (kind, kind),
            )
        )

    def ambiguous(self) -> Iterator[str]:
        """The names under which more than one paper is found."""
        yield from (
            name
            for (name,) in self._db.execute(
                "SELECT MIN(name) FROM facts WHERE kind = 'called' GROUP BY hash HAVING COUNT(*) > 1 ORDER BY 1"
            )
        )

    def related(self) -> list[list[str]]:
        """The papers that share a key, directly or through others; and those of several contributions by themselves."""
        keys: dict[str, list[str]] = defaultdict(list)
        for number, paper in self._db.execute(
            "SELECT hash, paper FROM facts WHERE kind = 'key' AND hash IN "
            "(SELECT hash FROM facts WHERE kind = 'key' GROUP BY hash HAVING COUNT(*) > 1)"
        ):
            keys[paper.rstrip("\0")].append(str(number))
        papers = sorted(keys)
        return [[papers[n] for n in members] for members in connected([keys[paper] for paper in papers])]


def _regroup(index: PaperIndex, live: str, ids: Sequence[str], found: Checked) -> None:
    """Whether papers that share keys are told apart, and held together, as the rule of identity does it."""
    candidates, papers = [], []
    for known in index.whole(ids, live):
        names = {known.id, *known.document.get("aliases", ())}
        for one in contributions_of(known.document):
            candidates.append(Candidate(f"{one.key} {known.id}", one.paper, one.mark, frozenset({one.mark.own_id, *names})))
            papers.append(known.id)
    made = {frozenset(papers[n] for n in members) for members in group(candidates)}
    counts: dict[str, int] = defaultdict(int)
    for members in group(candidates):
        for paper_id in {papers[n] for n in members}:
            counts[paper_id] += 1
    wrong = {paper_id for members in made if len(members) > 1 for paper_id in members}
    for paper_id in sorted(wrong | {paper_id for paper_id, number in counts.items() if number > 1}):
        found.note("group", paper_id)


def _wrong_values(settings: Settings, live: str) -> list[str]:
    """The kinds of values whose number or papers are not those of the papers' index; `all` where they are behind."""
    state = inspect(settings)
    if state.live != live or not state.values_in_step or state.live_values is None:
        return ["all: they are behind the papers"]
    source, there = ValueSource(settings, live), values_by_kind(settings, state.live_values)
    wrong = []
    for kind in values.KINDS:
        counts = [count for page in source.counts(FACETS[kind].field) for _, count in page]
        if there.get(kind, (0, 0)) != (len(counts), sum(counts)):
            wrong.append(kind)
    return wrong
