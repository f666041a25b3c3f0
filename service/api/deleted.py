"""/papers/deleted: ids of papers that were deleted, for clients that keep a copy.

What is deleted is known to index/deleted.py; the route only joins.
"""

from __future__ import annotations

from flask import Blueprint, Response, request

from service.api.answers import answer
from service.api.papers import searcher
from service.schemas.deleted import cursor, read_deleted


def add_to(api: Blueprint) -> None:
    """Adds the route of this resource."""
    api.add_url_rule("/papers/deleted", view_func=deleted)


def deleted() -> Response:
    """GET /papers/deleted"""
    wanted = read_deleted(request.args.to_dict(flat=False))
    records, following = searcher().index.deleted.page(wanted.since, wanted.after, wanted.size)
    listed = [{"id": one.id, "deleted": one.deleted} for one in records]
    return answer({"deleted": listed, "next_cursor": cursor(following)})
