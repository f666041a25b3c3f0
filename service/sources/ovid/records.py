"""The records of an Ovid export in any of its forms: `<1. >` and `TI  - ...`, `<8>` and names of fields above indented lines.

It holds one record at a time, under the tags of two letters in either form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from service.sources.reading import tagged
from service.sources.reading.lines import lines

_NUMBER = re.compile(r"\s{0,3}<\s?\d{1,9}\s?\.?\s?>\s*\Z")
_TAG = re.compile(r" ?([A-Z]{2,5}) {1,2}-(?: (.*)|)\Z", re.DOTALL)
_LONGEST_NAME = 80
_FIELD = re.compile(r"[A-Z][A-Za-z()/&-]*(?: [A-Za-z()/&-]+){0,8}\s*\Z")
# Names of fields as they are shown to readers, and their tags.
_NAMES: Mapping[str, str] = {
    "Accession Number": "AN", "Unique Identifier": "AN", "Author": "AU", "Authors": "AU", "Authors Full Name": "FA",
    "Title": "TI", "Original Title": "TT", "Translated Title": "TT", "Source": "SO", "Book Title": "BT", "Abstract": "AB",
    "Institution": "IN", "Author Affiliation": "IN", "Affiliation": "IN", "Author Keywords": "KW", "Keyword Heading": "KW",
    "Key Words": "KW", "Keywords": "KW", "Key Concepts": "ID", "MeSH Subject Headings": "MH", "Subject Headings": "MH",
    "Publication Type": "PT", "Document Type": "DT", "DOI Number": "DI", "Digital Object Identifier": "DI", "ISSN": "IS",
    "ISSN Print": "IS", "ISSN Electronic": "IT", "ISBN": "IB", "Language": "LG", "Publisher": "PU", "Year of Publication": "YR",
    "Publication Year": "YR", "Date of Publication": "DP", "Editor": "ED", "Editors": "ED", "Chapter Title": "CT",
    "Journal Name": "JN", "Volume": "VO", "Issue": "IP", "Issue/Part": "IP", "Page": "PG", "Pages": "PG", "PMID": "PM",
    "Link to the Ovid Full Text or citation": "XL", "Status": "ST", "Database": "DB", "Classification Code": "CC",
}  # fmt: skip
# What an exporter sets first in a record, each once, and what may begin a record where no number stands before it.
_FIRST = frozenset({"VN", "Score", "AN"})
_BEGINNING = _FIRST | {"DB", "TI", "AU", "UI"}


@dataclass(slots=True)
class Record(tagged.Record):
    """A record, and whether its fields have names in the place of tags."""

    named: bool = False


def records(stream: BinaryIO) -> Iterator[Record]:
    """The records; where numbers between them are missing, one ends where a tag comes again that each has once."""
    record: Record | None = None
    for number, line in enumerate(lines(stream), start=1):
        if _NUMBER.match(line):
            if record and record.items:
                yield record
            record = Record(number)
            continue
        tag, value, named = _tag(line)
        # In a record of one form the other form is text.
        if not tag or (record and record.items and record.named != named):
            if record and line.strip():
                record.go_on(line.strip())
            continue
        if record and tag in _FIRST and record.has(tag):
            yield record
            record = Record(number)
        if record is None and tag in _BEGINNING:
            record = Record(number)
        if record:
            record.named = named
            record.add(tag, value)
    if record and record.items:
        yield record


def _tag(line: str) -> tuple[str, str, bool]:
    """The tag of a line, what stands behind it, and whether it is a field's name, which stands alone."""
    if found := _TAG.match(line):
        value = (found[2] or "").strip()
        # `XP  - XL  - https://...`: an empty field and the next on one line.
        return ("XL", value[6:], False) if value.startswith("XL  - ") else (found[1], value, False)
    if line[:1].isupper() and len(line) < _LONGEST_NAME and _FIELD.match(line):
        return _NAMES.get(line.strip(), line.strip()), "", True
    return "", "", False
