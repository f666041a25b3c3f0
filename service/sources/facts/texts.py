"""What becomes of a source's texts: wrong decoding mended where it is certain, contact data taken out, language found.

LaTeX and markdown stay as they stand, and nothing is translated, shortened or reworded.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Mapping

from service.folding import clean
from service.languages import UNDETERMINED, detect, normal_code

EXCERPT_LENGTH = 200

# The characters that Windows-1252 has where Unicode has the control characters 0x80 to 0x9f.
_WINDOWS = {bytes([byte]).decode("cp1252"): byte for byte in range(0x80, 0xA0) if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}
_CONTROL = {byte: char for char, byte in _WINDOWS.items()}
_TRAIL = "\x80-\xbf" + "".join(_WINDOWS)
# UTF-8 read as Latin-1 or Windows-1252: `JÃ¼rgen`, `robotâ€™s`, `eï¬€ect`. Only leads that no text has before such signs.
_MOJIBAKE = re.compile(f"[ÂÃÄÅÎÏ][{_TRAIL}]|[âï][{_TRAIL}]{{2}}")
_C1 = re.compile("[\x80-\x9f]")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8}\d{0,2});")

# `recall@k.In` and `NDCG@10.Furthermore` are no addresses: a two-letter ending wants a label with a letter before it,
# and endings are written in one case.
_DOMAIN = (
    r"(?:[A-Za-z0-9-]{1,63}\s?\.){1,6}(?:com|org|net|edu|gov|mil|int|info|biz|name|tech|cloud|COM|ORG|NET|EDU|GOV)(?![\w@-]|\.\w)"
    r"|(?:[A-Za-z0-9-]{1,63}\.){0,6}(?=[0-9-]*[A-Za-z])[A-Za-z0-9-]{2,63}\.(?:[a-z]{2}|[A-Z]{2})(?![\w@-]|\.\w)"
)
_ADDRESS = rf"(?:[\w.+-]{{1,64}}|[\[{{(（][^\[\]{{}}()（）@]{{1,200}}[\]}})）])\s?(?:[@＠]|[(\[]at[)\]])\s?(?:{_DOMAIN})"
_MARKED = (
    r"(?:(?i:e-?mails?|mail|电子邮[件箱]|邮箱|电邮)\s*(?i:address(?:es)?)?\s*[:：]?\s*)?"
    rf"(?:mailto:)?{_ADDRESS}(?:\s*[,;、]\s*{_ADDRESS})*"
)
_EMAIL = re.compile(rf"[(（<\[]\s*{_MARKED}\s*[)）>\]]|{_MARKED}")
# Numbers only where they are marked as telephone numbers: abstracts are full of other digits.
_PHONE = re.compile(
    r"[(（]?(?:(?<![A-Za-z])(?:tel(?:ephone)?|phone|mobile|fax)(?![A-Za-z])|联系电话|电话|手机|传真)[\"']?\s*[.:：()]{0,3}\s*[\"']?"
    r"[+(（]?\d[\d\s()（）.+/-]{5,28}\d[)）]?",
    re.IGNORECASE,
)
_PHONE_WORDS = ("Tel", "tel:", "tel.", "TEL", "hone", "HONE", "Fax", "fax", "FAX", "obile", "电话", "手机", "传真")
_LONG = 400
_PHONE_DIGITS = 7
# All but digits, control characters and the signs of addresses and character references.
_ORDINARY = bytes(byte for byte in range(0x20, 0x100) if chr(byte) not in "0123456789@&\x7f")

# All bytes of UTF-8 but those that begin Greek letters and what lies beyond; punctuation and symbols (U+2000 on) do not count.
_UP_TO_LATIN = bytes([*range(0xCD), 0xE2])
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_NOT_LATIN = frozenset({"zh", "ja", "ko", "ru", "uk", "bg", "el", "ar", "fa", "he", "hi", "th"})


def text(value: str) -> str:
    """A title, abstract or name of an institution as it may be kept: clean, mended, without contact data."""
    if "  " in value:
        value = " ".join(value.split())
    # One pass in C instead of a search for each of what a text may have to be cleaned of.
    unusual = value.encode("utf-8", "surrogatepass").translate(None, _ORDINARY)
    plain = not unusual or unusual.isdigit()
    if not plain or not (value.isascii() or _is_sound(value)):
        value = clean(mend(value))
    if plain and "(at)" not in value and "＠" not in value and (len(unusual) < _PHONE_DIGITS or not _names_a_phone(value)):
        return value.strip()
    return scrub(value)


def mend(value: str) -> str:
    """The text with certain damage undone: UTF-8 read as Latin-1, Windows quotes, HTML's character references."""
    if not value.isascii() and not _is_sound(value):
        value = _MOJIBAKE.sub(_decoded, value)
        value = _C1.sub(lambda match: _CONTROL.get(ord(match[0]), " "), value)
    return _ENTITY.sub(lambda match: html.unescape(match[0]), value) if "&" in value else value


