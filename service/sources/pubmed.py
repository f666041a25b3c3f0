"""PubMed and MEDLINE in XML: articles, books and chapters of its bookshelf, lists of deleted numbers.

It keeps no grants, chemicals, gene symbols and references, and takes none of the dates of PubMed's own work for publication."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from service.paper import Author, Notice, Paper, Reject
from service.sources.facts import countries, nameparts, pagination, references
from service.sources.facts.licences import is_open, licence
from service.sources.facts.texts import text, texts, texts_by_language
from service.sources.input import Input
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import all_of, elements, first_of, plain

# A citation without its wrapper is found in old files; deleted records are listed by their numbers alone.
_RECORDS = ("PubmedArticle", "PubmedBookArticle", "MedlineCitation", "BookDocument", "DeleteCitation", "DeleteDocument")
_ROOTS = frozenset((*_RECORDS, "PubmedArticleSet", "PubmedBookArticleSet", "MedlineCitationSet", "BookDocumentSet"))
_DELETED = frozenset(("DeleteCitation", "DeleteDocument"))
DELETED = "PubMed has deleted this record: a paper that an earlier load made of it is still kept"
_TYPES: Mapping[str, str] = {
    "preprint": "preprint", "dataset": "dataset", "technical report": "report", "academic dissertation": "thesis",
    "government publication": "report", "congress": "book", "congresses": "book",
}  # fmt: skip
# An English title in brackets is a translation.
_TRANSLATED = re.compile(r"\[(.*)\]\.?\s*\Z", re.DOTALL)
_ADDRESS_WORDS = re.compile(r"\s*(?:Electronic address|E-?mail)\s*:?\s*(?=\S+@|\.?\s*\Z)", re.IGNORECASE)
_ARTICLE_NUMBER = re.compile(r"e?\d{2,9}")


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a set of articles and books, or of one."""
    return xmlpapers.papers(data, _RECORDS, _read, _parts)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the root says it)
    """How sure it is that this is PubMed's XML: by the root, or by articles in another service's envelope."""
    names = xmlstream.root_names(head)
    if names and names[0] in _ROOTS:
        return 0.98
    return 0.9 if {"PubmedArticle", "MedlineCitation"} & set(names[:20]) else 0.0


def _parts(element: Element) -> Iterator[Element]:
    if element.tag in _DELETED:
        yield from element.iter("PMID")
    else:
        yield element


def _read(element: Element, label: str, notices: list[str]) -> Paper | Notice:  # noqa: ARG001 (a format's signature)
    if element.tag == "PMID":
        return Notice(plain(element) or label, DELETED)
    citation = element if element.tag in ("MedlineCitation", "BookDocument") else element.find("MedlineCitation")
    if citation is None:
        citation = element.find("BookDocument")
    if citation is None:
        return Paper(record=label)
    ids = _ids(element, citation)
    record = xmlpapers.name_of(first_of(citation, "PMID") or next(iter(ids.get("pmid", ())), ""), label)
    return _book(citation, ids, record) if citation.tag == "BookDocument" else _article(citation, element, ids, record)


def _article(citation: Element, whole: Element, ids: dict[str, tuple[str, ...]], record: str) -> Paper:
    article = citation.find("Article")
    journal = article.find("Journal") if article is not None else None
    issue = journal.find("JournalIssue") if journal is not None else None
    declared = _languages(article)
    titles = _titles(article, declared)
    kinds = [kind.lower() for kind in all_of(article, "PublicationTypeList/PublicationType")]
    people = article.find("AuthorList") if article is not None else None
    year, date = _date(article, issue, whole)
    terms = licence(first_of(article, "Abstract/CopyrightInformation"))
    return Paper(
        titles=titles,
        abstracts=_abstracts(article, citation, declared),
        authors=_people(people),
        authors_truncated=people is not None and people.get("CompleteYN") == "N",
        keywords=xmlpapers.keywords(_words(citation)),
        venue=references.venue(
            first_of(journal, "Title", "ISOAbbreviation") or first_of(citation, "MedlineJournalInfo/MedlineTA")
        ),
        volume=references.number(first_of(issue, "Volume")) or None,
        issue=references.number(first_of(issue, "Issue")) or None,
        pages=_pages(article),
        issn=references.numbers("issn", [*all_of(journal, "ISSN"), *all_of(citation, "MedlineJournalInfo/ISSNLinking")]),
        year=year,
        date=date,
        language=declared[0] if declared else None,
        type=next((found for kind in kinds if (found := _TYPES.get(kind))), "article"),
        ids=ids,
        licence=terms if is_open(terms) else None,
        open_access=True if is_open(terms) else None,
        retracted=_retracted(citation, kinds) or references.retracted(titles, []),
        record=record,
    )


