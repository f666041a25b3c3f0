"""Metadata of articles as Copernicus Publications hand them out: an `article` with its journal, people and institutions.

It is no JATS, though its root has the same name; references are not read."""

from __future__ import annotations

from collections.abc import Iterator

from service.paper import Author, Notice, Paper, Reject
from service.sources.facts import countries, nameparts, references
from service.sources.facts.texts import texts
from service.sources.input import Input
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import elements, first_of, plain

# Nobody has more institutions.
_MOST = 100


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of one article or of several."""
    return xmlpapers.papers(data, ("article",), _read)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is such an article: by the elements of its journal."""
    names = xmlstream.root_names(head, 20)
    return 0.97 if "journal_title" in names and names[:1] == ["article"] and names[1:2] == ["journal"] else 0.0


def _read(article: Element, label: str, notices: list[str]) -> Paper:  # noqa: ARG001 (a format's signature)
    declared = references.language(article.get("language") or "")
    journal = article.find("journal")
    titles = texts(first_of(article, "article_title"), declared)
    start, end = first_of(article, "start_page"), first_of(article, "end_page")
    year, date = references.dated(first_of(article, "publication_date") or first_of(journal, "publication_year"))
    doi = first_of(article, "doi")
    return Paper(
        titles=titles,
        abstracts=texts(first_of(article, "abstract"), declared),
        authors=tuple(_people(article)),
        venue=references.venue(first_of(journal, "journal_title")),
        # What stands as the volume's title is the meeting to which it belongs.
        series=first_of(journal, "volume_title") or None,
        volume=references.number(first_of(journal, "volume_number")) or None,
        issue=references.number(first_of(journal, "issue_number")) or None,
        pages=references.pages(f"{start}-{end}" if start and end and start != end else start)
        or first_of(article, "article_number")
        or None,
        issn=references.numbers("issn", [first_of(journal, "issn"), first_of(journal, "eissn")]),
        year=year,
        date=date,
        language=declared,
        type="inproceedings" if first_of(journal, "volume_title") else "article",
        ids=references.ids([("doi", doi)]),
        retracted=references.retracted(titles, []),
        links=references.links([first_of(article, "article_url")], [first_of(article, "fulltext_pdf")]),
        record=xmlpapers.name_of(doi, label),
    )


def _people(article: Element) -> Iterator[Author]:
    known = {one.get("numeration") or "": plain(one) for one in elements(article, "affiliations/affiliation")}
    for one in elements(article, "authors/author"):
        numbers = dict.fromkeys(number.strip() for number in (one.get("affiliations") or "").split(","))
        places = [known[number] for number in numbers if number in known][:_MOST]
        author = nameparts.person("", whole=first_of(one, "name"))
        if author := nameparts.with_details(author, map(countries.affiliation, places), first_of(one, "contrib-id")):
            yield author
