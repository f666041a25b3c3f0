"""Turns the glosses of CC-CEDICT into words that can be searched: `to recognize (an object)` becomes `recognize`.

Pure: text in, text out. It drops what explains a word instead of translating it, and knows no index.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

# A gloss of more words explains: its words say little about the term.
MAX_WORDS = 3
# Senses kept of one word, in the dictionary's order.
MAX_SENSES = 4

_NO_SENSE = re.compile(
    r"CL:|surname |(?:\w+ )*variant of|see |also (?:written|called|known|pr|transliterated)|abbr\.? |Taiwan pr"
    r"|used (?:in|to|as|for|before|after)|lit\. |fig\. |esp\. |usu\. |equivalent |same as|contrasted |cf\. |pr\. |idiom\b"
    r"|onom|interjection|(?:county|district|town|township|village|city|prefecture|name|one|radical|component|capital|suffix"
    r"|prefix|classifier|particle) (?:in|of|for|used)\b",
    re.IGNORECASE,
)
# Labels of words that no paper has in its title.
_LABELS = re.compile(
    r"\((?:[^()]*\b)?(?:idiom|archaic|old|slang|coll\.|dialect|vulgar|onom\.|literary|classical|derog\.|pejorative|neologism|"
    r"courteous|honorific|humble|Cantonese|Buddhism|proverb)\b[^()]*\)",
    re.IGNORECASE,
)
_PARENTHESES = re.compile(r"\([^()]*\)|\[[^\]]*\]|\{[^}]*\}")
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_LEADING = re.compile(
    r"^(?:to be |to |a |an |the |be |sb's |sth |sb |one's |of |in |at |on |for |by |with |as |and |or )+", re.IGNORECASE
)
_EMPTY_WORDS = re.compile(r"\b(?:sb|sth|sb's|one's|oneself|etc\.?|i\.e\.|e\.g\.|esp\.|usu\.|the|a|an)(?=\s|$)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]")
# `add up`, `dress up`: verbs that papers don't use, made of words that they do.
_PARTICLES = frozenset("up down out off away over back along around through forth about".split())
_FUNCTION = frozenset(
    "a about after all also an and any are as at be before but by can do for from had has have he her him his how i if in into "
    "is it its many may me more most much my no not of off on one only or other our out over she so some such than that the "
    "their them then there these they this those to too under until up very was we what when where which who why will with "
    "would you your".split()
)


def senses(definitions: Iterable[str], sounds: Container[str] = ()) -> tuple[str, ...]:
    """The searchable English of one word's definitions, best first: at most MAX_SENSES of at most MAX_WORDS words.

    `sounds`: the syllables of the word's pinyin. A sense that is one of them, or a name made of them (丈: zhang, 包子: bao,
    王力: Wang Li), is no English, and would take `zhang wei` for an old measure and a dynasty. 阴阳 stays yin yang.
    """
    found: dict[str, None] = {}
    definitions = list(definitions)
    # 张三 stands for anybody, and is not John Doe when somebody looks for an author.
    if any("unspecified person" in definition for definition in definitions):
        return ()
    for definition in definitions:
        sense = _cleaned(definition)
        if sense and not _is_sound(sense, sounds):
            found.setdefault(sense)
        if len(found) == MAX_SENSES:
            break
    return tuple(found)


def _is_sound(sense: str, sounds: Container[str]) -> bool:
    words = sense.lower().split()
    return (len(words) == 1 or sense[0].isupper()) and all(word in sounds for word in words)


def _cleaned(definition: str) -> str:
    text = definition.strip()
    if _NO_SENSE.match(text) or _LABELS.search(text):
        return ""
    text = _PARENTHESES.sub(" ", text)
    if "(" in text or ")" in text or _NO_SENSE.match(text.strip()) or _HAN.search(text):
        return ""
    # `Beijing, capital of the People's Republic of China`: what follows the comma explains.
    text = text.split(",")[0].split(":")[0]
    text = _LEADING.sub("", " ".join(_EMPTY_WORDS.sub(" ", text).split())).strip(" .!?-'\"")
    words = text.split()
    if not words or len(words) > MAX_WORDS or not _WORD.search(text) or len(text) == 1:
        return ""
    if len(words) > 1 and words[-1].lower() in _PARTICLES:
        return ""
    return "" if all(word.lower() in _FUNCTION for word in words) else text