def _book(citation: Element, ids: dict[str, tuple[str, ...]], record: str) -> Paper:
    """A book, or a chapter of one: the chapter's people stand beside the book's."""
    book = citation.find("Book")
    declared = _languages(citation)
    language = declared[0] if declared else None
    title, of_book = first_of(citation, "ArticleTitle"), first_of(book, "BookTitle")
    lists = [*elements(citation, "AuthorList"), *(elements(book, "AuthorList") if not title else ())]
    authors = [author for one in lists if one.get("Type") != "editors" for author in _people(one)]
    # A book of the shelf grows over the years: a chapter has a date of its own.
    year, date = _whole_date(citation.find("ContributionDate")) if title else (None, None)
    if year is None:
        year, date = _whole_date(book.find("PubDate") if book is not None else None)
    return Paper(
        titles=texts(references.without_full_stop(title) or of_book, language),
        abstracts=texts(_labelled(citation.find("Abstract"))),
        authors=tuple(authors),
        editors=tuple(author for one in elements(book, "AuthorList") if one.get("Type") == "editors" for author in _people(one)),
        keywords=xmlpapers.keywords(all_of(citation, "KeywordList/Keyword")),
        venue=of_book if title else None,
        series=first_of(book, "CollectionTitle") or None,
        volume=references.number(first_of(book, "Volume")) or None,
        pages=_pages(citation),
        publisher=first_of(book, "Publisher/PublisherName") or None,
        isbn=references.numbers("isbn", all_of(book, "Isbn")),
        year=year,
        date=date,
        language=language,
        type="chapter" if title else "book",
        ids=ids,
        record=record,
    )


def _titles(article: Element | None, declared: list[str]) -> dict[str, str]:
    """The English title, of another language's paper a translation in brackets, and the title in its own words."""
    title = first_of(article, "ArticleTitle")
    vernacular = references.without_full_stop(first_of(article, "VernacularTitle").strip("[]"))
    if title.lower().strip("[]. ") in ("not available", "in process citation"):
        title = ""
    translated = _TRANSLATED.fullmatch(title)
    title = references.without_full_stop(translated[1].rstrip() if translated else title)
    own = next((code for code in declared if code != "en"), None)
    found = texts(title, "en" if translated or vernacular else declared[0] if declared else None)
    for code, kept in texts(vernacular, own).items():
        found.setdefault(code if code not in found else "und", kept)
    return found


def _abstracts(article: Element | None, citation: Element, declared: list[str]) -> dict[str, str]:
    found = texts(_labelled(article.find("Abstract") if article is not None else None))
    for other in elements(citation, "OtherAbstract"):
        code = references.language(other.get("Language") or "")
        kept = {code: _labelled(other)} if code else texts(_labelled(other), declared[0] if declared else None)
        for language, value in texts_by_language(kept).items():
            found.setdefault(language, value)
    return found


def _labelled(abstract: Element | None) -> str:
    """The parts of an abstract with their labels: `BACKGROUND: ...`."""
    parts = []
    for one in elements(abstract, "AbstractText"):
        label, said = text(one.get("Label") or "").rstrip(":"), plain(one)
        parts.append(f"{label}: {said}" if label and said and label.upper() != "UNLABELLED" else said)
    return " ".join(part for part in parts if part)


