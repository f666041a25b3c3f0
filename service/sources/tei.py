"""TEI of scientific papers, as GROBID makes it of PDFs: the header is the paper.

The text is not read, and the references in it are no papers here."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from service.paper import Affiliation, Author, Notice, Paper, Reject
from service.sources.facts import countries, fields, licences, nameparts, references
from service.sources.facts.abstracts import abstract
from service.sources.facts.texts import texts
from service.sources.input import Input
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import all_of, elements, first_of, plain

_SOURCE = "fileDesc/sourceDesc/biblStruct"
_IDS = {
    "doi": "doi", "arxiv": "arxiv", "pmid": "pmid", "pmcid": "pmcid", "pmc": "pmcid", "halid": "hal", "handle": "handle",
}  # fmt: skip
_ORGANISATIONS = ("department", "laboratory", "institution")
# What stands in the place of a title or an abstract of which GROBID found only the heading.
_NO_WORDS = re.compile(r"\W*(?:abstract|summary|introduction)?\W*\Z", re.IGNORECASE)


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of documents, one each; one without an identifier is named by its file."""
    name = re.split(r"[/\\!]", data.name)[-1].removesuffix(".xml").removesuffix(".tei")
    count = itertools.count(1)

    def read(document: Element, label: str, notices: list[str]) -> Paper:
        place = next(count)
        return _read(document, (f"{name} {place}" if place > 1 else name) if name else label, notices)

    return xmlpapers.papers(data, ("TEI", "TEI.2"), read)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is TEI: by its root."""
    names = xmlstream.root_names(head, 3)
    return 0.95 if names and names[0] in ("TEI", "TEI.2", "teiCorpus") else 0.0


def _read(document: Element, label: str, notices: list[str]) -> Paper:
    header = document.find("teiHeader")
    source = next(elements(header, _SOURCE), None)
    declared = references.language((header.get("lang", "") if header is not None else "") or _language(document))
    title = first_of(header, "fileDesc/titleStmt/title") or first_of(source, "analytic/title", "monogr/title")
    year, date = _date(header, source)
    ids = references.ids(_identifiers(source))
    terms = licences.licence(
        *(one.get("target", "") or plain(one) for one in elements(header, "fileDesc/publicationStmt/availability/licence"))
    )
    venue, is_journal = _venue(source)
    numbers = [plain(one) for one in elements(source, "monogr/idno", "idno")]
    return Paper(
        titles=texts(title, declared) if not _NO_WORDS.fullmatch(title) else {},
        abstracts=_abstracts(header, declared),
        authors=_people(source, notices),
        editors=tuple(one for one in map(_person, elements(source, "monogr/editor")) if one),
        keywords=references.keywords(_keywords(header), declared),
        venue=references.venue(venue),
        series=first_of(source, "series/title") or None,
        volume=_scope(source, "volume"),
        issue=_scope(source, "issue"),
        pages=references.pages(_scope(source, "page") or ""),
        publisher=first_of(source, "monogr/imprint/publisher") or first_of(header, "fileDesc/publicationStmt/publisher") or None,
        issn=references.numbers("issn", [one for one in numbers if "/" not in one]),
        isbn=references.numbers("isbn", [one for one in numbers if "/" not in one]),
        year=year,
        date=date,
        language=declared,
        type="article" if is_journal else "inproceedings" if venue else "preprint" if "arxiv" in ids else None,
        ids=ids,
        licence=terms,
        open_access=True if licences.is_open(terms) else None,
        links=references.links(one.get("target", "") for one in elements(source, "ptr", "analytic/ptr", "monogr/ptr")),
        record=next((value for several in ids.values() for value in several), "") or first_of(source, "idno") or label,
    )


def _language(document: Element) -> str:
    text = document.find("text")
    return text.get("lang", "") if text is not None else ""


def _abstracts(header: Element | None, declared: str | None) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in elements(header, "profileDesc/abstract"):
        said = references.language(one.get("lang", ""))
        value = plain(one)
        if not _NO_WORDS.fullmatch(value):
            for code, kept in abstract(value, said or (None if found else declared)).items():
                found.setdefault(code, kept)
    return found


def _keywords(header: Element | None) -> list[str]:
    lists = list(elements(header, "profileDesc/textClass/keywords"))
    return [word for one in lists for word in (all_of(one, ".//term") or [plain(one)])]


def _venue(source: Element | None) -> tuple[str, bool]:
    """Journal or conference, and whether it is a journal."""
    for one in elements(source, "monogr/title"):
        if one.get("level") in ("j", "m") and (name := plain(one)):
            return name, one.get("level") == "j"
    return first_of(source, "monogr/meeting/title"), False


def _scope(source: Element | None, unit: str) -> str | None:
    for one in elements(source, "monogr/imprint/biblScope"):
        if one.get("unit", one.get("type", "")) in (unit, f"{unit}s", {"issue": "number", "page": "pp"}.get(unit)):
            ends = [end for end in (one.get("from", ""), one.get("to", "")) if end]
            return references.number("-".join(ends) or plain(one)) or None
    return None


def _date(header: Element | None, source: Element | None) -> tuple[int | None, str | None]:
    for one in (*elements(source, "monogr/imprint/date"), *elements(header, "fileDesc/publicationStmt/date")):
        found = references.dated(one.get("when", "") or plain(one))
        if found[0]:
            return found
    return None, None


def _identifiers(source: Element | None) -> Iterator[tuple[str, str]]:
    for one in elements(source, "idno", "analytic/idno", "monogr/idno"):
        if kind := _IDS.get(one.get("type", "").lower()):
            # `arXiv:1805.02262v1[cs.CL]`
            yield kind, plain(one).partition("[")[0] if kind == "arxiv" else plain(one)
    yield from (("url", one.get("target", "")) for one in elements(source, "ptr", "analytic/ptr"))


def _people(source: Element | None, notices: list[str]) -> tuple[Author, ...]:
    """The authors; an author without a name only holds an institution that GROBID could give to nobody."""
    listed = list(elements(source, "analytic/author")) or list(elements(source, "monogr/author"))
    found = []
    for one in listed:
        if author := _person(one):
            found.append(author)
        elif one.find("affiliation") is not None:
            notices.append(references.UNASSIGNED)
    return tuple(found)


def _person(one: Element) -> Author | None:
    name = one.find("persName")
    if name is None:
        whole = first_of(one, "orgName")
        author = references.body(whole) if whole else references.person((one.text or "").strip())
    else:
        given = " ".join(all_of(name, "forename"))
        family, suffix = " ".join(all_of(name, "nameLink", "surname")), first_of(name, "genName")
        author = nameparts.person(family, given, suffix, "" if len(name) else plain(name))
    orcid = next((plain(number) for number in elements(one, "idno") if number.get("type", "").upper() == "ORCID"), "")
    places = [place for listed in elements(one, "affiliation") for place in _places(listed)]
    return nameparts.with_details(author, places, orcid)


def _places(listed: Element) -> Iterator[Affiliation | None]:
    """The institutions of an affiliation, the first one with its department and laboratory; with the country of the address."""
    country = next(elements(listed, "address/country"), None)
    known = (country.get("key", "") or plain(country)) if country is not None else ""
    named = {kind: [plain(one) for one in elements(listed, "orgName") if one.get("type") == kind] for kind in _ORGANISATIONS}
    institutions = named["institution"] or [""]
    whole = ", ".join(part for part in (*named["department"], *named["laboratory"], institutions[0]) if part)
    if not whole:
        whole = ", ".join(all_of(listed, "orgName")) or (listed.text or "").strip()
    for place in (whole, *institutions[1:]):
        yield countries.affiliation(place, known) if place else fields.affiliation("")
