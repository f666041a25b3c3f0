"""The marks of kinds of documents: [J], [C]//, [EB/OL], in brackets of any width.

It reads no reference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

MARK = re.compile(
    r"[\[［【]\s?(?P<kind>EB|DB|DS|CP|CM|[JCDMPRSNZAGK])\s?(?:[/／]\s?(?P<medium>OL|CD|DK|MT|[^\]］】\[]{2,40}))?\s?[\]］】]"
    r"(?P<host>\s?[.．]?\s?[/／]{2}|[.．]\s?(?:见|載|载|[Ii]n)\s?[:：]\s?)?"
)
TYPES: Mapping[str, str] = {
    "J": "article", "N": "article", "C": "inproceedings", "M": "book", "D": "thesis", "P": "patent", "R": "report",
    "S": "standard", "DB": "dataset", "DS": "dataset", "EB": "webpage", "G": "book", "K": "book", "CP": "other", "CM": "other",
    "Z": "other", "A": "other",
}  # fmt: skip
