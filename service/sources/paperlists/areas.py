"""Areas, sessions, topics and hierarchical keywords of paper lists as categories of two levels.

One rule makes them readable; it merges no two areas that are written differently otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from service.paper import Category
from service.sources.facts import fields
from service.sources.facts.texts import text

_SMALL = frozenset("a an and as at by for from in of on or the to under via vs with without".split())
_SMALL_WORD = re.compile(r"(?<=\s)(?:And|By|For|From|In|Of|On|Or|The|To|Under|Via|With|Without)(?=\s)")
_AFTER_HYPHEN = re.compile(r"(?<=[A-Za-z]-)[A-Z](?=[a-z])")
_WORD = re.compile(r"(?:(?<=\A)|(?<=[\s/(&,]))[a-z][\w’'-]*")
_DIMENSIONS = re.compile(r"(?<![\w])([2-6])d(?![\w])")
# Sessions of one series: `Machine Learning IV`, `3D Vision 2`, `Time Series I (forecasting)`. X is no number: `Shape From X`.
_SERIES = re.compile(r"(?<=\w)\s+(?:I{1,3}|IV|VI{0,3}|IX|i{1,3}|iv|vi{0,3}|ix|\d{1,2})(?=\s*(?:\(|\Z))")
_BRACKETED = re.compile(r"\[([^\[\]]+)\]\s*(.+)", re.DOTALL)
# `Machine Learning: ML: Clustering`, `Machine Learning (ML): Clustering`.
_CODE = re.compile(r"[A-Z][A-Z&/-]{0,7}")
_AREA_CODE = re.compile(r"\s*\(([A-Z]{2,8})\)\Z")
# Tracks of a conference in the place of areas: what they say of the subject stands behind the colon.
_TRACKS = frozenset({"survey track", "survey", "dc", "ec", "sister conferences best papers", "journal track"})
# Kinds of contributions in the place of an area.
_KINDS = frozenset({"research papers", "exhibits", "projects", "demos"})


def categories(primary_area: str, session: str, topic: str, keywords: str) -> tuple[Category, ...]:
    """The categories of a record, without areas that a sub-area names already."""
    found = [*_areas(primary_area), *_areas(session), *_topic(topic), *(hierarchical(keywords) if keywords else ())]
    if len(found) < 2:
        return tuple(found)
    detailed = {category.area for category in found if category.subarea}
    return tuple(dict.fromkeys(one for one in found if one.subarea or one.area not in detailed))


def is_hierarchical(keywords: str) -> bool:
    """Whether keywords are areas and sub-areas: `Data Mining: DM: Mining graphs; Search: S: Local search`."""
    return keywords.count(": ") * 2 > keywords.count(";")


def hierarchical(keywords: str) -> list[Category]:
    """Keywords such as `Area: CODE: Sub-area; Area: Sub-area` as categories."""
    items: list[list[str]] = []
    for item in keywords.split(";"):
        levels = [level.strip() for level in item.split(":")]
        if len(levels) == 1 and items:
            # `Machine Learning: Multi-instance;Multi-label;Multi-view learning` is one sub-area.
            items[-1][-1] += f"; {levels[0]}"
        elif levels[0]:
            items.append(levels)
    return [category for category in map(_from_levels, items) if category]


@lru_cache(maxsize=8192)
def readable(name: str) -> str:
    """`recognition & 3d computer vision ii` -> `Recognition and 3D Computer Vision`: one spelling by one rule.

    The first letters of words are capitals, but for small words and behind hyphens; `&` is `and`; numbers of sessions go.
    """
    name = _SERIES.sub("", text(name)).replace(" & ", " and ")
    name = _WORD.sub(lambda match: match[0] if match[0] in _SMALL and match.start() else match[0][0].upper() + match[0][1:], name)
    name = _SMALL_WORD.sub(lambda match: match[0].lower(), name)
    name = _AFTER_HYPHEN.sub(lambda match: match[0].lower(), name)
    return _DIMENSIONS.sub(r"\1D", name)


@lru_cache(maxsize=4096)
def _areas(value: str) -> tuple[Category, ...]:
    """An area or session: `[Content] Vision and Language`, `Scene Understanding - Language`, `video; 3d vision`."""
    if not value:
        return ()
    if match := _BRACKETED.fullmatch(value.strip()):
        return tuple(_categories([(match[1], match[2])]))
    pairs = (part.partition(" - ") for part in value.split(";") if part.strip().lower() not in _KINDS)
    return tuple(_categories((area, subarea) for area, _, subarea in pairs))


def _categories(pairs: Iterable[tuple[str, str]]) -> Iterable[Category]:
    for area, subarea in pairs:
        if name := readable(area):
            yield Category(name, readable(subarea) or None)


@lru_cache(maxsize=1024)
def _topic(value: str) -> tuple[Category, ...]:
    """`Deep Learning->Theory`, spelled as the conference does."""
    found = fields.category(value) if value else None
    return (found,) if found else ()


def _from_levels(levels: list[str]) -> Category | None:
    area = _AREA_CODE.sub("", levels[0])
    rest = [level for level in levels[1:] if level and level != "-"]
    if len(rest) > 1 and _CODE.fullmatch(rest[0]):
        rest = rest[1:]
    area, subarea = area[: fields.MAX_NAME], ": ".join(rest)[: fields.MAX_NAME]
    if area.lower() in _TRACKS:
        area, subarea = subarea, ""
    return Category(readable(area), readable(subarea) or None) if readable(area) else None
