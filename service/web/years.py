"""The years of a search: as a histogram on which a range can be chosen, and ranges as a form sends them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.query import SearchRequest
from service.web.addresses import PAGE, Address, Pairs
from service.web.bars import Bars, bars_of

YEAR = "year"
# What the form of a range sends; the search leads on to the range as the filter writes it.
FROM, TO = "year.from", "year.to"
RANGE = ".."


@dataclass(frozen=True, slots=True)
class Histogram:
    """The years with their papers; `start` and `end` are the chosen range, empty where there is none."""

    bars: Bars
    start: str
    end: str
    hidden: Pairs


def histogram(values: Sequence[Mapping[str, Any]], request: SearchRequest, here: Address) -> Histogram | None:
    """The histogram of the values of the facet of years; None where one year is all there is."""
    chosen = request.filters.get(YEAR, ())
    spans = [_span(value) for value in chosen]
    cleared = here.without_all({YEAR})
    bars = bars_of(
        {int(value["key"]): value["count"] for value in values if value["count"] or value["selected"]},
        lambda year: str(cleared.adding(YEAR, str(year))),
        lambda year: any(first <= year <= last for first, last in spans),
    )
    if bars is None or len(bars.bars) < 2:
        return None
    start, end = _ends(chosen[0]) if len(chosen) == 1 else ("", "")
    return Histogram(bars, start, end, tuple(pair for pair in cleared.pairs if pair[0] != PAGE))


def with_range(here: Address) -> Address:
    """The search with the range that a form sent as its only years; ends in the wrong order are turned round."""
    first, last = (next(iter(here.values(name)), "").strip() for name in (FROM, TO))
    if first.isdecimal() and last.isdecimal() and int(first) > int(last):
        first, last = last, first
    cleared = here.without_all({YEAR, FROM, TO})
    if not first and not last:
        return cleared
    return cleared.adding(YEAR, first if first == last else f"{first}{RANGE}{last}")


def _ends(value: str) -> tuple[str, str]:
    first, dots, last = value.partition(RANGE)
    return (first, last) if dots else (value, value)


def _span(value: str) -> tuple[int, int]:
    first, last = _ends(value)
    return int(first or 0), int(last or 9999)
