"""A table of a load that is too large for memory: a SQLite file of its own that dies with the load.

It knows nothing of what is kept in it.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

# Values that one question names; SQLite takes more, but gains nothing by it.
AT_ONCE = 500


class TemporaryTable:
    """Statements that make the tables, kB of cache, and whether SQLite may sort in memory or must in files."""

    def __init__(self, *statements: str, cache: int = 16384, sorts_in: str = "MEMORY") -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="lunwen-load-")
        self._db = sqlite3.connect(Path(self._folder.name) / "table.sqlite", isolation_level=None)
        # The file dies with the load, so nothing needs to survive a power cut.
        for pragma in ("journal_mode=OFF", "synchronous=OFF", f"cache_size=-{cache}", f"temp_store={sorts_in}"):
            self._db.execute(f"PRAGMA {pragma}")
        for statement in statements:
            self._db.execute(statement)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Removes the file."""
        self._db.close()
        self._folder.cleanup()

    def _write(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Carries a statement out for each row, all at once."""
        self._db.execute("BEGIN")
        self._db.executemany(statement, rows)
        self._db.execute("COMMIT")

    def _among(self, question: str, values: Sequence[Any], *before: Any) -> Iterator[Any]:
        """The rows of a question that ends in `IN`, for so many values as one likes; `before` fill its earlier marks."""
        for start in range(0, len(values), AT_ONCE):
            part = values[start : start + AT_ONCE]
            # Only question marks are put into the text.
            yield from self._db.execute(f"{question} ({','.join('?' * len(part))})", (*before, *part))
