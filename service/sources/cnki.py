"""CNKI's own lines (`Title-题名: ...`), as its E-Study and its export of chosen fields write them.

They are a row of a table written as lines, and read as one: see table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from service.paper import Notice, Paper, Reject
from service.sources.facts import chinese
from service.sources.input import Input
from service.sources.reading import tagged
from service.sources.reading.lines import beginning, lines
from service.sources.reading.tagged import Record
from service.sources.table.columns import field_of
from service.sources.table.record import read

_TAG = re.compile(
    r"[ \t\ufeff]{0,8}([A-Z][A-Za-z]{1,20}-(?:[\u3400-\u9fff]{1,8}|DOI|URL|ISSN|ISBN)|DataType)[ \t]?[:：][ \t]*(.*)\Z", re.DOTALL
)
_FIRST = re.compile(r"^[ \t\ufeff]{0,8}(?:DataType: ?\d|(?:SrcDatabase-来源库|Title-题名) ?[:：])", re.MULTILINE)
_SHOWN = re.compile(
    r"^[ \t\ufeff]{0,8}(?:Title-题名|Author-作者|Source-[\u3400-\u9fff]+|SrcDatabase-来源库) ?[:：]", re.MULTILINE
)
# What stands once in a record: a second one begins the next.
_ONCE = frozenset({"DataType", "SrcDatabase-来源库", "Title-题名"})
_QUOTED_END = "```"
_FILE_NAME = re.compile(r"[?&]file_?name=([A-Za-z0-9.]{4,40})", re.IGNORECASE)


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a file, in its order."""
    return tagged.papers(_records(data.stream), _read, _name)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (its lines say it)
    """How sure it is that this is CNKI's: two of its lines, the first of them that of a record's beginning."""
    shown = beginning(head)[: 16 * 1024]
    found = _FIRST.search(shown)
    if found is None or len(_SHOWN.findall(shown)) < 2:
        return 0.0
    # Another text may quote a record.
    return 0.95 if not shown[: found.start()].strip() else 0.4


def _records(stream: BinaryIO) -> Iterator[Record]:
    record: Record | None = None
    for number, line in enumerate(lines(stream), start=1):
        if (found := _TAG.match(line)) is None:
            if line.strip() == _QUOTED_END and record:
                yield record
                record = None
            elif record and line.strip():
                record.go_on(line.strip())
            continue
        tag = found[1]
        if record and tag in _ONCE and record.has(tag):
            yield record
            record = None
        if record is None:
            record = Record(number)
        record.add(tag, found[2].strip())
    if record:
        yield record


def _name(record: Record) -> str:
    """The name of the paper in CNKI, which its address has."""
    found = next((match for word in record.words("Link-链接", "URL-网址") if (match := _FILE_NAME.search(word))), None)
    return found[1] if found else ""


def _read(record: Record, label: str) -> tuple[Paper, list[str]]:
    values: dict[str, list[str]] = {}
    for tag, written in record.items:
        if (field := field_of(tag)) and (value := chinese.joined(written).strip()):
            values.setdefault(field, []).append(value)
    return read(values, label)
