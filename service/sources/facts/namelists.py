"""One line of names: one person, one body, or several; divided where it is sure that they are several.

It reads no name, and leaves a line whole where its commas may stand inside of one name.
"""

from __future__ import annotations

import re

from service import names
from service.folding import SIMPLIFIED
from service.languages import has_han, is_han_only
from service.names.syllables import SURNAME_SYLLABLES, divisions
from service.sources.facts import bodies, fields

_LETTER = re.compile(r"[^\W\d_]")
_SHARP = re.compile("[;；、]")
_COMMA = re.compile(r"\s*[,，]\s*")
# `J. R. Smith`, `Smith JR`, `Smith, J.`: initials tell a person.
_INITIALS = r"(?:[A-ZÀ-ÖØ-Þ]\.?[ -]?){1,3}(?<! )"
_WORD = r"[^\W\d_][^\W\d_'’.-]*(?:['’-][^\W\d_]+)*"
_FAMILY = rf"{_WORD}(?: {_WORD}){{0,2}}"
_WITH_INITIALS = re.compile(rf"(?:[A-ZÀ-ÖØ-Þ]\.[ -]?){{1,4}}{_FAMILY}|[A-ZÀ-ÖØ-Þ] {_WORD}|{_FAMILY} {_INITIALS}")
# `Zhang, San`: one word before one comma.
_TURNED = re.compile(r"[A-Za-z'-]+, ?[A-Za-z. '-]+")
_SUFFIX = re.compile(r" (?:Jr|Sr|II|III|IV)\.?\Z")
_SMALL = frozenset("of for the and in on at to de la".split()) - names.PARTICLES
# The most words of a family name or of given names.
_FEW = 4
# More people than this nobody lists on a line without another sign between them than commas, each with two of them.
_CERTAINLY_SEVERAL = 4


def divided(line: str) -> tuple[list[str], bool]:
    """The names of a line, in its order, and whether the list stops early (等, et al.).

    Semicolons and 、 divide whatever stands between them. `and` divides people and no bodies (`Ministry of Health and
    Welfare`). Commas divide where all between them are whole names by themselves: `张三,李四`, `Zhang San, Li Si`,
    `J. Ko, D. Fox`, `Ko J, Fox D`, `Ko, J., Fox, D.`; not `Zhang, San`. Blanks divide Han names: `张三 李四`.
    """
    line, cut = fields.cut_truncation(" ".join(line.split()))
    # Told at a fifth of the time: it is how most names are written.
    return [line] if _TURNED.fullmatch(line) and " and " not in line.lower() else _names(line), cut


def is_han_name(name: str) -> bool:
    """Whether this is a Chinese person's whole name: two to four characters behind a surname, and no body's."""
    return 2 <= len(name) <= 4 and is_han_only(name) and _surname(name) not in ("", name) and not bodies.is_han_body(name)


def _names(line: str) -> list[str]:
    if _SHARP.search(line):
        return [name for part in _SHARP.split(line) if _LETTER.search(part) for name in _names(part.strip())]
    groups = [group.strip(" ,，") for group in fields.AND.split(line)]
    groups = [group for group in groups if group]
    if len(groups) > 1:
        # Where the last one is not turned (`..., Jane Doe and Ann Poe`), commas divide whole names.
        unturned = _COMMA.search(groups[-1]) is None and _is_whole(groups[-1])
        found = [_people(group, unturned) for group in groups]
        return [name for several in found for name in several] if all(found) else [line]
    line = groups[0] if groups else ""
    if _COMMA.search(line) is None:
        several = fields.han_names(line) if is_han_only(line) else []
        return several if _are_han_names(several) else [line] if line else []
    return _at_commas(line) or [line]


def _people(group: str, unturned: bool) -> list[str]:
    """The people of a part beside an `and`; none where it may be a part of a body's name."""
    if bodies.is_body(group):
        return []
    pieces = fields.with_suffixes(_COMMA.split(group))
    several = pieces if unturned and len(pieces) > 1 and all(map(_is_whole, pieces)) else _at_commas(group)
    if several:
        return several
    given = pieces[1] if len(pieces) == 2 else ""
    is_person = (_is_named(pieces[0]) and _is_named(given)) if given else len(pieces) == 1 and _is_whole(pieces[0])
    return [group] if is_person else []


