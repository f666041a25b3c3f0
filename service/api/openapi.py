"""The OpenAPI document of this API. What is in it is schemas' matter; the page that shows it is web/docs.py's.

It reads nothing of the engine.
"""

from __future__ import annotations

from flask import Blueprint, Response

from service.api.answers import answer
from service.schemas.openapi import document


def add_to(api: Blueprint) -> None:
    """Adds the route of this resource."""
    api.add_url_rule("/openapi.json", view_func=openapi)


def openapi() -> Response:
    """GET /openapi.json"""
    return answer(document())
