"""JSON as a stream of records: the elements of a list, one object, objects in a row, or one a line.

A broken element costs itself and not the rest. It knows no format's fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any, BinaryIO

import orjson

from service.sources.facts.texts import excerpt
from service.sources.reading.encoding import as_utf8, decode
from service.sources.reading.jsonscan import BLANK, RECORD_BYTES, Broken, Scanner, read

__all__ = ["RECORD_BYTES", "WHOLE_BYTES", "Broken", "first_object", "lines", "read", "values"]

# A list up to this size is read at once: that takes 4 microseconds a record of 2 kB, finding the records first 20.
WHOLE_BYTES = 32 * 1024 * 1024
_CHUNK = 1024 * 1024
# As many lines may stand between two objects of a line each before brackets alone tell where objects are.
_DAMAGED_LINES = 50
# How many cut objects in each other are looked into for the keys of the innermost.
_CUT_LEVELS = 5


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


# Several formats ask for the same head in turn; none of them changes what it gets.
@lru_cache(maxsize=2)
def first_object(head: bytes) -> dict[str, Any] | None:
    """The first object of a JSON text of which only the beginning is known, as far as it goes; None where none begins.

    An object that holds its records in a list (`{"meta": .., "results": [..]}`) is returned with that list cut short.
    """
    return _first(decode(head).replace("\0", ""))


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
    """Objects that stand on a line each, as long as they do; from the first other line on whatever brackets tell.

    Lines between two such lines are damaged ones, or one object with raw line breaks in it.
    """
    pending = b""
    damaged: list[bytes] = []
    is_listed = False
    for chunk in chain(chunks, [b""]):
        lines = (pending + chunk).split(b"\n")
        pending = lines.pop() if chunk else b""
        for number, line in enumerate(lines):
            plain = line.strip(BLANK)
            try:
                value = orjson.loads(plain) if plain else None
            except orjson.JSONDecodeError:
                value = None
            if isinstance(value, dict):
                yield from _mended(damaged)
                yield value
                damaged, is_listed = [], True
            elif plain and is_listed and len(damaged) < _DAMAGED_LINES:
                damaged.append(plain)
            elif plain:
                yield from Scanner(inside).scan(chain([b"\n".join([*damaged, *lines[number:], pending])], chunks))
                return
        if len(pending) > _CHUNK:
            break
    yield from Scanner(inside).scan(chain([b"\n".join([*damaged, pending])], chunks))


def _mended(damaged: list[bytes]) -> Iterator[Any]:
    """One object that stands on several lines, or a broken one for each of them that begins an object."""
    if not damaged:
        return
    whole = read(b"\n".join(damaged))
    if isinstance(whole, dict):
        yield whole
        return
    pieces: list[list[bytes]] = []
    for line in damaged:
        if line.startswith(b"{") or not pieces:
            pieces.append([])
        pieces[-1].append(line)
    yield from (read(b"\n".join(piece)) for piece in pieces)


def _chunks(data: bytes, more: bytes, rest: Iterable[bytes]) -> Iterator[bytes]:
    for start in range(0, len(data), _CHUNK):
        yield data[start : start + _CHUNK]
    yield more
    yield from rest
