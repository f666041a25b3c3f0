"""What the index keeps of a name so that all its forms find it: its key, and what a query could not work out by itself.

Most names are kept as their key alone: orders, initials, divided and joined words are matters of the query
(service.names.asked). Only Han names have their readings added.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from service.languages import has_han
from service.names.keys import key
from service.names.readings import name_readings, word_readings
from service.names.surnames import HAN
from service.names.syllables import SURNAME_SYLLABLES, pair_marks

# Stands before the initials of a word of two syllables, so that they are no word and no initial of their own: `0xm`.
MARK = "0"
# Words of one name that are looked at; the rest belongs to a name that nobody gives whole.
MAX_WORDS = 12
_HAN_WORD = re.compile(f"[{HAN}]+")


def indexed(forms: Sequence[str]) -> list[str]:
    """The entries of the displayed names of a paper; the words of an entry are looked for together, never across entries.

    `Xiao-Ming Li` -> `xiao-ming li xiaoming`, `Xiaoming Li` -> `xiaoming li 0xm`, `张三` -> `张三`, `zhang san`.
    """
    entries = list(map(_entry, forms))
    if not "".join(forms).isascii():
        entries += [reading for form in forms if has_han(form) for reading in _readings(form)]
    return entries


# Authors come again and again; loading pays for each name that is looked at closer.
@lru_cache(maxsize=32768)
def _entry(name: str) -> str:
    folded = key(name)
    words = folded.split(" ", MAX_WORDS)
    # Initials of a word's syllables only beside a Chinese family name.
    extra = "" if SURNAME_SYLLABLES.isdisjoint(words) else "".join(map(_marks, words))
    if "-" in folded:
        extra += "".join([f" {word.replace('-', '')}" for word in words[:MAX_WORDS] if "-" in word])
    return folded + extra if extra else folded


# Names share their words.
@lru_cache(maxsize=32768)
def _marks(word: str) -> str:
    return "".join([f" {MARK}{mark}" for mark in pair_marks(word)])


@lru_cache(maxsize=16384)
def _readings(name: str) -> tuple[str, ...]:
    """An entry for each reading of the family name, with every reading of the given name in it: `zeng xiaoming 0xm`.

    A name in parts (阿卜杜拉·买买提) has one entry with its parts read whole: which is the family name nobody knows.
    """
    words = _HAN_WORD.findall(key(name))[:MAX_WORDS]
    if len(words) != 1:
        whole = " ".join(reading for word in words for reading in word_readings(word))
        return (whole,) if whole else ()
    entries = []
    for surname, given in name_readings(words[0]):
        joined = ["".join(syllables) for syllables in given]
        marks = [MARK + "".join(syllable[0] for syllable in syllables) for syllables in given if len(syllables) > 1]
        entries.append(" ".join([surname, *dict.fromkeys([*joined, *marks])]))
    return tuple(entries)
