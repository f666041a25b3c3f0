"""The records of a RIS file: tags and values in their order, lines that go on joined to theirs.

It holds one record at a time, and knows no tag's meaning but those that begin and end a record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from service.sources.reading import tagged
from service.sources.reading.lines import lines

NO_TYPE = "a record without its TY line"
NO_END = "a record without its ER line"

_TAG = re.compile(r"[ \t\ufeff]{0,3}([A-Z][A-Z0-9])  ?-(?:[ \t]+(.*)|(.*))\Z", re.DOTALL)
# With one blank only: some programs write so. A text may go on with such a line too, so the whole record must be written so.
_NARROW = re.compile(r"[ \t\ufeff]{0,3}[A-Z][A-Z0-9] -")


@dataclass(slots=True)
class Record(tagged.Record):
    """A record, how its tags are written, and whether it has more than lines of types."""

    narrow: bool = False
    has_more: bool = False


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
                record.go_on(line.strip())
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
        record.has_more = record.has_more or tag != "TY"
        record.add(tag, value)
    if record:
        record.notices.append(NO_END)
        yield record
