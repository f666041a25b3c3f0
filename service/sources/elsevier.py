"""Elsevier's XML: articles and chapters of ScienceDirect with their properties, answers of its article and abstract services.

Text, references and figures are not read; of several abstracts highlights, teasers and pictures are none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from service.paper import Affiliation, Author, Category, Notice, Paper, Reject
from service.sources.facts import countries, nameparts, references
from service.sources.facts.abstracts import abstract
from service.sources.facts.licences import is_open, licence
from service.sources.facts.texts import texts
from service.sources.input import Input
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.lines import beginning
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import all_of, elements, first_of, plain

# Whole documents and answers, and articles without the envelope that holds their properties.
_ANSWERS = ("full-text-retrieval-response", "abstracts-retrieval-response")
_BARE = ("article", "simple-article", "converted-article", "book-review", "exam", "chapter", "simple-chapter", "fb-non-chapter")
_HEADS = frozenset(("head", "simple-head", "book-review-head", "exam-head"))
_TYPES: Mapping[str, str] = {
    "journal": "article", "tradejournal": "article", "book": "chapter", "bookseries": "chapter",
    "conferenceproceeding": "inproceedings", "conferenceproceedings": "inproceedings", "report": "report",
}  # fmt: skip
_NO_ABSTRACTS = frozenset(("teaser", "graphical", "author-highlights", "editor-highlights", "stereochemistry"))
_NAMESPACES = re.compile(r"www\.elsevier\.com/xml/|http://www\.elsevier\.com/xml/svapi|api\.elsevier\.com")


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of documents, one each."""
    return xmlpapers.papers(data, ("document", *_ANSWERS, *_BARE), _read)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is Elsevier's XML: by its root and namespaces."""
    names = xmlstream.root_names(head, 1)
    if not names:
        return 0.0
    if names[0] in _ANSWERS:
        return 0.97
    return 0.97 if names[0] in ("document", *_BARE) and _NAMESPACES.search(beginning(head[:8192])) else 0.0


def _read(document: Element, label: str, notices: list[str]) -> Paper:
    about = next((one for path in ("RDF/Description", "coredata") for one in elements(document, path)), None)
    item = next(document.iter("item-info"), None)
    whole = item.getparent() if item is not None else document
    head = next((one for one in document.iter() if one.tag in _HEADS), None)
    declared = references.language((whole.get("lang", "") if whole is not None else "") or _language(document))
    doi = first_of(about, "doi") or first_of(item, "doi")
    titles = _titles(head, about, declared)
    year, date = _date(about, item)
    terms = licence(first_of(about, "openAccessInformation/userLicense", "openaccessUserLicense"))
    access = first_of(about, "openAccessInformation/openAccessStatus", "openaccessArticle", "openaccess").lower()
    ids = references.ids([("doi", doi), ("pmid", first_of(about, "pubmed-id"))])
    return Paper(
        titles=titles,
        abstracts=_abstracts(head, about, declared),
        authors=_people(head, about, document, notices),
        editors=_named(elements(head, "editors/editor"), {}),
        categories=tuple(dict.fromkeys(Category(area) for area in all_of(document, "subject-areas/subject-area"))),
        keywords=_keywords(head, about, document, declared),
        venue=references.venue(first_of(about, "publicationName")),
        volume=references.volume(first_of(about, "volume")) or None,
        issue=references.number(first_of(about, "number", "issueIdentifier")) or None,
        pages=references.pages(first_of(about, "pageRange", "startingPage") or first_of(item, "article-number")),
        publisher=first_of(about, "publisher") or None,
        issn=references.numbers("issn", all_of(about, "issn", "eIssn")),
        isbn=references.numbers("isbn", all_of(about, "isbn")),
        year=year,
        date=date,
        language=declared,
        type=_type(about, whole),
        ids=ids,
        citations=int(count) if (count := first_of(about, "citedby-count")).isdecimal() and len(count) < 8 else None,
        licence=terms,
        open_access=True if access.endswith("#full") or access in ("1", "true") or is_open(terms) else None,
        retracted=references.retracted(titles, []),
        links=references.links([f"https://doi.org/{one}" for one in ids.get("doi", ())]),
        record=xmlpapers.name_of(doi or first_of(item, "pii"), label),
    )  # fmt: skip


def _language(document: Element) -> str:
    found = document.find("language")
    return found.get("lang", "") if found is not None else ""


def _titles(head: Element | None, about: Element | None, declared: str | None) -> dict[str, str]:
    """The title with its subtitle, those in other languages; the properties have the title without formulas."""
    title, subtitle = first_of(head, "title"), first_of(head, "subtitle")
    found = texts(f"{title.rstrip(' :')}: {subtitle}" if title and subtitle else title, declared)
    for one in elements(head, "alt-title"):
        for code, kept in texts(plain(one), references.language(one.get("lang", ""))).items():
            found.setdefault(code, kept)
    return found or texts(first_of(about, "title"), declared)


