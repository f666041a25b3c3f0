"""When two names are one facet value, and when they may be one person's.

Keys are for comparing and looking up; what is shown stays in service.names.shown.
"""

from __future__ import annotations

import re
from functools import lru_cache

from service.folding import fold
from service.languages import has_han
from service.names.shown import LOOSE_HYPHEN
from service.names.surnames import PARTICLES

_NO_DOTS = str.maketrans({".": " ", "．": " ", "'": None, "’": None})
_TOKEN = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=32768)
def key(name: str) -> str:
    """The key of a displayed name: folded case, accents, width, dots, blanks. Equal keys are one facet value."""
    plain = name.translate(_NO_DOTS)
    return fold(LOOSE_HYPHEN.sub("-", plain) if "-" in plain else plain)


def agree(one: str, other: str) -> bool:
    """Whether two displayed names can be one person's: equal keys, another order, initials for given names, or these apart,
    together or joined by hyphens (`Xiao-Ming Li`, `Xiaoming Li`)."""
    first, second = key(one).replace("-", " ").split(), key(other).replace("-", " ").split()
    if sorted(first) == sorted(second):
        return True
    if not first or not second:
        return False
    return any(_abbreviates(a, b) for a in (first, _turned(first)) for b in (second, _turned(second)))


def tokens(name: str) -> list[str]:
    """The words of a name that are more than an initial, folded; of a one-letter name the letters."""
    folded = key(name).replace("-", " ")
    words = folded.split() if folded.replace(" ", "").isalpha() else _TOKEN.findall(folded)
    return [word for word in words if len(word) > 1 or has_han(word)] or words


def _turned(words: list[str]) -> list[str]:
    """The family name, which stood first, behind the given names."""
    return words[1:] + words[:1]


def _abbreviates(one: list[str], other: list[str]) -> bool:
    """`s zhou` or `s k zhou` against `shaohua kevin zhou`: same family name, given names agree as far as both go."""
    if one[-1] != other[-1] or len(one[-1]) < 2:
        return False
    if "".join(one) == "".join(other):
        return True
    # `Antonius van Maris` and `Antonius J. A. van Maris`: particles are the family's.
    bare = ([word for word in words[:-1] if word not in PARTICLES] for words in (one, other))
    given = list(zip(*bare, strict=False))
    return bool(given) and all(a.startswith(b) if len(b) == 1 else b.startswith(a) if len(a) == 1 else a == b for a, b in given)