def _people(people: Element | None) -> tuple[Author, ...]:
    found = []
    for one in elements(people, "Author"):
        if one.get("ValidYN") == "N":
            continue
        group = first_of(one, "CollectiveName")
        given = first_of(one, "ForeName", "FirstName", "Initials")
        author = references.body(group) if group else nameparts.person(first_of(one, "LastName"), given, first_of(one, "Suffix"))
        orcid = next(
            (plain(number) for number in elements(one, "Identifier") if (number.get("Source") or "").upper() == "ORCID"), ""
        )
        places = [_ADDRESS_WORDS.sub("", place) for place in all_of(one, "AffiliationInfo/Affiliation", "Affiliation")]
        known = [countries.affiliation(part.strip()) for place in places for part in place.split(";") if part.strip(" .")]
        if author := nameparts.with_details(author, known, orcid):
            found.append(author)
    return tuple(found)


def _words(citation: Element) -> list[str]:
    """The authors' keywords, then the headings of MeSH and their supplements, without the qualifiers of headings."""
    return all_of(
        citation, "KeywordList/Keyword", "MeshHeadingList/MeshHeading/DescriptorName", "SupplMeshList/SupplMeshName"
    )  # fmt: skip


def _languages(element: Element | None) -> list[str]:
    return [found for value in all_of(element, "Language") if (found := references.language(value))]


def _whole_date(element: Element | None) -> tuple[int | None, str | None]:
    """A date in parts, or in one text (`1998 Dec-1999 Jan`, `2000 Spring`)."""
    found = xmlpapers.date_of(element, "Year", "Month", "Day")
    return found if found[0] else references.dated(first_of(element, "MedlineDate"))


def _date(article: Element | None, issue: Element | None, whole: Element) -> tuple[int | None, str | None]:
    """The issue's date; the day of electronic publication where that says more, or the only one."""
    year, date = _whole_date(issue.find("PubDate") if issue is not None else None)
    online, day = _whole_date(article.find("ArticleDate") if article is not None else None)
    if year is None and online is None:
        for status in ("pubmed", "entrez"):
            online, day = _whole_date(whole.find(f"PubmedData/History/PubMedPubDate[@PubStatus='{status}']"))
            if online:
                break
    if year is None or (year == online and date is None):
        return online, day
    return year, date


def _pages(element: Element | None) -> str | None:
    """Pages with both numbers whole (`132-42` is 132-142); the number of an article that has none."""
    start, end = first_of(element, "Pagination/StartPage"), first_of(element, "Pagination/EndPage")
    pages = references.pages(first_of(element, "Pagination/MedlinePgn") or (f"{start}-{end}" if end else start))
    if pages:
        return pagination.in_full(pages)
    numbers = [plain(one) for one in elements(element, "ELocationID") if one.get("EIdType") == "pii"]
    return next((number for number in numbers if _ARTICLE_NUMBER.fullmatch(number)), None)


def _ids(whole: Element, citation: Element) -> dict[str, tuple[str, ...]]:
    pairs = [("pmid", first_of(citation, "PMID"))]
    kinds = {"pubmed": "pmid", "doi": "doi", "pmc": "pmcid", "arxiv": "arxiv"}
    lists = ("PubmedData/ArticleIdList/ArticleId", "PubmedBookData/ArticleIdList/ArticleId", "ArticleIdList/ArticleId")
    for one in [*elements(whole, *lists), *elements(citation, "ArticleIdList/ArticleId")]:
        if kind := kinds.get((one.get("IdType") or "").lower()):
            pairs.append((kind, plain(one)))
    for one in elements(citation, "Article/ELocationID", "Book/ELocationID", "ELocationID"):
        if (one.get("EIdType") or "").lower() == "doi" and one.get("ValidYN") != "N":
            pairs.append(("doi", plain(one)))
        elif plain(one).lower().startswith("arxiv:"):
            pairs.append(("arxiv", plain(one)))
    pairs += [("pmcid", found) for found in all_of(citation, "OtherID") if found.startswith("PMC")]
    return references.ids(pairs)


def _retracted(citation: Element, kinds: list[str]) -> bool | None:
    """What was published about the paper; the notice of a retraction itself is no retracted paper."""
    about = {one.get("RefType") for one in elements(citation, "CommentsCorrectionsList/CommentsCorrections")}
    return True if "retracted publication" in kinds or "RetractionIn" in about else None
