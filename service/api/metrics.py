"""/metrics: what Prometheus is told of requests, of the engine and of answers kept, all workers together.

No label has a value that a caller can choose. It is not for the public: the proxy keeps it from them.
"""

from __future__ import annotations

from flask import Blueprint, Response, current_app
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess, values

METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
# Seconds: kept answers take a tenth of a millisecond, searches some milliseconds, REQUEST_TIMEOUT ends them.
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

metrics = Blueprint("metrics", __name__)


class Metrics:
    """The counts of one application. `folder`: where the workers of one server share theirs; empty for a process alone."""

    def __init__(self, folder: str = "") -> None:
        self._folder = folder
        # Workers that share a folder write there, whatever the registry; it is read when somebody asks.
        self._registry = registry = CollectorRegistry()
        self._requests = Counter("lunwen_requests", "Requests answered.", ("endpoint", "method", "status"), registry=registry)
        self._seconds = Histogram(
            "lunwen_request_seconds",
            "Seconds until an answer was ready to be sent.",
            ("endpoint",),
            registry=registry,
            buckets=BUCKETS,
        )
        self._engine_seconds = Histogram(
            "lunwen_engine_seconds", "Seconds that the search engine took.", ("operation",), registry=registry, buckets=BUCKETS
        )
        self._engine_errors = Counter(
            "lunwen_engine_errors", "Calls that the search engine refused or did not answer.", ("outcome",), registry=registry
        )
        self._kept = Counter(
            "lunwen_kept_answers",
            "Answers by where they came from: memory, the client's own (304), the engine; or the marker was unknown.",
            ("source",),
            registry=registry,
        )
        self._in_progress = Gauge(
            "lunwen_requests_in_progress",
            "Requests being answered; as many as threads there are: others wait.",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self._threads = Gauge("lunwen_threads", "Threads that answer requests.", registry=registry, multiprocess_mode="livesum")
        self._papers = Gauge("lunwen_papers", "Papers that can be found.", registry=registry, multiprocess_mode="mostrecent")
        # Labels are looked up under a lock, these without.
        self._children: dict[tuple[str, ...], tuple[Counter, Histogram]] = {}
        self._operations: dict[str, Histogram] = {}

    def has_threads(self, count: int) -> None:
        """Says how many threads this process answers with."""
        self._threads.set(count)

    def began(self) -> None:
        """A request has come."""
        self._in_progress.inc()

    def ended(self) -> None:
        """A request is done with."""
        self._in_progress.dec()

    def answered(self, endpoint: str, method: str, status: int, seconds: float) -> None:
        """A request of an endpoint (its name, never an address) was answered."""
        key = (endpoint, method if method in METHODS else "other", str(status))
        if (found := self._children.get(key)) is None:
            found = self._children[key] = (self._requests.labels(*key), self._seconds.labels(endpoint))
        found[0].inc()
        found[1].observe(seconds)

    def asked(self, operation: str, seconds: float, outcome: str) -> None:
        """The engine was asked: see index.client.Observer."""
        if (found := self._operations.get(operation)) is None:
            found = self._operations[operation] = self._engine_seconds.labels(operation)
        found.observe(seconds)
        if outcome != "ok":
            self._engine_errors.labels(outcome).inc()

    def came_from(self, source: str) -> None:
        """Where an answer came from: `memory`, `client`, `engine` or `unmarked`."""
        self._kept.labels(source).inc()

    def found_papers(self, count: int) -> None:
        """How many papers there are now."""
        self._papers.set(count)

    def text(self) -> bytes:
        """All of it as Prometheus reads it."""
        if not self._folder:
            return generate_latest(self._registry)
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry, path=self._folder)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


def share(place: int) -> None:
    """Makes this process write its counts under a number that no other running one has, before any application is made.

    By number and not by process id, so that a successor goes on where its predecessor ended and files don't pile up.
    """
    values.ValueClass = values.MultiProcessValue(lambda: place)  # type: ignore[no-untyped-call]


@metrics.get("/metrics")
def show() -> Response:
    """GET /metrics"""
    found: Metrics = current_app.extensions["metrics"]
    return Response(found.text(), content_type=CONTENT_TYPE)
