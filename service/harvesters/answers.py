"""Answers in JSON that hold a list of records: asked for, checked, asked for again when they are broken.

It knows no service and reads no record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import orjson

from service.errors import HarvestError
from service.harvesters.transport import Answer, Request, Transport, Unusable, server_time

# How often a page that can't be read is asked for before the harvest stops at it.
TRIES = 4


@dataclass(frozen=True, slots=True)
class Listing:
    """An answer: the object that holds the list, and the list's records."""

    answer: Answer
    content: Mapping[str, Any]
    records: list[dict[str, Any]]


def ask_listing(transport: Transport, request: Request, name: str, within: str = "") -> Listing:
    """The answer whose list stands under `name` (in the object `within`). Raises HarvestError when none can be had, Refused."""

    def read(answer: Answer) -> Listing:
        content = _json(answer)
        if within:
            content = content.get(within) if isinstance(content, dict) else None
        if not isinstance(content, dict) or not isinstance(content.get(name), list):
            raise Unusable(f"the answer has no list of {name}")
        return Listing(answer, content, [record for record in content[name] if isinstance(record, dict)])

    try:
        return transport.ask(request, read, TRIES)
    except Unusable as error:
        raise HarvestError(
            f"{request}: {error}, each of {TRIES} times. Start again later: what was harvested is kept."
        ) from error


def given(parameters: Mapping[str, str]) -> dict[str, str]:
    """The parameters that say something."""
    return {name: value for name, value in parameters.items() if value}


def count_of(value: Any) -> int | None:
    """A number of records as services tell it; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def day_before(answer: Answer) -> str:
    """The day before an answer: from there the next round asks, so that what was being indexed is not missed."""
    return (server_time(answer) - timedelta(days=1)).strftime("%Y-%m-%d")


def in_order(latest: str, dates: Iterable[str]) -> bool:
    """Whether dates go on behind the latest one without a step back."""
    known = [latest, *dates]
    return known == sorted(known)


def _json(answer: Answer) -> Any:
    try:
        return orjson.loads(answer.body)
    except orjson.JSONDecodeError as error:
        kind = "a page of HTML" if answer.body.lstrip()[:1] == b"<" else "no JSON, or cut off"
        raise Unusable(f"the answer is {kind}") from error
