"""What the formats of reference managers share: keywords, dates, pages, numbers, identifiers, declared languages, retraction.

It knows no format's fields, and guesses nothing that a text does not say.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping

from service import names
from service.languages import UNDETERMINED, has_han, is_han_only, normal_code
from service.paper import Author, identifiers
from service.sources.facts import fields
from service.sources.facts.bodies import BODY
from service.sources.facts.bodies import is_body as is_body
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text, texts
from service.sources.facts.titles import without_full_stop as without_full_stop

NO_PAPER = "no paper: it has neither a title nor an abstract nor authors"
UNASSIGNED = "affiliations left out: not one for each author"

_MONTHS = {
    name: number
    for number, several in enumerate(
        (
            "jan january januar janvier", "feb february februar février", "mar march märz mars", "apr april avril", "may mai",
            "jun june juni juin", "jul july juli juillet", "aug august août", "sep sept september septembre",
            "oct october oktober octobre", "nov november novembre", "dec december dezember décembre",
        ),
        start=1,
    )
    for name in several.split()
}  # fmt: skip
# Year, month and day in this order, with any sign between; an open or uncertain end (2004-XX, 2004~) is only a year.
_DATE = re.compile(
    r"(?<!\d)(?P<year>\d{4})(?!\d)(?:\s?[-/.年]\s?(?P<month>\d{1,2})(?!\d)(?:\s?[-/.月]\s?(?P<day>\d{1,2})(?!\d))?)?"
)
_COMPACT_DATE = re.compile(r"\s*\d{4}(\d\d)(\d\d)?\s*\Z")
_WORD = re.compile(r"[^\W\d_]+")
_DAY = re.compile(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?!\d)")
_DASHES = re.compile(r"\s*[-‐‑‒–—−－～~]+\s*")
_SHARP = re.compile(r"[;；\n]|\s*\\sep\s*|•")
# Of a word in a list that comes divided, these are a part: 文化、科学、教育、体育.
_SHARP_OF_ONE = re.compile(rf"{_SHARP.pattern}|[，、]")
# `1,2-dichloroethane`, `N,N-二甲基甲酰胺`, `Diabetes Mellitus, Type 2`: these commas divide nothing.
_LOCANTS = re.compile(
    r"(?<![A-Za-z0-9])(?:\d{1,2}|[A-Za-z])[′']?(?:,(?:\d{1,2}|[A-Za-z])[′']?)+(?=-)|,(?= Type [\dIV]+\s*(?:,|\Z))"
)
_KEPT_COMMA = "\ufdd0"
_SLASHES = re.compile(r"\s+/\s+")
# A keyword of a list between commas is not longer; what is longer is a text with commas in it.
_KEYWORD_LENGTH = 60
# Without and with blanks between the groups.
_NUMBERS = tuple(re.compile(rf"(?<![\dXx-])\d(?:{sign}[\dXx]){{7,16}}(?![\dXx])") for sign in ("[-‐]?", "[-‐ ]?"))
_ARXIV_VENUE = re.compile(
    r"arxiv(?:\.org)?(?:[\s:]+(?:preprints?|e-?prints?))?[\s:]*(?:arxiv:\s*)?(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})?(?:v\d+)?"
    r"(?:\s*\[[\w. -]+\])?",
    re.IGNORECASE,
)
_PMID, _PMCID = re.compile(r"\bPMID:?\W{0,3}(\d{1,9})\b", re.IGNORECASE), re.compile(r"\b(PMC\d{2,9})\b")
_RETRACTED_TITLE = re.compile(
    r"\s*[\[(【（]?\s*(?:retracted(?:\s+(?:article|paper|chapter|publication))?|withdrawn|撤稿|已撤稿|已撤回)\s*[\])】）]?\s*[:：.-]|"
    r"\s*[\[(【（]\s*(?:retracted|withdrawn|撤稿|已撤稿|已撤回)[^\])】）]{0,40}[\])】）]|.*[(\[（]\s*retracted(?:\s+article)?\s*[)\]）]\s*\Z",
    re.IGNORECASE | re.DOTALL,
)
_TIMES_CITED = re.compile(r"\b(?:cited by|times cited)\b[^\d]{0,20}(\d{1,7})\b", re.IGNORECASE)
_RETRACTED_NOTE = re.compile(r"\b(?:retracted|retraction (?:in|of):|has been withdrawn)\b|撤稿|已撤回", re.IGNORECASE)
_COUNTED = re.compile(r"(?:v(?=\.)|vol(?:ume)?|bd|band|iss(?:ue)?|no|nr|number|heft|t(?:ome)?)\b\.?\s*(?=\d)", re.IGNORECASE)
_OTHERS = re.compile(r"(?:and\s+)?(?:others|et\.?\s*al(?:ii)?\.?|等人?|其他)\.?", re.IGNORECASE)
# [美]富勒, （英）罗素: the country of a translated author, as Chinese references give it.
_COUNTRY = re.compile(r"\A\s*[\[［(（【〔]\s*[\u3400-\u9fff]{1,4}\s*[\])）】〕］]\s*(?=\S)")
_LANGUAGES = {
    **dict.fromkeys("american british usenglish ukenglish australian canadian newzealand".split(), "en"),
    **dict.fromkeys("ngerman deutsch naustrian austrian swissgerman nswissgerman".split(), "de"),
    **dict.fromkeys("chs cht schinese tchinese simplifiedchinese traditionalchinese 简体 繁体 中国语".split(), "zh"),
    **dict.fromkeys("français francais frenchb acadian canadien".split(), "fr"),
    **dict.fromkeys("español espanol castellano".split(), "es"), **dict.fromkeys("русский".split(), "ru"),
    **dict.fromkeys("italiano".split(), "it"), **dict.fromkeys("português portugues brazil brazilian portuguese".split(), "pt"),
    **dict.fromkeys("isl ice icelandic".split(), "is"), **dict.fromkeys("dut nld dutch nederlands".split(), "nl"),
    **dict.fromkeys("pol polish polski".split(), "pl"), **dict.fromkeys("cze ces czech".split(), "cs"),
    **dict.fromkeys("tur turkish türkçe".split(), "tr"), **dict.fromkeys("swe swedish svenska".split(), "sv"),
    **dict.fromkeys("ukr ukrainian".split(), "uk"), **dict.fromkeys("lat latin".split(), "la"),
    **dict.fromkeys("ara arabic".split(), "ar"), **dict.fromkeys("gre ell greek".split(), "el"),
    **dict.fromkeys("hun hungarian magyar".split(), "hu"), **dict.fromkeys("日本语".split(), "ja"),
    **dict.fromkeys("한국어".split(), "ko"),
}  # fmt: skip


def language(value: str) -> str | None:
    """The language that a record declares, as a short code; None for what is no language's name."""
    plain = re.split(r"[;,/|，；、]", value.strip().lower(), maxsplit=1)[0].strip()
    found = _LANGUAGES.get(plain) or normal_code(plain)
    return found if found != UNDETERMINED else None


