"""Kills of the harvester at random moments of a harvest with faults and deletions: nothing lost, nothing doubled."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from harvests import killed_and_quiet

from service.settings import Settings

pytestmark = [pytest.mark.deep, pytest.mark.engine]


@pytest.mark.parametrize("seed", ["first", "second"])
def test_a_harvest_survives_twenty_kills(settings: Settings, tmp_path: Path, seed: str) -> None:
    kills, found, expected = killed_and_quiet(settings, tmp_path, random.Random(seed), kills=20, records=6000)  # noqa: S311
    assert kills >= 15
    assert found.keys() == expected.keys()
    assert found == expected
