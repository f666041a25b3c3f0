"""MEDLINE's tagged format (nbib), as PubMed and ERIC export it: tags of four columns, names, institutions and ORCIDs by author.

Grants, substances, dates of the database and comments are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import BinaryIO

from service.paper import Author, Notice, Paper, Reject
from service.sources.facts import creators, dates, fields, kinds, licences, pagination, references
from service.sources.input import Input
from service.sources.reading import tagged
from service.sources.reading.lines import beginning, lines
from service.sources.reading.tagged import Record

_TAG = re.compile(r"\ufeff?([A-Z]{2,4}) {0,3}-(?: (.*)|(.*))\Z", re.DOTALL)
# The tags with which records begin, of which each has one.
_STARTS = frozenset({"PMID", "PMC", "PMCR", "OWN"})
_ONCE = frozenset({"TI", "DP", "STAT", "JT"})
_SHOWN_START = re.compile(r"^(?:PMID|PMCR|PMC |OWN |STAT) ?-[ \d]", re.MULTILINE)
_SHOWN_TAG = re.compile(r"^(?:TI  |BTI |AB  |FAU |AU  |DP  |JT  |PT  |AID |LA  |SO  |TA  ) ?-", re.MULTILINE)
_OVID = re.compile(r"^ ?<\d+\. >", re.MULTILINE)
_NOTED = re.compile(r"(?P<value>\S+)\s*\[(?P<kind>doi|pii|pmc|pmcid|pmid)\]", re.IGNORECASE)
# ERIC's way: `EISSN-2375-5636`.
_BEFORE_NUMBER = re.compile(r"\AE?IS[BS]N-")
_WHOLE_DATE = re.compile(r"(\d{4})(\d{2})(\d{2})")
_SEASON = re.compile(r"\b(?:spring|summer|autumn|fall|winter|article)\b.*", re.IGNORECASE)
_ELECTRONIC = re.compile(r"(?:Electronic address|E-?mail(?: address)?)\s*:.*\Z", re.IGNORECASE | re.DOTALL)
_NUMBERED = re.compile(r"(?:\A|;\s*)(?:\[\d{1,2}\]|\d{1,2}(?=[A-Z]))\s*")
# What kinds.py does not know, or does not know as PubMed and ERIC mean it; the first that a record has decides.
_TYPES = (
    ("preprint", "preprint"), ("dissertations/theses", "thesis"), ("academic dissertation", "thesis"), ("dataset", "dataset"),
    ("book chapter", "chapter"), ("technical report", "report"), ("journal article", "article"), ("letter", "article"),
    ("speeches/meeting papers", "inproceedings"), ("books", "book"), ("collected works", "book"), ("reports", "report"),
    ("book", "book"),
)  # fmt: skip


@dataclass(slots=True)
class _Person:
    name: str
    is_full: bool
    is_body: bool = False
    places: list[str] = field(default_factory=list)
    orcid: str | None = None


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a file, in its order."""
    return tagged.papers(_records(data.stream), _read, lambda record: record.first("PMID", "OID", "PMC").partition(" ")[0])


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (its lines say it)
    """How sure it is that this is MEDLINE's: a tag with which records begin, and another of its tags."""
    shown = beginning(head)
    return 0.9 if _SHOWN_START.search(shown) and _SHOWN_TAG.search(shown) and not _OVID.search(shown) else 0.0


def _records(stream: BinaryIO) -> Iterator[Record]:
    """From one PMID to the next, and from one empty line to the next where a tag stands that records begin with."""
    record: Record | None = None
    empty = False
    for number, line in enumerate(lines(stream), start=1):
        found = _TAG.match(line) if line[:1] != " " else None
        if not found:
            # Text without blanks before it behind an empty line is nobody's.
            if record and line.strip() and (line[0].isspace() or not empty):
                record.go_on(line.strip())
            empty = not line.strip()
            continue
        tag, value = found[1], (found[2] or found[3] or "").strip()
        if record and record.items and _begins(record, tag, empty):
            yield record
            record = None
        if record or tag in _STARTS or _SHOWN_TAG.match(line):
            record = record or Record(number)
            record.add(tag, value)
        empty = False
    if record:
        yield record


