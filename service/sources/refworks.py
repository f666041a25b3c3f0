"""RefWorks' tagged format, from RefWorks itself and from CNKI: `RT Journal Article`, then two letters and a value a line.

Users' own fields (U1 to U15) and notes that are no identifiers are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from service.paper import Author, Notice, Paper, Reject
from service.sources.facts import chinese, creators, dates, fields, kinds, references
from service.sources.input import Input
from service.sources.reading import tagged
from service.sources.reading.lines import beginning, lines
from service.sources.reading.tagged import Record

# A text may go on with a word of two capitals, so only what the format's legend names is a tag.
_TAGS = (
    "RT|SR|ID|A[1-7]|T[1-3]|JF|JO|YR|FD|VO|IS|SP|OP|K1|AB|NO|ED|PB|PP|SN|AV|AD|AN|LA|CL|SF|OT|LK|DO|CN|DB|DS|IP|RD|ST|"
    "U1[0-5]|U[1-9]|UL|SL|LL|CR|WT|WV|WP|OL|C[1-8]|PMID|PMCID|URL"
)
# CNKI leaves out the blank before Han characters, and writes `vo` in small letters.
_TAG = re.compile(rf"[ \t\ufeff]{{0,3}}({_TAGS}|vo)(?:[ \t]+(.*)|(?=[\u3400-\u9fff])(.*)|)\Z", re.DOTALL)
_SHOWN_TYPE = re.compile(r"^[ \t]{0,3}RT [A-Z\u3400-\u9fff]", re.MULTILINE)
_SHOWN_TAG = re.compile(r"^[ \t]{0,3}(?:SR|ID|A1|T1|YR|JF|K1|AB) ?\S", re.MULTILINE)
# Types that kinds.py does not know, or means otherwise.
_TYPES = {
    "book, section": "chapter", "book, chapter": "chapter", "book, whole": "book", "book, edited": "book",
    "journal, electronic": "article", "abstract": "article", "conference proceeding": "inproceedings",
    "newspaper article": "article", "unpublished material": "preprint", "web page": "webpage",
    "online discussion forum": "webpage", "laws/statutes": "other", "case/court decisions": "other", "bills/resolutions": "other",
}  # fmt: skip
_EDITED = frozenset({"inproceedings", "chapter", "book"})
_NOT_PUBLISHER = re.compile(r",?\s*\[URL[^\]]{0,300}\]")


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a file, in its order."""
    return tagged.papers(_records(data.stream), _read, lambda record: record.first("ID"))


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (its lines say it)
    """How sure it is that this is RefWorks': a line that names a type behind `RT`, and lines of its other tags."""
    shown = beginning(head)
    found = _SHOWN_TYPE.search(shown)
    return 0.95 if found and _SHOWN_TAG.search(shown, found.start()) else 0.0


def _records(stream: BinaryIO) -> Iterator[Record]:
    """From RT to RT; what stands before the first is the legend."""
    record: Record | None = None
    for number, line in enumerate(lines(stream), start=1):
        found = _TAG.match(line)
        if found and found[1] == "RT":
            if record:
                yield record
            record = Record(number)
        if record and found:
            record.add(found[1].upper(), (found[2] or found[3] or "").strip())
        elif record and line.strip():
            record.go_on(line.strip())
    if record:
        yield record


