"""Where records begin and end in a JSON text, by its brackets and strings alone, and what is wrong with those that can't be read.

It knows no format's fields. A damaged record costs itself: reading goes on where the next one begins.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from service.sources.facts.texts import excerpt
from service.sources.reading.encoding import decode

# No record of a paper is larger; what is, is a file that lost its structure.
RECORD_BYTES = 16 * 1024 * 1024
# A string is searched for its end at most this far before a line break is taken for its end.
_STRING_BYTES = 256 * 1024
# How many places are looked at for picking up a list that lost its structure.
_RESUMES = 4000
MISSING = "a bracket is missing in this record"
# A record that is picked up must be read whole in so many bytes.
_PICKED_BYTES = 256 * 1024
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
BLANK = b" \t\r\n,\x1e"
_ENDS = b"}]" + BLANK
_ANY_KEY = re.compile(rb'"([A-Za-z][\w-]{0,40})"\s*:', re.ASCII)
_FIRST_KEY = re.compile(rb'\{\s*"([^"\\]{1,100})"\s*:')
_KEY = re.compile(rb'"(\w{1,40})"\s{0,40}:\s{0,40}\Z')
# The brackets in which an answer of a service may hold its list of records: `{"message": {"items": [`.
_AROUND = ([b"{"], [b"{", b"{"])


@dataclass(frozen=True, slots=True)
class Broken:
    """A record that is no JSON: why, and how it begins."""

    reason: str
    excerpt: str


def read(raw: bytes) -> Any:
    """One JSON value, or `Broken`. Reads also what strict JSON forbids: lone surrogates, raw line breaks, NaN."""
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        shown = decode(raw)
    try:
        return json.loads(shown, strict=False)
    except RecursionError:
        return Broken("no JSON that can be read: nested too deeply", excerpt(raw))
    except json.JSONDecodeError as error:
        return Broken(_why(shown, len(shown) if error.msg.startswith("Unterminated") else error.pos), excerpt(raw))
    except ValueError:
        return Broken("no JSON that can be read: a number in it has too many digits", excerpt(raw))


def _why(text: str, at: int) -> str:
    """What is wrong with a text that is no JSON, and how to mend it: at this place it can't be read on."""
    if at >= len(text.rstrip()):
        return "no JSON that can be read: it ends too early; a bracket, brace or quotation mark is missing at its end"
    place = f"at character {at + 1}, in {text[max(0, at - 15) : at + 15]!r}"
    before, here = text[:at].rstrip()[-1:], text[at]
    if (before == "," and here in "}]") or here == ",":
        return f"no JSON that can be read: a comma too many {place}"
    if before == '"' or here not in '{[]}":':
        return (
            f'no JSON that can be read: a quotation mark without a backslash (\\") in a text, or a sign that is missing, {place}'
        )
    return f"no JSON that can be read: a sign that is missing, or one too many, {place}"


def _as_begins(buffer: bytes, at: int) -> re.Pattern[bytes]:
    """How other records begin, when one begins here: on a line of their own as far from its beginning, or with the same key."""
    _, _, indent = buffer[max(0, at - 100) : at].rpartition(b"\n")
    line = rb"(?P<line>(?<=\n" + re.escape(indent.rpartition(b"[")[2]) + rb")\{)"
    key = _FIRST_KEY.match(buffer, at)
    return re.compile(line + (rb'|\{\s*"' + re.escape(key[1]) + rb'"\s*:' if key else b""))


