"""EndNote's tagged format and its ancestor refer: lines of `%A`, as CNKI, Wanfang, libraries and EndNote export them.

A number that programs use otherwise from one to the next (`%1` to `%4`, `%#`, `%$`) is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from service.languages import has_han
from service.paper import Author, Notice, Paper, Reject
from service.sources.facts import chinese, creators, dates, fields, kinds, references
from service.sources.facts.texts import text
from service.sources.input import Input
from service.sources.reading import tagged
from service.sources.reading.lines import beginning, lines
from service.sources.reading.tagged import Record

_TAG = re.compile(r"[ \t\ufeff]{0,3}%([0-9A-Z@!#$*()\[\]+?~^><&=.,:;|])(?:[ \t]+(.*)|)\Z", re.DOTALL)
_SHOWN_TAG = re.compile(r"^[ \t]{0,3}%([0-9A-Z@!+?~>&\[=*])(?:[ \t]|$)", re.MULTILINE)
_SHOWN_TYPE = re.compile(r"^[ \t]{0,3}%0(?:[ \t]+[A-Z\u3400-\u9fff]|[ \t]*$)", re.MULTILINE)
_BESIDE_HAN = re.compile(r"(?<=[\u3400-\u9fff])[ \u3000]+|[ \u3000]+(?=[\u3400-\u9fff])")
# Types that kinds.py does not know, or means otherwise: here proceedings are what one of their papers has for a type.
_TYPES = {
    "legal rule or regulation": "standard", "unpublished work": "preprint", "encyclopedia": "chapter", "dictionary": "chapter",
    "electronic article": "article", "electronic book section": "chapter", "government document": "report", "blog": "webpage",
    "ancient text": "book", "edited book": "book", "conference": "inproceedings", "web page": "webpage",
    "aggregated database": "dataset", "online database": "dataset", "online multimedia": "webpage",
}  # fmt: skip
# What they have for pages is how many there are.
_WHOLE = frozenset({"book", "standard", "patent"})
_ISBN = re.compile(r"\d-\d{2,}-\d{2,}-[\dXx]")


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a file, in its order."""
    return tagged.papers(_records(data.stream), _read, lambda record: record.first("F"))


def recognise(head: bytes, name: str) -> float:
    """How sure it is that this is EndNote's or refer's: a line of `%0`, or of an author and a title."""
    shown = beginning(head)[: 16 * 1024]
    tags = _SHOWN_TAG.findall(shown)
    if not tags:
        return 0.0
    if _SHOWN_TYPE.search(shown):
        return 0.95 if len(tags) > 1 else 0.5
    if "T" in tags and len(set(tags)) > 2:
        return 0.8
    return 0.3 if set(tags) & set("TAE") and name.lower().endswith((".enw", ".ref", ".refer")) else 0.0


def _records(stream: BinaryIO) -> Iterator[Record]:
    """From `%0`, or in refer's way from one empty line to the next. Text may go on behind empty lines."""
    record: Record | None = None
    empty = False
    for number, line in enumerate(lines(stream), start=1):
        found = _TAG.match(line) if "%" in line[:5] else None
        if not found:
            if record and line.strip():
                record.go_on(line.strip())
            empty = not line.strip()
            continue
        tag, value = found[1], (found[2] or "").strip()
        if record and (_begins(record, tag) or (empty and _may_begin(record, tag))):
            yield record
            record = None
        record = record or Record(number)
        record.add(tag, value)
        empty = False
    if record:
        yield record


def _begins(record: Record, tag: str) -> bool:
    """Several types in a row are one record's."""
    return tag == "0" and record.items[-1][0] != "0"


def _may_begin(record: Record, tag: str) -> bool:
    """Behind an empty line: any tag where there are no types, else one that a record has but once."""
    return not record.has("0") or (record.has("T") and tag in "AT" and (tag == "T" or record.has("A")))


