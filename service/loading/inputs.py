"""Finds the files of a load, opens them through their compression, and finds their format.

It reads no records: that is the sources' work.
"""

from __future__ import annotations

import gzip
import io
import os
import stat
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import zstandard

from service.errors import LoadError, SourceError
from service.sources import SOURCES, Input, Source, detect_format, encoding
from service.sources.registry import HEAD_BYTES

STANDARD_INPUT = "-"
# What reading a file may raise: the disk, a cut-off or damaged compression.
_DAMAGES = (OSError, EOFError, zlib.error, zstandard.ZstdError)
_MAGIC = {b"\x28\xb5\x2f\xfd": "zstd", b"\x1f\x8b": "gzip"}
_SUFFIXES = (".zst", ".zstd", ".gz")
_IGNORED = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})


@dataclass(frozen=True, slots=True)
class Found:
    """A file to load: `path` as given or found, `relative` to what was named (it names the file in contributions)."""

    path: str
    relative: str
    size: int
    # Why it can't be read, where that was seen already.
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """An opened file: its source, and where reading stands in the file itself (for progress)."""

    found: Found
    source: Source | None
    input: Input
    raw: BinaryIO
    encoding: str


def find_inputs(paths: Sequence[str]) -> list[Found]:
    """All files below `paths`, in a stable order. Raises LoadError for a path that does not exist."""
    found: list[Found] = []
    for given in paths:
        if given == STANDARD_INPUT:
            found.append(Found(STANDARD_INPUT, STANDARD_INPUT, 0))
            continue
        path = Path(given)
        if path.is_dir():
            found += _below(path)
        elif path.exists():
            found.append(Found(given, path.name, path.stat().st_size if path.is_file() else 0))
        else:
            raise LoadError(f"{given}: no such file or folder.")
    return found


def open_input(found: Found, format_name: str | None = None) -> Opened:
    """Opens a file and finds its source (None: unknown). Raises SourceError when it can't be opened or decompressed."""
    try:
        raw: BinaryIO = sys.stdin.buffer if found.path == STANDARD_INPUT else Path(found.path).open("rb")  # noqa: SIM115 (the caller closes it)
        stream: BinaryIO = io.BufferedReader(_decompressed(raw), buffer_size=256 * 1024)
        head = io.BytesIO(stream.read(HEAD_BYTES))
    except _DAMAGES as error:
        raise SourceError(f"can't be read: {_plain(error)}") from error
    name = _plain_name(found.relative)
    source = SOURCES[format_name] if format_name else detect_format(head.getvalue(), name)
    return Opened(found, source, Input(io.BufferedReader(_Chained(head, stream)), name), raw, encoding.detect(head.getvalue()))


def _below(folder: Path) -> Iterator[Found]:
    for directory, names, files in os.walk(folder):
        names[:] = sorted(name for name in names if not name.startswith("."))
        for name in sorted(files):
            if name.startswith(".") or name in _IGNORED:
                continue
            yield _met(Path(directory) / name, folder)


def _met(path: Path, folder: Path) -> Found:
    """A file of a folder; what is none (a pipe, a link to nowhere) is reported and not opened."""
    relative = path.relative_to(folder).as_posix()
    try:
        status = path.stat()
    except OSError as error:
        return Found(str(path), relative, 0, f"can't be read: {_plain(error)}")
    problem = None if stat.S_ISREG(status.st_mode) else "is no file: name it by itself to read from a pipe"
    return Found(str(path), relative, status.st_size, problem)


def _decompressed(raw: BinaryIO) -> io.RawIOBase:
    buffered = raw if isinstance(raw, io.BufferedReader) else io.BufferedReader(raw)  # type: ignore[type-var]
    magic = buffered.peek(4)[:4]
    kind = next((kind for start, kind in _MAGIC.items() if magic.startswith(start)), None)
    if kind == "zstd":
        # Frames of up to 2 GiB windows are what `zstd --long=31` can write; memory is only used as needed.
        return zstandard.ZstdDecompressor(max_window_size=2**31).stream_reader(buffered, read_across_frames=True)  # type: ignore[return-value]
    if kind == "gzip":
        return gzip.GzipFile(fileobj=buffered)  # type: ignore[return-value]
    return buffered  # type: ignore[return-value]


class _Chained(io.RawIOBase):
    """The head that detection has read, then the rest: pipes can't be read twice."""

    def __init__(self, head: io.BytesIO, rest: BinaryIO) -> None:
        super().__init__()
        self._head: io.BytesIO | None = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview | bytearray) -> int:  # type: ignore[override]
        if self._head is not None:
            piece = self._head.read(len(buffer))
            if piece:
                buffer[: len(piece)] = piece
                return len(piece)
            self._head = None
        try:
            piece = self._rest.read(len(buffer))
        except _DAMAGES as error:
            raise SourceError(f"the file is damaged or cut off, nothing behind this could be read: {_plain(error)}") from error
        buffer[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        self._rest.close()
        super().close()


def _plain_name(name: str) -> str:
    name = name.rsplit("/", 1)[-1]
    for suffix in _SUFFIXES:
        if name.lower().endswith(suffix):
            return name[: -len(suffix)]
    return name


def _plain(error: BaseException) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
