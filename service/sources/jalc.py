"""Linked data of the Japan Link Center (JaLC) in RDF: titles, names, journals and publishers in Japanese and English.

It knows no kinds of documents: what has a DOI and a title there is an article."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from service.languages import detect
from service.paper import Author, Notice, Paper, Reject
from service.sources.facts import nameparts, references
from service.sources.facts.texts import texts
from service.sources.input import Input
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import all_of, elements, first_of


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of descriptions."""
    return xmlpapers.papers(data, ("Description",), _read)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is JaLC's: descriptions in RDF with a DOI of PRISM and titles of Dublin Core."""
    names = xmlstream.root_names(head, 60)
    first = names.index("Description") if "Description" in names[:3] else -1
    return 0.95 if first >= 0 and {"doi", "title"} <= set(names[first : first + 5]) else 0.0


def _read(element: Element, label: str, notices: list[str]) -> Paper:  # noqa: ARG001 (a format's signature)
    doi = first_of(element, "doi") or element.get("about") or ""
    titles: dict[str, str] = {}
    for value in all_of(element, "title"):
        for code, kept in texts(references.without_full_stop(value), _declared(value)).items():
            titles.setdefault(code, kept)
    start, end = first_of(element, "startingPage"), first_of(element, "endingPage")
    year, date = references.dated(first_of(element, "date"))
    return Paper(
        titles=titles,
        authors=_in_both_scripts(list(_people(element))),
        venue=references.venue(_latin(all_of(element, "publicationName", "bookTitle"))),
        volume=references.number(first_of(element, "volume")) or None,
        issue=references.number(first_of(element, "number")) or None,
        pages=references.pages(f"{start}-{end}" if start and end and start != end else start or end),
        publisher=_latin(all_of(element, "publisher")) or None,
        issn=references.numbers("issn", all_of(element, "issn", "eIssn")),
        isbn=references.numbers("isbn", all_of(element, "isbn")),
        year=year,
        date=date,
        language="ja" if "ja" in titles and "en" not in titles else None,
        type="article",
        ids=references.ids([("url" if "://" in doi else "doi", doi)]),
        retracted=references.retracted(titles, []),
        links=references.links([element.get("about") or ""]),
        record=xmlpapers.name_of(doi.rpartition("doi.org/")[2], label),
    )


def _declared(value: str) -> str | None:
    """What is not in Latin letters is Japanese there, also where it has Chinese characters alone."""
    return None if detect(value) == "en" else "ja"


def _latin(values: list[str]) -> str:
    """Of names in several scripts the one that other sources have too."""
    return next((value for value in values if detect(value) == "en"), values[0] if values else "")


def _people(element: Element) -> Iterator[Author]:
    several = list(elements(element, "creator/Person"))
    for one in several:
        family, given = first_of(one, "familyName"), first_of(one, "givenName")
        if author := nameparts.person(family, given, whole=first_of(one, "name")):
            yield author
    if not several:
        for name in all_of(element, "creator"):
            if author := references.person(name):
                yield author


def _in_both_scripts(authors: list[Author]) -> tuple[Author, ...]:
    """Each author's two forms, which follow each other, as one; the Latin one is shown, as most catalogues have it."""
    scripts = [detect(author.name) == "en" for author in authors]
    half = len(authors) // 2
    if scripts[::2] != [True] * half or scripts[1::2] != [False] * half or not half:
        return tuple(authors)
    return tuple(
        replace(latin, names={"en": latin.name, "ja": native.name})
        for latin, native in zip(authors[::2], authors[1::2], strict=True)
    )
