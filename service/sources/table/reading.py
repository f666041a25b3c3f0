"""The rows of a table of text: any sign between cells, quotes, line breaks inside cells, lines before the header.

A quote that is never closed costs its own row. It knows no column's meaning.
"""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from service.sources.reading.lines import lines
from service.sources.table.columns import fields_of, sureness

DELIMITERS = "\t,;|"
# Lines in front of a header: `sep=;`, what a database says of the export.
LINES_BEFORE = 10
# No column's name has more words: `Number of sustainable development goals` has five.
MOST_WORDS = 8
# A row goes on for as long before its open quote is taken for a stray one.
ROW_LENGTH = 1024 * 1024
ROW_LINES = 2000
OPEN_QUOTE = "a quote is opened in this row and never closed"
LONG_CELL = "a cell is longer than 131,072 characters"


@dataclass(frozen=True, slots=True)
class Row:
    """A row: the number of its first line, and its cells. Where `problem` says why it has none, its line stands for them."""

    line: int
    cells: list[str]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """Where a table begins: lines before its rows, the sign between cells, names of columns, and what they mean."""

    lines: int
    delimiter: str
    names: list[str]
    fields: list[str | None]
    sureness: float


def find_header(first: Sequence[str]) -> Header | None:
    """The line among the first ones that names the columns of papers, or None."""
    best: Header | None = None
    for number, line in enumerate(first[:LINES_BEFORE], start=1):
        if len(line) > 20_000 or not line.strip():
            continue
        for delimiter in DELIMITERS:
            if delimiter not in line:
                continue
            names = [name.strip().strip("\ufeff") for name in split(line, delimiter) or []]
            found = fields_of(names)
            sure = sureness(found)
            if sure > (best.sureness if best else 0) and _is_header(names, delimiter, first[number:]):
                best = Header(number, delimiter, names, found, sure)
        if best:
            return best
    return None


def _is_header(names: Sequence[str], delimiter: str, below: Sequence[str]) -> bool:
    """Whether a line with names of columns is no sentence that lists them: `Titles, names and venues are facts. They ...`."""
    if any(len(name.split()) > MOST_WORDS for name in names):
        return False
    whole = [line for line in below if line.strip()]
    # Between quotes anything may stand, line ends too.
    return (
        not whole or any('"' in line for line in whole) or any(len(split(line, delimiter) or ()) == len(names) for line in whole)
    )


def likely_delimiter(first: Sequence[str]) -> str:
    """The sign between the cells of a table without known names: the one that stands in each line equally often."""
    whole = [line for line in first if line.strip()][:LINES_BEFORE]
    for delimiter in DELIMITERS:
        widths = {len(split(line, delimiter) or ()) for line in whole}
        if len(widths) == 1 and min(widths) > 1:
            return delimiter
    return max(DELIMITERS, key=lambda sign: sum(line.count(sign) for line in whole[:1]))


def peeked(stream: BinaryIO) -> tuple[list[str], Iterator[str]]:
    """The first lines of a stream, and all its lines."""
    every = lines(stream)
    first = list(itertools.islice(every, LINES_BEFORE))
    if first:
        first[0] = first[0].lstrip("\ufeff")
    return first, itertools.chain(first, every)


def split(line: str, delimiter: str) -> list[str] | None:
    """The cells of a whole row; None when a cell is too long."""
    if '"' not in line:
        return line.split(delimiter)
    try:
        return next(iter(csv.reader([line], delimiter=delimiter)), [])
    except csv.Error:
        return None


def rows(every: Iterator[str], delimiter: str, width: int, start: int) -> Iterator[Row]:
    """The rows with their cells, from line number `start` on; lines without any text are passed over.

    `width`: how many cells a row has. It tells a tab-separated row whose quotes mean nothing from one that goes on.
    """
    pending: list[str] = []  # Lines that were read too far.
    number = start
    while True:
        line = pending.pop() if pending else next(every, None)
        if line is None:
            return
        first, number = number, number + 1
        if not line.strip():
            continue
        if line.count('"') % 2 == 0 or (delimiter == "\t" and line.count("\t") == width - 1):
            yield _row(first, line, delimiter, width)
            continue
        taken = [line]
        yield_row = _joined(taken, every, pending, delimiter, width)
        if yield_row is None:
            pending.extend(reversed(taken[1:]))
            yield Row(first, [line], OPEN_QUOTE)
        else:
            number += len(taken) - 1
            yield Row(first, yield_row)


def _joined(taken: list[str], every: Iterator[str], pending: list[str], delimiter: str, width: int) -> list[str] | None:
    """The cells of a row that goes on over lines, which are added to `taken`; None where it does not end."""
    quotes, size = taken[0].count('"'), len(taken[0])
    while quotes % 2 and size < ROW_LENGTH and len(taken) < ROW_LINES:
        line = pending.pop() if pending else next(every, None)
        if line is None:
            return None
        taken.append(line)
        quotes += line.count('"')
        size += len(line)
    cells = split_lines(taken, delimiter) if quotes % 2 == 0 else None
    # A stray quote that meets another one far below makes a row of too many cells.
    return cells if cells is not None and len(cells) <= width else None


def split_lines(taken: list[str], delimiter: str) -> list[str] | None:
    """The cells of a row that stands on several lines."""
    try:
        # Strict: behind a closing quote a cell ends, else the quotes are not those of one cell.
        several = list(csv.reader([f"{line}\n" for line in taken], delimiter=delimiter, strict=True))
    except csv.Error:
        return None
    return several[0] if len(several) == 1 else None


def _row(number: int, line: str, delimiter: str, width: int) -> Row:
    if delimiter == "\t" and line.count("\t") == width - 1 and '"' in line:
        return Row(number, [_unquoted(cell) for cell in line.split("\t")])
    cells = split(line, delimiter)
    return Row(number, cells) if cells is not None else Row(number, [line], LONG_CELL)


def _unquoted(cell: str) -> str:
    """A cell without the quotes around it; quotes inside mean nothing where tabs divide."""
    if len(cell) > 1 and cell[0] == cell[-1] == '"':
        cell = cell[1:-1]
    return cell.replace('""', '"')
