"""gunicorn's threaded worker with long addresses, and with the errors of this API for what reaches no application.

It serves no requests itself.
"""

from __future__ import annotations

import json
import secrets
import time
from concurrent.futures import Future, ThreadPoolExecutor
from http import HTTPStatus
from socket import socket
from typing import Any

from gunicorn.http import errors, message  # type: ignore[import-untyped]
from gunicorn.http.body import LengthReader  # type: ignore[import-untyped]
from gunicorn.http.parser import RequestParser  # type: ignore[import-untyped]
from gunicorn.http.unreader import SocketUnreader  # type: ignore[import-untyped]
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

# gunicorn reads no longer line than 8,190 bytes, which is less than a query of 1,000 Han characters, unless it may read without
# any end. Above MAX_ADDRESS of service/api/access.py the application answers itself; above this nothing is read on.
LONGEST_LINE = 64 * 1024
message.MAX_REQUEST_LINE = LONGEST_LINE

# How many headers are read, and bytes of one of them.
MOST_HEADERS = 60
LONGEST_HEADER = 8190
# Bytes of a body that are read before the application is called; it refuses longer ones itself, by the same number (app.py).
LARGEST_BODY = 1024 * 1024

# Seconds of a thread for a new connection that says nothing, or for a body that has not come with its headers; after that it is
# waited for aside. gunicorn's own five let twenty idle connections keep everybody out for a quarter of a minute.
PATIENCE = 0.05
# Seconds for all headers of a request, and for its body.
HEADERS_TIME = 10
BODY_TIME = 5
# Threads of a worker beside those that answer: they wait for bodies, and for clients that have been told of the end.
ASIDE = 64
# What becomes of a connection, beside gunicorn's own answers to this: its body is waited for; it is here.
_UNREAD, _READ = object(), object()


class TooSlow(errors.ParseException):  # type: ignore[misc]
    """A request, or its body, that has not arrived in its time."""


class BodyTooSlow(TooSlow):
    """A body of which a part is missing after BODY_TIME."""


class BodyTooLong(errors.ParseException):  # type: ignore[misc]
    """A chunked body beyond LARGEST_BODY."""


class BodyTooShort(errors.ParseException):  # type: ignore[misc]
    """A body that the client has ended before its Content-Length."""


_STATUSES: tuple[tuple[type[Exception], int, str, str], ...] = (
    (errors.LimitRequestLine, 414, "uri_too_long", "The address is too long; POST /api/v1/papers/search takes long queries."),
    (
        errors.LimitRequestHeaders,
        431,
        "headers_too_large",
        f"A request may have {MOST_HEADERS} headers, and each of them {LONGEST_HEADER:,} bytes.",
    ),
    (BodyTooSlow, 408, "request_timeout", f"The body has not arrived within {BODY_TIME} seconds."),
    (TooSlow, 408, "request_timeout", f"The request has not arrived within {HEADERS_TIME} seconds."),
    (BodyTooLong, 413, "content_too_large", f"The body is too long: it may have {LARGEST_BODY:,} bytes."),
    (BodyTooShort, 400, "invalid_request", "The body is shorter than its Content-Length says."),
    (errors.InvalidChunkSize, 400, "invalid_request", "The body is not chunked as Transfer-Encoding says: no size of a chunk."),
    (errors.InvalidChunkExtension, 400, "invalid_request", "The body is not chunked as Transfer-Encoding says: wrong extension."),
    (
        errors.ChunkMissingTerminator,
        400,
        "invalid_request",
        "The body is not chunked as Transfer-Encoding says: no end of a chunk.",
    ),
    (errors.ExpectationFailed, 417, "expectation_failed", "Nothing but 100-continue can be expected."),
    (errors.UnsupportedTransferCoding, 501, "not_implemented", "This transfer coding is not known."),
    (errors.ForbiddenProxyRequest, 403, "forbidden", "This peer may not speak for others."),
    (
        errors.InvalidRequestLine,
        400,
        "invalid_request",
        "The request's first line can't be read: what is not ASCII, and blanks, must be percent-encoded in an address "
        "(with curl: -G --data-urlencode 'q=...').",
    ),
    (errors.ParseException, 400, "invalid_request", "This is no HTTP request that can be read."),
)


class Unreader(SocketUnreader):  # type: ignore[misc]
    """As gunicorn's, with a time by which everything has to be here, however many pieces it comes in. Raises TimeoutError."""

    until: float | None = None

    def chunk(self, size_hint: int | None = None) -> bytes:
        """The next piece."""
        if self.until is not None:
            left = self.until - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self.sock.settimeout(left)
        return bytes(super().chunk(size_hint))


class Parser(RequestParser):  # type: ignore[misc]
    """As gunicorn's; headers have a time, and a request whose body has been waited for comes again, with it."""

    is_read = False
    body_until = 0.0

    def __init__(self, cfg: Any, source: socket, source_addr: Any) -> None:
        super().__init__(cfg, source, source_addr)
        self.unreader = Unreader(source)

    def __next__(self) -> Any:
        """The next request. Raises TooSlow."""
        if self.is_read:
            return self.mesg
        self.unreader.until = time.monotonic() + HEADERS_TIME
        try:
            found = super().__next__()
        except TimeoutError as error:
            raise TooSlow from error
        self.unreader.until = None
        self.body_until = time.monotonic() + BODY_TIME
        return found

    def take_body(self, until: float) -> None:
        """Reads the body of the request. Raises TimeoutError (one with a length can be tried again), OSError, ParseException."""
        self.unreader.until = until
        body = self.mesg.body
        length = getattr(body.reader, "length", None)
        data = body.reader.read(LARGEST_BODY + 1 if length is None else length)
        if len(data) > LARGEST_BODY:
            raise BodyTooLong
        if length is not None and len(data) < length:
            raise BodyTooShort
        # Where gunicorn's body keeps what has been read and not yet been asked for.
        body.buf.write(data)
        self.unreader.until = None
        self.is_read = True


