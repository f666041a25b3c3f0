"""XML as a stream of records: the elements of some names, wherever they stand, without their namespaces.

It opens nothing that the text names: no document type, no entity but those of HTML, no address. It knows no format.
"""

from __future__ import annotations

import html.entities
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from lxml import etree

from service.sources.encoding import as_utf8
from service.sources.lines import beginning
from service.sources.texts import excerpt

# No record of a paper is larger; a book's text in JATS or TEI takes 2 MB.
RECORD_BYTES = 16 * 1024 * 1024
# What may be kept of what stands around records: the head of a volume, of a feed.
CONTEXT_BYTES = 16 * 1024 * 1024
_CHUNK = 64 * 1024
# No format nests more deeply; closing what was never closed costs the square of the depth.
_DEPTH = 1000
# No text or tag of a paper is longer; the parser's time grows with the square of a tag that does not end (512 kB: 6 s).
_TEXT_BYTES = 512 * 1024
# The longest declaration or reference that is waited for when a piece ends inside it.
_DECLARATION_BYTES = 1024 * 1024
_ROOT = "documents"
# Numbers instead of names: those of XML too, as the parser forgets their meaning once it has met an error.
_NAMED = {
    name[:-1].encode(): "".join(f"&#{ord(char)};" for char in value).encode()
    for name, value in html.entities.html5.items()
    if name.endswith(";")
}
# A reference by name, or a sign that begins none.
_REFERENCE = re.compile(rb"&(?:([A-Za-z][A-Za-z0-9]{1,31});|(?!#(?:\d{1,7}|x[0-9A-Fa-f]{1,6});))")
# A document type with its own declarations in brackets, and what begins a document.
_QUOTED = rb"\"[^\"]*\"|'[^']*'"
_PROLOG = re.compile(
    rb"<\?xml(?=[\s?])[^>]*>|<!DOCTYPE(?:[^\[\]>\"']|" + _QUOTED + rb")*+(?:\[(?:[^\]\"']|" + _QUOTED + rb")*+\]\s*+)?>",
    re.IGNORECASE,
)
_OPENED = re.compile(rb"<(?:\?xml(?=[\s?])|!DOCTYPE)", re.IGNORECASE)
# Control characters that no XML may hold.
_FORBIDDEN = bytes(byte for byte in range(0x20) if byte not in b"\t\n\r")
_TAG = re.compile(r"<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)")


@dataclass(frozen=True, slots=True)
class Broken:
    """A record that can't be read: the number of its first line, why, and how it begins."""

    line: int
    reason: str
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A record: the number of its first line, its element without namespaces, and whether XML errors stood in it."""

    line: int
    element: etree._Element
    is_damaged: bool = False


def records(stream: BinaryIO, *names: str) -> Iterator[Record | Broken]:
    """The outermost elements of these local names, in the order of the input.

    Parents stay reachable (`getparent()`), with what stands before the record in them, but for earlier records. Tags and
    attributes of the record have lost their namespaces (those of parents have not: see `local`); `xml:lang` is `lang`. Several
    documents in a row are read as one. An element that is too long, or cut off by the end of the input, is Broken, as is the
    rest of an input that can't be read on.
    """
    yield from _Reader(frozenset(names)).read(as_utf8(stream))


def root_names(head: bytes, count: int = 400) -> list[str]:
    """The local names of the first elements of an input that is XML, its root first; [] for anything else."""
    shown = beginning(head).lstrip()
    if not shown.startswith("<") or shown[:15].lower().startswith(("<!doctype html", "<html")):
        return []
    shown = re.sub(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>", "", shown, flags=re.DOTALL)
    return [found[1] for found, _ in zip(_TAG.finditer(shown), range(count), strict=False)]


class _Reader:
    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self._parser = etree.XMLPullParser(
            ("start", "end"), recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True,
            remove_comments=True, remove_pis=True, encoding="utf-8",
        )  # fmt: skip
        # The record that is open, where it began (bytes read), and how many errors had been met before it.
        self._open: etree._Element | None = None
        self._began = 0
        self._errors = 0
        self._read = 0
        self._last_end = 0
        self._context = 0
        self._depth = 0
        self._is_closed = False

    def read(self, utf8: BinaryIO) -> Iterator[Record | Broken]:
        self._parser.feed(f"<{_ROOT}>".encode())
        for piece in _prepared(utf8):
            if b">" in piece:
                self._last_end = self._read
            self._read += len(piece)
            self._parser.feed(piece)
            yield from self._records()
            if self._read - self._last_end > _TEXT_BYTES or self._depth > _DEPTH:
                yield Broken(self._line(), "elements or texts without an end: nothing behind them could be read")
                return
        if self._open is not None:
            yield Broken(self._line(), "the record is cut off: the file ends inside it", _shown(self._open))
            return
        self._parser.feed(f"</{_ROOT}>".encode())
        yield from self._records()
        log = self._parser.feed_error_log
        if not self._is_closed and len(log):
            yield Broken(log[-1].line, f"the XML can't be read on from here: {log[-1].message}")

    def _records(self) -> Iterator[Record | Broken]:
        event: str
        element: etree._Element
        for event, element in self._parser.read_events():  # type: ignore[assignment]
            self._depth += 1 if event == "start" else -1
            if event == "start":
                if self._open is None and local(str(element.tag)) in self._names:
                    self._open, self._began = element, self._read
            elif element is self._open:
                yield self._whole(element)
                self._open = None
                _forget(element)
            elif self._open is None:
                self._is_closed = element.getparent() is None
                self._bound(element)
            elif self._read - self._began > RECORD_BYTES:
                element.clear()

    def _whole(self, element: etree._Element) -> Record | Broken:
        if self._read - self._began > RECORD_BYTES:
            size = RECORD_BYTES // 1024 // 1024
            return Broken(self._line(), f"a record longer than {size} MB: it seems to have lost its end", _shown(element))
        errors = len(self._parser.feed_error_log)
        is_damaged, self._errors = errors > self._errors, errors
        _strip(element)
        return Record(self._line(), element, is_damaged)

    def _line(self) -> int:
        line: Any = self._open.sourceline if self._open is not None else 1
        return int(line or 1)

    def _bound(self, element: etree._Element) -> None:
        """Keeps what stands between records small: a feed of other things must not fill the memory."""
        self._context += 200 + len(element.text or "")
        if self._context > CONTEXT_BYTES and element.getparent() is not None:
            element.clear()


def _prepared(utf8: BinaryIO) -> Iterator[bytes]:
    """The input without declarations and forbidden characters, with HTML's named characters as numbers."""
    held = b""
    while piece := utf8.read(_CHUNK):
        piece = held + piece.translate(None, _FORBIDDEN)
        cut = _safe_end(piece)
        held, piece = piece[cut:], piece[:cut]
        if piece:
            yield _plain(piece)
    if held:
        yield _plain(held)


