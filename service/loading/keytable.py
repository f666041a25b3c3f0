"""The identity keys of a load's papers, on disk: which papers of this load may be the one that a record is of.

It answers with candidates only; whether they are the same paper is decided by paper.identity.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path


class KeyTable:
    """Key -> ids of papers. A temporary file of about 40 bytes a key, removed at the end; memory stays flat."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="lunwen-keys-")
        self._db = sqlite3.connect(Path(self._folder.name) / "keys.sqlite", isolation_level=None)
        # The file dies with the load, so nothing needs to survive a power cut.
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-32768", "temp_store=MEMORY"):
            self._db.execute(f"PRAGMA {pragma}")
        self._db.execute("CREATE TABLE keys (hash INTEGER, paper TEXT, PRIMARY KEY (hash, paper)) WITHOUT ROWID")
        self._db.execute("CREATE TABLE seen (hash INTEGER PRIMARY KEY, count INTEGER)")

    def add(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Records (key, paper id) pairs; known ones do no harm."""
        self._db.execute("BEGIN")
        # Putting them in order first was measured: it costs half a second for 97,628 papers and gains nothing.
        self._db.executemany("INSERT OR IGNORE INTO keys VALUES (?, ?)", [(_hash(key), paper) for key, paper in pairs])
        self._db.execute("COMMIT")

    def candidates(self, keys: Collection[str]) -> dict[str, list[str]]:
        """The papers that have each of the keys; keys without any are left out."""
        hashes = {_hash(key): key for key in keys}
        found: dict[str, list[str]] = defaultdict(list)
        wanted = list(hashes)
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            marks = ",".join("?" * len(part))
            # Only question marks are put into the text.
            for number, paper in self._db.execute(f"SELECT hash, paper FROM keys WHERE hash IN ({marks})", part):  # noqa: S608
                found[hashes[number]].append(paper)
        return found

    def occurrences(self, names: Sequence[str]) -> list[int]:
        """For each name in turn: how often it was met before, in this call and in earlier ones."""
        hashes = [_hash(name) for name in names]
        marks = ",".join("?" * len(hashes))
        counts: dict[int, int] = dict(self._db.execute(f"SELECT hash, count FROM seen WHERE hash IN ({marks})", hashes))  # noqa: S608
        before = []
        for number in hashes:
            before.append(counts.get(number, 0))
            counts[number] = before[-1] + 1
        self._db.execute("BEGIN")
        self._db.executemany("INSERT OR REPLACE INTO seen VALUES (?, ?)", counts.items())
        self._db.execute("COMMIT")
        return before

    def close(self) -> None:
        """Removes the file."""
        self._db.close()
        self._folder.cleanup()


def _hash(key: str) -> int:
    """64 bits, different in every process, as is the table: among 10 million keys two are equal with a chance of 1 in
    400,000, and then only one candidate is too many."""
    return hash(key)
