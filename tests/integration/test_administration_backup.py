"""Everything in one file and back: the same index byte for byte, refusals, merges, damaged files, kills."""

from __future__ import annotations

import gzip
import os
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
import zstandard
from administering import concrete, killed_at, live, script, sources_of, tidy  # noqa: F401
from loads import papers, stored, write_jsonl

from service.errors import LoadError, NothingLoaded
from service.index import Administration
from service.index.deleted import Deletions
from service.loading import LoadOptions, find_inputs, run_load
from service.loading.backup import Backup, run_export
from service.loading.checking import check
from service.loading.restoring import run_import
from service.settings import Settings
from tests.conftest import Loader

pytestmark = pytest.mark.engine

DOI = {"ids": {"doi": ["10.5555/one"]}}


@pytest.fixture
def other(settings: Settings) -> Settings:
    """Another alias, to import into."""
    return replace(settings, papers_alias=f"{settings.papers_alias}-other")


@pytest.fixture
def full(load: Loader, settings: Settings, tmp_path: Path) -> Settings:
    """An index with all that a backup has to keep: merged papers with earlier ids, several languages, deleted ids."""
    load(write_jsonl(tmp_path / "gone.jsonl", [{"id": "gone", "title": "Soon gone"}]))
    load(
        write_jsonl(tmp_path / "a.jsonl", [
            {"id": "b", "title": "One thing", "authors": ["San Zhang"], **DOI},
            {"id": "fr", "titles": {"fr": "Une chose", "zh": "一物"}, "keywords": {"fr": ["chose"], "en": ["thing"]}},
            *papers(60),
        ]),
        replace=True,
    )  # fmt: skip
    load(write_jsonl(tmp_path / "b.jsonl", [{"id": "a", "title": "Another", "authors": ["San Zhang"], **DOI}]))
    assert stored(settings)["b"]["aliases"] == ["a"]
    return settings


def deleted(settings: Settings) -> list[tuple[str, str]]:
    return list(Deletions(settings).records())


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz", ".jsonl.zst"])
def test_an_import_gives_the_same_index_byte_for_byte(ending: str, full: Settings, other: Settings, tmp_path: Path) -> None:
    file = tmp_path / f"backup{ending}"
    assert script(full, "export", file) == 0
    assert script(other, "import", file) == 0
    assert sources_of(other) == sources_of(full)
    assert deleted(other) == deleted(full)
    assert [name for name, _ in deleted(other)] == ["gone"]
    assert check(other).agrees
    assert script(other, "export", again := tmp_path / f"again{ending}") == 0
    assert sorted(_lines(again)[1:-1]) == sorted(_lines(file)[1:-1])
    assert [path.name for path in tmp_path.iterdir() if "part" in path.name] == []


def _lines(path: Path) -> list[bytes]:
    content = path.read_bytes()
    if path.name.endswith(".gz"):
        content = gzip.decompress(content)
    elif path.name.endswith(".zst"):
        content = zstandard.ZstdDecompressor().stream_reader(content).read()
    return content.splitlines()


def test_an_older_backup_is_made_anew(full: Settings, other: Settings, tmp_path: Path) -> None:
    file = tmp_path / "backup.jsonl"
    run_export(full, str(file))
    lines = [orjson.loads(line) for line in _lines(file)]
    lines[0]["mapping"] = 1
    for line in lines:
        if "paper" in line:
            line["paper"].pop("title_sort")
    file.write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in lines))
    run_import(other, str(file))
    assert stored(other, times=True) == stored(full, times=True)


def test_where_papers_are_it_is_refused_unless_it_is_said_how(full: Settings, other: Settings, tmp_path: Path) -> None:
    file = tmp_path / "backup.jsonl.zst"
    run_export(full, str(file))
    run_load(other, find_inputs([str(write_jsonl(tmp_path / "x.jsonl", [{"id": "x", "title": "Here"}]))]), LoadOptions())
    before = sources_of(other)
    assert script(other, "import", file) == 1
    assert script(other, "import", file, "--replace", "--dry-run") == 0
    with pytest.raises(SystemExit) as ended:
        script(other, "import", file, "--replace")
    assert ended.value.code == 2
    assert sources_of(other) == before
    assert script(other, "import", file, "--replace", "--yes") == 0
    assert sources_of(other) == sources_of(full)
    assert [name for name, _ in deleted(other)] == ["gone", "x"], "what was here before is deleted"
    assert check(other).agrees


def test_an_empty_index_takes_a_backup(full: Settings, other: Settings, tmp_path: Path) -> None:
    file = tmp_path / "backup.jsonl.zst"
    run_export(full, str(file))
    assert script(other, "create") == 0
    assert script(other, "import", file) == 0
    assert sources_of(other) == sources_of(full)
    assert deleted(other) == deleted(full)


