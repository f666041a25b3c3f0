"""Counts for charts: what is asked of the engine for one, and how its answer is read. Pure.

It searches nothing: which papers are counted is told by the request that a chart holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from service.facets import FACETS, MAX_SIZE, Clause, Facet, HierarchyFacet
from service.query.request import SearchRequest

YEAR = "year"
# What a chart's points can be, and by what each of them can be split.
BY = (YEAR, *(name for name in FACETS if name != YEAR))
SPLITS = ("category", "venue", "language")
# What is said of the values beside the points; see Facet.
BESIDE = ("missing", "distinct", "distinct_is_estimate", "other", "error")
# With MAX_SIZE points these are fewer buckets than the engine's limit of 65,536.
SPLIT_SIZE, MAX_SPLIT = 10, 50
# A gap of up to so many years is shown as years without papers; a longer one parts a stray year (1066) from the rest.
MAX_GAP = 50


@dataclass(frozen=True, slots=True)
class Chart:
    """What is to be counted: the papers of `request`, a point for each value of `by`, each split by another facet.

    `size`: the most points (years come all); `split_size`: the most values that a split has.
    """

    request: SearchRequest = field(default_factory=SearchRequest)
    by: str = YEAR
    split: str | None = None
    size: int = MAX_SIZE
    split_size: int = SPLIT_SIZE


def aggregations(chart: Chart) -> dict[str, Clause]:
    """The named aggregations that a chart is read from."""
    found = _flat(chart.by).aggregation(chart.size, ())
    if chart.split is not None:
        terms = _flat(chart.split).terms(chart.split_size)
        if chart.by == YEAR:
            # The same values in every year, so that they can be followed: those with most papers in all years.
            found["split"] = {**terms, "aggs": {"points": FACETS[YEAR].terms(MAX_SIZE)}}
        else:
            found["values"].setdefault("aggs", {})["split"] = terms
    return found


def read(chart: Chart, answer: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The chart from the answer to `aggregations`, and what is to be said beside it.

    ({by, label, points [{key, label, count, split [{key, label, count}]}], series}, {missing, distinct, other, error}); a
    point of a year has a number as its key and no label. `series`: the values that years are split by, with all their papers.
    """
    facet = _flat(chart.by).read(answer, ())
    beside: dict[str, Any] = {name: facet[name] for name in BESIDE if name in facet}
    shown: dict[str, Any] = {"by": chart.by, "label": facet["label"]}
    if chart.by == YEAR:
        shown["points"] = _years(facet["values"])
        if chart.split is not None:
            shown["series"] = _split_years(chart.split, shown["points"], answer["split"]["buckets"])
        return shown, beside
    shown["points"] = [{name: value[name] for name in ("key", "label", "count")} for value in facet["values"]]
    if chart.split is not None:
        for point, bucket in zip(shown["points"], answer["values"]["buckets"], strict=True):
            point["split"] = [_value(chart.split, one) for one in bucket["split"]["buckets"]]
    return shown, beside


def with_gaps(counts: Mapping[int, int]) -> list[tuple[int, int]]:
    """Years with their papers, ascending; gaps of up to MAX_GAP years are filled with years that have none."""
    found: list[tuple[int, int]] = []
    for year in sorted(counts):
        if found and year - found[-1][0] <= MAX_GAP + 1:
            found += [(empty, 0) for empty in range(found[-1][0] + 1, year)]
        found.append((year, counts[year]))
    return found


def _years(values: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{"key": year, "count": count} for year, count in with_gaps({int(one["key"]): one["count"] for one in values})]


def _split_years(split: str, points: list[dict[str, Any]], buckets: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Gives each year its part of every value, where it has any; returns the values."""
    series, by_year = [], {point["key"]: point.setdefault("split", []) for point in points}
    for bucket in buckets:
        value = _value(split, bucket)
        series.append(value)
        for year in bucket["points"]["buckets"]:
            by_year[year["key"]].append({**value, "count": year["doc_count"]})
    return series


def _value(split: str, bucket: Mapping[str, Any]) -> dict[str, Any]:
    key = str(bucket["key"])
    return {"key": key, "label": FACETS[split].value_label(key), "count": bucket["doc_count"]}


def _flat(name: str) -> Facet:
    """The facet whose values are points or parts of points: of a hierarchy its areas."""
    facet = FACETS[name]
    return facet.above if isinstance(facet, HierarchyFacet) else facet
