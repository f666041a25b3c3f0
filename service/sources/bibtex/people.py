"""Lists of names in BibTeX: `Zhang, San and {ACME Inc.} and others`, `von Last, Jr, First`.

Braces decide before TeX is read: what is braced whole is a body, unless it is plainly a person.
"""

from __future__ import annotations

import re
from dataclasses import replace

from service.languages import has_han, is_han_only
from service.paper import Author
from service.sources.facts import fields, references, tex
from service.sources.facts.texts import mend

# More than any; behind them nothing is lost but time.
MAX_PEOPLE = 10_000
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_SIGN = re.compile(r"[{}]|\s+and(?=\s)", re.IGNORECASE)
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?\Z", re.IGNORECASE)


def people(value: str) -> tuple[tuple[Author, ...], bool]:
    """The people of a list in TeX, and whether it stops early (`and others`)."""
    found: list[Author] = []
    truncated = False
    parts = _divided(mend(value))
    if len(parts) == 1 and (several := _otherwise_divided(parts[0])):
        names, truncated = several
        return tuple(one for one in map(references.person, names) if one), truncated
    for part in parts[:MAX_PEOPLE]:
        plain = " ".join(tex.to_text(part).split())
        if references.is_truncation(plain):
            truncated = True
            continue
        if part.strip().startswith("{") and _closes_at(part.strip()) == len(part.strip()):
            author = references.literal(plain)
        else:
            plain, cut = fields.cut_truncation(plain)
            truncated |= cut
            author = references.person(plain)
        if author:
            found.append(author)
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
        return [part for part in _AND.split(f" {value} ") if part.strip().lower() not in ("", "and")]
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
    return [part for part in parts if part.strip()]


def _otherwise_divided(part: str) -> tuple[list[str], bool] | None:
    """A list that knows no `and`: `张三, 李四`, `San Zhang; Si Li`, `A. Ko, B. Li, C. Wu`. None where it is one name."""
    if part.startswith("{") and _closes_at(part) == len(part):
        return None
    plain = tex.to_text(part)
    commas = [piece.strip() for piece in re.split("[,，]", plain)]
    if re.search(r"[;；、]", plain) or (len(commas) > 2 and not (len(commas) == 3 and _SUFFIX.match(commas[1]))):
        return fields.split_authors(plain)
    if len(commas) == 2 and references.are_two(commas[0], fields.cut_truncation(commas[1])[0].strip()):
        return fields.split_authors(plain)
    return None


def _closes_at(value: str) -> int:
    """Behind the brace that closes the first one; 0 where none does."""
    depth = 0
    for sign in re.finditer(r"[{}]", value):
        depth += 1 if sign[0] == "{" else -1
        if depth == 0:
            return sign.end()
    return 0
