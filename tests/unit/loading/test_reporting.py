"""The report of a load over files and archives of all kinds, without an engine."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from unit.loading.packing import records, tarred, zipped

from scripts import load as script

RIS = "TY  - JOUR\nTI  - 深度学习在文本分类中的应用研究\nAU  - 张三\nPY  - 2020\nER  - \n"


def report(folder: Path, *options: str, code: int = 0) -> dict[str, Any]:
    target = folder / "report.json"
    arguments = [str(folder / "in"), "--dry-run", "--report", str(target), "--rejects", str(folder / "rejects.jsonl"), *options]
    assert script.main(arguments) == code
    found: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
    return found


def test_every_file_has_its_line_and_the_counts_add_up(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    members = {
        "a.jsonl": records(3), "deep/b.ris": RIS.encode("gb18030"), "c.bin": bytes(range(256)), "d.json": b"",
        "e.jsonl": records(1) + b"{broken\n",
    }  # fmt: skip
    (folder / "one.zip").write_bytes(zipped(members))
    (folder / "two.tar.gz").write_bytes(gzip.compress(tarred({"x.jsonl": records(2)}))[:-12])
    (folder / "three.jsonl.gz").write_bytes(gzip.compress(records(4)))
    found = report(tmp_path)
    lines = {one["path"].removeprefix(f"{folder}/"): one for one in found["files"]}
    assert [
        (path, one["format"], one["encoding"], one["records"], one["papers"], one["rejected"]) for path, one in lines.items()
    ] == [
        ("one.zip!a.jsonl", "jsonl", "utf-8", 3, 3, 0),
        ("one.zip!deep/b.ris", "ris", "gb18030", 1, 1, 0),
        ("one.zip!c.bin", None, None, 0, 0, 0),
        ("one.zip!d.json", None, None, 0, 0, 0),
        ("one.zip!e.jsonl", "jsonl", "utf-8", 2, 1, 1),
        ("three.jsonl.gz", "jsonl", "utf-8", 4, 4, 0),
        ("two.tar.gz!x.jsonl", "jsonl", "utf-8", 2, 2, 0),
        ("two.tar.gz", None, None, 0, 0, 0),
    ]
    assert {path for path, one in lines.items() if one["reason"]} == {"one.zip!c.bin", "one.zip!d.json", "two.tar.gz"}
    assert "cut off" in lines["two.tar.gz"]["reason"]
    assert (found["records"], found["papers"], found["rejected"]) == (12, 11, 1)
    reject = json.loads((tmp_path / "rejects.jsonl").read_text(encoding="utf-8"))
    assert reject["file"] == f"{folder}/one.zip!e.jsonl"


def test_a_file_that_ends_too_early_says_so_in_the_report_and_in_the_rejects(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.jsonl.gz").write_bytes(gzip.compress(records(3000))[:-2000])
    (line,) = report(tmp_path)["files"]
    assert line["papers"] > 1000
    assert line["papers"] + line["rejected"] == line["records"]
    assert "cut off" in line["reason"]
    assert "cut off" in (tmp_path / "rejects.jsonl").read_text(encoding="utf-8")


def test_a_format_and_an_encoding_that_are_named_overrule_what_is_guessed(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_bytes("TI  - Über Ähnlichkeit\nAU  - Zhang, San\nPY  - 2020\n".encode("utf-16-le"))
    (line,) = report(tmp_path, "--format", "ris", "--encoding", "utf-16-le")["files"]
    assert (line["format"], line["encoding"], line["papers"]) == ("ris", "utf-16-le", 1)
    (line,) = report(tmp_path, "--format", "ris", "--encoding", "GBK")["files"]
    assert line["encoding"] == "gb18030"


@pytest.mark.parametrize(
    "options", [["--encoding", "klingon"], ["--encoding", "hex"], ["--unpack-limit", "0"], ["--unpack-limit", "x"]]
)
def test_options_that_mean_nothing_are_wrong_usage(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        script.main([str(tmp_path), *options])
    assert ended.value.code == 2
    assert options[0] in capsys.readouterr().err


def test_a_limit_that_is_named_is_kept_and_named_in_the_reason(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.jsonl.gz").write_bytes(gzip.compress(records(100_000)))
    (line,) = report(tmp_path, "--unpack-limit", "0.001")["files"]
    assert 1000 < line["papers"] < 100_000
    assert "--unpack-limit" in line["reason"]


def test_a_thousand_reasons_are_not_all_told_to_a_person(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.zip").write_bytes(zipped({f"{n}.bin": b"\0\1\2" for n in range(1000)}))
    assert len(report(tmp_path, code=1)["files"]) == 1000
    said = capsys.readouterr().out.splitlines()
    assert len(said) < 50
    assert "970 more files" in said[-1]
