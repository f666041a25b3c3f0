"""Columns of tables named on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.load import FAILED, LOADED, WRONG_USAGE, main


def run(folder: Path, table: str, *columns: str, code: int = LOADED) -> list[dict[str, object]]:
    (folder / "papers.tsv").write_text(table, encoding="utf-8")
    given = [part for column in columns for part in ("--columns", column)]
    paths = ["--rejects", str(folder / "rejects.jsonl"), "--report", str(folder / "report.json")]
    assert main([str(folder / "papers.tsv"), "--dry-run", *paths, *given]) == code
    report: list[dict[str, object]] = json.loads((folder / "report.json").read_text(encoding="utf-8"))["files"]
    return report


def test_a_table_without_a_header_is_unknown_until_its_columns_are_named(tmp_path: Path) -> None:
    table = "to title\t黄瓜胚性愈伤组织的诱导。\t黄瓜的再生\n"
    (unknown,) = run(tmp_path, table, code=FAILED)
    assert (unknown["format"], unknown["records"]) == (None, 0)
    assert "--columns" in str(unknown["reason"])
    (known,) = run(tmp_path, table, "abstract=2", "title=3")
    assert (known["format"], known["papers"], known["rejected"]) == ("table", 1, 0)


def test_a_field_may_be_named_as_people_name_columns(tmp_path: Path) -> None:
    (known,) = run(tmp_path, "Überschrift\tFach\nSorting Blocks\tLogic\n", "Title=Überschrift", "category=Fach")
    assert known["papers"] == 1


@pytest.mark.parametrize("given", ["title", "title=", "shelf=2", "title=0", "=2"])
def test_a_column_that_means_nothing_is_wrong_usage(given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.tsv").write_text("a", encoding="utf-8")
    with pytest.raises(SystemExit) as stopped:
        main([str(tmp_path / "a.tsv"), "--dry-run", "--columns", given])
    assert stopped.value.code == WRONG_USAGE
    assert "--columns" in capsys.readouterr().err
