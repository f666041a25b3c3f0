"""Metadata of articles as IEEE hands them out (IDAMS): a publication, its volume and the articles of the volume.

It keeps no topics by which IEEE browses its journals, and no codes of its production."""

from __future__ import annotations

import html
from collections.abc import Iterator

from service.paper import Author, Notice, Paper, Reject
from service.sources.facts import countries, nameparts, references
from service.sources.facts.texts import texts
from service.sources.input import Input
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import all_of, elements, first_of

# The issue's date counts before the day on which the paper was first seen.
_DATES = ("OriginalPub", "issue", "ePub", "preprintdate")


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of publications."""
    return xmlpapers.papers(data, ("publication",), _read, _parts)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is IEEE's: a publication with IEEE's element of what it is."""
    names = xmlstream.root_names(head, 40)
    return 0.97 if names[:1] == ["publication"] and {"publicationinfo", "idamsid"} & set(names) else 0.0


def _parts(publication: Element) -> Iterator[Element]:
    """The articles of a publication; without any the publication, which is no paper."""
    articles = list(elements(publication, "volume/article", "article"))
    yield from xmlpapers.alone(articles) if articles else [publication]


def _read(article: Element, label: str, notices: list[str]) -> Paper:  # noqa: ARG001 (a format's signature)
    info = article.find("articleinfo")
    if info is None:
        return Paper(record=label)
    publication: Element = next(article.iterancestors("publication"), article)
    volume = next(article.iterancestors("volume"), None)
    about = publication.find("publicationinfo")
    doi = first_of(info, "articledoi")
    title = first_of(article, "title")
    pages = info.find("artpagenums")
    conference = "conference" in first_of(about, "publicationtype", "publicationsubtype").lower()
    year, date = _date(info, volume)
    titles = texts(title)
    open_access = first_of(info, "articleopenaccess") == "T"
    return Paper(
        titles=titles,
        abstracts=texts(first_of(info, "abstract[@abstracttype='Regular']", "abstract")),
        authors=tuple(_people(info)),
        keywords=_keywords(info),
        venue=references.venue(first_of(publication, "title")),
        volume=references.number(first_of(volume, "volumeinfo/volumenum")) or None,
        issue=references.number(first_of(info, "issuenum") or first_of(volume, "volumeinfo/issue/issuenum")) or None,
        pages=references.pages(first_of(info, "artpagenums") or (pages.get("startpage") or "" if pages is not None else "")),
        publisher=first_of(about, "publisher/publishername") or None,
        issn=references.numbers("issn", all_of(about, "issn")),
        isbn=references.numbers("isbn", all_of(about, "isbn")),
        year=year,
        date=date,
        type="inproceedings" if conference else "article",
        ids=references.ids([("doi", doi), ("ieee", first_of(info, "amsid"))]),
        open_access=True if open_access else None,
        retracted=references.retracted(titles, []),
        record=xmlpapers.name_of(doi, label),
    )


def _people(info: Element) -> Iterator[Author]:
    for one in elements(info, "authorgroup/author"):
        family, given = first_of(one, "unicodesurname", "surname"), first_of(one, "unicodefirstname", "firstname")
        author = nameparts.person(html.unescape(family), html.unescape(given), whole=first_of(one, "nonnormname", "normname"))
        places = [countries.affiliation(html.unescape(place)) for place in all_of(one, "affiliation")]
        if author := nameparts.with_details(author, places, first_of(one, "orcid")):
            yield author


def _keywords(info: Element) -> dict[str, tuple[str, ...]]:
    """The authors' words, then those of IEEE's thesaurus and of INSPEC."""
    sets = sorted(elements(info, "keywordset"), key=lambda one: one.get("keywordtype") not in ("IEEEFree", "AuthorFree"))
    return xmlpapers.keywords([word for one in sets for word in all_of(one, "keyword/keywordterm")])


def _date(info: Element, volume: Element | None) -> tuple[int | None, str | None]:
    for kind in _DATES:
        for one in elements(info, f"date[@datetype='{kind}']"):
            found = xmlpapers.date_of(one)
            if found[0]:
                return found
    return references.dated(first_of(volume, "volumeinfo/year"))
