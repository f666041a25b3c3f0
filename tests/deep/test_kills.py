"""Kills of the loader at random moments while it loads all real papers: none lost, none doubled, each as in a quiet run."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from loads import load_and_kill, stored

from service.loading import LoadOptions, find_inputs, run_load
from service.settings import Settings

pytestmark = [pytest.mark.deep, pytest.mark.engine]


@pytest.mark.parametrize("mode", ["update", "build"])
def test_all_real_papers_survive_twenty_kills(mode: str, settings: Settings, shared: Path, tmp_path: Path) -> None:
    folder = shared / "data" / "papers_en"
    paths = [folder / "paperlists", folder / "airas"]
    quiet = replace(settings, papers_alias=f"{settings.papers_alias}-quiet")
    options = LoadOptions(rejects=tmp_path / "r.jsonl")
    run_load(quiet, find_inputs([str(path) for path in paths]), options)
    expected = stored(quiet)
    assert len(expected) > 97_000
    if mode == "update":
        run_load(settings, find_inputs([str(shared / "seeds")]), options)
    seeds = set(stored(settings)) if mode == "update" else set()
    chance = random.Random(mode)  # noqa: S311
    kills = load_and_kill(settings, paths, [chance.uniform(2, 40) for _ in range(20)], tmp_path)
    assert kills >= 10
    found = {name: paper for name, paper in stored(settings).items() if name not in seeds}
    assert found.keys() == expected.keys()
    assert all(found[name] == expected[name] for name in expected)
