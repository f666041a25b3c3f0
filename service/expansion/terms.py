"""The project's own term list on disk, read again when it has changed: a new term needs no restart."""

from __future__ import annotations

import threading
from pathlib import Path

from service.expansion.tables import Table, read_terms
from service.languages import MAPPINGS

TERMS = MAPPINGS / "terms.tsv"


class TermsFile:
    """A term list and its table. Safe among threads."""

    def __init__(self, path: Path = TERMS) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._held: tuple[tuple[int, int] | None, Table] = (None, Table())

    def table(self) -> Table:
        """The list as it is now; an empty one where there is no file."""
        try:
            status = self._path.stat()
        except FileNotFoundError:
            return Table()
        stamp = (status.st_mtime_ns, status.st_size)
        held, table = self._held
        if held == stamp:
            return table
        with self._lock:
            held, table = self._held
            if held != stamp:
                table = read_terms(self._path.read_text(encoding="utf-8"))
                self._held = (stamp, table)
        return table
