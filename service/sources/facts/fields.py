"""What the input formats share in reading a field: lists of authors, a person, a category, a year, an address.

It knows no format, and turns nothing down that it is not sure of: what can't be read better stays as it is.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from service import names
from service.folding import SIMPLIFIED
from service.languages import has_han, is_han_only
from service.paper import Affiliation, Author, Category, identifiers
from service.sources.facts.texts import scrub, text

# A list that stops early: 张三, 李四 等 / Zhang San, Li Si et al.
_TRUNCATED = re.compile(
    r"(?:[\s,;，；、]*(?:\bet\.?\s*al(?:ii|\.)?|\b(?:and|&)\s+others|…+|\.{3,})|(?:\A|[\s,;，；、]+)等人?|(?<=[\u3400-\u9fff]{2})等人?)[\s.,;。]*\Z",
    re.IGNORECASE,
)
_COMMA = re.compile(r"\s*[,，]\s*")
AND = re.compile(r"(?:\s+(?:and|AND)\s+|\s*(?:&amp;|&|＆)\s*)")
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d)\.?\Z", re.IGNORECASE)
_INITIALS = re.compile(r"(?:[A-ZÀ-ÖØ-Þ]\.?[\s-]?){1,4}(?:(?:Jr|Sr|II|III|IV)\.?)?\Z")
# `John A.`, which no family name is.
_GIVEN = re.compile(r"[^\W\d_]{2,}(?: [A-ZÀ-ÖØ-Þ]\.)+\Z")
_HAN_WORD = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]+")
_BOTH_SCRIPTS = re.compile(
    r"(?P<first>[^()（）]+?)\s*[(（]\s*(?P<second>[^()（）]+?)\s*[)）]\Z"
    r"|(?P<han>[\u3400-\u9fff·]{2,8})\s+(?P<latin>[A-Za-z][A-Za-z .,'’-]+)\Z"
    r"|(?P<latin2>[A-Za-z][A-Za-z .,'’-]+?)\s+(?P<han2>[\u3400-\u9fff·]{2,8})\Z"
)
_LETTER = re.compile(r"[^\W\d_]")
_TEX_ACCENT = re.compile(r"\\([`'^\"~=.]|[cvuHk](?=[\s{]))\s*\{?\\?([A-Za-z])\}?")
_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307", '"': "\u0308",
    "H": "\u030b", "v": "\u030c", "c": "\u0327", "k": "\u0328",
}  # fmt: skip

_LEVELS = re.compile(r"\s*(?:::|-+>|→|»|[·•‧∙⋅・])\s*|\s+[>|]\s+")
_COLON = re.compile(r"(?<=\S):\s+|\s*：\s*")
_YEAR = re.compile(r"(?<!\d)(1[0-9]\d\d|20\d\d)(?!\d)")
# 20200513, 202005: the year of a date without signs.
_COMPACT = re.compile(r"\s*(1[0-9]\d\d|20\d\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?\s*\Z")
_FIRST_YEAR, _LAST_YEAR = 1000, 2100
# Longer than any; what is longer is no name, and no cache holds it.
MAX_NAME = 300
MAX_AFFILIATION = 1000
# What stands in the place of a name where there is none.
_NOBODY = frozenset(
    {"withdrawn", "anonymous", "anonymous authors", "Anonymous Authors", "no author", "No Author", "unknown", "n/a"}
    | {"佚名", "无", "不详"}
)
_ADDRESS = re.compile(
    r"[Hh][Tt][Tt][Pp][Ss]?://[^\s/?#<>\"'\\^`{}|\x00-\x20\x7f]+(?:[/?#][^\s<>\"\\^`{}|\x00-\x20\x7f-\xa0]{0,1900})?"
)


def split_authors(line: str) -> tuple[list[str], bool]:
    """The names of a list of authors written as one text, and whether the list stops early (等, et al.).

    Semicolons divide before anything else, then 、, then commas and `and`; Chinese names also divide at blanks.
    `Zhang, San` is one name, and so are the pairs of `Zhang, S., Li, S.`
    """
    line, truncated = cut_truncation(" ".join(line.split()))
    if ";" in line or "；" in line:
        parts = [name for part in re.split("[;；]", line) for name in _split_and(part)]
    elif "、" in line:
        parts = re.split("[、，,]", line)
    elif _COMMA.search(line) is None:
        parts = han_names(line) if is_han_only(line) else _split_and(line)
    else:
        parts = _split_commas(line)
    return [part for part in (part.strip() for part in parts) if _LETTER.search(part)], truncated


def han_names(line: str) -> list[str]:
    """The Han names between blanks: 张三 李四 are two people; 张 三, 王 小明 and 欧阳 娜娜 are one each."""
    found: list[str] = []
    joining = False
    for word in line.split():
        if joining and len(word) < 3:
            found[-1] += word
            joining = False
        else:
            found.append(word)
            joining = len(word) == 1 or word.translate(SIMPLIFIED) in names.COMPOUND_SURNAMES
    return found


def cut_truncation(line: str) -> tuple[str, bool]:
    """The list without its 等 or "et al.", and whether it had one."""
    start = max(0, len(line) - 40)
    match = _TRUNCATED.search(line, start)
    return (line[: match.start()], True) if match else (line, False)


def authors(values: Iterable[str]) -> tuple[Author, ...]:
    """The authors of names, in their order; what is no name is left out."""
    return tuple(one for one in map(author, values) if one is not None)


def author(value: str, affiliations: tuple[Affiliation, ...] = (), orcid: str | None = None) -> Author | None:
    """A person as a source writes one: `Zhang, San`, `张三`, `张三 (San Zhang)`. None when there is no name in it."""
    if names.is_plain(value) and value not in _NOBODY and len(value) <= MAX_NAME:
        return Author(value, {}, affiliations, orcid)
    found = _author(value if len(value) <= MAX_NAME else value[:MAX_NAME])
    return Author(found.name, found.names, affiliations, orcid) if found and (affiliations or orcid) else found


@lru_cache(maxsize=16384)
def _author(value: str) -> Author | None:
    if "@" in value:
        value = re.sub(r"\S*@\S*", "", scrub(value))
    if not value.isascii() or "\\" in value or "&" in value or "+" in value:
        value = _plain(value)
        if forms := _forms(value):
            return forms
    name = names.display(value)
    return Author(name) if _LETTER.search(name) and name.lower() not in _NOBODY and not is_suffix(name) else None


def is_suffix(name: str) -> bool:
    """Whether this is no name but the end of one: `Jr.`, `III`."""
    return len(name) < 5 and _SUFFIX.match(name) is not None


def affiliation(value: str, country: str | None = None) -> Affiliation | None:
    """An institution, without contact data. None when fewer than two letters are left."""
    return _affiliation(value if len(value) <= MAX_AFFILIATION else value[:MAX_AFFILIATION], country)


@lru_cache(maxsize=4096)
def _affiliation(value: str, country: str | None) -> Affiliation | None:
    return read_affiliation(value, country)


def read_affiliation(value: str, country: str | None = None) -> Affiliation | None:
    """Like `affiliation`, for those who remember what they have read themselves."""
    name = text(value).strip(" \t,;:/.*†‡§-–—")
    return Affiliation(name, country) if name[:2].isalpha() or len(_LETTER.findall(name)) > 1 else None


def orcid(value: str) -> str | None:
    """An ORCID in its four groups, or None."""
    return identifiers.normalise("orcid", value) if value else None


def category(value: str) -> Category | None:
    """An area, or an area and its sub-area: `A · B`, `A::B`, `A->B`, `A: B`. Further levels stay in the sub-area."""
    return _category(value) if len(value) <= MAX_NAME else None


@lru_cache(maxsize=4096)
def _category(value: str) -> Category | None:
    whole = text(value)
    parts = [part.strip() for part in _LEVELS.split(whole)]
    if len(parts) == 1:
        parts = [part.strip() for part in _COLON.split(whole, maxsplit=1)]
    parts = [part for part in parts if part]
    if not parts:
        return None
    return Category(parts[0], " · ".join(parts[1:]) or None)


def year(value: object) -> int | None:
    """The first year in a number or text (`2024`, `2024年`, `c2001`, `2001-05-03`, `20010503`), or None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value if _FIRST_YEAR <= value <= _LAST_YEAR else None
    plain = unicodedata.normalize("NFKC", value) if isinstance(value, str) else ""
    match = _YEAR.search(plain) or _COMPACT.match(plain)
    return int(match[1]) if match else None


