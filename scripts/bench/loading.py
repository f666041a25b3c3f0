"""Loading against the raw engine and the yardstick, in one run on one engine."""

from __future__ import annotations

import json
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

from scripts.bench.engine import CONNECTIONS, PROJECT, SHARED, Engine, bodies
from service.loading import find_inputs
from service.loading.inputs import open_input
from service.mapping import index_body
from service.paper import Paper
from service.settings import Settings

# Bulk requests of one load before the other has its turn.
TURN = 14


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


def load_once(engine: Engine, settings: Settings, folder: Path) -> None:
    """The papers behind the settings' alias, and the yardstick's documents beside them, merged as after a quiet night."""
    with tempfile.TemporaryDirectory() as place:
        papers = _load(settings, folder, Path(place))["index"]
    yard = f"{settings.papers_alias}-yardstick"
    engine.pool.request("DELETE", f"{engine.url}/{yard}")
    engine.ask("PUT", f"/{yard}", json.loads((SHARED / "yardstick" / "index.json").read_text(encoding="utf-8")))
    engine.bulk(yard, bodies(yardstick_documents(folder)))
    for name in (papers, yard):
        engine.ask("POST", f"/{name}/_forcemerge?max_num_segments=1")


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
