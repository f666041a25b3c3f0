"""The identity keys of a load's papers, on disk: which papers of this load may be the one that a record is of.

It answers with candidates only; whether they are the same paper is decided by paper.identity.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from service.loading.temporary import TemporaryTable


class KeyTable(TemporaryTable):
    """Key -> ids of papers. About 40 bytes a key on disk; memory stays flat."""

    def __init__(self) -> None:
        super().__init__(
            "CREATE TABLE keys (hash INTEGER, paper TEXT, PRIMARY KEY (hash, paper)) WITHOUT ROWID",
            "CREATE TABLE seen (hash INTEGER PRIMARY KEY, count INTEGER)",
        )

    def add(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Records (key, paper id) pairs; known ones do no harm."""
        # Putting them in order first was measured: it costs half a second for 97,628 papers and gains nothing.
        self._write("INSERT OR IGNORE INTO keys VALUES (?, ?)", [(_hash(key), paper) for key, paper in pairs])

    def candidates(self, keys: Collection[str]) -> dict[str, list[str]]:
        """The papers that have each of the keys; keys without any are left out."""
        hashes = {_hash(key): key for key in keys}
        found: dict[str, list[str]] = defaultdict(list)
        for number, paper in self._among("SELECT hash, paper FROM keys WHERE hash IN", list(hashes)):
            found[hashes[number]].append(paper)
        return found

    def shared(self) -> list[str]:
        """The papers that have a key which another one has as well, in their ids' order."""
        question = "SELECT DISTINCT paper FROM keys WHERE hash IN (SELECT hash FROM keys GROUP BY hash HAVING count(*) > 1)"
        return [paper for (paper,) in self._db.execute(question + " ORDER BY paper")]

    def occurrences(self, names: Sequence[str]) -> list[int]:
        """For each name in turn: how often it was met before, in this call and in earlier ones."""
        hashes = [_hash(name) for name in names]
        counts: dict[int, int] = dict(self._among("SELECT hash, count FROM seen WHERE hash IN", hashes))
        before = []
        for number in hashes:
            before.append(counts.get(number, 0))
            counts[number] = before[-1] + 1
        self._write("INSERT OR REPLACE INTO seen VALUES (?, ?)", counts.items())
        return before

    def met(self, names: Sequence[str]) -> list[int]:
        """For each name in turn: how often `occurrences` has met it."""
        hashes = [_hash(name) for name in names]
        counts: dict[int, int] = dict(self._among("SELECT hash, count FROM seen WHERE hash IN", hashes))
        return [counts.get(number, 0) for number in hashes]


def _hash(key: str) -> int:
    """64 bits, different in every process, as is the table: among 10 million keys two are equal with a chance of 1 in
    400,000, and then only one candidate is too many."""
    return hash(key)