def address(value: str) -> str | None:
    """An http(s) address as it may be linked to, or None: other schemes are not kept."""
    if _ADDRESS.fullmatch(value):
        return value
    plain = value.strip().replace(" ", "%20")
    if plain.startswith("//"):
        plain = "https:" + plain
    return plain if plain.isprintable() and _ADDRESS.fullmatch(plain) else None


def _split_and(part: str) -> list[str]:
    """`J. Ko and D. Fox` are two people; `Evangelos and Zervas` may be one whose name was torn."""
    found = [one.strip() for one in AND.split(part)]
    if len(found) == 1:
        return [re.sub(r"^\s*and\s+", "", part)]
    whole = all(" " in one or "." in one or has_han(one) for one in found if one)
    return [one for one in found if one] if whole or not found[0] else [part]


def _split_commas(line: str) -> list[str]:
    groups = [group.strip(" ,，") for group in AND.split(line)]
    pieces = [_COMMA.split(group) for group in groups if group]
    if len(pieces) > 1 and all(len(piece) == 2 for piece in pieces) and not any(" " in piece[0] for piece in pieces):
        return [", ".join(piece) for piece in pieces]  # Zhang, San and Li, Si
    parts = with_suffixes([part for piece in pieces for part in piece if part])
    if len(parts) % 2 == 0 and not has_han(line) and are_pairs(parts):
        return [f"{family}, {given}" for family, given in zip(parts[::2], parts[1::2], strict=True)]
    return parts


