"""How far a harvest has come, in a small file that is replaced whole: a kill at any moment leaves the old one or the new one.

It harvests nothing. One process at a time holds a service's state.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import orjson

from service.errors import HarvestError
from service.harvesters.model import Place


@dataclass(slots=True)
class Progress:
    """`place`: where a round was left (None: it is finished, or none has begun). `since`: what the next round is told.

    `records` is how many came in this round, `rounds` how many were finished. `index` is the index that the pages were loaded
    into, `sample` has keys of a few papers that are in it.
    """

    place: Place | None = None
    since: str | None = None
    records: int = 0
    rounds: int = 0
    index: str | None = None
    sample: Sequence[str] = ()


class State:
    """The progress of one query of one service, below a folder. Use it as a context: the service is locked meanwhile."""

    def __init__(self, folder: Path, name: str, query: Mapping[str, str]) -> None:
        self.folder, self.name, self.query = folder, name, dict(query)
        mark = blake2b(orjson.dumps([name, self.query], option=orjson.OPT_SORT_KEYS), digest_size=6).hexdigest()
        self.path = folder / f"{plain(name)}-{mark}.json"
        self._lock: IO[bytes] | None = None

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = (self.folder / f"{plain(self.name)}.lock").open("wb")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.close()
            raise HarvestError(
                f"Another harvest of {self.name} is running ({self.folder}): services want to be asked by one at a time."
            ) from error
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._lock is not None:
            # The file stays: removing it would let two others lock two files of one name.
            self._lock.close()

    def read(self) -> Progress:
        """What was saved last; the beginning where nothing was. Raises HarvestError for a file that is none of ours."""
        try:
            content = orjson.loads(self.path.read_bytes())
            return Progress(**content["progress"])
        except FileNotFoundError:
            return Progress()
        except (orjson.JSONDecodeError, KeyError, TypeError) as error:
            raise HarvestError(f"{self.path} can't be read: mend it, or delete it to begin anew.") from error

    def save(self, progress: Progress) -> None:
        """Replaces the file."""
        content = {"name": self.name, "query": self.query, "progress": asdict(progress)}
        write_whole(self.path, orjson.dumps(content, option=orjson.OPT_INDENT_2) + b"\n")


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file so that it is there whole or not at all, also after a power cut."""
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    with aside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Makes new names in a folder last."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def plain(name: Any) -> str:
    """A text as part of a file's name."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", str(name)).strip("-.")[:80] or "harvest"
