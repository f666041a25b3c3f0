"""A text cut where records of another format begin, as people paste lists together: each part is read by its own source.

It reads no record: a border is a line with which only records of one format begin, and whose source knows what follows.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from service.paper import Notice, Reject
from service.sources.input import Input
from service.sources.reading.encoding import as_utf8, detect
from service.sources.registry import SOURCES, Source

# A border is looked for in pieces of this size, and known by what stands behind it: the first lines of a record.
_PIECE, _WINDOW = 256 * 1024, 16 * 1024
# What is seen of the lines before a border.
_BEFORE = 512
# Each part is read with the line numbers of its file, which costs as much as the lines before it.
_PARTS = 500
TOO_MANY = f"the file changes its format more than {_PARTS} times, and was read up to here: save each format as a file of its own"
NULS = "bytes of value 0 stood in the text: they were left out"

_TABLES = frozenset({"table"})
_XML = frozenset(
    "pubmed jats crossrefxml endnotexml mods marcxml copernicus ieee jalc ccsb dblp acl arxiv oai datacitexml tei "
    "elsevier".split()
)
_JSON = frozenset(
    "json jsonl paperlists zotero crossref openalex semanticscholar s2orc datacite doaj openreview mathscinet grobidjson "
    "arxivdocmeta csl".split()
)

_MARK = rb"\[(?:[JMCDPNRSGAZ]|EB|DB|CP|DS)(?:/(?:OL|CD|DK|MT))?\]"
# How the first line of a record looks, and of the lines behind it what makes it sure.
_FIRST_LINES = {
    "bibtex": rb"[ \t]*@[ \t]*(?i:article|book|booklet|collection|conference|dataset|inbook|incollection|inproceedings|manual"
    rb"|mastersthesis|misc|online|patent|phdthesis|proceedings|report|software|techreport|thesis|unpublished)[ \t]*"
    rb"[{(][ \t]*[^\s,={}\"]*[ \t]*,",
    "ris": rb"TY {1,2}-[ \t]*[A-Z]{2,8}[ \t]*[\r\n]+[A-Z][A-Z0-9] {1,2}-",
    "endnote": rb"%[0AT][ \t]+[^\r\n]+[\r\n]+%[0-9A-Z@!+?][ \t]",
    "refworks": rb"RT [A-Z\xe3-\xe9][^\r\n]*[\r\n]+(?:SR|ID|A[1-4]|T[1-3]|YR|JF|K1|AB|AD)[ \t\xe3-\xe9]",
    "noteexpress": rb"\{Reference Type\}[ \t]?(?::|\xef\xbc\x9a)",
    "wos": rb"PT [A-Z][ \t]*[\r\n]+(?:AU|CA|GP|BA|TI|UT) ",
    "medline": rb"PMID ?- ?\d+[ \t]*[\r\n]+[A-Z]{2,4} {0,2}- ",
    "ovid": rb"VN {1,2}- Ovid",
    "cnki": "(?:SrcDatabase-来源库|Title-题名)[ \t]?(?::|：)[^\r\n]*[\r\n]+(?:Title-题名|Author-作者|Source-)".encode(),
    "vip": "【(?:序[ \t\u3000]{0,4}号|题[ \t\u3000]{0,4}名)】".encode(),
    "gb7714": rb"(?:\[1\]|\xef\xbc\xbb1\xef\xbc\xbd)[^\r\n]{10,600}" + _MARK,
    "json": rb"(?:\[\s{0,20})?\{\s{0,20}\"[\w-]{1,40}\"\s{0,4}:",
    "xml": rb"<\?xml[ \t]",
}
_FIRST_LINE = b"|".join(b"(?P<%b>%b)" % (name.encode(), line) for name, line in _FIRST_LINES.items())
_XML_LINE = rb"(?P<xml>" + _FIRST_LINES["xml"] + rb")"
# After each sign that ends lines, and at a beginning: patterns that begin with one sign are looked for ten times as fast.
_BORDERS = {sign: re.compile(sign + rb"(?:" + _FIRST_LINE + rb")") for sign in (b"", b"\n", b"\r")}
_XML_BORDERS = {sign: re.compile(sign + rb"(?:" + _XML_LINE + rb")") for sign in (b"", b"\n", b"\r")}
# How records of a format end: behind anything else a line of another format may stand in a text of the record that is open.
_LINE = rb"(?:\A|[\r\n])[ \t]*"
_ENDS = {
    **dict.fromkeys(_JSON, rb"[\]}][ \t]*(?:[\r\n]+|\Z)"),
    **dict.fromkeys(_XML, rb">[ \t]*(?:[\r\n]+|\Z)"),
    "bibtex": _LINE + rb"(?:[^\r\n]*[})]|%[^\r\n]*)[ \t]*[\r\n]+",
    "ris": _LINE + rb"ER {1,2}-[^\r\n]*[\r\n]+",
    "wos": _LINE + rb"(?:ER|EF)[ \t]*[\r\n]+",
    # Each line is a record.
    "gb7714": rb"[\r\n]+",
}
# Or an empty line, where a format has no sign of its own.
_EMPTY = rb"(?:\r\n[ \t]*\r\n|\n[ \t]*\n|\r[ \t]*\r)"
# Then there may be empty lines, and a list of references may have its heading.
_HEADING = rb"\s*(?:#*[ \t]*[^\r\n]{0,12}\xe5\x8f\x82\xe8\x80\x83[^\r\n]{0,24}[\r\n]+)?\s*\Z"
_ENDED = {name: re.compile(rb"(?:\A|" + _ENDS.get(name, _EMPTY) + rb")" + _HEADING) for name in SOURCES}


def parts(source: Source, data: Input, *, is_one: bool = False) -> Iterator[tuple[Source, Input] | Notice | Reject]:
    """The parts of an input with their sources, each to be read before the next is asked for; most inputs are one part.

    With `is_one` the caller says that all of it is of this format. A Notice stands before each part but the first; at the end
    those of bytes that were left out, and of mixed encodings.
    """
    text = _Text(data.stream, is_one)
    for _ in range(_PARTS):
        text.follow(source)
        yield source, Input(io.BufferedReader(text.part(), _PIECE), data.name, data.columns)
        text.pass_over()
        if text.next is None:
            break
        source = text.next
        yield Notice(
            f"line {text.lines + 1}", f"another format begins inside of the file: it is read as {source.name} from there on"
        )
    else:
        yield Reject(f"line {text.lines + 1}", TOO_MANY)
    yield from (Notice("file", message) for message in text.told())


class _Text:
    """A stream of UTF-8 that stops where another format begins than the one that is followed."""

    def __init__(self, stream: BinaryIO, is_one: bool) -> None:
        self._is_one = is_one
        # In no method of this, which would tie a circle that keeps a file's buffers as long as a load lasts.
        met = self._met = set[str]()
        self._utf8 = as_utf8(stream, lambda: met.add(NULS))
        self._odd: list[int] = []  # Lines that are no UTF-8, and what the first of them is.
        self._codec = ""
        self._held = b""  # What was given last, for looking back, and what comes.
        self._at = 0
        self._is_whole = False  # Whether all of the rest is held.
        self._source: Source | None = None
        self._has_begun = self._is_cut = False
        self.lines = 0
        self.next: Source | None = None

    def follow(self, source: Source) -> None:
        """Goes on with a part of this format."""
        self._is_cut = self._source is not None
        self._source, self.next, self._has_begun = source, None, False

    def told(self) -> Iterator[str]:
        """What is to be said of the whole text."""
        yield from self._met
        if self._odd:
            more = f" and {len(self._odd) - 1:,} more" if len(self._odd) > 1 else ""
            yield f"not all of it is in one encoding: line {self._odd[0]}{more} looks like {self._codec}, the rest is UTF-8"

    def part(self) -> io.RawIOBase:
        """The part as a stream; empty lines stand for those of the parts before it, so that lines keep their numbers."""
        return _Part(self, b"\n" * self.lines)

    def pass_over(self) -> None:
        """Reads what the part's source left unread."""
        while self.piece():
            pass

    def piece(self) -> bytes:
        """The next bytes of the part; b"" at its end."""
        if self.next is not None:
            return b""
        self._fill()
        end = len(self._held) if self._is_whole else self._line_end(self._at + _PIECE)
        if (border := self._border(end)) is not None:
            end = border
        piece = self._held[self._at : end]
        self._at, self._has_begun = end, True
        self._check(piece)
        self.lines += piece.count(b"\n") or piece.count(b"\r")
        return piece

    def _check(self, piece: bytes) -> None:
        """Notes which lines are no UTF-8."""
        try:
            piece.decode()
        except UnicodeDecodeError as error:
            if len(piece) > _PIECE and b"\n" not in piece:
                return
            first = piece.rfind(b"\n", 0, error.start) + 1
            for number, line in enumerate(piece[first:].split(b"\n"), start=piece.count(b"\n", 0, first)):
                if (
                    not line.isascii()
                    and "\ufffd" in line.decode("utf-8", "replace")
                    and (codec := detect(line, whole=True)) != "utf-8"
                ):
                    self._codec = self._codec or codec.upper()
                    self._odd.append(self.lines + number + 1)

    def _fill(self) -> None:
        self._held, self._at = self._held[max(0, self._at - _BEFORE) :], min(self._at, _BEFORE)
        while not self._is_whole and len(self._held) - self._at < _PIECE + _WINDOW:
            read = self._utf8.read(_PIECE)
            self._is_whole = not read
            self._held += read

    def _line_end(self, limit: int) -> int:
        return max(self._held.rfind(b"\n", self._at, limit), self._held.rfind(b"\r", self._at, limit)) + 1 or limit

    def _border(self, end: int) -> int | None:
        """Where another format begins before `end`, but at the very beginning of the part; sets `next`."""
        source = self._source
        if source is None or self._is_one or source.name in _TABLES:
            return None
        for start, kind in self._first_lines(_XML_BORDERS if source.name in _XML else _BORDERS, end):
            # A part begins with what it was cut for; a file may begin with less than what its head was recognised by.
            is_known = not self._has_begun and start == self._at and (self._is_cut or kind == "xml")
            begins = None if is_known else self._begins(source, start, kind)
            if begins is not None and begins is not source:
                self.next = begins
                return start
        return None

    def _first_lines(self, borders: Mapping[bytes, re.Pattern[bytes]], end: int) -> Iterator[tuple[int, str]]:
        """Where lines before `end` look like the first of a record, and of which kind."""
        if self._held[max(0, self._at - 1) : self._at] in (b"", b"\n", b"\r") and (
            here := borders[b""].match(self._held, self._at)
        ):
            yield here.start(), str(here.lastgroup)
        sign = b"\n" if self._held.find(b"\n", self._at, end) >= 0 else b"\r"
        for found in borders[sign].finditer(self._held, self._at):
            if found.start() + 1 >= end:
                return
            yield found.start() + 1, str(found.lastgroup)

    def _begins(self, source: Source, start: int, kind: str) -> Source | None:
        """The source of what begins here; None where nothing does that another source than this one reads."""
        if kind == source.name or (kind == "json" and source.name in _JSON):
            return None
        if not _ENDED[source.name].search(self._held[max(0, start - _BEFORE) : start]):
            return None
        if kind == "gb7714":
            # Its line is sure by itself, and the source asks for the share of such lines among what may be another format's.
            return SOURCES[kind]
        asked = _JSON if kind == "json" else _XML if kind == "xml" else (kind,)
        window = self._held[start : start + _WINDOW]
        sureness, name = max((SOURCES[one].recognise(window, ""), one) for one in asked)
        return SOURCES[name] if sureness > 0.2 else None


class _Part(io.RawIOBase):
    def __init__(self, text: _Text, before: bytes) -> None:
        self._text, self._pending = text, before

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        if not self._pending:
            self._pending = self._text.piece()
        size = min(len(buffer), len(self._pending))
        buffer[:size] = self._pending[:size]
        self._pending = self._pending[size:]
        return size
