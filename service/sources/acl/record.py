"""One paper of the Anthology, with what its volume says of all its papers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from service.languages import has_han
from service.paper import Author, Paper
from service.sources.acl import titles, venues
from service.sources.facts import countries, fields, nameparts, references, tex
from service.sources.facts.texts import text, texts
from service.sources.reading import xmlpapers
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import all_of, elements, first_of, plain

_ANTHOLOGY = "https://aclanthology.org/"
# Collections whose volumes have two figures: workshops, COLING 1969.
_WIDE = re.compile(r"W\d\d\Z|C69\Z")
_D19_WORKSHOPS = 5
_ISSUE = re.compile(
    r"\bVol(?:ume|\.)?\s*(?P<volume>\d+)(?:,?\s*(?:Number|No\.|Issue)s?\s*(?P<issue>\d+(?:\s*[-–/]\s*\d+)?))?", re.IGNORECASE
)
# Languages as some volumes write them.
_CODES = {"cn": "zh", "sp": "es", "arab": "ar", "fl": "fil"}
# What a translating program gave for a title that it could not translate.
_NOTHING = frozenset(("Name", "None"))
_TITLE, _ABSTRACT = "title_", "abstract_"


@dataclass(frozen=True, slots=True)
class _Volume:
    collection: str
    number: str
    booktitle: str
    venue: str
    is_journal: bool
    volume: str | None
    issue: str | None
    publisher: str | None
    isbn: tuple[str, ...]
    year: int | None
    date: str | None
    editors: tuple[Author, ...]


class Reader:
    """Reads papers in the order of a file; keeps what the volume says while its papers come."""

    def __init__(self) -> None:
        self._parent: Element | None = None
        self._known: _Volume | None = None

    def read(self, paper: Element, label: str, notices: list[str]) -> Paper:
        """The paper of a `paper`, of which a volume may stand around it."""
        parent = paper.getparent()
        if self._known is None or parent is not self._parent:
            self._parent, self._known = parent, _volume(parent)
        return _read(paper, self._known, label)


def _read(paper: Element, volume: _Volume, label: str) -> Paper:
    identifier = _identifier(volume, paper.get("id", ""))
    address = first_of(paper, "url")
    title, declared = titles.in_languages(_title(paper), references.language(first_of(paper, "language")))
    kept = _others(paper, _TITLE, title)
    abstracts = _others(paper, _ABSTRACT, _abstract(paper, declared))
    journal = first_of(paper, "journal")
    is_journal = volume.is_journal or bool(journal)
    taken_back = any(paper.find(name) is not None for name in ("retracted", "removed"))
    is_matter = paper.get("type", "") in ("backmatter", "frontmatter")
    return Paper(
        titles=kept,
        abstracts=abstracts,
        authors=_people(elements(paper, "author")),
        editors=_people(elements(paper, "editor")) or volume.editors,
        keywords=references.keywords(_keywords(paper), "en"),
        venue=journal or volume.venue or None,
        series=None if is_journal or volume.booktitle == volume.venue else volume.booktitle or None,
        volume=references.number(first_of(paper, "volume")) or volume.volume,
        issue=references.number(first_of(paper, "issue")) or volume.issue,
        pages=references.pages(first_of(paper, "pages")),
        publisher=volume.publisher,
        isbn=volume.isbn,
        year=volume.year,
        date=volume.date,
        language=declared,
        type="other" if is_matter else "article" if is_journal else "inproceedings",
        ids=references.ids([("acl", identifier), *(("doi", doi) for doi in all_of(paper, "doi"))]),
        open_access=True if address and "://" not in address else None,
        retracted=True if taken_back else references.retracted(kept, []),
        links=_links(identifier, address),
        record=identifier or xmlpapers.name_of(first_of(paper, "bibkey"), label),
    )  # fmt: skip


def _volume(element: Element | None) -> _Volume:
    collection = element.getparent() if element is not None else None
    name = collection.get("id", "") if collection is not None else ""
    number = element.get("id", "") if element is not None else ""
    meta = element.find("meta") if element is not None else None
    booktitle = first_of(meta, "booktitle")
    venue = venues.venue(name, number, booktitle)
    is_journal = venues.is_journal(venue)
    issue = _ISSUE.search(booktitle) if is_journal else None
    year = fields.year(first_of(meta, "year")) or _year_of(name)
    month, day = references.month_and_day(first_of(meta, "month"))
    own = references.number(first_of(meta, "volume")) if is_journal else ""
    return _Volume(
        collection=name,
        number=number,
        booktitle=booktitle,
        venue=venue,
        is_journal=is_journal,
        volume=own or (issue["volume"] if issue else None),
        issue=re.sub(r"\s", "", issue["issue"]).replace("–", "-") if issue and issue["issue"] else None,
        publisher=first_of(meta, "publisher") or None,
        isbn=references.numbers("isbn", all_of(meta, "isbn", "ISBN")),
        year=year,
        date=references.iso(year, month, day) if year else None,
        editors=_people(elements(meta, "editor")),
    )


def _year_of(collection: str) -> int | None:
    """The year in a collection's name: `P18`, `2020.ccl`."""
    if old := re.match(r"[A-Z](\d\d)\Z", collection):
        return int(old[1]) + (1900 if int(old[1]) > 50 else 2000)
    return fields.year(collection)


