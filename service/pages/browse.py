"""/browse: what there is: categories with their sub-areas, venues, years."""

from __future__ import annotations

from flask import Blueprint, Response

from service.api.papers import searcher
from service.pages import asking, showing
from service.web.browsing import ASKED, browse_view


def add_to(pages: Blueprint) -> None:
    """Adds the route of this page."""
    pages.add_url_rule("/browse", view_func=browse)


def browse() -> Response:
    """GET /browse"""
    asking.read(asking.nothing)
    here = asking.here()
    found = searcher().search(ASKED)
    return showing.html("browse.html", here, view=browse_view(found.facets, found.count, here, asking.wording()))
