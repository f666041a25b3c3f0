"""Addresses of the pages beside a page of results, in `links` of the answer and in its `Link` header (RFC 8288).

All are relative, so that they hold behind any proxy. It searches nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from flask import Response

from service import results
from service.query import SearchRequest
from service.query.cursor import START
from service.schemas.arguments import MAX_QUERY

# Proxies take request lines of some 8,000 bytes: a longer address could be refused on its way.
MAX_ADDRESS = 8000
# Many proxies take 4 kB of headers of an answer in all.
MAX_HEADER = 2000


@dataclass(frozen=True, slots=True)
class Place:
    """What was asked: the path of the list, and its parameters (each with all its values)."""

    path: str
    parameters: Mapping[str, Sequence[str]]

    def at(self, **place: object) -> str | None:
        """The same with another `page` or `cursor`; None for what is too long for an address."""
        if any(len(q) > MAX_QUERY for q in self.parameters.get("q", ())):
            return None
        values = {name: given for name, given in self.parameters.items() if name not in ("page", "cursor")}
        pairs = [(name, value) for name, given in values.items() for value in given]
        pairs += [(name, str(value)) for name, value in place.items()]
        query = "&".join(f"{quote(name, safe='.')}={quote(value, safe='*', errors='replace')}" for name, value in pairs)
        address = f"{self.path}?{query}" if query else self.path
        return address if len(address) <= MAX_ADDRESS else None

    def numbered(self, page: int) -> str | None:
        """The same with another page; the first one needs no number."""
        return self.at(page=page) if page > 1 else self.at()


def links(place: Place, wanted: SearchRequest, count: int, following: str | None) -> dict[str, str | None]:
    """`self`, `next` and `prev` of a page of results, of `count` in all; `following` is the cursor of the next page."""
    if wanted.cursor is not None:
        return {"self": place.at(cursor=wanted.cursor), "next": place.at(cursor=following) if following else None, "prev": None}
    last, page = results.last_page(count, wanted.size), wanted.page
    return {
        "self": place.numbered(page),
        "next": place.numbered(page + 1) if page < last else None,
        "prev": place.numbered(min(page - 1, last)) if page > 1 else None,
    }


def linked(response: Response, place: Place, wanted: SearchRequest, beside: Mapping[str, str | None]) -> Response:
    """The response with the links of its page, and one to the first page, in its header."""
    found = {"next": beside["next"], "prev": beside["prev"]}
    if wanted.cursor not in (None, START):
        found["first"] = place.at(cursor=START)
    elif wanted.page > 1:
        found["first"] = place.numbered(1)
    header = ", ".join(f'<{address}>; rel="{relation}"' for relation, address in found.items() if address)
    if header and len(header) <= MAX_HEADER:
        response.headers["Link"] = header
    return response
