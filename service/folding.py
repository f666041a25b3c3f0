"""Folds text for comparing: case, width, accents, traditional characters, as the engine's chains fold it for searching.

What it returns is for keys and look-ups, never for showing; it does not stem, translate or romanise.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from service.languages import MAPPINGS


def _read_simplified() -> dict[int, str]:
    table = {}
    for line in (MAPPINGS / "traditional_simplified.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            traditional, simplified = line.split("\t")
            table[ord(traditional)] = simplified
    return table


SIMPLIFIED: Mapping[int, str] = _read_simplified()

# Letters that have no decomposition in Unicode; the engine's `asciifolding` writes them the same way.
_LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ħ": "h",
        "ı": "i",
        "ŋ": "n",
        "ŧ": "t",
        "æ": "ae",
        "œ": "oe",
        "ß": "ss",
    }
)
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
# Marks for a typesetter only; the joiners U+200C and U+200D are left, since some scripts and emoji need them.
_NEVER_SEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
_COMBINING = re.compile("[\u0300-\u036f]")
_BLANKS = re.compile(r"\s+")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_NOT_WORD = re.compile(r"[\W_]+")
_ASCII_NO_WORD = {code: None for code in range(128) if not chr(code).isalnum()}
_TEX_COMMAND = re.compile(r"\\[A-Za-z]+|[{}$\\^_~]")


def fold(text: str) -> str:
    """Lower case, half width, no accents, simplified characters, single blanks: the form in which texts are equal."""
    if text.isascii():
        return _BLANKS.sub(" ", text.lower()).strip()
    return _fold_any(text)


@lru_cache(maxsize=16384)
def _fold_any(text: str) -> str:
    # U+0130 lowers to i and a combining dot, which goes with the other accents.
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).lower())
    plain = _COMBINING.sub("", plain).translate(_LETTERS)
    plain = unicodedata.normalize("NFC", plain).translate(SIMPLIFIED)
    return _BLANKS.sub(" ", _INVISIBLE.sub("", plain)).strip()


def squash(text: str) -> str:
    """Letters and digits only, folded, TeX commands left out: equal for one title from two sources."""
    if "\\" in text or "$" in text:
        text = _TEX_COMMAND.sub("", text)
    if text.isascii():
        return text.lower().translate(_ASCII_NO_WORD)
    return _NOT_WORD.sub("", fold(text))


def clean(text: str) -> str:
    """A text as it may be kept: no control characters, single blanks, composed (NFC)."""
    if text.isprintable() and "  " not in text and (text.isascii() or unicodedata.is_normalized("NFC", text)):
        return text.strip()
    text = _CONTROLS.sub(" ", text)
    if not text.isascii():
        text = unicodedata.normalize("NFC", _NEVER_SEEN.sub("", text))
    return " ".join(text.split())
