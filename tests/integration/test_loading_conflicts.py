"""Loads that meet: the paper that one is about to delete is changed by another, and the first loads of all at once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from loads import papers, stored, write_jsonl

from service.errors import LoadError
from service.loading import pipeline
from service.loading.checking import check
from service.settings import Settings
from tests.conftest import Loader

pytestmark = pytest.mark.engine

ONE = {"title": "First form of it", "authors": ["San Zhang"], "ids": {"doi": ["10.5555/one"]}}
TWO = {"title": "Second form of it", "authors": ["San Zhang"], "ids": {"arxiv": ["1902.00002"]}}
BRIDGE = {**ONE, "ids": {"doi": ["10.5555/one"], "arxiv": ["1902.00002"]}}


def test_a_paper_that_another_load_changes_while_it_is_swallowed_is_swallowed_all_the_same(
    load: Loader, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", [ONE, TWO]))
    real, times = pipeline.Run._settle, iter([True])

    def meanwhile(self: Any) -> None:
        if next(times, False):
            # The merged paper and the deletion are waiting to be sent, and name the papers as they were.
            load(write_jsonl(tmp_path / "b.jsonl", [{**TWO, "abstract": "Said by another."}]))
        real(self)

    monkeypatch.setattr(pipeline.Run, "_settle", meanwhile)
    # Without its last look at what others wrote, too.
    monkeypatch.setattr(pipeline.Run, "_rejoin", lambda self: self.values.mark())
    load(write_jsonl(tmp_path / "c.jsonl", [BRIDGE]))
    found = stored(settings)
    assert list(found) == ["doi-10.5555~2Fone"]
    assert len(found["doi-10.5555~2Fone"]["contributions"]) == 4
    assert check(settings).agrees


def test_of_first_loads_at_once_none_takes_the_place_of_another_unseen(load: Loader, settings: Settings, tmp_path: Path) -> None:
    loaded: list[str] = []
    refused: list[str] = []
    reasons: list[str] = []

    def one(number: int) -> None:
        file = write_jsonl(tmp_path / f"{number}.jsonl", papers(30, venue=f"Venue {number}"))
        try:
            load(file, rejects=tmp_path / f"r{number}")
            loaded.append(file.name)
        except LoadError as error:
            refused.append(file.name)
            reasons.append(error.detail)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert loaded
    assert all("start again" in reason for reason in reasons), reasons
    files = {record["file"] for paper in stored(settings).values() for record in paper["contributions"]}
    assert files == set(loaded)
    for name in refused:
        load(tmp_path / name)
    files = {record["file"] for paper in stored(settings).values() for record in paper["contributions"]}
    assert files == {"0.jsonl", "1.jsonl", "2.jsonl"}
    assert check(settings).agrees
