"""Divides names of people into family and given name, as far as that is certain enough for a list of references.

It never makes characters up and turns no order that it is not sure of: such names stay whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from service.exports.facts import line
from service.folding import fold
from service.languages import is_han_only
from service.names import COMPOUND_SURNAMES, PARTICLES, SURNAMES
from service.names.readings import surname_readings

# Longer ones are names of groups.
MAX_WORDS = 6
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?\Z", re.IGNORECASE)
_INITIALS = re.compile(r"[^\W\d_]\.?(?:-?[^\W\d_]\.)*\Z")
_WORD = re.compile(r"[^\W\d_]+(?:['’.‐-][^\W\d_]*)*\Z")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff.'’‐ -]+\Z")
_JOINING = frozenset({"y", "e", "i", "und"})
# Irish and Scottish ones are no particles elsewhere: they keep their capital and never stand alone.
_LEADING = (PARTICLES - _JOINING) | {"ó", "ua", "uí", "ní", "nic", "mac"}
_GROUPS = frozenset(
    "academy agency alliance and association authors bureau center centre collaboration college commission committee company "
    "consortium corporation council department foundation group inc institute institution international lab laboratory labs ltd "
    "ministry network office organisation organization press project research school society team the union university".split()
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name in its parts. `particle` stands before the family name and belongs to it: van, de la.

    `is_likely`: it is no more than that (`Zhang S.`, `Prathosh A. P.`): good for a list of references, but whoever reads it
    back would turn the name.
    """

    family: str
    given: str
    particle: str = ""
    suffix: str = ""
    is_han: bool = False
    is_likely: bool = False

    @property
    def whole_family(self) -> str:
        """The family name with its particle."""
        return f"{self.particle} {self.family}" if self.particle else self.family


def shown(author: Mapping[str, Any], language: str | None = None) -> str:
    """How a person is written: in a language where the paper has that form, else the form to show."""
    return line((author.get("names") or {}).get(language) or author.get("name"))


def divide(author: Mapping[str, Any], language: str | None = None) -> Name | None:
    """The parts of the name that `shown` gives; None where they are uncertain or the name is that of a group."""
    return divided(shown(author, language), line((author.get("names") or {}).get("zh")))


def certain(author: Mapping[str, Any], language: str | None = None) -> Name | None:
    """Like `divide`, for formats that are read back: without what is only likely."""
    name = divide(author, language)
    return None if name is None or name.is_likely else name


# A conference's authors come again and again, mostly on papers near each other.
@lru_cache(maxsize=8192)
def divided(name: str, han: str = "") -> Name | None:
    """The parts of one name. `han` is the same person's Han form: it tells which word of a romanised one is the family's."""
    if is_han_only(name):
        return _han(name)
    if not _LATIN.match(name):
        return None
    words = name.split()
    suffix = words.pop() if len(words) > 2 and _SUFFIX.match(words[-1]) else ""
    if (
        not 2 <= len(words) <= MAX_WORDS
        or not all(map(_WORD.match, words))
        or _GROUPS & {word.lower().strip(".") for word in words}
    ):
        return None
    if all(map(_INITIALS.match, words[1:])) and not _INITIALS.match(words[0]):
        return Name(words[0], " ".join(words[1:]), suffix=suffix, is_likely=True)  # Initials never are a family name.
    if _is_family_first(words, han):
        return Name(words[0], " ".join(words[1:]), suffix=suffix)
    start = _family_start(words)
    particles = [word for word in words[start:-1] if word.lower() in PARTICLES]
    if len(particles) < len(words) - 1 - start:
        return Name(" ".join(words[start:]), " ".join(words[:start]), suffix=suffix)
    return Name(words[-1], " ".join(words[:start]), " ".join(particles), suffix)


def _han(name: str) -> Name | None:
    """余敏, 欧阳修; not 中国科学院 nor 华为公司, nor Japanese names of four characters, whose family name nobody can tell."""
    folded = fold(name)
    size = 2 if folded[:2] in COMPOUND_SURNAMES else 1
    if not 1 <= len(name) - size <= 2 or len(folded) != len(name) or (size == 1 and folded[0] not in SURNAMES):
        return None
    return Name(name[:size], name[size:], is_han=True)


def _is_family_first(words: list[str], han: str) -> bool:
    """`Yu Min` of 余敏."""
    family = _han(han) if han else None
    if family is None:
        return False
    readings = surname_readings(fold(family.family))
    return fold(words[0]) in readings and fold(words[-1]) not in readings


def _family_start(words: list[str]) -> int:
    """Where the family name begins: `Vincent | van Gogh`, `Juan | de la Cruz`, `José | Ortega y Gasset`."""
    start = len(words) - 1
    if start >= 3 and words[start - 1] in _JOINING:
        return start - 2
    while start > 1 and words[start - 1].lower() in _LEADING:
        start -= 1
    return start
