"""The blueprint of /api/v1 and its resources; each resource's module adds its routes.

It holds no logic of its own.
"""

from __future__ import annotations

from flask import Blueprint

from service.api import explain, papers, similar, suggest

api = Blueprint("api", __name__, url_prefix="/api/v1")
papers.add_to(api)
suggest.add_to(api)
explain.add_to(api)
similar.add_to(api)
