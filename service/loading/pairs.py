"""The pairs of terms that a load's papers teach, counted in a temporary file, and those of them that are trusted.

What makes a pair, and which one is trusted, is decided in mining.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any

from service.loading.mining import MIN_SHARE, MIN_SUPPORT, Counts, choose, mine


class PairTable:
    """(Chinese, English) -> papers that say so. A temporary file, removed at the end; memory stays flat."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="lunwen-pairs-")
        self._db = sqlite3.connect(Path(self._folder.name) / "pairs.sqlite", isolation_level=None)
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-16384", "temp_store=FILE"):
            self._db.execute(f"PRAGMA {pragma}")
        self._db.execute("CREATE TABLE pairs (zh TEXT, en TEXT, n INTEGER, PRIMARY KEY (zh, en)) WITHOUT ROWID")

    def __enter__(self) -> PairTable:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._db.close()
        self._folder.cleanup()

    def add(self, papers: Iterable[Mapping[str, Any]]) -> None:
        """Counts the pairs in some stored papers (of which only mining.FIELDS are needed), each paper given once."""
        rows = sorted((chinese, english, n) for (chinese, english), n in mine(papers).items())
        self._db.execute("BEGIN")
        self._db.executemany("INSERT INTO pairs VALUES (?, ?, ?) ON CONFLICT (zh, en) DO UPDATE SET n = n + excluded.n", rows)
        self._db.execute("COMMIT")

    def trusted(
        self, min_support: int = MIN_SUPPORT, min_share: float = MIN_SHARE
    ) -> Iterator[tuple[str, list[tuple[str, int]]]]:
        """Each Chinese term with its English ones and their papers, best first, by mining.choose; in the terms' order."""
        # Most terms are in one paper alone, which the file itself can leave out.
        rows = self._db.execute(
            "SELECT zh, en, n FROM pairs WHERE zh IN (SELECT zh FROM pairs GROUP BY zh HAVING SUM(n) >= ?) ORDER BY zh, en",
            (min_support,),
        )
        for _, group in groupby(rows, key=lambda row: row[0]):
            yield from choose(Counts({(zh, en): n for zh, en, n in group}), min_support, min_share).items()
