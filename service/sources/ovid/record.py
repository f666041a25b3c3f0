"""A record of Ovid as a Paper, whichever of its databases it is from.

Words of single databases (organisms, tests, methods) are passed over, except as keywords where they are subjects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.paper import Category, Paper
from service.sources.facts import dates, kinds, pagination, references
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text
from service.sources.ovid import origin, people
from service.sources.ovid.origin import Origin
from service.sources.reading.tagged import Record

# What stands in brackets behind a title, and is none of it.
_BEHIND_TITLE = re.compile(
    r"[.\s]*\[(?:article|report|miscellaneous|references|review|letter|editorial|abstract|erratum|book review|correspondence|"
    r"case report|original article|news|comment|miscellaneous article|retracted article)s?\][.\s]*\Z",
    re.IGNORECASE,
)
_ARTICLE_BEHIND = re.compile(r"\A(?P<rest>.{3,}), (?P<article>The|A|An)(?P<subtitle>:.*)?\Z")
_TYPES = (
    ("patent", "patent"), ("dissertation", "thesis"), ("thesis", "thesis"), ("book chapter", "chapter"), ("chapter", "chapter"),
    ("meeting", "inproceedings"), ("conference", "inproceedings"), ("edited book", "book"), ("authored book", "book"),
    ("text/reference", "book"), ("reference", "book"), ("book", "book"), ("journal", "article"), ("article", "article"),
    ("report", "report"),
)  # fmt: skip
_CODE_BEFORE = re.compile(r"\A\[\d{3,6}\]\s*(?P<name>.+)\Z", re.DOTALL)
_CODES_BEHIND = re.compile(r"\s*\[\d{3,6}\]\.?")
# Not those in parentheses.
_COMMAS = re.compile(r"\s*[,;:]\s+(?![^()]{0,100}\))")


def read(record: Record, label: str) -> tuple[Paper, list[str]]:
    """The paper of a record, and messages about what was left out of it."""
    notices: list[str] = []
    declared = references.language(record.first("LG", "LA").rstrip("."))
    said = origin.read(next(iter(record.joined("SO", "BT")), ""))
    kind = _type(record, said)
    own, translated = _titles(record, said)
    authors, editors, cut = people.read(record, notices)
    listed = tuple(one for value in record.joined("ED") for one in people.of_list(value))
    # What a source line ends with are not the editors of a journal.
    of_volume = people.of_list(said.editors) if said.editors and kind == "chapter" else ()
    year, date = _date(record, said)
    titles = references.several_texts([own] if own else [], "en" if translated else declared)
    for code, kept in references.several_texts(map(_shown, record.joined("TT")), declared).items():
        titles.setdefault(code, kept)
    venue = record.first("JN") or said.venue
    paper = Paper(
        titles=titles,
        abstracts=references.several_texts(value.lstrip(": ") for value in record.joined("AB")),
        authors=authors,
        authors_truncated=cut,
        editors=(*editors, *listed) or of_volume,
        categories=_categories(record),
        keywords=_keywords(record),
        venue=None if kind in ("book", "patent") or venue == own else references.venue(text(without_markup(venue))),
        series=text(said.series) or None,
        volume=references.number(record.first("VO") or said.volume) or None if kind != "patent" else None,
        issue=references.number(record.first("PN") if kind == "patent" else record.first("IP") or said.issue) or None,
        pages=_pages(record, said) if kind not in ("book", "patent") else None,
        publisher=(record.first("PU", "PB").partition(";")[0].strip() or said.publisher or None) if kind != "patent" else None,
        issn=references.numbers("issn", record.all("IS", "IT")),
        isbn=references.numbers("isbn", record.all("IB")),
        year=year,
        date=date,
        language=declared,
        type=kind,
        ids=references.ids(_ids(record)),
        retracted=references.retracted(titles, record.joined("TI", "DT", "PT")),
        links=references.links(address for address in record.words("XL") if "sid=OVID" not in address),
        record=label,
    )
    return paper, notices


def _titles(record: Record, said: Origin) -> tuple[str, bool]:
    """The title, and whether it was translated into English, as its brackets say. A chapter has its own beside the book's."""
    shown = _shown(next(iter(record.joined("CT")), "") or next(iter(record.joined("TI")), ""))
    if not shown and said.is_book and not said.pages:
        return said.venue, False
    if shown.startswith("[") and shown.endswith("]") and "]" not in shown[1:-1]:
        return references.without_full_stop(shown[1:-1].strip()), True
    if found := _ARTICLE_BEHIND.match(shown):
        return f"{found['article']} {found['rest']}{found['subtitle'] or ''}", False
    return shown, False


