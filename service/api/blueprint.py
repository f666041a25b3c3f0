"""The blueprint of /api/v1 and its resources; each resource's module adds its routes.

It holds no logic of its own.
"""

from __future__ import annotations

from flask import Blueprint

from service.api import (
    authors,
    categories,
    deleted,
    explain,
    export,
    facets,
    feed,
    fields,
    lookup,
    openapi,
    papers,
    similar,
    stats,
    suggest,
)

api = Blueprint("api", __name__, url_prefix="/api/v1")
papers.add_to(api)
suggest.add_to(api)
explain.add_to(api)
similar.add_to(api)
lookup.add_to(api)
openapi.add_to(api)
stats.add_to(api)
facets.add_to(api)
categories.add_to(api)
authors.add_to(api)
export.add_to(api)
feed.add_to(api)
deleted.add_to(api)
fields.add_to(api)
