"""The pairs of terms that a load's papers teach, counted in a temporary file, and those of them that are trusted.

What makes a pair, and which one is trusted, is decided in mining.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from service.loading.mining import MIN_SHARE, MIN_SUPPORT, Counts, choose, mine
from service.loading.temporary import TemporaryTable


class PairTable(TemporaryTable):
    """(Chinese, English) -> papers that say so. Memory stays flat, also where pairs are put in order."""

    def __init__(self) -> None:
        super().__init__("CREATE TABLE pairs (zh TEXT, en TEXT, n INTEGER, PRIMARY KEY (zh, en)) WITHOUT ROWID", sorts_in="FILE")

    def add(self, papers: Iterable[Mapping[str, Any]]) -> None:
        """Counts the pairs in some stored papers (of which only mining.FIELDS are needed), each paper given once."""
        rows = sorted((chinese, english, n) for (chinese, english), n in mine(papers).items())
        self._write("INSERT INTO pairs VALUES (?, ?, ?) ON CONFLICT (zh, en) DO UPDATE SET n = n + excluded.n", rows)

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
