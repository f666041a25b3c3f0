"""Which names are borne by so many people that papers under one of them may be several people's. Pure.

It looks at the name alone; whether its papers hang together is told by who knows them.
"""

from __future__ import annotations

from service.languages import is_han_only
from service.names.surnames import COMPOUND_SURNAMES
from service.names.syllables import SURNAME_SYLLABLES, divisions

# Given names of so many syllables are shared by many; of Han characters, which tell more, one.
MAX_SYLLABLES = 2


def is_common(key: str) -> bool:
    """Whether a name's key says little: romanised Chinese of few syllables, initials for all given names, Han of two characters.

    `wei wang`, `xiaogang wang`, `s zhang`, `j p smith`, `王伟`; not `yoshua bengio`, nor `王小明`.
    """
    if is_han_only(key):
        return len(key) - (2 if key[:2] in COMPOUND_SURNAMES and len(key) > 2 else 1) == 1
    words = key.split()
    whole = [word for word in words if len(word) > 1]
    if len(words) > 1 and len(whole) == 1:
        return True
    return len(words) == 2 and any(_is_chinese(family, given) for family, given in (words, words[::-1]))


def _is_chinese(family: str, given: str) -> bool:
    if family not in SURNAME_SYLLABLES:
        return False
    ways = divisions(given.replace("-", ""))
    return bool(ways) and len(ways[0]) <= MAX_SYLLABLES
