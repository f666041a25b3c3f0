"""Wires the application: settings, index, routes, errors, caches, limits, metrics, logging. `create_app()` is what gunicorn runs.

It contains no logic of searching or showing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import orjson
import structlog
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service import pages
from service.api import access, api, health, limiting, register_errors
from service.api.caching import Answers, Caching, Words
from service.api.metrics import Metrics, metrics
from service.expansion import Expander
from service.index import PaperIndex, ValueIndex
from service.index.client import connect
from service.index.generation import Generation
from service.index.streaming import Snapshots
from service.searching import Mined, Searcher
from service.searching.streaming import Streamer
from service.settings import Settings

# No request of a reading API has a body worth more; POST searches are small.
MAX_BODY = 1024 * 1024


class Application(Flask):
    """Flask without asynchronous views: it asks each function of each request whether it is one (0.02 ms)."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself."""
        return func


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application. It starts without the engine and answers 503 until it is there. Raises ConfigurationError."""
    settings = settings or Settings.from_environment()
    configure_logging(settings.log_level)
    app = Application(__name__, static_folder="web/static", template_folder="web/templates")
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.url_map.strict_slashes = False
    # `//` inside an identifier (10.5281//zenodo.1) is no mistake to be redirected away.
    app.url_map.merge_slashes = False
    if settings.trusted_proxies:
        count = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, count, count, count, count, count)  # type: ignore[method-assign]
    _equip(app, settings)
    for blueprint in (api, health, metrics, pages.pages):
        app.register_blueprint(blueprint)
    pages.register_page_errors(app)
    register_errors(app)
    return app


def _equip(app: Flask, settings: Settings) -> None:
    """Gives the application what its routes work with, and what comes before and after every route."""
    app.extensions["metrics"] = counts = Metrics(settings.metrics_folder)
    counts.has_threads(settings.threads)
    # One pool of connections for all: a thread asks one thing at a time, what is read in the background another.
    client = connect(settings, connections=settings.threads * 2).observed_by(counts.asked)
    app.extensions["values"] = values = ValueIndex(settings, client)
    mined = Mined(values)
    # Read behind our back from now on: answers are tagged by the terms too, and those of the first seconds would be others.
    mined.table()
    expander = Expander(mined=mined.table)
    app.extensions["searcher"] = searcher = Searcher(PaperIndex(settings, client), expander)
    app.extensions["streamer"] = Streamer(searcher, Snapshots(settings, client))
    # The order matters: what is registered first sees requests first and answers last.
    access.watch(app, settings, counts)
    limiting.limit(app, settings)
    words = Words([expander.terms, mined.table])
    app.extensions["caching"] = caching = Caching(Generation(settings, client), words, Answers(settings.cache_bytes), counts)
    caching.install(app)


def configure_logging(level: str) -> None:
    """One JSON line an event on standard error, also for what libraries log."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    render = structlog.processors.JSONRenderer(serializer=_as_json)
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render]
        )
    )
    handler.addFilter(_brief)
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    # Lines of requests come as finished JSON.
    plain = logging.StreamHandler()
    plain.setFormatter(logging.Formatter("%(message)s"))
    requests = logging.getLogger("service.access")
    requests.handlers, requests.propagate = [plain], False
    # The transport logs each request of its own at INFO; ours says the same with the request's id.
    logging.getLogger("elastic_transport").setLevel("WARNING")
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def _brief(record: logging.LogRecord) -> bool:
    """While a node of the engine is away the transport would show its stack once a second; what it says is enough."""
    if record.name.startswith("elastic_transport"):
        record.exc_info = None
    return True


def _as_json(event: Any, **_: Any) -> str:
    """An event as one line; what JSON has no form for, as its text."""
    return orjson.dumps(event, default=str, option=orjson.OPT_NON_STR_KEYS).decode()
