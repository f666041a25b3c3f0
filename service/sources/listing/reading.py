"""The cheapest reading of a listing: what every line is, found over all lines together (Viterbi).

It trusts no single sign, blank lines included: what the lines look like and what may follow what decide together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from service.languages import has_han
from service.sources.listing.looks import NEVER, Label, Line, names_cost

# In the order of Label: heading, category, title, authors, more authors, abstract, more, keywords, other.
H, C, T, A, B, X, Y, K, J = Label
_INFINITE = float("inf")
# The costs of what listings seldom have, against 0 for what they usually have and 6 for a line that belongs nowhere.
_NO_ABSTRACT = 3.5
_NO_AUTHORS = 4.0
_NO_TITLE = 2.5
_NEW_PARAGRAPH = 1.5
_SHORT_ABSTRACT = 2.0
# A new paper without a blank line before it, behind a line that was not full, and behind one that was.
_NO_GAP = 0.4
_WRAPPED = 1.5


# What may stand before a line that goes on with something.
_BEFORE = {label: tuple(Label) for label in Label} | {Y: (X, Y), B: (A, B), X: (A, B, K, T, C, H), K: (T, A, B, X, Y)}


def read(lines: Sequence[Line], titled: bool | None = None) -> tuple[list[Label], bool, float]:
    """The labels of the lines, whether the papers have titles, and what the reading costs in all.

    `titled` is given where an earlier part of the same page has shown it.
    """
    readings = [(*_cheapest(lines, guess), guess) for guess in ((False, True) if titled is None else (titled,))]
    labels, cost, guess = min(readings, key=lambda reading: reading[1])
    return labels, guess, cost


def _cheapest(lines: Sequence[Line], titled: bool) -> tuple[list[Label], float]:
    if not lines:
        return [], 0.0
    best = {label: _first(label, titled) + lines[0].costs.get(label, NEVER) for label in Label}
    back: list[dict[Label, Label]] = []
    for previous, line in pairwise(lines):
        step: dict[Label, float] = {}
        came: dict[Label, Label] = {}
        for label, own in line.costs.items():
            if own >= NEVER or (label is T and not titled):
                continue
            steps = [(best[one] + _step(one, label, previous, line, titled), one) for one in _BEFORE[label] if one in best]
            if not steps:
                continue
            cost, came[label] = min(steps, key=_by_cost)
            step[label] = cost + own
        best = step
        back.append(came)
    last = min(best, key=lambda label: best[label] + _last(label, lines[-1]))
    labels = [last]
    for came in reversed(back):
        labels.append(came[labels[-1]])
    return labels[::-1], best[last] + _last(last, lines[-1])


def _by_cost(pair: tuple[float, Label]) -> float:
    return pair[0]


def _first(label: Label, titled: bool) -> float:
    if label in (H, C, J):
        return 0.0
    if label is T:
        return 0.0 if titled else _INFINITE
    if label is A:
        return _NO_TITLE if titled else 0.0
    return _NO_AUTHORS + 1 if label is X else _INFINITE


def _last(label: Label, line: Line) -> float:
    if label is X:
        return _ended(line)
    return {A: _NO_ABSTRACT, B: _NO_ABSTRACT, C: _NO_AUTHORS, T: _NO_AUTHORS}.get(label, 0.0)


def _ended(line: Line) -> float:
    """What it costs that a line is all there is of an abstract."""
    return _SHORT_ABSTRACT if len(line.text) < (25 if has_han(line.text) else 80) else 0.0


def _step(before: Label, label: Label, previous: Line, line: Line, titled: bool) -> float:
    """What it costs that a line is `label` behind one that is `before`."""
    cost = _ended(previous) if before is X and label is not Y else 0.0
    if label is H or label is J or before is J:
        return cost + (_NO_ABSTRACT if before in (A, B) else _INFINITE if label in (X, Y, B) else 0.0)
    if label is Y:
        return _goes_on(line) if before in (X, Y) else _INFINITE
    if label is B:
        return _more_authors(previous, line) if before in (A, B) else _INFINITE
    if label is X:
        return {A: 0.0, B: 0.0, K: 0.0, T: _NO_AUTHORS, C: _NO_AUTHORS, H: _NO_AUTHORS}.get(before, _INFINITE)
    if label is K:
        return cost
    # A category, title or line of authors: inside the beginning of a paper, or a new paper's first line.
    cost += 0.0 if line.gap or before in (H, C, T) else _WRAPPED if line.wrapped else _NO_GAP
    if label is A and titled and before is not T:
        cost += _NO_TITLE
    if before is C:
        return cost + (1.5 if label is C else 0.0)
    if before is T:
        return cost if label is A else 1.5 + (2.0 if line.gap else 0.0) if label is T else _NO_AUTHORS + 2
    return cost + (_NO_ABSTRACT if before in (A, B) else 0.0)


def _goes_on(line: Line) -> float:
    """The abstract goes on. Behind a full line that is so likely that it matters less what the line looks like."""
    return -0.6 * line.costs[Y] if line.wrapped and not line.gap else _NEW_PARAGRAPH


def _more_authors(previous: Line, line: Line) -> float:
    """The list of authors goes on: where the line before was full, or ends with a comma, and both together are names."""
    if line.gap:
        return _INFINITE
    if previous.text.endswith((",", ";", "，", "、", "；", " and", "&")):
        return names_cost(line.text)
    torn = re.split("[,;，；、]", previous.text)[-1]
    return names_cost(f"{torn} {line.text}") + (0.3 if line.wrapped else 6.0)
