"""A card of MARC 21 as a Paper.

Of the people only those who wrote or edited are kept, where anybody did."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from service.languages import has_han
from service.paper import Author, Category, Paper
from service.sources.facts import chinese, fields, librarysubjects, references, relators
from service.sources.facts.texts import texts
from service.sources.marcxml.card import Card, Field
from service.sources.reading import xmlpapers
from service.sources.reading.envelopes import NoPaper

WHOLE_JOURNAL = "no paper: the record of a whole journal"
_TEXTS = frozenset("at ")
# What is said of a link that leads to something else than the work.
_BESIDE = re.compile(
    r"inhaltsverzeichnis|inhaltstext|table of contents|contributor|publisher description|cover|rezension|review|sample|umschlag",
    re.IGNORECASE,
)
# Codes of the book trade in the place of words: `(VLB-WN)1572: ...`. Lists of subjects that are in one language.
_CODE = re.compile(r"\([A-Za-z-]{3,}\)\S| -- ")
_LISTS = {"gnd": "de", "swd": "de", "rameau": "fr", "lcsh": "en", "fast": "en", "mesh": "en", "ndlsh": "ja", "cct": "zh"}
_PART = re.compile(
    r"(?:vol(?:ume|\.)?|v\.|bd\.|band|jg\.|第)\s*(?P<volume>[\w-]+)|(?:no\.?|nr\.?|issue|iss\.|heft|n°)\s*(?P<issue>[\w/-]+)"
    r"|(?:pp?\.|pages?|s\.|seiten?)\s*(?P<pages>\w+(?:\s*[-–]\s*\w+)?)|\((?P<date>[^()]*\d{4}[^()]*)\)",
    re.IGNORECASE,
)
_CODED = re.compile(r"(?P<volume>[\w-]+)(?::(?P<issue>[\w/-]+))?(?:<(?P<page>\w+))?\Z")


def read(card: Card, label: str) -> Paper:
    """The paper of a card; NoPaper for a whole journal."""
    record = xmlpapers.name_of(card.number, label)
    host = next(card.all("773"), None)
    level = card.leader[7:8]
    if level == "s" and host is None:
        raise NoPaper(WHOLE_JOURNAL, record)
    declared = _language(card)
    titles = _titles(card, declared)
    authors, editors = _people(card)
    part = _part(host)
    year, date = _date(card, part.get("date", ""))
    kind = _type(card, host, level)
    return Paper(
        titles=titles,
        abstracts=_abstracts(card, declared),
        authors=authors,
        editors=editors,
        categories=_categories(card),
        keywords=_keywords(card, declared),
        venue=references.venue(_original(card, "t", host) or host.get("p")) if host else None,
        series=_original(card, "a", *card.all("490", "830", "440")) or None,
        volume=references.number(part.get("volume") or card.first("490", "v") or card.first("830", "v")) or None,
        issue=references.number(part.get("issue", "")) or None,
        pages=references.pages(part.get("pages", "")),
        publisher=_publisher(card, kind),
        issn=references.numbers("issn", [*card.values("022", "a"), *(host.all("x") if host else ()), *card.values("490", "x")]),
        isbn=references.numbers("isbn", [*card.values("020", "a"), *(host.all("z") if host else ()), *card.values("776", "z")]),
        year=year,
        date=date,
        language=declared,
        type=kind,
        ids=references.ids(_ids(card)),
        retracted=references.retracted(titles, []),
        links=references.links(_addresses(card)),
        record=record,
    )


def _language(card: Card) -> str | None:
    for value in [*card.values("041", "a"), card.control.get("008", "")[35:38]]:
        if found := references.language(value[:3] if value[3:4].isalpha() and len(value) % 3 == 0 else value):
            return found
    return None


def _whole(one: Field) -> str:
    """A title with its second part, and number and name of a part of the work."""
    whole = ""
    for code, value in one.subfields:
        kept = Field("", "", "", ((code, value),)).get("abnp")
        if kept and code == "b":
            whole = f"{whole.rstrip(' :')}: {kept}" if whole else kept
        elif kept and code in "np":
            whole = f"{whole.rstrip(' .')}. {kept}" if whole else kept
        elif kept and code == "a":
            whole = kept
    return whole.rstrip(" .") if whole.endswith(" .") else whole


def _titles(card: Card, declared: str | None) -> dict[str, str]:
    """Title, its form in another script, the title in another language of the book, a translation."""
    found: dict[str, str] = {}
    main = next(card.all("245"), None)
    several = [main, card.other(main) if main else None, *card.others.get("245", ())]
    several += [one for one in card.all("242", "246") if one.tag == "242" or one.second == "1"]
    for one in several:
        if one is None:
            continue
        title = _whole(one)
        said = references.language(one.get("y")) if one.tag == "242" else None
        romanised = one is main and bool(card.others.get("245"))
        code = said or (declared if not found and not romanised else None)
        for language, kept in texts(title, "und" if romanised and declared not in (None, "en") else code).items():
            found.setdefault(language, kept)
    # What a library wrote in Latin letters of a Chinese title is no title in English, and the original is there.
    if len(found) > 1 and "und" in found:
        found.pop("und")
    return found


def _abstracts(card: Card, declared: str | None) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in card.every("520"):
        value = " ".join(value for code, value in one.subfields if code in "ab").strip("' ")
        for code, kept in texts(value, declared if not found else None).items():
            found.setdefault(code, kept)
    return found


def _people(card: Card) -> tuple[tuple[Author, ...], tuple[Author, ...]]:
    by_role = relators.nobody()
    for one in card.all("100", "110", "700", "710", "720", "111", "711"):
        if one.all("t") and one.tag[0] == "7":
            continue  # Another work, by whom it is.
        if "&" in one.get("a") or ";" in one.get("a"):
            # Programs that make cards of other data write several people into one field.
            by_role[relators.AUTHOR] += fields.authors(fields.split_authors(one.get("a"))[0])
            continue
        author = _author(one)
        other = card.other(one)
        if author and other and (form := _author(other)):
            author = _in_both(author, form)
        if author is None:
            continue
        said = one.all("e4j")
        # A meeting is where a book comes from; a body that is only added has most often printed or paid it.
        is_beside = one.tag in ("111", "711") or (one.tag == "710" and not said)
        by_role[relators.OTHER if is_beside else relators.role(said)].append(author)
    return relators.settled(by_role)


def _author(one: Field) -> Author | None:
    """A person, a body or a meeting; None where no name is."""
    name = one.get("a")
    if one.tag in ("110", "710", "111", "711") or (one.tag == "720" and one.first == "2"):
        return references.body(". ".join(one.all("ab")) if one.tag in ("110", "710") else name)
    if one.tag == "720":
        return references.literal(name)
    numeral = one.get("b")
    return references.person(f"{name} {numeral}" if numeral and "," not in name else name)


def _in_both(author: Author, other: Author) -> Author:
    """The author with the name in the other script; shown is the one in the work's own."""
    if has_han(other.name) and not has_han(author.name):
        return replace(other, names={"zh": other.name, "en": author.name})
    return chinese.in_both_scripts([author], [other])[0]