class Scanner:
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
        # How a record begins, by the first key of the first one, and the keys of the last that could be read.
        self._beginning: re.Pattern[bytes] | None = None
        self._keys: frozenset[str] = frozenset()
        self._is_lost = False  # Whether the next record is still to be found.

    def scan(self, chunks: Iterable[bytes]) -> Iterator[Any]:
        """The records of a text that comes in pieces; Broken for those that can't be read."""
        for chunk in chunks:
            self._buffer += chunk
            if self._is_lost and not self._pick_up():
                continue
            yield from self._records(final=False)
            while len(self._buffer) > RECORD_BYTES:
                yield from self._give_up(f"a record is longer than {RECORD_BYTES // 1024 // 1024} MB")
                if self._is_lost:
                    break
                yield from self._records(final=False)
        if self._is_lost:
            return
        yield from self._records(final=True)
        if self._is_lost:
            return
        if self._passing:
            self._open, self._buffer = [], b""
        cut = bool(self._open)
        while self._open:
            yield from self._give_up("the file ends in the middle of this record, or a bracket is missing")
            if self._is_lost:
                return
            yield from self._records(final=True)
        yield from self._value(self._buffer)
        if self._in_list and not cut:
            yield Broken("the list is not closed: the file seems to be cut off", "")

    def _records(self, *, final: bool) -> Iterator[Any]:
        """Yields the records that end in the buffer, and drops them from it."""
        start, position = 0, self._scanned
        while match := _TOKEN.search(self._buffer, position):
            token, position = match[0], match.end()
            if token.startswith(b"{"):
                if self._beginning is None and not self._open:
                    self._beginning = _as_begins(self._buffer, match.start())
                if self._lost_its_end(match.start()):
                    yield Broken(MISSING, excerpt(self._buffer[start : match.start()].strip(BLANK)))
                    self._open, self._passing, start = [], False, match.start()
                elif not self._open and (extra := self._buffer[start : match.start()].strip(BLANK)) and not extra.strip(_ENDS):
                    # Brackets too many behind the record before.
                    yield read(extra)
                    start = match.start()
            if token == b'"':
                # A string without its end: the end has not been read yet, or is missing and the string ends with its line.
                line_end = self._buffer.find(b"\n", position)
                if not final and len(self._buffer) - position < _STRING_BYTES:
                    position = match.start()
                    break
                if (following := self._next(position)) >= 0:
                    yield from self._value(self._buffer[start:following])
                    self._open, start, position = [], following, following
                else:
                    position = line_end + 1 or len(self._buffer)
            elif token.startswith(b"[") and self._begins_list(start, match.start()):
                self._in_list = True
                self._around, self._open = self._open, []
                if self._around:
                    self._beginning = None
                start = position = match.start() + 1
                continue
            elif token in _CLOSING:
                self._open.append(token)
                if len(self._open) > _NESTING:
                    self._buffer = self._buffer[start:]
                    yield from self._give_up("no JSON that can be read: nested too deeply")
                    if self._is_lost:
                        return
                    start = position = 0
                    continue
            elif token == b"}" or token == b"]":
                if not self._open:
                    if self._in_list:
                        yield from self._value(self._buffer[start : match.start()])
                        self._in_list, start = False, position
                        self._passing, self._open, self._around = bool(self._around), self._around, []
                    continue
                if _CLOSING[self._open.pop()] != token:
                    self._buffer = self._buffer[start:]
                    yield from self._give_up(MISSING)
                    if self._is_lost:
                        return
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
            return not self._buffer[start:end].strip(BLANK)
        key = _KEY.search(self._buffer, max(start, end - 130), end)
        return key is not None and key[1] in self._inside and self._open in _AROUND

    def _value(self, raw: bytes) -> Iterator[Any]:
        if raw := raw.strip(BLANK):
            value = read(raw)
            if isinstance(value, dict):
                self._keys = frozenset(value)
            yield value

    def _lost_its_end(self, at: int) -> bool:
        """Whether the object that begins here is the next record, since it stands in another one without a key."""
        if not self._open or self._open[-1] != b"{" or self._beginning is None or not self._beginning.match(self._buffer, at):
            return False
        return self._buffer[max(0, at - 1000) : at].rstrip()[-1:] != b":"

    def _next(self, start: int) -> int:
        """Where the next record begins that can be read and has keys as the others have; -1 where none does."""
        if self._beginning is None or self._resumes >= _RESUMES:
            return -1
        self._resumes += 1
        for found in self._beginning.finditer(self._buffer, start):
            if found["line"] is not None:
                return found.start()
            if self._buffer[max(0, found.start() - 1000) : found.start()].rstrip()[-1:] == b":":
                continue
            self._resumes += 1
            text = self._buffer[found.start() : found.start() + _PICKED_BYTES].decode("utf-8", "replace")
            try:
                value, _ = json.JSONDecoder(strict=False).raw_decode(text)
            except (ValueError, RecursionError):
                value = {}
            # Where no record could be read yet, those of the damaged one.
            keys = self._keys or {key.decode() for key in _ANY_KEY.findall(self._buffer[: found.start()][-_PICKED_BYTES:])}
            if value and len(keys & value.keys()) * 2 >= len(keys):
                return found.start()
            if self._resumes >= _RESUMES:
                break
        return -1

    def _give_up(self, reason: str) -> Iterator[Any]:
        """One broken record; goes on where the next one begins that can be read."""
        yield Broken(reason, excerpt(self._buffer.strip(BLANK)))
        self._buffer = self._buffer[1:]
        self._scanned, self._open = 0, []
        self._pick_up()

    def _pick_up(self) -> bool:
        """Goes to the next record; keeps the end of what was read where none begins yet."""
        following = self._next(0)
        self._is_lost = following < 0
        self._buffer = self._buffer[following:] if following >= 0 else self._buffer[-_PICKED_BYTES:]
        return not self._is_lost
