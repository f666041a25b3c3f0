"""The API of OpenReview: the public submissions of a venue, by its id or by an invitation; versions 2 and 1.

It reads of an answer what paging needs; the notes are those of the source `openreview`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from service.errors import HarvestError, InvalidRequest
from service.harvesters.answers import ask_listing, count_of, day_before, given
from service.harvesters.model import Page, Place
from service.harvesters.transport import Request, Transport

URLS = {2: "https://api2.openreview.net/notes", 1: "https://api.openreview.net/notes"}
PAUSE = 0.5
PAGE = 1000


class Notes:
    """The notes of `venue`: an invitation (`ICLR.cc/2024/Conference/-/Submission`) or a venue's id; `limit`: no more are needed.

    Version 2 is asked for what has changed since the last round; version 1 can't be, so each round asks for everything.
    """

    source, ending, name = "openreview", "json", "openreview"

    def __init__(
        self, transport: Transport, venue: str, version: int = 2, limit: int | None = None, url: str | None = None
    ) -> None:
        if not venue.strip() or version not in URLS:
            raise InvalidRequest("OpenReview wants a venue's id or an invitation, such as ICLR.cc/2024/Conference.")
        self._transport, self._url, self._limit = transport, url or URLS[version], limit
        self._venue, self._version = venue.strip(), version
        self.query: Mapping[str, str] = {"venue": self._venue, "version": str(version)}

    def pages(self, place: Place | None, since: str | None) -> Iterator[Page]:
        """The pages of the notes; see Harvester. They come by what never changes, so that none is lost between two pages."""
        at: dict[str, Any] = dict(place) if place else {"after": "", "offset": 0, "since": since or "", "began": ""}
        got = 0
        while True:
            request = self._request(at, got)
            listing = ask_listing(self._transport, request, "notes")
            notes = listing.records
            last = str(notes[-1].get("id") or "") if notes else ""
            if notes and last == at["after"]:
                raise HarvestError(f"{request}: OpenReview gives the same page again and again. Start again later.")
            following = {
                **at, "after": last, "offset": at["offset"] + len(notes), "began": at["began"] or day_before(listing.answer),
            }  # fmt: skip
            yield Page(
                str(request), listing.answer.body, following if notes else None, len(notes),
                since=following["began"] if not notes and self._version == 2 else None,
                total=count_of(listing.content.get("count")) if not at["after"] else None,
                deleted=tuple(str(note["id"]) for note in notes if note.get("ddate") and note.get("id")),
            )  # fmt: skip
            if not notes:
                # Only an empty page is the end for certain: how many one page may have is the service's to say.
                return
            at, got = following, got + len(notes)

    def _request(self, at: Mapping[str, Any], got: int) -> Request:
        size = PAGE if self._limit is None else max(1, min(PAGE, self._limit - got))
        asked = {"invitation" if "/-/" in self._venue else "content.venueid": self._venue, "limit": str(size)}
        if self._version == 1:
            return Request(self._url, {**asked, "sort": "tcdate:asc", "offset": str(at["offset"])})
        # Deleted notes come with the changes, so that they can be taken away.
        changed = {"mintmdate": _milliseconds(at["since"]), "trash": "true"} if at["since"] else {}
        return Request(self._url, given({**asked, "sort": "id", "after": at["after"], **changed}))


def _milliseconds(date: str) -> str:
    return str(int(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp() * 1000))
