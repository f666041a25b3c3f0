"""A BibTeX file as a stream of entries: blocks from bibtexparser, @string resolved, slips mended, broken entries told.

It holds no more of a file than one batch, and knows no field's meaning.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from bibtexparser import model
from bibtexparser.splitter import Splitter

from service.sources.bibtex import values
from service.sources.reading.lines import lines

# It warns of every broken entry; those are rejects here.
logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)

# Parsed at once. Larger batches are no faster, and memory is theirs.
BATCH = 256 * 1024
# No entry is longer; what is, has lost its end.
ENTRY_LENGTH = 16 * 1024 * 1024
_START = re.compile(r"\s*@\s*\w+\s*[{(]")
_HEAD = re.compile(r"@\s*(?P<kind>\w*)\s*[{(]\s*(?:(?P<key>[^\s,={}\"]*)\s*(?:,|(?<=\s)(?=[\w-]+\s*=)|(?=[})]|\Z)))?")
_FIELD = re.compile(r"[\s,;]*(?P<name>[^\W\d][\w:+.-]*)\s*=\s*")
_END = re.compile(r"[\s,]*(?:[})]|\Z)")
NO_RECORDS = frozenset({"", "string", "preamble", "comment"})
_MAX_STRINGS = 20_000

MENDED = "the entry is not sound BibTeX: what could be read was kept"
TWICE = "a field given twice: the first was kept"


@dataclass(slots=True)
class Entry:
    """An entry: names of fields in small letters, values without their enclosing signs, still TeX."""

    kind: str
    key: str
    line: int
    fields: dict[str, str]
    raw: str
    notices: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Broken:
    """An entry that can't be read: its key where it has one, its line, why, and its text."""

    key: str
    line: int
    reason: str
    raw: str


def split_entries(stream: BinaryIO) -> Iterator[Entry | Broken]:
    """The entries of a file in their order. What is neither entry nor @string is passed over."""
    strings: dict[str, str] = {}
    for first_line, text in _batches(stream):
        last: Entry | None = None
        for block, raw in _blocks(text):
            if isinstance(block, model.ImplicitComment):
                _continue(last, block.comment, strings)
                continue
            if last:
                yield last
            last, broken = _read(block, raw, first_line, strings)
            if broken:
                yield broken
        if last:
            yield last


def _blocks(text: str) -> Iterator[tuple[model.Block, str]]:
    """The blocks of a text and what they are written as; of a broken one all up to where the next begins."""
    blocks = Splitter(text).split().blocks
    at = 0
    for place, block in enumerate(blocks):
        raw = block.raw or ""
        at = max(text.find(raw, at), at)
        if isinstance(block, model.ParsingFailedBlock) and block.ignore_error_block is None:
            behind = next(
                (other for other in blocks[place + 1 : place + 3] if not isinstance(other, model.ImplicitComment)), None
            )
            end = text.find(behind.raw or "", at + len(raw)) if behind else len(text)
            yield block, text[at : max(end, at + len(raw))]
        else:
            yield block, raw
        at += len(raw)


def _batches(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """Pieces of a file that begin where an entry does, with the numbers of their first lines."""
    pending: list[str] = []
    size, first = 0, 1
    for number, line in enumerate(lines(stream), start=1):
        if (size > BATCH and _START.match(line)) or size > ENTRY_LENGTH:
            yield first, "\n".join(pending)
            pending, size, first = [], 0, number
        pending.append(line)
        size += len(line) + 1
    yield first, "\n".join(pending)


def _read(block: model.Block, raw: str, first_line: int, strings: dict[str, str]) -> tuple[Entry | None, Broken | None]:
    line = first_line + (block.start_line or 0)
    notices = []
    if isinstance(block, (model.DuplicateBlockKeyBlock, model.DuplicateFieldKeyBlock)) and block.ignore_error_block:
        if isinstance(block, model.DuplicateFieldKeyBlock):
            notices.append(TWICE)
        block = block.ignore_error_block
    if isinstance(block, model.String):
        if len(strings) < _MAX_STRINGS:
            strings.setdefault(block.key.lower(), values.read(block.value, strings)[0][: values.STRING_LENGTH])
        return None, None
    if isinstance(block, model.Entry) and block.entry_type.lower() not in NO_RECORDS:
        entry = Entry(block.entry_type.lower(), block.key, line, {}, (block.raw or "")[:800], notices)
        for one in block.fields:
            value, rest = values.read(one.value, strings)
            entry.fields.setdefault(one.key.lower(), value)
            if rest:
                _mend(entry, rest, strings)
        return entry, None
    if isinstance(block, model.ParsingFailedBlock):
        return _salvaged(raw, line, strings, getattr(block.error, "abort_reason", ""))
    return None, None


def _salvaged(raw: str, line: int, strings: dict[str, str], error: str) -> tuple[Entry | None, Broken | None]:
    """An entry that bibtexparser gives up: without its last brace, with a comma too many or too few."""
    head = _HEAD.match(raw)
    if head is None or head["kind"].lower() in NO_RECORDS:
        return None, None
    entry = Entry(head["kind"].lower(), head["key"] or "", line, {}, raw[:800])
    try:
        _fields(entry, raw, head.end(), strings)
    except values.Unclosed:
        reason = "a brace or quotation mark in it is not closed"
    else:
        if entry.fields:
            entry.notices.append(MENDED)
            return entry, None
        reason = " ".join(error.split())[:200]
    return None, Broken(entry.key, line, f"broken BibTeX entry in line {line}: {reason}", raw[:800])


def _continue(entry: Entry | None, comment: str, strings: dict[str, str]) -> None:
    """Text behind an entry that goes on with its fields: a brace too many has closed it early."""
    if entry and comment.startswith(",") and _FIELD.match(comment):
        _mend(entry, comment, strings)


def _mend(entry: Entry, rest: str, strings: dict[str, str]) -> None:
    if MENDED not in entry.notices:
        entry.notices.append(MENDED)
    try:
        _fields(entry, rest, 0, strings)
    except values.Unclosed:
        return


def _fields(entry: Entry, source: str, at: int, strings: dict[str, str]) -> None:
    """Adds the fields that stand from a place on, whatever is between them. Raises Unclosed."""
    while at < len(source):
        if found := _FIELD.match(source, at):
            value, at = values.expression(source, found.end(), strings)
            entry.fields.setdefault(found["name"].lower(), value)
        elif _END.match(source, at):
            return
        else:
            at = source.find("\n", at) + 1 or len(source)
