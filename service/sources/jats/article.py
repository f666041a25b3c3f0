"""The front of one JATS article as a Paper.

Of abstracts and keywords it leaves out what is none: pictures, teasers, lists of abbreviations, codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lxml import etree

from service.paper import Category, Paper
from service.sources.facts import fields, kinds, references
from service.sources.facts.licences import is_open, licence
from service.sources.facts.texts import texts
from service.sources.jats import people
from service.sources.reading import xmlpapers
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import all_of, elements, first_of, plain

_TYPES: Mapping[str, str] = {
    "preprint": "preprint", "dissertation": "thesis", "thesis": "thesis", "dataset": "dataset", "data-set": "dataset",
    "technical-report": "report", "report": "report", "standard": "standard", "patent": "patent",
    "proceedings": "inproceedings", "conference-paper": "inproceedings", "meeting-report": "article",
}  # fmt: skip
_IDS = {"doi": "doi", "pmid": "pmid", "pmc": "pmcid", "pmcid": "pmcid", "arxiv": "arxiv", "handle": "handle"}
# The issue's date counts before that on which the paper was first seen.
_PRINTED = frozenset("ppub print collection cover issue-pub".split())
_NOT_PUBLISHED = frozenset("received accepted rev-recd rev-request retracted corrected pmc-release nihms-submitted".split())
# Groups of subjects that name fields of research; others name kinds of articles.
_FIELDS = frozenset(
    "section subject-areas subject-area subject subjects toc-minor discipline discipline-v2 discipline-v3 research-area".split()
)
_NO_SUBJECTS = frozenset("none order code label id".split())
_OTHER_KEYWORDS = frozenset("abbreviations abbreviation abbr pacs-codes msc-codes jel-codes taxonomy-codes".split())
_OTHER_ABSTRACTS = frozenset(
    "graphical graphical-abstract teaser web-summary toc short precis video key-points highlights key-messages "
    "executive-summary editor plain-language-summary editor-summary author-highlights graph".split()
)
_HEADING = re.compile(r"(?:abstract|summary|résumé|resumen|resumo|zusammenfassung|摘\s*要|要旨|초록)\s*[:：.]?\Z", re.IGNORECASE)
_WITHDRAWN = frozenset({"retraction-forward", "retracted-by", "withdrawal-forward"})


def read(element: Element, label: str, notices: list[str]) -> Paper:
    """The paper of an article."""
    meta = _meta(element)
    journal = next(element.iter("journal-meta", "book-meta"), None)
    translations = list(elements(element, "sub-article[@article-type='translation']/front-stub"))
    declared = references.language(element.get("lang") or "") or _custom(meta, "lang")
    titles = _titles(meta, declared, translations)
    authors, editors, cut = people.people(meta, declared, notices)
    year, date = _date(meta)
    kind, conference = element.get("article-type") or "", first_of(meta, "conference/conf-name")
    terms, is_free = _terms(meta)
    doi = next((plain(one) for one in elements(meta, "article-id") if one.get("pub-id-type") == "doi"), "")
    return Paper(
        titles=titles,
        abstracts=_abstracts(meta, declared, translations),
        authors=authors,
        authors_truncated=cut,
        editors=editors,
        categories=_categories(meta),
        keywords=_keywords(meta, declared, translations),
        venue=references.venue(_venue(journal, conference)),
        series=first_of(meta, "series-title", "volume-series") or None,
        volume=references.number(first_of(meta, "volume")) or None,
        issue=references.number(first_of(meta, "issue")) or None,
        pages=_pages(meta),
        publisher=first_of(journal, "publisher/publisher-name") or first_of(meta, "publisher/publisher-name") or None,
        issn=references.numbers("issn", all_of(journal, "issn", "issn-l")),
        isbn=references.numbers("isbn", [*all_of(meta, "isbn"), *all_of(journal, "isbn")]),
        year=year,
        date=date,
        language=declared,
        type=_TYPES.get(kind)
        or ("inproceedings" if conference else "chapter" if element.tag == "book-part-wrapper" else "article"),
        ids=references.ids(_ids(meta)),
        licence=terms,
        open_access=True if is_free or is_open(terms) else None,
        retracted=_retracted(element, meta, titles),
        links=references.links(*_addresses(meta)),
        record=xmlpapers.name_of(doi or first_of(meta, "article-id", "book-part-id"), label),
    )


def _meta(element: Element) -> Element:
    found = element.find("front/article-meta") if element.tag == "article" else element.find("article-meta")
    if found is None:
        found = next(element.iter("article-meta", "book-part-meta"), None)
    return found if found is not None else etree.Element("article-meta")


def _language(element: Element, otherwise: str | None) -> str | None:
    said = element.get("lang") or ""
    return references.language(said) or otherwise


def _title(element: Element | None) -> str:
    """A title without the signs of its footnotes."""
    if element is None:
        return ""
    for mark in element.findall(".//xref"):
        if mark.get("ref-type") not in ("bibr", "sec"):
            mark.text = ""
            for inner in list(mark):
                mark.remove(inner)
    return plain(element)


def _titles(meta: Element, declared: str | None, translations: list[Element]) -> dict[str, str]:
    found: dict[str, str] = {}
    groups = [(group, declared) for group in elements(meta, "title-group", "book-title-group")]
    groups += [(group, _language(_sub_article(stub), None)) for stub in translations for group in elements(stub, "title-group")]
    for group, own in groups:
        titles = [
            (one, group.find("subtitle"), _language(one, own)) for one in elements(group, "article-title", "title", "book-title")
        ]
        for one in elements(group, "trans-title-group"):
            titles += [
                (title, one.find("trans-subtitle"), _language(title, _language(one, None)))
                for title in elements(one, "trans-title")
            ]
        titles += [(one, None, _language(one, None)) for one in elements(group, "trans-title")]
        if not any(_title(title) for title, _, _ in titles):
            # The forms for the heads of pages are short, and may be the authors' names.
            others = elements(group, "alt-title")
            titles = [(one, None, own) for one in others if "running" not in (one.get("alt-title-type") or "")]
        for title, subtitle, code in titles:
            main, second = _title(title), _title(subtitle)
            is_more = main and second and second.casefold() not in main.casefold()
            for language, kept in texts(f"{main.rstrip(' :')}: {second}" if is_more else main, code).items():
                found.setdefault(language, kept)
    return found


def _sub_article(stub: Element) -> Element:
    parent = stub.getparent()
    return parent if parent is not None else stub


def _abstracts(meta: Element, declared: str | None, translations: list[Element]) -> dict[str, str]:
    several = list(elements(meta, "abstract", "trans-abstract"))
    whole = [one for one in several if (one.get("abstract-type") or "") not in _OTHER_ABSTRACTS] or several
    found: dict[str, str] = {}
    for one in [*whole, *(one for stub in translations for one in elements(stub, "abstract"))]:
        stub = _sub_article(one)
        own = _language(_sub_article(stub), None) if stub.tag == "front-stub" else declared if one.tag == "abstract" else None
        for language, kept in texts(_abstract(one), _language(one, own)).items():
            found.setdefault(language, kept)
    return found


def _abstract(element: Element) -> str:
    """The parts of an abstract with their headings: `Background: ...`; that of the whole says nothing."""
    parts: list[str] = []
    for child in element:
        if not isinstance(child.tag, str) or child.tag in ("label", "graphic", "fig"):
            continue
        if child.tag == "sec":
            heading = first_of(child, "title").rstrip(" :.")
            said = " ".join(plain(one) for one in child if isinstance(one.tag, str) and one.tag not in ("title", "label", "fig"))
            parts.append(f"{heading}: {said}" if heading and not _HEADING.match(heading) else said)
        elif child.tag != "title" or not _HEADING.match(plain(child)):
            parts.append(plain(child))
    return " ".join(part for part in parts if part.strip()) or plain(element)


def _keywords(meta: Element, declared: str | None, translations: list[Element]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for group in [*elements(meta, "kwd-group"), *(one for stub in translations for one in elements(stub, "kwd-group"))]:
        if (group.get("kwd-group-type") or "").lower() in _OTHER_KEYWORDS:
            continue
        words = [word for one in group.iter("kwd", "compound-kwd") if (word := _keyword(one))]
        for language, several in references.keywords(words, _language(group, declared)).items():
            found.setdefault(language, {}).update(dict.fromkeys(several))
    return {language: tuple(words) for language, words in found.items()}


def _keyword(element: Element) -> str:
    """A keyword; of one with parts the one in words, not its code and address."""
    if element.tag == "kwd":
        return plain(element)
    parts = [one for one in elements(element, "compound-kwd-part") if "code" not in (one.get("content-type") or "")]
    terms = [one for one in parts if (one.get("content-type") or "") in ("term", "text", "keyword")] or parts
    return next(
        (word for one in terms if (word := plain(one)) and "://" not in word and not re.fullmatch(r"[\d.+-]+\w*", word)), ""
    )


def _categories(meta: Element) -> tuple[Category, ...]:
    found: dict[Category, None] = {}
    for group in elements(meta, "article-categories/subj-group"):
        if (group.get("subj-group-type") or "").lower() not in _FIELDS:
            continue
        nested = [name for inner in elements(group, "subj-group") for name in _subjects(inner)]
        for area in _subjects(group):
            found |= dict.fromkeys([Category(area, name) for name in nested] or [Category(area)])
    return tuple(found)


def _subjects(group: Element) -> Iterator[str]:
    for one in elements(group, "subject", "compound-subject/compound-subject-part"):
        name = plain(one)[: fields.MAX_NAME]
        single = name.rstrip("s")
        is_kind = single.lower() in _NO_SUBJECTS or kinds.kind(single) or kinds.kind(name)
        if (one.get("content-type") or "") not in _NO_SUBJECTS and re.search(r"[^\W\d_]{2}", name) and not is_kind:
            yield name


def _venue(journal: Element | None, conference: str) -> str:
    group = "journal-title-group/"
    title = first_of(journal, f"{group}journal-title", "journal-title", "book-title-group/book-title")
    subtitle = first_of(journal, f"{group}journal-subtitle")
    whole = f"{title}: {subtitle}" if title and subtitle else title
    return whole or conference or first_of(journal, f"{group}abbrev-journal-title", "abbrev-journal-title", "journal-id")


def _date(meta: Element) -> tuple[int | None, str | None]:
    """The issue's date, else the earliest of the others; as exactly as any of that year says it."""
    printed: list[tuple[int | None, str | None]] = []
    other: list[tuple[int | None, str | None]] = []
    for one in elements(meta, "pub-date"):
        said = {one.get("pub-type") or "", one.get("date-type") or "", one.get("publication-format") or ""}
        found = xmlpapers.date_of(one)
        if not found[0]:
            found = references.dated(one.get("iso-8601-date") or first_of(one, "string-date"))
        if found[0] and not said & _NOT_PUBLISHED:
            (printed if said & _PRINTED else other).append(found)
    known = printed[:1] or sorted(other, key=lambda pair: (pair[0] or 0, pair[1] or "9"))[:1]
    if not known:
        return None, None
    year, date = known[0]
    return year, date or next((day for of, day in [*printed, *other] if of == year and day), None)


