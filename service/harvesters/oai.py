"""OAI-PMH 2.0: the records of any repository that speaks it, by resumption tokens, sets and dates.

It reads of a page what paging needs (headers, token, errors); the records are those of the source `oai`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from service.errors import HarvestError, InvalidRequest
from service.harvesters.model import Page, Place
from service.harvesters.transport import Answer, Refused, Request, Transport, Unusable
from service.sources.reading.xmlstream import Broken, local, records

# Seconds between requests, where the repository does not ask for more; arXiv does.
PAUSE = 1.0
# How often a page that can't be read whole is asked for before what there is of it is taken.
TRIES = 4
# So many answers in a row without a record, but with a token, are the end: some repositories go on so for ever.
EMPTY_PAGES = 3
# How often a list may be begun again without getting farther, because its tokens are refused.
RESTARTS = 3
DAY, SECOND = "YYYY-MM-DD", "YYYY-MM-DDThh:mm:ssZ"
_TOKEN = re.compile(rb"<(?:[\w.-]+:)?resumptionToken\b[^<>]*(?<!/)>([^<>]+)</")
_END = re.compile(rb"</(?:[\w.-]+:)?OAI-PMH\s*>")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?")
_NAMES = ("responseDate", "error", "header", "resumptionToken", "granularity", "metadataPrefix")


@dataclass(slots=True)
class Envelope:
    """What paging needs of an answer. `headers` are (identifier, datestamp, is deleted)."""

    response_date: str = ""
    errors: dict[str, str] = field(default_factory=dict)
    headers: list[tuple[str, str, bool]] = field(default_factory=list)
    token: str = ""
    size: int | None = None
    granularity: str = ""
    prefixes: list[str] = field(default_factory=list)
    problem: str | None = None


class Repository:
    """The records of a repository in one format, of one set or all. Dates are `YYYY-MM-DD`, or instants in UTC."""

    source, ending = "oai", "xml"

    def __init__(
        self, transport: Transport, url: str, prefix: str = "oai_dc", set_name: str = "", first: str = "", last: str = ""
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
            raise InvalidRequest(f"{url!r} is no address of a repository: write http(s)://HOST/PATH, without a password.")
        for date in (first, last):
            if date and not _is_date(date):
                raise InvalidRequest(f"{date!r} is no date: write YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.")
        if first and last and first[:10] > last[:10]:
            raise InvalidRequest(f"There is nothing from {first} until {last}.")
        self._ask, self._url = transport.ask, url
        self._prefix, self._set, self._first, self._last = prefix, set_name, first, last
        path = parts.path.strip("/") + (f"?{parts.query}" if parts.query else "")
        self.name = "/".join(part for part in ("oai", parts.netloc.lower(), path, prefix) if part)
        asked = {"url": url, "prefix": prefix, "set": set_name, "from": first, "until": last}
        self.query: Mapping[str, str] = {name: value for name, value in asked.items() if value}
        self._restarts: list[tuple[str, int]] = []
        self._met: set[bytes] = set()

    def pages(self, place: Place | None, since: str | None) -> Iterator[Page]:
        """The pages of a list; see Harvester."""
        at = dict(place) if place else self._beginning(since)
        empty, asked = 0, 0
        while True:
            request, (answer, envelope) = self._list(at)
            asked += 1
            if "badResumptionToken" in envelope.errors and at["token"]:
                at, asked = self._again(at, asked), 0
                continue
            self._check(envelope)
            began = at["began"] or _plain_date(envelope.response_date) or _now()
            following = self._behind({**at, "began": began}, envelope)
            empty = 0 if envelope.headers else empty + 1
            notices = _notices(at, envelope, empty)
            if self._is_met(envelope):
                self._check_complete(request, following, envelope)
                envelope.token, envelope.headers = "", []
            ends = not envelope.token or empty >= EMPTY_PAGES
            is_cut = envelope.problem is not None and not envelope.token
            page = Page(
                str(request), answer.body, at if is_cut else None if ends else following, len(envelope.headers),
                since=self._next_since(began, at["granularity"]) if ends and not is_cut else None,
                total=envelope.size, problem=envelope.problem, notices=notices,
                deleted=tuple(identifier for identifier, _, is_deleted in envelope.headers if is_deleted),
            )  # fmt: skip
            yield page
            if is_cut:
                raise HarvestError(
                    f"{request}: {envelope.problem}, each of {TRIES} times. What could be read of it is kept, what follows it is "
                    "not known. Start again to try again, or ask for what is behind it with --from."
                )
            if ends:
                return
            at = following

    def _beginning(self, since: str | None) -> dict[str, Any]:
        granularity = self._granularity()
        first = max(_fit(self._first, granularity, "T00:00:00Z"), _fit(since or "", granularity, "T00:00:00Z"))
        return {
            "token": "", "from": first, "began": "", "seen": 0, "latest": "", "sorted": True, "granularity": granularity,
        }  # fmt: skip

    def _granularity(self) -> str:
        """Days where the repository does not say: those every repository knows."""
        _, (_, envelope) = self._envelope({"verb": "Identify"})
        return SECOND if envelope.granularity.strip().lower() == SECOND.lower() else DAY

    def _list(self, at: Mapping[str, Any]) -> tuple[Request, tuple[Answer, Envelope]]:
        if at["token"]:
            return self._envelope({"verb": "ListRecords", "resumptionToken": at["token"]})
        asked = {
            "verb": "ListRecords", "metadataPrefix": self._prefix, "set": self._set, "from": at["from"],
            "until": _fit(self._last, at["granularity"], "T23:59:59Z"),
        }  # fmt: skip
        return self._envelope({name: value for name, value in asked.items() if value})

    def _envelope(self, parameters: Mapping[str, str]) -> tuple[Request, tuple[Answer, Envelope]]:
        request = Request(self._url, parameters)
        seen: list[tuple[Answer, Envelope]] = []

        def read(answer: Answer) -> tuple[Answer, Envelope]:
            seen[:] = [(answer, _read(answer))]
            if problem := seen[0][1].problem:
                raise Unusable(problem)
            return seen[0]

        try:
            return request, self._ask(request, read, TRIES)
        except Unusable as error:
            if not seen or not seen[0][1].headers:
                raise HarvestError(f"{request}: {error}. Is this the address of a repository?") from error
            return request, seen[0]
        except Refused as error:
            # Some repositories answer errors of the protocol with a status of HTTP as well.
            envelope = _read(error.answer)
            if not envelope.errors:
                raise
            return request, (error.answer, envelope)

    def _check(self, envelope: Envelope) -> None:
        """Raises what the repository says is wrong; that nothing matches is not wrong."""
        errors = {code: text for code, text in envelope.errors.items() if code != "noRecordsMatch"}
        if not errors:
            return
        code, text = next(iter(errors.items()))
        hint = ""
        if code == "cannotDisseminateFormat":
            _, (_, formats) = self._envelope({"verb": "ListMetadataFormats"})
            hint = f" Its formats are: {', '.join(formats.prefixes)}." if formats.prefixes else ""
        if code == "noSetHierarchy":
            hint = " It has no sets: leave --set out."
        raise HarvestError(f"The repository {self._url} says {code}: {text[:300] or 'no more'}.{hint}")

    def _again(self, at: Mapping[str, Any], asked: int) -> dict[str, Any]:
        """The list from its beginning, when its token is known no more; from the last date where it came by date."""
        first = _before(at["latest"], at["granularity"]) if at["sorted"] and at["latest"] else at["from"]
        first = max(first, at["from"])
        self._restarts.append((first, asked))
        if sum(was == first and pages >= asked for was, pages in self._restarts) >= RESTARTS:
            raise HarvestError(f"The repository {self._url} refuses its own resumption tokens. Start again later.")
        self._met.clear()
        return {**at, "token": "", "from": first, "seen": 0, "latest": "", "sorted": True}

    @staticmethod
    def _behind(at: Mapping[str, Any], envelope: Envelope) -> dict[str, Any]:
        dates = [date for _, date, _ in envelope.headers if date]
        is_sorted = at["sorted"] and all(a <= b for a, b in zip([at["latest"], *dates], dates, strict=False))
        return {
            **at, "token": envelope.token, "seen": at["seen"] + len(envelope.headers),
            "latest": max([at["latest"], *dates]), "sorted": is_sorted,
        }  # fmt: skip

    def _is_met(self, envelope: Envelope) -> bool:
        """Whether this very page was here before, with the same page behind it."""
        if not envelope.headers:
            return False
        names = "\n".join([envelope.token, *(identifier for identifier, _, _ in envelope.headers)])
        mark = blake2b(names.encode("utf-8", "replace"), digest_size=8).digest()
        if mark in self._met:
            return True
        self._met.add(mark)
        return False

    @staticmethod
    def _check_complete(request: Request, following: Mapping[str, Any], envelope: Envelope) -> None:
        """A repository that gives its last page for ever is done when all has come; one that goes in a circle is not."""
        before = following["seen"] - len(envelope.headers)
        if envelope.size is None or before < envelope.size:
            raise HarvestError(f"{request}: the repository goes in a circle, it gives a page that it has given before.")

    def _next_since(self, began: str, granularity: str) -> str:
        """One granule before the beginning of this round, by the repository's own clock."""
        since = _before(_fit(began, granularity, "T00:00:00Z"), granularity)
        return min(since, _fit(self._last, granularity, "T23:59:59Z")) if self._last else since