def _read(record: Record, label: str) -> tuple[Paper, list[str]]:
    notices: list[str] = []
    kind = _type(record)
    languages = {references.language(value) for value in record.all("G")}
    declared = languages.pop() if len(languages) == 1 else None
    titles = references.several_texts([*record.joined("T"), *record.joined("Q")], declared)
    authors, cut = _authors(record, notices)
    year, date = _date(record)
    notices += dates.unread(year, record.all("D", "8") if record.has("D") else [])
    venue, series = tagged.venue_and_series(kind, record.first("J"), record.first("B"), record.first("S"))
    notes = record.joined("Z", "1", "2", "3", "4", "O")
    paper = Paper(
        type=kind,
        language=declared,
        titles={code: chinese.unmarked(title) for code, title in titles.items()},
        abstracts=references.several_texts((chinese.unmarked(value) for value in record.joined("X")), declared),
        authors=authors,
        authors_truncated=cut,
        editors=creators.people(record.all("E"))[0],
        keywords=references.keywords(map(chinese.unmarked, _keywords(record)), declared),
        venue=venue,
        series=series,
        volume=None if kind in ("patent", "standard") or _ISBN.search(record.first("V")) else chinese.number(record.first("V")),
        issue=_number(record, kind),
        pages=None if kind in _WHOLE else _pages(record.all("P")),
        publisher=_publisher(record, kind) or None,
        issn=references.numbers("issn", record.all("@")),
        isbn=references.numbers("isbn", [*record.all("@"), *(value for value in record.all("V") if _ISBN.search(value))]),
        year=year,
        date=date,
        ids=references.ids(_ids(record, notes)),
        citations=references.times_cited(notes),
        retracted=references.retracted(titles, notes),
        links=references.links(record.words("U"), record.words(">")),
        record=label,
    )
    return paper, notices


def _type(record: Record) -> str:
    base = record.first("~")
    for value in record.all("0"):
        word = text(value)
        known = _TYPES.get(word.lower()) or kinds.kind(word)
        # CNKI has yearbooks and standards under one type, and says which by the name of the database.
        if known == "standard" and base:
            return kinds.kind(base) or known
        if known:
            return known
    if record.has("0") and any(record.all("0")):
        return "other"
    return next((found for tag, found in (("J", "article"), ("B", "chapter"), ("I", "book")) if record.first(tag)), "other")


def _authors(record: Record, notices: list[str]) -> tuple[tuple[Author, ...], bool]:
    """`%H` has the names in another script, `%+` the institutions: one line for each author, or all on one line."""
    authors, cut = creators.people(record.all("A"))
    if others := record.all("H"):
        authors = chinese.in_both_scripts(authors, creators.people(others)[0])
    return creators.at_listed(authors, record.all("+"), notices), cut


def _publisher(record: Record, kind: str) -> str:
    """CNKI names the university of a thesis as if it were a journal."""
    return record.first("I") or (record.first("J") if kind == "thesis" else "")


def _number(record: Record, kind: str) -> str | None:
    """The issue; of a patent or standard its number."""
    if kind == "standard":
        return references.number(record.first("V", "N")) or None
    if kind == "patent":
        return references.number(record.first("N", "@", "M")) or None
    return chinese.number(record.first("N"))


def _pages(values: list[str]) -> str | None:
    """First and last page; a number of pages may stand in a field of the same name before them."""
    found = [shown for value in values if (shown := references.pages(value))]
    return next((one for one in found if "-" in one), found[-1] if found else None)


def _date(record: Record) -> tuple[int | None, str | None]:
    """The year of `%D`, and the fullest date of that year: `%8` may lack the year."""
    said = [references.dated(value) for value in record.all("D")]
    year = dates.fullest(said)[0] or ""
    return dates.fullest([*said, *(references.dated(v if fields.year(v) else f"{v} {year}") for v in record.all("8"))])


def _keywords(record: Record) -> list[str]:
    """Wanfang sets blanks between Chinese keywords."""
    values = record.all("K")
    if len(values) == 1 and has_han(values[0]) and not re.search("[;；,，、\n]", values[0]):
        return _BESIDE_HAN.split(values[0])
    return values


def _ids(record: Record, notes: list[str]) -> Iterator[tuple[str, str]]:
    for value in record.all("R"):
        yield "doi", value
    yield from (("url", address) for address in record.words("U", ">"))
    base = record.first("W", "~").lower()
    for value in record.all("M"):
        if re.search(r"pubmed|medline|\bnlm\b", base):
            yield "pmid", value
        yield from references.ids_in_note(value[:500])
    for note in notes:
        yield from references.ids_in_note(note[:2000])