def _at_commas(line: str) -> list[str]:
    """The names between commas; none where the line is one name, or not surely several."""
    pieces = fields.with_suffixes([piece for piece in _COMMA.split(line) if piece])
    if len(pieces) < 2 or pieces[0].translate(SIMPLIFIED) in names.COMPOUND_SURNAMES:
        return []
    if len(pieces) % 2 == 0 and len(pieces) > 2 and not has_han(line) and fields.are_pairs(pieces):
        return [f"{family}, {given}" for family, given in zip(pieces[::2], pieces[1::2], strict=True)]
    sure = [_is_surely_whole(piece) for piece in pieces]
    if all(sure):
        return pieces
    others = [
        not known and (bodies.is_body(piece) or bodies.is_han_body(piece)) for known, piece in zip(sure, pieces, strict=True)
    ]
    if all(known or body for known, body in zip(sure, others, strict=True)):
        # `Hebei University, Bao Ding` may be one body and its place.
        return pieces if sum(sure) > 1 or any(is_han_name(piece) for piece in pieces) else []
    if any(others):
        return []
    if len(pieces) > 2 and all(map(_is_whole, pieces)):
        return pieces
    return pieces if len(pieces) >= _CERTAINLY_SEVERAL and all(map(_is_named, pieces)) else []


def _is_surely_whole(name: str) -> bool:
    """Whether this can't be a family name or given names alone: initials, or a whole Chinese name, say so."""
    if has_han(name):
        joined = fields.han_names(name) if is_han_only(name) else []
        return len(joined) == 1 and is_han_name(joined[0])
    name = _SUFFIX.sub("", name)
    return (_WITH_INITIALS.fullmatch(name) is not None and not bodies.is_body(name)) or _is_romanised(name)


def _is_romanised(name: str) -> bool:
    """Zhang San, San Zhang, Xiao-Ming Li: a Chinese surname of this reading, and syllables for the rest."""
    if names.PARTICLES.intersection(name.split()):
        return False
    words = name.lower().split()
    if not 2 <= len(words) <= 3 or not name.isascii():
        return False
    ways = ((words[0], words[1:]), (words[-1], words[:-1]))
    return any(family in SURNAME_SYLLABLES and all(divisions(one.replace("-", "")) for one in given) for family, given in ways)


def _is_whole(name: str) -> bool:
    """Whether this may be a whole name: two words or more, or Han characters."""
    if has_han(name):
        return _is_surely_whole(name) or "·" in name
    return _is_named(name) and (" " in name or "." in name.rstrip("."))


def _is_named(part: str) -> bool:
    """Whether this may be a name or a part of one: a few words with capitals, particles among them, and nothing of a body."""
    words = [word for word in part.split() if len(word.rstrip(".")) > 1]
    if has_han(part):
        return not bodies.is_han_body(part)
    return (
        bool(part.strip())
        and len(words) <= _FEW
        and not bodies.is_body(part.title())  # A family name in capitals is no ISO.
        and not re.search(r"\d", part)
        and all(word[:1].isupper() or word.lower() in names.PARTICLES or not word.isascii() for word in words)
        and not any(word in _SMALL for word in words)
    )


def _are_han_names(several: list[str]) -> bool:
    """Whether these are people: all bear a surname, or of three and more the half (Mongols, Manchus and others do not)."""
    if len(several) < 2 or any(not 2 <= len(name) <= 4 or bodies.is_han_body(name) for name in several):
        return False
    known = sum(map(is_han_name, several))
    return known == len(several) or (len(several) > 2 and known * 2 >= len(several))


def _surname(name: str) -> str:
    simplified = name.translate(SIMPLIFIED)
    if simplified[:2] in names.COMPOUND_SURNAMES and len(name) > 2:
        return simplified[:2]
    return simplified[:1] if simplified[:1] in names.SURNAMES else ""
