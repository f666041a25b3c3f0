"""Names of people: one display form, one key, and when two names may be one person's.

It never makes characters up (no Han from pinyin) and leaves a name as it is where it is not sure.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from service.folding import clean, fold
from service.languages import has_han, is_han_only

# Words that stay small inside a name, and humps that do not end a word (McDonald, DeVito, LeCun).
PARTICLES = frozenset(
    [
        "van",
        "von",
        "der",
        "den",
        "de",
        "del",
        "della",
        "di",
        "da",
        "dos",
        "das",
        "do",
        "du",
        "la",
        "le",
        "las",
        "los",
        "el",
        "al",
        "bin",
        "ibn",
        "ben",
        "ter",
        "ten",
        "zu",
        "zum",
        "zur",
        "y",
        "e",
        "st",
    ]
)
_HUMPS = frozenset(
    [
        "Mc",
        "Mac",
        "De",
        "Del",
        "Di",
        "Du",
        "Da",
        "La",
        "Le",
        "Van",
        "Von",
        "Fitz",
        "O",
        "D",
        "L",
        "St",
        "San",
        "Al",
        "El",
        "Ben",
        "Bin",
        "Abd",
    ]
)
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|ph\.?d|md)\.?\Z", re.IGNORECASE)
_VOWEL = re.compile(r"[AEIOUYÀ-ÖØ-Ý]", re.IGNORECASE)
_GLUED_INITIAL = re.compile(r"(?<=\b[^\W\d_])\.(?=[^\W\d_])")
_HUMP = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Ý])")
_BETWEEN_HAN = re.compile(
    r"(?<=[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af])\s+(?=[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af])"
)
_DOTS = re.compile(r"\s*[·•‧・∙⋅]\s*")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "＇": "'", "`": "'", "´": "'"})
_HYPHENS = str.maketrans({"‐": "-", "‑": "-", "–": "-", "−": "-", "－": "-"})
_MARKS = re.compile(r"[*†‡§¶∗⋆✉]+|(?<=[^\W\d_])[\d⁰¹²³⁴-⁹,]+\Z")
_NO_DOTS = str.maketrans({".": " ", "．": " ", "'": None, "’": None})
_WORD = re.compile(r"[A-ZÀ-Ý][a-zà-ÿ]+")
# Most names: words of ASCII letters, each with one capital at its beginning. Nothing is to be done with them.
_PLAIN = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)+")
_TOKEN = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=131072)
def display(name: str) -> str:
    """The one form in which a name is shown: `YUEJIANG SHI`, `yuejiang shi`, `Shi, Yuejiang` -> `Yuejiang Shi`.

    An empty string means that there was no name.
    """
    if _PLAIN.fullmatch(name):
        return name
    text = clean(unicodedata.normalize("NFKC", name) if not name.isascii() else name)
    text = _MARKS.sub("", text.translate(_APOSTROPHES).translate(_HYPHENS)).strip(" ,;")
    if not text:
        return ""
    text = _turn_comma(text)
    if is_han_only(text):
        return _DOTS.sub("·", _BETWEEN_HAN.sub("", text))
    words = _GLUED_INITIAL.sub(". ", text).split(" ")
    if len(words) == 1:
        words = _split_humps(words[0])
    return " ".join(_capitalise(words))


@lru_cache(maxsize=131072)
def key(name: str) -> str:
    """The key of a displayed name: folded case, accents, width, dots and blanks. Equal keys are one facet value."""
    return fold(name.translate(_NO_DOTS))


def agree(one: str, other: str) -> bool:
    """Whether two displayed names can be one person's: equal keys, the other order, or initials for given names."""
    first, second = key(one).split(), key(other).split()
    if sorted(first) == sorted(second):
        return True
    if not first or not second:
        return False
    return any(_abbreviates(a, b) for a in (first, _turned(first)) for b in (second, _turned(second)))


def tokens(name: str) -> list[str]:
    """The words of a name that are more than an initial, folded; of a one-letter name the letters."""
    words = _TOKEN.findall(key(name))
    return [word for word in words if len(word) > 1 or has_han(word)] or words


def _turned(words: list[str]) -> list[str]:
    return words[-1:] + words[:-1]


def _abbreviates(one: list[str], other: list[str]) -> bool:
    """`s zhou` or `s k zhou` against `shaohua kevin zhou`: same family name, given names agree as far as both go."""
    if one[-1] != other[-1] or len(one[-1]) < 2:
        return False
    given = list(zip(one[:-1], other[:-1], strict=False))
    return bool(given) and all(a.startswith(b) if len(b) == 1 else b.startswith(a) if len(a) == 1 else a == b for a, b in given)


def _turn_comma(text: str) -> str:
    """`Zhang, San` -> `San Zhang`; `King, Martin Luther, Jr.` -> `Martin Luther King Jr.`"""
    parts = [part.strip() for part in text.replace("，", ",").split(",") if part.strip()]
    suffix = [part for part in parts[1:] if _SUFFIX.match(part)]
    parts = parts[:1] + [part for part in parts[1:] if not _SUFFIX.match(part)]
    if len(parts) == 2:
        parts = [parts[0] + parts[1]] if is_han_only("".join(parts)) else [parts[1], parts[0]]
    return " ".join(parts + suffix)


def _split_humps(word: str) -> list[str]:
    """`LinchuanXie` -> `Linchuan Xie`. A hump that a single word may have (LeCun, McKay) is left alone."""
    parts = _HUMP.split(word)
    if len(parts) == 1 or any(part in _HUMPS for part in parts) or not all(_WORD.fullmatch(part) for part in parts):
        return [word]
    return parts


def _capitalise(words: list[str]) -> list[str]:
    letters = "".join(words)
    if letters.islower():
        return [word if word in PARTICLES and 0 < n < len(words) - 1 else _title(word) for n, word in enumerate(words)]
    shouted = letters.isupper() and any(_is_shouted(word, 3) for word in words)
    return [_title(word) if _is_shouted(word, 2 if shouted else 3) else word for word in words]


def _is_shouted(word: str, length: int) -> bool:
    """In capitals, and no initials: `YI` and `MAI` have a vowel, `JP` has none; `NG` is a family name."""
    plain = word.replace("-", "").replace("'", "").rstrip(".")
    return (
        len(plain) >= length
        and plain.isalpha()
        and plain.isupper()
        and "." not in word
        and bool(_VOWEL.search(plain) or plain == "NG")
    )


def _title(word: str) -> str:
    """Upper case at the beginning and behind a hyphen or an `O'`."""
    parts = re.split(r"([-'])", word)
    # Lowering İ gives i and a combining dot, which no name has.
    return "".join(part[:1].upper() + part[1:].lower().replace("i\u0307", "i") if part not in "-'" else part for part in parts)
