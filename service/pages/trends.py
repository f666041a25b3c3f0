"""/trends: how many papers a query has in each year, and in which areas, venues or languages."""

from __future__ import annotations

from flask import Blueprint, Response

from service.api.papers import searcher
from service.pages import asking, showing
from service.searching.charts import chart
from service.web.trends import read_trends, trends_view


def add_to(pages: Blueprint) -> None:
    """Adds the route of this page."""
    pages.add_url_rule("/trends", view_func=trends)


def trends() -> Response:
    """GET /trends"""
    wanted, here = asking.read(read_trends), asking.here()
    return showing.html("trends.html", here, view=trends_view(wanted, chart(searcher(), wanted), here, asking.wording()))