def _read(answer: Answer) -> Envelope:
    envelope = Envelope()
    if not re.search(rb"<(?:[\w.-]+:)?OAI-PMH[\s>]", answer.body[:4096]):
        envelope.problem = (
            "the answer is a page of HTML" if b"<html" in answer.body[:4096].lower() else "the answer is no OAI-PMH"
        )
        return envelope
    is_broken = False
    for found in records(BytesIO(answer.body), *_NAMES):
        if isinstance(found, Broken):
            is_broken = True
            continue
        element = found.element
        name, text = str(element.tag), (element.text or "").strip()
        parent = element.getparent()
        above = local(str(parent.tag)) if parent is not None else ""
        if name == "header" and above == "record":
            values = {str(child.tag): (child.text or "").strip() for child in element}
            is_deleted = element.get("status", "").strip().lower() == "deleted"
            date = values.get("datestamp", "")
            envelope.headers.append((values.get("identifier", ""), date if _is_date(date) else _plain_date(date), is_deleted))
        elif name == "error" and above == "OAI-PMH":
            envelope.errors[element.get("code", "error")] = " ".join(text.split())
        elif name == "resumptionToken" and above == "ListRecords":
            envelope.token = text
            size = element.get("completeListSize", "").strip()
            envelope.size = int(size) if re.fullmatch(r"\d{1,12}", size) else None
        elif name == "responseDate" and above == "OAI-PMH":
            envelope.response_date = text
        elif name == "granularity":
            envelope.granularity = text
        elif name == "metadataPrefix" and above == "metadataFormat":
            envelope.prefixes.append(text)
    if is_broken and not envelope.token and (token := _TOKEN.search(answer.body)):
        # XML that is broken so badly that nothing behind it could be read: the list goes on all the same.
        envelope.token = html.unescape(token[1].decode("utf-8", "replace").strip())
    if not _END.search(answer.body[-65536:]):
        envelope.problem, envelope.token = "the page is cut off", ""
    return envelope


