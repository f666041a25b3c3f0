"""/authors/{key}: one author by the key of the facet `author`.

What is known of authors is searching/people.py's; the route only joins.
"""

from __future__ import annotations

from flask import Blueprint, Response, current_app, request

from service import results
from service.api.answers import answer, moved_to
from service.api.papers import searcher
from service.index import ValueIndex
from service.schemas.authors import read_author_fields
from service.searching import people


def add_to(api: Blueprint) -> None:
    """Adds the route of this resource."""
    api.add_url_rule("/authors/<path:key>", view_func=author)


def author(key: str) -> Response:
    """GET /authors/{key}"""
    fields = read_author_fields(request.args.to_dict(flat=False))
    if found := people.author(searcher(), key):
        return answer(results.select(found, fields))
    values: ValueIndex = current_app.extensions["values"]
    meant = people.meant(values, key)
    if meant.key is None:
        raise people.not_found(key, meant.near)
    return moved_to(people.links(meant.key)["self"])
