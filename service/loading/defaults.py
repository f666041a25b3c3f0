"""Fills what a source lacks with what the caller of a load says (`--set venue=ICML --set year=2026`).

It never changes what a record says itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from service.languages import normal_code
from service.paper import Category, Paper
from service.paper.model import LEVEL

FILLABLE = ("venue", "year", "language", "type", "series", "publisher", "licence", "category")


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