def scrub(value: str) -> str:
    """The text without e-mail addresses, and without telephone numbers that are marked as such."""
    found = value
    if "@" in value or "＠" in value or "(at)" in value or "[at]" in value:
        found = _EMAIL.sub("", found)
    if _names_a_phone(found):
        found = _PHONE.sub("", found)
    if found == value:
        return value.strip()
    found = re.sub(r"\s+(?=[.,;:，。；)）\]]|\Z)", "", re.sub(r"\s{2,}", " ", found)).strip()
    return found if re.search(r"\w", found) else ""


def language(value: str) -> str:
    """The language of a text (see service.languages.detect), without counting letters where all are Latin."""
    if value.isascii() or not value.encode("utf-8", "surrogatepass").translate(None, _UP_TO_LATIN):
        return "en" if _LATIN.search(value) else UNDETERMINED
    return detect(value)


def texts(value: str, declared: str | None = None) -> dict[str, str]:
    """A text under its language, {} when it is empty.

    The language that the source declares for the paper wins, but not against the script: a Chinese paper may have an
    English abstract.
    """
    kept = text(value)
    if not kept:
        return {}
    found = language(kept)
    if declared and not (declared in _NOT_LATIN and found == "en") and not (declared not in _NOT_LATIN and found == "zh"):
        found = declared
    return {found: kept}


def texts_by_language(values: Mapping[str, str]) -> dict[str, str]:
    """Texts that come with their languages, under normal codes, empty ones left out."""
    kept: dict[str, str] = {}
    for declared, value in values.items():
        if one := text(value):
            code = normal_code(declared)
            kept.setdefault(code if code != UNDETERMINED else language(one), one)
    return kept


def excerpt(value: str | bytes) -> str:
    """How a record begins, for a list of rejects: at most 200 characters, without contact data."""
    if isinstance(value, bytes):
        value = value[: EXCERPT_LENGTH * 4].decode("utf-8", "replace")
    return scrub(clean(value[: EXCERPT_LENGTH * 2]))[:EXCERPT_LENGTH]


def _is_sound(value: str) -> bool:
    """Whether a text beyond ASCII has nothing to be cleaned or mended: the usual case, told quickly."""
    return (
        value.isprintable()
        and "Ã" not in value
        and "Â" not in value
        and "â" not in value
        and "ï" not in value
        and "Ä" not in value
        and "Å" not in value
        and "Î" not in value
        and "Ï" not in value
        and unicodedata.is_normalized("NFC", value)
    )


def _names_a_phone(value: str) -> bool:
    if len(value) < _LONG:
        return any(word in value for word in _PHONE_WORDS)
    # Each word costs 1.3 microseconds in an abstract.
    return "Tel" in value or "TEL" in value or "hone" in value or "Fax" in value or "电话" in value


def _decoded(match: re.Match[str]) -> str:
    raw = bytes(_WINDOWS.get(char) or ord(char) for char in match[0])
    after = match.string[match.end() : match.end() + 1]
    if raw[-1] in b"\xab\xbb" and not after.islower():
        return match[0]  # A guillemet that closes a quotation: `«IRMÃ»`.
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return match[0]