def several_texts(values: Iterable[str], declared: str | None = None) -> dict[str, str]:
    """Texts under their languages, markup taken out; the first of each language is kept."""
    found: dict[str, str] = {}
    for value in values:
        # What a source declares for the paper is the language of its first text; the others say theirs by their script.
        for code, kept in texts(without_markup(value), None if found else declared).items():
            found.setdefault(code, kept)
    return found


def keywords(values: Iterable[str], declared: str | None = None) -> dict[str, tuple[str, ...]]:
    """Keywords under their languages: divided at semicolons and line ends.

    A list of one text divides at ，and 、 too, and where it has no sign of all these at commas.
    """
    listed = [value for value in values if value.strip()]
    found: dict[str, dict[str, None]] = {}
    for value in listed:
        for word in _divided(without_markup(value), len(listed) == 1):
            for code, kept in texts(word.strip(" \t."), declared).items():
                found.setdefault(code, {})[kept[: fields.MAX_NAME]] = None
    return {code: tuple(words) for code, words in found.items()}


def _divided(value: str, alone: bool) -> list[str]:
    parts = [part.strip() for part in (_SHARP_OF_ONE if alone else _SHARP).split(value) if part.strip()]
    if len(parts) > 1:
        # `a, b, c` beside `d; e` in one list: commas divide too where all lines have them.
        return [word for part in parts for word in (_at_commas(part) if part.count(",") > 1 and "\n" in value else [part])]
    value = parts[0] if parts else ""
    if value.count(" / ") > 1:
        return _SLASHES.split(value)
    words = _at_commas(value) if alone else [value]
    return words if all(len(word) <= _KEYWORD_LENGTH for word in words) else [value]


