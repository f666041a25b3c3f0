"""/: the search and its results."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, request

from service.api.answers import answer
from service.api.papers import page_content, searcher
from service.facets import FACETS
from service.pages import asking, showing
from service.query import SearchRequest
from service.schemas import read_search
from service.web.selection import ALL_YEARS, STEPS
from service.web.views import search_view
from service.web.years import FROM, TO, YEAR, with_range


def add_to(pages: Blueprint) -> None:
    """Adds the route of this page."""
    pages.add_url_rule("/", view_func=search)


def search() -> Response:
    """GET /"""
    if FROM in request.args or TO in request.args:
        return showing.moved(with_range(asking.here()), 303)
    wanted = asking.read(read_search)
    if asking.wants_json():
        return showing.varied(answer(page_content(wanted, searcher().search(wanted))))
    wanted, here = _as_shown(wanted), asking.here()
    return showing.html("search.html", here, view=search_view(wanted, searcher().search(wanted), here, asking.wording()))


def _as_shown(wanted: SearchRequest) -> SearchRequest:
    """The request with whole papers, and with facets as long as the page lists them; those with a selection too."""
    chosen = [name for part in (wanted.filters, wanted.all_of, wanted.none_of) for name in part if name != "has"]
    names = [name for name in FACETS if name in wanted.facets or (name in chosen and wanted.facets)]
    sizes = {
        name: wanted.facets[name] if f"facet.{name}.size" in request.args and name in wanted.facets else STEPS[0]
        for name in names
    }
    if YEAR in sizes:
        # The histogram shows them all.
        sizes[YEAR] = ALL_YEARS
    return replace(wanted, fields=(), facets=sizes)
