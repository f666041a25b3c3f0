"""Keeps the index of values in step with the papers' index: counts by the engine, forms and pairs of terms collected on disk.

It does not decide what a value's document holds (service.values).
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

import orjson

from service.errors import LoadError
from service.facets import FACETS
from service.index import Administration, Operation, ValueSource, Writer
from service.index.administration import TRIES
from service.loading import mining
from service.loading.pairs import PairTable
from service.loading.temporary import TemporaryTable
from service.settings import Settings
from service.values import documents

# Small documents: more of them fit a request than of papers.
BATCH = 1000
# Forms that are counted in memory before they go into the table.
HELD = 20_000


class Made(NamedTuple):
    """How many documents were written into an index of values: of values, and of terms."""

    values: int
    terms: int


class ValueKeeper:
    """The values of one papers' index through one load. Whoever writes papers marks their index by it.

    The values' index names the generation of the papers that it was made of. When another generation is there (a load was
    killed, or two ran at once) it is made anew at the end of the next load, even of one that changes nothing.
    """

    def __init__(self, settings: Settings, administration: Administration, papers: str) -> None:
        self.settings, self.administration, self.papers = settings, administration, papers
        # What was made, in how many seconds. Nothing, when the old ones stayed.
        self.count: Made | None = None
        self.seconds = 0.0
        # When the papers could be found, in the clock of time.monotonic().
        self.searchable: float | None = None
        self._generation = administration.meta(papers).get("generation", "")
        self._in_step = self._are_in_step()
        self._is_first = administration.live() is None
        # When the papers were last left in order.
        self.settled = administration.meta(live).get("generation", "") if (live := administration.live_values()) else ""

    def mark(self) -> None:
        """Writes a new generation of the papers, as long as they are being changed."""
        before, after = self.administration.mark(self.papers)
        # Another load marks them as well: only values made after both are known to be right.
        self._in_step = self._in_step and before == self._generation
        self._generation = after

    @property
    def is_alone(self) -> bool:
        """Whether no other load wrote papers since they were left in order: neither at the same time nor before being killed."""
        return self._in_step

    def finish_build(self, written: int) -> None:
        """Ends a build of so many papers: makes their values, and moves both aliases in one step. Raises LoadError.

        Where nothing was live before, nobody is served by waiting: the papers can be found at once, and their values follow. What
        another load has made live since the build began is not replaced: then LoadError is raised as well.
        """
        if self._is_first:
            self._generation = self.administration.finish(self.papers, written)
            self.administration.switch(self.papers, instead="")
            self.follow()
            return
        self.administration.refresh(self.papers)
        values_index = self.make()
        try:
            generation = self.administration.finish(self.papers, written)
            self.administration.switch(self.papers, values_index)
        except BaseException:
            self.discard(values_index)
            raise
        self.searchable = time.monotonic()
        self.administration.seal(values_index, generation)
        self.administration.prune()

    def finish_update(self, changed: bool) -> None:
        """Ends a load into the live index: its papers can be found from now on, and their values when they have been made."""
        self.administration.refresh(self.papers)
        self.mark()
        if self._in_step and not changed and (live := self.administration.live_values()) is not None:
            self.administration.seal(live, self._generation)
            self.searchable = time.monotonic()
            return
        self.follow()

    def follow(self) -> None:
        """Makes the values of papers that can be found already."""
        self.searchable = time.monotonic()
        values_index = self.make(self._generation)
        try:
            self._switch(values_index)
        except BaseException:
            self.discard(values_index)
            raise
        self.administration.prune()

    def _switch(self, values_index: str) -> None:
        """Moves the alias to new values of live papers, unless newer ones are there."""
        for _ in range(TRIES):
            live = self.administration.live_values()
            if self._is_overtaken(live):
                self.discard(values_index)
                return
            if self.administration.switch_values(live, values_index):
                counted, self._in_step = self._generation, True
                # Answers that were kept since the papers were marked do not know the new values.
                self.mark()
                self.administration.seal(values_index, self._generation if self._in_step else counted)
                return
        raise LoadError("The values kept being replaced by other loads; load again when they have ended.")

    def make(self, generation: str = "") -> str:
        """Makes the values in an index of their own, which is not live yet; returns its name. Raises LoadError."""
        began = time.monotonic()
        values_index = self.administration.create_values(self.papers, generation)
        try:
            self.count = fill_values(self.settings, self.papers, values_index)
            self.administration.finish_values(values_index, sum(self.count))
        except BaseException:
            self.discard(values_index)
            raise
        self.seconds = time.monotonic() - began
        return values_index

    def discard(self, values_index: str) -> None:
        """Removes an index of values that did not become live."""
        if self.administration.live_values() != values_index:
            self.administration.delete(values_index)

    def _are_in_step(self) -> bool:
        live = self.administration.live_values()
        if live is None:
            return False
        meta = self.administration.meta(live)
        made_of = (meta.get("papers"), meta.get("generation"), meta.get("version"))
        return made_of == (self.papers, self._generation, documents.SCHEMA_VERSION)

    def _is_overtaken(self, live: str | None) -> bool:
        """Whether the papers were replaced meanwhile, or a later load has already made values of them."""
        if self.administration.live() != self.papers:
            return True
        meta = self.administration.meta(live) if live is not None else {}
        # Generations begin with their time.
        return bool(meta.get("papers") == self.papers and meta.get("generation", "") > self._generation)


def fill_values(settings: Settings, papers: str, target: str) -> Made:
    """Writes the values of all papers in the index `papers`, and the terms that they teach, into the empty index `target`.

    Memory does not grow with their number. Raises LoadError when one is refused, EngineUnavailable.
    """
    source = ValueSource(settings, papers)
    writer = Writer(settings, target)
    try:
        with FormTable() as forms, PairTable() as pairs:
            for page in source.papers(documents.FORM_FIELDS):
                forms.add(page)
            # Asked for apart: titles of all papers would be read for the few that have two.
            for page in source.papers(mining.FIELDS, mining.BILINGUAL):
                pairs.add(page)
            return _write(source, forms, pairs, writer)
    finally:
        writer.close()


def _write(source: ValueSource, forms: FormTable, pairs: PairTable, writer: Writer) -> Made:
    return Made(_send(writer, _values(source, forms)), _send(writer, _terms(pairs)))


def _values(source: ValueSource, forms: FormTable) -> Iterator[Operation]:
    for kind in documents.KINDS:
        for counts in source.counts(FACETS[kind].field):
            shown = forms.shown(kind, dict(counts))
            for key, count in counts:
                value = documents.document(kind, key, count, shown.get(key))
                yield Operation(documents.value_id(kind, key), orjson.dumps(value))


def _terms(pairs: PairTable) -> Iterator[Operation]:
    for chinese, senses in pairs.trusted():
        yield Operation(documents.value_id(documents.TERM, chinese), orjson.dumps(documents.term_document(chinese, senses)))


def _send(writer: Writer, operations: Iterable[Operation]) -> int:
    """Writes new documents and waits for them; returns how many. Raises LoadError when one is not written."""
    sent, done = 0, 0
    rest = iter(operations)
    while batch := list(islice(rest, BATCH)):
        writer.put(batch)
        sent += len(batch)
        done += _written(writer)
    writer.drain()
    done += _written(writer)
    if done != sent:
        raise LoadError(f"{sent} values were sent but only {done} written. Load again.")
    return done


def _written(writer: Writer) -> int:
    """How many have been written since the last call. What is there already was written by a request whose answer was lost."""
    outcomes = writer.outcomes()
    for outcome in outcomes:
        if outcome.status == "refused":
            raise LoadError(f"A value can't be kept: {outcome.reason}")
    return len(outcomes)


class FormTable(TemporaryTable):
    """How often papers write a value in which form; usual forms, which follow from the key, are left out."""

    def __init__(self) -> None:
        super().__init__(
            "CREATE TABLE forms (kind TEXT, key TEXT, form TEXT, n INTEGER, PRIMARY KEY (kind, key, form)) WITHOUT ROWID"
        )
        self._found: Counter[tuple[str, str]] = Counter()

    def add(self, papers: Iterable[Mapping[str, Any]]) -> None:
        """Counts the forms in some stored papers (of which only FORM_FIELDS are needed)."""
        self._found.update(form for paper in papers for form in dict.fromkeys(documents.unusual_forms(paper)))
        if len(self._found) > HELD:
            self._keep()

    def shown(self, kind: str, counts: Mapping[str, int]) -> dict[str, str]:
        """The form to show for each key that has others than its usual one; `counts` are the papers of each key."""
        self._keep()
        forms: dict[str, dict[str, int]] = defaultdict(dict)
        for key, form, n in self._among("SELECT key, form, n FROM forms WHERE kind = ? AND key IN", list(counts), kind):
            forms[key][form] = n
        return {key: documents.shown_form(kind, key, counts[key], found) for key, found in forms.items()}

    def _keep(self) -> None:
        """Writes what has been counted since the last time. Many pages at once: institutions come again and again."""
        rows = sorted((kind, documents.key_of(kind, form), form, n) for (kind, form), n in self._found.items())
        self._found.clear()
        if rows:
            self._write(
                "INSERT INTO forms VALUES (?, ?, ?, ?) ON CONFLICT (kind, key, form) DO UPDATE SET n = n + excluded.n", rows
            )