def test_a_merge_adds_what_is_new_and_keeps_ids_and_times(full: Settings, other: Settings, tmp_path: Path) -> None:
    file = tmp_path / "backup.jsonl.zst"
    run_export(full, str(file))
    mine = [{"id": "mine", "title": "Here"}, {**papers(1)[0], "abstract": "Another record of it."}]
    run_load(other, find_inputs([str(write_jsonl(tmp_path / "here.jsonl", mine))]), LoadOptions())
    known = stored(other, times=True)
    done = run_import(other, str(file), "merge")
    assert done.merge is not None
    assert done.merge["new"] == 55
    found, theirs = stored(other, times=True), stored(full, times=True)
    assert found["mine"] == known["mine"]
    assert found["b"] == theirs["b"]
    joined = next(name for name in known if name != "mine")
    assert len(found[joined]["contributions"]) == 2
    assert found[joined]["added"] == known[joined]["added"]
    assert {name: paper for name, paper in found.items() if name not in ("mine", joined)} == {
        name: paper for name, paper in theirs.items() if name != joined
    }
    assert check(other).agrees
    again = run_import(other, str(file), "merge")
    assert again.merge == {"new": 0, "updated": 0, "unchanged": 63, "merged": 0, "removed": 0, "rejected": 0}
    assert stored(other, times=True) == found


def test_a_damaged_file_changes_nothing(full: Settings, other: Settings, tmp_path: Path) -> None:
    file = tmp_path / "backup.jsonl"
    run_export(full, str(file))
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    damaged = {
        "empty": b"",
        "no backup": b'{"title": "A paper"}\n',
        "no json": b"\x00\x01\x02",
        "cut between lines": b"".join(lines[:-1]),
        "cut in a line": whole[: len(whole) // 2],
        "without a line": b"".join([*lines[:3], *lines[4:]]),
        "with another line": b"".join([*lines[:3], b'{"what": 1}\n', *lines[3:]]),
        "a paper twice": b"".join([*lines[:2], lines[1], *lines[2:-1], lines[-1].replace(b'"papers":56', b'"papers":57')]),
        "cut zstd": zstandard.compress(whole)[:-200],
        "cut gzip": gzip.compress(whole)[:-200],
        "damaged zstd": zstandard.compress(whole).replace(b"\x00", b"\x01"),
        "newer": whole.replace(b'"mapping":', b'"mapping":9', 1),
    }
    for name, content in damaged.items():
        assert content != whole, name
        file.write_bytes(content)
        with pytest.raises(LoadError):
            run_import(other, str(file))
        assert Administration(other).live() is None, name
        assert not Administration(other).metas(), name
    assert script(other, "import", tmp_path / "nowhere.jsonl") == 1


@pytest.mark.parametrize(
    "point",
    [
        "service.loading.copies:Copy._send",
        "service.loading.copies:Copy.settle",
        "service.index.deleted:Deletions.restore",
        "service.index.administration:Administration.finish",
        "service.index.administration:Administration.switch",
        "service.index.administration:Administration.create_values",
    ],
)
def test_a_killed_import_is_repeated(point: str, full: Settings, other: Settings, tmp_path: Path) -> None:
    file = tmp_path / "backup.jsonl.zst"
    run_export(full, str(file))
    killed_at(other, point, "after", "import", file)
    if Administration(other).live() is None:
        assert run_import(other, str(file)).papers == 56
    else:
        assert run_import(other, str(file), "replace").papers == 56
    assert sources_of(other) == sources_of(full)
    assert deleted(other) == deleted(full)
    assert check(other).agrees
    Administration(other).prune(keep=0)
    assert concrete(other) == {live(other), Administration(other).live_values()}


def test_a_killed_export_leaves_no_file_that_looks_whole(full: Settings, tmp_path: Path) -> None:
    file = tmp_path / "backup.jsonl.zst"
    file.write_bytes(b"the one of yesterday")
    killed_at(full, "service.index.deleted:Deletions.records", "before", "export", file)
    assert file.read_bytes() == b"the one of yesterday"
    run_export(full, str(file))
    assert Backup(str(file)).papers == 56


def test_what_can_not_be_exported_is_said(settings: Settings, load: Loader, tmp_path: Path) -> None:
    with pytest.raises(NothingLoaded):
        run_export(settings, str(tmp_path / "x.jsonl"))
    load(write_jsonl(tmp_path / "a.jsonl", papers(3)))
    assert script(settings, "export", tmp_path / "nowhere" / "x.jsonl") == 1
    assert script(settings, "export", tmp_path / "x.jsonl", "--dry-run") == 0
    assert not (tmp_path / "x.jsonl").exists()
    assert os.access(tmp_path, os.W_OK)
