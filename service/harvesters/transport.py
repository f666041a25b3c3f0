"""Asks a remote service over HTTP, politely and with bounds: pauses, retries, deadlines, sizes.

It knows no service's protocol and writes nothing to disk.
"""

from __future__ import annotations

import random
import re
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar
from urllib.parse import urlencode, urljoin, urlsplit

import urllib3

from service.errors import HarvestError
from service.settings import VERSION

# An answer that has not arrived whole by then is given up, however steadily its bytes drip.
DEADLINE_SECONDS = 300.0
# No page of any service comes near: arXiv's largest have 20 MB.
MAX_BYTES = 256 * 1024 * 1024
MAX_REDIRECTS = 5
# How long one page is tried again in all, pauses asked for by the service included.
PATIENCE_SECONDS = 1800.0
# A service that has not answered at all yet is more likely misspelt than away for a while.
FIRST_TRIES = 4
# Pauses double from the first to the longest, each cut at random by up to a half.
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 120.0
# What may pass by itself. Everything else is the service's last word.
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
_CHUNK = 64 * 1024


@dataclass(frozen=True, slots=True)
class Request:
    """An address and its parameters. `secrets` are parameters that stand in no log, journal or message."""

    url: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        return _address(self.url, self.parameters)

    @property
    def address(self) -> str:
        """What is asked for, secrets included."""
        return _address(self.url, {**self.parameters, **self.secrets})


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer. Names of headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Unusable(Exception):
    """An answer that is not what was asked for, though its status says so. Another try may help."""


class Refused(HarvestError):
    """The service's last word: a status that another try would not change. `answer` has its reasons."""

    def __init__(self, detail: str, answer: Answer) -> None:
        super().__init__(detail)
        self.answer = answer


T = TypeVar("T")


class Transport:
    """Asks one service, one request at a time. `pause` is the least time between two requests, in seconds.

    `waiting` is told why, and for how many seconds, each time that something has to be asked for again. `clock` and `sleep`
    can be replaced, so that tests do not wait.
    """

    def __init__(
        self,
        contact: str = "",
        pause: float = 0.0,
        patience: float = PATIENCE_SECONDS,
        waiting: Callable[[str, float], None] = lambda _why, _seconds: None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.contact, self.pause, self.patience = contact, pause, patience
        self._tell, self._clock, self._sleep = waiting, clock, sleep
        self._agent = user_agent(contact)
        self._last = float("-inf")
        self._was_there = False
        self._chance = random.Random()  # noqa: S311 (spreads retries, protects nothing)
        self._pool = urllib3.PoolManager(num_pools=4, maxsize=1, retries=False, timeout=urllib3.Timeout(connect=30.0, read=90.0))

    def ask(self, request: Request, read: Callable[[Answer], T], tries: int) -> T:
        """What `read` makes of the answer to a request. Waits and asks again as long as what is wrong may pass.

        `read` raises Unusable for an answer that is none; after so many `tries` that is raised here. Raises Refused for a
        status that is final, HarvestError when patience is at its end.
        """
        ends = self._clock() + self.patience
        pause, tried, useless = FIRST_PAUSE, 0, 0
        while True:
            tried += 1
            asked_for = None
            try:
                answer = self._once(request)
                self._was_there = True
                if answer.status not in _PASSING:
                    return read(answer)
                problem, asked_for = f"status {answer.status}{_said(answer)}", retry_after(answer.headers.get("retry-after"))
            except Unusable as error:
                useless += 1
                if useless >= tries:
                    raise
                problem = str(error)
            except (urllib3.exceptions.HTTPError, OSError, zlib.error) as error:
                problem = _plain(error)
            # Never less than asked for; and more of it when it is asked for again and again.
            wait = max(pause * (1 - self._chance.random() / 2), asked_for or 0.0)
            if self._clock() + wait > ends or (tried >= FIRST_TRIES and not self._was_there):
                raise HarvestError(_too_long(request, problem, tried, wait, self.patience))
            self._tell(f"{request}: {problem}", wait)
            self._sleep(wait)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _once(self, request: Request) -> Answer:
        """One answer, redirects followed; within the deadline."""
        address, deadline = request.address, self._clock() + DEADLINE_SECONDS
        for _ in range(MAX_REDIRECTS + 1):
            self._keep_pace()
            answer, target = self._get(address, deadline)
            if target is None:
                self._learn_pace(answer.headers)
                if answer.status >= 300 and answer.status not in _PASSING:
                    raise Refused(f"{request} was refused with status {answer.status}{_said(answer)}.", answer)
                return answer
            following = urljoin(address, target)
            parts, before = urlsplit(following), urlsplit(address)
            if parts.scheme not in ("http", "https") or (before.scheme == "https" and parts.scheme == "http"):
                raise Refused(f"{request} leads to an address that is not followed ({parts.scheme}:).", answer)
            address = following
        raise Refused(f"{request} leads from one address to the next, more than {MAX_REDIRECTS} times.", answer)

    def _get(self, address: str, deadline: float) -> tuple[Answer, str | None]:
        headers = {"User-Agent": self._agent, "Accept-Encoding": "gzip", "Accept": "*/*"}
        response = self._pool.request(
            "GET", address, headers=headers, preload_content=False, decode_content=False, redirect=False
        )
        try:
            named = {name.lower(): value for name, value in response.headers.items()}
            if response.status in (301, 302, 303, 307, 308) and (target := named.get("location")):
                return Answer(response.status, named, b""), target
            body = self._read(response, named.get("content-encoding", "").strip().lower(), deadline)
            return Answer(response.status, named, body), None
        finally:
            # What was read to its end is back in the pool already; of anything else nobody wants the rest.
            response.close()

    def _read(self, response: urllib3.BaseHTTPResponse, encoding: str, deadline: float) -> bytes:
        """The body, decompressed piece by piece so that a small answer can't become a large one unseen."""
        inflater = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32) if encoding in ("gzip", "x-gzip", "deflate") else None
        if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise Unusable(f"the answer is compressed as {encoding[:20]!r}, which nobody asked for")
        body = bytearray()
        while piece := response.read1(_CHUNK):
            if self._clock() > deadline:
                raise Unusable(f"the answer was not whole after {DEADLINE_SECONDS:.0f} seconds")
            while piece:
                body += inflater.decompress(piece, _CHUNK * 16) if inflater else piece
                piece = inflater.unconsumed_tail if inflater else b""
                if len(body) > MAX_BYTES:
                    raise HarvestError(f"An answer of more than {MAX_BYTES // 1024 // 1024} MB is no page of papers.")
        if inflater is not None:
            body += inflater.flush()
            if not inflater.eof:
                raise Unusable("the compressed answer was cut off")
        return bytes(body)

    def _keep_pace(self) -> None:
        left = self._last + self.pause - self._clock()
        if left > 0:
            self._sleep(left)
        self._last = self._clock()

    def _learn_pace(self, headers: Mapping[str, str]) -> None:
        """`X-Rate-Limit-Limit: 50`, `X-Rate-Limit-Interval: 1s`: as many requests in as long a time."""
        limit = re.fullmatch(r"\s*(\d{1,9})\s*", headers.get("x-rate-limit-limit", ""))
        interval = re.fullmatch(r"\s*(\d{1,6}(?:\.\d+)?)\s*s\s*", headers.get("x-rate-limit-interval", ""))
        if limit and interval and int(limit[1]):
            self.pause = max(self.pause, min(float(interval[1]) / int(limit[1]), LONGEST_PAUSE))


