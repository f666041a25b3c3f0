"""Measures loading and searching against the raw engine and a plain yardstick, in one run on one engine: `make bench`.

It judges nothing and changes nothing of the product; machines are noisy, so only ratios of one run mean something.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import urllib3

from scripts.node import NodeError, running_node
from service import query
from service.index import PaperIndex
from service.loading import find_inputs
from service.loading.inputs import open_input
from service.mapping import index_body
from service.paper import Paper
from service.query import SearchRequest
from service.results import read
from service.settings import Settings

PROJECT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("LUNWEN_SHARED", PROJECT.parent / "shared"))
CONNECTIONS, BULK = 2, 1000
# Bulk requests of one load before the other has its turn.
TURN = 14
QUERIES = (
    "graph neural network", "reinforcement learning", "image segmentation", "visual slam", "variational inference",
    "machine translation", "robot grasping", "bandit regret bounds", "object detection", "generative adversarial networks",
)  # fmt: skip


class Engine:
    """The raw engine over HTTP, without any client."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.pool = urllib3.PoolManager(maxsize=8)

    def ask(self, method: str, path: str, body: Any = None, kind: str = "application/json") -> dict[str, Any]:
        """One request; raises RuntimeError with the engine's words when it fails."""
        data = body if isinstance(body, bytes) or body is None else orjson.dumps(body)
        answer = self.pool.request(method, self.url + path, body=data, headers={"Content-Type": kind})
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.data[:500]!r}")
        content: dict[str, Any] = orjson.loads(answer.data)
        return content

    def bulk(self, index: str, bodies: Sequence[bytes]) -> float:
        """Sends finished bulk bodies over CONNECTIONS; seconds until all are searchable."""
        jobs: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        for body in [*bodies, *[None] * CONNECTIONS]:
            jobs.put(body)

        def work() -> None:
            while (body := jobs.get()) is not None:
                self.ask("POST", f"/{index}/_bulk?filter_path=errors", body, "application/x-ndjson")

        began = time.perf_counter()
        threads = [threading.Thread(target=work) for _ in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.ask("POST", f"/{index}/_refresh")
        return time.perf_counter() - began

    def documents(self, index: str) -> Iterator[dict[str, Any]]:
        """All documents of an index."""
        answer = self.ask("POST", f"/{index}/_search?scroll=5m", {"size": 1000, "sort": ["_doc"]})
        while answer["hits"]["hits"]:
            yield from (hit["_source"] for hit in answer["hits"]["hits"])
            answer = self.ask("POST", "/_search/scroll", {"scroll": "5m", "scroll_id": answer["_scroll_id"]})


def bodies(documents: Iterator[dict[str, Any]]) -> list[bytes]:
    """Bulk bodies of BULK documents each; a document that has an id is written under it, as the loader has to."""
    lines = [
        (orjson.dumps({"create": {"_id": document["id"]}}) if "id" in document else b'{"index":{}}')
        + b"\n" + orjson.dumps(document) + b"\n"
        for document in documents
    ]  # fmt: skip
    return [b"".join(lines[start : start + BULK]) for start in range(0, len(lines), BULK)]


def yardstick_documents(folder: Path) -> Iterator[dict[str, Any]]:
    """The papers as the yardstick's plain documents."""
    for found in find_inputs([str(folder)]):
        opened = open_input(found)
        with opened.raw:
            for paper in opened.source.parse(opened.input) if opened.source else ():
                if isinstance(paper, Paper):
                    yield {
                        "title": paper.titles.get("en", ""),
                        "abstract": paper.abstracts.get("en", ""),
                        "authors": [author.name for author in paper.authors],
                        "venue": paper.venue or "",
                        "year": paper.year,
                        "category": paper.categories[0].area if paper.categories else "",
                        "keywords": [word for words in paper.keywords.values() for word in words],
                    }


def bench_loading(engine: Engine, settings: Settings, folder: Path, rounds: int) -> None:
    """Prints papers/s of the yardstick, of the product end to end, and of raw bulk of the product's documents.

    The two raw loads take turns every few requests, so that a slow minute of the machine meets both; the product is
    compared with the raw load that follows it, and the median of the rounds counts.
    """
    yard = bodies(yardstick_documents(folder))
    count = sum(body.count(b'{"index":{}}\n') for body in yard)
    rounds_of: dict[str, list[float]] = {"yardstick": [], "product": [], "raw": []}
    finished: list[bytes] = []
    values: list[float] = []
    papers = 0
    with tempfile.TemporaryDirectory() as place:
        for _ in range(rounds):
            alias = f"{settings.papers_alias}-{secrets.token_hex(2)}"
            began = time.perf_counter()
            report = _load(replace(settings, papers_alias=alias), folder, Path(place))
            # The interpreter's start counts, the index of values that follows the papers does not: it has a line of its own.
            rounds_of["product"].append(
                report["papers"] / (time.perf_counter() - began - report["seconds"] + report["searchable_seconds"])
            )
            values.append(report["values_seconds"])
            finished = finished or bodies(engine.documents(alias))
            engine.ask("DELETE", f"/{report['index']}")
            papers = report["papers_in_index"]
            plain, ours = _in_turns(engine, settings, yard, finished)
            rounds_of["yardstick"].append(count / plain)
            rounds_of["raw"].append(papers / ours)
    rate = {name: statistics.median(found) for name, found in rounds_of.items()}
    to_yard = statistics.median(r / y for r, y in zip(rounds_of["raw"], rounds_of["yardstick"], strict=True))
    to_raw = statistics.median(p / r for p, r in zip(rounds_of["product"], rounds_of["raw"], strict=True))
    print(f"loading {count:,} records ({papers:,} papers), {CONNECTIONS} connections, median of {rounds}")
    print(f"  yardstick, raw _bulk                {rate['yardstick']:>9,.0f} papers/s")
    print(f"  our documents, raw _bulk            {rate['raw']:>9,.0f} papers/s  {to_yard:.2f} of the yardstick")
    print(f"  our loader, file to searchable      {rate['product']:>9,.0f} papers/s  {to_raw:.2f} of raw _bulk")
    print(f"  the index of values after it        {statistics.median(values):>9.1f} s")


def _load(settings: Settings, folder: Path, place: Path) -> dict[str, Any]:
    """Loads as an operator does, in a process of its own; returns its report."""
    environment = {**os.environ, "ELASTICSEARCH_URL": settings.elasticsearch_url, "PAPERS_ALIAS": settings.papers_alias}
    report = place / "report.json"
    command = [
        sys.executable,
        "-m",
        "scripts.load",
        str(folder),
        "--report",
        str(report),
        "--rejects",
        str(place / "rejects.jsonl"),
    ]
    subprocess.run(command, env=environment, cwd=PROJECT, check=True, capture_output=True)
    content: dict[str, Any] = orjson.loads(report.read_bytes())
    return content


def _in_turns(engine: Engine, settings: Settings, yard: Sequence[bytes], finished: Sequence[bytes]) -> tuple[float, float]:
    """Seconds of raw bulk of the yardstick's documents and of ours, each into an index of its own."""
    plain = json.loads((SHARED / "yardstick" / "index.json").read_text(encoding="utf-8"))
    body = index_body()
    body["settings"]["refresh_interval"] = "-1"
    for name, made in (("yardstick", plain), ("raw", body)):
        engine.pool.request("DELETE", f"{engine.url}/{settings.papers_alias}-{name}")
        engine.ask("PUT", f"/{settings.papers_alias}-{name}", made)
    times = [0.0, 0.0]
    for start in range(0, max(len(yard), len(finished)), TURN):
        times[0] += engine.bulk(f"{settings.papers_alias}-yardstick", yard[start : start + TURN])
        times[1] += engine.bulk(f"{settings.papers_alias}-raw", finished[start : start + TURN])
    return times[0], times[1]


def bench_searching(engine: Engine, settings: Settings, rounds: int) -> None:
    """Prints the median time of our search body against the yardstick's search, on the indices that loading left."""
    text = (SHARED / "yardstick" / "search.json").read_text(encoding="utf-8")
    yard = [orjson.loads(text.replace("{{q}}", words)) for words in QUERIES]
    ours = [query.build(SearchRequest(q=words)) for words in QUERIES]
    index = PaperIndex(replace(settings, papers_alias=f"{settings.papers_alias}-raw"))
    for name in ("yardstick", "raw"):
        engine.ask("POST", f"/{settings.papers_alias}-{name}/_forcemerge?max_num_segments=1")

    def plain(body: Any) -> None:
        engine.ask("POST", f"/{settings.papers_alias}-yardstick/_search?request_cache=false", body)

    def product(body: Any) -> None:
        engine.ask("POST", f"/{settings.papers_alias}-raw/_search?request_cache=false", body)

    def whole(words: Any) -> None:
        request = SearchRequest(q=words)
        orjson.dumps(read(index.search(query.build(request)), request).results)

    times = {
        "yardstick": medians(plain, yard, rounds),
        "body": medians(product, ours, rounds),
        "service": medians(whole, QUERIES, rounds),
    }
    print(f"searching, median of {rounds} rounds of {len(QUERIES)} queries with 5 facets and marks")
    print(f"  yardstick's search                  {times['yardstick']:>9.1f} ms")
    print(
        f"  our body, raw _search               {times['body']:>9.1f} ms  {times['body'] / times['yardstick']:.2f} of yardstick"
    )
    print(
        f"  our service without HTTP            {times['service']:>9.1f} ms  {times['service'] / times['body']:.2f} of our body"
    )


def medians(ask: Callable[[Any], None], inputs: Sequence[Any], rounds: int) -> float:
    """Median milliseconds of asking each input `rounds` times, after a warm-up."""
    for one in inputs:
        ask(one)
    times = []
    for _ in range(rounds):
        for one in inputs:
            began = time.perf_counter()
            ask(one)
            times.append(time.perf_counter() - began)
    return statistics.median(times) * 1000


@contextmanager
def engine_address() -> Iterator[str]:
    """ELASTICSEARCH_URL, or a temporary node."""
    given = os.environ.get("ELASTICSEARCH_URL")
    if given:
        yield given
        return
    with running_node(heap="1g", brisk=False) as url:
        yield url


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the measurements. Returns 1 when there is nothing to measure with."""
    parser = argparse.ArgumentParser(prog="python -m scripts.bench", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--papers", type=Path, default=SHARED / "data" / "papers_en" / "paperlists", help="folder to load")
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is loaded (%(default)s)")
    args = parser.parse_args(arguments)
    if not args.papers.is_dir() or not (SHARED / "yardstick").is_dir():
        print(
            "the papers and the yardstick are not here: set LUNWEN_SHARED to the folder with data/ and yardstick/",
            file=sys.stderr,
        )
        return 1
    try:
        with engine_address() as url:
            settings = replace(
                Settings.from_environment({"ELASTICSEARCH_URL": url}), papers_alias=f"bench-{secrets.token_hex(3)}"
            )
            engine = Engine(url)
            try:
                bench_loading(engine, settings, args.papers, args.rounds)
                bench_searching(engine, settings, args.rounds * 10)
            finally:
                for name in engine.ask("GET", f"/{settings.papers_alias}*/_settings"):
                    engine.ask("DELETE", f"/{name}")
    except NodeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
