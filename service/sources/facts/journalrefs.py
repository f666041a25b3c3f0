"""A journal reference written as one text, in its parts: `Eur.Phys.J. C31 (2003) 17-29`, `Toys; Vol. 3 No. 2 (2019); 12-20`.

It gives parts only where it can tell all of the text: what has other words in it is not divided.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from service.sources.facts import fields, references
from service.sources.facts.texts import text

_LONGEST = 400
_SEVERAL = re.compile(
    r"\s*[;,.(]\s*(?:\[?erratum|addendum|corrigend|also (?:in|available)|preprint|arxiv:|doi:).*\Z", re.IGNORECASE | re.DOTALL
)
_IN = re.compile(
    r"\A(?:(?:published|appeared|appears|to appear)\s+)?in:?\s+(?=[^\W\d_])|\A(?:to appear in|published in)\s+", re.IGNORECASE
)
_NAME = re.compile(
    r"(?P<name>[^\d]*?[^\W\d_][^\d]*?)[\s,:;.(]*"
    r"(?=(?:[,;\s(](?:vol(?:ume)?s?|v|no|nr|iss(?:ue)?|pp?|pages?|art(?:icle)?)\b[.\s:]*\d|[A-Z]?\d|第\s*\d))",
    re.IGNORECASE,
)
# Eur.Phys.J. C31, Phys.Rev.D70: the letter is the journal's.
_LETTER = re.compile(r"(?P<letter>[A-Z])\s?(?=\d)")
_YEAR = re.compile(
    r"[(（]\s*(?:[^\W\d_]{3,12}\.?\s+)?((?:19|20)\d\d)\s*[)）]|(?<![\d:–-])((?:19|20)\d\d)(?=\s*(?:[,.;:]|\Z|pp?\b|pages?\b|art))"
)
# Science 2004;303:1-5, Annals of Math. (2) 159: a year in front, a journal's own series.
_YEAR_FIRST, _OWN_SERIES = re.compile(r"((?:19|20)\d\d)\s*[;,]?\s*(?=\d|vol)", re.IGNORECASE), re.compile(r"\(?\d\)\s*(?=\d)")
_VOLUME = re.compile(
    r"(?:vol(?:ume)?s?\s*[.:]?\s*|v\.?\s*(?=\d)|第\s*)?(?P<volume>\d+(?:[-–/]\d+)?[A-Za-z]?)\s*卷?", re.IGNORECASE
)
_ISSUE = re.compile(
    r"(?:(?:no|nr|n°|iss(?:ue)?s?|number)\s*[.:]?\s*|第\s*)(?P<named>\d+(?:[-–/&]\d+)?[A-Za-z]?)\s*期?|[(（]\s*(?P<issue>\d{1,3}(?:[-–/]\d{1,3})?)\s*[)）]",
    re.IGNORECASE,
)
_PAGES = re.compile(
    r"(?:(?:pp?|pages?|pgs?|art(?:icle)?(?:\s*(?:no|id|number))?|paper|id)\s*[.:]?\s*)?"
    r"(?P<pages>(?:[A-Za-z]{1,4}\.?)?\d[\dA-Za-z.]*(?:\s*[-–—]+\s*(?:[A-Za-z]{1,4}\.?)?\d[\dA-Za-z]*)?|[ivxlc]+\s*[-–—]\s*[ivxlc]+)(?:\s*(?:pp?\.?|pages?))?",
    re.IGNORECASE,
)
_REST = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b\.?|\b(?:spring|summer|autumn|fall|winter|special issue"
    r"|suppl?(?:ement)?|in press|online|part)\b\.?|[\s\d,.;:()（）\[\]/&–—-]+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class JournalReference:
    """Where something was published; what is not said is None. `venue` always is."""

    venue: str
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    year: int | None = None


def read(value: str) -> JournalReference | None:
    """The parts of a reference; the whole text as venue where they can't be told apart; None for what names no journal."""
    whole = _IN.sub("", _SEVERAL.sub("", text(value[:_LONGEST]))).strip(" .,;")
    if sum(char.isalpha() for char in whole) < 2 or re.match(r"https?:|doi:|10\.\d{4}|[ep]?issn|isbn", whole, re.IGNORECASE):
        return None
    found = _NAME.match(whole)
    if found is None:
        return JournalReference(whole[: fields.MAX_NAME], year=fields.year(whole))
    name, rest = found["name"].strip(" ,:;("), whole[found.end() :]
    if "." in name and whole[found.end("name") : found.end("name") + 1] == ".":
        name += "."  # The end of an abbreviated word.
    rest = _OWN_SERIES.sub("", rest, count=1) if _OWN_SERIES.match(rest) else rest
    year, rest = _cut_year(rest)
    letter = _LETTER.match(rest)
    if letter:
        name, rest = f"{name} {letter['letter']}", rest[letter.end() :]
    parts, rest = _parts(rest.strip(" ,.;:"))
    if _REST.sub("", rest) or not (parts.get("volume") or year):
        return JournalReference(whole[: fields.MAX_NAME], year=year or fields.year(whole))
    return JournalReference(name, parts.get("volume"), parts.get("issue"), references.pages(parts.get("pages") or ""), year)


def _cut_year(rest: str) -> tuple[int | None, str]:
    found = list(_YEAR.finditer(rest))
    # A year in parentheses is surer than any other number.
    best = next((one for one in found if one[1]), None)
    if best is None and (first := _YEAR_FIRST.match(rest)):
        return int(first[1]), rest[first.end() :]
    if not found:
        return None, rest
    best = best or found[-1]
    return int(best[1] or best[2]), f"{rest[: best.start()]} , {rest[best.end() :]}"


def _parts(rest: str) -> tuple[dict[str, str], str]:
    """Volume, issue and pages in this order, and what is left of the text."""
    parts: dict[str, str] = {}
    if volume := _VOLUME.match(rest):
        parts["volume"] = volume["volume"]
        rest = rest[volume.end() :].lstrip(" ,.;:")
    if issue := _ISSUE.search(rest):
        parts["issue"] = (issue["named"] or issue["issue"]).replace(" ", "")
        rest = f"{rest[: issue.start()]} {rest[issue.end() :]}".strip(" ,.;:")
    if pages := _PAGES.search(rest):
        parts["pages"] = re.sub(r"\s+", "", pages["pages"])
        rest = f"{rest[: pages.start()]} {rest[pages.end() :]}"
    return parts, rest