def _at_commas(value: str) -> list[str]:
    kept = _LOCANTS.sub(lambda found: found[0].replace(",", _KEPT_COMMA), value)
    return [part.replace(_KEPT_COMMA, ",") for part in kept.split(",")]


def dated(value: str) -> tuple[int | None, str | None]:
    """Year, and ISO date or month where one is said: `2013-04-15`, `2001/09/01/`, `2012年5月`, `March 10, 1998`, `c1988`,
    `20130415`.
    """
    year = fields.year(value)
    if year is None:
        return None, None
    if compact := _COMPACT_DATE.match(value):
        return year, iso(year, int(compact[1]), int(compact[2] or 0))
    match = _DATE.search(value)
    if match and int(match["year"]) == year and match["month"]:
        return year, iso(year, int(match["month"]), int(match["day"] or 0))
    month, day = month_and_day(value.replace(str(year), " ", 1))
    return year, iso(year, month, day)


def month_and_day(value: str) -> tuple[int, int]:
    """A month in words or figures, and a day beside it: `oct`, `10`, `15 March`, `5月`; 0 where there is none."""
    month = next((number for word in _WORD.findall(value.lower()) if (number := _MONTHS.get(word))), 0)
    digits = [int(one) for one in _DAY.findall(value)]
    if month:
        return month, digits[0] if len(digits) == 1 and digits[0] < 32 else 0
    # Figures alone are a month; two of them may be either.
    return (digits[0], 0) if len(digits) == 1 and 0 < digits[0] < 13 and not re.search(r"[A-Za-z]{3}", value) else (0, 0)


def iso(year: int, month: int, day: int) -> str | None:
    """An ISO date, or a month where there is no such day; None without a month."""
    if not 1 <= month <= 12:
        return None
    try:
        return datetime.date(year, month, day).isoformat()
    except ValueError:
        return f"{year:04}-{month:02}"


def number(value: str) -> str:
    r"""A volume, issue or page as text; `18\-2424` is 18-2424: the backslash keeps programs from making a dash of the hyphen."""
    return text(value.replace("\\-", "-"))


def volume(value: str) -> str | None:
    """The number of a volume or issue without its word: `Volume 14`, `Bd. 32`, `Nr. 3`."""
    return _COUNTED.sub("", number(value))[:100] or None


def pages(value: str) -> str | None:
    """Pages with one hyphen between first and last: `101--106` and `101–106` are `101-106`."""
    return _DASHES.sub("-", number(value)).strip(" -.")[:100] or None


def venue(name: str) -> str | None:
    """A journal or conference; `arXiv preprint arXiv:1706.03762 [cs]` is arXiv, not a venue for each paper."""
    return "arXiv" if _ARXIV_VENUE.fullmatch(name) else name or None


def numbers(kind: str, values: Iterable[str]) -> tuple[str, ...]:
    """All ISBNs or ISSNs that stand in texts: `0021-9606 (print), 1089-7690`."""
    found: dict[str, None] = {}
    for value in values:
        for pattern in _NUMBERS:
            known = [one for match in pattern.finditer(value[:2000]) if (one := identifiers.normalise(kind, match[0]))]
            found.update(dict.fromkeys(known))
            if known:
                break
    return tuple(found)


