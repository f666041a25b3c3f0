"""Turns every error into an RFC 9457 problem document; causes and the engine's texts only go to the log.

The web page has its own handler for people, made from the same errors.
"""

from __future__ import annotations

from typing import Any

import structlog
from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from service.api.answers import PROBLEM, answer
from service.errors import ServiceError

log = structlog.get_logger(__name__)

_CODES = {
    400: "invalid_request", 404: "not_found", 405: "method_not_allowed", 406: "not_acceptable", 410: "gone",
    413: "content_too_large", 414: "uri_too_long", 415: "unsupported_media_type", 429: "too_many_requests",
    431: "headers_too_large",
}  # fmt: skip
_DETAILS = {
    404: "There is nothing at {1}.",
    405: "{2} is not possible here: send it as {3}.",
    413: "The body is too long: it may have {4:,} bytes.",
    429: "One client may ask {0} here; Retry-After says when it may ask again.",
}


def register_errors(app: Flask) -> None:
    """Installs the handlers: for our own errors, for HTTP errors of the framework, and the last one."""
    app.register_error_handler(ServiceError, of_service)
    app.register_error_handler(HTTPException, of_http)
    app.register_error_handler(Exception, of_anything)


def of_service(error: ServiceError) -> Response:
    """One of our own errors."""
    if error.status == 503:
        log.warning("request_not_served", code=error.code, detail=error.detail)
    elif error.status >= 500:
        log.error("request_failed", code=error.code, detail=error.detail, exc_info=error)
    faults = [{"field": one.field, "message": one.message, "code": one.code} for one in error.errors]
    response = problem(error.status, error.code, error.title, error.detail, faults)
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def of_http(error: HTTPException) -> Response:
    """An HTTP error of the framework: wrong address, method or size."""
    status = error.code or 500
    if status < 400:
        return error.get_response()  # type: ignore[return-value]
    allowed = error.valid_methods or () if isinstance(error, MethodNotAllowed) else ()
    # What every address takes is no help.
    methods = " or ".join(sorted(set(allowed) - {"HEAD", "OPTIONS"}))
    most = current_app.config["MAX_CONTENT_LENGTH"]
    detail = _DETAILS.get(status, "{0}").format(error.description, request.path, request.method, methods, most)
    response = problem(status, _CODES.get(status, "http_error"), error.name, detail)
    if error.get_response().headers.get("Allow"):
        response.headers["Allow"] = error.get_response().headers["Allow"]
    return response


def of_anything(error: Exception) -> Response:
    """A fault of ours: logged whole, shown without its inside."""
    log.error("unexpected_error", exc_info=error)
    return problem(500, "internal_error", "Internal error", "An unexpected error occurred; it has been logged.")


def problem(status: int, code: str, title: str, detail: str, faults: list[dict[str, Any]] | None = None) -> Response:
    """A problem document."""
    content = {
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        "errors": faults or [],
        "request_id": g.get("request_id"),
    }
    response = answer(content, status, PROBLEM)
    response.headers["Cache-Control"] = "no-store"
    return response
