"""/facets/{facet}: the values of one facet under the same query and filters as /papers, with search, order and pages.

Reading parameters is schemas', listing is searching's; the route only joins.
"""

from __future__ import annotations

from flask import Blueprint, Response, current_app, request

from service.api.answers import answer
from service.api.papers import searcher
from service.schemas.facets import read_listing
from service.searching.listing import Lister


def add_to(api: Blueprint) -> None:
    """Adds the route of this resource."""
    api.add_url_rule("/facets/<facet>", view_func=values)


def lister() -> Lister:
    """The lister of this application."""
    return Lister(searcher(), current_app.extensions["values"])


def values(facet: str) -> Response:
    """GET /facets/{facet}"""
    found = lister().page(read_listing(facet, request.args.to_dict(flat=False)))
    return answer({"meta": found.meta, "facet": found.facet, "next_cursor": found.next_cursor})