def _plain(piece: bytes) -> bytes:
    piece = b"".join(_without_declarations(piece))
    return _REFERENCE.sub(_numbered, piece) if b"&" in piece else piece


def _numbered(match: re.Match[bytes]) -> bytes:
    return _NAMED.get(match[1]) or b"&#38;" + match[0][1:]


def _without_declarations(piece: bytes) -> Iterator[bytes]:
    start = 0
    while opened := _OPENED.search(piece, start):
        yield piece[start : opened.start()]
        start = opened.start()
        declaration = _PROLOG.match(piece, start)
        if declaration is None:
            # It has no end: as text it does no harm, and neither does what follows.
            yield _OPENED.sub(b"&lt;", piece[start:])
            return
        # Line ends stay, so that lines are counted as in the file.
        yield b"\n" * declaration[0].count(b"\n")
        start = declaration.end()
    yield piece[start:]


def _safe_end(piece: bytes) -> int:
    """Where a piece may be cut: not inside a reference or a declaration."""
    end = len(piece)
    mark = piece.rfind(b"&", end - 40)
    if mark >= 0 and b";" not in piece[mark:]:
        end = mark
    start = 0
    while opened := _OPENED.search(piece, start):
        declaration = _PROLOG.match(piece, opened.start())
        if declaration is None:
            return min(end, opened.start()) if len(piece) - opened.start() < _DECLARATION_BYTES else end
        start = declaration.end()
    # The first signs of a declaration, which is told by what comes next.
    tail = piece.rfind(b"<", max(end - 10, start))
    is_begun = tail >= 0 and (b"<!DOCTYPE".startswith(piece[tail:].upper()) or b"<?xml".startswith(piece[tail:].lower()))
    return tail if is_begun else end


def _strip(element: etree._Element) -> None:
    for one in element.iter(etree.Element):
        one.tag = local(str(one.tag))
        for name in [name for name in one.attrib if str(name).startswith("{")]:
            one.attrib[local(str(name))] = one.attrib.pop(name)


def _forget(element: etree._Element) -> None:
    """Takes a record that was read out of its parent, so that memory does not grow with the input."""
    parent = element.getparent()
    if parent is not None:
        element.tail = None
        parent.remove(element)


def _shown(element: etree._Element) -> str:
    return excerpt(" ".join("".join(map(str, element.itertext()))[:1000].split()))


def local(tag: str) -> str:
    """A tag or attribute without its namespace."""
    return tag.rsplit("}", 1)[-1]
