"""The values of a foreign JSON object, asked for by type: what is of another type counts as absent, and is told.

It knows no format's keys, and never raises for what stands in an object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text

Record = Mapping[str, Any]

_NOTHING: Record = {}


class Fields:
    """An object's values. Messages about those that were left out are added to `notices`, which inner objects share."""

    __slots__ = ("notices", "record")

    def __init__(self, record: Record, notices: list[str]) -> None:
        self.record = record
        self.notices = notices

    def __contains__(self, name: str) -> bool:
        return name in self.record

    def text(self, *names: str) -> str:
        """The text under the first of these keys that has one; of a list the first. Numbers are taken for texts."""
        for name in names:
            value = self.record.get(name)
            if isinstance(value, list):
                value = next((one for one in value if one), None)
            if isinstance(value, str):
                if value.strip():
                    return value
            elif isinstance(value, (int, float)) and not isinstance(value, bool):
                return f"{value:g}" if isinstance(value, float) else str(value)
            elif value:
                self._left_out(name, "text")
        return ""

    def plain(self, *names: str) -> str:
        """Like `text`, as it may be kept: markup and contact data taken out."""
        found = self.text(*names)
        return text(without_markup(found)) if found else ""

    def texts(self, name: str) -> list[str]:
        """A list of texts, also where there is only one, outside of a list."""
        value = self.record.get(name)
        if isinstance(value, list):
            found = [one for one in value if isinstance(one, str)]
            if len(found) < len(value) and any(one is not None and not isinstance(one, str) for one in value):
                self._left_out(name, "text")
            return found
        one = self.text(name)
        return [one] if one else []

    def inner(self, name: str) -> Fields:
        """The object under a key; one without values where there is none."""
        value = self.record.get(name)
        if isinstance(value, dict):
            return Fields(value, self.notices)
        if value:
            self._left_out(name, "object")
        return Fields(_NOTHING, self.notices)

    def inners(self, name: str) -> list[Fields]:
        """The objects of a list, also where there is only one, outside of a list."""
        value = self.record.get(name)
        if isinstance(value, dict):
            return [Fields(value, self.notices)] if value else []
        if not isinstance(value, list):
            if value:
                self._left_out(name, "list")
            return []
        found = [Fields(one, self.notices) for one in value if isinstance(one, dict)]
        if len(found) < len(value) and any(one is not None and not isinstance(one, dict) for one in value):
            self._left_out(name, "object")
        return found

    def count(self, *names: str) -> int | None:
        """A whole number from 0 under the first of these keys that has one."""
        for name in names:
            value = self.record.get(name)
            if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31:
                return value
        return None

    def flag(self, name: str) -> bool | None:
        """`true` or `false`, or None."""
        value = self.record.get(name)
        return value if isinstance(value, bool) else None

    def _left_out(self, name: str, expected: str) -> None:
        self.notices.append(f"{name}: no {expected}, left out")
