"""Reads a query's text: words and phrases. Pure: text in, frozen tree out.

It knows no fields of the index and sends nothing. Whatever can't be read as a phrase is searched as words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from service.folding import clean

# The stop words of the engine's English chain (`_english_`): they are in no stemmed field.
STOP_WORDS = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was "
    "will with".split()
)
# Up to so many words all are required; a run of more Han characters is a long query by itself (contract).
MAX_REQUIRED = 4
MAX_HAN_WORD = 8

_QUOTES = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "‟": '"', "＂": '"', "「": '"', "」": '"', "『": '"', "』": '"', "\u3000": " "}
)
_PHRASE = re.compile(r'"([^"]*)"')
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af々〇"
_HAN_RUN = re.compile(f"[{_HAN}]+")
_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Word:
    """A word as typed: Latin with its hyphens (`non-invasive`, `C++`), or a run of Han characters."""

    text: str
    is_han: bool = False

    @property
    def is_stop(self) -> bool:
        """Whether the stemmed fields leave it out."""
        return self.text.lower() in STOP_WORDS


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that must stand in this order and these forms."""

    text: str

    @property
    def pieces(self) -> tuple[Word, ...]:
        """Its runs of Han characters and what stands between them."""
        return tuple(_words(self.text))

    @property
    def has_lone_character(self) -> bool:
        """Whether a Han character stands alone in it, as at a cut inside a word or beside Latin letters."""
        return any(piece.is_han and len(piece.text) == 1 for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Query:
    """A query as it was read. `text` is the whole, cleaned; `words` and `phrases` in the order typed."""

    text: str = ""
    words: tuple[Word, ...] = ()
    phrases: tuple[Phrase, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing can be searched: then everything is found."""
        return not self.words and not self.phrases

    @property
    def is_long(self) -> bool:
        """Whether any of the words may match: more than four, or a run of more than eight Han characters."""
        counted = [word for word in self.words if not word.is_stop]
        return len(counted) > MAX_REQUIRED or any(word.is_han and len(word.text) > MAX_HAN_WORD for word in counted)


def parse(text: str) -> Query:
    """Reads any text; never raises. An unpaired quote is a character like any other."""
    plain = clean(text.translate(_QUOTES))
    phrases = []
    for match in _PHRASE.finditer(plain):
        phrase = match[1].strip()
        if _WORD.search(phrase):
            phrases.append(Phrase(phrase))
    words = tuple(_words(_PHRASE.sub(" ", plain).replace('"', " ")))
    return Query(plain, words, tuple(phrases))


def _words(text: str) -> Iterator[Word]:
    for piece in text.split():
        position = 0
        for run in _HAN_RUN.finditer(piece):
            yield from _latin(piece[position : run.start()])
            yield Word(run[0], is_han=True)
            position = run.end()
        yield from _latin(piece[position:])


def _latin(piece: str) -> Iterator[Word]:
    piece = piece.strip(",;:!?()[]{}<>，；：！？（）【】《》、。|/*")
    # Signs such as ℃ and № are words by what they stand for.
    if _WORD.search(unicodedata.normalize("NFKC", piece)) or any(ord(char) > 0x2FFF for char in piece):
        yield Word(piece)