def _notices(at: Mapping[str, Any], envelope: Envelope, empty: int) -> tuple[str, ...]:
    notices = []
    if at["from"] and any(date and date[: len(at["from"])] < at["from"][: len(date)] for _, date, _ in envelope.headers):
        notices.append("the repository gives records older than asked for")
    if empty >= EMPTY_PAGES:
        notices.append(f"the repository gave {EMPTY_PAGES} pages without a record, which was taken for the end")
    return tuple(notices)


def _is_date(text: str) -> bool:
    try:
        return bool(_DATE.fullmatch(text) and datetime.fromisoformat(text))
    except ValueError:
        return False


def _plain_date(text: str) -> str:
    """`2024-05-01T12:00:00Z`, from what repositories write for it (fractions, offsets, blanks); empty for anything else."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        return ""
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _fit(date: str, granularity: str, time_of_day: str) -> str:
    """A date in the repository's granularity."""
    if granularity == DAY or not date:
        return date[:10]
    return date if "T" in date else date + time_of_day


def _before(date: str, granularity: str) -> str:
    """One granule earlier."""
    moment = datetime.fromisoformat(date if "T" in date else date[:10] + "T00:00:00Z")
    if granularity == DAY:
        return (moment - timedelta(days=1)).strftime("%Y-%m-%d")
    return (moment - timedelta(seconds=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
