"""What arXiv says of a paper, in whichever of its formats, as a Paper: versions, journal references, comments, TeX.

It reads no format itself: Atom, OAI-PMH and the JSON of arXiv's own have their modules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from service.paper import Author, Category, Paper, identifiers
from service.sources.facts import countries, fields, journalrefs, references, tex
from service.sources.facts.licences import licence
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text, texts

_IDENTIFIER = re.compile(r"(?:[a-z-]+(?:\.[A-Za-z]{2})?/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?\Z", re.IGNORECASE)
_WITHDRAWN = re.compile(
    r"\s*(?:\(?(?:this|the)\s+(?:\w+\s+){0,3}(?:paper|article|submission|manuscript|work|version|preprint|entry|note)\s+(?:has\s+been|have\s+been|was|is)"
    r"(?:\s+\w+)?\s+(?:withdrawn|retracted)|(?:paper\s+)?(?:withdrawn|retracted)\b)"
    r"|.{0,300}\b(?:this|the)\s+(?:paper|article|submission)\s+(?:has\s+been|is|was)\s+withdrawn\b",
    re.IGNORECASE | re.DOTALL,
)
_IN_LANGUAGE = re.compile(
    r"(?:\A|[,;.:(\[]\s*|\d\s+pages\s+)(?:(?:text|paper|article|written|pages|main text)\s+)?in\s+"
    r"(?P<language>French|German|Russian|Chinese|Spanish|Portuguese|Italian|Japanese|Ukrainian|Korean|Polish)"
    r"(?=\s*(?:[,;.)\]]|\Z|language|with\s|and\s))",
    re.IGNORECASE,
)
# Lists of institutions and their numbers behind names: `A. Author (1), B. Author (2 and 3) ((1) Institute, (2) Other)`.
_NUMBERS = re.compile(r"\(\s*(?P<numbers>(?:\d{1,3}|[A-Za-z*†‡])(?:\s*(?:,|and|&)\s*(?:\d{1,3}|[A-Za-z*†‡]))*)\s*\)")
_LISTED = re.compile(
    r"\(\s*(?P<number>(?:\d{1,3}|[A-Za-z*†‡]))\s*\)\s*(?P<place>[^()]*(?:\([^()]*\)[^()]*)*?)\s*(?=[,;]?\s*(?:and\s+)?\(\s*(?:\d{1,3}|[A-Za-z*†‡])\s*\)|\Z)"
)
_FOR = re.compile(
    r"\s*,?\s*\b(?:on behalf of|for|and)\s+(?P<body>(?:the\s+)?[^,]{2,80}?\b(?:collaboration|consortium|team|group)s?)\s*\Z",
    re.IGNORECASE,
)
_DIVIDES = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+|\s*&\s*")
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?\Z", re.IGNORECASE)
# `~10`: about ten, not a blank of TeX.
_ABOUT = re.compile(r"(?<![\w.)\]])~\s?(?=[\d.$])")


@dataclass(frozen=True, slots=True)
class Eprint:
    """A record of arXiv as it is written, but for its people and categories. `posted` is the day of its first version."""

    name: str
    title: str = ""
    abstract: str = ""
    authors: tuple[Author, ...] = ()
    categories: tuple[Category, ...] = ()
    # Classes of other schemes: MSC, ACM.
    classes: Iterable[str] = ()
    comment: str = ""
    journal: str = ""
    dois: Iterable[str] = ()
    licence: str = ""
    posted: str = ""
    truncated: bool = False
    links: dict[str, str] = field(default_factory=dict)


def paper(one: Eprint, label: str) -> Paper:
    """The paper of a record. What appeared in a journal is an article of that journal and year, everything else a preprint."""
    found = identifier(one.name)
    year, date = _posted(found, one.posted)
    titles = texts(plain(one.title))
    reference = journalrefs.read(plain(one.journal)) if one.journal.strip() else None
    venue, volume, issue, pages, kind = "arXiv", None, None, None, "preprint"
    if reference:
        venue, volume, issue, pages = reference.venue, reference.volume, reference.issue, reference.pages
        kind = (
            "inproceedings"
            if re.search(r"\b(?:proc(?:eedings|\.)|conference|workshop|symposium|lncs)\b", venue, re.IGNORECASE)
            else "article"
        )
        if reference.year and reference.year != year:
            year, date = reference.year, None
    said = licence(one.licence)
    abstract = plain(one.abstract)
    links = {"html": f"https://arxiv.org/abs/{found}", "pdf": f"https://arxiv.org/pdf/{found}"} if found else {}
    language = _IN_LANGUAGE.search(one.comment[:1000])
    return Paper(
        titles=titles,
        abstracts=texts(abstract),
        authors=one.authors,
        authors_truncated=one.truncated,
        categories=one.categories,
        keywords=references.keywords(_classes(one.classes)),
        venue=venue,
        volume=volume,
        issue=issue,
        pages=pages,
        year=year,
        date=date,
        language=references.language(language["language"]) if language else None,
        type=kind,
        ids=references.ids([("arxiv", found or ""), *(("doi", doi) for several in one.dois for doi in several.split())]),
        licence=said,
        open_access=True if found else None,
        retracted=True if is_withdrawn(one.comment, abstract) else references.retracted(titles, []),
        links=links | one.links,
        record=found or text(one.name)[:200] or label,
    )  # fmt: skip


def identifier(name: str) -> str | None:
    """arXiv's identifier without its version, at the end of a name or address: `oai:arXiv.org:math/0306266`."""
    found = _IDENTIFIER.search(name.strip().removesuffix(".pdf"))
    return identifiers.normalise("arxiv", found[0]) if found else None


