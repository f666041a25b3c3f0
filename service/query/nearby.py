"""Words that differ by one edit: how far two texts are apart, and the Chinese terms that are near to a run of characters.

Pure: texts in, texts out. Which of them is suggested is spelling.py's matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from service import names
from service.folding import fold
from service.languages import is_han_only

# Terms of these lengths are compared: a single character is near to everything, and longer ones are rare.
SHORTEST, LONGEST = 2, 8
# Of two characters every second one is another in half of all words, so they must sound alike.
SURE = 3


def edits(one: str, other: str) -> int:
    """How many characters must be put in, left out, replaced or exchanged with their neighbour."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, left in enumerate(one, 1):
        current = [row]
        for column, right in enumerate(other, 1):
            cost = min(last[column] + 1, current[-1] + 1, last[column - 1] + (left != right))
            if row > 1 and column > 1 and left == other[column - 2] and one[row - 2] == right:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        before, last = last, current
    return last[-1]


def sounds_alike(one: str, other: str) -> bool:
    """Whether two Han texts are read alike, tones aside: what an input method offers by mistake."""
    return _read(one) == _read(other)


class Vocabulary:
    """The Chinese terms within one edit of a text, by an index that is made anew when the terms are other ones."""

    def __init__(self, terms: Callable[[], Mapping[str, object]]) -> None:
        """`terms` gives the current terms, as keys; it is called at each use."""
        self._terms = terms
        self._held: tuple[Mapping[str, object], Mapping[str, tuple[str, ...]]] = ({}, {})

    def knows(self, text: str) -> bool:
        """Whether a text is a known term."""
        return fold(text) in self._terms()

    def corrections(self, run: str) -> list[str]:
        """What a run of Han characters may have been meant to be, likeliest first: it, or one piece of it, made a known term.

        First what sounds alike, then where more of it is one term. A piece must have as many characters and sound alike, or
        have them in another order: cut out of two words, it is near to far too much otherwise.
        """
        known, run = self._terms(), fold(run)
        found: dict[str, tuple[bool, int, int]] = {}
        for start in range(len(run)):
            for end in range(start + SHORTEST, min(len(run), start + LONGEST) + 1):
                piece = run[start:end]
                if piece in known:
                    continue
                for order, term in enumerate(self.near(piece)):
                    alike = sounds_alike(piece, term) and len(piece) == len(term)
                    sure = min(len(piece), len(term)) >= SURE and (piece == run or sorted(piece) == sorted(term))
                    if alike or sure:
                        text = run[:start] + term + run[end:]
                        rank = (not alike, -len(term), order)
                        found[text] = min(rank, found.get(text, rank))
        found.pop(run, None)
        return sorted(found, key=lambda text: (found[text], text))

    def near(self, piece: str) -> Iterator[str]:
        """The terms within one edit of a text that is none itself, in the order of the list."""
        index = self._index()
        seen = dict.fromkeys(term for part in (piece, *_shortened(piece)) for term in index.get(part, ()))
        return (term for term in seen if edits(piece, term) == 1)

    def _index(self) -> Mapping[str, tuple[str, ...]]:
        """Each term under itself and under what is left of it without one character: near texts share one of these."""
        terms = self._terms()
        held, index = self._held
        if held is not terms:
            index = _indexed(term for term in terms if SHORTEST <= len(term) <= LONGEST and is_han_only(term))
            self._held = (terms, index)
        return index


def _indexed(terms: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    index: dict[str, tuple[str, ...]] = {}
    for term in terms:
        for part in dict.fromkeys((term, *_shortened(term))):
            index[part] = (*index.get(part, ()), term)
    return index


def _shortened(text: str) -> Iterator[str]:
    return (text[:at] + text[at + 1 :] for at in range(len(text)))


@lru_cache(maxsize=4096)
def _read(text: str) -> str:
    return names.pinyin(text)[0]
