"""Finding and opening the files of a load."""

from __future__ import annotations

import contextlib
import gzip
import io
import sys
from pathlib import Path

import pytest
import zstandard

from service.errors import LoadError, SourceError
from service.loading.inputs import Found, find_inputs, open_input

RECORD = b'{"title": "A paper", "authors": ["San Zhang"]}\n{"title": "Another", "authors": ["Si Li"]}\n'


def found(path: Path) -> Found:
    return find_inputs([str(path)])[0]


def test_a_folder_gives_its_files_in_a_stable_order_with_relative_names(tmp_path: Path) -> None:
    for name in ("b.json", "a/c.jsonl", "a/.hidden", ".git/x.json", "Thumbs.db"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(RECORD)
    assert [one.relative for one in find_inputs([str(tmp_path)])] == ["b.json", "a/c.jsonl"]


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["a/2020/x.ris"], ["x.ris"]),
        (["a/2020/../2020/x.ris"], ["x.ris"]),
        (["a"], ["2020/x.ris"]),
        (["a/2020/x.ris", "b/2020/x.ris"], ["a/2020/x.ris", "b/2020/x.ris"]),
        (["b/2020", "a/2020"], ["b/2020/x.ris", "a/2020/x.ris"]),
        (["a/2020", "b", "c/x.ris"], ["a/2020/x.ris", "b/2020/x.ris", "c/x.ris"]),
        (["a/2020", "b", "c/y.ris"], ["x.ris", "2020/x.ris", "y.ris"]),
    ],
    ids=" ".join,
)
def test_different_files_of_one_name_are_told_apart_by_their_folders(paths: list[str], names: list[str], tmp_path: Path) -> None:
    for name in ("a/2020/x.ris", "b/2020/x.ris", "c/x.ris", "c/y.ris"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(RECORD)
    with contextlib.chdir(tmp_path):
        assert [one.relative for one in find_inputs(paths)] == names
        assert [one.relative for one in find_inputs(paths, "wos")] == [f"wos/{name}" for name in names]
    # However the way to them is written.
    assert [one.relative for one in find_inputs([f"{tmp_path}/b/../{path}" for path in paths])] == names


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x.ris").write_bytes(RECORD)
    found = find_inputs([str(tmp_path), str(tmp_path / "a" / "x.ris"), "-", f"{tmp_path}/a/../a/x.ris", "-"])
    assert [one.relative for one in found] == ["a/x.ris", "a/x.ris", "-", "a/x.ris", "-"]
    assert [one.problem is None for one in found] == [True, False, True, False, False]


def test_a_missing_path_is_named() -> None:
    with pytest.raises(LoadError, match=r"nowhere\.json"):
        find_inputs(["nowhere.json"])


@pytest.mark.parametrize(
    "packed",
    [RECORD, gzip.compress(RECORD), zstandard.compress(RECORD), gzip.compress(b"") + gzip.compress(RECORD)],
    # Named: a gzip file holds the time, and workers that see other names refuse to start.
    ids=["plain", "gzip", "zstd", "several-gzip-members"],
)
def test_compression_is_seen_by_content(packed: bytes, tmp_path: Path) -> None:
    path = tmp_path / "papers.data"
    path.write_bytes(packed)
    opened = open_input(found(path))
    with opened.raw:
        assert opened.input.stream.read() == RECORD
        assert opened.source is not None
        assert opened.source.name == "jsonl"


def test_the_suffix_of_compression_is_no_part_of_the_name(tmp_path: Path) -> None:
    path = tmp_path / "iclr2017.json.zst"
    path.write_bytes(zstandard.compress(RECORD))
    opened = open_input(found(path))
    with opened.raw:
        assert opened.input.name == "iclr2017.json"


def test_several_frames_are_one_file(tmp_path: Path) -> None:
    path = tmp_path / "two.zst"
    path.write_bytes(zstandard.compress(RECORD) + zstandard.compress(RECORD))
    opened = open_input(found(path))
    with opened.raw:
        assert opened.input.stream.read() == RECORD * 2


def test_a_broken_archive_says_what_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "broken.gz"
    path.write_bytes(b"\x1f\x8b\x08" + b"\xff" * 40)
    with pytest.raises(SourceError, match="can't be read"):
        open_input(found(path))


def test_standard_input_is_a_file_named_by_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(zstandard.compress(RECORD)))))
    opened = open_input(find_inputs(["-"])[0])
    assert (opened.found.path, opened.input.stream.read()) == ("-", RECORD)
