"""The command that shows what is joined and what is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts import overlaps

BASE = {"title": "Graph Networks", "authors": ["San Zhang"], "year": 2020, "venue": "ACL"}
FIRST = [{**BASE, "ids": {"acl": ["P19-1001"]}}, {**BASE, "title": "Trees", "ids": {"acl": ["P19-1002"]}}]
SECOND = [
    {**BASE, "ids": {"acl": ["P19-1001"]}}, {**BASE, "title": "Trees!", "ids": {"acl": ["P19-1003"]}},
    {**BASE, "title": "Trees", "authors": ["Si Li"]}, {**BASE, "title": "Trees", "authors": []},
]  # fmt: skip


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    names = {"a.jsonl": FIRST, "b.json": SECOND}
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(one) + "\n" for one in names["a.jsonl"]), encoding="utf-8")
    (tmp_path / "b.json").write_text(json.dumps(SECOND), encoding="utf-8")
    return [str(tmp_path / name) for name in names]


def test_it_counts_what_is_joined_and_says_why_others_are_not(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert overlaps.main([*files, "--rejects", str(tmp_path / "r")]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "6 records, 5 papers, 1 of several records"
    reasons = {line for line in said if line.startswith("apart")}
    assert reasons == {
        "apart under one title, another acl: 1 (1 in one venue and year)",
        "apart under one title, another first author: 2 (2 in one venue and year)",
        "apart under one title, no authors in one record: 3 (3 in one venue and year)",
    }


def test_hidden_identifiers_are_the_truth_that_the_rule_is_judged_by(files: list[str], tmp_path: Path) -> None:
    found = overlaps.grouped(list(overlaps.read(files, tmp_path / "r")))
    blind = overlaps.grouped(overlaps.hidden(found.records, "json"))
    assert sorted(verdict for verdict, _, _ in overlaps.judged(found, blind)) == ["rightly", "wrongly"]


def test_the_same_seed_draws_the_same_pairs(files: list[str], tmp_path: Path) -> None:
    found = overlaps.grouped(list(overlaps.read(files, tmp_path / "r")))
    assert overlaps.drawn(found, 10, 1) == overlaps.drawn(found, 10, 1)
    assert len(overlaps.drawn(found, 10, 1)) == 1
