"""A real gunicorn as it is deployed: long addresses, what is no HTTP, metrics of all workers, reload and end without a loss."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from conftest import served

from service.settings import Settings

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def server(known_settings: Settings) -> Iterator[served]:
    server = served(known_settings)
    with server:
        yield server


def get(url: str, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(str(urlsplit(url).hostname), urlsplit(url).port, timeout=30)
    try:
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()
    finally:
        connection.close()


def raw(server: served, sent: bytes) -> tuple[int, dict[str, str], bytes]:
    """What is answered to bytes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(sent)
        response = http.client.HTTPResponse(connection)
        response.begin()
        return response.status, dict(response.getheaders()), response.read()


def test_a_query_of_1000_han_characters_fits_into_an_address(server: served) -> None:
    status, _, body = get(server.url, f"/api/v1/papers?facets=none&q={quote('深' * 1000)}")
    assert (status, json.loads(body)["meta"]["page"]) == (200, 1)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /api/v1/papers?q=" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
        (b"GET /api/v1/papers?q=" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
        (b"GET /api/v1/papers HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 9_000 + b"\r\n\r\n", 431),
        (b"GET /api/v1/papers HTTP/1.1\r\nHost: x\r\n" + b"X-Many: 1\r\n" * 100 + b"\r\n", 431),
        (b"what is this\r\n\r\n", 400),
        (b"GET /api/v1/papers HTTP/9.9\r\nHost: x\r\n\r\n", 400),
        (b"GET /api/v1/papers HTTP/1.1\r\nHost: x\r\nbad header: 1\r\n\r\n", 400),
        (b"GET /api/v1/papers HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: rot13\r\n\r\n", 501),
        (b"GET /api/v1/papers HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n", 417),
    ],
)
def test_what_no_application_gets_to_see_is_answered_by_a_problem_too(server: served, sent: bytes, status: int) -> None:
    got, headers, body = raw(server, sent)
    assert (got, headers["Content-Type"]) == (status, "application/problem+json")
    content = json.loads(body)
    assert content.keys() == {"type", "title", "status", "detail", "code", "errors", "request_id"}
    assert (content["status"], content["request_id"]) == (status, headers["X-Request-ID"])


