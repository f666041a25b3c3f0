"""Bytes of any usual encoding as UTF-8: UTF-8, UTF-16, GB18030, Big5, Windows-1252.

It looks at the beginning and decides for the whole input; it never gives up, and marks what is unreadable with U+FFFD.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable
from typing import BinaryIO

from service.folding import SIMPLIFIED

# What the decision looks at. The rest of a file that begins in ASCII is still decoded line by line (see `decode`).
HEAD_BYTES = 256 * 1024
_CHUNK = 256 * 1024
# Of how many bytes and characters it is seen which encoding they are.
_WIDE_BYTES, _CHARACTERS = 8192, 50_000
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
# What texts of papers are made of; the same bytes the other way round, or other data, give half of it at most.
_USUAL = re.compile(
    "[\t\n\r -\x7e\xa0-\u024f\u0300-\u052f\u0590-\u06ff\u1e00-\u1fff\u2009-\u20ff\u2116-\u21ff\u2202-\u22ff"
    "\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef]"
)
_BEYOND = re.compile(r"[^\x00-\x7f]")
_ENGLISH = re.compile("[\n -\x7e]")
# A single Han character between Latin letters or behind a number: an accented letter, a sign of degrees, that was read wrongly.
_GLUED = re.compile(
    "(?<=[A-Za-z0-9])(?![年月日期卷號号頁页屆届次章節节版])[\u3400-\u9fff](?=[\\x00-\\x7f])"
    "|(?<![^\\x00-\\x7f])[\u3400-\u9fff](?=[a-z])"
)


def detect(head: bytes, *, whole: bool = False) -> str:
    """The codec of an input by its beginning: `utf-8`, `utf-8-sig`, `utf-16...`, `gb18030`, `big5` or `cp1252`.

    The last character of a beginning may be cut in two; not so when it is the `whole` input.
    """
    for bom, codec in _BOMS:
        if head.startswith(bom):
            return codec
    if head.isascii() and b"\0" not in head:
        return "utf-8"
    if wide := _wide(head):
        return wide
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head, final=whole)
        return "utf-8"
    except UnicodeDecodeError:
        if _utf8_share(head) > 0.2:
            return "utf-8"
    simplified, traditional = _likely(head, "gb18030", _gb18030), _likely(head, "big5", _big5)
    # A few characters look common in both; GB18030 is met far more often.
    if traditional > 0.5 and traditional > simplified + 0.05:
        return "big5"
    return "gb18030" if simplified > 0.5 else "cp1252"


def decode(data: bytes) -> str:
    """A record or line as text: UTF-8 where it is, else whatever it looks like."""
    try:
        # The codec that takes the mark off itself is written in Python and takes three times as long.
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError:
        return data.decode(detect(data, whole=True), "replace")


def as_utf8(stream: BinaryIO, met_nuls: Callable[[], None] = lambda: None) -> BinaryIO:
    """The same input as a stream of UTF-8 without a byte order mark. Invalid UTF-8 inside UTF-8 is left as it is.

    Bytes of value 0, which no text has, are left out; `met_nuls` is called where there are some.
    """
    head = _read(stream, HEAD_BYTES)
    codec = detect(head)
    if codec == "utf-8-sig":
        head, codec = head[len(codecs.BOM_UTF8) :], "utf-8"
    return io.BufferedReader(_Utf8(head, stream, None if codec == "utf-8" else codec, met_nuls=met_nuls), _CHUNK)


def recoded(stream: BinaryIO, codec: str) -> io.BufferedReader:
    """An input that is known to be in `codec` as UTF-8 behind a byte order mark, so that nobody guesses again."""
    return io.BufferedReader(_Utf8(b"", stream, codec, marked=True), _CHUNK)


def codec_of(name: str) -> str | None:
    """The codec that decodes texts of a named encoding; None where there is none. GBK and GB2312 are parts of GB18030."""
    try:
        # Refuses codecs that are none of text.
        b"a".decode(name, "replace")
        codecs.getincrementaldecoder(name)("replace").decode(b"a", final=False)
    except (LookupError, ValueError):
        return None
    found = codecs.lookup(name).name
    return "gb18030" if found in ("gbk", "gb2312") else found


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


def _wide(head: bytes) -> str | None:
    """UTF-16 without its mark: it has zeros, and nearly all that is read is text of usual scripts."""
    if b"\0" not in head:
        return None
    texts = {codec: head[:_WIDE_BYTES].decode(codec, "replace") for codec in ("utf-16-le", "utf-16-be")}
    shares = {codec: len(_USUAL.findall(text)) / len(text) for codec, text in texts.items()}
    # Letters of English the other way round are Han characters: what has more of English is right.
    best = max(texts, key=lambda codec: shares[codec] + len(_ENGLISH.findall(texts[codec])) / len(texts[codec]))
    return best if shares[best] > 0.9 else None


def _likely(head: bytes, codec: str, weigh: Callable[[str], float]) -> float:
    """How much of what is beyond ASCII is usual text when read with this codec, 0 to 1; 0 when it can't be read."""
    try:
        text = codecs.getincrementaldecoder(codec)().decode(head, final=False)
    except UnicodeDecodeError:
        return 0.0
    first = _BEYOND.search(text)
    text = text[max(0, first.start() - 1) : first.start() + _CHARACTERS] if first else ""
    beyond = _BEYOND.findall(text)
    return (sum(map(weigh, beyond)) - len(_GLUED.findall(text))) / len(beyond) if beyond else 0.0


