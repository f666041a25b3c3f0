"""XML as a stream of records: the elements of some names, wherever they stand, without their namespaces.

It opens nothing that the text names: no document type, no entity but those of HTML, no address. It knows no format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, takewhile
from typing import Any, BinaryIO

from lxml import etree

from service.sources.facts.texts import excerpt
from service.sources.reading import xmlbytes
from service.sources.reading.encoding import as_utf8
from service.sources.reading.lines import beginning

# No record of a paper is larger; a book's text in JATS or TEI takes 2 MB.
RECORD_BYTES = 16 * 1024 * 1024
# What may be kept of what stands around records: the head of a volume, of a feed.
CONTEXT_BYTES = 16 * 1024 * 1024
# No format nests more deeply; closing what was never closed costs the square of the depth.
_DEPTH = 1000
# No text or tag of a paper is longer; the parser's time grows with the square of a tag that does not end (512 kB: 6 s).
_TEXT_BYTES = 512 * 1024
# Roots around the input, since each end tag that ends nothing closes whatever is open, and what follows the last would be lost.
_ROOT, _ROOTS = "documents", 100
NO_END = "the record is damaged: an end tag is missing in it, and the next record begins before its end"
# How many errors the parser tells.
_ERRORS = 100
# In these an answer of a service holds a record that may have the name of what is around it.
_WRAPPERS = frozenset(("recordData", "metadata"))
# How many elements tell a format.
_NAMES = 400
_HIDDEN = re.compile(r"<!--|<!\[CDATA\[")
_TAG = re.compile(r"<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)")


@dataclass(frozen=True, slots=True)
class Broken:
    """A record that can't be read: the number of its first line, why, and how it begins.

    `is_record` is False where no record is lost, but the input ends before the elements around its records do.
    """

    line: int
    reason: str
    excerpt: str = ""
    is_record: bool = True


@dataclass(frozen=True, slots=True)
class Record:
    """A record: the number of its first line, its element without namespaces, and whether XML errors stood in it.

    The parser tells the first hundred errors of an input and mends the others in silence.
    """

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


def root_names(head: bytes, count: int = _NAMES) -> list[str]:
    """The local names of the first elements of an input that is XML, its root first; [] for anything else."""
    return list(_root_names(head)[:count])


# All formats of XML are asked about the same beginning, one after another.
@lru_cache(maxsize=4)
def _root_names(head: bytes) -> tuple[str, ...]:
    shown = beginning(head).lstrip()
    if not shown.startswith("<") or shown[:15].lower().startswith(("<!doctype html", "<html")):
        return ()
    return tuple(found[1] for found, _ in zip(_TAG.finditer("".join(_seen(shown))), range(_NAMES), strict=False))


def _seen(shown: str) -> Iterator[str]:
    """A text without its comments and what CDATA sections hold; without the rest where one of them has no end."""
    start = 0
    while hidden := _HIDDEN.search(shown, start):
        yield shown[start : hidden.start()]
        end = shown.find("-->" if hidden[0] == "<!--" else "]]>", hidden.end())
        if end < 0:
            return
        start = end + 3
    yield shown[start:]


class _Reader:
    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self._parser = etree.XMLPullParser(
            ("start", "end"), recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True,
            remove_comments=True, remove_pis=True, encoding="utf-8",
        )  # fmt: skip
        # The record that is open, and where it began (bytes read).
        self._open: etree._Element | None = None
        self._began = 0
        # The names that records of this input have, and those that stood in others first, as they should in some formats.
        self._outermost: set[str] = set()
        self._inner: set[str] = set()
        # The last record that was read, which is to be forgotten.
        self._done: etree._Element | None = None
        # How many errors are known, and the lines of those that belong to no record yet.
        self._errors = 0
        self._faulty: list[int] = []
        self._error_lines: list[int] = []
        self._read = 0
        self._last_end = 0
        self._context = 0
        self._depth = 0
        # The line of the last element that began outside of records.
        self._reached = 1

    def read(self, utf8: BinaryIO) -> Iterator[Record | Broken]:
        self._parser.feed((f"<{_ROOT}>" * _ROOTS).encode())
        for piece in xmlbytes.harmless(utf8):
            if b">" in piece:
                self._last_end = self._read
            self._read += len(piece)
            self._parser.feed(piece)
            self._note_errors()
            yield from self._records()
            if self._read - self._last_end > _TEXT_BYTES or self._depth > _DEPTH:
                yield Broken(self._line(), "elements or texts without an end: nothing behind them could be read")
                return
        if self._open is not None:
            yield Broken(self._line(), "the record is cut off: the file ends inside it", _shown(self._open))
            return
        yield from self._end()

    def _end(self) -> Iterator[Broken]:
        """What is to be said when all records are read."""
        # The parser is deaf inside what has no end (a tag, a comment), and after fatal errors.
        depth = self._depth
        self._parser.feed(f"<{_ROOT}/>".encode())
        is_deaf = not any(True for _ in self._parser.read_events())
        log = self._parser.feed_error_log
        if is_deaf:
            line, message = (log[-1].line, log[-1].message) if len(log) else (self._reached, "a tag or comment without its end")
            yield Broken(line, f"the XML can't be read on from here: {message}")
        elif self._faulty:
            message = "XML errors outside of any record: what stands there could not be read"
            yield Broken(self._faulty[0], message, is_record=False)
        elif depth > _ROOTS:
            yield Broken(1, "the file ends early: elements around its records are not closed", is_record=False)

    def _records(self) -> Iterator[Record | Broken]:
        event: str
        element: etree._Element
        for event, element in self._parser.read_events():  # type: ignore[assignment]
            self._depth += 1 if event == "start" else -1
            if event == "start":
                self._forget()
                name = local(str(element.tag))
                if self._open is not None and name in self._outermost - self._inner and self._is_next(element):
                    yield Broken(self._line(), NO_END, _shown(self._open, element))
                    self._abandon(element)
                if self._open is None:
                    self._reached = int(element.sourceline or 1)  # type: ignore[call-overload]
                    if name in self._names:
                        self._open, self._began = element, self._read
                        self._outermost.add(name)
                elif name in self._names and name not in self._outermost:
                    self._inner.add(name)
                continue
            if self._open is None:
                self._bound(element)
                continue
            _strip(element)
            if element is self._open:
                yield self._whole(element)
                self._open, self._done = None, element
            elif self._read - self._began > RECORD_BYTES:
                element.clear(keep_tail=True)  # type: ignore[call-arg]

    def _is_next(self, element: etree._Element) -> bool:
        """Whether an element inside of a record is the next record, since an end tag is damaged or missing before it.

        Behind the first hundred errors none is told: then whatever looks like a record is taken for one.
        """
        parent: Any = element.getparent()
        if parent is self._open:
            return True
        line: Any = element.sourceline or 1
        is_wrapped = local(str(parent.tag)) in _WRAPPERS
        return not is_wrapped and (self._errors >= _ERRORS or any(self._line() <= one <= line for one in self._error_lines))

    def _abandon(self, following: etree._Element) -> None:
        """Leaves a record that has no end, at the beginning of the next one; the parser takes what follows for its children."""
        line = int(following.sourceline or 1)  # type: ignore[call-overload]
        self._faulty = [one for one in self._faulty if one >= line]
        self._open = None

    def _forget(self) -> None:
        """Takes a record that was read out of its parent, so that memory does not grow with the input.

        Only when another element has begun behind it: the text that follows an element is still the parser's to write.
        """
        done, self._done = self._done, None
        parent = done.getparent() if done is not None else None
        if done is not None and parent is not None:
            done.tail = None
            parent.remove(done)

    def _whole(self, element: etree._Element) -> Record | Broken:
        if self._read - self._began > RECORD_BYTES:
            size = RECORD_BYTES // 1024 // 1024
            return Broken(self._line(), f"a record longer than {size} MB: it seems to have lost its end", _shown(element))
        return Record(self._line(), element, self._is_damaged(element))

    def _is_damaged(self, element: etree._Element) -> bool:
        """Whether an error stood in the record's lines: the parser is ahead, some errors are those of records to come."""
        if not self._faulty:
            return False
        above: etree._Element | None = element
        while above is not None and above.getnext() is None:
            above = above.getparent()
        following: Any = above.getnext() if above is not None else None
        last = self._line() + sum(str(said).count("\n") for said in element.itertext())
        if following is not None:
            # Lines inside of tags are not counted; one on which the next element begins is the next one's.
            last = max(last, int(following.sourceline or 1) - 1)
        found = any(line <= last for line in self._faulty)
        self._faulty = [line for line in self._faulty if line > last]
        return found

    def _note_errors(self) -> None:
        # Asked once a piece: the log is copied each time.
        log = self._parser.feed_error_log
        if len(log) > self._errors:
            # A prefix that nobody declared costs nothing: names are read without their namespaces.
            new = [log[n] for n in range(self._errors, len(log))]
            lines = [error.line for error in new if error.domain != etree.ErrorDomains.NAMESPACE]
            self._faulty += lines
            self._error_lines += lines
            self._errors = len(log)

    def _line(self) -> int:
        line: Any = self._open.sourceline if self._open is not None else 1
        return int(line or 1)

    def _bound(self, element: etree._Element) -> None:
        """Keeps what stands between records small: a feed of other things must not fill the memory."""
        self._context += 200 + len(element.text or "")
        if self._context > CONTEXT_BYTES and element.getparent() is not None:
            element.clear(keep_tail=True)  # type: ignore[call-arg]


def _strip(element: etree._Element) -> None:
    tag = str(element.tag)
    if tag[0] == "{" or ":" in tag:
        element.tag = local(tag)
    if element.attrib:
        for name in list(map(str, element.attrib)):
            if name[0] == "{" or ":" in name:
                element.attrib[local(name)] = element.attrib.pop(name)


def _shown(element: etree._Element, end: etree._Element | None = None) -> str:
    """How an element's text begins, which ends before another one that the parser has put into it."""
    told = (str(one.text or "") for one in takewhile(lambda one: one is not end, element.iter()))
    return excerpt(" ".join(" ".join(islice(told, 100))[:1000].split()))


def local(tag: str) -> str:
    """A tag or attribute without its namespace, or the prefix of one that nobody declared."""
    name = tag.rsplit("}", 1)[-1]
    if ":" not in name:
        return name
    name = name.rsplit(":", 1)[-1]
    # Of broken tags something may be left that is no name: `<T10:00Z`.
    return name if name[:1].isalpha() or name[:1] == "_" else "_"
