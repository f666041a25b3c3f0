"""The marks of kinds of documents: [J], [C]//, [EB/OL], in brackets and letters of any width; signs of that width as others.

It reads no reference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

# Full-width letters and figures, as they stand in lists typed with a Chinese keyboard, and the usual ones.
_HALF = {ord(sign) + 0xFEE0: sign for sign in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"} | {
    ord("／"): "/", ord("－"): "-", ord("＆"): "&", ord("［"): "[", ord("］"): "]", ord("〔"): "[", ord("〕"): "]",
}  # fmt: skip
_HAS_WIDE = re.compile("[０-９Ａ-Ｚａ-ｚ／－＆［］〔〕]")


def _either(kinds: str) -> str:
    """A pattern of several words in letters of either width."""
    return "|".join("".join(f"[{sign}{chr(ord(sign) + 0xFEE0)}]" for sign in kind) for kind in kinds.split())


MARK = re.compile(
    rf"[\[［【〔]\s?(?P<kind>{_either('EB DB DS CP CM J C D M P R S N Z A G K')})"
    rf"\s?(?:[/／]\s?(?P<medium>{_either('OL CD DK MT')}|[^\]］】〕\[]{{2,40}}))?\s?[\]］】〕]"
    r"(?P<host>\s?[.．]?\s?[/／]{2}|[.．]\s?(?:见|載|载|[Ii]n)\s?[:：]\s?)?"
)
TYPES: Mapping[str, str] = {
    "J": "article", "N": "article", "C": "inproceedings", "M": "book", "D": "thesis", "P": "patent", "R": "report",
    "S": "standard", "DB": "dataset", "DS": "dataset", "EB": "webpage", "G": "book", "K": "book", "CP": "other", "CM": "other",
    "Z": "other", "A": "other",
}  # fmt: skip


def half(text: str) -> str:
    """A text with its full-width letters, figures and brackets at the usual width, sign for sign."""
    return text.translate(_HALF) if _HAS_WIDE.search(text) else text
