"""What every request and every answer has: an id, a time by which it ends, a line in the log, the headers for other origins.

It knows no resource, and logs no addresses of clients and no queries.
"""

from __future__ import annotations

import itertools
import logging
import re
import secrets
import time
from datetime import UTC, datetime

import orjson
import structlog
from flask import Flask, Response, g, request
from werkzeug.exceptions import RequestURITooLarge

from service.api.metrics import Metrics
from service.index.client import begin_request
from service.settings import Settings

# Bytes of an address: 1,000 Han characters take 9,000, rare ones 12,000; the rest is for filters. The server in front of the
# application (service/worker.py) reads twice as much.
MAX_ADDRESS = 32 * 1024
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
# Searches that are sent as a body change nothing either.
OPEN_TO_POST = frozenset({"/api/v1/papers/search", "/api/v1/papers/lookup"})
EXPOSED = (
    "Content-Disposition, ETag, Link, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-ID, "
    "X-Total-Count"
)
# A day: browsers keep a preflight for two hours at the most.
PREFLIGHT_SECONDS = "86400"

# Without structlog's chain of processors: 0.01 ms a request instead of 0.05. See app.configure_logging.
log = logging.getLogger("service.access")


def watch(app: Flask, settings: Settings, metrics: Metrics) -> None:
    """Installs it; first of all, so that it sees every answer as it is sent."""

    # Asking the system for chance in each request takes as long as matching its address.
    process, numbers = secrets.token_hex(6), itertools.count(1)

    def begin() -> None:
        given = request.headers.get("X-Request-ID", "")
        g.request_id = given if _REQUEST_ID.match(given) else f"{process}-{next(numbers):x}"
        g.began = time.perf_counter()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=g.request_id)
        begin_request(settings.request_timeout)
        metrics.began()
        if len(request.query_string) + len(request.path) > MAX_ADDRESS:
            raise RequestURITooLarge(f"An address may have {MAX_ADDRESS:,} bytes; POST /api/v1/papers/search takes long queries.")

    def end(response: Response) -> Response:
        headers = response.headers
        headers["X-Request-ID"] = g.request_id
        headers.setdefault("X-Content-Type-Options", "nosniff")
        if request.path.startswith("/api/"):
            _open_to_others(response)
        elif request.blueprint in ("health", "metrics"):
            headers["Cache-Control"] = "no-store"
        # What is streamed from here on takes as long as it takes.
        begin_request(None)
        seconds = time.perf_counter() - g.began
        status = response.status_code
        metrics.answered(request.endpoint or "none", request.method, status, seconds)
        if log.isEnabledFor(logging.INFO):
            log.info(_line(status, seconds))
        return response

    def leave(_: BaseException | None) -> None:
        if g.pop("began", None) is not None:
            metrics.ended()

    app.before_request(begin)
    app.after_request(end)
    app.teardown_request(leave)


def _line(status: int, seconds: float) -> str:
    event = {
        "method": request.method,
        # It may have halves of characters in it.
        "path": request.path.encode("utf-8", "replace").decode(),
        "status": status,
        "ms": round(seconds * 1000, 1),
        "event": "request",
        "request_id": g.request_id,
        "level": "info",
        "timestamp": datetime.now(UTC).isoformat().replace("+00:00", "Z"),
    }
    return orjson.dumps(event).decode()


def _open_to_others(response: Response) -> None:
    """Lets pages of any origin read answers of the API; a browser asks before a POST whether it may."""
    headers = response.headers
    headers["Access-Control-Allow-Origin"] = "*"
    headers["Access-Control-Expose-Headers"] = EXPOSED
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        posted = request.path.rstrip("/") in OPEN_TO_POST
        headers["Access-Control-Allow-Methods"] = "POST" if posted else "GET, HEAD"
        headers["Access-Control-Allow-Headers"] = "Accept, Cache-Control, Content-Type, If-None-Match, X-Request-ID"
        headers["Access-Control-Max-Age"] = PREFLIGHT_SECONDS
