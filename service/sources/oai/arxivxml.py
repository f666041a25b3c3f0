"""arXiv's own metadata in OAI-PMH: `arXiv` with its authors in parts, `arXivRaw` as it was submitted, with its versions.

It keeps neither submitters nor report numbers."""

from __future__ import annotations

from service.paper import Author, Paper
from service.sources.facts import arxivsubjects, countries, eprints, nameparts, references
from service.sources.facts.oairecords import Header
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import all_of, first_of


def read(record: Element, header: Header, label: str, notices: list[str]) -> Paper:  # noqa: ARG001 (a format's signature)
    """The paper of an `arXiv` or `arXivRaw` element."""
    people = record.find("authors")
    in_parts = people is not None and people.find("author") is not None
    authors, cut = (_people(people), False) if in_parts and people is not None else eprints.people(first_of(record, "authors"))
    codes = first_of(record, "categories")
    found = eprints.Eprint(
        name=first_of(record, "id") or header.identifier,
        title=first_of(record, "title"),
        abstract=first_of(record, "abstract"),
        authors=authors,
        truncated=cut,
        categories=arxivsubjects.categories(codes),
        classes=all_of(record, "msc-class", "acm-class"),
        comment=first_of(record, "comments"),
        journal=first_of(record, "journal-ref"),
        dois=all_of(record, "doi"),
        licence=first_of(record, "license"),
        posted=_posted(record),
    )
    return eprints.paper(found, label)


def _posted(record: Element) -> str:
    """The day of the first version; `Mon, 22 Oct 2018 22:41:50 GMT` without its time."""
    return first_of(record, "created") or first_of(record, "version[@version='v1']/date", "version/date").rsplit(" ", 2)[0]


def _people(people: Element) -> tuple[Author, ...]:
    found = []
    for one in people.iterfind("author"):
        family, given, suffix = (eprints.plain(first_of(one, name)) for name in ("keyname", "forenames", "suffix"))
        author = references.body(family) if not given and references.is_body(family) else nameparts.person(family, given, suffix)
        places = [countries.affiliation(eprints.plain(place)) for place in all_of(one, "affiliation")]
        if author := nameparts.with_details(author, places):
            found.append(author)
    return tuple(found)
