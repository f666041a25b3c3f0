"""Titles as databases write them, with a dot behind every one.

It changes no word of a title.
"""

from __future__ import annotations

import re

_FULL_STOP = re.compile(
    r"[\w\])}\"'”’?!%+]\.\Z(?<!\.[^\W\d_]\.)(?<!\bvs\.)(?<!\bal\.)(?<!\betc\.)(?<!\bspp\.)(?<!\bsp\.)(?<!\binc\.)", re.IGNORECASE
)


def without_full_stop(title: str) -> str:
    """A title without the dot that some databases set behind every title; that of an abbreviation (`U.S.`) stays."""
    title = title.rstrip()
    return title[:-1] if _FULL_STOP.search(title) else title
