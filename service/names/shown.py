"""The one form in which a name is shown, from the many in which sources write it.

It never makes characters up and leaves a name as it is where it is not sure.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from service.folding import clean
from service.languages import is_han_only
from service.names.surnames import COMPOUND_SURNAMES, HAN, HUMPS, PARTICLES, SHORT_SURNAMES, SURNAMES

_SUFFIX = re.compile(r"(?:jr|sr|ph\.?d|m\.?d|ii|iii|iv|vi{0,3})\.?\Z", re.IGNORECASE)
_NUMERAL = re.compile(r"(?:ii|iii|iv|vi{0,3})\Z", re.IGNORECASE)
_FIFTH = re.compile(r"V\.?|VI")
_VOWEL = re.compile(r"[AEIOUYÀ-ÖØ-ÝАЕЁИОУЫЭЮЯІЇЄΑΕΗΙΟΥΩ]", re.IGNORECASE)
_GLUED_INITIAL = re.compile(r"(?<=\b[^\W\d_])\.(?=[^\W\d_])")
_GLUED_WORD = re.compile(r"(?<=[a-zà-ÿ]{2})\.(?=[A-ZÀ-Ý][a-zà-ÿ]{2})")
_HUMP = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Ý])")
# Words of a group's name: capitals beside them are an acronym (`ATLAS Collaboration`). Company and Council are
# not among them: people bear those.
_GROUPS = frozenset(
    "academy agency alliance association center centre collaboration college committee community consortium corporation "
    "department foundation group initiative institute institution lab laboratories laboratory labs ministry network "
    "organisation organization partnership project research society team university".split()
)
_WORD = re.compile(r"[A-ZÀ-Ý](?:[a-zà-ÿ]+|[A-ZÀ-Ý]+)")
_BETWEEN_HAN = re.compile(rf"(?<=[{HAN}])\s+(?=[{HAN}])")
_DOTS = re.compile(r"\s*[·•‧・∙⋅]\s*")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "＇": "'", "`": "'", "´": "'"})
_HYPHENS = str.maketrans({"‐": "-", "‑": "-", "–": "-", "−": "-", "－": "-"})
# Footnote signs and numbers of affiliations: `张三1,2`, `Zhang San*`, `Li Si [2]`, `1Wang Wu`, `Zhao Liu (†)`.
_SIGNS = re.compile(r"[*†‡§¶∗⋆✉#⁰¹²³⁴-⁹\x00-\x08\x0b-\x1f\x7f]+")
_NUMBERS = re.compile(r"(?<=[^\W\d_])\s*[\[(]?\s*\d[\d\s,]*[\])]?\s*\Z|\A\d+[.)]?\s*(?=[^\W\d_])|[\[(（]\s*[\])）]")
_HONORIFIC = re.compile(r"\A(?:(?:Prof|Dr|Mr|Mrs|Ms)(?:\.\s*|\s+))+(?=\w)")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
# Accents that PDF extraction set beside their letters: `Go¨ldi`, `Herve ́`, `Franc ̧ois`, and the dotless i below an accent.
_LOOSE_ACCENT = re.compile(
    r"([aeiouyAEIOUY])\s?(¨|[\u0300-\u0302\u0308])|([cC])\s?(\u0327)|([nN])\s?(\u0303)|(ı)([\u0300-\u0308])"
)
_COMPATIBLE = re.compile("[\u2002-\u200a\u3000\uf900-\ufaff\ufb00-\ufb06\uff01-\uffee]")
LOOSE_HYPHEN = re.compile(r"(?<=[\w.])\s*-\s+(?=\w)|(?<=[\w.])\s+-\s*(?=\w)")
_LOOSE_APOSTROPHE = re.compile(r"\b([OD])' (?=[A-Z])")
_LAST_DOT = re.compile(r"(?<=[a-zà-ÿ]{3})\.\Z")
# Most names: words of ASCII letters, each with one capital at its beginning. Nothing is to be done with them.
_PLAIN = re.compile(r"(?!(?:Dr|Mr|Mrs|Ms|Prof) )[A-Z][a-z]+(?: [A-Z][a-z]+)+")
_CLEAN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ž .,-]+")
# A second reading settles all but contrived names.
MAX_READINGS = 4


def display(name: str) -> str:
    """The one form in which a name is shown: `YUEJIANG SHI`, `yuejiang shi`, `Shi, Yuejiang` -> `Yuejiang Shi`.

    An empty string means that there was no name.
    """
    # Turning a name at its comma may bring a footnote's number to its end (`0,A`): what is shown stays as it is when read again.
    for _ in range(MAX_READINGS):
        if is_plain(name) or (shown := _display(name)) == name:
            break
        name = shown
    return name


def is_plain(name: str) -> bool:
    """Whether a name is its own display form at first sight: `Yuejiang Shi`. Most are."""
    return _PLAIN.fullmatch(name) is not None


# Plain names are not remembered: telling them costs less than finding them among 100,000.
@lru_cache(maxsize=16384)
def _display(name: str) -> str:
    text = _turn_comma(_tidy(name))
    if is_han_only(text):
        return _turn_han(text)
    words = _GLUED_WORD.sub(" ", _GLUED_INITIAL.sub(". ", text)).split()
    if len(words) == 1:
        words = _split_humps(words[0])
    return " ".join(_capitalise(words))


def _tidy(name: str) -> str:
    """The name without what is no part of it: signs of footnotes, titles, loose accents and blanks."""
    text = name
    if not text.isascii():
        text = _INVISIBLE.sub("", text)
        text = unicodedata.normalize("NFKC" if _COMPATIBLE.search(text) else "NFC", _SIGNS.sub("", text))
        text = _LOOSE_ACCENT.sub(_attached, text).translate(_APOSTROPHES).translate(_HYPHENS)
    if not _CLEAN.fullmatch(text):
        text = clean(_SIGNS.sub("", text).replace("`", "'"))
        text = _NUMBERS.sub("", text)
        text = _LOOSE_APOSTROPHE.sub(r"\1'", text)
    text = _HONORIFIC.sub("", LOOSE_HYPHEN.sub("-", text.replace("..", ".")))
    text = text.removeprefix("and ").removesuffix(" and").strip(" ,;-")
    return text if _SUFFIX.search(text[-4:]) else _LAST_DOT.sub("", text)


def _attached(match: re.Match[str]) -> str:
    letter, accent = (part for part in match.groups() if part)
    return unicodedata.normalize("NFC", letter.replace("ı", "i") + accent.replace("¨", "\u0308"))


def _turn_comma(text: str) -> str:
    """`Zhang, San` -> `San Zhang`; `King, Martin Luther, Jr.` -> `Martin Luther King Jr.`"""
    if "," not in text and "，" not in text:
        return text
    parts = [part.strip() for part in text.replace("，", ",").split(",") if part.strip()]
    # Nobody is the fifth of a family without a given name: `Berardi, V.`
    behind = parts[1:] if len(parts) != 2 or not _FIFTH.fullmatch(parts[1]) else []
    suffix = [part for part in behind if _SUFFIX.match(part)]
    parts = parts[:1] + [part for part in parts[1:] if part not in suffix]
    if len(parts) == 2:
        parts = [parts[0] + parts[1]] if is_han_only("".join(parts)) else [parts[1], parts[0]]
    return " ".join(parts + suffix)


def _turn_han(text: str) -> str:
    """张 三 -> 张三; 小明 李 -> 李小明, as forms with a field for each part give it, but 欧阳 修 -> 欧阳修."""
    words = text.split()
    if len(words) == 2 and len(words[0]) == 2 and words[1] in SURNAMES and words[0] not in COMPOUND_SURNAMES:
        words.reverse()
    return _DOTS.sub("·", _BETWEEN_HAN.sub("", " ".join(words)))


def _split_humps(word: str) -> list[str]:
    """`LinchuanXie` -> `Linchuan Xie`. A hump that a single word may have (LeCun, McKay) is left alone."""
    parts = _HUMP.split(word)
    if len(parts) == 1 or any(part in HUMPS for part in parts[:-1]) or not all(_WORD.fullmatch(part) for part in parts):
        return [word]
    return parts


def _capitalise(words: list[str]) -> list[str]:
    letters = "".join(words)
    if letters.islower():
        return [word if word in PARTICLES and 0 < n < len(words) - 1 else _title(word) for n, word in enumerate(words)]
    if not letters.isupper() and any(word.lower() in _GROUPS for word in words if not word.isupper()):
        return [word if word.isupper() else _cased(words, n, 3) for n, word in enumerate(words)]
    shouted = letters.isupper() and any(_is_shouted(word, 3) for word in words)
    return [_cased(words, n, 2 if shouted else 3) for n in range(len(words))]


def _cased(words: list[str], n: int, length: int) -> str:
    """One word of a name in its usual case; `length` is what a word in capitals needs to be no initials."""
    word = words[n]
    if n and _NUMERAL.match(word):
        return word.upper()
    if n and word in ("JR", "JR.", "SR", "SR."):
        return word.capitalize()
    if word in SHORT_SURNAMES and n in (0, len(words) - 1) and len(words) > 1 and _is_proper(words[n - 1 if n else 1]):
        return _title(word)
    return _title(word) if _is_shouted(word, length) or _is_small(words, n) else word


def _is_small(words: list[str], n: int) -> bool:
    """A given or family name without its capital: `yi Ren`, `Yi ren`; not `van Gogh`, nor `Hugo Van hamme`."""
    word = words[n]
    if not word.islower() or not word.isalpha() or len(word) < 2 or len(words) < 2 or word in PARTICLES:
        return False
    return n == 0 or (n == len(words) - 1 and words[n - 1].lower() not in PARTICLES)


def _is_proper(word: str) -> bool:
    return len(word) > 2 and word[:1].isupper() and word[1:2].islower()


def _is_shouted(word: str, length: int) -> bool:
    """In capitals, and no initials: `YI` and `MAI` have a vowel, `JP` has none; `NG` is a family name."""
    if not word.isupper():
        return False
    plain = word.strip("()").replace("-", "").replace("'", "").rstrip(".")
    return len(plain) >= length and plain.isalpha() and "." not in word and bool(_VOWEL.search(plain) or plain == "NG")


def _title(word: str) -> str:
    """Upper case at the beginning and behind a hyphen, a bracket or an `O'`."""
    parts = re.split(r"([-'(])", word)
    # Lowering İ gives i and a combining dot, which no name has.
    return "".join(part[:1].upper() + part[1:].lower().replace("i\u0307", "i") if part not in "-'(" else part for part in parts)
