"""How much the words of a long query weigh: questions are full of words that say nothing of what is asked for.

It reads mappings/question_words.txt once; it looks at no paper.
"""

from __future__ import annotations

from collections.abc import Iterable

from service.languages import MAPPINGS
from service.syntax import Word

# Measured together with the weights of ranking.py (DECISIONS.md).
WEAK_WEIGHT = 0.9


def _read() -> tuple[frozenset[str], frozenset[str]]:
    parts: dict[str, set[str]] = {"[left out]": set(), "[weak]": set()}
    words: set[str] = set()
    for line in (MAPPINGS / "question_words.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            words = parts[line]
        elif not line.startswith("#"):
            words |= set(line.split())
    return frozenset(parts["[left out]"]), frozenset(parts["[weak]"])


_LEFT_OUT, _WEAK = _read()


def telling(words: Iterable[Word]) -> list[Word]:
    """The words of a long query that say something; all of them where none does."""
    every = list(words)
    return [word for word in every if _plain(word) not in _LEFT_OUT] or every


def weight(word: Word) -> float:
    """What a word of a long query weighs against others."""
    return WEAK_WEIGHT if _plain(word) in _WEAK else 1.0


def _plain(word: Word) -> str:
    return word.text.lower().strip(".,?'")
