"""What the concrete indices of an alias are called, who is at work on them, and which of them nobody needs any more.

It asks the engine nothing.
"""

from __future__ import annotations

import os
import re
import secrets
import socket
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

# A build that has not been heard of for so long is taken for dead when its process can't be looked up.
STALE_SECONDS = 600


def is_of(alias: str, index: str) -> bool:
    """Whether an index is one that this program makes for the alias."""
    return re.fullmatch(re.escape(alias) + r"-v\d+-\d{17}", index) is not None


def age(index: str) -> str:
    """Orders indices by when they were made, whatever their mapping."""
    return index.rpartition("-")[2]


def unused_of(others: Mapping[str, Mapping[str, Any]], keep: int) -> list[str]:
    """Of indices that are not live, by name with their `_meta`: dead builds, and all but the `keep` newest complete ones.

    What somebody is at work on is never among them.
    """
    idle = {name: meta for name, meta in others.items() if not is_busy(meta)}
    complete = sorted((name for name, meta in idle.items() if meta.get("complete")), key=age)
    dead = [name for name, meta in idle.items() if not meta.get("complete") and meta.get("builder")]
    return complete[: len(complete) - keep if keep else None] + dead


def unused_pairs(papers: Mapping[str, Mapping[str, Any]], values: Mapping[str, Mapping[str, Any]], keep: int) -> list[str]:
    """Of indices of papers and of values that are not live, by name with their `_meta`, what `unused_of` says of either.

    The newest values of each index of papers that is kept are kept as well.
    """
    gone = unused_of(papers, keep)
    newest = {values[name].get("papers"): name for name in sorted(values, key=age) if values[name].get("complete")}
    needed = {name for of, name in newest.items() if of in papers and of not in gone}
    return gone + [name for name in unused_of(values, keep) if name not in needed]


def new_generation() -> str:
    """A value that was never used before."""
    return f"{datetime.now(UTC).strftime('%Y%m%dT%H%M%S.%f')}-{secrets.token_hex(4)}"


def builder() -> dict[str, Any]:
    """This process, as the `_meta` of an index names who is at work on it."""
    return {"host": socket.gethostname(), "pid": os.getpid(), "since": datetime.now(UTC).timestamp()}


def is_busy(meta: Mapping[str, Any]) -> bool:
    """Whether a process is at work on the index that this `_meta` is of."""
    at_work = meta.get("builder")
    return bool(at_work) and not is_dead(at_work)


def is_dead(at_work: Mapping[str, Any] | None) -> bool:
    """Whether the process that was filling an index is gone. On another host only silence can tell."""
    if at_work is None:
        return False
    if at_work["host"] == socket.gethostname() and Path("/proc").is_dir():
        return not Path(f"/proc/{at_work['pid']}").exists()
    return datetime.now(UTC).timestamp() - float(at_work["since"]) > STALE_SECONDS