def with_suffixes(parts: list[str]) -> list[str]:
    """Parts between commas, with what belongs to the part before: `Robert Downey, Jr.` is one name."""
    found: list[str] = []
    for part in parts:
        if found and _SUFFIX.match(part):
            found[-1] += f" {part}"
        else:
            found.append(part)
    return found


def are_pairs(parts: list[str]) -> bool:
    """Whether family and given names stand in turn: every second has initials in it, or all are single words."""
    families = [word for part in parts[::2] for word in part.split() if word not in names.PARTICLES]
    if all(map(_INITIALS.match, parts[1::2])) and all(
        any(len(word.rstrip(".")) > 1 for word in part.split()) for part in parts[::2]
    ):
        return True
    if len(families) == len(parts) // 2 and all(len(word) > 1 for word in families) and any(map(_GIVEN.match, parts[1::2])):
        return True
    return all(re.fullmatch(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*\.?", part) for part in parts)


def _plain(value: str) -> str:
    """A name without the traces of other formats: references of HTML, accents of TeX, `U+00E4`."""
    value = html.unescape(value) if "&" in value else value
    value = re.sub(r"U\+0*([0-9A-F]{2,5})", lambda match: chr(int(match[1], 16)), value)
    if "\\" in value:
        value = _TEX_ACCENT.sub(lambda match: match[2] + _ACCENTS[match[1]], value).replace("\\-", "")
    return text(unicodedata.normalize("NFC", value))


def _forms(value: str) -> Author | None:
    """`张三 (San Zhang)`, `San Zhang (张三)`, `张三 San Zhang`: one person, both forms. The first one is shown."""
    match = _BOTH_SCRIPTS.match(value) if has_han(value) else None
    if match is None:
        return None
    first, second = [part for part in match.groups() if part]
    if is_han_only(first) == is_han_only(second) or not (is_han_only(first) or is_han_only(second)):
        return None
    shown, other = names.display(first), names.display(second)
    han, latin = (shown, other) if is_han_only(first) else (other, shown)
    return Author(shown, {"zh": han, "en": latin})
