"""What tests of killed harvests share: a repository with faults and deletions, harvested quietly and with kills."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from loads import stored
from remote import Query, Record, Remote, Reply, Repository

from service.index.deleted import Deleted
from service.settings import Settings

PROJECT = Path(__file__).resolve().parents[2]
Found = dict[str, Any]


def killed_and_quiet(
    settings: Settings, folder: Path, chance: random.Random, kills: int, records: int
) -> tuple[int, Found, Found]:
    """Harvests a repository with so many kills, and without any; returns the kills, and what each left: papers and deleted ids.

    The raw pages stay in `folder / "killed" / "pages"`.
    The repository changes once between two rounds: papers come, change and go.
    """
    repository = Repository(_records(records), page=50)
    with Remote(repository) as remote:
        both = []
        done = 0
        for name in ("killed", "quiet"):
            into = replace(settings, papers_alias=f"{settings.papers_alias}-{name}")
            repository.records, repository.now, repository.requests = _records(records), "2026-03-01T00:00:00Z", 0
            repository.faults = [_storm]
            rounds = kills // 2 if name == "killed" else 0
            done += _harvested(into, remote, repository, folder / name, chance, rounds, records // 50)
            _change(repository)
            done += _harvested(into, remote, repository, folder / name, chance, rounds, records // 150)
            papers: Found = dict(stored(into))
            gone, _ = Deleted(into).page(None, None, 1000)
            both.append({**papers, "deleted": sorted(one.id for one in gone)})
    return done, both[0], both[1]


def _records(count: int) -> list[Record]:
    return [Record(f"oai:t:{n}", f"2026-02-{n * 28 // count + 1:02}", f"On matter {n} and {n % 7}") for n in range(count)]


def _change(repository: Repository) -> None:
    repository.now = "2026-04-01T00:00:00Z"
    for n, record in enumerate(repository.records):
        if n % 3 == 0:
            title = None if n % 9 == 0 else f"On another matter {n}" if n % 2 else record.title
            repository.records[n] = replace(record, date="2026-03-05", title=title)
    repository.records.append(Record("oai:t:new", "2026-03-06", "Quite new"))


def _storm(number: int, query: Query) -> Reply | None:
    """Now and then what real repositories do; it never stays."""
    if number % 17 == 5:
        return Reply(status=503, headers={"Retry-After": "1"})
    if number % 23 == 7:
        return Reply(b"<?xml version='1.0'?><OAI-PMH><ListRecords><record>")
    if number % 97 == 11 and "resumptionToken" in query:
        return Repository([]).said('<error code="badResumptionToken"/>')
    return None


def _harvested(
    settings: Settings, remote: Remote, repository: Repository, folder: Path, chance: random.Random, kills: int, requests: int
) -> int:
    """Starts the harvester, kills it so often a little after some request, then lets it end."""
    folder.mkdir(exist_ok=True)
    command = [
        sys.executable, "-m", "scripts.harvest", "oai", f"{remote.url}/oai", "--pause", "0", "--state", str(folder / "state"),
        "--rejects", str(folder / "rejects.jsonl"), "--keep", str(folder / "pages"),
    ]  # fmt: skip
    environment = {**os.environ, "ELASTICSEARCH_URL": settings.elasticsearch_url, "PAPERS_ALIAS": settings.papers_alias}
    done = 0
    for _ in range(kills):
        process = subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # Never so late that a first start would be over before.
        until = repository.requests + chance.randint(1, max(1, min(requests - 2, 3 * requests // (2 * kills))))
        while repository.requests < until and process.poll() is None:
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.5))
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            done += 1
        process.wait()
    subprocess.run(command, cwd=PROJECT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return done
