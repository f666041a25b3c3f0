"""The date of a paper out of several fields, of which some say only the year.

It reads no field itself: see references.dated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

NOT_UNDERSTOOD = "year not understood, and left out: it is to have four figures, as 2020 or 2020-05-13"


def fullest(found: Iterable[tuple[int | None, str | None]]) -> tuple[int | None, str | None]:
    """The first year of several pairs of year and date, and the fullest date of that year; None for what nothing says."""
    known = [one for one in found if one[0]]
    year = known[0][0] if known else None
    return year, max((date or "" for own, date in known if own == year), key=len, default="") or None


def unread(year: int | None, values: Iterable[str]) -> list[str]:
    """The message about fields that have figures and no year (`20201`, `0000`); none where they say a year, or nothing."""
    return [NOT_UNDERSTOOD] if year is None and any(re.search(r"\d", value) for value in values) else []
