"""Fills what a source lacks with what the caller of a load says (`--set venue=ICML --set year=2026`).

It never changes what a record says itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from service.labels import keys
from service.languages import UNDETERMINED, normal_code
from service.paper import Category, Paper
from service.paper.model import LEVEL
from service.sources.facts.kinds import kind

FILLABLE = ("venue", "year", "language", "type", "series", "publisher", "licence", "category")

TYPES, LANGUAGES = keys("type"), tuple(key for key in keys("language") if normal_code(key) == key != UNDETERMINED)
UNKNOWN_TYPE = "type: an unknown type was left out"


def refusal(name: str, value: str) -> str | None:
    """What is wrong with a value to fill in, with those that are allowed; None where nothing is."""
    if name == "type" and value not in TYPES:
        return f"a type is one of {', '.join(TYPES)}"
    if name == "language" and normal_code(value) not in LANGUAGES:
        return f"a language is one of {', '.join(LANGUAGES)}"
    last = datetime.now(UTC).year + 2
    if name == "year" and not (value.isascii() and value.isdigit() and len(value) == 4 and 1000 <= int(value) <= last):
        return f"a year is a number from 1000 to {last}"
    return None


def typed(paper: Paper) -> Paper:
    """The paper with a type of ours: a known word for one is that, an unknown word is none."""
    return paper if paper.type is None or paper.type in TYPES else replace(paper, type=kind(paper.type))


def filled(paper: Paper, defaults: Mapping[str, str]) -> Paper:
    """The paper with `defaults` where it has nothing. `category` is `Area` or `Area::Sub-area`."""
    values: dict[str, Any] = {
        name: value for name, value in defaults.items() if name != "category" and getattr(paper, name) is None
    }
    if "year" in values:
        values["year"] = int(values["year"])
    if "language" in values:
        values["language"] = normal_code(values["language"])
    if "category" in defaults and not paper.categories:
        area, _, subarea = defaults["category"].partition(LEVEL)
        values["categories"] = (Category(area.strip(), subarea.strip() or None),)
    return replace(paper, **values) if values else paper
