"""/categories: the whole tree of areas and sub-areas with the number of their papers. It takes no parameters.

Under a query or filters, /facets/category lists the same.
"""

from __future__ import annotations

from flask import Blueprint, Response, request

from service.api.answers import answer
from service.api.facets import lister
from service.schemas.facets import read_whole


def add_to(api: Blueprint) -> None:
    """Adds the route of this resource."""
    api.add_url_rule("/categories", view_func=categories)


def categories() -> Response:
    """GET /categories"""
    found = lister().page(read_whole("category", request.args.to_dict(flat=False)))
    return answer({"meta": found.meta, "categories": found.facet["values"]})
