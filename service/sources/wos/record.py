"""A record of the Web of Science as a Paper.

Words of the databases for kinds and subjects become the usual ones; what only one database has is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.paper import Category, Paper
from service.sources.facts import fields, kinds, pagination, references
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text
from service.sources.reading.tagged import Record
from service.sources.wos import people

# `LiNbO/sub 3/`, `He/sup +/`: how Inspec writes what stands lower or higher.
_LEVEL = re.compile(r"/su[bp]\s+([^/]{1,40}?)\s*/")
_INSPEC_DOI = re.compile(r"\[(10\.\d{4,9}/[^\[\]\s]+)\]")
_DATABASE_IDS = {"WOS": "wos", "ISI": "wos", "MEDLINE": "pmid"}
# Subjects that the Web of Science divides: `Computer Science, Artificial Intelligence`. Commas of other names belong to them.
_DIVIDED = frozenset(
    "Agriculture;Chemistry;Computer Science;Engineering;Literature;Materials Science;Mathematics;Physics;Psychology".split(";")
)
_SEASONS = re.compile(r"\b(?:spr|sum|fal|aut|win)[a-z]*\b", re.IGNORECASE)


def read(record: Record, label: str) -> tuple[Paper, list[str]]:
    """The paper of a record, and messages about what was left out of it."""
    notices: list[str] = []
    number = record.first("UT")
    inspec = number.startswith("INSPEC")
    kinds_of = record.first("DT")
    declared = references.language(record.first("LA"))
    titles = references.several_texts(_texts(record, "TI", inspec), declared)
    authors, cut = people.authors(record, notices)
    venue = text(without_markup(" ".join(record.joined("SO", "JI", "J9")[:1])))
    is_book = bool(venue) and venue in titles.values()
    kind = "book" if is_book else _type(record, kinds_of)
    year, date = _date(record)
    paper = Paper(
        titles=titles,
        abstracts=references.several_texts(_texts(record, "AB", inspec), declared),
        authors=authors,
        authors_truncated=cut,
        editors=people.editors(record),
        categories=_categories(record),
        keywords=_keywords(record, declared, inspec),
        venue=None if kind in ("book", "patent") else references.venue(venue or record.first("CT")),
        series=record.first("SE") or None,
        volume=references.number(record.first("VL")) or None,
        issue=references.number(record.first("PN") if kind == "patent" else record.first("IS", "SI", "SU")) or None,
        pages=_pages(record),
        publisher=record.first("PU") or None,
        issn=references.numbers("issn", record.all("SN", "EI")),
        isbn=references.numbers("isbn", record.all("BN", "SN")),
        year=year,
        date=date,
        language=declared,
        type=kind,
        ids=references.ids(_ids(record, number)),
        citations=_citations(record),
        open_access=True if record.first("OA") and record.first("OA").lower() not in ("no", "none", "closed") else None,
        retracted=True if "retracted publication" in kinds_of.lower() else references.retracted(titles, ()),
        record=label,
    )
    return paper, notices


def _texts(record: Record, tag: str, inspec: bool) -> list[str]:
    values = record.joined(tag)
    return [_LEVEL.sub(r"\1", value) for value in values] if inspec else values


def _type(record: Record, words: str) -> str:
    """PT says journal, book, series or patent, DT what it is there; a paper of a conference in a journal is an article."""
    held = record.first("PT").upper()
    if held == "P":
        return "patent"
    plain = words.lower()
    if "book chapter" in plain:
        return "chapter"
    if "proceedings paper" in plain:
        return "article" if held == "J" and "article" in plain.split("; ") else "inproceedings"
    return kinds.kind_of(words) or {"J": "article", "B": "book"}.get(held, "other")


def _date(record: Record) -> tuple[int | None, str | None]:
    """PY with the month and day of PD; a paper of no issue yet has only the date of its early access."""
    year = fields.year(record.first("PY"))
    for value in record.all("PD", "DG", "EA") if year else record.all("PD", "EA", "DG"):
        plain = _SEASONS.sub(" ", value)
        own, date = references.dated(plain)
        if own and year in (None, own):
            return own, date
        if year and not own:
            return year, references.dated(f"{plain} {year}")[1]
    return year, None


def _pages(record: Record) -> str | None:
    """First and last page, else both in one field, else the number of an article that has no pages."""
    start, end = (re.sub(r"\s", "", record.first(tag)) for tag in ("BP", "EP"))
    if both := record.first("PS"):
        return pagination.in_full(references.pages(both))
    if start and end and start != end and not re.search("[-–]", start):
        return references.pages(f"{start}-{end}")
    return references.pages(start or end or record.first("AR"))


def _keywords(record: Record, declared: str | None, inspec: bool) -> dict[str, tuple[str, ...]]:
    """The authors' keywords, and those of the database. Inspec has both in one field between slashes, and codes behind."""
    if inspec:
        parts = [part for value in _texts(record, "DE", inspec) for part in value.split("/ ")[:3]]
        return references.keywords([part.strip(" /") for part in (parts[1:] if len(parts) > 1 else parts)], declared)
    values = record.joined("DE") + [value for value in record.joined("ID") if "],[" not in value]
    return references.keywords(values, declared)


def _categories(record: Record) -> tuple[Category, ...]:
    """Subjects; older exports have them under SC, newer ones research areas, which say less."""
    found: dict[Category, None] = {}
    for value in record.joined("WC") or record.joined("SC"):
        for name in value.split(";"):
            area, comma, rest = (part.strip() for part in text(name).partition(","))
            if comma and area in _DIVIDED:
                found[Category(area, rest)] = None
            elif area:
                found[Category(text(name))] = None
    return tuple(found)


def _citations(record: Record) -> int | None:
    """Times cited in all databases, else in the main collection."""
    counts = [int(value) for value in record.joined("TC", "Z9") if re.fullmatch(r"\d{1,7}", value.strip())]
    return max(counts, default=None)


def _ids(record: Record, number: str) -> Iterator[tuple[str, str]]:
    yield from (("doi", value) for value in record.joined("DI"))
    yield from (("pmid", value) for value in record.joined("PM"))
    base, _, own = number.partition(":")
    if kind := _DATABASE_IDS.get(base):
        yield kind, own
    for value in record.joined("ID"):
        if "],[" in value:
            yield from (("doi", found[1]) for found in _INSPEC_DOI.finditer(value))
