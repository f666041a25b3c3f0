"""A harvester that is killed and started again makes what one quiet harvest makes. tests/deep does it twenty times."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from harvests import killed_and_quiet
from loads import stored

from service.loading.harvesting import HarvestOptions, replay
from service.settings import Settings

pytestmark = pytest.mark.engine


def test_killed_and_started_again_is_as_one_quiet_harvest(settings: Settings, tmp_path: Path) -> None:
    kills, found, expected = killed_and_quiet(settings, tmp_path, random.Random("harvest"), kills=3, records=600)  # noqa: S311
    assert kills >= 2
    assert found.keys() == expected.keys()
    assert found == expected
    assert len(expected) > 500
    assert len(expected["deleted"]) == 67
    # Every page was kept before it was loaded.
    again = replace(settings, papers_alias=f"{settings.papers_alias}-again")
    replay(again, tmp_path / "killed" / "pages", HarvestOptions(rejects=tmp_path / "r.jsonl"))
    assert stored(again) == {name: paper for name, paper in expected.items() if name != "deleted"}
