"""Counts for charts: what is asked for, and what years without papers become."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.errors import InvalidRequest
from service.query import charts
from service.query.charts import BY, MAX_GAP, MAX_SPLIT, SPLITS, Chart, with_gaps
from service.schemas.stats import read_stats


def test_gaps_are_filled_but_a_stray_year_makes_no_thousand_zeros() -> None:
    assert with_gaps({2020: 3, 2023: 1}) == [(2020, 3), (2021, 0), (2022, 0), (2023, 1)]
    assert with_gaps({1066: 1, 2020: 3}) == [(1066, 1), (2020, 3)]
    assert with_gaps({}) == []


@given(st.dictionaries(st.integers(1, 9999), st.integers(1, 5), max_size=30))
def test_every_year_stays_and_only_zeros_are_added(counts: dict[int, int]) -> None:
    found = with_gaps(counts)
    years = [year for year, _ in found]
    assert years == sorted(set(years))
    assert {year: count for year, count in found if count} == counts
    assert len(found) <= len(counts) * (MAX_GAP + 1)
    for one, other in pairwise(years):
        assert other - one == 1 or other - one > MAX_GAP + 1


@pytest.mark.parametrize("split", [None, *SPLITS])
@pytest.mark.parametrize("by", BY)
def test_no_chart_asks_for_more_buckets_than_the_engine_gives(by: str, split: str | None) -> None:
    asked = charts.aggregations(Chart(by=by, split=split, split_size=MAX_SPLIT))

    def buckets(aggregations: dict[str, Any]) -> int:
        found = 0
        for one in aggregations.values():
            size = one.get("terms", {}).get("size", 0)
            found += size + size * buckets(one.get("aggs", {}))
        return found

    assert buckets(asked) < 65_536


def test_parameters_make_the_chart() -> None:
    chart = read_stats({"by": ["venue"], "q": ["bert"], "year": ["2019.."], "split": ["language"], "split.size": ["3"]})
    assert (chart.by, chart.size, chart.split, chart.split_size) == ("venue", 20, "language", 3)
    assert (chart.request.q, chart.request.filters) == ("bert", {"year": ("2019..",)})
    assert read_stats({}) == Chart()


@pytest.mark.parametrize(
    ("parameters", "fields"),
    [
        ({"by": ["month"]}, {"by"}),
        ({"by": ["year"], "size": ["5"]}, {"size"}),
        ({"by": ["venue"], "split": ["venue"]}, {"split"}),
        ({"by": ["venue"], "split": ["author"]}, {"split"}),
        ({"split.size": ["5"]}, {"split.size"}),
        ({"split": ["language"], "split.size": [str(MAX_SPLIT + 1)]}, {"split.size"}),
        ({"page": ["2"], "facets": ["year"], "sort": ["newest"]}, {"page", "facets", "sort"}),
        ({"strict": ["true"], "q": ["(a"], "by": ["nothing"]}, {"q", "by"}),
    ],
)
def test_every_fault_is_told_at_once(parameters: dict[str, list[str]], fields: set[str]) -> None:
    with pytest.raises(InvalidRequest) as raised:
        read_stats(parameters)
    assert {fault.field for fault in raised.value.errors} == fields