def _pages(meta: Element) -> str | None:
    start, end = first_of(meta, "fpage"), first_of(meta, "lpage")
    listed = first_of(meta, "page-range")
    return references.pages(
        listed or (f"{start}-{end}" if start and end and start != end else start) or first_of(meta, "elocation-id")
    )


def _ids(meta: Element) -> Iterator[tuple[str, str]]:
    for one in elements(meta, "article-id", "book-part-id"):
        kind = (one.get("pub-id-type") or one.get("book-part-id-type") or "").lower()
        if kind in _IDS:
            yield _IDS[kind], plain(one)
        elif plain(one).startswith("10.") and kind in ("", "publisher-id"):
            yield "doi", plain(one)
    if preprint := _custom_text(meta, "arxivppt"):
        yield "arxiv", preprint


def _custom_text(meta: Element, name: str) -> str:
    several = elements(meta, "custom-meta-group/custom-meta", "custom-meta-wrap/custom-meta")
    return next((first_of(one, "meta-value") for one in several if first_of(one, "meta-name") == name), "")


def _custom(meta: Element, name: str) -> str | None:
    return references.language(_custom_text(meta, name))


def _terms(meta: Element) -> tuple[str | None, bool]:
    """The licence, and whether it says that the paper is open."""
    addresses, said, is_free = [], [], any(True for _ in meta.iter("free_to_read"))
    for one in elements(meta, "permissions/license", "license"):
        is_free |= (one.get("license-type") or "").lower().startswith("open")
        addresses += [one.get("href") or "", *all_of(one, "license_ref", "license-ref", "license-p/license_ref")]
        addresses += [link.get("href") or "" for link in one.iter("ext-link", "uri")]
        said.append(plain(one))
    addresses += all_of(meta, "permissions/license_ref")
    found = licence(*addresses, *said)
    return (found, is_free) if is_open(found) else (licence(*(one for one in addresses if "licen" in one.lower())), is_free)


def _retracted(element: Element, meta: Element, titles: Mapping[str, str]) -> bool | None:
    """`retraction-forward` leads to the notice; a notice itself names the paper that was retracted, and is none."""
    related = {one.get("related-article-type") for one in elements(meta, "related-article")}
    if related & _WITHDRAWN or element.get("article-type") in ("retracted-article", "retracted"):
        return True
    return None if element.get("article-type") == "retraction" else references.retracted(titles, [])


def _addresses(meta: Element) -> tuple[list[str], list[str]]:
    """Addresses of the article's page, and of its PDF."""
    pages: list[str] = []
    files: list[str] = []
    for one in elements(meta, "self-uri"):
        address = one.get("href") or plain(one)
        (files if (one.get("content-type") or "").lower() in ("pdf", "application/pdf") else pages).append(address)
    return pages, files
