"""What long reads cost: a walk through all papers by cursor, an export in each format, the workers' memory over many requests.

Everything is asked of the REST API under gunicorn.
"""

from __future__ import annotations

import http.client
import statistics
import time
import urllib.request
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import orjson

from scripts.bench.searching import QUERIES
from scripts.bench.serving import ask, served
from service.exports import EXPORTS
from service.query import SORTS
from service.settings import Settings

PAGE = 100


def bench_walking(settings: Settings, requests: int) -> None:
    """Prints milliseconds of a page at the start, in the middle and at the end of a walk, rows/s of exports, and memory."""
    with served(settings) as address:
        for sort in SORTS:
            _walk(address, sort)
        for name in EXPORTS:
            _export(address, name)
        _memory(address, requests)


def _walk(address: str, sort: str) -> None:
    connection = http.client.HTTPConnection(address, timeout=60)
    query = "&q=learning" if sort == "relevance" else ""
    cursor, times, seen = "*", [], set()
    while cursor:
        began = time.perf_counter()
        path = f"/api/v1/papers?sort={sort}&size={PAGE}&facets=none&highlight=false&fields=id&cursor={quote(cursor)}{query}"
        connection.request("GET", path, headers={"Cache-Control": "no-cache"})
        content = orjson.loads(connection.getresponse().read())
        times.append((time.perf_counter() - began) * 1000)
        seen |= {paper["id"] for paper in content["results"]}
        cursor = content["meta"]["next_cursor"]
    part = max(1, len(times) // 10)
    places = [statistics.median(times[start : start + part]) for start in (0, (len(times) - part) // 2, len(times) - part)]
    first, middle, last = places
    print(
        f"  cursor by {sort:<10} {len(seen):>9,} of {content['meta']['count']:,} papers, pages of {PAGE}: "
        f"{first:.1f} ms at first, {middle:.1f} in the middle, {last:.1f} at the end"
    )


def _export(address: str, name: str) -> None:
    began, size = time.perf_counter(), 0
    with urllib.request.urlopen(f"http://{address}/api/v1/export?format={name}", timeout=600) as answer:
        count = int(answer.headers.get("X-Total-Count", 0))
        while piece := answer.read(1 << 16):
            size += len(piece)
    seconds = time.perf_counter() - began
    print(f"  export {name:<10} {count:>9,} papers, {size / 1e6:6.1f} MB, {count / seconds:9,.0f} papers/s")


def _memory(address: str, requests: int) -> None:
    paths = [{"method": "GET", "path": f"/api/v1/papers?q={quote(words)}&page={page}"} for words in QUERIES for page in (1, 2, 3)]
    sizes: list[int] = []
    asked = 0
    before = _resident(address)
    while asked < requests:
        asked += ask(address, paths, 8, 10)["count"]
        sizes.append(_resident(address))
    steps = [later - earlier for earlier, later in pairwise(sizes)]
    print(
        f"  workers' memory over {asked:,} requests: {before / 1e6:.0f} MB at first, {sizes[0] / 1e6:.0f} MB after ten seconds, "
        f"{sizes[-1] / 1e6:.0f} MB at the end; last steps {[round(step / 1e6, 1) for step in steps[-3:]]} MB"
    )


def _resident(address: str) -> int:
    """Bytes of memory of the processes that listen on a port of this machine: the workers and their parent."""
    port = int(address.rpartition(":")[2])
    total = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "environ").read_bytes()
            if f"\0PORT={port}\0".encode() in command:
                total += int((process / "statm").read_text().split()[1]) * 4096
        except OSError:
            continue
    return total
