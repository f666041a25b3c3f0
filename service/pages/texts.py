"""/help and /docs: how a query is written, and the REST API for people."""

from __future__ import annotations

from flask import Blueprint, Response, request

from service.pages import asking, showing
from service.schemas.openapi import document
from service.web.docs import docs_view
from service.web.help import help_view


def add_to(pages: Blueprint) -> None:
    """Adds the routes of these pages."""
    pages.add_url_rule("/help", view_func=help_page)
    pages.add_url_rule("/docs", view_func=docs)


def help_page() -> Response:
    """GET /help"""
    asking.read(lambda _: None)
    return showing.html("help.html", asking.here(), view=help_view(asking.here(), asking.wording()))


def docs() -> Response:
    """GET /docs: every endpoint with its parameters, an example and its answer."""
    asking.read(lambda _: None)
    wording = asking.wording()
    view = docs_view(document(wording.language), wording.language, request.host_url.rstrip("/"))
    return showing.html("docs.html", asking.here(), view=view)
