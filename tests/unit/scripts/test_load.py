"""What the script that loads refuses before anything is read, and what it says of what it could not read; without an engine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts import load as script
from service.loading.defaults import LANGUAGES, TYPES

RIS = "TY  - JOUR\nTI  - On something\nAU  - Zhang, San\nPY  - 2020\nER  - \n"


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (("--set", "type=x"), "article, inproceedings, thesis"),
        (("--set", "language=x"), "zh, en, ja"),
        (("--set", "language=Klingon"), "zh, en, ja"),
        (("--set", "language=und"), "zh, en, ja"),
        (("--set", "year=99999"), "from 1000 to"),
        (("--set", "year=²²²²"), "from 1000 to"),
        (("--origin", "/"), "no name"),
        (("--origin", "a\nb"), "no name"),
        (("--origin", "harvest:oai"), "no name"),
    ],
)
def test_what_can_not_be_is_refused_with_what_can(
    option: tuple[str, str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.ris").write_text(RIS, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        script.main([str(tmp_path / "a.ris"), "--dry-run", *option])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "pair", [*(f"type={name}" for name in TYPES), *(f"language={code}" for code in LANGUAGES), "language=中文"]
)
def test_every_value_that_is_named_is_taken(pair: str, tmp_path: Path) -> None:
    (tmp_path / "a.ris").write_text(RIS, encoding="utf-8")
    assert script.main([str(tmp_path / "a.ris"), "--dry-run", "--rejects", str(tmp_path / "r"), "--set", pair]) == 0


def run(folder: Path, *arguments: str) -> int:
    return script.main(
        [*arguments, "--dry-run", "--rejects", str(folder / "rejects.jsonl"), "--report", str(folder / "report.json")]
    )


def test_types_of_records_are_of_ours_or_left_out_and_told(tmp_path: Path) -> None:
    records = [
        {"title": f"Paper {n}", "type": kind} for n, kind in enumerate(["article", "Journal Article", "学位论文", "x" * 50])
    ]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    assert run(tmp_path, str(tmp_path / "a.jsonl")) == 0
    found = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert (found["papers"], found["notices"]) == (4, {"type: an unknown type was left out": 1})


def test_nothing_found_is_a_failure_of_a_dry_run_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").mkdir()
    assert run(tmp_path, str(tmp_path / "in")) == 1
    assert "no paper in what was given" in capsys.readouterr().err


def test_a_format_that_is_named_wrongly_is_answered_with_the_likely_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text('{"title": "On something", "authors": ["San Zhang"], "year": 2020}\n', encoding="utf-8")
    assert run(tmp_path, str(tmp_path / "a.txt"), "--format", "oai") == 1
    assert "no paper in it when read as oai: it looks like --format json" in capsys.readouterr().out


@pytest.mark.parametrize(("column", "header"), [("9", "Title,Author"), ("Name", "Title,Author"), ("3", "x,y"), ("Name", "x,y")])
def test_a_column_that_is_not_there_is_answered_with_those_that_are(
    column: str, header: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.csv").write_text(f"{header}\nOn something,San Zhang\n", encoding="utf-8")
    assert run(tmp_path, str(tmp_path / "a.csv"), "--columns", f"title={column}") == 1
    told = capsys.readouterr().out
    assert "no column has the name or number that --columns gives to title; there are 2: 1" in told
    assert header.startswith("x") == ("1 Title, 2 Author" not in told)


def test_rejects_of_an_earlier_load_do_not_stay_beside_a_clean_one(tmp_path: Path) -> None:
    (tmp_path / "a.ris").write_text(RIS, encoding="utf-8")
    (tmp_path / "b.jsonl").write_text('{"title": "On something"}\n{broken\n', encoding="utf-8")
    assert run(tmp_path, str(tmp_path / "a.ris"), str(tmp_path / "b.jsonl")) == 0
    assert (tmp_path / "rejects.jsonl").exists()
    assert run(tmp_path, str(tmp_path / "a.ris")) == 0
    assert not (tmp_path / "rejects.jsonl").exists()
