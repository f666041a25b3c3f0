"""What stands behind the mark of a reference: host, editors, venue, year, volume, issue, pages, publisher, dates, addresses.

It is read from its end, where the form is strict; names of venues may hold any sign.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from service.sources.facts import references
from service.sources.gb7714 import people
from service.sources.gb7714.marks import half

_URL = re.compile(r"https?://[^\s，。；<>\"]+")
_URL_DAY = re.compile(r"(https?://[^\s,]{1,500}),(?=\d{4}-\d{2}-\d{2})")
_DAYS = re.compile(r"(\d{4}-\d{2}-\d{2})/\d{4}-\d{2}-\d{2}")
_DOI = re.compile(
    r"(?:\bDOI\s?[:：]\s?|\bdoi\s?[:：]\s?|https?://(?:dx\.)?doi\.org/)(10\.\d{4,9}/[^\s，。；]+|\d+\.\d+/\S+)", re.IGNORECASE
)
_NO_DOI = re.compile(r"\bDOI\s?[:：]\s?\S+", re.IGNORECASE)
_ARXIV = re.compile(
    r"\barxiv[:\s]\s?(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?:\s?\[[\w. -]{2,20}\])?", re.IGNORECASE
)
_CSTR = re.compile(r"\bCSTR\s?[:：]\s?\S+", re.IGNORECASE)
_LOOKED_UP = re.compile(r"\s*\[\s?\d{4}[-－–./年]\d{1,2}(?:[-－–./月]\d{1,2}日?)?\s?\]")
_DATE = re.compile(r"[(（]\s?([12]\d{3}(?:[-－–./年]\d{1,2}){0,2}[日月]?)\s?[)）]")
_DAY = re.compile(r"(?<=[.．]\s)[(（](\d{4}-\d{1,2}(?:-\d{1,2})?)[)）]")
# 谢远涛, 译. | 2 版. | 4th ed. | 同文书局影印本.
_STATEMENT = re.compile(
    r"(?:.{1,120}[,，]\s?(?:等[,，]?\s?)?(?:译|校译|译注|编译|trans|ed\.? by)"
    r"|.{0,30}(?:版|版本|印本|刻本|抄本|点校本|修订本|增[订补]本|\d年修[订正])|.{0,40}\bed(?:ition)?)\Z",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<![.．。])[.．](?:\s+(?![a-z])|\Z)|。\s*|(?<=[\u3400-\u9fff)）])[.．]\s*(?=[\u3400-\u9fffA-Z\d])")
_INITIAL = re.compile(r"(?:\A|[\s.:：])[A-Z]\Z")
_PAGE = (
    r"(?:pp?\.?\s?)?[A-Za-z序前封扉目第]{0,2}\s?[\dIVXLCivxlc][\w.]{0,9}"
    r"(?:\s?[-–—－~～,，、+;；]\s?[A-Za-z]?[\w.]{1,10}){0,12}\s?页?"
)
_WORDED_PAGE = r"[\u3400-\u9fff\d]{1,12}"
_YEAR = r"(?:\[|c|©)?\s?(?P<year>[12]\d{3})\s?(?:年|/\s?\[?\d{4}\]?)?(?:[-－.]\d{1,2}(?:[-－.]\d{1,2})?)?[a-z]?\]?"
_NUMBERS = (
    rf"(?:[,，]\s?(?:第\s?)?(?P<volume>[A-Za-z]{{0,4}}\.?\s?[\w/+-]{{1,12}})\s?卷?)?"
    rf"\s?(?:[,，]?\s?[(（]\s?(?P<issue>[^()（）]{{1,30}})\s?[)）]|[,，]\s?第?\s?(?P<nth>[\d增刊/-]{{1,8}})\s?期)?"
    rf"(?:\s?[:：,，.．]\s?(?P<pages>{_PAGE}|第[\u3400-\u9fff\d]{{1,10}}))?"
)
# Venue, 2012, 52(11): 1518-1523 | Venue, 2000-11-20(15)
_SERIAL = re.compile(rf"(?:(?P<venue>.*?)\s?[,，.．]\s?)?{_YEAR}\s?(?:年\s?)?{_NUMBERS}\Z")
# Venue, 52(11): 1518-1523 | Venue(1): 85-92: the year stands with the authors.
_SERIAL_YEARLESS = re.compile(
    r"(?P<venue>.*?)(?:[,，]\s?(?P<volume>\d[\w/-]{0,11}))?\s?(?:[(（]\s?(?P<issue>[\d增刊SsZz/, -]{1,20})\s?[)）])?"
    rf"(?:\s?[:：]\s?(?P<pages>{_PAGE}))?\Z"
)
# 北京: 人民出版社, 1999: 3-5 | Springer, 2014 | 2024: 2
_BOOK = re.compile(rf"(?:(?P<publisher>.*?)[,，]\s?)?{_YEAR}(?:\s?[:：,，]\s?(?P<pages>{_PAGE}|{_WORDED_PAGE}))?\Z")
_BOOK_YEARLESS = re.compile(rf"(?P<publisher>.*?)(?:\s?[:：]\s?(?P<pages>{_PAGE}))?\Z")
_PLACE = re.compile(r"\A[^:：]{1,80}[:：]\s?(?=\S)")
# `Rev. ed.`, `5th ed.`, `Summer 2019 ed.`: its dots divide nothing.
_EDITION = re.compile(r"(?:\A|(?<=[.．]\s))(?:[\w-]{1,12}\.?\s){1,3}ed\.\s(?=\S)", re.IGNORECASE)
_LENGTH = 3000


@dataclass(slots=True)
class Imprint:
    """What was read behind the mark."""

    venue: str = ""
    editors: people.People = field(default_factory=people.People)
    publisher: str = ""
    year: int | None = None
    date: str | None = None
    volume: str = ""
    issue: str = ""
    pages: str = ""
    doi: str = ""
    urls: tuple[str, ...] = ()
    is_part: bool = False


def read(rest: str, kind: str, has_host: bool) -> Imprint:
    """The imprint of a reference; `kind` is its mark, `has_host` says that `//` stands behind the mark."""
    found = Imprint()
    rest = _without_addresses(half(rest[:_LENGTH]), found)
    if date := (_DAY if has_host or kind in ("J", "N") else _DATE).search(rest):
        found.year, found.date = references.dated(date[1])
        rest = rest[: date.start()] + rest[date.end() :]
    _, host, after = rest.partition("//")
    if host and not has_host:
        # A translator stands between the mark and the host: `[M]. 姜海伦, 译//...`
        rest, has_host = after, True
    found.is_part = has_host
    rest = _without_statements(rest.strip(" .．。,，"))
    if kind in ("J", "N") and not has_host:
        _read_serial(rest, found, kind)
    elif has_host:
        _read_host(rest, found)
    else:
        _read_book(rest, found)
        if kind in ("P", "EB", "DS", "DB", "Z", "A", "CP", "CM") and not found.date and found.year:
            found.date = references.dated(rest)[1]
    return found


def sentences(text: str) -> list[str]:
    """The parts of a reference between its dots; a dot that belongs to an abbreviation or initials does not divide."""
    parts: list[str] = []
    start = 0
    for match in _SENTENCE.finditer(text):
        part = text[start : match.start()]
        # One letter is an initial, and ends a sentence only where it ends a list of people.
        if not people.ends_in_abbreviation(part) and (not _INITIAL.search(part[-3:]) or people.are_people(part)):
            parts.append(text[start : match.start()].strip())
            start = match.end()
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def _without_addresses(rest: str, found: Imprint) -> str:
    # An older form: `[EB/OL]. http://www.cajcd.edu.cn/..., 1998-08-16/1998-10-04`.
    rest = _DAYS.sub(r"\1", _URL_DAY.sub(r"\1 ", rest))
    if doi := _DOI.search(rest):
        found.doi = doi[1].rstrip(".")
    found.urls = tuple(url.rstrip(".,;)") for url in _URL.findall(rest))
    for pattern in (_URL, _DOI, _ARXIV, _NO_DOI, _CSTR, _LOOKED_UP):
        rest = pattern.sub("", rest)
    return rest


def _without_statements(rest: str) -> str:
    """Without translators and editions, which stand before the place."""
    rest = _EDITION.sub("", rest, count=1)
    parts = sentences(rest)
    kept = [part for part in parts if not _STATEMENT.fullmatch(part)]
    return ". ".join(kept) if len(kept) < len(parts) else rest


def _read_serial(rest: str, found: Imprint, kind: str = "J") -> None:
    rest = re.sub(r"\A(\d{4})[,，]\s?(?=\1)", "", rest)
    match = _SERIAL.fullmatch(rest)
    if match is None:
        match = _SERIAL_YEARLESS.fullmatch(rest)
        found.venue = match["venue"] if match else rest
    else:
        found.venue = match["venue"] or ""
        found.year = found.year or int(match["year"])
        written = references.dated(rest[match.start("year") :])[1]
        found.date = found.date or (written if re.match(r"\d{4}[-－.]\d{1,2}", rest[match.start("year") :]) else None)
        found.issue = match["nth"] or ""
    if match:
        found.volume, found.issue, found.pages = match["volume"] or "", match["issue"] or found.issue, match["pages"] or ""
    found.venue = found.venue.strip(" ,，:：")
    if kind == "N" and not found.pages:
        found.issue, found.pages = "", found.issue  # Behind the day stands the page.


def _read_book(rest: str, found: Imprint) -> None:
    parts = sentences(rest)
    pages = ""
    if len(parts) > 1 and re.fullmatch(_PAGE, parts[-1]) and not re.fullmatch(r"[12]\d{3}", parts[-1]):
        pages = parts.pop()
    whole = ". ".join(parts)
    match = _BOOK.fullmatch(whole) or _BOOK_YEARLESS.fullmatch(whole)
    if match is None:
        return
    named = match.groupdict()
    found.pages = named.get("pages") or pages
    found.publisher = _PLACE.sub("", named.get("publisher") or "", count=1).strip(" .,，")
    if named.get("year"):
        found.year = found.year or int(named["year"])


def _read_host(rest: str, found: Imprint) -> None:
    """`Editors. Host. Place: Publisher, year: pages`; any part may be missing."""
    parts = sentences(rest)
    if not parts:
        return
    last = parts[-1]
    if len(parts) > 1 and re.fullmatch(_PAGE, last) and not re.fullmatch(r"[12]\d{3}", last):
        found.pages = parts.pop()
        last = parts[-1]
    numbers = _SERIAL.fullmatch(last)
    if len(parts) > 1 and numbers and not numbers["venue"] and (numbers["volume"] or numbers["issue"]):
        # A venue with numbers of its own: `//Advances in neural information processing systems. 2017, 30: 5998-6008`.
        _read_serial(parts.pop(), found)
    elif len(parts) > 1 and (_BOOK.fullmatch(last) or _PLACE.match(last) or len(parts) > 2):
        pages = found.pages
        _read_book(parts.pop(), found)
        found.pages = found.pages or pages
    elif numbers and numbers["venue"]:
        _read_serial(last, found)
        parts[-1] = found.venue
    if len(parts) > 1 and (people.are_people(parts[0]) or (len(parts) == 2 and " " in parts[0] and people.may_be_body(parts[0]))):
        found.editors = people.read(parts.pop(0))
    found.venue = ". ".join(part for part in parts if part).strip(" .．,，")
