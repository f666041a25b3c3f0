"""The REST API of Crossref: works by query and filter, with its cursor, in the polite pool when a contact is known.

It reads of an answer what paging needs; the works are those of the source `crossref`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.errors import HarvestError, InvalidRequest
from service.harvesters.answers import Listing, ask_listing, count_of, day_before, given, in_order
from service.harvesters.model import Page, Place
from service.harvesters.transport import Refused, Request, Transport

URL = "https://api.crossref.org/works"
# Until its own headers say more (50 requests a second for most).
PAUSE = 0.1
PAGE = 500
# How often a list may be begun again without getting farther, because its cursor has expired.
RESTARTS = 3
# What an expired cursor is answered with.
_EXPIRED = (400, 404, 410)


class Works:
    """The works that match; `limit`: no more are needed.

    What is new is asked for by the date of indexing, as Crossref advises: it changes with every change of a record.
    """

    source, ending, name = "crossref", "json", "crossref"

    def __init__(
        self, transport: Transport, query: str = "", filters: Sequence[str] = (), limit: int | None = None, url: str = URL
    ) -> None:
        if not query and not filters:
            raise InvalidRequest(
                "Crossref has 170 million works: name some with --query or --filter (type:journal-article, ...)."
            )
        if any(one.startswith("from-index-date") for one in filters):
            raise InvalidRequest("The harvester sets from-index-date itself, from the second time on: leave it out.")
        self._transport, self._url, self._limit = transport, url, limit
        self._query, self._filters = query, tuple(filters)
        self.query: Mapping[str, str] = given({"query": query, "filter": ",".join(filters)})
        self._restarts: list[tuple[str, int]] = []

    def pages(self, place: Place | None, since: str | None) -> Iterator[Page]:
        """The pages of a list; see Harvester."""
        at: dict[str, Any] = dict(place) if place else _beginning(since or "")
        got, before = 0, [""]
        while True:
            request = self._request(at, got)
            try:
                listing = ask_listing(self._transport, request, "items", within="message")
            except Refused as error:
                if at["cursor"] == "*" or error.answer.status not in _EXPIRED:
                    raise
                at, before = self._again(at), [""]
                continue
            works = [str(item.get("DOI", "")) for item in listing.records]
            if works == before:
                raise HarvestError(f"{request}: Crossref gives the same page again and again. Start again later.")
            following, total = _behind(at, listing), count_of(listing.content.get("total-results"))
            ends = not works or not following["cursor"] or (total is not None and following["seen"] >= total)
            yield Page(
                str(request), listing.answer.body, None if ends else following, len(works),
                since=following["began"] if ends else None, total=total,
            )  # fmt: skip
            if ends:
                return
            at, before, got = following, works, got + len(works)

    def _request(self, at: Mapping[str, Any], got: int) -> Request:
        filters = [*self._filters, *([f"from-index-date:{at['since']}"] if at["since"] else [])]
        asked = {
            "query": self._query, "filter": ",".join(filters), "cursor": at["cursor"],
            "rows": str(PAGE if self._limit is None else max(1, min(PAGE, self._limit - got))),
            # In this order a list whose cursor has expired can be taken up again where it was.
            "sort": "indexed", "order": "asc",
        }  # fmt: skip
        contact = self._transport.contact
        return Request(self._url, given(asked), {"mailto": contact} if "@" in contact else {})

    def _again(self, at: Mapping[str, Any]) -> dict[str, Any]:
        """A new cursor, from the last day seen where the works came by day, else from where this round began."""
        since = max(at["since"], at["latest"][:10]) if at["sorted"] else at["since"]
        self._restarts.append((since, at["seen"]))
        if sum(was == since and seen >= at["seen"] for was, seen in self._restarts) >= RESTARTS:
            raise HarvestError("Crossref refuses its own cursors. Start again later: what was harvested is kept.")
        return {**_beginning(since), "began": at["began"]}


def _beginning(since: str) -> dict[str, Any]:
    return {"cursor": "*", "since": since, "began": "", "seen": 0, "latest": "", "sorted": True}


def _behind(at: Mapping[str, Any], listing: Listing) -> dict[str, Any]:
    dates = [_indexed(item) for item in listing.records]
    cursor = listing.content.get("next-cursor")
    return {
        **at, "cursor": cursor if isinstance(cursor, str) else "", "seen": at["seen"] + len(listing.records),
        "began": at["began"] or day_before(listing.answer), "latest": max([at["latest"], *dates]),
        "sorted": at["sorted"] and all(dates) and in_order(at["latest"], dates),
    }  # fmt: skip


def _indexed(item: Mapping[str, Any]) -> str:
    indexed = item.get("indexed")
    date = indexed.get("date-time") if isinstance(indexed, dict) else None
    return date if isinstance(date, str) else ""