def user_agent(contact: str) -> str:
    """How this program names itself: `lunwen/0.1.0 (mailto:...)`. Services ask for the contact to warn before they block."""
    if not contact:
        return f"lunwen/{VERSION}"
    return f"lunwen/{VERSION} ({contact if '://' in contact else f'mailto:{contact}'})"


def retry_after(value: str | None, now: Callable[[], float] = time.time) -> float | None:
    """Seconds to wait that a `Retry-After` header asks for, given in seconds or as a date; None where it says nothing."""
    text = (value or "").strip()
    if re.fullmatch(r"\d{1,9}(?:\.\d+)?", text):
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now())
    except (ValueError, TypeError, OverflowError):
        return None


def server_time(answer: Answer) -> datetime:
    """When the service answered, by its own clock where it tells."""
    try:
        told = parsedate_to_datetime(answer.headers.get("date", ""))
    except (ValueError, TypeError, OverflowError):
        return datetime.now(UTC)
    return told.astimezone(UTC) if told.tzinfo else told.replace(tzinfo=UTC)


def _address(url: str, parameters: Mapping[str, str]) -> str:
    if not parameters:
        return url
    return f"{url}{'&' if '?' in url else '?'}{urlencode(parameters)}"


def _said(answer: Answer) -> str:
    """What a short text answer says of its reasons."""
    if "html" in answer.headers.get("content-type", "") or answer.body[:1] == b"<":
        return ""
    text = " ".join(answer.body[:2000].decode("utf-8", "replace").split())
    return f" ({text[:200]})" if text and text.isprintable() else ""


def _plain(error: BaseException) -> str:
    # The texts of urllib3 hold the whole address, with what must not be shown.
    if isinstance(error, urllib3.exceptions.IncompleteRead):
        return "the connection was cut before the answer was whole"
    if isinstance(error, urllib3.exceptions.NameResolutionError):
        return "its name is not known"
    if isinstance(error, urllib3.exceptions.TimeoutError) and not isinstance(error, urllib3.exceptions.NewConnectionError):
        return "it did not answer in time"
    if isinstance(error, zlib.error):
        return "the compressed answer is damaged"
    return "the connection failed" + (f": {error.strerror}" if isinstance(error, OSError) and error.strerror else "")


def _too_long(request: Request, problem: str, tried: int, wait: float, patience: float) -> str:
    if wait > patience:
        return f"{request}: {problem}; it asks for a pause of {wait:.0f} seconds. Start again then: what was harvested is kept."
    return f"{request}: {problem}, after {tried} tries. Start again later: what was harvested is kept."
