"""The API of OpenAlex: works by search and filter, with its cursor.

It reads of an answer what paging needs; the works are those of the source `openalex`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.errors import HarvestError, InvalidRequest
from service.harvesters.answers import ask_listing, count_of, day_before, given
from service.harvesters.model import Page, Place
from service.harvesters.transport import Refused, Request, Transport

URL = "https://api.openalex.org/works"
PAUSE = 0.1
# What its documentation allows today; it used to be 200.
PAGE = 100


class Works:
    """The works that match; `limit`: no more are needed.

    Only keys of paying users may ask for later changes. With others each round asks for everything, which costs requests but
    changes nothing that has not changed.
    """

    source, ending, name = "openalex", "json", "openalex"

    def __init__(
        self, transport: Transport, search: str = "", filters: Sequence[str] = (), key: str = "", limit: int | None = None,
        url: str = URL,
    ) -> None:  # fmt: skip
        if not search and not filters:
            raise InvalidRequest(
                "OpenAlex has 270 million works: name some with --query or --filter (publication_year:2026, ...)."
            )
        self._transport, self._url, self._limit, self._key = transport, url, limit, key
        self._search, self._filters = search, tuple(filters)
        self.query: Mapping[str, str] = given({"search": search, "filter": ",".join(filters)})

    def pages(self, place: Place | None, since: str | None) -> Iterator[Page]:
        """The pages of a list; see Harvester."""
        at: dict[str, Any] = dict(place) if place else _beginning((since or "") if self._key else "")
        got, asked = 0, set[str]()
        while True:
            request = self._request(at, got)
            try:
                listing = ask_listing(self._transport, request, "results")
            except Refused as error:
                at = self._otherwise(at, error)
                asked.clear()
                continue
            asked.add(at["cursor"])
            count, meta = len(listing.records), listing.content.get("meta")
            meta = meta if isinstance(meta, dict) else {}
            following = {**at, "cursor": meta.get("next_cursor"), "began": at["began"] or day_before(listing.answer)}
            if count and following["cursor"] in asked:
                raise HarvestError(f"{request}: OpenAlex goes in a circle, it names a page that it has given before.")
            ends = not following["cursor"] or not count
            yield Page(
                str(request), listing.answer.body, None if ends else following, count,
                since=following["began"] if ends else None, total=count_of(meta.get("count")),
            )  # fmt: skip
            if ends:
                return
            at, got = following, got + count

    def _request(self, at: Mapping[str, Any], got: int) -> Request:
        filters = [*self._filters, *([f"from_updated_date:{at['since']}"] if at["since"] else [])]
        size = PAGE if self._limit is None else max(1, min(PAGE, self._limit - got))
        asked = {"search": self._search, "filter": ",".join(filters), "per-page": str(size), "cursor": at["cursor"]}
        contact = self._transport.contact
        return Request(self._url, given(asked), given({"api_key": self._key, "mailto": contact if "@" in contact else ""}))

    def _otherwise(self, at: Mapping[str, Any], error: Refused) -> dict[str, Any]:
        """Asks for everything where this key may not ask for changes, and begins again where a cursor is known no more."""
        status = error.answer.status
        if status in (401, 403) and not self._key:
            raise HarvestError("OpenAlex wants a key, which is free: set OPENALEX_API_KEY.") from error
        if at["since"] and status in (400, 401, 403):
            return {**_beginning(""), "began": at["began"]}
        if at["cursor"] != "*" and status in (400, 404, 410) and not at.get("again"):
            return {**_beginning(at["since"]), "began": at["began"], "again": True}
        raise error


def _beginning(since: str) -> dict[str, Any]:
    return {"cursor": "*", "since": since, "began": ""}
