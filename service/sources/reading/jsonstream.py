"""JSON as a stream of records: the elements of a list, one object, objects in a row, or one a line.

A broken element costs itself and not the rest. It knows no format's fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, BinaryIO

import orjson

from service.sources.facts.texts import excerpt
from service.sources.reading.encoding import as_utf8, decode

# A list up to this size is read at once: that takes 4 microseconds a record of 2 kB, finding the records first 20.
WHOLE_BYTES = 32 * 1024 * 1024
# No record of a paper is larger; what is, is a file that lost its structure.
RECORD_BYTES = 16 * 1024 * 1024
_CHUNK = 1024 * 1024
# A string is searched for its end at most this far before a line break is taken for its end.
_STRING_BYTES = 256 * 1024
# How often a list that lost its structure is picked up again.
_RESUMES = 50
# How many cut objects in each other are looked into for the keys of the innermost.
_CUT_LEVELS = 5
# No record is nested more deeply; the parser stops at 1024.
_NESTING = 1000

# A string ends where JSON goes on behind it: a raw line break may stand inside, a missing quote is noticed.
_STRING = rb'"(?>[^"\\]*+(?:\\.[^"\\]*+)*+)"(?=\s*+(?:[,:}\]]|\Z))'


def _balanced(depth: int) -> bytes:
    """A pattern for an object or list whose brackets close, nested up to so many levels; it never backtracks."""
    deeper = b"|" + _balanced(depth - 1) if depth else b""
    inside = rb'(?:[^"{}\[\]]++|' + _STRING + deeper + rb")*+"
    return rb"\{" + inside + rb"\}|\[" + inside + rb"\]"


_TOKEN = re.compile(_balanced(3) + b"|" + _STRING + rb'|["{}\[\],]', re.DOTALL)
_CLOSING = {b"{": b"}", b"[": b"]"}
_BLANK = b" \t\r\n,\x1e"
_KEY = re.compile(rb'"(\w{1,40})"\s{0,40}:\s{0,40}\Z')
# The brackets in which an answer of a service may hold its list of records: `{"message": {"items": [`.
_AROUND = ([b"{"], [b"{", b"{"])


@dataclass(frozen=True, slots=True)
class Broken:
    """A record that is no JSON: why, and how it begins."""

    reason: str
    excerpt: str


def values(stream: BinaryIO, inside: Collection[str] = ()) -> Iterator[tuple[int, Any]]:
    """The records of a JSON text with their positions from 1: the elements of a list, or the values in a row.

    What can't be read is a `Broken`. Beyond WHOLE_BYTES memory does not grow with the input. `inside` names lists of records
    that objects hold (`{"results": [..]}`): where such an object is too large or broken, the list's elements come instead of it.
    """
    utf8 = as_utf8(stream)
    data = utf8.read(WHOLE_BYTES)
    rest = iter(lambda: utf8.read(_CHUNK), b"")
    more = next(rest, b"") if len(data) == WHOLE_BYTES else b""
    if not more:
        try:
            whole = orjson.loads(data)
        except orjson.JSONDecodeError:
            pass
        else:
            yield from enumerate(whole if isinstance(whole, list) else [whole], start=1)
            return
    yield from enumerate(_by_line(_chunks(data, more, rest), inside), start=1)


def lines(stream: BinaryIO) -> Iterator[tuple[int, Any]]:
    """The objects of JSON Lines with their line numbers from 1; blank lines are passed over."""
    utf8 = as_utf8(stream)
    number = 0
    while line := utf8.readline(RECORD_BYTES + 1):
        if len(line) > RECORD_BYTES:
            number += 1
            yield number, Broken(f"the line is longer than {RECORD_BYTES // 1024 // 1024} MB", excerpt(line))
            while line and not line.endswith(b"\n"):
                line = utf8.readline(_CHUNK)
            continue
        # A carriage return can't stand inside a record, so files of old line ends divide there.
        for part in line.rstrip(b"\r\n").split(b"\r"):
            number += 1
            if part := part.strip(b" \t\x1e\0"):
                yield number, read(part)


def read(raw: bytes) -> Any:
    """One JSON value, or `Broken`. Reads also what strict JSON forbids: lone surrogates, raw line breaks, NaN."""
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        reason = str(error)
    try:
        return json.loads(decode(raw), strict=False)
    except RecursionError:
        return Broken("no JSON that can be read: nested too deeply", excerpt(raw))
    except ValueError:
        return Broken(f"no JSON that can be read: {reason}", excerpt(raw))


# Several formats ask for the same head in turn; none of them changes what it gets.
@lru_cache(maxsize=2)
def first_object(head: bytes) -> dict[str, Any] | None:
    """The first object of a JSON text of which only the beginning is known, as far as it goes; None where none begins.

    An object that holds its records in a list (`{"meta": .., "results": [..]}`) is returned with that list cut short.
    """
    return _first(decode(head))


def _first(text: str, levels: int = _CUT_LEVELS) -> dict[str, Any] | None:
    text = text.lstrip("\ufeff \t\r\n[,")
    if not text.startswith("{"):
        return None
    try:
        found, _ = json.JSONDecoder(strict=False).raw_decode(text)
    except (ValueError, RecursionError):
        found = _members(text, levels)
    return found if isinstance(found, dict) else None


def _members(text: str, levels: int) -> dict[str, Any]:
    """The members of an object that is cut off, as long as they are whole; of a cut list or object as far as it goes."""
    decoder = json.JSONDecoder(strict=False)
    found: dict[str, Any] = {}
    name = ""
    key = re.compile(r'[{,]\s*("(?:[^"\\]|\\.)*")\s*:\s*')
    position = 0
    while match := key.match(text, position):
        try:
            name = json.loads(match[1], strict=False)
            found[name] = None
            found[name], position = decoder.raw_decode(text, match.end())
            position += len(text[position:]) - len(text[position:].lstrip())
        except (ValueError, RecursionError):
            if levels and name and (inner := _first(text[match.end() :], levels - 1)):
                found[name] = [inner] if text.startswith("[", match.end()) else inner
            break
    return found


def _by_line(chunks: Iterator[bytes], inside: Collection[str]) -> Iterator[Any]:
    """Objects that stand on a line each, as long as they do; from the first other line on whatever brackets tell."""
    pending = b""
    for chunk in chunks:
        lines = (pending + chunk).split(b"\n")
        pending = lines.pop()
        for number, line in enumerate(lines):
            plain = line.strip(_BLANK)
            try:
                value = orjson.loads(plain) if plain else None
            except orjson.JSONDecodeError:
                value = None
            if isinstance(value, dict):
                yield value
            elif plain:
                yield from _Scanner(inside).scan(chain([b"\n".join([*lines[number:], pending])], chunks))
                return
        if len(pending) > _CHUNK:
            break
    yield from _Scanner(inside).scan(chain([pending], chunks))


def _chunks(data: bytes, more: bytes, rest: Iterable[bytes]) -> Iterator[bytes]:
    for start in range(0, len(data), _CHUNK):
        yield data[start : start + _CHUNK]
    yield more
    yield from rest


class _Scanner:
    """Finds where records begin and end, by brackets and strings alone, in whatever stands around them."""

    def __init__(self, inside: Collection[str] = ()) -> None:
        self._inside = frozenset(name.encode() for name in inside)
        self._around: list[bytes] = []  # The brackets around a list that an object holds.
        self._passing = False  # Behind such a list: what follows of its object is no record.
        self._buffer = b""
        self._scanned = 0  # Up to here tokens were seen.
        self._in_list = False  # Records stand inside a list, else at the top.
        self._open: list[bytes] = []  # The brackets of an unfinished record.
        self._resumes = 0
        self._before_first: bytes | None = None  # What stands before the first record of a list.

    def scan(self, chunks: Iterable[bytes]) -> Iterator[Any]:
        for chunk in chunks:
            self._buffer += chunk
            yield from self._records(final=False)
            while len(self._buffer) > RECORD_BYTES:
                yield from self._give_up(f"a record is longer than {RECORD_BYTES // 1024 // 1024} MB")
                yield from self._records(final=False)
        yield from self._records(final=True)
        if self._passing:
            self._open, self._buffer = [], b""
        cut = bool(self._open)
        while self._open:
            yield from self._give_up("the file ends in the middle of this record, or a bracket is missing")
            yield from self._records(final=True)
        yield from self._value(self._buffer)
        if self._in_list and not cut:
            yield Broken("the list is not closed: the file seems to be cut off", "")

    def _records(self, *, final: bool) -> Iterator[Any]:
        """Yields the records that end in the buffer, and drops them from it."""
        start, position = 0, self._scanned
        while match := _TOKEN.search(self._buffer, position):
            token, position = match[0], match.end()
            if self._before_first is None and not self._open and token.startswith(b"{"):
                self._before_first = self._buffer[start : match.start()]
            if token == b'"':
                # A string without its end: the end has not been read yet, or is missing and the string ends with its line.
                line_end = self._buffer.find(b"\n", position)
                if not final and (line_end < 0 or len(self._buffer) - position < _STRING_BYTES):
                    position = match.start()
                    break
                position = line_end + 1 or len(self._buffer)
            elif token.startswith(b"[") and self._begins_list(start, match.start()):
                self._in_list = True
                self._around, self._open = self._open, []
                if self._around:
                    self._before_first = None
                start = position = match.start() + 1
                continue
            elif token in _CLOSING:
                self._open.append(token)
                if len(self._open) > _NESTING:
                    self._buffer = self._buffer[start:]
                    yield from self._give_up("no JSON that can be read: nested too deeply")
                    start = position = 0
                    continue
            elif token == b"}" or token == b"]":
                if not self._open:
                    if self._in_list:
                        yield from self._value(self._buffer[start : match.start()])
                        self._in_list, self._before_first, start = False, None, position
                        self._passing, self._open, self._around = bool(self._around), self._around, []
                    continue
                if _CLOSING[self._open.pop()] != token:
                    self._buffer = self._buffer[start:]
                    yield from self._give_up("a bracket is missing in this record")
                    start = position = 0
                    continue
            if self._open or token == b'"':
                continue
            if token == b",":
                yield from self._value(self._buffer[start : match.start()])
                start = position
            elif token.endswith(b"}"):
                if not self._passing:
                    yield from self._value(self._buffer[start:position])
                start, self._passing = position, False
        else:
            position = len(self._buffer)
        self._buffer, self._scanned = self._buffer[start:], position - start

    def _begins_list(self, start: int, end: int) -> bool:
        """Whether the bracket at `end` begins the list of records: the outermost one, or one that an object holds by name."""
        if self._in_list or (self._open and not self._inside):
            return False
        if not self._open:
            return not self._buffer[start:end].strip(_BLANK)
        key = _KEY.search(self._buffer, max(start, end - 130), end)
        return key is not None and key[1] in self._inside and self._open in _AROUND

    def _value(self, raw: bytes) -> Iterator[Any]:
        if raw := raw.strip(_BLANK):
            yield read(raw)

    def _give_up(self, reason: str) -> Iterator[Any]:
        """One broken record; goes on where a later line begins as the first record did."""
        yield Broken(reason, excerpt(self._buffer.strip(_BLANK)))
        _, line_break, indent = (self._before_first or b"\n").rpartition(b"\n")
        again = self._buffer.find((line_break or b"\n") + indent.rpartition(b"[")[2] + b"{", 1)
        self._resumes += 1
        self._buffer = self._buffer[again:] if again > 0 and self._resumes <= _RESUMES else b""
        self._scanned, self._open = 0, []
