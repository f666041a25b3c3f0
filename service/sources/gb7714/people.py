"""Authors and editors of references: VASWANI A; Smith J R; 余敏; institutions; 等 and et al.; the year of author-date lists.

It turns no name down: what is no person's name is an institution's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from service.languages import has_han, is_han_only
from service.paper import Author
from service.sources.facts import fields, references

_PARTICLE = r"(?:van der|van den|van de|von der|van|von|der|den|de la|de|del|della|di|da|dos|du|la|le|el|al|bin|ben|ter|ten)"
_WORD = r"[^\W\d_]['’]?[^\W\d_]+(?:[-‐–'’][^\W\d_]+)*"
_INITIALS = r"[^\W\d_a-z](?:\.|(?![^\W\d_]))(?:[\s.-]{0,2}[^\W\d_a-z](?:\.|(?![^\W\d_]))){0,4}"
# VASWANI A, VAN GOGH V W, VEEN P H van der, PEEBLES P Z Jr.
_PERSON = re.compile(
    rf"(?P<family>(?:{_PARTICLE}\s)?{_WORD}(?:\s{_WORD}){{0,2}})\s(?P<initials>{_INITIALS})"
    rf"(?:\s(?P<particle>{_PARTICLE}))?(?:,?\s(?P<suffix>Jr|Sr|II|III|IV)\.?)?\.?\Z"
)
_YEAR = re.compile(r"[,，.]?\s*[(（\[]?\s*(?P<year>[12]\d{3})(?:\s?[/-]\s?\[?\d{4}\]?)?[a-z]?\s*[)）\]]?\Z")
_COMMA = re.compile(r"\s*[,，、;；]\s*")
_NOBODY = frozenset({"anon", "anonymous", "佚名"})
# A list of names is not longer, and a name neither.
LIST_LENGTH = 2000
_HAN_NAME = 40
# 《环球科学》杂志社
_INSTITUTION = re.compile("(?:社|编辑部|委员会|学会|协会|中心|研究[所院]|办公室)\\Z")
_BODY_LENGTH = 160
# A dot behind one of these ends no sentence.
_ABBREVIATED = re.compile(
    r"(?:\b(?:v|vs|No|Nos|Rep|art|amend|Const|Exec|Res|para|Mr|Mrs|Ms|Dr|St|Prof|Pt|Vol|vol|Fig|Eds?|eds?|U\.S|[A-Z]\.[A-Z]))\Z"
)
_ROLE = re.compile(r"[,，]\s*(?:主?编|编著|著|编译|译|trans|eds?)\.?\Z|\s+\(?eds?\.?\)?\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class People:
    """Who stands at the beginning of a reference, whether more are left out, and the year behind them."""

    authors: tuple[Author, ...] = ()
    truncated: bool = False
    year: int | None = None


def read(text: str) -> People:
    """The people of a list, and the year that an author-date list has behind them."""
    line, year = text.strip(" ,，.．。"), None
    if (match := _YEAR.search(line[-30:])) and (start := len(line) - len(line[-30:]) + match.start()):
        line, year = line[:start], int(match["year"])
    line, cut = fields.cut_truncation(_ROLE.sub("", line))
    names = _divided(line)
    found = [one for name in names if name.strip(" .").lower() not in _NOBODY and (one := _person(name))]
    return People(tuple(found), cut, year)


def are_people(text: str) -> bool:
    """Whether a text is a list of people's names, or of Chinese institutions."""
    line = text.strip()
    if not line or len(line) > LIST_LENGTH:
        return False
    if match := _YEAR.search(line[-30:]):
        line = line[: len(line) - len(line[-30:]) + match.start()]
    line, cut = fields.cut_truncation(_ROLE.sub("", line))
    names = [name for name in _divided(line) if name]
    return (bool(names) or cut) and all(map(_is_name, names))


def may_be_body(text: str) -> bool:
    """Whether a text without a dot can be the name of an institution, or a person's in full: `World Health Organization`."""
    line = text.strip()
    return (
        0 < len(line) <= _BODY_LENGTH
        and not re.search("[?!？！:：]", line)
        and line[:1].isupper()
        and _ABBREVIATED.search(line) is None
        and re.search(r"[^\W\d_]{2}", line) is not None
    )


def ends_in_abbreviation(text: str) -> bool:
    """Whether the dot behind this text belongs to its last word: `Vol`, `U.S`."""
    return _ABBREVIATED.search(text[-12:]) is not None


def _divided(line: str) -> list[str]:
    """The names; commas before `Jr.` and between family and given name of `Smith, J.` do not divide."""
    parts = [one for part in _COMMA.split(line.replace("&", " and ")) for one in _at_and(part) if one]
    names: list[str] = []
    for part in parts:
        plain = part.strip(" .")
        if names and (
            re.fullmatch(r"(?:Jr|Sr|II|III|IV|Inc|Ltd|LLC)", plain) or (re.fullmatch(_INITIALS, part) and not has_han(names[-1]))
        ):
            names[-1] += f" {part}"
        elif names and is_han_only(names[-1]) and not has_han(part) and re.fullmatch(rf"{_WORD}|{_INITIALS}", part):
            names[-1] += f", {part}"  # 拉普拉斯, Pierre-Simon: a foreign name, family name in Chinese
        else:
            names.append(part)
    return names


def _at_and(part: str) -> list[str]:
    """`Ko J and Fox D` are two people, `Department of Economic and Social Affairs` is one body."""
    part = re.sub(r"\Aand\s", "", part.strip())
    several = [one.strip() for one in re.split(r"\sand\s", part)]
    return (
        several
        if len(several) == 1 or all(not one or _PERSON.fullmatch(one) or re.fullmatch(_INITIALS, one) for one in several)
        else [part]
    )


def _is_name(name: str) -> bool:
    if has_han(name):
        return len(name) <= _HAN_NAME and (_INSTITUTION.search(name) is not None or not re.search("[?!？！:：《》“”]", name))
    if re.fullmatch("[\uac00-\ud7af]{2,6}", name):
        return True
    return _PERSON.fullmatch(name) is not None or name.strip(" .").lower() in _NOBODY


def _person(name: str) -> Author | None:
    name = name.strip()
    if has_han(name):
        return (
            references.person(name)
            if len(name) <= 6 or ", " in name or is_han_only(name) or "·" in name
            else references.body(name)
        )
    match = _PERSON.fullmatch(name)
    if match is None:
        return references.body(name)
    family = match["family"].capitalize() if len(match["family"]) < 4 else match["family"]
    family = f"{match['particle']} {family}" if match["particle"] else family
    parts = [family, match["suffix"], match["initials"].strip()]
    return references.person(", ".join(part for part in parts if part))
