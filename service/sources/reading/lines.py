"""A stream as lines of text: any encoding, any line ends, a byte that is wrong costs its own line only.

It joins nothing and knows no format.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from service.sources.reading.encoding import as_utf8, decode, detect

# A longer line is cut: no record is that large, and memory stays bounded.
LINE_BYTES = 16 * 1024 * 1024


def lines(stream: BinaryIO) -> Iterator[str]:
    """The lines without their ends (LF, CR LF or CR)."""
    utf8 = as_utf8(stream)
    while raw := utf8.readline(LINE_BYTES):
        if len(raw) == LINE_BYTES:
            raw += utf8.read(_missing(raw))
        line = decode(raw.removesuffix(b"\n").removesuffix(b"\r"))
        if "\r" in line:
            yield from line.split("\r")
        else:
            yield line


def _missing(raw: bytes) -> int:
    """How many bytes a line that was cut lacks of its last character: half of one would make another encoding of it."""
    for place in range(1, 4):
        if raw[-place] >= 0xC0:
            return max(0, (2 if raw[-place] < 0xE0 else 3 if raw[-place] < 0xF0 else 4) - place)
        if raw[-place] < 0x80:
            break
    return 0


def beginning(head: bytes) -> str:
    """The beginning of an input as text with LF as line end, for recognising its format."""
    shown = head.decode(detect(head), "replace").lstrip("\ufeff").replace("\0", "")
    return shown.replace("\r\n", "\n").replace("\r", "\n")
