"""Reads and checks the parameters of counts for charts: those that narrow a search, and what the points are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marshmallow import RAISE, Schema

from service.errors import FieldError
from service.facets import FACETS, MAX_SIZE
from service.query import SearchRequest
from service.query.charts import BY, MAX_SPLIT, SPLIT_SIZE, SPLITS, YEAR, Chart
from service.schemas.arguments import narrowed, narrowing, strict_faults
from service.schemas.reading import checked, one_of, schema_of, whole_number

StatsArguments: type[Schema] = schema_of(
    "StatsArguments",
    {
        **narrowing(),
        "by": one_of(BY),
        "size": whole_number(1, MAX_SIZE),
        "split": one_of(SPLITS),
        "split.size": whole_number(1, MAX_SPLIT),
    },
)
_STATS = StatsArguments(unknown=RAISE)


def read_stats(parameters: Mapping[str, Sequence[str]]) -> Chart:
    """The chart that parameters (each with all its values) ask for. Raises InvalidRequest naming every fault."""
    values = checked(_STATS, parameters, strict_faults, _useless)
    by = values.get("by", YEAR)
    return Chart(
        SearchRequest(**narrowed(values)),
        by,
        values.get("split"),
        MAX_SIZE if by == YEAR else values.get("size", FACETS[by].size),
        values.get("split.size", SPLIT_SIZE),
    )


def _useless(values: Mapping[str, Any]) -> list[FieldError]:
    """What would be read and then do nothing."""
    by, split = values.get("by", YEAR), values.get("split")
    faults = []
    if by == YEAR and "size" in values:
        faults.append(FieldError("size", "has no meaning with by=year: every year is counted; narrow with `year` instead"))
    if split == by:
        faults.append(FieldError("split", "must differ from `by`"))
    if split is None and "split.size" in values:
        faults.append(FieldError("split.size", "needs `split`"))
    return faults
