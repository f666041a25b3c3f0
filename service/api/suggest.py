"""/suggest: completions while typing.

Reading parameters is schemas', asking and reading service.values.completing's; the route only joins them.
"""

from __future__ import annotations

from flask import Blueprint, Response, current_app, request

from service.api.answers import answer
from service.index import ValueIndex
from service.schemas.suggestions import read_suggest
from service.values import completing


def add_to(api: Blueprint) -> None:
    """Adds the route of this resource."""
    api.add_url_rule("/suggest", view_func=suggest)


def suggest() -> Response:
    """GET /suggest"""
    wanted = read_suggest(request.args.to_dict(flat=False))
    values: ValueIndex = current_app.extensions["values"]
    if not wanted.spelled:
        return answer({"suggestions": []})
    hits = values.suggest(completing.values_body(wanted), completing.titles_body(wanted))
    return answer({"suggestions": completing.read(wanted, *hits)})
