"""Cuts a row of characters or words into known terms: few and long ones.

Pure: the caller says what a piece costs; it knows no table.
"""

from __future__ import annotations

from collections.abc import Callable

# A piece that no table knows costs more than a known one, so that it is never preferred to one.
UNKNOWN = 2.0
# Of two cuts with equally many terms the one with the longer term is better.
_LENGTH_BONUS = 0.002
# Sums of the same prices differ in their last digits.
_EQUAL = 1e-9


def cut(length: int, longest: int, cost: Callable[[int, int], float | None]) -> list[tuple[int, int]]:
    """The cheapest cut of `length` items into pieces (start, end) of at most `longest` items, in their order.

    `cost(start, end)` is a piece's price, None where it is no term; single items may always be cut off.
    """
    best = [0.0] + [float("inf")] * length
    came_from = [0] * (length + 1)
    for end in range(1, length + 1):
        for start in range(max(0, end - longest), end):
            price = cost(start, end)
            if price is None:
                if end - start > 1:
                    continue
                price = UNKNOWN
            total = best[start] + price - _LENGTH_BONUS * (end - start) ** 2
            # Of equal cuts the one with the longer beginning: 机器学习|方法 before 机器|学习方法.
            if total <= best[end] + _EQUAL:
                best[end], came_from[end] = total, start
    pieces: list[tuple[int, int]] = []
    end = length
    while end:
        pieces.append((came_from[end], end))
        end = came_from[end]
    return pieces[::-1]
