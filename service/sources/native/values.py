"""Checked values of a foreign object: text, number, date, ... or WrongType, which says what was expected.

It knows JSON's types and no field of a paper.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping
from typing import Any

from service.folding import clean
from service.sources.facts import fields
from service.sources.facts.texts import excerpt, text, texts_by_language

Record = Mapping[str, Any]

_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:[T ].*)?", re.ASCII | re.DOTALL)
_LIST = re.compile(r"[;；、\n]")
_COMMAS = re.compile(r"[,，]")


class WrongType(ValueError):
    """A field's value is not what the contract says; the message is for the reject."""

    def __init__(self, field: str, expected: str, value: Any) -> None:
        super().__init__(f"{field}: {expected} expected, found {kind(value)}")


def kind(value: Any) -> str:
    """A value's JSON type in words, for messages."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, (int, float)):
        return f"the number {str(value)[:20]}"
    if isinstance(value, str):
        return f"the text “{excerpt(value)[:40]}”" if value.strip() else "an empty text"
    return "a list" if isinstance(value, list) else "an object"


def shown(key: str) -> str:
    """A key as it may stand in a message."""
    return clean(key)[:60]


def dump(value: Any) -> str:
    """How a value begins, for a list of rejects."""
    return excerpt(json.dumps(value, ensure_ascii=False, default=str))


def string(record: Record, name: str) -> str | None:
    """A text, cleaned; numbers are taken for texts (`"volume": 12`). None when absent or empty."""
    value = record.get(name)
    if value is None:
        return None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if not isinstance(value, str):
        raise WrongType(name, "a text", value)
    return text(value) or None


def boolean(record: Record, name: str) -> bool | None:
    """`true` or `false`, or None when absent."""
    value = record.get(name)
    if value is not None and not isinstance(value, bool):
        raise WrongType(name, "true or false", value)
    return value


def count(record: Record, name: str) -> int | None:
    """A whole number from 0, or None when absent."""
    value = record.get(name)
    if value is None:
        return None
    # NaN fails both comparisons.
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 2**31 or value != int(value):
        raise WrongType(name, "a whole number from 0", value)
    return int(value)


def year(record: Record, name: str) -> int | None:
    """A year as number or text, or None when absent."""
    value = record.get(name)
    if value is None or value == "":
        return None
    if isinstance(value, float) and value == value and abs(value) < 1e6 and value == int(value):
        value = int(value)
    found = fields.year(value)
    if found is None:
        raise WrongType(name, "a year such as 2024", value)
    return found


def date(record: Record, name: str) -> str | None:
    """An ISO 8601 year, month or day; times are cut off. None when absent."""
    value = record.get(name)
    if value is None or value == "":
        return None
    match = _DATE.fullmatch(value.strip()) if isinstance(value, str) else None
    try:
        if match is None:
            raise ValueError
        datetime.date(int(match[1]), int(match[2] or 1), int(match[3] or 1))
    except ValueError:
        raise WrongType(name, "a date such as 2024, 2024-05 or 2024-05-31", value) from None
    return "-".join(part for part in match.groups() if part)


def strings(value: Any, name: str) -> list[str]:
    """One text or a list of texts as a list; numbers are taken for texts."""
    found = []
    for one in [value] if isinstance(value, (str, int, float)) else items(value, name):
        if isinstance(one, bool) or not isinstance(one, (str, int, float)):
            raise WrongType(name, "texts", one)
        found.append(str(one))
    return [one for one in found if one.strip()]


def divided(value: Any, name: str) -> list[str]:
    """A list of texts, also when it is written as one text: at semicolons, else at commas."""
    if not isinstance(value, str):
        return strings(value, name)
    parts = _LIST.split(value)
    return [part for part in (parts if len(parts) > 1 else _COMMAS.split(value)) if part.strip()]


def items(value: Any, name: str) -> list[Any]:
    """The elements of a list, without nulls; [] when absent."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise WrongType(name, "a list", value)
    return [one for one in value if one is not None]


def mapping(value: Any, name: str) -> Mapping[str, Any]:
    """An object; {} when absent."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise WrongType(name, "an object", value)
    return value


def language_map(value: Any, name: str) -> dict[str, str]:
    """An object of languages and texts, under normal codes; {} when absent."""
    if not value and value in (None, {}):
        return {}
    found = {code: one for code, one in mapping(value, name).items() if one is not None}
    for code, one in found.items():
        if not isinstance(one, str):
            raise WrongType(f"{name}.{shown(code)}", "a text", one)
    return texts_by_language(found)


def unknown(record: Record, known: frozenset[str], prefix: str = "") -> list[str]:
    """A message for every key that is not known."""
    return [] if record.keys() <= known else [f"unknown key {prefix}{shown(key)}" for key in record.keys() - known]
