"""Records of tags and values, as the tagged formats of databases and reference managers have them, and how they become papers.

It knows no format's tags and no format's lines: each format reads its own.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from service.paper import Notice, Paper, Reject
from service.sources.facts import references
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import excerpt, text

# No record is longer; what is, has lost its end.
RECORD_LENGTH = 16 * 1024 * 1024
TOO_LONG = f"a record longer than {RECORD_LENGTH // 1024 // 1024} MB: it seems to have lost its end"

# Nor is a line of one: a row of a table, where a record is a line, has the same bound.
LINE_LENGTH = 1024 * 1024
LONG_LINE = f"a line longer than {LINE_LENGTH // 1024 // 1024} MB, as no paper has: the file seems to have lost its line ends"

_MOST_TAGS = 1000


@dataclass(slots=True)
class Record:
    """A record: the number of its first line, and its tags in order, each with the lines of its value."""

    line: int
    items: list[tuple[str, list[str]]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    problem: str = ""
    size: int = 0
    # Where each tag stands in `items`: a record may have a hundred thousand.
    _places: dict[str, list[int]] = field(default_factory=dict)

    def add(self, tag: str, value: str) -> None:
        """A tag and the first line of its value."""
        self.size += len(value) + 10
        fits = self._fits(value)
        # Of a record that is refused its tags are kept: they tell where the next one begins.
        if fits or (tag not in self._places and len(self._places) < _MOST_TAGS):
            self._places.setdefault(tag, []).append(len(self.items))
            self.items.append((tag, [value if fits else ""]))

    def go_on(self, line: str) -> None:
        """A further line of the last tag's value; of none when there is no tag yet."""
        self.size += len(line) + 1
        if self._fits(line) and self.items:
            self.items[-1][1].append(line)

    def _fits(self, line: str) -> bool:
        if len(line) > LINE_LENGTH:
            self.problem = self.problem or LONG_LINE
        elif self.size > RECORD_LENGTH:
            self.problem = self.problem or TOO_LONG
        return not self.problem

    def has(self, *tags: str) -> bool:
        """Whether it has one of some tags, with a value or without."""
        return any(tag in self._places for tag in tags)

    def all(self, *tags: str) -> list[str]:
        """The values of some tags that are not empty, in the record's order; line ends stay in them."""
        places = self._places.get(tags[0], ()) if len(tags) == 1 else sorted(self._of(tags))
        return ["\n".join(value) for place in places if any(value := self.items[place][1])]

    def _of(self, tags: tuple[str, ...]) -> Iterator[int]:
        return (place for tag in dict.fromkeys(tags) for place in self._places.get(tag, ()))

    def first(self, *tags: str) -> str:
        """The first value that is not empty, of the first tag that has one."""
        for tag in tags:
            for place in self._places.get(tag, ()):
                if kept := text("\n".join(self.items[place][1])):
                    return kept
        return ""

    def joined(self, *tags: str) -> list[str]:
        """The values of some tags, each on one line: what formats break at a column is one text."""
        return [" ".join(value.split("\n")) for value in self.all(*tags)]

    def words(self, *tags: str) -> Iterator[str]:
        """What stands between the blanks of some tags' values, references of HTML decoded: addresses."""
        return (word for value in self.all(*tags) for word in html.unescape(value).split())

    @property
    def raw(self) -> str:
        """How the record begins, for a list of rejects."""
        return " ".join(f"{tag} - {value[0][:100]}" for tag, value in self.items[:12])


def papers(
    records: Iterable[Record],
    read: Callable[[Record, str], tuple[Paper, list[str]]],
    name_of: Callable[[Record], str],
) -> Iterator[Paper | Reject | Notice]:
    """The papers of records in their order: `read` makes one of a record and its label, and says what it left out.

    `name_of` gives the name that the record has in its source, or "": then its line is its label.
    """
    for record in records:
        label = text(name_of(record))[:200] or f"line {record.line}"
        if record.problem:
            yield Reject(label, f"{record.problem} (line {record.line})", excerpt(record.raw))
            continue
        paper, notices = read(record, label)
        if not (paper.titles or paper.abstracts or paper.authors):
            yield Reject(label, f"{references.NO_PAPER} (line {record.line})", excerpt(record.raw))
            continue
        for message in sorted({*record.notices, *notices}):
            yield Notice(label, message)
        yield paper


def venue_and_series(kind: str, journal: str, volume: str, series: str) -> tuple[str | None, str | None]:
    """What a paper of a type is in, and the series of that, from the fields for a journal, for a volume and for a series.

    A thesis, patent or standard is in nothing; a book is in a series.
    """
    journal, volume, series = (text(without_markup(value)) for value in (journal, volume, series))
    if kind == "book":
        return None, series or volume or None
    if kind in ("thesis", "patent", "standard"):
        return None, None
    found = (volume or journal) if kind in ("inproceedings", "chapter") else (journal or volume)
    return references.venue(found), series or None
