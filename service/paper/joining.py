"""Joins records that agree in title, author and year, in time that grows with their number and not with its square.

It knows what agrees and in which order; which records are looked at, and by what, is identity's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from service import names


class Look(NamedTuple):
    """What two records must agree in: title, year, and a form of the first author's name or, without authors, the venue."""

    title: str
    forms: frozenset[str]
    year: int | None
    venue: str | None


class _Agreeing:
    """Which of the looks met so far agree: the same title, years at most one apart, names that can be one person's."""

    def __init__(self) -> None:
        self._known: dict[Look, list[Look]] = {}
        self._by_word: dict[tuple[str, str, int | None], list[Look]] = defaultdict(list)

    def with_(self, look: Look) -> list[Look]:
        """All that agree with a look, itself among them."""
        if (known := self._known.get(look)) is not None:
            return known
        known = self._known[look] = [look]
        words = {word for form in look.forms for word in names.tokens(form) or "-"}
        years = (None,) if look.year is None else (look.year - 1, look.year, look.year + 1)
        for other in {other for word in words for year in years for other in self._by_word[look.title, word, year]}:
            if any(names.agree(mine, theirs) for mine in look.forms for theirs in other.forms):
                known.append(other)
                self._known[other].append(look)
        for word in words:
            self._by_word[look.title, word, look.year].append(look)
        return known


class Joining:
    """Joins numbered groups. No two share an identifier that is beyond doubt, so they contradict when they have one of a kind."""

    def __init__(self) -> None:
        self._agreeing = _Agreeing()
        self._parent: list[int] = []
        self._kinds: list[frozenset[str]] = []
        # The papers with each look by the kinds of their identifiers, the earliest first. What was joined meanwhile is only
        # set right when it stands in front: kinds grow, so nothing is overlooked.
        self._places: dict[Look, dict[frozenset[str], list[int]]] = defaultdict(lambda: defaultdict(list))
        self._placed: set[tuple[Look, int]] = set()

    def add(self, looks: Collection[Look], kinds: frozenset[str]) -> None:
        """Joins the next group, which looks so and has identifiers of these kinds, to those before it."""
        number = len(self._parent)
        self._parent.append(number)
        self._kinds.append(kinds)
        near = {other for look in looks for other in self._agreeing.with_(look)}
        while (other := min((n for look in near for n in self._fitting(look, number)), default=None)) is not None:
            first, second = sorted((other, number))
            self._parent[second] = first
            self._kinds[first] |= self._kinds[second]
            number = first
        for look in looks:
            self._place(look, number)

    def first_of(self, number: int) -> int:
        """The number of the first group of the paper that a group has become part of."""
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number

    def _fitting(self, look: Look, number: int) -> Iterator[int]:
        """Among the papers with a look that do not contradict a paper: the first of each set of kinds."""
        places, mine = self._places[look], None
        waiting = [kinds for kinds in places if not kinds & self._kinds[number]]
        for kinds in waiting:
            heap = places[kinds]
            while heap and not ((first := self.first_of(heap[0])) == heap[0] != number and self._kinds[first] == kinds):
                self._placed.discard((look, heappop(heap)))
                if first == number:
                    mine = look
                else:
                    self._place(look, first)
                    if not self._kinds[first] & self._kinds[number]:
                        waiting.append(self._kinds[first])
            if heap:
                yield heap[0]
        if mine:
            self._place(mine, number)

    def _place(self, look: Look, number: int) -> None:
        if (look, number) not in self._placed:
            self._placed.add((look, number))
            heappush(self._places[look][self._kinds[number]], number)
