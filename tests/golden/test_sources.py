"""Inputs of every format beside what is read from them: papers, rejects and notices, one golden pair a case.

A pair is `sources/<format>/<case>.in` and `.json`; the source sees the case's name as the input's name.
"""

from __future__ import annotations

import io
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from golden import HERE, matches

from service.paper import Notice, Paper, Reject
from service.paper.model import from_dict, to_dict
from service.sources import SOURCES, Input, detect_format

CASES = sorted((HERE / "sources").glob("*/*.in"))
# Read with the format given: nothing, or a page that only its reader can call a listing.
UNRECOGNISED = {"json/empty"}


def name_of(case: Path) -> str:
    return f"{case.parent.name}/{case.stem}"


def read(case: Path) -> dict[str, Any]:
    source = SOURCES[case.parent.name]
    made: dict[str, Any] = {"papers": [], "rejects": []}
    notices = []
    for item in source.parse(Input(io.BytesIO(case.read_bytes()), f"{case.stem}.json")):
        if isinstance(item, Paper):
            made["papers"].append(to_dict(item))
        elif isinstance(item, Reject):
            made["rejects"].append(asdict(item))
        elif isinstance(item, Notice):
            notices.append(asdict(item))
    return made | ({"notices": notices} if notices else {})


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_an_input_is_read_as_its_golden_pair_says(case: Path) -> None:
    assert matches(read(case), f"sources/{name_of(case)}.json")


@pytest.mark.parametrize("case", [case for case in CASES if name_of(case) not in UNRECOGNISED], ids=name_of)
def test_the_format_of_every_input_is_found_by_its_content(case: Path) -> None:
    # One object on one line is JSON and JSON Lines: only the name can tell.
    name = "papers.jsonl" if case.parent.name == "jsonl" else "papers.data"
    found = detect_format(case.read_bytes()[: 64 * 1024], name)
    assert found is not None
    assert found.name == case.parent.name


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_what_a_paper_writes_it_reads_back(case: Path) -> None:
    for paper in read(case)["papers"]:
        assert to_dict(from_dict(paper)) == paper


@pytest.mark.parametrize("source", sorted(SOURCES))
def test_every_format_of_the_registry_has_golden_pairs(source: str) -> None:
    assert any(case.parent.name == source for case in CASES)


def test_every_golden_pair_belongs_to_a_format_and_is_whole() -> None:
    for path in (HERE / "sources").glob("*/*"):
        assert path.parent.name in SOURCES
        assert path.with_suffix(".in").exists()
        assert path.with_suffix(".json").exists()


def test_no_golden_result_holds_contact_data() -> None:
    for path in (HERE / "sources").glob("*/*.json"):
        assert "someone@example.org" not in path.read_text(encoding="utf-8")
