"""What a person did for a work, as library catalogues say it by code or word in many languages: wrote it, edited it, neither.

It translates no other role: who printed, owned or praised a work is not asked for here."""

from __future__ import annotations

import re
from collections.abc import Iterable

from service.paper import Author

AUTHOR, EDITOR, OTHER = "author", "editor", "other"
# Codes of MARC's list of relators, and the words that catalogues use beside or instead of them.
_AUTHORS = frozenset(
    "aut cre dis author creator co-author coauthor joint writer verfasser verfasserin auteur autor autore författare forfatter "
    "著 著者 作者 编著 編著 撰 主讲 aui com ctb contributor inventor inv dtc programmer prg researcher res 070 205 340x".split()
)
_EDITORS = frozenset(
    "edt edc pbd editor ed eds edited compiler hrsg hg herausgeber herausgeberin editeur éditeur curatore redaktør redaktör "
    "主编 主編 编 編 编辑 340 651".split()
)


def nobody() -> dict[str, list[Author]]:
    """People by their role, of whom there is none yet."""
    return {AUTHOR: [], EDITOR: [], OTHER: []}


def settled(people: dict[str, list[Author]]) -> tuple[tuple[Author, ...], tuple[Author, ...]]:
    """Authors and editors, each once. Whoever did something else is an author where nobody else is: performers, translators."""
    authors, editors = _once(people[AUTHOR]), _once(people[EDITOR])
    return authors or (() if editors else _once(people[OTHER])), editors


def _once(people: Iterable[Author]) -> tuple[Author, ...]:
    found: dict[str, Author] = {}
    for one in people:
        found.setdefault(one.name, one)
    return tuple(found.values())


def role(said: Iterable[str]) -> str:
    """AUTHOR, EDITOR or OTHER by what is said of somebody; AUTHOR where nothing is."""
    words = [word for one in said for word in re.split(r"[\s,;:./|()\[\]]+", one.lower()) if word]
    if not words:
        return AUTHOR
    if any(word in _EDITORS for word in words):
        return EDITOR
    return AUTHOR if any(word in _AUTHORS for word in words) else OTHER
