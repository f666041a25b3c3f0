"""How Han text is read aloud: pinyin without tones, for names in every reading and for keywords in the likeliest one.

From characters to letters only: no Han character is ever made of a romanised name.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from service.folding import fold
from service.names.surnames import COMPOUND_SURNAMES, HAN, SURNAME_READINGS, SURNAMES

# Readings that count: of a given name's character, of a family name, of a whole given name. The library lists the common
# ones first; the fourth and later readings of a character are archaic.
MAX_CHARACTER_READINGS, MAX_SURNAME_READINGS, MAX_GIVEN_READINGS = 3, 3, 8
# Longer runs of Han characters are names of groups, which nobody romanises.
MAX_HAN_NAME = 8
# Keywords are not longer; what is longer is cut.
MAX_TEXT = 64
_HAN_RUN = re.compile(f"[{HAN}]+")
_WORD = re.compile(r"[^\W_]+")


def name_readings(name: str) -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
    """Each reading of a folded Han name's family name, with all readings of its given name as syllables.

    `单田芳` -> (shan, ((tian, fang),)), (dan, ((tian, fang),)). Nothing for one character or more than MAX_HAN_NAME.
    """
    if not 1 < len(name) <= MAX_HAN_NAME:
        return
    size = 2 if len(name) > 2 and name[:2] in COMPOUND_SURNAMES | SURNAME_READINGS.keys() else 1
    given = tuple(_spelled(name[size:]))
    for surname in surname_readings(name[:size]):
        yield surname, given


def surname_readings(surname: str) -> list[str]:
    """How a family name is read: as such, then as its characters mostly are. At most MAX_SURNAME_READINGS."""
    usual = ["".join(syllables) for syllables in _spelled(surname)]
    # A character that no table has as a family name may have any of its readings.
    known = usual[:1] if surname in SURNAMES or len(surname) > 1 else usual
    return list(dict.fromkeys([*SURNAME_READINGS.get(surname, ()), *known]))[:MAX_SURNAME_READINGS]


def word_readings(word: str) -> list[str]:
    """How some Han characters are read together, likeliest first: at most MAX_GIVEN_READINGS, none for long words."""
    return ["".join(syllables) for syllables in _spelled(word)] if len(word) <= MAX_HAN_NAME else []


def pinyin(text: str) -> tuple[str, str]:
    """The likeliest pinyin of a Han text and its initials, other letters kept: 深度学习 -> (shenduxuexi, sdxx).

    Words of several characters are read as the library's dictionary reads them (重庆: chongqing). Empty without Han.
    """
    folded = fold(text)[:MAX_TEXT]
    if not _HAN_RUN.search(folded):
        return "", ""
    pieces = _read(folded)
    return "".join(piece for piece, _ in pieces), "".join(piece[0] if is_read else piece for piece, is_read in pieces)


def _spelled(characters: str) -> Iterator[tuple[str, ...]]:
    """The readings of some characters as syllables, likeliest first."""
    choices = [character_readings(character) for character in characters]
    return itertools.islice(itertools.product(*choices), MAX_GIVEN_READINGS)


@cache
def _library() -> Any:
    """pypinyin with its characters alone, imported where Han is met first: 13 MB, which a load of Latin names need not pay."""
    os.environ.setdefault("PYPINYIN_NO_PHRASES", "true")
    import pypinyin

    return pypinyin


@cache
def _library_with_phrases() -> Any:
    """And with its 47,000 phrases, which only texts are read by: 43 MB more."""
    library = _library()
    from pypinyin.phrases_dict import phrases_dict

    library.load_phrases_dict(phrases_dict)
    return library


@lru_cache(maxsize=8192)
def character_readings(character: str) -> tuple[str, ...]:
    """The readings of one Han character without tones, ü as u, likeliest first; empty for a character without one."""
    library = _library()
    found = library.pinyin(character, heteronym=True, style=library.Style.NORMAL, errors="ignore")
    readings = [reading.replace("v", "u") for reading in (found[0] if found else ())]
    return tuple(dict.fromkeys(readings))[:MAX_CHARACTER_READINGS]


def _read(text: str) -> list[tuple[str, bool]]:
    """The pieces of a text in order, each with whether it is a syllable that was read from a Han character."""
    library = _library_with_phrases()
    pieces: list[tuple[str, bool]] = []
    end = 0
    for run in _HAN_RUN.finditer(text):
        pieces += [(word, False) for word in _WORD.findall(text[end : run.start()])]
        syllables = library.lazy_pinyin(run[0], style=library.Style.NORMAL, errors="ignore")
        pieces += [(syllable.replace("v", "u"), True) for syllable in syllables]
        end = run.end()
    return pieces + [(word, False) for word in _WORD.findall(text[end:])]
