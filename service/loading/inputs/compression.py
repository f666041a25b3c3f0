"""Takes compression off a stream: gzip, zstd, bzip2 and xz, seen by content.

It knows no archives. What can't be unpacked ends the stream (guarding.Guarded).
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from collections.abc import Callable
from dataclasses import dataclass

import zstandard

from service.loading.inputs.guarding import Budget, Chained, Guarded

SUFFIXES = (".zst", ".zstd", ".gz", ".bz2", ".xz")
# How often a stream may be compressed: a file once, and then by what transports it.
LAYERS = 2
# What a stream of xz may ask for; `xz -9` needs 65 MB.
_XZ_MEMORY = 256 * 1024**2
_BUFFER = 256 * 1024
_SKIPPABLE = range(0x184D2A50, 0x184D2A60)
_ZSTD = 0xFD2FB528


@dataclass(frozen=True, slots=True)
class Layers:
    """A stream without its compression, and the layers that were taken off; the first is the outermost."""

    stream: io.BufferedReader
    guards: tuple[Guarded, ...] = ()
    # There are more layers than LAYERS.
    is_too_deep: bool = False

    @property
    def problem(self) -> str | None:
        """Why the stream ended too early."""
        return next((guard.problem for guard in self.guards if guard.problem), None)


def decompressed(stream: io.BufferedReader, budget: Budget) -> Layers:
    """A stream of whatever compression, or none, without it. A file that is not compressed comes back itself, at its start."""
    guards: list[Guarded] = []
    while True:
        head, stream = peeked(stream, 512)
        opener = next((opener for begins, opener in _KINDS if begins(head)), None)
        if opener is None or len(guards) == LAYERS:
            return Layers(stream, tuple(guards), opener is not None)
        guards.append(Guarded(opener(stream), budget.spend, _BUFFER))
        stream = io.BufferedReader(guards[-1], _BUFFER)


def peeked(stream: io.BufferedReader, size: int) -> tuple[bytes, io.BufferedReader]:
    """The beginning of a stream (all of `size`, if it has so much) and a stream that still has it."""
    head = stream.read(size)
    if stream.seekable():
        stream.seek(0)
        return head, stream
    return head, io.BufferedReader(Chained(head, stream), _BUFFER)


def _gzip(stream: io.BufferedReader) -> Callable[[int], bytes]:
    return gzip.GzipFile(fileobj=stream).read1


def _zstd(stream: io.BufferedReader) -> Callable[[int], bytes]:
    frames = _Frames(stream)
    # Frames of up to 2 GiB windows are what `zstd --long=31` can write; memory is only used as needed.
    reader = zstandard.ZstdDecompressor(max_window_size=2**31).stream_reader(frames, read_across_frames=True)  # type: ignore[arg-type]

    def read(size: int) -> bytes:
        piece: bytes = reader.read1(size)
        if not piece and not frames.is_whole:
            raise EOFError("it ends in the middle of a frame")
        return piece

    return read


def _bzip2(stream: io.BufferedReader) -> Callable[[int], bytes]:
    return bz2.BZ2File(stream).read1


def _xz(stream: io.BufferedReader) -> Callable[[int], bytes]:
    """Streams in a row, and zeros between them; the library's own reader knows no bound of memory."""
    decompressor, data = lzma.LZMADecompressor(memlimit=_XZ_MEMORY), b""

    def read(size: int) -> bytes:
        nonlocal decompressor, data
        while True:
            if decompressor.eof:
                data = (decompressor.unused_data or stream.read(_BUFFER)).lstrip(b"\0")
                if not data and not (data := stream.read(_BUFFER).lstrip(b"\0")):
                    return b""
                decompressor = lzma.LZMADecompressor(memlimit=_XZ_MEMORY)
            elif decompressor.needs_input and not data and not (data := stream.read(_BUFFER)):
                raise EOFError("it ends before its end mark")
            piece = decompressor.decompress(data, size)
            data = b""
            if piece:
                return piece

    return read


def _is_bzip2(head: bytes) -> bool:
    return head[:3] == b"BZh" and head[3:4].isdigit() and head[4:10] in (b"1AY&SY", b"\x17rE8P\x90")


_KINDS: tuple[tuple[Callable[[bytes], bool], Callable[[io.BufferedReader], Callable[[int], bytes]]], ...] = (
    (lambda head: head.startswith(b"\x28\xb5\x2f\xfd"), _zstd),
    (lambda head: head[1:4] == b"\x2a\x4d\x18" and head[0] >> 4 == 5 and b"\x28\xb5\x2f\xfd" in head, _zstd),
    (lambda head: head.startswith(b"\x1f\x8b\x08"), _gzip),
    (_is_bzip2, _bzip2),
    (lambda head: head.startswith(b"\xfd7zXZ\0"), _xz),
)


class _Frames:
    """Passes zstd on and follows its frames (RFC 8878, section 3), because the decompressor takes a cut for the end."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self._held, self._wanted, self._skipped = b"", 4, 0
        # Of the class, not of this one, which would tie a circle that keeps a file's buffers.
        self._step: Callable[[_Frames, bytes], None] = _Frames._magic
        self._has_checksum = False

    @property
    def is_whole(self) -> bool:
        """Whether what was read ends with a frame."""
        return self._step is _Frames._magic and not self._held and not self._skipped

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(size)
        position = 0
        while position < len(data):
            if self._skipped:
                step = min(self._skipped, len(data) - position)
                self._skipped -= step
            else:
                step = min(self._wanted - len(self._held), len(data) - position)
                self._held += data[position : position + step]
                if len(self._held) == self._wanted:
                    held, self._held = self._held, b""
                    self._step(self, held)
            position += step
        return data

    def _next(self, step: Callable[[_Frames, bytes], None], wanted: int, skipped: int = 0) -> None:
        self._step, self._wanted, self._skipped = step, wanted, skipped

    def _magic(self, held: bytes) -> None:
        magic = int.from_bytes(held, "little")
        if magic in _SKIPPABLE:
            self._next(_Frames._size, 4)
        elif magic == _ZSTD:
            self._next(_Frames._descriptor, 1)
        else:
            # The decompressor says what is wrong with it.
            self._next(_Frames._lost, 1 << 62)

    def _lost(self, held: bytes) -> None:
        """Something else stands behind the end."""

    def _size(self, held: bytes) -> None:
        self._next(_Frames._magic, 4, int.from_bytes(held, "little"))

    def _descriptor(self, held: bytes) -> None:
        descriptor = held[0]
        is_single = descriptor >> 5 & 1
        self._has_checksum = bool(descriptor >> 2 & 1)
        size = (is_single, 2, 4, 8)[descriptor >> 6]
        self._next(_Frames._block, 3, (not is_single) + (0, 1, 2, 4)[descriptor & 3] + size)

    def _block(self, held: bytes) -> None:
        header = int.from_bytes(held, "little")
        size = 1 if header >> 1 & 3 == 1 else header >> 3
        if header & 1:
            self._next(_Frames._magic, 4, size + 4 * self._has_checksum)
        else:
            self._next(_Frames._block, 3, size)
