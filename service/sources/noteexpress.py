"""NoteExpress's tagged lines (`{Title}: ...`), as CNKI, Wanfang, VIP, Yiigle and NoteExpress itself export them.

Supervisors, organisers and the numbers of Chinese serials (11-1949/U) are not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from service.paper import Author, Notice, Paper, Reject
from service.sources.facts import chinese, dates, kinds, references
from service.sources.input import Input
from service.sources.reading import tagged
from service.sources.reading.lines import beginning, lines
from service.sources.reading.tagged import Record

_TAG = re.compile(r"[ \t\ufeff]{0,8}\{([^{}\n]{1,40})\}\s?[:：][ \t]*(.*)\Z", re.DOTALL)
# Tags inside a line: the file has lost its line ends.
_INSIDE = re.compile(
    r"(?<!\A)(?=\{(?:Reference Type|Title|Author|Author Address|Journal|Year|Volume|Issue|Pages|Keywords|Abstract|ISBN/ISSN|Notes"
    r"|URL|DOI|Database Provider|Language|Publisher|Date|Secondary Title|Translated [A-Z][a-z]{4,8})\}\s?[:：])"
)
_FIRST = re.compile(r"^[ \t\ufeff]{0,8}\{Reference Type\}\s?[:：]", re.MULTILINE)
_QUOTED_END = "```"
NO_TYPE = "a record without its {Reference Type} line"
_JOURNALS = ("Journal", "Tertiary Title", "Secondary Title", "Newspaper", "Translated Journal")
_DAYS = ("Date", "Publication Date", "TryDate")
# GB/T 7178.1-1996: CNKI writes a standard's number where books have their ISBN.
_STANDARD = re.compile(r"[A-Z]{1,6}(?:/[A-Z]{1,3})?\s?\d[\d.]*\s?[-—–:]\s?\d{2,4}")


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a file, in its order."""
    return tagged.papers(_records(data.stream), _read, lambda record: record.first("Accession Number", "Label"))


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (its lines say it)
    """How sure it is that this is NoteExpress: a line that names a type of reference."""
    if b"{Reference Type}" not in head and b"{\0R\0" not in head and b"\0{\0R" not in head:
        return 0.0
    shown = beginning(head)
    if (found := _FIRST.search(shown)) is None:
        return 0.0
    # Another text may quote a record.
    return 0.95 if not shown[: found.start()].strip() else 0.4


def _records(stream: BinaryIO) -> Iterator[Record]:
    """From one type of reference to the next. Texts go on over lines, also over empty ones."""
    record: Record | None = None
    for number, whole in enumerate(lines(stream), start=1):
        if whole.strip() == _QUOTED_END and record:
            yield record
            record = None
        for line in _INSIDE.split(whole) if whole.count("{") > 1 else (whole,):
            if (found := _TAG.match(line)) is None:
                if record and line.strip():
                    record.go_on(line.strip())
                continue
            tag, value = found[1].strip(" ,"), found[2].strip()
            if tag == "Reference Type" and record:
                yield record
                record = None
            if record is None:
                record = Record(number, notices=[] if tag == "Reference Type" else [NO_TYPE])
            record.add(tag, value)
    if record:
        yield record


def _read(record: Record, label: str) -> tuple[Paper, list[str]]:
    notices: list[str] = []
    declared = references.language(record.first("Language"))
    kind = kinds.kind(record.first("SrcDatabase")) or kinds.kind(record.first("Reference Type")) or "other"
    titles = references.several_texts(map(chinese.unmarked, _whole(record, "Title", "Translated Title")), declared)
    authors, cut = _authors(record, notices)
    numbers = record.all("ISBN/ISSN", "ISBN", "ISSN", "图书印刷版ISBN")
    year, date = _when(record)
    notices += dates.unread(year, record.all("Year", *_DAYS))
    venue, publisher = record.first(*_JOURNALS), record.first("Publisher")
    if kind == "thesis":
        venue, publisher = "", publisher or venue
    issue = record.first("Issue", "Number", "Patent Number", "Report Number")
    if kind == "standard" and not issue:
        issue = next((found[0] for value in numbers if (found := _STANDARD.search(value))), "")
    paper = Paper(
        titles=titles,
        abstracts=references.several_texts(map(chinese.unmarked, _whole(record, "Abstract", "Translated Abstract")), declared),
        authors=authors,
        authors_truncated=cut,
        keywords=references.keywords(record.all("Keywords", "Translated Keywords")),
        venue=references.venue(venue),
        series=record.first("Series", "Series Title") or None,
        volume=chinese.number(record.first("Volume")),
        issue=chinese.number(issue),
        pages=references.pages(record.first("Pages")),
        publisher=publisher if publisher and publisher != venue else None,
        issn=references.numbers("issn", numbers),
        isbn=references.numbers("isbn", numbers),
        year=year,
        date=date,
        language=declared,
        type=kind,
        categories=chinese.clc(record.first("CLC", "中图分类号", "Classification")),
        ids=references.ids([*(("doi", value) for value in record.all("DOI")), *(("url", word) for word in record.words("URL"))]),
        retracted=references.retracted(titles, []),
        links=references.links(record.words("URL", "Link")),
        record=label,
    )
    return paper, notices


def _whole(record: Record, *tags: str) -> list[str]:
    return [chinese.joined(value.split("\n")) for value in record.all(*tags)]


def _authors(record: Record, notices: list[str]) -> tuple[tuple[Author, ...], bool]:
    """The authors with their names in both scripts and their institutions, where those are said one for each."""
    authors, cut = chinese.people(record.joined("Author"))
    others = chinese.people(record.joined("Translated Author"))[0]
    known = chinese.in_both_scripts(authors, others) if authors else others
    places = record.joined("Author Address")
    # CNKI lists each institution once, Wanfang writes a line for each author.
    in_turn = len(places) > 1
    parts = places if in_turn else [part for place in places for part in re.split("[;；]", place)]
    placed = chinese.affiliated(known, [part.partition("|")[0] for part in parts], in_turn)
    if placed is None:
        notices.append(references.UNASSIGNED)
    return placed or known, cut


def _when(record: Record) -> tuple[int | None, str | None]:
    """The year of publication above a day of being online, whose year may be another one."""
    own = references.dated(record.first("Year"))
    day = references.dated(record.first(*_DAYS))
    return own if own[0] and own[0] != day[0] else (own[0] or day[0], day[1] or own[1])
