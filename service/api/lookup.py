"""/papers/lookup: many papers by their ids or identifiers, in the order asked for.

Names are read by searching; the route only joins.
"""

from __future__ import annotations

from flask import Blueprint, Response

from service import results
from service.api.answers import answer
from service.api.papers import posted_json, searcher
from service.schemas.lookup import read_lookup


def add_to(api: Blueprint) -> None:
    """Adds the route of this resource."""
    api.add_url_rule("/papers/lookup", view_func=lookup, methods=["POST"])


def lookup() -> Response:
    """POST /papers/lookup"""
    wanted = read_lookup(posted_json())
    found = searcher().papers(wanted.names)
    return answer({"results": [results.select(paper, wanted.fields) if paper else None for paper in found]})
