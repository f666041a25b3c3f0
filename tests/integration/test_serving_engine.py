"""An engine that takes connections and never answers: everybody gets a 503 in bounded time; recovery needs nobody."""

from __future__ import annotations

import http.client
import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import served
from elasticsearch import Elasticsearch
from loads import papers, write_jsonl

from scripts.node import running_node
from service.app import create_app
from service.loading import LoadOptions, find_inputs, run_load
from service.settings import Settings

pytestmark = pytest.mark.engine
REQUEST_TIMEOUT = 2.0


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Settings for a node that nobody else uses, with a few papers."""
    place = tmp_path_factory.mktemp("own")
    with running_node(heap="512m") as url:
        settings = replace(
            Settings.from_environment({"ELASTICSEARCH_URL": url}), search_timeout=1.0, request_timeout=REQUEST_TIMEOUT
        )
        source = write_jsonl(place / "some.jsonl", papers(30))
        run_load(settings, find_inputs([str(source)]), LoadOptions(rejects=place / "rejects.jsonl"))
        yield settings


@contextmanager
def frozen(settings: Settings) -> Iterator[None]:
    """The engine's process stands still: the system goes on accepting connections for it."""
    nodes = Elasticsearch(settings.elasticsearch_url).nodes.info(metric="process")["nodes"]
    pid = int(next(iter(nodes.values()))["process"]["id"])
    assert b"org.elasticsearch" in Path(f"/proc/{pid}/cmdline").read_bytes()
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def get(port: int, path: str) -> tuple[int, dict[str, str], bytes, float]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    began = time.monotonic()
    connection.request("GET", path)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, dict(response.getheaders()), body, time.monotonic() - began


def test_an_engine_that_never_answers_is_a_503_in_time_and_recovery_needs_nobody(own: Settings) -> None:
    server = served(own, SEARCH_TIMEOUT="1", REQUEST_TIMEOUT=str(REQUEST_TIMEOUT))
    with server:
        paths = [
            "/api/v1/papers?q=paper",
            "/api/v1/papers?q=ppaer+tpoic",
            "/api/v1/suggest?q=pap",
            "/api/v1/stats?by=year",
            "/readyz",
        ]
        for path in paths:
            get(server.port, path)
        right = get(server.port, paths[0])
        assert right[0] == 200
        answers: list[tuple[int, dict[str, str], bytes, float]] = []
        with frozen(own):
            # Twice as old as any marker may be: nothing comes from memory any more.
            time.sleep(1.1)
            asking = [threading.Thread(target=lambda path=path: answers.append(get(server.port, path))) for path in paths]
            for thread in asking:
                thread.start()
            for thread in asking:
                thread.join(30)
            assert get(server.port, "/livez")[3] < 1
        assert len(answers) == len(paths)
        for status, headers, body, seconds in answers:
            assert (status, headers["Content-Type"], json.loads(body)["code"]) == (
                503, "application/problem+json", "engine_unavailable",
            )  # fmt: skip
            assert int(headers["Retry-After"]) > 0
            assert seconds < REQUEST_TIMEOUT + 1
        began = time.monotonic()
        while (now := get(server.port, paths[0]))[0] != 200:
            assert time.monotonic() - began < 2
        assert json.loads(now[2])["results"] == json.loads(right[2])["results"]


def test_a_search_of_two_steps_has_the_time_of_one(own: Settings) -> None:
    client = create_app(own).test_client()
    # Nothing has these words: the nearest are asked for, and what may have been meant.
    assert client.get("/api/v1/papers?q=paper+number+zzzz").status_code == 200
    with frozen(own):
        began = time.monotonic()
        assert client.get("/api/v1/explain?q=paper+number+zzzz").status_code == 503
        assert time.monotonic() - began < REQUEST_TIMEOUT + 1
    assert client.get("/api/v1/papers?q=paper").status_code == 200


def test_a_kept_connection_that_the_engine_has_closed_is_no_error(own: Settings) -> None:
    client = create_app(own).test_client()
    assert client.get("/api/v1/papers", headers={"Cache-Control": "no-cache"}).status_code == 200
    pool = client.application.extensions["searcher"].index._client.transport.node_pool.get()
    for connection in list(pool._idle.queue):
        connection.sock.shutdown(2)
    assert client.get("/api/v1/papers", headers={"Cache-Control": "no-cache"}).status_code == 200
