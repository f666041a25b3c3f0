"""Pages as databases shorten them, with both numbers whole.

It reads no field itself: see references.pages.
"""

from __future__ import annotations

import re

_SHORT = re.compile(r"(\d+)-(\d+)")


def in_full(pages: str | None) -> str | None:
    """`132-42` is 132-142; what is not so shortened stays as it is."""
    match = _SHORT.fullmatch(pages or "")
    if match and len(match[2]) < len(match[1]):
        return f"{match[1]}-{match[1][: -len(match[2])]}{match[2]}"
    return pages