def _abstracts(head: Element | None, about: Element | None, declared: str | None) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in elements(head, "abstract"):
        if one.get("class", "") in _NO_ABSTRACTS:
            continue
        parts = all_of(one, "abstract-sec") or [plain(one)]
        said = references.language(one.get("lang", "")) or (None if found else declared)
        for code, kept in abstract(" ".join(parts), said).items():
            found.setdefault(code, kept)
    # Of documents the description is a citation.
    described = first_of(about, "description") if about is not None and about.tag == "coredata" else ""
    return found or abstract(described, declared)


def _keywords(head: Element | None, about: Element | None, document: Element, declared: str | None) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for listed in elements(head, "keywords"):
        if listed.get("class", "") != "abr":
            words = all_of(listed, "keyword/text") or all_of(listed, "keyword")
            for code, several in xmlpapers.keywords(words, references.language(listed.get("lang", "")) or declared).items():
                found.setdefault(code, {}).update(dict.fromkeys(several))
    if not found:
        words = all_of(document, "authkeywords/author-keyword") or all_of(about, "subject")
        return xmlpapers.keywords(words, declared)
    return {code: tuple(words) for code, words in found.items()}


def _people(head: Element | None, about: Element | None, document: Element, notices: list[str]) -> tuple[Author, ...]:
    found: list[Author] = []
    for group in elements(head, "author-group"):
        places = {one.get("id", ""): place for one in elements(group, "affiliation") if (place := _place(one))}
        people = list(elements(group, "author"))
        referred = {ref.get("refid", "") for one in people for ref in elements(one, "cross-ref")}
        if places and not referred & places.keys():
            # Nobody is sent to an institution: one alone is everybody's, one author's are all his.
            if len(places) == 1 or len(people) == 1:
                found += _named(people, {}, tuple(places.values()))
                continue
            notices.append(references.UNASSIGNED)
        found += _named(people, places)
        found += [body for one in all_of(group, "collaboration/text") if (body := references.body(one))]
    if found:
        return tuple(found)
    if listed := list(elements(document, "authors/author")):
        places = {one.get("id", ""): place for one in elements(document, "affiliation") if (place := _scopus_place(one))}
        return tuple(author for one in listed if (author := _scopus(one, places)))
    return tuple(author for name in all_of(about, "creator") if (author := references.person(name)))


def _named(
    people: Iterator[Element] | list[Element], places: Mapping[str, Affiliation], everybodys: tuple[Affiliation, ...] = ()
) -> tuple[Author, ...]:
    found = []
    for one in people:
        author = nameparts.person(first_of(one, "surname"), first_of(one, "given-name"), first_of(one, "suffix"))
        own = [places[ref.get("refid", "")] for ref in elements(one, "cross-ref") if ref.get("refid", "") in places]
        if author := nameparts.with_details(author, own or everybodys, one.get("orcid", "")):
            found.append(author)
    return tuple(found)


def _place(affiliation: Element) -> Affiliation | None:
    text = first_of(affiliation, "textfn") or ", ".join(all_of(affiliation, "affiliation/*"))
    return countries.affiliation(text, first_of(affiliation, "affiliation/country"))


def _scopus(one: Element, places: Mapping[str, Affiliation]) -> Author | None:
    parts = one.find("preferred-name") if one.find("surname") is None else one
    author = nameparts.person(first_of(parts, "surname"), first_of(parts, "given-name"), whole=first_of(one, "indexed-name"))
    own = [places[ref.get("id", "")] for ref in elements(one, "affiliation") if ref.get("id", "") in places]
    return nameparts.with_details(author, own, one.get("orcid", ""))


def _scopus_place(affiliation: Element) -> Affiliation | None:
    return countries.affiliation(first_of(affiliation, "affilname"), first_of(affiliation, "affiliation-country"))


def _date(about: Element | None, item: Element | None) -> tuple[int | None, str | None]:
    for said in (first_of(about, "coverDate"), first_of(about, "coverDisplayDate")):
        found = references.dated(said)
        if found[0]:
            return found
    right = item.find("copyright") if item is not None else None
    return references.dated(right.get("year", "") if right is not None else "")


def _type(about: Element | None, whole: Element | None) -> str | None:
    kind = re.sub(r"[^a-z]", "", first_of(about, "aggregationType").lower())
    if whole is not None and whole.tag in ("chapter", "simple-chapter", "fb-non-chapter"):
        return "chapter"
    return _TYPES.get(kind, "article" if whole is not None and whole.tag in _BARE else None)
