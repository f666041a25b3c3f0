"""A record of RIS as a Paper.

Where programs use one tag for different things, the type of the record decides; what stays unclear is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from service.paper import Author, Paper
from service.sources.facts import creators, dates, references
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text
from service.sources.reading.tagged import Record

_TYPES: Mapping[str, str] = {
    **dict.fromkeys("JOUR JFULL EJOUR MGZN NEWS ABST INPR".split(), "article"),
    **dict.fromkeys(("CONF", "CPAPER"), "inproceedings"), "THES": "thesis",
    **dict.fromkeys("BOOK EBOOK EDBOOK SER".split(), "book"),
    **dict.fromkeys("CHAP ECHAP DICT ENCYC".split(), "chapter"), **dict.fromkeys("RPRT GOVDOC".split(), "report"),
    **dict.fromkeys("DATA AGGR DBASE".split(), "dataset"), "PAT": "patent", "STAND": "standard",
    **dict.fromkeys("ELEC BLOG ICOMM WEB".split(), "webpage"), **dict.fromkeys(("UNPB", "PREPRINT", "UNPD"), "preprint"),
}  # fmt: skip
_BOOKS = frozenset("BOOK EBOOK EDBOOK SER".split())
# Types whose second people are editors; elsewhere they are performers, inventors' firms, sponsors.
_EDITED = frozenset("JOUR BOOK EBOOK EDBOOK CHAP ECHAP CONF CPAPER RPRT SER ENCYC DICT MGZN".split())
_NO_JOURNAL = frozenset("THES PAT STAND UNPB PREPRINT DATA ELEC BLOG WEB".split())
_JOURNAL = ("JF", "T2", "JO", "BT", "J2", "JA", "J1")
_DATES = ("PY", "DA", "Y1")
_VOLUME = re.compile(r"(?P<volume>[^()]+?)\s*\((?P<issue>[^()]+)\)")
_MARKED = re.compile(r"(\S+?)\s*\[(pmid|pmcid|doi|arxiv)\]", re.IGNORECASE)
_DOI = re.compile(r"\s*(?:doi:?\s*|https?://(?:dx\.)?doi\.org/)?(10\.\d{4,9}/\S+)\s*\Z", re.IGNORECASE)
_ARXIV = re.compile(r"\barxiv:\s*(\S+)", re.IGNORECASE)


def read(record: Record, label: str) -> tuple[Paper, list[str]]:
    """The paper of a record, and messages about what was left out of it."""
    notices: list[str] = []
    kind = record.first("TY").upper()
    declared = references.language(record.first("LA"))
    titles = references.several_texts(record.all("TI", "T1") or record.all("CT", "BT") or _own_title(record, kind), declared)
    for code, kept in references.several_texts(record.all("TT")).items():
        titles.setdefault(code, kept)
    authors, cut = _authors(record, notices)
    year, date = _date(record)
    notices += dates.unread(year, record.all(*_DATES))
    notes = record.all("N1", "RN")
    venue, series = _venue(record, kind)
    volume, issue = record.first("VL"), record.first("IS", "CP")
    if not issue and (found := _VOLUME.fullmatch(volume)):
        volume, issue = found["volume"], found["issue"]
    ids = references.ids(_ids(record))
    is_preprint = "arxiv" in ids and (venue or "arxiv").lower().startswith("arxiv")
    paper = Paper(
        titles=titles,
        abstracts=references.several_texts([*record.all("AB"), *record.all("N2")], declared),
        authors=authors,
        authors_truncated=cut,
        editors=creators.people(record.all("ED", "A2") if kind in _EDITED else record.all("ED"))[0],
        keywords=references.keywords(record.all("KW", "DE"), declared),
        venue=venue,
        series=series,
        volume=volume or None,
        issue=issue or None,
        pages=_pages(record),
        publisher=(record.first("PB") if kind != "PAT" else "") or None,
        issn=references.numbers("issn", record.all("SN")),
        isbn=references.numbers("isbn", record.all("SN", "BN")),
        year=year,
        date=date,
        language=declared,
        type="preprint" if is_preprint else _TYPES.get(kind, "other"),
        ids=ids,
        citations=references.times_cited(notes),
        retracted=references.retracted(titles, notes),
        links=_links(record),
        record=label,
    )
    return paper, notices


def _own_title(record: Record, kind: str) -> list[str]:
    """A book's title where some programs write it: below the name of what it is part of."""
    return record.all("T2") if kind in _BOOKS else []


