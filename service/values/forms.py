"""The forms in which a value is looked for while somebody types: folded names, what follows their words, pinyin.

It knows no index: forms are plain texts, equal where the texts are equal to a reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

from service import names
from service.folding import fold
from service.languages import HAN, has_han
from service.names.syllables import SYLLABLES

# How many characters of a form are kept; longer inputs are compared with the whole form when the answer is read.
MAX_FORM = 48
# Places inside a form at which it may begin to match: an address of an institute has 20 words, its Chinese name 30 characters.
MAX_INSIDE = 64
# How well a value goes on from what was typed. ALOUD: its pinyin or initials do, or its name in the other order.
EXACT, BEGINNING, ALOUD, INSIDE = 4, 3, 2, 1

_HAN = re.compile(f"[{HAN}]")
_APOSTROPHES = re.compile("['’‘ʼ＇`´]")
# What is no letter and no digit parts words, but for the signs of C++ and C#.
_BETWEEN = re.compile(r"(?:[^\w+#]|_)+")
# The same for ASCII, where apostrophes are nothing.
_ASCII = {code: None if chr(code) in "'`" else " " for code in range(128) if not (chr(code).isalnum() or chr(code) in "+#")}


def spelled(text: str) -> str:
    """A text as forms are compared: folded (case, accents, width, traditional characters), words parted by single blanks."""
    if text.isascii():
        # Nearly all: two patterns would cost as much as all the rest of a value.
        return " ".join(text.lower().translate(_ASCII).split())
    return _BETWEEN.sub(" ", _APOSTROPHES.sub("", fold(text))).strip()


def forms_of(kind: str, texts: Iterable[str]) -> dict[str, dict[str, None]]:
    """By what a value is found: its whole names, what follows the beginnings of their words, what is written in one.

    `names` and `inside` are compared with what was typed, `joined` and `initials` with it without blanks, and so is `aloud`,
    the pinyin and initials of what follows the first character. A text of signs alone has its signs.
    """
    forms: dict[str, dict[str, None]] = {"names": {}, "inside": {}, "joined": {}, "initials": {}, "aloud": {}}
    for text in texts:
        spelt = list(spellings(text))
        for name in spelt:
            forms["names"][name[:MAX_FORM]] = None
            forms["inside"].update(dict.fromkeys(endings(name)))
        if not spelt and (signs := fold(text)):
            forms["names"][signs[:MAX_FORM]] = None
        for form, is_initials in _joined(kind, text, *spelt[:1]):
            if form:
                forms["initials" if is_initials else "joined"][form[:MAX_FORM]] = None
        if kind != "author" and forms["initials"] and has_han(text):
            forms["aloud"].update((form[:MAX_FORM], None) for form in _inside_aloud(text))
    return forms


def match(words: str, text: str) -> int:
    """The tier in which a text goes on from spelled words: EXACT, BEGINNING, INSIDE, or 0."""
    best = 0
    for name in spellings(text):
        if name == words:
            return EXACT
        if name.startswith(words):
            best = BEGINNING
        elif not best and any(begins_at(name, found.start()) for found in re.finditer(re.escape(words), name)):
            best = INSIDE
    return best


def spellings(text: str) -> Iterator[str]:
    """A text with the parts of its compounds as words of their own and, where it has compounds, written together."""
    name = spelled(text)
    if name:
        yield name
    if name and "-" in text:
        yield spelled(text.replace("-", ""))


def endings(name: str) -> Iterator[str]:
    """What begins at each word, and at each Han character, behind the first."""
    if not name.isascii():
        for at in islice((at for at in range(1, len(name)) if begins_at(name, at)), MAX_INSIDE):
            yield name[at : at + MAX_FORM]
        return
    at = name.find(" ") + 1
    for _ in range(MAX_INSIDE):
        if not at:
            return
        yield name[at : at + MAX_FORM]
        at = name.find(" ", at) + 1


def begins_at(name: str, at: int) -> bool:
    """Whether a word begins here, or a Han character, or what follows one."""
    before, here = name[at - 1 : at] or " ", name[at]
    if here == " ":
        return False
    return before == " " or (not (here.isascii() and before.isascii()) and (_is_han(here) or _is_han(before)))


def _is_han(character: str) -> bool:
    return _HAN.match(character) is not None


def _joined(kind: str, text: str, spelt: str = "") -> Iterator[tuple[str, bool]]:
    """Forms without blanks, and whether they are initials: a name in both orders, Han characters read aloud."""
    if not has_han(text):
        if kind == "author":
            given, _, family = spelt.rpartition(" ")
            if given:
                given = given.replace(" ", "")
                yield given + family, False
                yield family + given, False
    elif kind == "author":
        characters = len(_HAN.findall(text))
        for form in names.completions(text):
            if form.isascii():
                yield form.replace(" ", ""), len(form) <= characters
        yield names.pinyin(text)[1], True
    else:
        full, initials = _aloud(text)
        yield full, False
        yield initials, True


@lru_cache(maxsize=8)
def _aloud(text: str) -> tuple[str, str]:
    full, initials = names.pinyin(text)
    return spelled(full).replace(" ", ""), spelled(initials).replace(" ", "")


def _inside_aloud(text: str) -> Iterator[str]:
    """学习's xuexi and xx in 深度学习: from the last syllable back to where something else is read, or to the beginning."""
    full, initials = _aloud(text)
    end = len(full)
    for n in range(len(initials) - 1, 0, -1):
        at = full.rfind(initials[n], 0, end)
        while at > 0 and full[at:end] not in SYLLABLES:
            at = full.rfind(initials[n], 0, at)
        if at <= 0:
            return
        yield full[at:]
        yield initials[n:]
        end = at