def _shown(title: str) -> str:
    """`Take Ten: Facts.  [Miscellaneous]` without what stands behind it."""
    return references.without_full_stop(_BEHIND_TITLE.sub("", " ".join(title.split())).strip())


def _type(record: Record, said: Origin) -> str:
    words = [value.lower() for value in (*record.joined("DT"), *record.joined("PT")) if len(value) < 200]
    if record.first("CT") or (said.is_book and said.pages):
        return "chapter"
    found = next((kind for start, kind in _TYPES for word in words if word.startswith(start)), None)
    found = found or next((kind for word in words if (kind := kinds.kind_of(word))), None)
    if found == "inproceedings" and any(word.startswith("book chapter") for word in words):
        return "chapter"
    if record.first("DB").lower().startswith("books"):
        return "book"
    return found or ("book" if said.is_book else "article" if said.venue else "other")


def _date(record: Record, said: Origin) -> tuple[int | None, str | None]:
    """The year of YR, and the fullest date of that year."""
    found = [references.dated(value) for value in (*record.joined("YR"), *record.joined("DP"))] + [(said.year, said.date)]
    found += [references.dated(value) for value in record.joined("DG")] if record.has("PN") else []
    if not any(year for year, _ in found):
        # `Publish Ahead of Print, 18 August 2014`: a paper of no issue yet.
        found += [references.dated(value) for value in record.joined("ST") if "print" in value.lower()]
    return dates.fullest(found)


def _pages(record: Record, said: Origin) -> str | None:
    own = record.first("PG")
    return pagination.in_full(references.pages(own if own and "pagination" not in own.lower() else said.pages))


def _categories(record: Record) -> tuple[Category, ...]:
    """Classes of BIOSIS (`[10069] Biochemistry studies - Minerals`) and PsycINFO (`Cognitive Therapy [3311]`)."""
    found: dict[Category, None] = {}
    for value in record.joined("CC"):
        before = _CODE_BEFORE.match(value)
        parts = [before["name"]] if before else [part for part in value.split(";") if _CODES_BEHIND.search(part)]
        for part in parts:
            area, _, rest = text(_CODES_BEHIND.sub("", part)).strip(" .").partition(" - ")
            if area:
                found[Category(area.strip(), rest.strip() or None)] = None
    return tuple(found)


def _keywords(record: Record) -> dict[str, tuple[str, ...]]:
    """The authors' keywords (KW, ID, DE), then the subject headings of the database (MH, MC)."""
    values = [value.rstrip(" .") for value in record.joined("KW")]
    lines = [line.rstrip(" .") for value in record.all("ID", "DE") for line in value.split("\n")]
    commas = [part for line in lines for part in _COMMAS.split(line)]
    headings = [value.partition("/")[0].replace("*", "").partition(": ")[0] for value in record.joined("MH", "MC")]
    return references.keywords([*values, *commas, *headings, ""])


def _ids(record: Record) -> Iterator[tuple[str, str]]:
    yield from (("doi", re.sub(r"(?i)\s*\[doi\]\s*\Z", "", value)) for value in record.joined("DI", "DO"))
    yield from (("pmid", value.split()[0]) for value in record.joined("PM"))
    if "medline" in record.first("DB").lower() or "pubmed" in record.first("DB").lower():
        yield from (("pmid", value.rstrip(".")) for value in record.joined("AN", "UI"))
    yield from (("url", address) for address in record.words("OU"))
