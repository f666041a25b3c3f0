"""References by GB/T 7714-2015, numbered in their order; of a paper in both languages a Chinese-English pair where wanted.

It invents no place, no publisher and no page: what is not known is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.exports import facts, people
from service.exports.facts import Paper
from service.labels import label
from service.languages import has_han

STYLES = ("single", "paired")
# More authors than these are 等 or et al.
SHOWN_AUTHORS = 3
# Marks of the kinds of documents; those that are only on the net say so and when they were looked at.
_MARKS: Mapping[str, str] = {
    "article": "J", "inproceedings": "C", "thesis": "D", "book": "M", "chapter": "M", "report": "R", "dataset": "DS/OL",
    "patent": "P", "standard": "S", "webpage": "EB/OL", "preprint": "EB/OL",
}  # fmt: skip
_OTHER = "Z"
_HAN_LANGUAGES = frozenset({"zh"})
_END = re.compile(r"[.。．!?！？…]\Z")
_INITIAL = re.compile(r"[^\W\d_]+")


@dataclass(slots=True)
class Numbering:
    """Counts the references of one list. Not for several threads."""

    style: str = "single"
    accessed: str = ""
    last: int = 0

    def line(self, paper: Paper) -> str:
        """The next reference, on one line; of a pair the second on a line of its own, indented."""
        self.last += 1
        languages = _languages(paper, self.style == "paired")
        return f"[{self.last}] " + "\n\t".join(reference(paper, language, self.accessed) for language in languages) + "\n"


def reference(paper: Paper, language: str | None = None, accessed: str = "") -> str:
    """One reference without a number, in a language (default: the paper's own). `accessed`: ISO 8601 date of looking it up."""
    language = language or _languages(paper, False)[0]
    of = facts.kind(paper)
    mark = _MARKS.get(of, _OTHER)
    title = facts.line((paper.get("titles") or {}).get(language)) or facts.title(paper)
    people_of = _people(paper, language)
    parts = [_closed(people_of)] if people_of else []
    parts.append(f"{title.rstrip('.')}[{mark}]{_where(paper, of, language, accessed)}")
    if doi := facts.first_id(paper, "doi"):
        parts.append(f"DOI:{facts.line(doi)}.")
    return " ".join(parts)


def _languages(paper: Paper, is_paired: bool) -> list[str]:
    titles = paper.get("titles") or {}
    if is_paired and titles.get("zh") and titles.get("en"):
        return ["zh", "en"]
    own = str(paper.get("language") or "und")
    # An entry is in the language of what it shows.
    return [own if own in titles or not titles else next(iter(titles))]


def _where(paper: Paper, of: str, language: str, accessed: str) -> str:
    """What stands behind the mark: the container, numbers, pages, address."""
    publisher, venue = facts.line(paper.get("publisher")), _named(paper.get("venue"), language)
    issued = _list(publisher, _year(paper)) + _pages(paper)
    if of in ("inproceedings", "chapter"):
        editors = _listed([_person(one, language) for one in paper.get("editors") or ()], language)
        container = _joined(editors, venue or facts.line(paper.get("series")))
        return _closed(_joined(f"//{container}", issued)) if container else _sentences(issued)
    if of == "article":
        return _sentences(_list(venue, _year(paper), _numbers(paper)) + _pages(paper))
    if of in ("preprint", "webpage", "dataset"):
        place = facts.address(paper) or facts.pdf(paper) or ""
        published = f"({facts.iso_date(paper)})" if facts.date(paper) else ""
        return _sentences(venue, published + (f"[{accessed}]" if accessed and place else ""), place)
    if of == "book":
        return _sentences(issued)
    return _sentences(_list(venue or publisher, _year(paper)) + _pages(paper))


def _numbers(paper: Paper) -> str:
    """Volume(issue)."""
    issue = facts.line(paper.get("issue"))
    return facts.line(paper.get("volume")) + (f"({issue})" if issue else "")


def _sentences(*parts: str) -> str:
    text = _joined(*parts)
    return f". {_closed(text)}" if text else "."


def _joined(*parts: str) -> str:
    """Parts with a dot between them; one that ends in a dot of its own (`et al.`, `Inc.`) needs no second."""
    text = ""
    for part in parts:
        if part:
            text = f"{_closed(text)} {part}" if text else part
    return text


def _list(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _named(venue: Any, language: str) -> str:
    """A venue's name as the paper has it; in the entry's language where the paper's is another one and that is known."""
    name = facts.line(venue)
    is_han = language in _HAN_LANGUAGES
    if has_han(name) == is_han or (not is_han and language != "en"):
        return name
    return label("venue", name)["zh" if is_han else "en"] if name else ""


def _year(paper: Paper) -> str:
    year = facts.year(paper)
    return str(year) if year is not None else ""


def _pages(paper: Paper) -> str:
    first, last = facts.pages(paper)
    return f": {first}-{last}" if last else f": {first}" if first else ""


def _people(paper: Paper, language: str) -> str:
    authors = [author for author in paper.get("authors") or () if people.shown(author, language)]
    written = [_person(author, language) for author in authors[:SHOWN_AUTHORS]]
    return _listed(written, language, len(authors) > SHOWN_AUTHORS or bool(paper.get("authors_truncated")))


def _listed(written: list[str], language: str, is_cut: bool = False) -> str:
    kept = [one for one in written if one][:SHOWN_AUTHORS]
    if kept and (is_cut or len(written) > SHOWN_AUTHORS):
        kept.append("等" if language in _HAN_LANGUAGES else "et al.")
    return ", ".join(kept)


def _person(author: Mapping[str, Any], language: str) -> str:
    """余敏; VASWANI A; VAN GOGH V W; a group as it is."""
    name = people.divide(author, language)
    if name is None or name.is_han:
        return people.shown(author, language)
    initials = " ".join(part[0].upper() for part in _INITIAL.findall(name.given.replace("'", "").replace("’", "")))
    return " ".join(part for part in (name.whole_family.upper(), initials, name.suffix) if part)


def _closed(text: str) -> str:
    return text if _END.search(text) else f"{text}."
