"""Lists of names in BibTeX: `Zhang, San and {ACME Inc.} and others`, `von Last, Jr, First`.

Braces decide before TeX is read: what is braced whole is a body, unless it is plainly a person.
"""

from __future__ import annotations

import re
from dataclasses import replace

from service.languages import has_han, is_han_only
from service.paper import Author
from service.sources.facts import creators, namelists, references, tex
from service.sources.facts.texts import mend

# More than any; behind them nothing is lost but time.
MAX_PEOPLE = 10_000
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_SIGN = re.compile(r"[{}]|\s+and(?=\s)", re.IGNORECASE)
_HELD = re.compile(r"\{[^{}\\]*[ ,][^{}]*\}")


def people(value: str) -> tuple[tuple[Author, ...], bool]:
    """The people of a list in TeX, and whether it stops early (`and others`)."""
    found: list[Author] = []
    truncated = False
    for part in _divided(mend(value))[:MAX_PEOPLE]:
        plain = " ".join(tex.to_text(part).split())
        if references.is_truncation(plain):
            truncated = True
        elif part.startswith("{") and _closes_at(part) == len(part):
            held = [references.person(name) for name in _han_list(plain)] or [references.literal(plain)]
            found += filter(None, held)
        else:
            # What is braced inside of a name holds its words together.
            several, cut = ([plain], False) if _HELD.search(part) else namelists.divided(plain)
            truncated |= cut
            found += filter(None, map(_person, several))
    return tuple(found), truncated


def joined(authors: tuple[Author, ...], others: tuple[Author, ...]) -> tuple[Author, ...]:
    """Authors with their names in the other script, where both lists have one for each."""
    if len(authors) != len(others):
        return authors
    return tuple(map(_both, authors, others))


def _both(one: Author, other: Author) -> Author:
    if one.names or is_han_only(one.name) == is_han_only(other.name) or (has_han(one.name) and has_han(other.name)):
        return one
    han, latin = (one, other) if has_han(one.name) else (other, one)
    return replace(one, names={"zh": han.name, "en": latin.name})


def _divided(value: str) -> list[str]:
    """The parts between `and`s that stand outside of braces."""
    value = value.strip()
    if value.startswith("{") and _closes_at(value) == len(value) and re.search(r"\}\s+and\s+\{", value[1:-1], re.IGNORECASE):
        value = value[1:-1]  # {{昂温, G} and {昂温, P S}}
    if "{" not in value:
        return [part.strip() for part in _AND.split(f" {value} ") if part.strip().lower() not in ("", "and")]
    parts: list[str] = []
    depth = start = 0
    for sign in _SIGN.finditer(value):
        if sign[0] == "{":
            depth += 1
        elif sign[0] == "}":
            depth -= 1
        elif depth <= 0:
            parts.append(value[start : sign.start()])
            start = sign.end()
    parts.append(value[start:])
    return [part.strip() for part in parts if part.strip()]


def _han_list(plain: str) -> list[str]:
    """The names of a list that stands in braces as a whole, {{张三, 李四}}; none where it is no such list."""
    several, _ = namelists.divided(plain)
    return several if len(several) > 1 and all(map(namelists.is_han_name, several)) else []


def _person(name: str) -> Author | None:
    """A person; a body where commas would make a person of it."""
    return creators.person_or_body(name) if "," in name else references.person(name)


def _closes_at(value: str) -> int:
    """Behind the brace that closes the first one; 0 where none does."""
    depth = 0
    for sign in re.finditer(r"[{}]", value):
        depth += 1 if sign[0] == "{" else -1
        if depth == 0:
            return sign.end()
    return 0
