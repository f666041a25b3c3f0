"""gunicorn's threaded worker with long addresses, and with the errors of this API for what reaches no application.

It serves no requests itself.
"""

from __future__ import annotations

import json
import secrets
import time
from http import HTTPStatus
from socket import socket
from typing import Any

from gunicorn.http import errors, message  # type: ignore[import-untyped]
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

# gunicorn reads no longer line than 8,190 bytes, which is less than a query of 1,000 Han characters, unless it may read without
# any end. Above MAX_ADDRESS of service/api/access.py the application answers itself; above this nothing is read on.
LONGEST_LINE = 64 * 1024
message.MAX_REQUEST_LINE = LONGEST_LINE

# Seconds of a thread for a new connection that says nothing; after that it is waited for aside, where it costs none.
# gunicorn's own five let twenty idle connections keep everybody out for a quarter of a minute.
PATIENCE = 0.05
# Seconds between two pieces of one request.
PAUSE = 10

_STATUSES: tuple[tuple[type[Exception], int, str, str], ...] = (
    (errors.LimitRequestLine, 414, "uri_too_long", "The address is too long; POST /api/v1/papers/search takes long queries."),
    (errors.LimitRequestHeaders, 431, "headers_too_large", "There are too many headers, or one of them is too long."),
    (errors.ExpectationFailed, 417, "expectation_failed", "Nothing but 100-continue can be expected."),
    (errors.UnsupportedTransferCoding, 501, "not_implemented", "This transfer coding is not known."),
    (errors.ForbiddenProxyRequest, 403, "forbidden", "This peer may not speak for others."),
    (errors.ParseException, 400, "invalid_request", "This is no HTTP request that can be read."),
)


class Worker(ThreadWorker):  # type: ignore[misc]
    """See the module."""

    _told = float("-inf")

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
                conn.sock.settimeout(PAUSE)

            conn.wait_for_data = lambda seconds: wait(min(seconds, PATIENCE))
            conn.init = init
        return super().handle(conn)

    def handle_request(self, req: Any, conn: Any) -> Any:
        """As gunicorn's; a client that takes nothing of its answer is given up, so that its thread serves others."""
        conn.sock.settimeout(self.cfg.timeout)
        return super().handle_request(req, conn)

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
