"""The engine is stopped for 20 seconds under load: each answer is right or a 503 problem, and right ones come soon after."""

from __future__ import annotations

import http.client
import json
import shutil
import tempfile
import threading
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import KNOWN_PAPERS, served
from elasticsearch import ApiError, Elasticsearch, TransportError

from scripts.node import engine, processes
from scripts.node.folder import NodeSpec
from service.loading import LoadOptions, find_inputs, run_load
from service.settings import Settings

pytestmark = [pytest.mark.deep, pytest.mark.engine]
AWAY = 20.0
PATHS = [
    "/api/v1/papers?q=bert", "/api/v1/papers?q=国际电子&size=5", "/api/v1/papers?q=robots&facets=none", "/api/v1/suggest?q=be",
    "/api/v1/papers?author=san+zhang", "/api/v1/papers?sort=citations&size=3", "/api/v1/stats?by=year",
]  # fmt: skip


def ask(connection: http.client.HTTPConnection, path: str, fresh: bool) -> tuple[int, str, Any, float]:
    began = time.monotonic()
    quoted = "".join(char if char.isascii() else "".join(f"%{byte:02X}" for byte in char.encode()) for char in path)
    connection.request("GET", quoted, headers={"Cache-Control": "no-cache"} if fresh else {})
    response = connection.getresponse()
    content = json.loads(response.read())
    if response.status == 200 and "meta" in content:
        content["meta"].pop("took_ms", None)
    return response.status, str(response.getheader("Content-Type")), content, time.monotonic() - began


def test_an_outage_of_twenty_seconds(tmp_path: Path) -> None:
    # Not below tmp_path, which whoever runs the engine may not enter.
    place = Path(tempfile.mkdtemp(prefix="lunwen-outage-"))
    place.chmod(0o755)
    spec = NodeSpec(place / "node", engine.free_port(), "512m", brisk=True)
    try:
        settings = Settings.from_environment({"ELASTICSEARCH_URL": engine.start(spec).url})
        settings = replace(settings, search_timeout=2.0, request_timeout=3.0)
        run_load(settings, find_inputs(KNOWN_PAPERS), LoadOptions(rejects=tmp_path / "rejects.jsonl"))
        server = served(settings, SEARCH_TIMEOUT="2", REQUEST_TIMEOUT="3")
        with server:
            _under_load(server, spec, settings)
    finally:
        processes.end(spec.folder)
        shutil.rmtree(place, ignore_errors=True)


def _under_load(server: served, spec: NodeSpec, settings: Settings) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    # Terms that papers teach are read in the background at the beginning.
    time.sleep(2)
    right = {path: ask(connection, path, fresh=True)[2] for path in PATHS}
    wrong: list[Any] = []
    seen: Counter[int] = Counter()
    slowest = [0.0]
    firsts: list[float] = []
    end = threading.Event()

    def load(number: int) -> None:
        own = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        for n in range(number, 10_000_000):
            if end.is_set():
                return
            path = PATHS[n % len(PATHS)]
            try:
                status, kind, content, seconds = ask(own, path, fresh=bool(n % 3))
            except (OSError, http.client.HTTPException, ValueError) as error:
                wrong.append((path, repr(error)))
                own.close()
                continue
            seen[status] += 1
            slowest[0] = max(slowest[0], seconds)
            if status == 200:
                firsts.append(time.monotonic())
                if content != right[path]:
                    wrong.append((path, content))
            elif (status, kind) != (503, "application/problem+json"):
                wrong.append((path, status, content))
            time.sleep(0.02)

    threads = [threading.Thread(target=load, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    time.sleep(3)
    processes.end(spec.folder)
    stopped = time.monotonic()
    time.sleep(AWAY)
    starting = threading.Thread(target=engine.start, args=(spec,))
    starting.start()
    back = _back(settings)
    starting.join()
    time.sleep(6)
    end.set()
    for thread in threads:
        thread.join()
    first = next(at for at in firsts if at > stopped + 2)
    after = [at for at in firsts if at > back + 2]
    print(  # noqa: T201
        f"\naway {back - stopped:.1f} s; answers {dict(seen)}; slowest {slowest[0]:.2f} s; "
        f"first right answer {first - back:+.2f} s after the engine's; {len(after)} right ones later"
    )
    assert not wrong, wrong[:3]
    assert seen[503]
    assert slowest[0] < settings.request_timeout + 1
    assert first - back < 2
    assert after


def _back(settings: Settings) -> float:
    """The moment at which the engine answers a search of the papers itself."""
    client = Elasticsearch(settings.elasticsearch_url, request_timeout=1, max_retries=0)
    while True:
        try:
            if not client.search(index=settings.papers_alias, size=1)["_shards"]["failed"]:
                return time.monotonic()
        except (ApiError, TransportError):
            time.sleep(0.02)