def _read(record: Record, label: str) -> tuple[Paper, list[str]]:
    notices: list[str] = []
    kind = _type(record)
    declared = references.language(record.first("LA")) or references.language(record.first("OL").partition("(")[0])
    titles = references.several_texts([*record.joined("T1"), *record.joined("OT")], declared)
    authors, cut = _authors(record, kind, notices)
    year, date = _date(record)
    notices += dates.unread(year, record.all("YR"))
    venue, series = tagged.venue_and_series(kind, record.first("JF", "JO"), record.first("T2"), record.first("T3"))
    notes = record.joined("NO")
    paper = Paper(
        titles={code: chinese.unmarked(title) for code, title in titles.items()},
        abstracts=references.several_texts((chinese.unmarked(value) for value in record.joined("AB")), declared),
        authors=authors,
        authors_truncated=cut,
        editors=creators.people(record.all("A2"))[0] if kind in _EDITED else (),
        keywords=references.keywords(map(chinese.unmarked, record.all("K1")), declared),
        venue=venue,
        series=series,
        volume=chinese.number(record.first("VO")),
        issue=_issue(record, kind),
        pages=_pages(record),
        publisher=_NOT_PUBLISHER.sub("", record.first("PB")) or None,
        issn=references.numbers("issn", record.all("SN")),
        isbn=references.numbers("isbn", record.all("SN")),
        citations=references.times_cited(notes),
        retracted=references.retracted(titles, notes),
        year=year,
        date=date,
        language=declared,
        type=kind,
        ids=references.ids(_ids(record, notes)),
        links=references.links(record.words("LK", "URL", "UL")),
        record=label,
    )
    return paper, notices


def _type(record: Record) -> str:
    """CNKI has yearbooks under the type of standards, and says so by the name of the database."""
    word = record.first("RT")
    known = _TYPES.get(word.lower()) or kinds.kind(word) or "other"
    base = kinds.kind(record.first("DB"))
    return base if base and known in ("standard", "other") else known


def _authors(record: Record, kind: str, notices: list[str]) -> tuple[tuple[Author, ...], bool]:
    """The authors; a book without any has its editors in their place, which is not repeated here.

    Elsewhere than in CNKI's exports an address is the first author's, or anybody's.
    """
    authors, cut = creators.people(record.all("A1"))
    # `东北师范大学!长春130024`: CNKI's old way to set the city behind an institution.
    places = [re.sub("![^,，;；]*", "", value) for value in record.all("AD")]
    if kind == "patent" or not places:
        return authors, cut
    if len(authors) > 1 and len(places) != len(authors) and "cnki" not in f"{record.first('DS')} {record.first('LK')}".lower():
        notices.append(references.UNASSIGNED)
        return authors, cut
    return creators.at_listed(authors, places, notices), cut


def _issue(record: Record, kind: str) -> str | None:
    """The issue; of a standard or patent its number. Of a thesis CNKI gives the month in which it was put on the net."""
    if kind in ("standard", "patent"):
        return references.number(record.first("C1", "ID")) or None
    return chinese.number(record.first("IS")) if kind != "thesis" else None


def _pages(record: Record) -> str | None:
    """OP is the last page, or all of them."""
    start, end = references.pages(record.first("SP")), references.pages(record.first("OP"))
    if not (start and end) or start == end or "-" in start:
        return start or end
    return end if "-" in end else f"{start}-{end}"


def _date(record: Record) -> tuple[int | None, str | None]:
    """The year of YR, and a date of that year: FD has it whole, or the month and day alone (`Feb`, `01/01`)."""
    year = fields.year(record.first("YR"))
    for value in record.all("FD", "WP"):
        own, date = references.dated(value)
        if own and (year is None or own == year):
            return own, date
        month, day = references.month_and_day(value)
        if year and not own and month:
            return year, references.iso(year, month, day)
    return year, None


def _ids(record: Record, notes: list[str]) -> Iterator[tuple[str, str]]:
    yield from (("doi", value) for value in record.all("DO"))
    yield from (("pmid", value) for value in record.all("PMID"))
    yield from (("pmcid", value) for value in record.all("PMCID"))
    yield from (("url", address) for address in record.words("LK", "URL", "UL"))
    if re.search(r"pubmed|medline", record.first("DB", "SF", "DS"), re.IGNORECASE):
        yield from (("pmid", value) for value in record.all("AN", "ID"))
    for note in notes:
        yield from references.ids_in_note(note[:2000])
