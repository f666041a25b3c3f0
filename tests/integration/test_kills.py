"""A loader that is killed and started again makes what one quiet run makes. tests/deep does it with all real papers."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from loads import load_and_kill, papers, stored, write_jsonl

from service.loading import LoadOptions, find_inputs, run_load
from service.settings import Settings

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("mode", ["update", "build"])
def test_killed_and_started_again_is_as_one_quiet_run(mode: str, settings: Settings, tmp_path: Path) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", papers(9000))
    quiet = replace(settings, papers_alias=f"{settings.papers_alias}-quiet")
    run_load(quiet, find_inputs([str(file)]), LoadOptions(rejects=tmp_path / "r.jsonl"))
    expected = stored(quiet)
    seed = write_jsonl(tmp_path / "seed.jsonl", [{"title": "Seed", "authors": ["San Zhang"]}])
    if mode == "update":
        # With an index already there, papers are written into it, and a kill leaves them half.
        run_load(settings, find_inputs([str(seed)]), LoadOptions(rejects=tmp_path / "r.jsonl"))
    chance = random.Random(mode)  # noqa: S311
    kills = load_and_kill(settings, [file], [chance.uniform(0.8, 2.5) for _ in range(4)], tmp_path)
    found = {name: paper for name, paper in stored(settings).items() if paper["titles"] != {"en": "Seed"}}
    assert kills >= 2
    assert found.keys() == expected.keys()
    assert found == expected
