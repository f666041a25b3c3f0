"""The search API of arXiv: the papers that answer a query, newest change first. Three seconds between requests.

It reads of a feed what paging needs; the entries are those of the source `arxiv`. For whole archives there is OAI-PMH.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from io import BytesIO
from typing import Any

from service.errors import HarvestError, InvalidRequest
from service.harvesters.model import Page, Place
from service.harvesters.transport import Answer, Request, Transport, Unusable, server_time
from service.sources.reading.xmlstream import Broken, records

URL = "https://export.arxiv.org/api/query"
# What its terms of use ask for.
PAUSE = 3.0
# Larger slices often come short or empty (the API's users report it from 1,000 on).
PAGE = 500
# As deep as the API pages.
DEEPEST = 30_000
TRIES = 4
# A paper's date is that of its submission, and it may be announced days later: after holidays, or when it was on hold.
OVERLAP = timedelta(days=7)


@dataclass(slots=True)
class Feed:
    """What paging needs of an answer: how many results there are, and when each entry was changed."""

    total: int | None = None
    changed: list[str] = field(default_factory=list)
    problem: str | None = None
    error: str | None = None


class Search:
    """The answers to a query in arXiv's own language (`cat:cs.CL AND ti:parsing`). `limit`: no more are needed."""

    source, ending = "arxiv", "xml"

    def __init__(self, transport: Transport, query: str, limit: int | None = None, url: str = URL) -> None:
        if not query.strip():
            raise InvalidRequest("arXiv wants a query, such as cat:cs.CL.")
        self._ask, self._url, self._text, self._limit = transport.ask, url, query, limit
        self.name = "arxiv/api"
        self.query: Mapping[str, str] = {"query": query}

    def pages(self, place: Place | None, since: str | None) -> Iterator[Page]:
        """The pages of the results; see Harvester.

        They come by the date of their last change, the newest first: a paper that is changed meanwhile only moves to the front,
        where the next round finds it, and none slips through between two pages.
        """
        at: dict[str, Any] = dict(place) if place else {"start": 0, "since": since or "", "began": ""}
        got = 0
        while True:
            wanted = PAGE if self._limit is None else max(1, min(PAGE, self._limit - got))
            request = Request(self._url, {
                "search_query": self._text, "sortBy": "lastUpdatedDate", "sortOrder": "descending",
                "start": str(at["start"]), "max_results": str(wanted),
            })  # fmt: skip
            answer, feed = self._feed(request, at["start"])
            self._check_depth(feed, at)
            count = len(feed.changed)
            began = at["began"] or (server_time(answer) - OVERLAP).strftime("%Y-%m-%d")
            following = {**at, "start": at["start"] + count, "began": began}
            is_old = bool(at["since"]) and any(changed and changed[:10] < at["since"] for changed in feed.changed)
            ends = is_old or following["start"] >= (feed.total or 0)
            yield Page(
                str(request), answer.body, None if ends else following, count,
                since=began if ends else None, total=feed.total, problem=feed.problem,
            )  # fmt: skip
            if ends:
                return
            at, got = following, got + count

    def _feed(self, request: Request, start: int) -> tuple[Answer, Feed]:
        seen: list[tuple[Answer, Feed]] = []

        def read(answer: Answer) -> tuple[Answer, Feed]:
            feed = _read(answer)
            seen[:] = [(answer, feed)]
            if feed.error:
                raise HarvestError(f"{request}: arXiv says: {feed.error}")
            if not feed.problem and not feed.changed and start < (feed.total or 0):
                feed.problem = "arXiv gave an empty page where there are papers"
            if feed.problem:
                raise Unusable(feed.problem)
            return seen[0]

        try:
            return self._ask(request, read, TRIES)
        except Unusable as error:
            if not seen[0][1].changed:
                raise HarvestError(f"{request}: {error}, each of {TRIES} times. Start again later.") from error
            # The next page begins behind the last entry that could be read.
            return seen[0]

    def _check_depth(self, feed: Feed, at: Mapping[str, Any]) -> None:
        needed = min(feed.total or 0, self._limit or DEEPEST + 1)
        if needed > DEEPEST and not at["since"]:
            raise HarvestError(
                f"The query has {feed.total} results, of which arXiv gives {DEEPEST}. Narrow it (AND submittedDate:[202401010000 "
                "TO 202407010000]), or harvest whole archives: oai https://oaipmh.arxiv.org/oai --prefix arXiv --set cs:cs:CL."
            )


def _read(answer: Answer) -> Feed:
    feed = Feed()
    if not re.search(rb"<(?:[\w.-]+:)?feed[\s>]", answer.body[:4096]):
        feed.problem = "the answer is no feed"
        return feed
    for found in records(BytesIO(answer.body), "entry", "totalResults"):
        if isinstance(found, Broken):
            feed.problem = "the page is cut off or broken"
            continue
        element = found.element
        values = {str(child.tag): " ".join((child.text or "").split()) for child in element}
        if element.tag == "totalResults":
            text = (element.text or "").strip()
            feed.total = int(text) if re.fullmatch(r"\d{1,12}", text) else None
        elif "/api/errors" in values.get("id", ""):
            feed.error = values.get("summary") or values.get("title") or "no reason"
        else:
            feed.changed.append(values.get("updated", ""))
    if not re.search(rb"</(?:[\w.-]+:)?feed\s*>", answer.body[-4096:]):
        feed.problem = "the page is cut off"
    return feed
