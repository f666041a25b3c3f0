"""Where a load goes on when its index takes no writes any more, since another is about to take its place.

It closes none (administration) and knows nothing of what is written.
"""

from __future__ import annotations

import time

from service.errors import LoadError
from service.index.administration import Administration
from service.index.naming import is_dead
from service.index.writing import PATIENCE
from service.mapping import SCHEMA_VERSION


def successor(administration: Administration, index: str) -> str:
    """Where a load goes on that `index`, live when it began, refuses: waits until that is known. Raises LoadError.

    In the index that was made of it and has all that was written into it; or in itself, when who closed it has died.
    """
    deadline = time.monotonic() + PATIENCE
    while (live := administration.live()) == index:
        if not administration.is_closed(index):
            return index
        closers = [
            meta.get("builder")
            for name, meta in administration.metas().items()
            # It may be the successor itself, whose opening was cut off.
            if meta.get("closes") == index or (name == index and meta.get("closes"))
        ]
        if closers and all(is_dead(one) for one in closers):
            administration.open_again(index)
        elif time.monotonic() > deadline:
            raise LoadError(
                f"{index!r} has taken no writes for {PATIENCE:.0f} seconds: `python -m scripts.index status` says why."
            )
        else:
            time.sleep(0.2)
    if live is None or administration.meta(live).get("of") != index:
        raise LoadError("Other papers took the place of these while this load was running: load again.")
    return live


def writable(administration: Administration, index: str) -> str:
    """The live index, `index` when last looked, as one that our papers can be written into. Raises LoadError.

    It waits while another is about to take its place, and mends what a killed command left.
    """
    if administration.is_closed(index):
        index = successor(administration, index)
    found = administration.meta(index).get("version")
    if found != SCHEMA_VERSION:
        raise LoadError(
            f"The index has mapping {found} but this release writes mapping {SCHEMA_VERSION}: "
            "run `python -m scripts.index reindex` with the newer release of the two, then load."
        )
    return index