def _gb18030(char: str) -> float:
    """1: usual in Chinese texts, or in the form of four bytes that nothing else looks like; 0: what letters of Europe give."""
    raw = char.encode("gb18030")
    if len(raw) == 4:
        return float(raw[0] <= 0x84)
    # 0xA0 is a blank of European texts. Letters with accents, and the dash of English lists of pages, stand behind 0xA8.
    if raw[0] == 0xA0:
        return 0.0
    if _is_common(char) or raw[0] == 0xA8 or (0xA1 <= raw[0] <= 0xA9 and raw[1] >= 0xA1):
        return 1.0
    return 0.5 if raw[1] >= 0xA1 and raw[0] >= 0xB0 else 0.0


def _big5(char: str) -> float:
    raw = char.encode("big5", "ignore")
    if _is_common(char) or 0xA1 <= raw[0] <= 0xA3:
        return 1.0
    return 0.5 if raw[1] >= 0xA1 else 0.0


def _is_common(char: str) -> bool:
    """Whether it is one of the 3,755 commonest Han characters, in simplified or traditional form."""
    return b"\xb0" <= SIMPLIFIED.get(ord(char), char).encode("gb2312", "ignore")[:1] <= b"\xd7"


class _Utf8(io.RawIOBase):
    """A head that was read already and the rest of its stream, recoded from `codec` where one is given."""

    def __init__(
        self,
        head: bytes,
        stream: BinaryIO,
        codec: str | None,
        *,
        marked: bool = False,
        met_nuls: Callable[[], None] = lambda: None,
    ) -> None:
        self._met_nuls = met_nuls
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(codec)("replace") if codec else None
        self._pending = self._plain(self._decoder.decode(head).encode("utf-8", "replace") if self._decoder else head)
        # What the input itself may have as mark is not given twice.
        self._mark = codecs.BOM_UTF8 if marked else b""
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while not self._pending and not self._ended:
            chunk = self._stream.read(_CHUNK)
            self._ended = not chunk
            if self._decoder:
                chunk = self._decoder.decode(chunk, final=self._ended).encode("utf-8", "replace")
            self._pending = chunk = self._plain(chunk)
            if chunk and self._mark:
                self._pending, self._mark = self._mark + chunk.removeprefix(codecs.BOM_UTF8), b""
        size = min(len(buffer), len(self._pending))
        buffer[:size] = self._pending[:size]
        self._pending = self._pending[size:]
        return size

    def _plain(self, chunk: bytes) -> bytes:
        if b"\0" not in chunk:
            return chunk
        self._met_nuls()
        return chunk.replace(b"\0", b"")
