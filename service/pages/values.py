"""/facets/{facet}: all values of a facet under a query and filters, to search in and to choose from."""

from __future__ import annotations

from flask import Blueprint, Response

from service.api.facets import lister
from service.pages import asking, showing
from service.schemas.facets import read_listing
from service.web.facetpage import as_shown, values_view


def add_to(pages: Blueprint) -> None:
    """Adds the route of this page."""
    pages.add_url_rule("/facets/<facet>", view_func=values)


def values(facet: str) -> Response:
    """GET /facets/{facet}"""
    here = asking.here()
    wanted = as_shown(asking.read(lambda given: read_listing(facet, given)), here)
    found = lister().page(wanted)
    return showing.html("values.html", here, view=values_view(wanted, found.facet, found.next_cursor, here, asking.wording()))
