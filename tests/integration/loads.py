"""What tests of loading share: writing inputs and reading an index as plain facts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from elasticsearch import Elasticsearch, helpers

from service.settings import Settings

PROJECT = Path(__file__).resolve().parents[2]
# Differ from load to load by their nature.
TIMES = ("added", "updated")


def write_jsonl(path: Path, records: Iterable[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
    return path


def stored(settings: Settings, times: bool = False) -> dict[str, dict[str, Any]]:
    """All documents of the alias by id; without the times of loading unless asked for."""
    client = Elasticsearch(settings.elasticsearch_url, request_timeout=30)
    client.indices.refresh(index=settings.papers_alias)
    found = helpers.scan(client, index=settings.papers_alias, query={"query": {"match_all": {}}})
    return {hit["_id"]: {k: v for k, v in hit["_source"].items() if times or k not in TIMES} for hit in found}


def papers(count: int, **values: Any) -> list[dict[str, Any]]:
    """So many different papers, some of them twice, some sharing a title key with a neighbour."""
    records = []
    for n in range(count):
        record = {
            "title": f"Paper number {n} on topic {n % 7}",
            "authors": [f"Author {chr(97 + n % 26)}{n % 5}x Zhang"],
            "year": 2000 + n % 20,
        }
        if n % 3 == 0:
            record["ids"] = {"doi": [f"10.5555/{n}"]}
        if n % 10 == 9:
            record = {**records[n - 4], "abstract": f"The same paper again, with an abstract {n}."}
        records.append({**record, **values})
    return records


def load_and_kill(settings: Settings, paths: Iterable[Path], moments: Iterable[float], folder: Path, *options: str) -> int:
    """Starts the loader as a process, kills it at each of the moments (seconds), then lets it end. Returns the kills."""
    command = [sys.executable, "-m", "scripts.load", *map(str, paths), "--rejects", str(folder / "rejects.jsonl"), *options]
    environment = {**os.environ, "ELASTICSEARCH_URL": settings.elasticsearch_url, "PAPERS_ALIAS": settings.papers_alias}
    kills = 0
    for moment in moments:
        process = subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(moment)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
    subprocess.run(command, cwd=PROJECT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return kills
