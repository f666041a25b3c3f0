"""Switches Python's collector of circular objects off while millions of small objects pass through.

Work of this room ties none in circles: looking for such circles took a quarter of a load's time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """No collection inside; afterwards as it was before."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
