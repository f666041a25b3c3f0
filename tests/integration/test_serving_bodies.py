"""Bodies over a real gunicorn: those that stop, come slowly or are broken take no thread from others and are named."""

from __future__ import annotations

import http.client
import json
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from conftest import served

from service.app import MAX_BODY
from service.settings import Settings
from service.worker import BODY_TIME, LARGEST_BODY

pytestmark = pytest.mark.engine
JSON = b"Host: x\r\nContent-Type: application/json\r\n"
POST = b"POST /api/v1/papers/search HTTP/1.1\r\n" + JSON
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.fixture(scope="module")
def server(known_settings: Settings) -> Iterator[served]:
    # One worker, so that eight connections are twice its threads.
    server = served(known_settings, WORKERS="1", THREADS="4")
    with server:
        yield server


def answered(connection: socket.socket) -> tuple[int, dict[str, object]]:
    response = http.client.HTTPResponse(connection)
    response.begin()
    return response.status, json.loads(response.read())


def raw(server: served, *sent: bytes, pause: float = 0.0) -> tuple[int, dict[str, object]]:
    """What is answered to bytes that are sent in pieces."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        for piece in sent:
            connection.sendall(piece)
            time.sleep(pause)
        return answered(connection)


def fetched(server: served, path: str) -> str:
    with urllib.request.urlopen(f"{server.url}{path}", timeout=30) as response:  # noqa: S310
        return str(response.read().decode())


def test_the_server_reads_as_much_as_the_application_takes() -> None:
    assert LARGEST_BODY == MAX_BODY


@pytest.mark.parametrize(
    "sent",
    [
        POST + b"Content-Length: 5\r\n\r\n{}",
        CHUNKED + b"5\r\n{}",
        JSON.join([b"GET /livez HTTP/1.1\r\n", b"Content-Length: 5\r\n\r\n"]),
    ],
)
def test_bodies_that_stop_keep_nobody_out_and_are_told_so(server: served, sent: bytes) -> None:
    with ExitStack() as stack:
        stopped = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=20)) for _ in range(12)]
        for one in stopped:
            one.sendall(sent)
        time.sleep(0.3)
        began = time.monotonic()
        fetched(server, "/livez")
        assert raw(server, POST + b"Content-Length: 2\r\n\r\n{}")[0] == 200
        assert time.monotonic() - began < 2
        for one in stopped:
            status, content = answered(one)
            assert (status, content["code"]) == (408, "request_timeout")
            assert "body" in str(content["detail"])
        assert time.monotonic() - began < BODY_TIME + 2
        # They stay connected after the end, and still nobody waits for them.
        began = time.monotonic()
        fetched(server, "/livez")
        assert time.monotonic() - began < 1.5
    metrics = fetched(server, "/metrics")
    assert "lunwen_engine_errors_total{" not in metrics
    assert 'status="503"' not in metrics


def test_a_body_that_drips_has_no_more_time_than_one_that_stops(server: served) -> None:
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(POST + b"Content-Length: 1000\r\n\r\n")
        connection.settimeout(0.5)
        while True:
            connection.sendall(b" ")
            try:
                connection.recv(1, socket.MSG_PEEK)
                break
            except TimeoutError:
                assert time.monotonic() - began < BODY_TIME + 3
        assert answered(connection)[0] == 408


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ((POST + b"Content-Length: 12\r\n\r\n", b'{"size"', b": 1 }"), 200),
        ((CHUNKED, b'4\r\n{"si\r\n8\r\nze": 1}\r\n', b"0\r\n\r\n"), 400),
        ((CHUNKED, b'5\r\n{"siz\r\n5\r\ne":1}\r\n', b"0\r\n\r\n"), 200),
    ],
)
def test_a_body_in_pieces_is_read_whole(server: served, sent: tuple[bytes, ...], status: int) -> None:
    got, content = raw(server, *sent, pause=0.2)
    assert got == status
    if status == 200:
        assert len(content["results"]) == 1  # type: ignore[arg-type]


def test_who_waits_to_be_asked_for_the_body_is_asked_once(server: served) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        asked = b"HTTP/1.1 100 Continue\r\n\r\n"
        assert connection.recv(1000) == asked
        time.sleep(0.2)
        connection.sendall(b"{}")
        assert connection.recv(12) == b"HTTP/1.1 200"


def test_requests_follow_one_another_on_one_connection(server: served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    for n in range(4):
        chunks = n % 2 == 1
        body = iter([b'{"size":', b" 1}"]) if chunks else b'{"size": 1}'
        connection.request("POST", "/api/v1/papers/search", body, {"Content-Type": "application/json"}, encode_chunked=chunks)
        if n == 0:
            kept = connection.sock
        assert connection.sock is kept
        response = connection.getresponse()
        assert (response.status, len(json.loads(response.read())["results"])) == (200, 1)
    connection.close()


@pytest.mark.parametrize("body", [b"zz\r\n\r\n", b"-1\r\n{}\r\n0\r\n\r\n", b"2;x\r\n{}XX0\r\n\r\n", b"2;=\r\n{}\r\n0\r\n\r\n"])
def test_broken_chunks_are_the_clients_fault(server: served, body: bytes) -> None:
    status, content = raw(server, CHUNKED + body)
    assert (status, content["code"]) == (400, "invalid_request")
    assert "chunk" in str(content["detail"])


def test_a_body_that_is_shorter_than_it_says_is_the_clients_fault(server: served) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(POST + b"Content-Length: 5\r\n\r\n{}")
        connection.shutdown(socket.SHUT_WR)
        status, content = answered(connection)
    assert (status, content["detail"]) == (400, "The body is shorter than its Content-Length says.")


def test_too_long_a_body_is_refused_at_once(server: served) -> None:
    began = time.monotonic()
    assert raw(server, POST + b"Content-Length: 2000000\r\n\r\n{}")[0] == 413
    chunk = b"%x\r\n" % LARGEST_BODY + b" " * LARGEST_BODY + b"\r\n"
    assert raw(server, CHUNKED + chunk + b"2\r\n{}\r\n0\r\n\r\n")[0] == 413
    assert time.monotonic() - began < BODY_TIME


def test_too_many_headers_are_told_how_many_there_may_be(server: served) -> None:
    status, content = raw(server, b"GET /livez HTTP/1.1\r\nHost: x\r\n" + b"X-Many: 1\r\n" * 100 + b"\r\n")
    assert (status, content["detail"]) == (431, "A request may have 60 headers, and each of them 8,190 bytes.")