def _type(card: Card, host: Field | None, level: str) -> str:
    form = card.leader[6:7]
    if card.values("502", "ab"):
        return "thesis"
    if form not in _TEXTS and card.leader:
        return "dataset" if form == "m" and card.control.get("008", "")[26:27] == "a" else "other"
    if host is not None:
        return "article" if level in "bs" or host.all("x") or not host.all("z") else "chapter"
    codes = card.control.get("008", "")[24:28]
    if "t" in codes and level == "m":
        return "report"
    return "book" if level in ("m", "a", "c", "d", "i") or (not card.leader and card.values("020", "a")) else "other"


def _part(host: Field | None) -> dict[str, str]:
    """Volume, issue, pages and date of what it is in: `Vol. 5, no. 3 (May 2001), p. 4-10`, `30:1<197`."""
    found: dict[str, str] = {}
    if host is None:
        return found
    for value in host.all("g"):
        for match in _PART.finditer(value[:500]):
            for name, said in match.groupdict().items():
                if said:
                    found.setdefault(name, said)
    if coded := _CODED.match(host.get("q")):
        for name, said in (("volume", coded["volume"]), ("issue", coded["issue"]), ("pages", coded["page"])):
            if said:
                found.setdefault(name, said)
    return found


def _date(card: Card, part: str) -> tuple[int | None, str | None]:
    """The date of publication as it is printed; that of the codes else."""
    for value in [
        part,
        *(one.get("c") for one in card.all("260")),
        *(one.get("c") for one in card.all("264") if one.second != "4"),
    ]:
        year, date = references.dated(value)
        if year:
            # `2016, c2015`, `[1957?]`: no month is meant by such signs.
            return year, date if date and re.search(r"[^\W\d_]{3}|\d[-./]\d", value) else None
    coded = card.control.get("008", "")[7:11]
    if coded.isdecimal():
        return fields.year(coded), None
    return references.dated(card.first("264", "c") or card.first("502", "d"))


