"""Counts as bars of a chart: where each stands and how high it is. How it looks is bars.html's and the style sheet's.

Each bar is one wide and at most HEIGHT high; charts stretch to the room that they have, so there is no text in them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

HEIGHT = 100
# Of the height; a single paper must be seen beside thousands.
LEAST = 1.5
# Older years than this many are left out: a stray one (1066) would leave no room for the rest.
LONGEST = 60


@dataclass(frozen=True, slots=True)
class Bar:
    """A year and its papers; `address` leads to them."""

    key: int
    count: int
    height: float
    address: str
    selected: bool

    @property
    def top(self) -> float:
        """Where it begins, counted from above."""
        return HEIGHT - self.height


@dataclass(frozen=True, slots=True)
class Bars:
    """Years without a gap, ascending. `most`: the papers of the highest bar."""

    bars: tuple[Bar, ...]
    most: int

    @property
    def first(self) -> int:
        """The first year."""
        return self.bars[0].key

    @property
    def last(self) -> int:
        """The last year."""
        return self.bars[-1].key

    @property
    def ticks(self) -> tuple[int, ...]:
        """The years that are named below."""
        span = self.last - self.first
        return tuple(sorted({self.first, *((self.first + span // 2,) if span > 5 else ()), self.last}))


def bars_of(
    counts: Mapping[int, int], address: Callable[[int], str], is_selected: Callable[[int], bool] = lambda _: False
) -> Bars | None:
    """The bars of {year: papers}; None where there are no years."""
    if not counts:
        return None
    last = max(counts)
    first = max(min(counts), last - LONGEST + 1)
    most = max(counts.get(year, 0) for year in range(first, last + 1))
    return Bars(
        tuple(
            Bar(year, count, _height(count, most), address(year), is_selected(year))
            for year in range(first, last + 1)
            for count in (counts.get(year, 0),)
        ),
        most,
    )


def _height(count: int, most: int) -> float:
    return round(max(LEAST, HEIGHT * count / most), 2) if count else 0
