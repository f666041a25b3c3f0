"""/stats: counts for charts.

Reading parameters is schemas', counting searching/charts.py's; the route only joins them.
"""

from __future__ import annotations

from flask import Blueprint, Response, request

from service.api.answers import answer
from service.api.papers import searcher
from service.schemas.stats import read_stats
from service.searching.charts import chart


def add_to(api: Blueprint) -> None:
    """Adds the route of this resource."""
    api.add_url_rule("/stats", view_func=stats)


def stats() -> Response:
    """GET /stats"""
    return answer(chart(searcher(), read_stats(request.args.to_dict(flat=False))))
