"""Joins records that agree in title, author and year, in time that grows with their number and not with its square.

It knows what agrees and in which order; which records are looked at, and by what, is identity's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from service import names
from service.languages import has_han


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


class Face(NamedTuple):
    """What may speak against a record's being one paper with another: years, forms of the first author's name, kind.

    Records that share an identifier have one face together: they are one paper whatever differs in them.
    """

    years: frozenset[int]
    forms: frozenset[str]
    is_thesis: bool | None

    def contradicts(self, other: Face) -> bool:
        """Whether they are two papers: years too far apart, names of one script that no person has both of, a thesis or none."""
        if None not in (self.is_thesis, other.is_thesis) and self.is_thesis != other.is_thesis:
            return True
        if self.years and other.years and not any(abs(mine - theirs) <= 1 for mine in self.years for theirs in other.years):
            return True
        pairs = [(mine, theirs) for mine in self.forms for theirs in other.forms if has_han(mine) == has_han(theirs)]
        return bool(pairs) and not any(names.agree(mine, theirs) for mine, theirs in pairs)


class State(NamedTuple):
    """What must not contradict when papers are joined: the kinds of their identifiers, and the faces of their records."""

    kinds: frozenset[str]
    faces: frozenset[Face]


class Joining:
    """Joins numbered groups. No two share an identifier that is beyond doubt, so they contradict when they have one of a kind."""

    def __init__(self) -> None:
        self._agreeing = _Agreeing()
        self._parent: list[int] = []
        self._states: list[State] = []
        # The papers with each look by their states, the earliest first. What was joined meanwhile is only set right when it
        # stands in front: a state only gets more that contradicts, so nothing is overlooked.
        self._places: dict[Look, dict[State, list[int]]] = defaultdict(lambda: defaultdict(list))
        self._placed: set[tuple[Look, int]] = set()
        self._verdicts: dict[tuple[Face, Face], bool] = {}

    def add(self, looks: Collection[Look], state: State) -> None:
        """Joins the next group, which looks so, to those before it that agree with it and do not contradict it."""
        number = len(self._parent)
        self._parent.append(number)
        self._states.append(state)
        near = {other for look in looks for other in self._agreeing.with_(look)}
        while (other := min((n for look in near for n in self._fitting(look, number)), default=None)) is not None:
            first, second = sorted((other, number))
            self._parent[second] = first
            one, two = self._states[first], self._states[second]
            self._states[first] = State(one.kinds | two.kinds, one.faces | two.faces)
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
        """Among the papers with a look that do not contradict a paper: the first of each state."""
        places, mine, own = self._places[look], None, self._states[number]
        waiting = [state for state in places if self._may_join(state, own)]
        for state in waiting:
            heap = places[state]
            while heap and not ((first := self.first_of(heap[0])) == heap[0] != number and self._states[first] == state):
                self._placed.discard((look, heappop(heap)))
                if first == number:
                    mine = look
                else:
                    self._place(look, first)
                    if self._may_join(self._states[first], own):
                        waiting.append(self._states[first])
            if heap:
                yield heap[0]
            else:
                del places[state]
        if mine:
            self._place(mine, number)

    def _may_join(self, one: State, other: State) -> bool:
        return not one.kinds & other.kinds and not any(self._contradict(a, b) for a in one.faces for b in other.faces)

    def _contradict(self, one: Face, other: Face) -> bool:
        if (known := self._verdicts.get((one, other))) is None:
            known = self._verdicts[one, other] = one.contradicts(other)
        return known

    def _place(self, look: Look, number: int) -> None:
        if (look, number) not in self._placed:
            self._placed.add((look, number))
            heappush(self._places[look][self._states[number]], number)
