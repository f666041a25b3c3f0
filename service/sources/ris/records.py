"""The records of a RIS file: tags and values in their order, lines that go on joined to theirs.

It holds one record at a time, and knows no tag's meaning but those that begin and end a record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from service.sources.lines import lines
from service.sources.texts import text

# No record is longer; what is, has lost its end.
RECORD_LENGTH = 16 * 1024 * 1024
NO_TYPE = "a record without its TY line"
NO_END = "a record without its ER line"

_TAG = re.compile(r"[ \t\ufeff]{0,3}([A-Z][A-Z0-9])  ?-(?:[ \t]+(.*)|(.*))\Z", re.DOTALL)
# With one blank only: some programs write so. A text may go on with such a line too, so the whole record must be written so.
_NARROW = re.compile(r"[ \t\ufeff]{0,3}[A-Z][A-Z0-9] -")


@dataclass(slots=True)
class Record:
    """A record: the number of its first line, and its tags in order, each with the lines of its value."""

    line: int
    items: list[tuple[str, list[str]]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    problem: str = ""
    narrow: bool = False
    # Whether it has more than lines of types.
    has_more: bool = False
    size: int = 0

    def all(self, *tags: str) -> list[str]:
        """The values of some tags that are not empty, in the record's order; line ends stay in them."""
        return ["\n".join(value) for tag, value in self.items if tag in tags and any(value)]

    def first(self, *tags: str) -> str:
        """The first value that is not empty, of the first tag that has one."""
        return next((kept for tag in tags for value in self.all(tag) if (kept := text(value))), "")

    @property
    def raw(self) -> str:
        """How the record begins, for a list of rejects."""
        return " ".join(f"{tag} - {value[0][:100]}" for tag, value in self.items[:12])


def records(stream: BinaryIO) -> Iterator[Record]:
    """The records from TY to ER. One whose ER is missing ends where the next begins, or with the file."""
    record: Record | None = None
    for number, line in enumerate(lines(stream), start=1):
        if (found := _TAG.match(line)) and (
            record is None or record.narrow == bool(_NARROW.match(line)) or found[1] in ("TY", "ER")
        ):
            tag, value = found[1], (found[2] or found[3] or "").strip()
        else:
            if record and line.strip():
                _go_on(record, line.strip())
            continue
        if tag == "TY":
            # Several types in a row are one record's.
            if record and record.has_more:
                record.notices.append(NO_END)
                yield record
                record = None
            record = record or Record(number, narrow=bool(_NARROW.match(line)))
        elif tag == "ER":
            if record:
                yield record
            record = None
            continue
        elif record is None:
            record = Record(number, notices=[NO_TYPE], narrow=bool(_NARROW.match(line)))
        _add(record, tag, value)
    if record:
        record.notices.append(NO_END)
        yield record


def _add(record: Record, tag: str, value: str) -> None:
    record.size += len(value) + 10
    record.has_more = record.has_more or tag != "TY"
    if record.size > RECORD_LENGTH:
        record.problem = f"a record longer than {RECORD_LENGTH // 1024 // 1024} MB: it seems to have lost its end"
    else:
        record.items.append((tag, [value]))


def _go_on(record: Record, line: str) -> None:
    record.size += len(line)
    if record.size > RECORD_LENGTH:
        record.problem = f"a record longer than {RECORD_LENGTH // 1024 // 1024} MB: it seems to have lost its end"
    elif record.items:
        record.items[-1][1].append(line)
