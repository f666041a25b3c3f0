"""The papers that a load has in hand: recently touched, waiting to be sent, or on their way to the index.

It keeps a bounded number in memory and fetches the rest again; it does not decide what a paper is.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from service.index import Operation, Outcome, PaperIndex, Writer
from service.index.writing import BULK_BYTES, BULK_OPERATIONS
from service.paper.document import contributions_of
from service.paper.merging import Contribution

# Papers kept for the records that come soon after: duplicates stand close together in real lists. A paper is 15 kB.
KEPT = 1000


@dataclass(slots=True)
class Held:
    """A paper as this load knows it. `expected` is (seq_no, primary_term) of what is in the index; None: nothing yet."""

    id: str
    contributions: dict[str, Contribution]
    added: str
    updated: str
    digest: str
    aliases: tuple[str, ...] = ()
    expected: tuple[int, int] | None = None


@dataclass(slots=True)
class Shelf:
    """Buffers operations, sends them in bulk and remembers what they wrote. Not for several threads."""

    index: PaperIndex
    target: str
    writer: Writer
    on_outcome: Callable[[Outcome, Held], None]
    _recent: OrderedDict[str, Held] = field(default_factory=OrderedDict)
    _buffer: dict[str, tuple[Operation, Held]] = field(default_factory=dict)
    _in_flight: dict[str, Held] = field(default_factory=dict)
    _bytes: int = 0

    def papers(self, ids: Collection[str]) -> list[Held]:
        """The papers with these ids as they will be when all operations are carried out; unknown ids are left out."""
        held = {paper_id: self._in_flight[paper_id] for paper_id in ids if paper_id in self._in_flight}
        held |= {paper_id: self._recent[paper_id] for paper_id in ids if paper_id in self._recent}
        held |= {paper_id: self._buffer[paper_id][1] for paper_id in ids if paper_id in self._buffer}
        for known in self.index.whole([paper_id for paper_id in ids if paper_id not in held], self.target):
            document = known.document
            contributions = {one.key: one for one in contributions_of(document)}
            held[known.id] = Held(
                known.id, contributions, document["added"], document["updated"], document["digest"],
                tuple(document.get("aliases", ())), (known.seq_no, known.primary_term),
            )  # fmt: skip
        # A paper that this load is about to delete is no paper any more.
        return [one for one in held.values() if one.contributions]

    def put(self, paper: Held, document: bytes | None) -> None:
        """Writes (or, without a document, deletes) a paper, with the next bulk request."""
        if (before := self._in_flight.get(paper.id)) is not None:
            # Only now it matters what became of it: the next operation has to name what it replaces.
            self.settle()
            paper.expected = before.expected
        waiting = self._buffer.pop(paper.id, None)
        if waiting is not None:
            self._bytes -= len(waiting[0].document or b"")
        if document is None and paper.expected is None:
            # It was never sent: leaving it out is all.
            self._recent.pop(paper.id, None)
            return
        self._buffer[paper.id] = (Operation(paper.id, document, paper.expected), paper)
        self._bytes += len(document or b"")
        self._recent[paper.id] = paper
        self._recent.move_to_end(paper.id)
        if len(self._recent) > KEPT:
            self._recent.popitem(last=False)
        if len(self._buffer) >= BULK_OPERATIONS or self._bytes >= BULK_BYTES:
            self.flush()

    def flush(self) -> None:
        """Hands the buffer to the writer."""
        if self._buffer:
            self._in_flight |= {paper_id: paper for paper_id, (_, paper) in self._buffer.items()}
            operations = [operation for operation, _ in self._buffer.values()]
            self._buffer, self._bytes = {}, 0
            self.writer.put(operations)
        self.take_outcomes()

    def move(self, target: str) -> None:
        """Goes on in another index with the same papers; nothing may be on its way."""
        self.target = target
        # What they replace has other numbers there.
        self._recent.clear()

    def settle(self) -> None:
        """Waits until nothing is on its way."""
        self.writer.drain()
        self.take_outcomes()

    def take_outcomes(self) -> None:
        """Learns what became of operations sent earlier."""
        for outcome in self.writer.outcomes():
            paper = self._in_flight.pop(outcome.operation.id)
            if outcome.status == "written":
                paper.expected = (outcome.seq_no, outcome.primary_term)
            if outcome.status != "written" or outcome.operation.document is None:
                self._recent.pop(paper.id, None)
            self.on_outcome(outcome, paper)
