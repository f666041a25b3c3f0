"""/livez: the process lives; /readyz: a real query can be answered. For load balancers and compose files.

They answer nothing about papers.
"""

from __future__ import annotations

from flask import Blueprint, Response

from service.api.answers import answer
from service.api.papers import searcher

health = Blueprint("health", __name__)


@health.get("/livez")
def live() -> Response:
    """200 as long as the process answers."""
    return answer({"status": "alive"})


@health.get("/readyz")
def ready() -> Response:
    """200 when a search can be answered; otherwise the problem that stands in the way, 503."""
    searcher().index.check()
    return answer({"status": "ready"})