def _identifier(volume: _Volume, paper: str) -> str:
    """`2020.ccl-1.5`, `P18-1001`, `W18-0501`, as the Anthology makes them of collection, volume and paper."""
    if not (volume.collection and volume.number and paper):
        return ""
    if "." in volume.collection:
        return f"{volume.collection}-{volume.number}.{paper}"
    if not (volume.number.isdecimal() and paper.isdecimal()):
        return ""
    number = int(volume.number)
    wide = _WIDE.match(volume.collection) or (volume.collection == "D19" and number >= _D19_WORKSHOPS)
    return f"{volume.collection}-{number:02}{int(paper):02}" if wide else f"{volume.collection}-{number}{int(paper):03}"


def _title(paper: Element) -> str:
    """The title; in some translated volumes what stands from the first letter whose case is fixed is there twice."""
    found = paper.find("title")
    if found is None:
        return ""
    before, rest = [found.text or ""], list[str]()
    for child in found:
        (rest if rest or child.tag == "fixed-case" else before).extend(("".join(map(str, child.itertext())), child.tail or ""))
    shown, again = " ".join("".join(before).split()), " ".join("".join(rest).split())
    return text(shown) if len(again) > 1 and shown.endswith(again) else plain(found)


def _abstract(paper: Element, declared: str | None) -> dict[str, str]:
    value = first_of(paper, "abstract")
    if value and "\\" in value:
        value = tex.to_text(value)
    return texts(value, titles.language_of(value, declared)) if value else {}


def _others(paper: Element, prefix: str, found: dict[str, str]) -> dict[str, str]:
    """Titles and abstracts in further languages: `title_ja`, `abstract_cn`."""
    for one in paper:
        tag = str(one.tag)
        if tag.startswith(prefix):
            written = tag.removeprefix(prefix)
            code = _CODES.get(written) or references.language(written)
            for other, kept in texts(plain(one), code).items():
                if kept not in _NOTHING:
                    found.setdefault(code or other, kept)
    return found


def _keywords(paper: Element) -> list[str]:
    return list(dict.fromkeys(word.strip() for one in all_of(paper, "terminology") for word in one.split(",") if word.strip()))


def _people(listed: Iterable[Element]) -> tuple[Author, ...]:
    return tuple(author for one in listed if (author := _person(one)))


def _person(one: Element) -> Author | None:
    author = _named(one)
    if author is None:
        return None
    forms = [form for variant in elements(one, "variant") if (form := _named(variant))]
    other = next((form for form in forms if has_han(form.name) != has_han(author.name)), None)
    if other:
        han, latin = (author, other) if has_han(author.name) else (other, author)
        author = Author(author.name, {"zh": han.name, "en": latin.name})
    places = (countries.affiliation(place) for place in all_of(one, "affiliation"))
    return nameparts.with_details(author, places, one.get("orcid", ""))


def _named(one: Element) -> Author | None:
    family, given = first_of(one, "last"), first_of(one, "first")
    return nameparts.person(family, given, whole="" if len(one) else plain(one))


def _links(identifier: str, address: str) -> dict[str, str]:
    page = f"{_ANTHOLOGY}{identifier}/" if identifier else ""
    if "://" in address:
        return references.links([page, address])
    return references.links([page], [f"{_ANTHOLOGY}{address}.pdf"] if address else [])
