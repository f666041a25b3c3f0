"""The references of a list: where each begins, lines that go on joined to theirs, pairs in two languages kept together.

Headings, citations and prose between the references are passed over.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from service.languages import has_han
from service.sources.facts import chinese
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import mend
from service.sources.gb7714.marks import MARK, half
from service.sources.reading.lines import lines

# No reference is longer, nor is a line that is looked at.
ENTRY_LENGTH = 20_000
# [12], （12）, <sup>12</sup>: plainly a number. 12. and 12) may also stand where a line was broken.
_PLAIN_NUMBER = re.compile(r"\s*(?:[\[［【〔(（]\s?(\d{1,4})\s?[\]］】〕)）]\s*[.、．]?|<sup>(\d{1,4})</sup>)\s*")
_NUMBER = re.compile(r"\s*(?:\[\])?\s*(\d{1,4})\s?(?:[.、．](?![\d])|[)）])\s*")
# The same inside of a line, before what a name or title begins with.
_INNER_NUMBER = re.compile(r"(?:[\[［【〔]\s?(\d{1,4})\s?[\]］】〕]|[(（]\s?(\d{1,4})\s?[)）])\s*(?=[^\W_]|[《“\"'‘\[［〔【（(])")
# Where the mark of the reference behind such a number has to stand.
_HEAD_LENGTH = 3000
# Addresses in links are longer than other tags, and stand in the text too.
_LINK = re.compile(r"</?a\b[^<>]*>", re.IGNORECASE)
_ENTRY = re.compile(r'class="(?:csl-entry|csl-left-margin)"')
_HEADING = re.compile(
    r"\s*(?:#|[一二三四五六七八九十]+、|参\s?考\s?文\s?献|引\s?用\s?文\s?献|references\b|bibliography\b)", re.IGNORECASE
)
# Where a reference ends; one that has no such end goes on in the next line.
_END = re.compile(r"(?:[.。．!?！？)\]］）]|https?://\S+)\s*\Z")
_IN_CHINESE = re.compile(r"[(（\[]\s*in Chinese[^()\[\]]{0,40}[)）\]]", re.IGNORECASE)
_SENTENCE = re.compile(r"[.．]\s+|[。．]|(?<=[\u3400-\u9fff])\.(?=[\u3400-\u9fff])")


@dataclass(slots=True)
class Entry:
    """A reference: its number where it has one, its first line, and its texts: two of a pair in two languages."""

    line: int
    number: str = ""
    texts: list[str] = field(default_factory=list)
    # Whether the last text has a mark.
    is_marked: bool = False

    @property
    def sentences(self) -> int:
        """How many sentences its number stands before; 0 where it has none: prose has sentences too."""
        return len([part for part in _SENTENCE.split(" ".join(self.texts)) if part.strip()]) if self.number else 0

    @property
    def is_whole(self) -> bool:
        """Whether it has a mark and ends like a reference."""
        return self.is_marked and _END.search(self.texts[-1][-600:]) is not None

    def add(self, text: str) -> None:
        """A line of it: the second of a pair, or the rest of the text before it."""
        marked = MARK.search(text) is not None
        if not self.texts or (self.is_whole and marked):
            self.texts.append(text)
            self.is_marked = marked
        elif len(self.texts[-1]) < ENTRY_LENGTH:
            self.texts[-1] = chinese.joined((self.texts[-1], text))
            # A mark may have been broken over two lines.
            self.is_marked = (
                self.is_marked or marked or MARK.search(self.texts[-1], max(0, len(self.texts[-1]) - len(text) - 60)) is not None
            )


def entries(stream: BinaryIO) -> Iterator[Entry]:
    """The references of a list in their order. In a list with numbers a number begins one, elsewhere a line with a mark."""
    listed = _List()
    for number, raw in enumerate(lines(stream), start=1):
        for piece in _pieces(raw):
            whole = piece[:ENTRY_LENGTH]
            found, text = _numbered(whole, listed.last)
            if text or not whole.strip():
                is_indented = whole[:1] in " \t\u3000"
                yield from listed.take(number, half(found), text, is_entry=bool(_ENTRY.search(whole)), is_indented=is_indented)
    yield from listed.close()


def _pieces(line: str) -> Iterator[str]:
    """A line divided where a number in brackets begins a further reference: one with a mark, behind one with a mark.

    `[2] 轮烷` in a title and `[12]` behind a sentence are none, and neither is a year that does not go on the numbers.
    """
    marks = [mark.start() for mark in MARK.finditer(line)]
    if len(marks) < 2:
        yield line
        return
    start, number, met = 0, 0, 0
    for found in _INNER_NUMBER.finditer(line):
        before = bisect_left(marks, found.start())
        value = int(found[1] or found[2])
        is_first = not line[start : found.start()].strip()
        has_mark = before < len(marks) and marks[before] - found.start() < _HEAD_LENGTH
        is_year = 1000 < value < 2100 and value != number + 1
        # Before a figure, and in round brackets, only where a reference has ended and its number is the next.
        is_doubtful = found[2] is not None or line[found.end() : found.end() + 1].isdigit()
        is_next = is_first or (value == number + 1 and line[: found.start()].rstrip()[-1:] in (".", "。", "．"))
        if has_mark and not is_year and (is_next or not is_doubtful) and (is_first or before > met):
            if not is_first:
                yield line[start : found.start()]
                start = found.start()
            number, met = value, before
    yield line[start:]


def _numbered(raw: str, last: int) -> tuple[str, str]:
    """The number of a line and its text, both without markup; no number where the line has none."""
    raised = raw.lstrip()[:40] if raw.lstrip().startswith("<sup>") else ""
    text = " ".join(mend(without_markup(_LINK.sub("", raw))).split()) if "<" in raw or "&" in raw else " ".join(raw.split())
    match = _PLAIN_NUMBER.match(raised) or _PLAIN_NUMBER.match(text)
    if match:
        value = match[1] or match[2]
        rest = text[len(value) :].strip() if raised and match[2] else text[match.end() :]
        # A year in brackets is no number, unless it is the next one.
        is_year = 1000 < int(value) < 2100 and int(value) != last + 1
        return (value, rest) if rest and not is_year else ("", "" if not rest else text)
    match = _NUMBER.match(text)
    if match and int(match[1]) in (1, last + 1) and match.end() < len(text):
        return match[1], text[match.end() :]
    return "", text


class _List:
    """The reference that is being read, and what the list looks like so far."""

    def __init__(self) -> None:
        self.last = 0
        self._entry: Entry | None = None
        self._has_numbers = False
        self._blank = False  # Whether an empty line stands before this one.
        self._waiting: tuple[int, str] | None = None  # A line without a mark that may begin a reference.

    def take(self, line: int, number: str, text: str, *, is_entry: bool, is_indented: bool) -> Iterator[Entry]:
        """One line; yields the reference that it ends."""
        after_blank, self._blank = self._blank, not text
        if not text:
            self._waiting = None
            return
        has_mark = MARK.search(text) is not None
        if number or is_entry:
            yield from self._begin(line, number, text)
        elif self._entry and self._goes_on(text, has_mark, after_blank, is_indented):
            self._entry.add(text)
        elif has_mark:
            start = self._waiting or (line, "")
            yield from self._begin(start[0], "", chinese.joined((start[1], text)))
        else:
            yield from self.close()
            self._waiting = None if self._has_numbers or _HEADING.match(text) or _END.search(text) else (line, text)

    def close(self) -> Iterator[Entry]:
        """The last reference."""
        if self._entry and (self._entry.number or MARK.search(" ".join(self._entry.texts)) or self._entry.texts):
            yield self._entry
        self._entry = None

    def _begin(self, line: int, number: str, text: str) -> Iterator[Entry]:
        yield from self.close()
        self._entry = Entry(line, number)
        self._entry.add(text)
        self._waiting = None
        if number:
            self.last, self._has_numbers = int(number), True

    def _goes_on(self, text: str, has_mark: bool, after_blank: bool, is_indented: bool) -> bool:
        """Whether a line without a number belongs to the reference before it."""
        entry = self._entry
        if entry is None or _HEADING.match(text):
            return False
        # Venues stay as they are: only people and title say which language it is.
        is_other_language = has_han(MARK.split(entry.texts[-1], 1)[0]) != has_han(MARK.split(text, 1)[0])
        if has_mark and entry.is_whole:
            # The second of a pair: it stands in the other language.
            is_second = (bool(entry.number) and not after_blank) or is_indented or _IN_CHINESE.search(text) is not None
            return len(entry.texts) == 1 and is_other_language and is_second
        if after_blank:
            return False
        return bool(entry.number) or is_indented or not entry.is_whole