def _begins(record: Record, tag: str, empty: bool) -> bool:
    return (tag in _STARTS and (record.has(tag) or empty or tag == "PMID")) or (empty and tag in _ONCE and record.has(tag))


def _read(record: Record, label: str) -> tuple[Paper, list[str]]:
    codes = [code for value in record.all("LA") if (code := references.language(value))]
    declared = codes[0] if codes else None
    titles, bracketed = _titles(record, declared)
    notices: list[str] = []
    authors, cut = _authors(record, ("FAU", "AU"), notices)
    year, date = _date(record)
    kind = _type(record)
    copyright_lines = record.joined("CI")
    licence = licences.licence(*(value for value in copyright_lines if "CC BY" in value or "creativecommons" in value))
    paper = Paper(
        titles=titles,
        abstracts=references.several_texts(
            [" ".join(record.joined("AB")), *record.joined("OAB")], "en" if bracketed else declared
        ),
        authors=authors,
        authors_truncated=cut,
        editors=_authors(record, ("FED", "ED"), [])[0],
        keywords=references.keywords(_subjects(record)),
        venue=_venue(record, kind),
        series=record.first("CTI") or None,
        volume=references.number(record.first("VI")) or None,
        issue=references.number(record.first("IP")) or None,
        pages=pagination.in_full(references.pages(record.first("PG"))) or _article_number(record),
        publisher=record.first("PB") or (record.first("JT") if _is_publishers(record, kind) else "") or None,
        issn=references.numbers("issn", (_BEFORE_NUMBER.sub("", value) for value in record.all("IS", "ISSN"))),
        isbn=references.numbers("isbn", (_BEFORE_NUMBER.sub("", value) for value in record.all("ISBN"))),
        year=year,
        date=date,
        language=declared,
        type=kind,
        ids=references.ids(_ids(record)),
        licence=licence,
        open_access=True if licences.is_open(licence) else None,
        retracted=True if _is_retracted(record) else references.retracted(titles, ()),
        links=references.links(record.words("LID", "AID")),
        record=label,
    )
    return paper, notices


def _titles(record: Record, declared: str | None) -> tuple[dict[str, str], bool]:
    """The title, and that in the paper's own language (TT). A title in brackets was translated into English."""
    whole = " ".join(record.joined("TI") or record.joined("BTI"))
    stripped = references.without_full_stop(whole)
    bracketed = stripped.startswith("[") and stripped.endswith("]")
    shown = references.without_full_stop(stripped[1:-1]) if bracketed else stripped
    titles = references.several_texts([shown] if shown else [], "en" if bracketed else declared)
    own = next((code for value in record.all("LA") if (code := references.language(value)) and code != "en"), None)
    for value in record.joined("TT"):
        for code, kept in references.several_texts([references.without_full_stop(value)], own).items():
            titles.setdefault(code, kept)
    return titles, bracketed


def _authors(record: Record, tags: tuple[str, str], notices: list[str]) -> tuple[tuple[Author, ...], bool]:
    """The people of FAU, else AU, and groups (CN), each with what stands behind it: institutions (AD) and ORCID (AUID)."""
    people: list[_Person] = []
    truncated = False
    for tag, value in record.items:
        joined = " ".join(value).strip()
        if tag in tags and joined:
            if references.is_truncation(joined):
                truncated = True
            # AU repeats in short what FAU before it said.
            elif tag == tags[0] or not (people and people[-1].is_full):
                people.append(_Person(joined, is_full=tag == tags[0]))
            else:
                people[-1].is_full = False
        elif tag == "CN" and joined and tags[0] == "FAU":
            people.append(_Person(joined, is_full=False, is_body=True))
        elif people and tag == "AD":
            people[-1].places.append(_ELECTRONIC.sub("", joined) if "ddress" in joined or "mail" in joined else joined)
        elif people and tag == "AUID" and not people[-1].orcid:
            people[-1].orcid = fields.orcid(joined)
    if record.has("AD") and not any(one.places for one in people) and people:
        notices.append(references.UNASSIGNED)
    return tuple(one for person in people if (one := _author(person))), truncated


