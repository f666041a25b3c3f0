"""Titles that hold two languages, as the Anthology writes them: `标题 (Title) [In Chinese]`, `Titre (Title)`.

It translates nothing, and divides only where both parts are titles: a word explained in parentheses is none.
"""

from __future__ import annotations

import re

from service.languages import has_han
from service.sources.facts import references
from service.sources.facts.texts import texts

_MARK = re.compile(r"\s*\[\s*(?:in|en)\s+(?P<language>[^\W\d_]{4,15})\s*\]?\s*\Z", re.IGNORECASE)
# What a form for French papers had in the place of a translation.
_PLACEHOLDER = re.compile(r"\s*\((?:Here the title in English)?\s*\)\s*\Z")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_LATIN_WORD = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’.-]+")
# `台語古詩朗誦系統A Taiwanese Text-to-Speech System`: both without parentheses.
_SIDE_BY_SIDE = re.compile(r"(?P<han>[^A-Za-z]*[\u3400-\u9fff][^A-Za-z]*?)\s*(?P<latin>[A-Z][^\u3400-\u9fff]*)\Z")
_BRACKETS = {")": "(", "）": "（"}
_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = frozenset(
    "the of for and in with to an on from using by through into between is are how what towards toward via at based".split()
)
_OTHERS = frozenset(
    "de la le les l d des du et pour dans un une au aux sur par avec en el los las del y para con da do dos das e os uma o der "
    "die das und von für mit im zur zum og i av på til för och med den det ett en hos fra om".split()
)
# A translation has about as many words as its original; half of them is none any more.
_SHARE = 0.4
_MIN_HAN, _MIN_WORDS = 5, 3
_HAN_PER_WORD = 7
_LONGEST = 1000
# So many words that begin with a small letter are a title all the same, not a remark.
_LONG = 6


def in_languages(title: str, declared: str | None = None) -> tuple[dict[str, str], str | None]:
    """A title's parts under their languages, and that of the paper, where `[In Chinese]` or `declared` says it."""
    mark = _MARK.search(title)
    if mark and (said := references.language(mark["language"])):
        title, declared = title[: mark.start()], declared or said
    title = _PLACEHOLDER.sub("", title)
    for first, second in _halves(title, declared):
        # Of two parts one is English; which one, the script or the little words of the other tell.
        is_first = has_han(second) if has_han(title) else _is_english(first)
        foreign = None if has_han(title) else declared
        both = texts(first, "en" if is_first else foreign)
        for code, kept in texts(second, foreign if is_first else "en").items():
            both.setdefault(code, kept)
        if len(both) == 2:
            return both, declared
    return texts(title, _language(title, declared)), declared


def language_of(value: str, declared: str | None) -> str | None:
    """The language of a text in a paper that is in `declared`: abstracts of French papers may be in English."""
    return _language(value, declared)


def _language(value: str, declared: str | None) -> str | None:
    return "en" if declared not in (None, "en") and _is_english(value) else declared


def _halves(title: str, declared: str | None) -> list[tuple[str, str]]:
    """How the title may be divided, if it can be."""
    if len(title) > _LONGEST:
        return []
    outer, inner = _last_group(title)
    if not has_han(title):
        is_translated = declared not in (None, "en") and outer and _is_translation(outer, inner)
        return [(outer, inner)] if is_translated else []
    if outer and _are_both(outer, inner):
        return [(outer, inner)]
    side = _SIDE_BY_SIDE.match(title)
    return [(side["han"], side["latin"])] if side and _are_both(side["han"], side["latin"]) else []


def _last_group(title: str) -> tuple[str, str]:
    """What stands before the parentheses with which a title ends, and in them; empty texts where there are none."""
    whole = title.rstrip()
    closing = whole[-1:]
    if closing not in _BRACKETS:
        return "", ""
    depth = 0
    for place in range(len(whole) - 1, -1, -1):
        depth += 1 if whole[place] in ")）" else -1 if whole[place] in "(（" else 0
        if not depth:
            return whole[:place].strip(), whole[place + 1 : -1].strip()
    return "", ""


def _are_both(one: str, other: str) -> bool:
    """Whether one part is a Chinese title and the other its translation."""
    (han, words), (other_han, other_words) = _measure(one), _measure(other)
    if han < words or han <= other_han:
        han, words, other_han, other_words = other_han, other_words, han, words
    if han < words or other_words <= other_han:
        return False
    return other_words >= max(2, han / _HAN_PER_WORD) and han >= min(_MIN_HAN, other_words)


def _measure(part: str) -> tuple[int, int]:
    return len(_HAN.findall(part)), len(_LATIN_WORD.findall(part))


def _is_translation(outer: str, inner: str) -> bool:
    """Whether one part is an English title and the other the same in another language, whichever comes first."""
    inside, before = _WORD.findall(inner), _WORD.findall(outer)
    if len(inside) < max(_MIN_WORDS, len(before) * _SHARE) or (inside[0].islower() and len(inside) < _LONG):
        return False
    (english, others), (english_before, others_before) = _counts(inner), _counts(outer)
    if english_before > others_before:
        return others > english
    # Some translations have none of the little words that tell a language.
    return english > others or (others == 0 and others_before > 0)


def _is_english(value: str) -> bool:
    english, others = _counts(value)
    return english > others


def _counts(value: str) -> tuple[int, int]:
    words = [word.lower() for word in _WORD.findall(value)]
    return sum(word in _ENGLISH for word in words), sum(word in _OTHERS for word in words)
