"""The records of a Web of Science export: tagged lines from PT to ER, or a line a record with the tags at its head.

It holds one record at a time, and knows no tag's meaning but those that begin and end a record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import BinaryIO

from service.sources.reading import tagged
from service.sources.reading.lines import lines

NO_END = "a record without its ER line"
NO_BEGINNING = "a record without its PT line"

_TAG = re.compile(r"([A-Z][A-Z0-9])(?: (.*)|\s*)\Z", re.DOTALL)
# Tags at which a line begins where no blanks tell that a text goes on.
_KNOWN = frozenset(
    "PT AU AF BA BF CA GP BE ED TI SO SE BS LA DT CT CY CL SP HO DE ID AB C1 C3 RP EM RI OI FU FX CR NR TC Z9 U1 U2 PU PI PA SN "
    "EI BN J9 JI PD PY VL IS PN SU SI MA BP EP PS AR DI D2 DL EA PG WC WE SC GA UT PM OA HC HP DA ER EF FN VR TY AN AE DG PC PL "
    "MC CC MQ".split()
)
# Lines of the file, which stand in no record.
_OF_THE_FILE = frozenset(("FN", "VR", "EF", "ER"))
# The head of the other form: PT first, AU among the next.
HEAD = re.compile(r"\ufeff?PT\t(?:[A-Z][A-Z0-9]\t){0,3}?AU\t")


@dataclass(slots=True)
class Record(tagged.Record):
    """A record, and whether its text goes on without blanks before it: some programs take them off."""

    unindented: bool = False


def records(stream: BinaryIO) -> Iterator[tagged.Record]:
    """The records of either form."""
    all_lines = lines(stream)
    first = next(all_lines, "")
    if HEAD.match(first):
        yield from _rows(first.lstrip("\ufeff").split("\t"), all_lines)
    else:
        yield from _tagged(chain([first], all_lines))


def _tagged(all_lines: Iterator[str]) -> Iterator[Record]:
    record: Record | None = None
    for number, line in enumerate(all_lines, start=1):
        found = _TAG.match(line.lstrip("\ufeff")) if line[:1] != " " else None
        if found and record and record.unindented and found[1] not in _KNOWN:
            found = None
        if not found:
            if record and line.strip():
                record.unindented |= not line[:1].isspace()
                record.go_on(line.strip())
            continue
        tag, value = found[1], (found[2] or "").strip()
        if tag in ("ER", "EF", "PT") and record:
            if tag != "ER":
                record.notices.append(NO_END)
            yield record
            record = None
        if tag == "PT" or (record is None and tag in _KNOWN - _OF_THE_FILE):
            record = Record(number)
            if tag != "PT":
                record.notices.append(NO_BEGINNING)
        if record:
            record.add(tag, value)
    if record:
        record.notices.append(NO_END)
        yield record


def _rows(tags: list[str], all_lines: Iterator[str]) -> Iterator[tagged.Record]:
    """A record a line; values of one tag that have lines of their own in the other form are set apart by semicolons here."""
    names = [tag.strip() for tag in tags]
    for number, line in enumerate(all_lines, start=2):
        if line.strip():
            record = tagged.Record(number)
            for tag, value in zip(names, line.split("\t"), strict=False):
                if value.strip():
                    record.add(tag, value.strip())
            if record.has("TI", "AU", "SO"):
                yield record
            else:
                record.problem = record.problem or "a line that is no record: it has neither authors nor a title nor a source"
                yield record