def test_an_address_with_plain_chinese_is_told_how_to_be_written(server: served) -> None:
    status, _, body = raw(server, "GET /api/v1/papers?q=图神经网络 HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    assert status == 400
    assert "percent-encoded" in json.loads(body)["detail"]


def test_head_over_the_wire_has_the_length_of_get_and_no_body(server: served) -> None:
    # A paper, since a list tells how long the engine took and other workers are asked in turn.
    listed = json.loads(get(server.url, "/api/v1/papers?size=1&facets=none")[2])
    path = f"/api/v1/papers/{listed['results'][0]['id']}"
    _, headers, body = get(server.url, path)
    status, empty, nothing = get(server.url, path, "HEAD")
    assert (status, nothing, empty["Content-Length"]) == (200, b"", str(len(body)))
    assert empty["ETag"] == headers["ETag"]


def test_metrics_are_those_of_all_workers_together(server: served) -> None:
    def total() -> float:
        text = get(server.url, "/metrics")[2].decode()
        found = [line for line in text.splitlines() if line.startswith('lunwen_requests_total{endpoint="health.live"')]
        return sum(float(line.rsplit(" ", 1)[1]) for line in found)

    before = total()
    for _ in range(40):
        get(server.url, "/livez")
    assert total() == before + 40
    text = get(server.url, "/metrics")[2].decode()
    assert "lunwen_requests_in_progress 1.0" in text
    assert "lunwen_threads 8.0" in text


def test_the_folder_of_the_metrics_goes_with_the_server(known_settings: Settings, tmp_path: Path) -> None:
    with served(known_settings, TMPDIR=str(tmp_path)) as url:
        assert get(url, "/metrics")[0] == 200
        (folder,) = tmp_path.glob("lunwen-metrics-*")
        assert folder.stat().st_mode & 0o777 == 0o700
    assert not list(tmp_path.glob("lunwen-metrics-*"))


def test_counts_go_on_through_a_reload_and_the_files_do_not_pile_up(known_settings: Settings, tmp_path: Path) -> None:
    server = served(known_settings, TMPDIR=str(tmp_path), WORKERS="1")
    with server as url:

        def probes() -> float:
            text = get(url, "/metrics")[2].decode()
            (line,) = [line for line in text.splitlines() if line.startswith('lunwen_requests_total{endpoint="health.live"')]
            return float(line.rsplit(" ", 1)[1])

        before = probes()
        for n in range(2):
            reload(server)
            get(url, "/livez")
            assert probes() == before + n + 1
        assert len(list(tmp_path.glob("lunwen-metrics-*/counter_*.db"))) <= 2


def workers(server: served) -> set[int]:
    return {int(text) for text in Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()}


def reload(server: served) -> None:
    """Sends HUP and returns when other workers stand in the places of those before."""
    before = workers(server)
    os.kill(server.process.pid, signal.SIGHUP)
    until = time.monotonic() + 30
    while workers(server) & before or len(workers(server)) != len(before):
        assert time.monotonic() < until
        time.sleep(0.05)


class Stream:
    """Requests without a pause from some threads; counts what was answered and what was lost."""

    def __init__(self, server: served, kept: bool) -> None:
        self.server, self.kept = server, kept
        self.answered = 0
        self.lost: list[str] = []
        self.refused = 0
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._ask, daemon=True) for _ in range(4)]

    def __enter__(self) -> Stream:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(30)

    def _ask(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        n = 0
        while not self._stop.is_set():
            n += 1
            try:
                # The engine's way is the longer one: more is under way at any moment.
                connection.request("GET", f"/api/v1/papers?size=1&facets=none&q=bert+{n}", headers={"Cache-Control": "no-cache"})
            except ConnectionRefusedError:
                # Nobody listens any more: the request was never sent.
                with self._lock:
                    self.refused += 1
                return
            except OSError:
                # A kept connection that the server had closed: never taken, and sent again on another as every client does.
                connection.close()
                continue
            try:
                response = connection.getresponse()
                json.loads(response.read())
                with self._lock:
                    self.answered += 1
                    if response.status != 200:
                        self.lost.append(str(response.status))
            except (OSError, http.client.HTTPException, ValueError) as error:
                with self._lock:
                    self.lost.append(f"{type(error).__name__}: {error}")
                connection.close()
            if not self.kept:
                connection.close()


@pytest.mark.parametrize("kept", [True, False])
def test_a_reload_under_a_stream_of_requests_loses_none(known_settings: Settings, kept: bool) -> None:
    server = served(known_settings)
    with server, Stream(server, kept) as stream:
        time.sleep(0.5)
        reload(server)
        time.sleep(0.5)
    assert not stream.lost
    assert stream.answered > 10


def test_an_end_under_a_stream_of_requests_answers_all_that_were_taken(known_settings: Settings) -> None:
    server = served(known_settings)
    with server, Stream(server, kept=False) as stream:
        time.sleep(1)
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(30) == 0
        seconds = time.monotonic() - began
    assert not stream.lost
    assert stream.answered
    assert stream.refused
    assert seconds < 13


def test_clients_that_say_nothing_or_half_of_it_do_not_keep_others_out(server: served) -> None:
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(40)]
    try:
        began = time.monotonic()
        assert get(server.url, "/livez")[0] == 200
        assert time.monotonic() - began < 3
    finally:
        for one in silent:
            one.close()
    half = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(8)]
    try:
        for one in half:
            one.sendall(b"GET /livez HT")
        # As many as there are threads: they are waited for, but not for ever.
        assert get(server.url, "/livez")[0] == 200
    finally:
        for one in half:
            one.close()
