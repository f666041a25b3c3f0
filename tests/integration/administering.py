"""What tests of administration share: the script as a process that is killed at a named point, readings that can be stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from elasticsearch import Elasticsearch, helpers
from loads import PROJECT

from scripts.index.__main__ import main
from service.index import Administration
from service.loading.reading import Reading
from service.loading.report import FileReport
from service.paper import Origin
from service.paper.merging import Contribution, contribution
from service.settings import Settings
from service.sources.native.record import read

# Kills the process when it is about to call (or has just called) one function of the service.
KILLING = """
import importlib, os, signal, sys
module, owner, name, when = sys.argv[1:5]
place = importlib.import_module(module)
place = getattr(place, owner) if owner else place
real = getattr(place, name)
def deadly(*given, **named):
    if when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    done = real(*given, **named)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(place, name, deadly)
from scripts.index.__main__ import main
sys.exit(main(sys.argv[5:]))
"""


@pytest.fixture(autouse=True)
def tidy(settings: Settings) -> Iterator[None]:
    """Removes the test's indices at once: it makes a dozen, and an engine takes no more than a thousand."""
    yield
    for name in engine(settings).indices.get(index=f"{settings.papers_alias}*"):
        engine(settings).indices.delete(index=name)


def environment(settings: Settings) -> dict[str, str]:
    return {**os.environ, "ELASTICSEARCH_URL": settings.elasticsearch_url, "PAPERS_ALIAS": settings.papers_alias}


def killed_at(settings: Settings, point: str, when: str, *arguments: str | Path) -> None:
    """Runs a command of the script and kills it at a point such as `service.index.administration:Administration._move`."""
    module, _, path = point.partition(":")
    owner, _, name = path.rpartition(".")
    command = [sys.executable, "-c", KILLING, module, owner, name, when, *map(str, arguments)]
    done = subprocess.run(command, cwd=PROJECT, env=environment(settings), check=False, capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr


def engine(settings: Settings) -> Elasticsearch:
    return Elasticsearch(settings.elasticsearch_url, request_timeout=30)


def live(settings: Settings) -> str:
    """The index behind the alias."""
    found = Administration(settings).live()
    assert found is not None
    return found


def concrete(settings: Settings) -> set[str]:
    """All indices of the alias but that of deletions."""
    return set(engine(settings).indices.get(index=f"{settings.papers_alias}-v*"))


def sources_of(settings: Settings, index: str | None = None) -> dict[str, bytes]:
    """The stored text of each paper, byte for byte."""
    client, name = engine(settings), index or settings.papers_alias
    client.indices.refresh(index=name)
    ids = [hit["_id"] for hit in helpers.scan(client, index=name, _source=False)]
    found = {}
    for paper_id in ids:
        with urllib.request.urlopen(f"{settings.elasticsearch_url}/{name}/_source/{paper_id}") as answer:  # noqa: S310
            found[paper_id] = answer.read()
    return found


def script(settings: Settings, *arguments: str | Path) -> int:
    """The script's exit code, run in this process."""
    before = dict(os.environ)
    os.environ.update(environment(settings))
    try:
        return main([str(one) for one in arguments])
    finally:
        os.environ.clear()
        os.environ.update(before)


@dataclass(slots=True)
class Gated(Reading):
    """Records in parts: before each part but the first it waits until the test lets it go on."""

    parts: list[list[dict[str, Any]]] = field(default_factory=list)
    gates: list[threading.Event] = field(default_factory=list)
    reached: list[threading.Event] = field(default_factory=list)

    def contributions(self) -> Iterator[tuple[FileReport, Contribution]]:
        line = FileReport("gated.jsonl", "jsonl", "utf-8")
        self.report.files.append(line)
        for number, records in enumerate(self.parts):
            if number:
                self.reached[number - 1].set()
                assert self.gates[number - 1].wait(120), "nobody let the load go on"
            yield from self._some(records, line)

    def _some(self, records: Iterable[dict[str, Any]], line: FileReport) -> Iterator[tuple[FileReport, Contribution]]:
        for record in records:
            line.records += 1
            line.papers += 1
            yield line, contribution(read(record, "a record")[0], Origin("jsonl", "gated.jsonl"))
