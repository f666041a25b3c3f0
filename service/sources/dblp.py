"""DBLP in XML: the whole dump, a person's or a single record's page, answers of its search.

It joins no paper with its proceedings, and takes neither people nor home pages for papers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from service.paper import Author, Notice, Paper, Reject
from service.sources.facts import fields, references
from service.sources.facts.texts import texts
from service.sources.input import Input
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.envelopes import NoPaper
from service.sources.reading.lines import beginning
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import all_of, elements, first_of, plain

TYPES: Mapping[str, str] = {
    "article": "article", "inproceedings": "inproceedings", "proceedings": "book", "book": "book", "incollection": "chapter",
    "phdthesis": "thesis", "mastersthesis": "thesis", "data": "dataset", "www": "webpage",
}  # fmt: skip
# The kinds of its search's answers.
_ANSWERED: Mapping[str, str] = {
    "journal articles": "article", "conference and workshop papers": "inproceedings", "books and theses": "book",
    "parts in books or collections": "chapter", "editorship": "book", "informal publications": "preprint",
    "informal and other publications": "preprint", "reference works": "chapter", "data and artifacts": "dataset",
}  # fmt: skip
_ROOTS = frozenset(("dblp", "dblpperson"))
_KEY = re.compile(
    r"<(?:article|inproceedings|proceedings|book|incollection|phdthesis|mastersthesis|data|www|person)\s[^<>]*?\bkey\s*=\s*[\"']"
    r"(?:journals|conf|books|series|phd|ms|reference|tr|homepages|www|data|persons|dblpnote)/"
)
# `Jens Lehmann 0001`: the number by which DBLP tells people of one name apart.
_HOMONYM = re.compile(r"\s+\d{4}\Z")
_CORR = re.compile(r"(?:abs/)?(?P<identifier>(?:[a-z-]+(?:\.[A-Z]{2})?/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?)", re.IGNORECASE)
# Springer's DOIs of chapters lost their underscore in old records: what is left of them is the book's.
_TORN = re.compile(r"(10\.1007/978[\d-]+) (?=\d+\s*\Z)")
_NO_PERSON = "no paper: the record of a person"
_RECORD = "https://dblp.org/rec/"


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of records, wherever they stand."""
    return xmlpapers.papers(data, (*TYPES, "person", "info"), _read)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is DBLP's XML: by its root, or by records whose keys are DBLP's."""
    names = xmlstream.root_names(head, 40)
    if not names:
        return 0.0
    if names[0] in _ROOTS:
        return 0.98
    if names[0] == "result" and "hits" in names:
        return 0.9 if "dblp" in beginning(head[:8192]) else 0.0
    return 0.95 if (names[0] in TYPES or names[0] == "person") and _KEY.search(beginning(head[:4096])) else 0.0


def _read(record: Element, label: str, notices: list[str]) -> Paper:  # noqa: ARG001 (nothing to tell)
    kind = str(record.tag)
    key = record.get("key", "") or first_of(record, "key")
    name = xmlpapers.name_of(key, label)
    title = first_of(record, "title")
    if kind == "person" or (kind == "www" and (key.startswith("homepages/") or title in ("Home Page", ""))):
        raise NoPaper(_NO_PERSON, name)
    status = record.get("publtype", "").lower()
    type_ = _ANSWERED.get(first_of(record, "type").lower(), "other") if kind == "info" else TYPES[kind]
    venue = first_of(record, "journal", "booktitle", "venue")
    volume = first_of(record, "volume")
    ids = references.ids(_identifiers(record, key, volume))
    is_corr = venue == "CoRR"
    if is_corr or (status.startswith("informal") and type_ == "article"):
        type_ = "preprint"
    year, date = _date(record)
    titles = texts(references.without_full_stop(title))
    notes = all_of(record, "note")
    access = [one.get("type", "") for one in elements(record, "ee")] + all_of(record, "access")
    return Paper(
        titles=titles,
        authors=_people(record, "author", "authors/author"),
        editors=_people(record, "editor"),
        venue="arXiv" if is_corr else references.venue(venue) if type_ != "book" else None,
        series=first_of(record, "series") or None,
        # `abs/2004.07180` is the paper itself.
        volume=None if is_corr else references.number(volume) or None,
        issue=None if is_corr else references.number(first_of(record, "number")) or None,
        pages=references.pages(first_of(record, "pages")),
        publisher=first_of(record, "publisher", "school") or None,
        issn=references.numbers("issn", all_of(record, "issn")),
        isbn=references.numbers("isbn", all_of(record, "isbn")),
        year=year,
        date=date,
        type=type_,
        ids=ids,
        open_access=True if "oa" in access or "open" in access else None,
        retracted=True if "withdrawn" in status else references.retracted(titles, notes),
        links=_links(record, key),
        record=name,
    )


def _people(record: Element, *paths: str) -> tuple[Author, ...]:
    found = []
    for one in elements(record, *paths):
        name = _HOMONYM.sub("", plain(one))
        author = references.body(name) if references.is_body(name) else references.person(name)
        orcid = fields.orcid(one.get("orcid", ""))
        if author:
            found.append(replace(author, orcid=orcid) if orcid else author)
    return tuple(found)


def _date(record: Element) -> tuple[int | None, str | None]:
    year = fields.year(first_of(record, "year"))
    month, day = references.month_and_day(first_of(record, "month"))
    return year, references.iso(year, month, day) if year else None


def _addresses(record: Element) -> list[str]:
    return [_TORN.sub(r"\1_", address) for address in all_of(record, "ee")]


def _identifiers(record: Element, key: str, volume: str) -> Iterable[tuple[str, str]]:
    yield "dblp", key
    # An address with a blank in it was torn: what stands before the blank may be another work's.
    yield from (("url", address) for address in _addresses(record) if " " not in address.strip())
    yield from (("doi", doi) for doi in all_of(record, "doi"))
    if (found := _CORR.fullmatch(volume)) and first_of(record, "journal", "venue") == "CoRR":
        yield "arxiv", found["identifier"]


def _links(record: Element, key: str) -> dict[str, str]:
    page = f"{_RECORD}{key}" if key and not key.startswith("www/") else ""
    own = [one for one in all_of(record, "url") if "://" in one]
    return references.links([*_addresses(record), *(own if record.tag == "www" else []), page])
