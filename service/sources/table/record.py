"""The cells of a row as a Paper. Several values in a cell stand between semicolons, bars or line ends.

It knows fields, not columns: see columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from service.languages import has_han
from service.paper import Author, Category, Paper
from service.sources.facts import chinese, fields, kinds, references
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text, texts_by_language
from service.sources.table import affiliations

Values = Mapping[str, Sequence[str]]
Word = Callable[[str], str]

# An apostrophe before what a spreadsheet would compute; see service.exports.tabular.
_NEUTRAL = re.compile(r"\A'(?='*[=+\-@\t\r\n＝＋－＠])")
_LIST = re.compile(r"\s*[;；|\n]+\s*")
_DIGITS = re.compile(r"\s*\(\d{5,}\)\s*\Z")
_VOLUME_ISSUE = re.compile(
    r"(?:(\d{4})\s*[年,，]\s*)?(?:第?\s*(\d[\w/-]{0,20})\s*卷?)?\s*[,，]?\s*(?:[(（]([^()（）]{1,20})[)）]|第?\s*([\w/-]{1,20})\s*期)?\Z"
)
_TRUE = frozenset({"true", "yes", "1", "y", "是", "oa"})
_FALSE = frozenset({"false", "no", "0", "n", "否", "closed", "none", ""})
_KIND_AND_ID = re.compile(r"([a-z][a-z0-9]{1,20}):(\S+)\Z")
_NUMBER = re.compile(r"\d{1,9}")


def read(values: Values, label: str, is_own: bool = False) -> tuple[Paper, list[str]]:
    """The paper of a row's cells by their fields, and messages about what was left out of it.

    `is_own`: the table is our own export, whose derived titles are told by their empty neighbours.
    """

    def word(name: str) -> str:
        return next((_NEUTRAL.sub("", value) for value in values.get(name, ())), "")

    declared = references.language(word("language"))
    titles = {} if is_own and _is_derived(word) else _titles(word, declared)
    authors, cut, notices = _authors(values, word)
    volume, issue, year, date = _when(word)
    kind, venue, publisher = (
        _kind(values),
        text(word("venue") or word("venue_en") or word("venue_short")),
        text(word("publisher")),
    )
    if kind == "thesis" and venue and not publisher:
        venue, publisher = "", venue  # Chinese tables name the school of a thesis as its source.
    paper = Paper(
        titles=titles,
        abstracts=_abstracts(word, declared),
        authors=authors,
        authors_truncated=cut or word("authors_truncated").lower() in _TRUE,
        editors=chinese.people(map(_listed, values.get("editors", ())))[0],
        categories=_categories(values, word),
        keywords=_keywords(values),
        venue=references.venue(venue),
        series=text(word("series")) or None,
        volume=chinese.number(volume),
        issue=chinese.number(issue),
        pages=_pages(word),
        publisher=publisher or None,
        issn=references.numbers("issn", values.get("issn", ())),
        isbn=references.numbers("isbn", [*values.get("isbn", ()), *values.get("issn", ())]),
        year=year,
        date=date,
        language=declared,
        type=kind,
        ids=references.ids(_ids(values)),
        citations=int(count[0]) if (count := _NUMBER.match(word("citations").replace(",", ""))) else None,
        licence=text(word("licence"))[:200] or None,
        open_access=_flag(word("open_access")),
        retracted=_flag(word("retracted")) or references.retracted(titles, [*values.get("type", ()), word("status")]),
        links=_links(values, word),
        record=text(word("id"))[:200] or label,
    )
    return paper, notices


def _is_derived(word: Word) -> bool:
    """Whether a title is the beginning of the abstract, beside empty columns for both languages."""
    title = word("title").rstrip("…. ")
    return bool(title) and not word("title_zh") and not word("title_en") and word("abstract").startswith(title)


def _titles(word: Word, declared: str | None) -> dict[str, str]:
    title, subtitle = chinese.unmarked(word("title")), word("subtitle")
    if subtitle and title:
        title = f"{title}{'：' if has_han(title) else ': '}{subtitle}"
    found = references.several_texts([title], declared)
    return found | _in_languages(word, "title")


def _abstracts(word: Word, declared: str | None) -> dict[str, str]:
    return references.several_texts([chinese.unmarked(word("abstract"))], declared) | _in_languages(word, "abstract")


def _in_languages(word: Word, name: str) -> dict[str, str]:
    """What stands in the columns for one language each."""
    return texts_by_language({code: chinese.unmarked(without_markup(word(f"{name}_{code}"))) for code in ("zh", "en")})


def _when(word: Word) -> tuple[str, str, int | None, str | None]:
    """Volume, issue, year and date; Chinese tables also have `2020, 12(3)` in one column."""
    volume, issue, of_year = word("volume"), word("issue"), word("year")
    if match := _VOLUME_ISSUE.match(word("volume_issue")):
        volume, issue = volume or match[2] or "", issue or match[3] or match[4] or ""
        of_year = of_year or match[1] or ""
    year, date = references.dated(word("date"))
    if (found := fields.year(of_year)) and found != year:
        # The year of publication stands above the day on which the paper was first online.
        year, date = found, references.dated(of_year)[1]
    return volume, issue, year, date


def _listed(cell: str) -> str:
    """A list of names with semicolons between them; numbers of databases behind names are left out."""
    return ";".join(_DIGITS.sub("", part) for part in _LIST.split(_NEUTRAL.sub("", cell)))


def _authors(values: Values, word: Word) -> tuple[tuple[Author, ...], bool, list[str]]:
    short = word("authors")
    authors, cut = chinese.people([_listed(word("authors_full") or short)])
    if word("authors_en"):
        others = chinese.people([_listed(word("authors_en"))])[0]
        authors = chinese.in_both_scripts(authors, others) if authors else others
    notices: list[str] = []
    placed = affiliations.placed(authors, values, _listed(short))
    if placed is None:
        notices.append(references.UNASSIGNED)
    orcids = references.numbers_of_people(word("orcids"), authors)
    known = tuple(replace(one, orcid=orcids[n]) if n in orcids else one for n, one in enumerate(placed or authors))
    return known, cut, notices


def _kind(values: Values) -> str | None:
    """The type by its own column; what kind of publication it is in says less."""
    told = (value for name in ("type", "type_of_source") for value in values.get(name, ()))
    return next((one for value in told if (one := kinds.kind_of(value))), None)


def _categories(values: Values, word: Word) -> tuple[Category, ...]:
    listed = [part for value in values.get("categories", ()) for part in _LIST.split(value)]
    found = [one for part in listed if (one := fields.category(part))]
    discipline = text(word("discipline"))
    if discipline and len(found) == 1 and found[0].subarea is None:
        found = [Category(found[0].area, discipline)]
    elif discipline:
        found.append(Category(discipline))
    return tuple(dict.fromkeys([*found, *(one for value in values.get("clc", ()) for one in chinese.clc(value))]))


def _keywords(values: Values) -> dict[str, tuple[str, ...]]:
    listed = [_NEUTRAL.sub("", value) for name in ("keywords", "keywords_en") for value in values.get(name, ())]
    words = [part for value in listed for part in _words(value) if part]
    return references.keywords([*words, ""] if len(words) > 1 else words)


def _words(value: str) -> list[str]:
    """Keywords of a cell. An underscore divides those of Chinese data sets."""
    parts = _LIST.split(value)
    if len(parts) == 1 and "_" in value and (has_han(value) or value.count("_") > 1):
        return value.split("_")
    if len(parts) == 1:
        return [word for words in references.keywords(parts).values() for word in words]
    return parts


def _pages(word: Word) -> str | None:
    first, last = word("first_page"), word("last_page")
    both = f"{first}-{last}" if first and last and first != last else first or last
    return references.pages(word("pages") or both or word("article_number"))


def _ids(values: Values) -> Iterator[tuple[str, str]]:
    for kind in ("doi", "arxiv", "pmid", "pmcid"):
        for value in values.get(kind, ()):
            yield from ((kind, part) for part in _LIST.split(value))
    for value in values.get("other_ids", ()):
        yield from ((found[1], found[2]) for part in _LIST.split(value) if (found := _KIND_AND_ID.match(part)))
    for value in values.get("url", ()):
        yield from (("url", part) for part in value.split())
    for value in values.get("id", ()):
        yield from (("url", part) for part in value.split())


def _links(values: Values, word: Word) -> dict[str, str]:
    found = references.links(part.strip(";|") for value in values.get("url", ()) for part in value.split())
    pdf = fields.address(word("pdf"))
    return found | ({"pdf": pdf} if pdf else {})


def _flag(cell: str) -> bool | None:
    """What a cell says of open access or retraction; words such as `Gold, Green` say yes."""
    plain = cell.strip().lower()
    return plain not in _FALSE if plain else None