def ids(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Identifiers by kind from pairs of a kind and a value; kind `url` stands for an address, which may name one."""
    found: dict[str, dict[str, None]] = {}
    for kind, value in pairs:
        known = identifiers.from_url(value.strip()) if kind == "url" else identifiers.identify(kind, value)
        if known:
            found.setdefault(known[0], {})[known[1]] = None
    return {kind: tuple(several) for kind, several in found.items()}


def ids_in_note(note: str) -> Iterable[tuple[str, str]]:
    """Identifiers that a note spells out: `PMID: 23439512`, `PMC4756000`, `doi: 10.1063/1.1954747`."""
    yield from (("pmid", match[1]) for match in _PMID.finditer(note))
    yield from (("pmcid", match[1]) for match in _PMCID.finditer(note))
    if re.match(r"\s*(?:https?://(?:dx\.)?doi\.org/|doi\s*[:：]?\s*)?10\.\d{4,9}/\S+\s*\Z", note, re.IGNORECASE):
        yield "doi", note


def links(addresses: Iterable[str], files: Iterable[str] = ()) -> dict[str, str]:
    """The first address that can be linked to as `html`, the first of a PDF as `pdf`; `files` are PDFs however they end."""
    found: dict[str, str] = {}
    for address in addresses:
        if usable := fields.address(address):
            is_file = re.search(r"\.pdf\Z|/pdf/", usable.partition("?")[0], re.IGNORECASE)
            found.setdefault("pdf" if is_file else "html", usable)
    file = next((usable for address in files if (usable := fields.address(address))), None)
    return found | ({"pdf": file} if file else {})


def times_cited(notes: Iterable[str]) -> int | None:
    """How often a note says that the paper was cited: `Cited By :12`, `Times Cited: 3`."""
    return next((int(found[1]) for note in notes if (found := _TIMES_CITED.search(note))), None)


def retracted(titles: Mapping[str, str], notes: Iterable[str]) -> bool | None:
    """True where the title or a note says that the paper was retracted; None otherwise, since nothing says that it was not."""
    if any(_RETRACTED_TITLE.match(title) for title in titles.values()):
        return True
    return True if any(_RETRACTED_NOTE.search(note) for note in notes) else None


def person(name: str) -> Author | None:
    """A person of a list, without the country that Chinese references set before a foreign name."""
    if has_han(name):
        name = _COUNTRY.sub("", name)
        family, _, given = name.partition(",")
        if is_han_only(family) and given.strip() and not has_han(given):
            return body(f"{family.strip()} {given.strip()}")  # 昂温, G: a foreign name in Chinese, family name first
    return fields.author(name)


def literal(name: str) -> Author | None:
    """A name that its source holds together: a body, unless it is plainly a person's (`{Zhang, San}`, `{张三}`)."""
    plain = " ".join(without_markup(name).split())
    family, comma, given = plain.partition(", ")
    is_person = comma and len(family.split()) < 3 and len(given.split()) < 4 and "," not in given and not BODY.search(plain)
    return person(plain) if is_person or is_han_only(plain) else body(plain)


def is_truncation(name: str) -> bool:
    """Whether this stands for the people that a list leaves out: `others`, `et al.`, 等."""
    return _OTHERS.fullmatch(name.strip()) is not None


def body(name: str) -> Author | None:
    """An institution or group in the place of an author: its name stays as it is written."""
    kept = text(without_markup(name))[: fields.MAX_NAME]
    return Author(kept) if re.search(r"[^\W\d_]", kept) else None


def numbers_of_people(value: str, authors: tuple[Author, ...]) -> dict[int, str]:
    """ORCIDs by the author's place, from `Zhang, San/0000-0001-...; Li, Si/0000-...` or one for each author in turn."""
    parts = [part.strip() for part in re.split(r"[;\n]", value) if part.strip()]
    found: dict[int, str] = {}
    for part in parts:
        name, _, number = part.rpartition("/")
        orcid = fields.orcid(number)
        shown = names.display(name) if name and "orcid.org" not in name else ""
        for place, author in enumerate(authors):
            if orcid and shown and names.agree(author.name, shown):
                found.setdefault(place, orcid)
    if not found and len(parts) == len(authors):
        found = {place: orcid for place, part in enumerate(parts) if (orcid := fields.orcid(part))}
    return found
