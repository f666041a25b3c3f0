"""Carries out counts for charts: a chart asked for -> one question to the engine -> the contract's answer.

What is asked and how it is read is query/charts.py's.
"""

from __future__ import annotations

from typing import Any

from service import syntax
from service.query import charts
from service.query.charts import Chart
from service.searching.searcher import Searcher


def chart(searcher: Searcher, wanted: Chart) -> dict[str, Any]:
    """The chart with its `meta`; like a search, it counts the nearest papers when none has all words.

    Raises EngineUnavailable.
    """
    counted = searcher.count(wanted.request, charts.aggregations(wanted))
    shown, beside = charts.read(wanted, counted.aggregations)
    q = wanted.request.q
    meta = {
        "count": counted.count,
        **beside,
        "timed_out": counted.timed_out,
        "query": {"q": q, "read_as": syntax.parse(q).read_as},
        "warnings": list(counted.warnings),
    }
    return {"meta": meta, **shown}