def plain(value: str) -> str:
    r"""A title, abstract or name in arXiv's TeX as text: accents and dashes set, formulas kept, braces of plain text too."""
    value = without_markup(" ".join(value.split()))
    value = _ABOUT.sub(r"\\textasciitilde{}", value)
    if "\\" not in value and "$" not in value:
        return value.replace("``", "“").replace("''", "”").replace("---", "—").replace("--", "–").replace("~", " ")
    return tex.to_text(value)


def is_withdrawn(comment: str, abstract: str) -> bool:
    """Whether the authors took the paper back: a comment says so, or the notice that stands in the abstract's place."""
    return _WITHDRAWN.match(comment[:1000]) is not None or _WITHDRAWN.match(abstract[:160]) is not None


def people(line: str) -> tuple[tuple[Author, ...], bool]:
    r"""The authors of one text, with their institutions: `A. Author (1), B. \"Otto (1 and 2) ((1) Institute, (2) Other)`."""
    line = plain(line)
    line, cut = fields.cut_truncation(line)
    places, line = _listed(line)
    found: list[Author] = []
    together = _FOR.search(line)
    if together and together.start():
        line = line[: together.start()]
    for name, behind in _names(line):
        numbers = _NUMBERS.fullmatch(f"({behind})") if behind else None
        listed = (
            [places[number] for number in re.split(r"\s*(?:,|and|&)\s*", numbers["numbers"]) if number in places]
            if numbers
            else []
        )
        known = listed or ([behind] if behind and not numbers else [])
        author = references.body(name) if references.is_body(name) else references.person(name)
        if author and known:
            institutions = tuple(dict.fromkeys(one for place in known if (one := countries.affiliation(place))))
            author = replace(author, affiliations=institutions)
        found += [author] if author else []
    if together and (group := references.body(re.sub(r"\Athe\s+", "", together["body"], flags=re.IGNORECASE))):
        found.append(group)
    return tuple(found), cut


def _listed(line: str) -> tuple[dict[str, str], str]:
    """The list of institutions at the end of a list of authors, by their numbers, and what stands before it."""
    start = line.find("((")
    if start < 0 or not line.rstrip().endswith(")"):
        return {}, line
    inner = line[start + 1 :].rstrip()[:-1]
    places = {found["number"]: found["place"].strip(" ,;") for found in _LISTED.finditer(inner)}
    return places, line[:start].rstrip(" ,;")


def _names(line: str) -> list[tuple[str, str]]:
    """Names, each with what stands behind it in parentheses; commas and `and` in parentheses divide nothing."""
    found: list[tuple[str, str]] = []
    for part in _outside(line):
        name, _, behind = part.partition("(")
        name = name.strip(" ,;")
        if found and _SUFFIX.fullmatch(name):
            found[-1] = (f"{found[-1][0]} {name}", found[-1][1])
        elif name:
            found.append((name, behind.rstrip(" )")))
    return found


def _outside(line: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for place in re.finditer(r"[()]|\s*[,;]\s*(?:and\s+)?|\s+and\s+|\s+&\s+", line):
        if place[0] in "()":
            depth = max(0, depth + (1 if place[0] == "(" else -1))
        elif not depth:
            parts.append(line[start : place.start()])
            start = place.end()
    return [*parts, line[start:]]


def _classes(listed: Iterable[str]) -> list[str]:
    """MSC and ACM classes apart: `03E75 (Primary), 03E35 (Secondary)` are two."""
    parts = [
        part
        for one in listed
        for part in re.split(
            r"[,;]|\s+(?=\d\d[A-Z-])", re.sub(r"\([^)]*\)|\b(?:primary|secondary)\b:?", " ", one, flags=re.IGNORECASE)
        )
    ]
    return [kept for part in parts if (kept := part.strip(" .:"))]


def _posted(found: str | None, said: str) -> tuple[int | None, str | None]:
    """Year and day of the first version. The month stands in the identifier; the dates of some records are a later version's."""
    year, date = references.dated(said)
    digits = re.search(r"(?:\A|/)(\d\d)(\d\d)", found) if found else None
    if digits is None:
        return year, date
    number = int(digits[1])
    first_year, month = number + (1900 if number > 90 else 2000), int(digits[2])
    if year and date and len(date) >= 7 and abs((year - first_year) * 12 + int(date[5:7]) - month) <= 1:
        return year, date
    return first_year, references.iso(first_year, month, 0)
