"""The search bodies of typical requests: parameters in, body out, one golden file each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from golden import HERE, matches

from service import query
from service.schemas import read_search

CASES = sorted((HERE / "queries").glob("*.request.json"))


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name.removesuffix(".request.json"))
def test_a_request_becomes_the_golden_body(case: Path) -> None:
    parameters = json.loads(case.read_text(encoding="utf-8"))
    body = query.build(read_search(parameters), relaxed=case.name.startswith("relaxed"))
    assert matches(body, f"queries/{case.name.replace('.request', '.body')}")


def test_there_are_cases() -> None:
    assert len(CASES) >= 10
