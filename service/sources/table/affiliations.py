"""Whose institution is whose, by the columns of Scopus, Web of Science, Dimensions, IEEE and others.

Where a table names institutions without saying whose they are, nobody gets one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from service import names
from service.paper import Affiliation, Author
from service.sources.facts import chinese, countries
from service.sources.facts.texts import text

# [Zhang, San; Li, Si] Univ Science, Beijing, Peoples R China; [...] ...
_BRACKETED = re.compile(r"\[([^\[\]]{1,20000})\]\s*([^\[\]]{1,2000})")
# Zhang, San (University of Science; Institute); Li, Si (...)
_IN_PARENTHESES = re.compile(r"([^;()]{2,200})\(((?:[^()]|\([^()]{0,500}\)){1,5000})\)\s*(?:;|\Z)")
_LIST = re.compile(r"\s*[;；|\n]+\s*")


def placed(authors: tuple[Author, ...], values: Mapping[str, Sequence[str]], short: str) -> tuple[Author, ...] | None:
    """The authors with their affiliations; None where nobody can tell whose is whose. `short`: their names as they stand."""
    for value in values.get("authors_placed", ()):
        if (found := _in_parentheses(authors, value) or _behind_names(authors, value, short)) is not None:
            return found
    cells = [*values.get("affiliations_in_turn", ()), *values.get("affiliations", ())]
    for value in cells:
        if (bracketed := _bracketed(authors, value)) is not None:
            return bracketed
    for name in ("affiliations_in_turn", "affiliations"):
        for value in values.get(name, ()):
            return chinese.affiliated(authors, _LIST.split(value), in_turn=name == "affiliations_in_turn")
    return authors


def _given(author: Author, places: Sequence[str]) -> Author:
    known: tuple[Affiliation, ...] = tuple(dict.fromkeys(one for place in places if (one := countries.affiliation(place))))
    return replace(author, affiliations=known) if known else author


def _in_parentheses(authors: tuple[Author, ...], value: str) -> tuple[Author, ...] | None:
    found = [match[2].split(";") for match in _IN_PARENTHESES.finditer(value)]
    return tuple(map(_given, authors, found)) if authors and len(found) == len(authors) else None


def _behind_names(authors: tuple[Author, ...], value: str, short: str) -> tuple[Author, ...] | None:
    """`Zhang, S., University of Science, Beijing, China; Li, S., ...`: an author's name as the list has it comes first."""
    parts, written = _LIST.split(value.strip("; ")), _LIST.split(short)
    if not authors or len(parts) != len(authors) or len(written) != len(authors):
        return None
    places = []
    for part, name in zip(parts, written, strict=True):
        letters = r"[\s,.]*".join(map(re.escape, re.findall(r"\w+", name)[:8]))
        match = re.match(rf"{letters}[\s.]*,", part, re.IGNORECASE)
        if match is None:
            return None
        places.append([part[match.end() :]])
    return tuple(map(_given, authors, places))


def _bracketed(authors: tuple[Author, ...], value: str) -> tuple[Author, ...] | None:
    groups = [
        ([names.display(text(name)) for name in match[1].split(";")], match[2].strip(" ;"))
        for match in _BRACKETED.finditer(value)
    ]
    if not groups:
        return None
    return tuple(
        _given(author, [place for people, place in groups if any(names.agree(author.name, name) for name in people)])
        for author in authors
    )
