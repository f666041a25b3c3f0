"""The pairs of terms that the loader has mined, as a table for the expander that follows the index without a restart.

No search waits for it or fails by it: it is read in the background, and what was read last stays until something newer is.
"""

from __future__ import annotations

import threading
import time

import structlog

from service.errors import ServiceError
from service.expansion import Table, from_mined
from service.index import ValueIndex

# Terms change by loads only, and a request a minute costs nothing.
SECONDS = 60.0

log = structlog.get_logger(__name__)


class Mined:
    """The mined terms of one index, an immutable snapshot swapped whole. Safe for threads.

    `seconds`: how often the index is asked at the most.
    """

    def __init__(self, values: ValueIndex, seconds: float = SECONDS) -> None:
        self._values = values
        self._seconds = seconds
        # Held by the one thread that reads.
        self._reading = threading.Lock()
        self._due = 0.0
        self._made: str | None = None
        self._table = Table()

    def table(self) -> Table:
        """What is known now, empty at first; when it is due, reading anew begins behind the caller's back."""
        if self._is_due() and self._reading.acquire(blocking=False):
            self._begin()
        return self._table

    def _is_due(self) -> bool:
        return time.monotonic() >= self._due

    def _begin(self) -> None:
        """Hands the lock to a new thread."""
        begun = False
        try:
            # Another thread may have read since the question was asked.
            if self._is_due():
                threading.Thread(target=self._read, name="mined-terms", daemon=True).start()
                begun = True
        except RuntimeError as error:
            # No thread to be had: the terms can wait.
            log.warning("mined_terms_not_read", error=str(error))
        finally:
            if not begun:
                self._reading.release()

    def _read(self) -> None:
        try:
            made = self._values.made()
            # Values are written once: as long as they are the same ones, so are their terms.
            if made != self._made:
                self._table, self._made = from_mined(self._values.pairs()), made
        except ServiceError as error:
            log.warning("mined_terms_not_read", error=error.detail)
        finally:
            self._due = time.monotonic() + self._seconds
            self._reading.release()