def _venue(record: Record, kind: str) -> tuple[str | None, str | None]:
    """What the paper is in, and the series of that. A book is in nothing: its second title is a series."""
    series = record.first("T3")
    if kind in _BOOKS:
        own = record.first("T2") if record.first("TI", "T1", "CT", "BT") else ""
        return (own or None, series) if series else (None, own or None)
    tags = ("JF", "JO", "T2") if kind in _NO_JOURNAL else _JOURNAL
    found = next((text(without_markup(value)) for tag in tags for value in record.all(tag)), "")
    return references.venue(found or (record.first("C3") if kind in ("CONF", "CPAPER") else "")), series or None


def _authors(record: Record, notices: list[str]) -> tuple[tuple[Author, ...], bool]:
    """The authors in order, with the addresses that stand behind each of them where all stand so."""
    authors, cut = creators.people(record.all("AU", "A1"))
    places = record.all("AD")
    if not places:
        return authors, cut
    if len(authors) == 1:
        return creators.at_places(authors, [places]), cut
    behind: list[list[str]] = []
    for tag, value in record.items:
        if tag in ("AU", "A1") and any(value):
            behind.append([])
        elif tag == "AD" and any(value) and behind:
            behind[-1].append("\n".join(value))
    # An address behind the last author alone may be anybody's.
    if len(behind) == len(authors) and sum(1 for several in behind if several) > 1:
        return creators.at_places(authors, behind), cut
    notices.append(references.UNASSIGNED)
    return authors, cut


def _date(record: Record) -> tuple[int | None, str | None]:
    """The year of PY, else of DA, else of Y1 (which newer programs no longer write); the fullest date of that year."""
    return dates.fullest(references.dated(value) for tag in _DATES for value in record.all(tag))


def _pages(record: Record) -> str | None:
    start, end = record.first("SP"), record.first("EP")
    has_both = start and end and start != end and not re.search("[-–—]", start)
    return references.pages(f"{start}-{end}" if has_both else start or end)


def _links(record: Record) -> dict[str, str]:
    """L1 is the file by the format's rules, however its address ends."""
    return references.links(record.words("UR", "L2", "LK"), record.words("L1"))


def _ids(record: Record) -> Iterator[tuple[str, str]]:
    for value in record.all("DO", "DI"):
        yield "doi", value
    for value in record.all("M3", "N1", "L3", "C7", "U3"):
        if found := _DOI.match(value):
            yield "doi", found[1]
    yield from (("url", address) for address in record.words("UR", "L1", "L2", "LK"))
    for value in record.all("U1", "U2", "U3", "U4", "C1", "C2", "C6"):
        yield from ((found[2].lower(), found[1]) for found in _MARKED.finditer(value[:500]))
        if re.fullmatch(r"PMC\d{2,9}", value.strip()):
            yield "pmcid", value
    base = record.first("DB", "DP").lower()
    for value in record.all("AN"):
        if re.fullmatch(r"PMC\d{2,9}", value.strip()):
            yield "pmcid", value
        elif "pubmed" in base or "medline" in base:
            yield "pmid", value
    for value in record.all("M1", "AN", "ID", "JO", "JF", "T2", "N1"):
        if found := _ARXIV.search(value[:500]):
            yield "arxiv", found[1]
    for note in record.all("N1"):
        yield from references.ids_in_note(note[:2000])