class Worker(ThreadWorker):  # type: ignore[misc]
    """See the module."""

    _told = float("-inf")

    def init_process(self) -> None:
        """As gunicorn's, which returns at the end of the process."""
        self.aside = ThreadPoolExecutor(ASIDE, "aside")
        super().init_process()

    def notify(self) -> None:
        """As gunicorn's, but once a second and not twice for each request: it touches a file."""
        now = time.monotonic()
        if now - self._told >= 1:
            self._told = now
            super().notify()

    def set_accept_enabled(self, enabled: bool) -> None:
        """As gunicorn's; one that ends first takes what was connected already, which the system would reset with the socket."""
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        for listener in self.sockets:
            connections = -1
            while connections != self.nr_conns:
                connections = self.nr_conns
                self.accept(listener)
            # Those who come now are refused, or taken by another worker, instead of waiting for this one.
            listener.close()

    def handle(self, conn: Any) -> Any:
        """As gunicorn's; a client that sends nothing, or stops in the middle of a request, does not hold a thread."""
        if not conn.initialized:
            wait, begin = conn.wait_for_data, conn.init

            def init() -> None:
                begin()
                if not isinstance(conn.parser, Parser):
                    conn.parser = Parser(conn.cfg, conn.sock, conn.client)

            conn.wait_for_data = lambda seconds: wait(min(seconds, PATIENCE))
            conn.init = init
        return super().handle(conn)

    def handle_request(self, req: Any, conn: Any) -> Any:
        """As gunicorn's, once the body is here; a client that takes nothing of its answer is given up, too."""
        if not _has_body(req, conn.parser):
            return _UNREAD
        conn.parser.is_read = False
        conn.sock.settimeout(self.cfg.timeout)
        return super().handle_request(req, conn)

    def _keepalive_after(self, conn: Any, keepalive: Any) -> Any:
        return keepalive if keepalive is _UNREAD else super()._keepalive_after(conn, keepalive)

    def finish_request(self, conn: Any, fs: Future[Any]) -> None:
        """As gunicorn's, in the thread that takes connections: whatever takes time is done aside."""
        result = False if fs.cancelled() or fs.exception() else fs.result()
        if result is _UNREAD:
            reading = self.aside.submit(self._read, conn)
            reading.add_done_callback(lambda done: self.method_queue.defer(self.finish_request, conn, done))
        elif result is _READ:
            self.enqueue_req(conn)
        elif result:
            super().finish_request(conn, fs)
        else:
            # gunicorn waits here, for two seconds, until the client ends, too; nobody else would be let in meanwhile.
            closing = self.aside.submit(conn.close, graceful=True)
            closing.add_done_callback(lambda _: self.method_queue.defer(self._forget))

    def _forget(self) -> None:
        self.nr_conns -= 1

    def _read(self, conn: Any) -> object:
        """Waits for a body. False when it does not come, or is none; the client has been told."""
        try:
            # Who had to queue here for long may have sent it meanwhile.
            conn.parser.take_body(max(conn.parser.body_until, time.monotonic() + PATIENCE))
        except TimeoutError:
            self.handle_error(conn.parser.mesg, conn.sock, conn.client, BodyTooSlow())
        except OSError as error:
            self.log.debug("the client went before its body had come: %s", error)
        except errors.ParseException as error:
            self.handle_error(conn.parser.mesg, conn.sock, conn.client, error)
        else:
            return _READ
        return False

    def handle_error(self, req: Any, client: socket, addr: Any, exc: Exception) -> None:
        """Answers what could not be read as a request, or failed outside of the application."""
        status, code, detail = 500, "internal_error", "An unexpected error occurred; it has been logged."
        for kind, known, name, text in _STATUSES:
            # A header that the application made is no fault of the client.
            if isinstance(exc, kind) and not isinstance(exc, (errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)):
                status, code, detail = known, name, text
                break
        request_id = secrets.token_hex(8)
        if status == 500:
            self.log.exception("request %s failed outside of the application", request_id)
        else:
            self.log.info("request %s could not be read: %s", request_id, type(exc).__name__)
        try:
            client.settimeout(1)
            client.sendall(problem(status, code, detail, request_id))
        except OSError as error:
            self.log.debug("the error could not be sent: %s", error)


def _has_body(req: Any, parser: Parser) -> bool:
    """Whether the application can be called: all of the body is here, or there is more of it than is ever read."""
    if parser.is_read:
        return True
    is_sized = isinstance(req.body.reader, LengthReader)
    if is_sized and not req.body.reader.length:
        return True
    if is_sized and req.body.reader.length > LARGEST_BODY:
        # The rest is not read away for the sake of another request.
        req.force_close()
        return True
    if req._expected_100_continue:
        parser.unreader.sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        req._expected_100_continue = False
    if not is_sized:
        # What is chunked can't be begun in one thread and ended in another.
        return False
    try:
        parser.take_body(time.monotonic() + PATIENCE)
    except TimeoutError:
        return False
    return True


def problem(status: int, code: str, detail: str, request_id: str) -> bytes:
    """A whole HTTP response with a problem document, after which the connection ends."""
    title = HTTPStatus(status).phrase
    content = {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code, "errors": []}
    body = json.dumps({**content, "request_id": request_id}).encode()
    head = (
        f"HTTP/1.1 {status} {title}\r\nContent-Type: application/problem+json\r\nContent-Length: {len(body)}\r\n"
        f"X-Request-ID: {request_id}\r\nAccess-Control-Allow-Origin: *\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body
