"""Wires the application: settings, index, routes, errors, request ids and logging. `create_app()` is what gunicorn runs.

It contains no logic of searching or showing.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from typing import Any

import structlog
from flask import Flask, Response, g, request

from service import pages
from service.api import api, health, register_errors
from service.expansion import Expander
from service.index import PaperIndex, ValueIndex
from service.searching import Mined, Searcher
from service.settings import Settings

# No request of a reading API has a body worth more; POST searches are small.
MAX_BODY = 1024 * 1024
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")

log = structlog.get_logger("service.access")


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application. It starts without the engine and answers 503 until it is there."""
    settings = settings or Settings.from_environment()
    configure_logging(settings.log_level)
    app = Flask(__name__, static_folder="web/static", template_folder="web/templates")
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.url_map.strict_slashes = False
    # `//` inside an identifier (10.5281//zenodo.1) is no mistake to be redirected away.
    app.url_map.merge_slashes = False
    app.extensions["values"] = values = ValueIndex(settings)
    app.extensions["searcher"] = Searcher(PaperIndex(settings), Expander(mined=Mined(values).table))
    app.before_request(_begin)
    app.after_request(_end)
    for blueprint in (api, health, pages.pages):
        app.register_blueprint(blueprint)
    pages.register_page_errors(app)
    register_errors(app)
    return app


def configure_logging(level: str) -> None:
    """One JSON line an event on standard error, also for what libraries log."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    render = structlog.processors.JSONRenderer(ensure_ascii=False)
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render]
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    # The transport logs each request of its own at INFO; ours says the same with the request's id.
    logging.getLogger("elastic_transport").setLevel("WARNING")
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def _begin() -> None:
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if _REQUEST_ID.match(given) else secrets.token_hex(8)
    g.began = time.perf_counter()
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=g.request_id)


def _end(response: Response) -> Response:
    response.headers["X-Request-ID"] = g.request_id
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    if request.path.startswith("/api/"):
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = "X-Request-ID, Retry-After, Link, ETag"
    milliseconds = round((time.perf_counter() - g.began) * 1000, 1)
    log.info("request", method=request.method, path=request.path, status=response.status_code, ms=milliseconds)
    return response
