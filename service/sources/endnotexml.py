"""EndNote's XML, as EndNote, Bookends, Zotero and databases write it: records of fields, with styles inside the fields.

It keeps no notes of a library's owner, no file of one's own disk, and no custom field whose meaning the owner chose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lxml import etree

from service.paper import Author, Notice, Paper, Reject
from service.sources.facts import chinese, creators, fields, kinds, references
from service.sources.input import Input
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import all_of, elements, first_of, plain

# What kinds.py does not know, or means otherwise; EndNote's own names.
_TYPES: Mapping[str, str] = {
    "electronic article": "article", "electronic book section": "chapter", "encyclopedia": "chapter", "dictionary": "chapter",
    "edited book": "book", "ancient text": "book", "serial": "book", "conference proceedings": "inproceedings",
    "conference paper": "inproceedings", "unpublished work": "preprint", "manuscript": "preprint",
    "government document": "report", "web page": "webpage", "blog": "webpage", "online multimedia": "webpage",
    "aggregated database": "dataset",
    "online database": "dataset", "legal rule or regulation": "standard",
}  # fmt: skip
_NUMBERED: Mapping[str, str] = {
    "17": "article", "6": "book", "28": "book", "5": "chapter", "10": "inproceedings", "47": "inproceedings", "32": "thesis",
    "27": "report", "25": "patent", "58": "standard", "12": "webpage", "59": "dataset",
}  # fmt: skip
# Types of which the second title is a series, or that are in nothing.
_BOOKS = frozenset({"book"})
_ALONE = frozenset({"thesis", "patent", "standard", "webpage", "report"})
_EDITED = frozenset({"article", "book", "chapter", "inproceedings", "report"})
_PMC = re.compile(r"PMC\d{2,9}\Z")


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a library's records."""
    return xmlpapers.papers(data, ("record",), _read)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is EndNote's XML: by its root and the type of a record."""
    names = xmlstream.root_names(head, 200)
    if names[:2] == ["xml", "records"] or (names[:1] in (["records"], ["record"], ["xml"]) and "ref-type" in names):
        return 0.97 if "ref-type" in names else 0.6
    return 0.0


def _read(record: Element, label: str, notices: list[str]) -> Paper:
    kind = _type(record)
    declared = references.language(first_of(record, "language"))
    titles = references.several_texts(
        map(chinese.unmarked, all_of(record, "titles/title", "titles/translated-title", "titles/orig-title")), declared
    )
    authors, cut = _people(record, "authors")
    if not authors:
        authors, cut = _people(record, "translated-authors")
    authors = creators.at_listed(authors, _lines(record, "auth-address"), notices)
    notes = all_of(record, "notes", "research-notes", "work-type")
    venue, series = _venue(record, kind)
    year, date = _date(record)
    return Paper(
        titles=titles,
        abstracts=references.several_texts(map(chinese.unmarked, all_of(record, "abstract", "translated-abstract")), declared),
        authors=authors,
        authors_truncated=cut,
        editors=_people(record, "secondary-authors")[0] if kind in _EDITED else (),
        keywords=_keywords(record, declared),
        venue=references.venue(venue),
        series=series or None,
        volume=chinese.number(first_of(record, "volume")),
        issue=chinese.number(first_of(record, "number", "issue")),
        pages=references.pages(pages) if (pages := first_of(record, "pages")) and kind != "book" and "://" not in pages else None,
        publisher=first_of(record, "publisher") or None,
        issn=references.numbers("issn", all_of(record, "isbn", "issn")),
        isbn=references.numbers("isbn", all_of(record, "isbn")),
        year=year,
        date=date,
        language=declared,
        type=kind,
        ids=references.ids(_ids(record, notes)),
        citations=references.times_cited(notes),
        retracted=references.retracted(titles, notes),
        links=references.links(all_of(record, "urls/related-urls/url", "urls/web-urls/url"), all_of(record, "urls/pdf-urls/url")),
        record=xmlpapers.name_of(first_of(record, "label", "rec-number"), label),
    )


def _type(record: Element) -> str:
    said = record.find("ref-type")
    name = (said.get("name") or plain(said)).strip() if said is not None else ""
    known = _TYPES.get(name.lower()) or kinds.kind(name)
    # Programs name types in their own languages; their numbers are EndNote's, but for those that count from 0.
    return known or (_NUMBERED.get(plain(said), "other") if said is not None and not name.isascii() else "other")


def _lines(element: Element, path: str) -> list[str]:
    """The lines of fields, whose line ends are what divides names and addresses; those of pretty printing are not."""
    found = []
    for one in elements(element, path):
        whole = "".join(map(str, one.itertext()))
        found += [line for part in re.split(r"\r\n?|\n(?!\s{4})", whole.strip()) if (line := " ".join(part.split()))]
    return found


def _people(record: Element, group: str) -> tuple[tuple[Author, ...], bool]:
    names = _lines(record, f"contributors/{group}/author")
    return creators.people([creators.initials_set_out(name.rstrip(";, ")) for name in names])


def _venue(record: Element, kind: str) -> tuple[str, str]:
    second, third = (first_of(record, f"titles/{name}-title") for name in ("secondary", "tertiary"))
    if kind in _BOOKS:
        return "", second or third
    journal = first_of(record, "periodical/full-title", "alt-periodical/full-title")
    if kind in _ALONE:
        return "", journal or second
    return journal or second or first_of(record, "titles/alt-title", "periodical/abbr-1"), third


def _keywords(record: Element, declared: str | None) -> dict[str, tuple[str, ...]]:
    words = [word for word in _lines(record, "keywords/keyword") if word]
    # Some programs write all keywords into one element.
    return references.keywords(words, declared) if len(words) == 1 else xmlpapers.keywords(words, declared)


def _date(record: Element) -> tuple[int | None, str | None]:
    """The year, and the date where it says more; a date may lack its year."""
    year, date = references.dated(first_of(record, "dates/year"))
    for value in all_of(record, "dates/pub-dates/date"):
        own, fuller = references.dated(value if fields.year(value) else f"{value} {year or ''}")
        if own and (year is None or (own == year and len(fuller or "") > len(date or ""))):
            year, date = own, fuller
    return year, date


def _ids(record: Element, notes: list[str]) -> Iterator[tuple[str, str]]:
    for value in all_of(record, "electronic-resource-num"):
        yield ("url" if "://" in value else "doi"), value
    yield from (("url", address) for address in all_of(record, "urls/related-urls/url", "urls/web-urls/url", "urls/pdf-urls/url"))
    base = f"{first_of(record, 'remote-database-name')} {first_of(record, 'remote-database-provider')}".lower()
    addresses = " ".join(all_of(record, "urls/related-urls/url"))
    for value in all_of(record, "accession-num"):
        if re.search(r"pubmed|medline|\bnlm\b", base) or (value.isdecimal() and f"pubmed/{value}" in addresses):
            yield "pmid", value
        yield from references.ids_in_note(value[:500])
    # A field of one's own may hold anything, but this is plain: `PMC6011367`.
    owned = (one for one in record.iterchildren(etree.Element) if str(one.tag).startswith(("custom", "user")))
    yield from (("pmcid", value) for value in map(plain, owned) if _PMC.match(value))
    for note in notes:
        yield from references.ids_in_note(note[:2000])
