"""What the formats share in reading a Paper of the contract: its kind, dates, pages, words, identifiers, addresses.

It writes nothing. Absent keys are taken for empty ones, so that a selection of fields is a Paper too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from service.folding import clean

Paper = Mapping[str, Any]

# Papers whose source does not say what they are: what the name of the venue says.
_CONFERENCE = re.compile(
    r"\b(?:proceedings|conference|symposium|workshop|congress|meeting)\b|会议|會議|大会|大會|论文集|論文集|研讨会|研討會", re.I
)
_JOURNAL = re.compile(
    r"\b(?:journal|transactions|letters|review|annals|magazine|bulletin|acta)\b|学报|學報|期刊|杂志|雜誌|通报|通報", re.I
)
_DATE = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?")
_RANGE = re.compile(r"\s*(\w+(?:[.:]\w+)*)\s*[-–—‐−~～]+\s*(\w+(?:[.:]\w+)*)\s*\Z")
_RESOLVERS = {"doi": "https://doi.org/{}", "arxiv": "https://arxiv.org/abs/{}"}


def line(value: Any) -> str:
    """A text on one line, without control characters; empty for None."""
    return clean(str(value)) if value is not None else ""


def kind(paper: Paper) -> str:
    """What sort of publication it is, in the contract's words; guessed from venue and numbers where the source is silent."""
    declared = paper.get("type")
    if declared:
        return str(declared)
    venue = paper.get("venue") or ""
    if _CONFERENCE.search(venue):
        return "inproceedings"
    if venue and (paper.get("volume") or paper.get("issue") or paper.get("issn") or _JOURNAL.search(venue)):
        return "article"
    if not venue and paper.get("isbn"):
        return "book"
    return "preprint" if first_id(paper, "arxiv") and not venue else "other"


def date(paper: Paper) -> tuple[int, ...]:
    """Year, month and day as far as they are known; () when not even the year is."""
    found = _DATE.match(str(paper.get("date") or ""))
    if found:
        return tuple(int(part) for part in found.groups() if part)
    year = paper.get("year")
    return (int(year),) if year is not None else ()


def iso_date(paper: Paper) -> str:
    """The date as ISO 8601 as far as it is known; empty when it is not."""
    parts = date(paper)
    return "-".join(f"{part:04d}" if n == 0 else f"{part:02d}" for n, part in enumerate(parts))


def year(paper: Paper) -> int | None:
    """The year of publication."""
    given = paper.get("year")
    return int(given) if given is not None else next(iter(date(paper)), None)


def pages(paper: Paper) -> tuple[str, str]:
    """First and last page; the last is empty where `pages` is no plain range (`94-98,93`, `e17`): the first is whole then."""
    given = line(paper.get("pages"))
    found = _RANGE.match(given)
    return (found[1], found[2]) if found else (given, "")


def keywords(paper: Paper) -> list[str]:
    """All keywords, those of the paper's own language first, each once."""
    by_language = paper.get("keywords") or {}
    own = by_language.get(paper.get("language")) or ()
    words = [line(word) for several in (own, *by_language.values()) for word in several]
    return [word for word in dict.fromkeys(words) if word]


def other_texts(paper: Paper, plural: str, shown: str | None) -> dict[str, str]:
    """The texts of `titles` or `abstracts` in languages other than that of the one that is shown."""
    return {code: text for code, text in (paper.get(plural) or {}).items() if text and text != shown}


def title(paper: Paper) -> str:
    """The title to show on one line; what it is derived from, or its id, where there is none: no format knows works without."""
    return line(paper.get("title")) or line(paper.get("id")) or "untitled"


def first_id(paper: Paper, of: str) -> str | None:
    """The first identifier of a kind."""
    return next(iter((paper.get("ids") or {}).get(of) or ()), None)


def page(paper: Paper) -> str | None:
    """The page about the paper that its source names."""
    return _web((paper.get("links") or {}).get("html"))


def address(paper: Paper) -> str | None:
    """Where the paper can be read about: the page that its source names, else where its DOI or arXiv identifier leads."""
    return page(paper) or next((resolved(of, value) for of in _RESOLVERS if (value := first_id(paper, of))), None)


def resolved(of: str, value: str) -> str:
    """The address that a DOI or an arXiv identifier leads to."""
    return _RESOLVERS[of].format(quote(line(value), safe="/:;()<>.,-_~"))


def pdf(paper: Paper) -> str | None:
    """Where the paper itself can be read."""
    return _web((paper.get("links") or {}).get("pdf"))


def _web(value: Any) -> str | None:
    """An address of the web: whoever opens a file or a page of ours must not be led to run something."""
    text = line(value)
    return text if text.lower().startswith(("http://", "https://")) else None


def categories(paper: Paper) -> list[str]:
    """The categories as `Area::Sub-area`."""
    return [line(one.get("key")) for one in paper.get("categories") or () if one.get("key")]
