"""A backup: everything that an alias holds in one file of JSON Lines, from one moment, and read back line by line.

A header, a line for each paper as it is stored, a line for each deleted id, and a last line by which a cut-off file is known.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

import orjson
import zstandard

from service.errors import LoadError, NothingLoaded
from service.index import Administration, PaperSource
from service.index.deleted import Deletions
from service.mapping import SCHEMA_VERSION
from service.settings import Settings

KIND, VERSION = "lunwen backup", 1
STANDARD = "-"
_DAMAGES = (OSError, EOFError, zlib.error, zstandard.ZstdError)

Progress = Callable[[int, int], None]


@dataclass(slots=True)
class Exported:
    """What an export wrote: papers, deleted ids, bytes before compression."""

    index: str
    papers: int = 0
    deleted: int = 0
    bytes: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Deletion:
    """A deleted id of a backup, and when it was deleted."""

    id: str
    deleted: str


def run_export(settings: Settings, target: str, progress: Progress | None = None, dry_run: bool = False) -> Exported:
    """Writes a backup to the file `target`, compressed by its ending (.zst, .gz), or to standard output (`-`).

    The file appears when it is whole. Raises LoadError, NothingLoaded, EngineUnavailable.
    """
    administration, progress = Administration(settings), progress or (lambda _done, _all: None)
    live = administration.live()
    if live is None:
        raise NothingLoaded("There is nothing to export: no papers have been loaded yet.")
    administration.refresh(live)
    source, found = PaperSource(settings, live), Exported(live)
    count = source.count()
    if dry_run:
        found.papers, found.deleted = count, sum(1 for _ in Deletions(settings).records())
        return found
    with _writing(target) as write:

        def line(content: Mapping[str, Any]) -> None:
            data = orjson.dumps(content, option=orjson.OPT_APPEND_NEWLINE)
            found.bytes += len(data)
            write(data)

        line({"kind": KIND, "version": VERSION, "mapping": administration.meta(live)["version"], "papers": count, "made": _now()})
        # One slice: the same index gives the same file.
        for page in source.papers(parts=1):
            for one in page:
                line({"paper": one.document})
            found.papers += len(page)
            progress(found.papers, count)
        for paper_id, instant in Deletions(settings).records():
            line({"deleted": {"id": paper_id, "deleted": instant}})
            found.deleted += 1
        line({"end": {"papers": found.papers, "deleted": found.deleted}})
    return found


class Backup:
    """A backup that is read: its header at once, its lines once, in order. Raises LoadError for what is none or is damaged."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._raw: BinaryIO = sys.stdin.buffer if path == STANDARD else _open(path)
        self.size = 0 if path == STANDARD else Path(path).stat().st_size
        self._lines = enumerate(io.BufferedReader(_decompressed(self._raw), 1 << 20), 1)
        _, header = self._next()
        if header.get("kind") != KIND:
            raise LoadError(f"{path} is no backup: it has to be made by `python -m scripts.index export`.")
        if header.get("version") != VERSION or int(header.get("mapping", 0)) > SCHEMA_VERSION:
            raise LoadError(f"{path} was made by a newer release than this one: import it with that.")
        self.mapping, self.papers = int(header["mapping"]), int(header["papers"])

    @property
    def position(self) -> int:
        """How many bytes of the file have been read."""
        return 0 if self.path == STANDARD else self._raw.tell()

    def items(self) -> Iterator[dict[str, Any] | Deletion]:
        """The stored papers, then the deletions. Raises LoadError, also at the end of a file that was cut off."""
        papers = deleted = 0
        while True:
            number, item = self._next()
            if (paper := item.get("paper")) is not None and paper.get("id") and paper.get("contributions"):
                papers += 1
                yield paper
            elif (gone := item.get("deleted")) is not None:
                deleted += 1
                yield Deletion(gone["id"], gone["deleted"])
            elif item.get("end") == {"papers": papers, "deleted": deleted}:
                return
            else:
                raise LoadError(f"{self.path}, line {number}: this is not what a backup has there; the file is damaged.")

    def close(self) -> None:
        """Closes the file."""
        if self.path != STANDARD:
            self._raw.close()

    def _next(self) -> tuple[int, dict[str, Any]]:
        try:
            number, line = next(self._lines)
            item = orjson.loads(line)
        except StopIteration:
            raise LoadError(f"{self.path} ends before its last line: it was cut off. Nothing of it is used.") from None
        except orjson.JSONDecodeError as error:
            raise LoadError(f"{self.path} is no backup, or damaged: {error}.") from error
        except _DAMAGES as error:
            raise LoadError(f"{self.path} is damaged or cut off: {error}. Nothing of it is used.") from error
        return number, item if isinstance(item, dict) else {}


@contextmanager
def _writing(target: str) -> Iterator[Callable[[bytes], Any]]:
    if target == STANDARD:
        yield sys.stdout.buffer.write
        sys.stdout.buffer.flush()
        return
    # Beside it, so that it can be renamed, and under this process's name, so that two exports can't meet.
    part = Path(f"{target}.{os.getpid()}.part")
    try:
        with part.open("wb") as raw, _compressed(raw, target) as stream:
            yield stream.write
        part.replace(target)
    except OSError as error:
        raise LoadError(f"{target} can't be written: {error.strerror or error}.") from error
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _compressed(raw: BinaryIO, name: str) -> Iterator[Any]:
    if name.endswith((".zst", ".zstd")):
        with zstandard.ZstdCompressor(level=6, write_checksum=True).stream_writer(raw, closefd=False) as stream:
            yield stream
    elif name.endswith(".gz"):
        # No time in it: the same papers give the same bytes.
        with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as stream:
            yield stream
    else:
        yield raw


def _open(path: str) -> BinaryIO:
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise LoadError(f"{path} can't be read: {error.strerror or error}.") from error


def _decompressed(raw: BinaryIO) -> Any:
    buffered = raw if isinstance(raw, io.BufferedReader) else io.BufferedReader(raw)  # type: ignore[type-var]
    magic = buffered.peek(4)[:4]
    if magic == b"\x28\xb5\x2f\xfd":
        return zstandard.ZstdDecompressor().stream_reader(buffered, read_across_frames=True)
    return gzip.GzipFile(fileobj=buffered) if magic[:2] == b"\x1f\x8b" else buffered


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
