"""Reading that ends well: what is damaged or unpacks to too much ends where it stops being readable, and says why.

It knows no compression and no archive.
"""

from __future__ import annotations

import io
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable

import zstandard

from service.errors import SourceError
from service.loading.inputs.finding import plain

# What reading may raise: the disk, a cut-off or damaged compression, an archive whose tables are wrong.
DAMAGES = (
    OSError, EOFError, ValueError, RuntimeError, LookupError, OverflowError, struct.error,
    zlib.error, lzma.LZMAError, zstandard.ZstdError, tarfile.TarError, zipfile.BadZipFile,
)  # fmt: skip
# Bytes that one input may unpack to unless the caller of a load says otherwise.
UNPACK_LIMIT = 100 * 1024**3
# How many times its size an input may unpack to once it is larger than RATIO_FREE. Real lists of papers: up to 9 times.
RATIO = 200
RATIO_FREE = 256 * 1024**2
# Small, so that little is lost where a piece can't be read whole.
PIECE = 16 * 1024


class Budget:
    """What one input may unpack to, in all its layers together. `packed` is its size, or 0 and counted while it comes."""

    def __init__(self, limit: int, packed: int = 0) -> None:
        self.limit, self.packed, self.unpacked = limit, packed, 0

    def spend(self, size: int) -> None:
        """Counts unpacked bytes. Raises SourceError, then and for ever after, when they are too many."""
        self.unpacked += size
        if self.unpacked > self.limit:
            raise SourceError(
                f"unpacks to more than {_large(self.limit)}: raise --unpack-limit, or unpack it and load the folder"
            )
        if self.unpacked > RATIO_FREE and self.unpacked > RATIO * self.packed:
            raise SourceError(
                f"unpacks to more than {RATIO} times its size, which real lists of papers never do: if it is meant, unpack it "
                "and load the folder"
            )

    @property
    def problem(self) -> str | None:
        """What was too much, or None."""
        try:
            self.spend(0)
        except SourceError as error:
            return error.detail
        return None


class Guarded(io.RawIOBase):
    """A stream over `read(size)` that ends instead of raising; `problem` says why it ended too early.

    `learn` is told the size of each piece, and may raise SourceError to end the stream.
    """

    def __init__(self, read: Callable[[int], bytes], learn: Callable[[int], None] | None = None, piece: int = PIECE) -> None:
        super().__init__()
        self.learn = learn
        self._read, self._piece = read, piece
        self._began = False
        self.problem: str | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview | bytearray) -> int:  # type: ignore[override]
        if self.problem is not None:
            return 0
        try:
            piece = self._read(min(len(buffer), self._piece))
            if self.learn is not None:
                self.learn(len(piece))
        except SourceError as error:
            self.problem = error.detail
            return 0
        except DAMAGES as error:
            damaged = "the file is damaged or cut off, nothing behind this could be read" if self._began else "can't be read"
            self.problem = f"{damaged}: {plain(error)}"
            return 0
        self._began = self._began or bool(piece)
        buffer[: len(piece)] = piece
        return len(piece)


class Chained(io.RawIOBase):
    """The beginning that was read already, then the rest: pipes can't be read twice."""

    def __init__(self, head: bytes, rest: io.BufferedReader) -> None:
        super().__init__()
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview | bytearray) -> int:  # type: ignore[override]
        piece = self._head[: len(buffer)]
        self._head = self._head[len(piece) :]
        if not piece:
            piece = self._rest.read1(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)


def _large(size: int) -> str:
    return f"{size / 1024**3:g} GB" if size >= 1024**3 else f"{size / 1024**2:g} MB"
