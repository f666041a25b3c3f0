"""Bytes of any usual encoding as UTF-8: UTF-8, UTF-16, GB18030, Big5, Windows-1252.

It looks at the beginning and decides for the whole input; it never gives up, and marks what is unreadable with U+FFFD.
"""

from __future__ import annotations

import codecs
import io
from typing import BinaryIO

# What the decision looks at. The rest of a file that begins in ASCII is still decoded line by line (see `decode`).
HEAD_BYTES = 256 * 1024
_CHUNK = 256 * 1024
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
# Lead bytes of the commonest characters and the punctuation of each encoding; wrongly decoded text is made of rare ones.
_COMMON = {"gb18030": ("gbk", ((0xA1, 0xA6), (0xB0, 0xD7)), 0xA1), "big5": ("big5", ((0xA1, 0xC6),), 0x40)}


def detect(head: bytes, *, whole: bool = False) -> str:
    """The codec of an input by its beginning: `utf-8`, `utf-8-sig`, `utf-16...`, `gb18030`, `big5` or `cp1252`.

    The last character of a beginning may be cut in two; not so when it is the `whole` input.
    """
    for bom, codec in _BOMS:
        if head.startswith(bom):
            return codec
    if head.isascii() and b"\0" not in head:
        return "utf-8"
    zeros = head[:4096].count(0)
    if zeros * 3 > len(head[:4096]):
        return "utf-16-le" if head[1:4096:2].count(0) > head[0:4096:2].count(0) else "utf-16-be"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head, final=whole)
        return "utf-8"
    except UnicodeDecodeError:
        if _utf8_share(head) > 0.2:
            return "utf-8"
    simplified, traditional = _common_share(head, "gb18030"), _common_share(head, "big5")
    # A few characters look common in both; GB18030 is met far more often.
    if traditional > 0.5 and traditional > simplified + 0.15:
        return "big5"
    return "gb18030" if simplified > 0.5 else "cp1252"


def decode(data: bytes) -> str:
    """A record or line as text: UTF-8 where it is, else whatever it looks like."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode(detect(data, whole=True), "replace")


def as_utf8(stream: BinaryIO) -> BinaryIO:
    """The same input as a stream of UTF-8 without a byte order mark. Invalid UTF-8 inside UTF-8 is left as it is."""
    head = _read(stream, HEAD_BYTES)
    codec = detect(head)
    if codec == "utf-8-sig":
        head, codec = head[len(codecs.BOM_UTF8) :], "utf-8"
    return io.BufferedReader(_Utf8(head, stream, None if codec == "utf-8" else codec), _CHUNK)


def _read(stream: BinaryIO, size: int) -> bytes:
    parts = []
    while size > 0 and (part := stream.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _utf8_share(head: bytes) -> float:
    """The share of lines in UTF-8 among those beyond ASCII, or of characters where there is one line only."""
    lines = [line for line in head.splitlines() if not line.isascii()]
    if len(lines) > 1:
        return sum(1 for line in lines if "\ufffd" not in line.decode("utf-8", "replace")) / len(lines)
    beyond = [char for char in head.decode("utf-8", "replace") if char > "\x7f"]
    # Other encodings hit a valid sequence now and then.
    return 1.0 if beyond.count("\ufffd") * 20 <= len(beyond) else 0.0


def _common_share(head: bytes, codec: str) -> float:
    """The share of common characters among those beyond ASCII when read with this codec; 0 when it can't be read."""
    try:
        text = codecs.getincrementaldecoder(codec)().decode(head, final=False)
    except UnicodeDecodeError:
        return 0.0
    basis, ranges, least = _COMMON[codec]
    # Letters of Europe that the old encodings lack say nothing about the rest.
    beyond = [char for char in text if char > "\u024f" or (char > "\x7f" and char.encode(basis, "ignore"))][:20_000]
    pairs = [char.encode(basis, "ignore") for char in beyond]
    common = sum(
        1 for pair in pairs if len(pair) == 2 and pair[1] >= least and any(first <= pair[0] <= last for first, last in ranges)
    )
    return common / len(beyond) if beyond else 0.0


class _Utf8(io.RawIOBase):
    """A head that was read already and the rest of its stream, recoded from `codec` where one is given."""

    def __init__(self, head: bytes, stream: BinaryIO, codec: str | None) -> None:
        self._pending = head
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(codec)("replace") if codec else None
        if self._decoder:
            self._pending = self._decoder.decode(head).encode("utf-8", "replace")
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while not self._pending and not self._ended:
            chunk = self._stream.read(_CHUNK)
            self._ended = not chunk
            if self._decoder:
                chunk = self._decoder.decode(chunk, final=self._ended).encode("utf-8", "replace")
            self._pending = chunk
        size = min(len(buffer), len(self._pending))
        buffer[:size] = self._pending[:size]
        self._pending = self._pending[size:]
        return size
