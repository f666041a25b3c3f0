"""Keys of BibTeX entries: family name, year, and the first telling word of the title; in letters or in Han.

Keys are unique within one export and depend only on the papers before: a stream of any length needs no second pass.
"""

from __future__ import annotations

import re

from service import names
from service.exports import facts, people
from service.exports.facts import Paper
from service.folding import fold
from service.languages import HAN

STYLES = ("pinyin", "han")

_ASCII = re.compile(r"[a-z0-9]+")
_HAN_RUN = re.compile(f"[{HAN}]+")
_WORD = re.compile(r"[^\W_]+")
_SMALL = frozenset(
    "a an and are as at by do does for from how in into is its of on or our the to towards toward via what when why with".split()
)
# Of a Chinese title as many characters as a word of it may have.
_HAN_LENGTH = 4
MAX_PART = 24


class Keys:
    """Makes the keys of one export. Not for several threads."""

    def __init__(self, style: str = "pinyin") -> None:
        self._is_han = style == "han"
        self._next: dict[str, int] = {}

    def key(self, paper: Paper) -> str:
        """A key that no paper before this one had: the second of a kind ends in `a`, the third in `b`."""
        base = self._family(paper) + str(facts.year(paper) or "") + self._word(paper)
        found = base = base or "paper"
        while found in self._next:
            found = base + _suffix(self._next[base])
            self._next[base] += 1
        self._next[found] = 0
        return found

    def _family(self, paper: Paper) -> str:
        people_of = paper.get("authors") or paper.get("editors") or ()
        if not people_of:
            return self._spelled(facts.line(paper.get("venue")).split(" ")[0])
        name = people.divide(people_of[0])
        return self._spelled(name.whole_family if name else people.shown(people_of[0]))

    def _word(self, paper: Paper) -> str:
        title = facts.line(paper.get("title"))
        for word in _WORD.findall(title):
            if run := _HAN_RUN.match(word):
                return self._spelled(run[0][:_HAN_LENGTH])
            if fold(word) not in _SMALL and (spelled := self._spelled(_HAN_RUN.split(word)[0])):
                return spelled
        return ""

    def _spelled(self, text: str) -> str:
        if self._is_han:
            return "".join(_WORD.findall(text if _HAN_RUN.search(text) else fold(text)))[:MAX_PART]
        spelled = names.pinyin(text)[0] if _HAN_RUN.search(text) else ""
        return "".join(_ASCII.findall(spelled or fold(text)))[:MAX_PART]


def _suffix(number: int) -> str:
    """0 -> a, 25 -> z, 26 -> aa."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters
