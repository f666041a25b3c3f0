"""Learns pairs of terms from papers that say the same in Chinese and English: keywords in step, titles that are one term.

Pure: documents in, counts out. Storing the pairs and giving them to the expander is not its matter.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from service.expansion.english import key_of, words_of
from service.folding import fold
from service.languages import is_han_only

# One paper may be wrong, or have its keywords in another order; two that agree hardly ever are.
MIN_SUPPORT = 2
# Of the papers that give a Chinese term any English, so many must agree: keywords in another order scatter.
MIN_SHARE = 0.3
# A title of no more characters and words is a term.
TERM_CHARACTERS = 8
TERM_WORDS = 4
MAX_WORDS = 6
# What is longer is a sentence or damaged; it would weigh on every process that searches.
MAX_CHINESE, MAX_ENGLISH = 30, 100

# Which stored papers say the same twice, and the parts of them that are read. Keywords of two languages alone prove nothing:
# a list such as BERT, 文本分类 is divided by language, and its halves may be equally long.
BILINGUAL: Mapping[str, Any] = {"bool": {"filter": [{"exists": {"field": "titles.zh"}}, {"exists": {"field": "titles.en"}}]}}
FIELDS = ("titles.zh", "titles.en", "keywords.zh", "keywords.en")

_LATIN = re.compile("[a-z]")

Counts = Counter[tuple[str, str]]
Pairs = dict[str, list[tuple[str, int]]]


def mine(documents: Iterable[Mapping[str, Any]]) -> Counts:
    """How many papers pair (Chinese, English), both folded. A document has `titles` and `keywords` by language code.

    Counts of several runs may be added, as long as each paper is counted once.
    """
    counts: Counts = Counter()
    for document in documents:
        counts.update(set(_of_one(document)))
    return counts


def choose(counts: Counts, min_support: int = MIN_SUPPORT, min_share: float = MIN_SHARE) -> Pairs:
    """The pairs to trust: Chinese -> [(English, support)], best first. Forms of one English term are counted together."""
    total: Counter[str] = Counter()
    forms: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for (chinese, english), count in counts.items():
        total[chinese] += count
        forms[chinese, key_of(words_of(english))][english] += count
    chosen: Pairs = {}
    for (chinese, _), spelled in forms.items():
        support = spelled.total()
        if support >= min_support and support >= min_share * total[chinese]:
            # The commonest spelling stands for all; of equally common ones the first in the alphabet.
            best = min(spelled, key=lambda english: (-spelled[english], english))
            chosen.setdefault(chinese, []).append((best, support))
    return {chinese: sorted(found, key=lambda one: (-one[1], one[0])) for chinese, found in sorted(chosen.items())}


def _of_one(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    keywords = document.get("keywords") or {}
    chinese, english = keywords.get("zh") or (), keywords.get("en") or ()
    # Lists of unequal length are out of step somewhere, and nobody knows where.
    if len(chinese) == len(english):
        for one, other in zip(chinese, english, strict=True):
            yield from _pair(one, other)
    titles = document.get("titles") or {}
    one, other = titles.get("zh") or "", titles.get("en") or ""
    if len(one) <= TERM_CHARACTERS and len(words_of(other)) <= TERM_WORDS:
        yield from _pair(one, other)


def _pair(chinese: str, english: str) -> Iterator[tuple[str, str]]:
    one, other = fold(chinese).replace(" ", ""), fold(english)
    if (
        1 < len(one) <= MAX_CHINESE
        and len(other) <= MAX_ENGLISH
        and is_han_only(one)
        and _LATIN.search(other)
        and len(words_of(other)) <= MAX_WORDS
        and not is_han_only(other)
    ):
        yield one, other
