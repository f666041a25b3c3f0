"""The date of a paper out of several fields, of which some say only the year.

It reads no field itself: see references.dated.
"""

from __future__ import annotations

from collections.abc import Iterable


def fullest(found: Iterable[tuple[int | None, str | None]]) -> tuple[int | None, str | None]:
    """The first year of several pairs of year and date, and the fullest date of that year; None for what nothing says."""
    known = [one for one in found if one[0]]
    year = known[0][0] if known else None
    return year, max((date or "" for own, date in known if own == year), key=len, default="") or None