def _publisher(card: Card, kind: str) -> str | None:
    institution = card.first("502", "c") if kind == "thesis" else ""
    printed = _original(card, "b", *(one for one in card.all("264", "260") if one.tag == "260" or one.second in " 1"))
    return institution or printed or None


def _original(card: Card, code: str, *several: Field) -> str:
    """What some fields say, in the work's own script where the card has it beside the Latin one."""
    for one in several:
        other = card.other(one)
        if found := (other.get(code) if other else "") or one.get(code):
            return found
    return ""


def _ids(card: Card) -> Iterator[tuple[str, str]]:
    for one in card.all("024"):
        kind = one.get("2").lower()
        if kind in ("doi", "hdl", "arxiv", "pmid"):
            yield ("handle" if kind == "hdl" else kind), one.get("a")
        elif one.get("a").lower().startswith(("10.", "doi:", "https://doi.org/")):
            yield "doi", one.get("a")
    yield from (("url", address) for address in _addresses(card))


def _addresses(card: Card) -> Iterator[str]:
    for one in card.all("856"):
        if one.second != "2" and not _BESIDE.search(" ".join(one.all("3zyx"))):
            yield from (value.strip() for code, value in one.subfields if code == "u")


def _categories(card: Card) -> tuple[Category, ...]:
    numbers = [("ddc", one.get("a")) for one in card.all("082", "083")] + [
        ("lcc", one.get("a")) for one in card.all("050", "090")
    ]
    numbers += [(one.get("2"), value) for one in card.all("084") for value in one.all("a")]
    return tuple(dict.fromkeys(found for scheme, number in numbers for found in librarysubjects.categories(scheme, number)))


def _keywords(card: Card, declared: str | None) -> dict[str, tuple[str, ...]]:
    """Subjects with their sub-divisions (`Women -- History`), places, people, words without a list."""
    found: dict[str, dict[str, None]] = {}
    for one in card.every("600", "610", "611", "630", "650", "651", "653"):
        parts = (
            [" -- ".join([one.get("a"), *one.all("x")])]
            if one.tag in ("650", "651")
            else one.all("a")[: 1 if one.tag < "650" else 99]
        )
        words = [word for word in parts if word and not _CODE.match(word)]
        for code, kept in xmlpapers.keywords(words, declared if one.tag == "653" else _LISTS.get(one.get("2").lower())).items():
            found.setdefault(code, {}).update(dict.fromkeys(kept))
    return {code: tuple(words) for code, words in found.items()}
