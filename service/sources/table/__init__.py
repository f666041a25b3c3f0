"""Tables of papers as text (CSV, TSV, semicolons): a row a paper, columns known by their names, or named by the user.

Without a header and without `columns` nothing is guessed. Spreadsheets' own files (.xlsx) are not read: save them as CSV.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from service.paper import Notice, Paper, Reject
from service.sources.facts import references
from service.sources.facts.texts import excerpt
from service.sources.input import Input
from service.sources.reading.lines import beginning
from service.sources.table import columns
from service.sources.table.columns import FIELDS, fields_of
from service.sources.table.reading import LINES_BEFORE, Header, Row, find_header, likely_delimiter, peeked, rows, split
from service.sources.table.record import read

__all__ = ["FIELDS", "columns", "parse", "recognise"]

NO_HEADER = "its first lines name no columns that are known: name them, as in --columns title=2 --columns abstract=3"
# Columns that no other table has together.
_OWN = frozenset({"title_zh", "title_en", "authors_truncated", "other_ids"})
TOTAL = "no paper: a row that sums up the others"
_TOTAL = re.compile(r"(?:合\s?计|总\s?计|小\s?计|共\s?计|(?:grand |sub-?)?totals?|sum)(?:\s*[:：])?\Z", re.IGNORECASE)
NO_COLUMN = "no column has the name or number that --columns gives to "
# Columns that are named where one is missing.
SHOWN = 50


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a table. `data.columns` maps our fields to names of columns, or to their numbers from 1."""
    first, every = peeked(data.stream)
    if not first:
        return
    header = _header(first, data.columns)
    if isinstance(header, str):
        yield Reject("line 1", header, excerpt(first[0]))
        return
    for _ in range(header.lines):
        next(every)
    unread = [name for name, field in zip(header.names, header.fields, strict=True) if field is None and name]
    yield from (Notice("header", f"a column that is not read: {name[:80]}") for name in unread)
    for row in rows(every, header.delimiter, len(header.fields), header.lines + 1):
        yield from _paper(row, header)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (its header says it)
    """How sure it is that this is a table of papers: a line near its beginning names their columns."""
    first = beginning(head[:32_768]).split("\n")[:LINES_BEFORE]
    # Objects and elements are no headers, however many words stand in them.
    if not first or first[0].lstrip()[:1] in ("{", "[", "<", "@", "%"):
        return 0.0
    header = find_header(first)
    return header.sureness if header else 0.0


def _header(first: list[str], columns: Mapping[str, str]) -> Header | str:
    """The header with the user's columns in it, or why there is none."""
    found = find_header(first)
    if not columns:
        return found or NO_HEADER
    if found is None:
        named = [value for value in columns.values() if not value.isdigit()]
        if named:
            found = _named(first, named)
            if found is None:
                missing = ", ".join(field for field, value in columns.items() if value in named)
                return _no_column(missing, split(first[0], likely_delimiter(first)) or [])
        else:
            delimiter = likely_delimiter(first)
            width = len(split(first[0], delimiter) or [])
            found = Header(0, delimiter, [""] * width, [None] * width, 0.0)
    fields = list(found.fields)
    for field, value in columns.items():
        place = int(value) - 1 if value.isdigit() and value not in found.names else _place(value, found.names)
        if not 0 <= place < len(fields):
            return _no_column(field, found.names)
        # What the user says of a field is all that is read of it.
        fields = [None if one == field else one for one in fields]
        fields[place] = field
    names = [name if one != "passed" else "" for name, one in zip(found.names, fields, strict=True)]
    return Header(found.lines, found.delimiter, names, fields, found.sureness)


def _no_column(field: str, names: list[str]) -> str:
    """Why a column that the user names is not there, with those that are."""
    there = ", ".join(f"{number} {name.strip()[:40]}".strip() for number, name in enumerate(names[:SHOWN], start=1))
    return f"{NO_COLUMN}{field}; there are {len(names)}: {there}{' ...' if len(names) > SHOWN else ''}"


def _named(first: list[str], names: list[str]) -> Header | None:
    """The first line that has all columns that the user names."""
    for number, line in enumerate(first, start=1):
        delimiter = likely_delimiter([line, *first[number:]])
        cells = [cell.strip() for cell in split(line, delimiter) or []]
        if all(_place(name, cells) >= 0 for name in names):
            return Header(number, delimiter, cells, fields_of(cells), 0.0)
    return None


def _place(name: str, names: list[str]) -> int:
    wanted = name.strip().casefold()
    return next((place for place, one in enumerate(names) if one.strip().casefold() == wanted), -1)


def _paper(row: Row, header: Header) -> Iterator[Paper | Reject | Notice]:
    label = f"line {row.line}"
    if row.problem:
        yield Reject(label, row.problem, excerpt(row.cells[0]))
        return
    cells = row.cells
    if any(cell.strip() for cell in cells[len(header.fields) :]):
        reason = f"the row has more cells than there are columns: {len(cells)} and {len(header.fields)}"
        yield Reject(label, reason, excerpt(" | ".join(cells)))
        return
    values: dict[str, list[str]] = {}
    for field, cell in zip(header.fields, cells, strict=False):
        if field and (kept := cell.strip()):
            values.setdefault(field, []).append(kept)
    if _TOTAL.match(next((cell.strip() for cell in cells if cell.strip()), "")) and "authors" not in values:
        yield Reject(label, TOTAL, excerpt(" | ".join(cells)))
        return
    paper, notices = read(values, label, is_own=set(header.fields) >= _OWN)
    if not (paper.titles or paper.abstracts or paper.authors):
        yield Reject(label, references.NO_PAPER, excerpt(" | ".join(cells)))
        return
    for message in notices:
        yield Notice(paper.record, message)
    yield paper
