"""What goes wrong on a page is told to people as a page, and to programs as the problem document of the API."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Flask, Response, request
from werkzeug.exceptions import HTTPException

from service.api import errors
from service.errors import FieldError, NotFound, ServiceError
from service.pages import asking, showing
from service.web.addresses import LANG
from service.web.notices import faults_told, is_of_query
from service.web.views import hidden_fields

# Seconds after which a page that waits for the engine asks again by itself.
RELOAD = 10


def add_to(pages: Blueprint) -> None:
    """Adds the handlers of errors on these pages."""
    pages.register_error_handler(ServiceError, of_service)
    pages.register_error_handler(HTTPException, of_http)
    pages.register_error_handler(Exception, of_anything)


def register_page_errors(app: Flask) -> None:
    """Unknown addresses and wrong methods outside the API: a page where `Accept` asks for one, else the problem."""
    for status in (404, 405):
        app.register_error_handler(status, _of_address)


def of_service(error: ServiceError) -> Response:
    """One of our own errors."""
    problem = errors.of_service(error)
    if asking.wants_json():
        return showing.varied(problem)
    return _page(problem, error.code, error.errors, isinstance(error, NotFound))


def of_http(error: HTTPException) -> Response:
    """An error of the framework on one of these addresses."""
    problem = errors.of_http(error)
    return showing.varied(problem) if asking.wants_json() else _page(problem)


def of_anything(error: Exception) -> Response:
    """A fault of ours."""
    problem = errors.of_anything(error)
    return showing.varied(problem) if asking.wants_json() else _page(problem)


def _of_address(error: HTTPException) -> Response:
    problem = errors.of_http(error)
    is_for_people = asking.HTML in request.accept_mimetypes.values() and not request.path.startswith("/api/")
    return showing.varied(problem) if asking.wants_json() or not is_for_people else _page(problem)


def _page(problem: Response, code: str = "", faults: Sequence[FieldError] = (), is_missing: bool = False) -> Response:
    """The page for people that says what a problem document says to programs, with its status and headers."""
    here, wording = asking.here(), asking.wording()
    status = problem.status_code
    near = [fault.message for fault in faults if fault.code == "near"]
    faults = [fault for fault in faults if fault.code != "near"]
    named = (request.view_args or {}) if is_missing else {}
    response = showing.html(
        "error.html",
        here,
        status=status,
        code=code,
        faults=faults_told(faults, request.args.get("q", ""), wording),
        # Without `strict` the same query is read as well as can be: its words need not go.
        without=str(here.without_all({"strict" if is_of_query(fault) else fault.field for fault in faults})),
        is_strict=any(map(is_of_query, faults)),
        paper_id=named.get("paper_id", ""),
        author=named.get("key", ""),
        near=[(key, str(here.elsewhere(f"/authors/{key}"))) for key in near],
        reload=RELOAD if status == 503 else None,
        q=request.args.get("q", ""),
        hidden=hidden_fields(here, only=[LANG]),
    )
    response.status_code = status
    for name in ("Retry-After", "Allow"):
        if name in problem.headers:
            response.headers[name] = problem.headers[name]
    return response
