"""English words as keys of a table: case, hyphens, accents and the plural don't matter. Pure."""

from __future__ import annotations

import re

from service.folding import fold

# Signs belong to the word before them: C++, C#.
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*[+#]*")
# Words that mean nothing without the others: a term may hold them inside, and neither begins nor ends with one.
SMALL = frozenset(
    "a an the of for and or in on at to with by from as via into over between among under is are be its their this that "
    "these towards toward upon within without not no it was were if then there they such will but".split()
)
# The longest ending that leaves four letters.
_ENDING = re.compile(
    r"(?<=\w{4})(?:ational|ations?|itions?|ingly|ments?|ness|ical|ally|ions?|ings?|edly|ies|ied|ive|ous|ers?|ors?|ary|ed|ic|al"
    r"|ly|es?|y|s)\b"
)


def typed_words(text: str) -> list[str]:
    """The words of a text as they stand there; hyphens divide."""
    return _WORD.findall(text)


def words_of(text: str) -> list[str]:
    """The words of a text, folded; hyphens divide."""
    return _WORD.findall(fold(text))


def key_of(words: list[str]) -> str:
    """One key for all forms of a term: `Neural Networks`, `neural-network` -> `neural network`."""
    return " ".join(singular(word) for word in words if word not in SMALL)


def singular(word: str) -> str:
    """The word without its plural ending, by a light rule: what it does to one form it does to the other."""
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1]


def stem(key: str) -> str:
    """A rougher key, for terms whose finer one nobody knows: summarization, summarizing and summarize meet."""
    return _ENDING.sub("", key)
