"""Carries out counts for charts: a chart asked for -> one question to the engine -> the contract's answer.

What is asked and how it is read is query/charts.py's.
"""

from __future__ import annotations

from typing import Any

from service.query import charts
from service.query.charts import Chart
from service.searching.searcher import Searcher


def chart(searcher: Searcher, wanted: Chart) -> dict[str, Any]:
    """The chart with its `meta`; like a search, it counts the nearest papers when none has all words.

    Raises EngineUnavailable.
    """
    counted = searcher.count(wanted.request, charts.aggregations(wanted))
    shown, beside = charts.read(wanted, counted.aggregations)
    return {"meta": {**counted.meta(wanted.request.q), **beside}, **shown}
