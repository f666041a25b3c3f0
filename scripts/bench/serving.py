"""The REST API under gunicorn against the raw engine with the very bodies that it sends, both over HTTP, in turns.

What is measured is latency for one client, throughput for several, answers from the cache, deep pages, exports and memory.
"""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote, urlsplit

import orjson

from scripts.bench.engine import PROJECT
from scripts.bench.searching import QUERIES
from service.settings import Settings

Request = dict[str, Any]

READY_SECONDS = 60.0
FRESH = {"Cache-Control": "no-cache"}


@contextmanager
def served(settings: Settings, *options: str, **variables: str) -> Iterator[str]:
    """The address (host:port) of the API under gunicorn, as an operator runs it, or with options and variables of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ, "ELASTICSEARCH_URL": settings.elasticsearch_url, "PAPERS_ALIAS": settings.papers_alias,
        "HOST": "127.0.0.1", "PORT": str(port), "LOG_LEVEL": "WARNING", **variables,
    }  # fmt: skip
    command = [sys.executable, "-m", "gunicorn", "-c", "service/gunicorn.conf.py", *options]
    server = subprocess.Popen(command, cwd=PROJECT, env=environment)
    try:
        deadline = time.monotonic() + READY_SECONDS
        while not _is_ready(port):
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the server did not become ready")
            time.sleep(0.1)
        yield f"127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def _is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False


def bench_serving(settings: Settings, rounds: int, seconds: float) -> None:
    """Prints REST against raw `_search` of the same bodies: median, 95th and throughput at 1, 8 and 32 clients."""
    engine = urlsplit(settings.elasticsearch_url).netloc
    with served(settings) as address:
        paths = [f"/api/v1/papers?q={quote(words)}" for words in QUERIES]
        rest = [{"method": "GET", "path": path, "headers": FRESH} for path in paths]
        raw = [
            {
                "method": "POST",
                "path": f"/{settings.papers_alias}/_search?request_cache=false",
                "body": orjson.dumps(get(address, path.replace("/papers?", "/explain?"))["elasticsearch"]).decode(),
                "headers": {"Content-Type": "application/json"},
            }
            for path in paths
        ]
        print(f"serving, {rounds} turns of {seconds:g} s each, caches by-passed, raw _search of the same bodies beside it")
        for clients in (1, 8, 32):
            _in_turns(clients, seconds, rounds, (engine, raw), (address, rest))
        kept = [{"method": "GET", "path": path} for path in paths]
        fresh = median(address, rest, seconds)
        print(f"  kept answers                        {median(address, kept, seconds) / fresh:>9.2f} of a fresh one")
        marked = [{**one, "headers": {"If-None-Match": etag(address, one["path"])}} for one in kept]
        print(f"  304                                 {median(address, marked, seconds) / fresh:>9.2f} of a fresh one")


def _in_turns(clients: int, seconds: float, rounds: int, raw: tuple[str, list[Request]], rest: tuple[str, list[Request]]) -> None:
    runs: dict[str, list[dict[str, Any]]] = {"raw": [], "REST": []}
    for _ in range(rounds):
        for name, (address, requests) in (("raw", raw), ("REST", rest)):
            runs[name].append(ask(address, requests, clients, seconds))
    figures = {name: _figures(found) for name, found in runs.items()}
    for name, (middle, late, rate) in figures.items():
        failed = sum(run["failed"] for run in runs[name])
        print(
            f"  {clients:>2} clients, {name:<4}  median {middle:7.1f} ms, 95th {late:7.1f} ms, {rate:7.1f} a second"
            + (f", {failed} FAILED" if failed else "")
        )
    middle, late, rate = (ours / theirs for ours, theirs in zip(figures["REST"], figures["raw"], strict=True))
    print(f"              REST/raw median {middle:7.2f}   , 95th {late:7.2f}   , {rate:7.2f}")


def _figures(runs: Sequence[dict[str, Any]]) -> tuple[float, float, float]:
    """Median and 95th percentile of milliseconds, and the median rate."""
    times = sorted(one for run in runs for one in run["times"])
    rate = statistics.median(run["count"] / run["seconds"] for run in runs)
    return statistics.median(times), times[int(len(times) * 0.95)], rate


def ask(address: str, requests: Sequence[Request], clients: int, seconds: float) -> dict[str, Any]:
    """What scripts.bench.clients found."""
    command = [sys.executable, "-m", "scripts.bench.clients", address, str(clients), str(seconds)]
    done = subprocess.run(command, cwd=PROJECT, input=orjson.dumps(list(requests)), capture_output=True, check=True)
    content: dict[str, Any] = orjson.loads(done.stdout)
    return content


def median(address: str, requests: Sequence[Request], seconds: float) -> float:
    """Median milliseconds for one client."""
    return float(statistics.median(ask(address, requests, 1, seconds)["times"]))


def get(address: str, path: str) -> dict[str, Any]:
    """The content of an answer."""
    with urllib.request.urlopen(f"http://{address}{path}", timeout=60) as answer:
        content: dict[str, Any] = orjson.loads(answer.read())
        return content


def etag(address: str, path: str) -> str:
    """The ETag of an answer; empty when it has none."""
    with urllib.request.urlopen(f"http://{address}{path}", timeout=60) as answer:
        return str(answer.headers.get("ETag", ""))