def _author(person: _Person) -> Author | None:
    found = references.body(person.name) if person.is_body else creators.person_or_body(creators.initials_set_out(person.name))
    if found and (person.places or person.orcid):
        places = creators.affiliations(_NUMBERED.sub(";", place) for place in person.places)
        found = replace(found, affiliations=places, orcid=person.orcid)
    return found


def _subjects(record: Record) -> list[str]:
    """Keywords, then subject headings (MeSH) without their qualifiers; the star of those that matter most is taken off."""
    headings = (value.partition("/")[0] for value in record.joined("MH"))
    return [value.replace("*", "") for value in (*record.joined("OT"), *headings)]


def _venue(record: Record, kind: str) -> str | None:
    """The journal, or the book of a chapter; a book is in nothing."""
    if kind == "book" or _is_publishers(record, kind):
        return None
    if record.has("TI") and (book := record.first("BTI")):
        return book
    name = record.first("JT", "TA")
    return references.venue(name) if name else None


def _is_publishers(record: Record, kind: str) -> bool:
    """Whether the journal's field has a publisher in it: ERIC sets the one of a book, thesis or report there."""
    return record.first("OWN") == "ERIC" and kind in ("book", "thesis", "report")


def _type(record: Record) -> str:
    """What PT says; ERIC's numbers that begin with EJ are of articles, also where PT says report."""
    words = [value.lower() for value in record.joined("PT")]
    if record.first("OID").startswith("EJ"):
        return "article"
    found = next((kind for start, kind in _TYPES for word in words if word.startswith(start)), None)
    return found or next((kind for word in words if (kind := kinds.kind(word))), None) or "article"


def _date(record: Record) -> tuple[int | None, str | None]:
    """The year of DP, and the fullest date of that year: DEP is the day on which a paper stood on the net."""
    found = []
    for value in record.joined("DP"):
        plain = re.sub(r"(?<=\d)\s+(?=\d)", "-", value)
        found.append(references.dated(_SEASON.sub("", plain) if not plain[:1].isalpha() else plain))
    for value in record.joined("DEP"):
        if match := _WHOLE_DATE.match(value):
            found.append((fields.year(match[1]), references.iso(int(match[1]), int(match[2]), int(match[3]))))
    found += (
        [references.dated(value.partition(" ")[0]) for value in record.joined("EDAT")] if not any(y for y, _ in found) else []
    )
    return dates.fullest(found)


def _article_number(record: Record) -> str | None:
    """What a paper without pages has in their place: `LID - 1042 [pii]`, not the long numbers of publishers."""
    for value in record.joined("LID"):
        if found := re.fullmatch(r"([eE]?\d{1,8})\s*\[pii\]", value.strip()):
            return found[1]
    return None


def _is_retracted(record: Record) -> bool:
    """RIN names the note that retracts this paper; a note itself has ROF."""
    return bool(record.all("RIN")) or any("retracted publication" in value.lower() for value in record.joined("PT"))


def _ids(record: Record) -> Iterator[tuple[str, str]]:
    yield from (("pmid", words[0]) for value in record.all("PMID") if (words := value.split()))
    yield from (("pmcid", value) for value in record.all("PMC"))
    for value in record.joined("LID", "AID", "OID"):
        yield from _noted(value)


def _noted(value: str) -> Iterator[tuple[str, str]]:
    found: Sequence[re.Match[str]] = list(_NOTED.finditer(value[:2000]))
    for match in found:
        kind = match["kind"].lower()
        if kind != "pii":
            yield "pmcid" if kind == "pmc" else kind, match["value"]
    if not found:
        yield from (("url", word) for word in value.split() if "://" in word)
        yield from (("doi", word) for word in value.split() if re.match(r"(?i)(?:doi:)?10\.\d{4,9}/", word))
        yield from (("pmcid", word) for word in value.split() if re.fullmatch(r"PMC\d{2,9}", word))
