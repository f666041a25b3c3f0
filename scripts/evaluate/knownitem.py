"""Sets made from papers themselves: what finds the paper that it was taken from. CSL in Chinese, pasted titles in English.

Every choice is drawn with a fixed seed, so that the same papers give the same questions.
"""

from __future__ import annotations

import json
import random
import re
import string
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from scripts.evaluate.model import DATA, Questions, Record, Titles, record
from service.folding import squash

CSL = DATA / "papers_zh" / "csl"
PAPERLISTS = DATA / "papers_en" / "paperlists"
SEED = 2026
# As many pasted titles as the issue asks for.
SAMPLE = 2000
MIN_TYPO_WORD, MIN_BROKEN_WORD = 5, 6

_WORD = re.compile(r"[A-Za-z]+")


@cache
def csl() -> tuple[dict[str, Any], ...]:
    """The 2,000 whole papers of CSL."""
    return tuple(json.loads(line) for line in (CSL / "derived_joined_2000.jsonl").read_text(encoding="utf-8").splitlines())


def csl_abstracts() -> Iterator[Record]:
    """Abstracts alone: the title is what is asked by."""
    return (record(one["id"], abstracts={"zh": one["abstract"]}) for one in csl())


def csl_texts() -> Iterator[Record]:
    """Titles and abstracts: the keywords are what is asked by."""
    return (record(one["id"], titles={"zh": one["title"]}, abstracts={"zh": one["abstract"]}) for one in csl())


def by_title(_: Titles) -> Questions:
    """The title, for its abstract."""
    return _own({one["id"]: one["title"] for one in csl()})


def by_keywords(_: Titles) -> Questions:
    """All keywords, for title and abstract."""
    return _own({one["id"]: " ".join(one["keywords"]) for one in csl()})


def by_first_keyword(_: Titles) -> Questions:
    """The first keyword alone; many papers have it, one of them is meant."""
    return _own({one["id"]: one["keywords"][0] for one in csl()})


def _own(queries: dict[str, str]) -> Questions:
    return Questions(queries, {own_id: {own_id: 1} for own_id in queries})


def pasted(change: Callable[[str, random.Random], str | None]) -> Callable[[Titles], Questions]:
    """Questions made of the first SAMPLE titles of the index, shuffled, that `change` changes (None: leave it out).

    Every paper with an equal title is a right answer: some stand in the lists twice.
    """

    def questions(titles: Titles) -> Questions:
        known = titles()
        holders: dict[str, dict[str, int]] = defaultdict(dict)
        for own_id, title in known.items():
            holders[squash(title)][own_id] = 1
        shuffled = sorted(own_id for own_id, title in known.items() if squash(title))
        random.Random(SEED).shuffle(shuffled)  # noqa: S311
        queries: dict[str, str] = {}
        for own_id in shuffled:
            # A generator for each title: what one draws never moves the others.
            changed = change(known[own_id], random.Random(f"{SEED} {squash(known[own_id])}"))  # noqa: S311
            if changed is not None and len(queries) < SAMPLE:
                queries[own_id] = changed
        return Questions(queries, {own_id: holders[squash(known[own_id])] for own_id in queries})

    return questions


def unchanged(title: str, _: random.Random) -> str | None:
    """The title as it is."""
    return title


def with_dot(title: str, _: random.Random) -> str | None:
    """A trailing dot, as in a list of references."""
    return None if title.endswith(".") else title + "."


def with_other_apostrophe(title: str, _: random.Random) -> str | None:
    """Curly where it is straight and straight where it is curly."""
    swapped = title.translate(str.maketrans("'’", "’'"))
    return swapped if swapped != title else None


def broken_at_line_end(title: str, chance: random.Random) -> str | None:
    """One word as a PDF breaks it at the end of a line: `net- work`."""
    words = [word for word in _WORD.finditer(title) if len(word[0]) >= MIN_BROKEN_WORD]
    if not words:
        return None
    word = chance.choice(words)
    place = chance.randrange(word.start() + 2, word.end() - 2)
    return f"{title[:place]}- {title[place:]}"


def with_typo(title: str, chance: random.Random) -> str | None:
    """One typing error in one word of at least five letters: two letters swapped, one dropped, replaced or added."""
    words = [word for word in _WORD.finditer(title) if len(word[0]) >= MIN_TYPO_WORD]
    if not words:
        return None
    word = chance.choice(words)
    return title[: word.start()] + _mistyped(word[0], chance) + title[word.end() :]


def _mistyped(word: str, chance: random.Random) -> str:
    swappable = [i for i in range(len(word) - 1) if word[i].lower() != word[i + 1].lower()]
    kind = chance.choice(("swap", "drop", "replace", "insert") if swappable else ("drop", "replace", "insert"))
    if kind == "swap":
        i = chance.choice(swappable)
        return word[:i] + word[i + 1] + word[i] + word[i + 2 :]
    i = chance.randrange(len(word))
    if kind == "drop":
        return word[:i] + word[i + 1 :]
    letter = chance.choice([one for one in string.ascii_lowercase if one != word[i].lower()])
    return word[:i] + letter + word[i + (kind == "replace") :]
