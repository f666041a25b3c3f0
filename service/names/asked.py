"""Reads what was typed for a name: whose name it may be, and the words by which it may stand in the index.

It asks nothing of the index and needs no readings: those of Han names are indexed (service.names.indexed).
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from service.folding import clean, fold
from service.languages import has_han, is_han_only
from service.names.indexed import MARK
from service.names.keys import key
from service.names.shown import display
from service.names.surnames import COMPOUND_SURNAMES, HAN, PARTICLES, SURNAMES
from service.names.syllables import divisions, without_tones, written_with_u

# Any text gives a bounded question: so many characters are read, so many people asked for, with so many words each and
# so many ways to write them.
MAX_TEXT, MAX_PEOPLE, MAX_WORDS, MAX_ALTERNATIVES = 1000, 10, 12, 24
# Up to so many words all ways of joining neighbours are tried; of more, each pair alone.
MAX_JOINED = 4
# Ways to write one word.
MAX_VARIANTS = 8

_PEOPLE = re.compile(r"[;；、|&\n]+")
_COMMA = re.compile(r"[,，]")
_HAN_RUN = re.compile(f"[{HAN}]+")
_WORD = re.compile("(?:[^\\W_]|[\u0300-\u036f])+")
_APOSTROPHES = re.compile("['’‘ʼ＇`´ʻ]")
_DOTS = re.compile(r"[·•‧・∙⋅]")
_SUFFIXES = frozenset("jr sr ii iii iv phd md".split())
_U_COLON = re.compile(r"(?<=[lnLN])[uU]:")
_U_UMLAUT = re.compile(r"(?<=[lnLN])u[\u0300-\u036f]*\u0308", re.IGNORECASE)
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
_WRITTEN_UMLAUT = re.compile("[aou]e")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Person:
    """One person asked for. `keys` are the facet keys of the name as typed; `written` are the words as typed, folded.

    `alternatives` are other ways to write it. The words of one way all belong to one indexed entry, in any order;
    a single letter stands for a word that begins with it, and words that begin with it are counted in.
    """

    keys: tuple[str, ...]
    written: tuple[str, ...]
    alternatives: tuple[tuple[str, ...], ...] = ()
    # A family name of several Han characters: every name that begins so is meant.
    beginning: str = ""


def tokens_of(way: Sequence[str]) -> list[str]:
    """The index tokens that one entry must have for a way to write a name, each as often as it is listed.

    Every word is indexed with its first letter in the same place. So `zhang z` needs a word zhang and z twice: once for
    zhang itself, once for the other word.
    """
    counts = Counter(way)
    for letter in {token for token in counts if len(token) == 1}:
        counts[letter] += sum(1 for word in way if len(word) > 1 and word[0] == letter)
    return list(counts.elements())


def ask(text: str) -> tuple[Person, ...]:
    """The people asked for, in order; all of them are wanted. Empty when there is no letter or digit in the text."""
    text = clean(text[:MAX_TEXT])
    return tuple(itertools.islice((person for part in _parts(text) for person in _people(part)), MAX_PEOPLE))


def _parts(text: str) -> Iterator[str]:
    """`San Zhang; Si Li` and `San Zhang, Si Li` are two people, `Zhang, San` and `van der Maaten, Laurens` one."""
    for part in _PEOPLE.split(text):
        pieces = [piece.split() for piece in _COMMA.split(part) if piece.strip()]
        whole = all(len(words) > 1 and not PARTICLES.intersection(words[:-1]) for words in pieces)
        if len(pieces) > 1 and (whole or all(is_han_only("".join(words)) and len("".join(words)) > 1 for words in pieces)):
            yield from (" ".join(words) for words in pieces)
        else:
            yield part


def _people(part: str) -> Iterator[Person]:
    """Han words and others are asked for apart: they are forms of one name, and stand in different entries."""
    rest = []
    han: list[str] = []
    for word in re.split(r"[\s,，]+", part):
        if is_han_only(word):
            han.append(word)
        elif has_han(word) and re.search("[A-Za-z]", word):
            han += _HAN_RUN.findall(word)
            rest.append(_HAN_RUN.sub(" ", word))
        else:
            rest.append(word)
    if han:
        yield from _han_people(han)
    if person := _romanised(" ".join(rest)):
        yield person


def _han_people(words: list[str]) -> Iterator[Person]:
    """张 三, 欧阳 修 and 山田 太郎 are one name each; 张三 李四 are two."""
    if (
        len(words) > 1
        and all(1 < len(word) <= 4 and fold(word)[0] in SURNAMES for word in words)
        and (len(words) > 2 or fold(words[0]) not in COMPOUND_SURNAMES)
    ):
        for word in words:
            yield from _han_people([word])
        return
    joined = key(display(" ".join(words[:MAX_WORDS])))
    pieces = tuple(piece for word in words for piece in _han_pieces(word))[:MAX_WORDS]
    whole = tuple(_han_pieces(joined))[:MAX_WORDS]
    if whole:
        yield Person((joined,), whole, (pieces,) if pieces != whole else (), joined if joined in COMPOUND_SURNAMES else "")


def _han_pieces(word: str) -> list[str]:
    return [fold(piece) for piece in _WORD.findall(_DOTS.sub(" ", word))]


def _romanised(text: str) -> Person | None:
    text = _U_COLON.sub("ü", _APOSTROPHES.sub("", text))
    choices = [choice for word in _WORD.findall(unicodedata.normalize("NFC", text))[:MAX_WORDS] if (choice := _variants(word))]
    if len(choices) > 2:
        choices = [choice for choice in choices if choice[0][0] not in _SUFFIXES] or choices
    if not choices:
        return None
    shown = key(display(text)).split()
    keys = tuple(dict.fromkeys(" ".join(words) for words in (shown, shown[-1:] + shown[:-1], shown[1:] + shown[:1])))
    written = tuple(token for choice in choices for token in choice[0])
    found = dict.fromkeys(itertools.islice(_ways(choices), MAX_ALTERNATIVES + 1))
    return Person(keys, written, tuple(way for way in found if way != written)[:MAX_ALTERNATIVES])


def _ways(choices: Sequence[Sequence[tuple[str, ...]]]) -> Iterator[tuple[str, ...]]:
    """The ways to write some words: each in its variants, or joined with its neighbours."""
    groupings = list(_groupings(len(choices)))
    options = [[_option(choices[start:end]) for start, end in grouping] for grouping in groupings]
    products = [itertools.product(*option) for option in options]
    # In turns, so that no way of joining uses up what the others may have.
    for round_ in itertools.zip_longest(*products):
        yield from (tuple(token for part in way for token in part) for way in round_ if way is not None)


def _option(choices: Sequence[Sequence[tuple[str, ...]]]) -> list[tuple[str, ...]]:
    if len(choices) == 1:
        return [*choices[0], *_divided(choices[0])][:MAX_VARIANTS]
    joined = "".join(choice[0][0] for choice in choices)
    forms: list[tuple[str, ...]] = [(form,) for form in (joined, *written_with_u(joined))]
    if len(joined) == len(choices):
        forms.append((MARK + joined,))
    return forms


def _groupings(count: int) -> Iterator[list[tuple[int, int]]]:
    """Ways to cut `count` words into groups of neighbours, as (start, end)."""
    singles = [(n, n + 1) for n in range(count)]
    yield singles
    if count <= MAX_JOINED:
        for cuts in range(count - 2, -1, -1):
            for places in itertools.combinations(range(1, count), cuts):
                yield list(itertools.pairwise((0, *places, count)))
    else:
        for n in range(count - 1):
            yield [*singles[:n], (n, n + 2), *singles[n + 2 :]]


def _variants(word: str) -> list[tuple[str, ...]]:
    """The ways to write one typed word, the typed one first: ü as u, v or yu; ö as oe; humps and initials taken apart."""
    folded = _WORD.findall(fold(word))
    if len(folded) != 1:
        return [tuple(folded)] if folded else []
    plain = without_tones(folded[0])
    found: list[tuple[str, ...]] = [(plain,)]
    if _U_UMLAUT.search(unicodedata.normalize("NFD", word)):
        marked = _U_UMLAUT.sub("v", unicodedata.normalize("NFD", word))
        plain_marked = without_tones(fold(marked))
        found += [(plain_marked,), *((form,) for form in written_with_u(plain_marked))]
    found += [(form,) for form in written_with_u(plain)]
    if not word.isascii():
        found.append((fold("".join(_UMLAUTS.get(char, char) for char in word.lower())),))
    elif len(plain) > 4 and _WRITTEN_UMLAUT.search(plain) and not _is_given_pinyin(plain):
        found.append((_WRITTEN_UMLAUT.sub(lambda match: match[0][0], plain),))
    if len(parts := _HUMP.split(word)) == 2:
        found.append(tuple(fold(part) for part in parts))
    if _are_initials(word, plain):
        found += [tuple(plain), (MARK + plain,)]
    return list(dict.fromkeys(found))


def _is_given_pinyin(word: str) -> bool:
    """Whether a word may be a Chinese given name: Yuehua must not become Yuhua, as Juergen (ju er gen) becomes Jurgen."""
    ways = divisions(word)
    return bool(ways) and len(ways[0]) < 3


def _are_initials(word: str, plain: str) -> bool:
    """`XM` and `xm`, but neither `LI` nor `Sam`."""
    if not 1 < len(plain) < 4 or not plain.isascii() or not plain.isalpha() or divisions(plain):
        return False
    return word.isupper() or not set(plain) & set("aeiou")


def _divided(choice: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """A glued word of pinyin taken apart: zhangsan is zhang and san, zhangxiaoming zhang and xiaoming."""
    for word, *more in choice:
        for syllables in divisions(word) if not more else ():
            for cuts in range(1, min(len(syllables), 4)):
                for places in itertools.combinations(range(1, len(syllables)), cuts):
                    yield tuple("".join(syllables[a:b]) for a, b in itertools.pairwise((0, *places, len(syllables))))
