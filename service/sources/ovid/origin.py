"""The source line of an Ovid record: journal, volume, issue, pages and date, or a book with its editors and publisher.

Each database writes it in a way of its own; a line in none of these ways gives only its year.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from service.sources.facts import fields, references

_LONGEST = 2000
_VOLUME = r"(?P<volume>(?=[^\s:;,(]*\d)[\w./-]{1,20}?)"
_ISSUE = r"(?:\s?\((?P<issue>[^()]{1,40}(?:\([^()]{0,20}\))?)\))?"
_PAGES = r"(?P<pages>[\w.+,/() -]{1,60}?)"
_DATE = r"(?P<date>[^:;]{0,60}?\b(?:1[5-9]|20)\d\d\b[^:;]{0,40}?)"
_VENUE = r"(?P<venue>\S.{0,400}?)"
_WAYS = tuple(
    re.compile(way + r"[\s.]*\Z", re.DOTALL)
    for way in (
        # Behavioural and Cognitive Psychotherapy. Vol.43(5), Sep 2015, pp. 623-634.
        rf"{_VENUE}\.\s+Vol\.\s?{_VOLUME}{_ISSUE},\s?{_DATE},\s?(?:pp\.\s?{_PAGES}|Article[^.]{{1,60}})",
        # Very Long Title. Vol 28(2) April 2015, 103-106.
        rf"{_VENUE}\.\s+Vol\.?\s{_VOLUME}{_ISSUE}\s{_DATE},\s?{_PAGES}",
        # Forest Ecology & Management. 201(2-3):327-334, November 15, 2004.
        rf"{_VENUE}\.?\s+{_VOLUME}{_ISSUE}:\s?{_PAGES},\s{_DATE}",
        # Journal of Applied Things. 12 (3) (pp 12-20), 2010.
        rf"{_VENUE}\.\s+{_VOLUME}{_ISSUE}\s?\(pp\s?{_PAGES}\),\s{_DATE}",
        # Official Gazette of Patents. 1288(3), Nov. 16, 2004.
        rf"{_VENUE}\.\s+{_VOLUME}{_ISSUE},\s{_DATE}",
        # Acta Biochimica et Biophysica Sinica August 2011;43(8):647-653
        rf"{_VENUE}\.?\s+(?P<date>(?:[A-Z][a-z]+(?:/[A-Z][a-z]+)?\s(?:\d{{1,2}},?\s)?)?(?:1[5-9]|20)\d\d)\s?;\s?{_VOLUME}{_ISSUE}:\s?{_PAGES}",
        # Journal of Political Studies 12, Winter 2007: 7-14. Journal of Current Affairs, 2013(1): 3-28.
        rf"{_VENUE}\s{_VOLUME}{_ISSUE},\s{_DATE}:\s?{_PAGES}",
        rf"{_VENUE},\s(?P<volume>(?P<date>(?:1[5-9]|20)\d\d)){_ISSUE}:\s?{_PAGES}",
        # Hydrobiologia. 2007 15 June; 433-441.
        rf"{_VENUE}\.\s+{_DATE};\s?{_PAGES}",
    )
)
# Neenan, Michael [Ed]; Palmer, Stephen [Ed]. (2012). Coaching in practice. (pp. 11-31). xvii, 254 pp. London: Routledge; UK.
_BOOK = re.compile(
    r"(?P<editors>.{0,2000}?)\s?\((?P<date>(?:1[5-9]|20)\d\d)\)\.\s+(?P<venue>.{1,500}?)[.,;]?\s+(?:\(pp\.\s?(?P<pages>[^()]{1,40})\)\.?\s*)?"
    r"(?:[\w, ]{1,30}\spp\.?\s*)(?P<publisher>.{0,300})\Z",
    re.DOTALL,
)
# Kamp, Roza Maria [Editor], Calvete, Juan J. [Editor]. Methods in proteome analysis.:371-397, 2004.
_EDITED = re.compile(
    r"(?P<editors>.{1,2000}\[[^\]]{0,60}\bEd(?:itor|s)?\b[^\]]{0,60}\])\.?\s+(?P<venue>.{1,500}?)[.:,\s]*"
    r"(?:(?P<pages>\d[\d-]{0,20}),\s(?P<date>(?:1[5-9]|20)\d\d))\.?\s*(?:Series Information:\s*(?P<series>.{1,300}?)\.?\s*)?\Z",
    re.DOTALL,
)
# [Parasitological research in Siberia.] in brackets: the book's title in English, before that in its own language.
_TRANSLATED = re.compile(
    r"(?:(?P<editors>.{1,1000}?\[Eds?\.?\])\.?\s+)?\[(?P<venue>[^\[\]]{3,500})\].{0,1000}?\b"
    r"(?P<date>(?:1[5-9]|20)\d\d):\s?[\w, -]{1,30}"
    r"(?:\.\s+Chapter pagination:\s?(?P<pages>[\d, -]{1,30}))?\.?\s*\Z",
    re.DOTALL,
)
_NO_PAGES = re.compile(r"no pagination|unpaginated|\d\s?pp?\.?\Z", re.IGNORECASE)
# When and where somebody saw it, and what repeats the date.
_BESIDE = re.compile(r"\[(?:viewed|accessed)[^\]]{0,60}\]|https?://\S+|\.\s+Date of Publication:.{0,100}\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Origin:
    """What a source line says, each as it stands there or "": the editors are names with a mark behind each."""

    venue: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    series: str = ""
    editors: str = ""
    year: int | None = None
    date: str | None = None
    is_book: bool = False


def read(line: str) -> Origin:
    """The parts of a source line; a line in an unknown way gives its text before the first full stop as venue."""
    line = " ".join(_BESIDE.sub(" ", line[:_LONGEST]).split())
    if not line:
        return Origin()
    book = _BOOK.match(line) if " pp" in line else None
    if book or (book := _EDITED.match(line) or _TRANSLATED.match(line)):
        return _origin(book, is_book=True)
    for way in _WAYS:
        if (found := way.match(line)) and _is_date(found["date"]):
            return _origin(found, is_book=False)
    year, date = references.dated(line)
    venue = line.rstrip(" .") if year is None else re.split(r"\.\s", line, maxsplit=1)[0]
    return Origin(venue=venue if len(venue) < 300 else "", year=year, date=date if year else None)


def _is_date(value: str) -> bool:
    return fields.year(value) is not None


def _origin(found: re.Match[str], *, is_book: bool) -> Origin:
    parts = {name: (value or "").strip(" .,;") for name, value in found.groupdict().items()}
    year, date = references.dated(parts.pop("date", ""))
    pages = parts.get("pages", "")
    parts["pages"] = "" if _NO_PAGES.search(pages) else pages
    # `New York, NY, US: Routledge; US`: the place stands before, the country behind.
    publisher = parts.get("publisher", "").partition(";")[0]
    parts["publisher"] = publisher.rpartition(": ")[2].strip()
    return Origin(**parts, year=year, date=date, is_book=is_book)
