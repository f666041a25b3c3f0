"""Loading into a real engine: identity, merging, repetition, replacing, rejects, refusals."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import zstandard
from elasticsearch import Elasticsearch
from loads import papers, stored, write_jsonl

from scripts import load as script
from scripts.index import __main__ as administration
from service.errors import EngineUnavailable, LoadError
from service.index import PaperIndex
from service.loading import LoadOptions, Report, find_inputs, run_load
from service.settings import Settings

pytestmark = pytest.mark.engine
Load = Callable[..., Report]

ENGLISH = {"title": "Graph Networks", "authors": ["San Zhang"], "year": 2020, "ids": {"doi": ["10.5555/g"]}, "citations": 3}
CHINESE = {"title": "图网络", "authors": ["张三"], "year": 2020, "ids": {"doi": ["10.5555/g"]}, "keywords": ["图"]}
PREPRINT = {"title": "Graph networks.", "authors": ["Zhang, San"], "year": 2019, "ids": {"arxiv": ["1901.00001"]}}


@contextlib.contextmanager
def environment_of(settings: Settings) -> Iterator[None]:
    """Scripts of this process use the test's engine and alias."""
    before = dict(os.environ)
    os.environ.update(ELASTICSEARCH_URL=settings.elasticsearch_url, PAPERS_ALIAS=settings.papers_alias)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def counts(report: Report) -> tuple[int, int, int, int]:
    return report.new, report.updated, report.unchanged, report.merged


def test_a_second_load_of_the_same_writes_nothing(load: Load, settings: Settings, tmp_path: Path) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", papers(60))
    first = load(file)
    assert first.new + first.merged == 60
    assert first.merged == 6
    before = stored(settings, times=True)
    again = load(file)
    assert counts(again) == (0, 0, 60, 0)
    assert stored(settings, times=True) == before
    assert len(before) == 54 == again.papers_in_index


def test_records_of_one_paper_meet_whatever_the_order(
    load: Load, settings: Settings, base_settings: Settings, tmp_path: Path
) -> None:
    files = [write_jsonl(tmp_path / f"{n}.jsonl", [record]) for n, record in enumerate([ENGLISH, CHINESE, PREPRINT])]
    load(*files)
    once = stored(settings)
    assert len(once) == 1
    paper = next(iter(once.values()))
    assert paper["titles"]["zh"] == "图网络"
    assert paper["ids"] == {"doi": ["10.5555/g"], "arxiv": ["1901.00001"]}
    assert paper["authors"][0]["names"] == {"en": "San Zhang", "zh": "张三"}
    other = replace(base_settings, papers_alias=f"{settings.papers_alias}-reversed")
    for file in reversed(files):
        run_load(other, find_inputs([str(file)]), LoadOptions(rejects=tmp_path / "r.jsonl"))
    again = next(iter(stored(other).values()))
    for name in ("id", "aliases", "keys"):
        paper.pop(name, None), again.pop(name, None)
    assert again == paper


def test_a_record_that_joins_two_papers_leaves_the_older_id_and_an_alias(load: Load, settings: Settings, tmp_path: Path) -> None:
    one = {"title": "First form of it", "authors": ["San Zhang"], "ids": {"doi": ["10.5555/one"]}}
    two = {"title": "Second form of it", "authors": ["San Zhang"], "ids": {"arxiv": ["1902.00002"]}}
    load(write_jsonl(tmp_path / "a.jsonl", [one]))
    load(write_jsonl(tmp_path / "b.jsonl", [two]))
    assert len(stored(settings)) == 2
    bridge = {"title": "First form of it", "authors": ["San Zhang"], "ids": {"doi": ["10.5555/one"], "arxiv": ["1902.00002"]}}
    report = load(write_jsonl(tmp_path / "c.jsonl", [bridge]))
    assert (report.merged, report.removed) == (1, 1)
    paper = next(iter(stored(settings).values()))
    assert (paper["id"], paper["aliases"]) == ("doi-10.5555~2Fone", ["arxiv-1902.00002"])
    assert PaperIndex(settings).get("arxiv-1902.00002")["id"] == "doi-10.5555~2Fone"


def test_a_corrected_record_replaces_what_it_said_before(load: Load, settings: Settings, tmp_path: Path) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", [ENGLISH, *papers(5)])
    load(file)
    before = stored(settings, times=True)["doi-10.5555~2Fg"]
    write_jsonl(file, [{**ENGLISH, "title": "Graph Networks, corrected"}, *papers(5)])
    assert counts(load(file)) == (0, 1, 5, 0)
    after = stored(settings, times=True)["doi-10.5555~2Fg"]
    assert after["titles"] == {"en": "Graph Networks, corrected"}
    assert after["added"] == before["added"]
    assert after["updated"] > before["updated"]


def test_prefaces_stay_apart_and_are_not_doubled(load: Load, settings: Settings, tmp_path: Path) -> None:
    prefaces = [
        {"title": "Preface", "authors": ["San Zhang"], "year": 2020},
        {"title": "Preface", "authors": ["San Zhang"], "year": 2020},
    ]
    file = write_jsonl(tmp_path / "a.jsonl", prefaces)
    assert counts(load(file)) == (2, 0, 0, 0)
    ids = set(stored(settings))
    assert counts(load(file)) == (0, 0, 2, 0)
    assert set(stored(settings)) == ids


def test_replace_keeps_ids_and_the_time_of_arrival(load: Load, settings: Settings, tmp_path: Path) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", [ENGLISH, *papers(20)])
    load(file)
    before = stored(settings, times=True)
    write_jsonl(file, [{**ENGLISH, "citations": 9}, *papers(20)])
    report = load(file, replace=True)
    after = stored(settings, times=True)
    assert report.new == len(after) == len(before)
    assert after.keys() == before.keys()
    assert all(after[name]["added"] == before[name]["added"] for name in after)
    changed = [name for name in after if after[name]["updated"] != before[name]["updated"]]
    assert changed == ["doi-10.5555~2Fg"]


def test_a_paper_keeps_the_id_of_its_first_sight_through_a_replace(load: Load, settings: Settings, tmp_path: Path) -> None:
    late = tmp_path / "late.jsonl"
    load(write_jsonl(tmp_path / "a.jsonl", [PREPRINT]))
    load(write_jsonl(late, [{**ENGLISH, "year": 2019}]))
    assert set(stored(settings)) == {"arxiv-1901.00001"}
    load(late, tmp_path / "a.jsonl", replace=True)
    assert set(stored(settings)) == {"arxiv-1901.00001"}


def test_what_is_rejected_is_written_down_and_stops_nothing(load: Load, settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    lines = [json.dumps(record) for record in papers(4)]
    lines[2:2] = ["{broken", '{"year": 2020}', '{"title": 5}', '{"title": "Bad id", "id": "a/b"}']
    file.write_text("\n".join(lines), encoding="utf-8")
    report = load(file)
    assert (report.records, report.papers, report.rejected) == (8, 4, 4)
    rejects = [json.loads(line) for line in (tmp_path / "rejects.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rejects) == 4
    assert all(reject["file"] == str(file) and reject["record"] and reject["reason"] for reject in rejects)
    assert len(stored(settings)) == 4


def test_an_id_given_again_for_another_paper_is_a_reject(load: Load, settings: Settings, tmp_path: Path) -> None:
    records = [
        {"id": "mine", "title": "One paper", "authors": ["San Zhang"]},
        {"id": "mine", "title": "Quite another", "authors": ["Si Li"]},
    ]
    report = load(write_jsonl(tmp_path / "a.jsonl", records))
    assert (report.papers, report.rejected, report.new) == (1, 1, 1)
    assert "give this record its own id" in (tmp_path / "rejects.jsonl").read_text(encoding="utf-8")
    assert set(stored(settings)) == {"mine"}
    assert load(tmp_path / "a.jsonl").rejected == 1


def test_an_alias_that_is_an_index_is_refused(settings: Settings, load: Load, tmp_path: Path) -> None:
    client = Elasticsearch(settings.elasticsearch_url, request_timeout=30)
    client.indices.create(index=settings.papers_alias)
    with pytest.raises(LoadError, match="PAPERS_ALIAS"):
        load(write_jsonl(tmp_path / "a.jsonl", papers(1)))
    assert client.indices.exists(index=settings.papers_alias)


def test_a_failed_build_leaves_the_old_index_and_nothing_else(
    settings: Settings, load: Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", papers(30))
    load(file)
    before = stored(settings, times=True)
    indices = set(Elasticsearch(settings.elasticsearch_url).indices.get(index=f"{settings.papers_alias}-v*"))

    def vanish(self: PaperIndex, keys: Any, index: str | None = None) -> Any:
        raise EngineUnavailable("gone")

    monkeypatch.setattr(PaperIndex, "find", vanish)
    with pytest.raises(EngineUnavailable):
        load(file, replace=True)
    monkeypatch.undo()
    assert stored(settings, times=True) == before
    assert set(Elasticsearch(settings.elasticsearch_url).indices.get(index=f"{settings.papers_alias}-v*")) == indices


def test_a_search_while_an_index_is_replaced_always_answers(settings: Settings, load: Load, tmp_path: Path) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", papers(40))
    load(file)
    old = len(stored(settings))
    write_jsonl(file, papers(400))
    index, seen, stop = PaperIndex(settings), set(), threading.Event()

    def ask() -> None:
        while not stop.is_set():
            seen.add(index.search({"size": 0, "track_total_hits": True})["hits"]["total"]["value"])

    thread = threading.Thread(target=ask)
    thread.start()
    load(file, replace=True)
    load(file, replace=True)
    stop.set()
    thread.join()
    assert seen <= {old, 360}
    assert 360 in seen


def test_two_loads_at_once_lose_and_double_nothing(settings: Settings, tmp_path: Path) -> None:
    run_load(settings, find_inputs([str(write_jsonl(tmp_path / "seed.jsonl", papers(3)))]), LoadOptions(rejects=tmp_path / "r0"))
    records = papers(900)
    files = [write_jsonl(tmp_path / f"{n}.jsonl", records[n * 200 : n * 200 + 500]) for n in range(3)]
    failures: list[BaseException] = []

    def one(file: Path) -> None:
        try:
            run_load(settings, find_inputs([str(file)]), LoadOptions(rejects=tmp_path / f"r-{file.name}"))
        except LoadError as error:
            failures.append(error)

    threads = [threading.Thread(target=one, args=(file,)) for file in files]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    found = stored(settings)
    assert len(found) == 810
    origins = [(one["file"], one["id"], one["n"]) for paper in found.values() for one in paper["contributions"]]
    assert len(origins) == len(set(origins)) == 1503


def test_the_script_reports_every_file_and_ends_with_the_right_code(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ELASTICSEARCH_URL", settings.elasticsearch_url)
    monkeypatch.setenv("PAPERS_ALIAS", settings.papers_alias)
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    write_jsonl(folder / "deep" / "a.jsonl", papers(5))
    (folder / "empty.json").touch()
    (folder / "notes.bin").write_bytes(b"\x00\x01\x02\xff" * 50)
    assert script.main([str(folder), "--report", "report.json", "--set", "venue=Here"]) == 0
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert (report["records"], report["papers"], report["rejected"], report["new"]) == (5, 5, 0, 5)
    files = {Path(one["path"]).name: one for one in report["files"]}
    assert files.keys() == {"a.jsonl", "empty.json", "notes.bin"}
    assert files["a.jsonl"]["format"] == "jsonl"
    assert files["empty.json"]["reason"]
    assert "--format" in files["notes.bin"]["reason"]
    assert {paper["venue"] for paper in stored(settings).values()} == {"Here"}
    assert "new               5" in capsys.readouterr().out
    monkeypatch.setenv("ELASTICSEARCH_URL", "http://127.0.0.1:9")
    assert script.main([str(folder)]) == 1
    assert "cannot be reached" in capsys.readouterr().err
    assert script.main([str(folder), "--dry-run"]) == 0


@pytest.mark.parametrize(
    "arguments", [[], ["nowhere.json"], ["x", "--set", "nothing"], ["x", "--set", "year=soon"], ["x", "--format", "odd"]]
)
def test_wrong_usage_ends_with_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        script.main(arguments)
    assert ended.value.code == 2


def test_files_of_one_name_lose_nothing_of_each_other(
    load: Load, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, said in (("a", {"abstract": "An abstract that only one list has."}), ("b", {"pages": "1-9"})):
        (tmp_path / folder).mkdir()
        write_jsonl(tmp_path / folder / "export.jsonl", [{**ENGLISH, **said}])
    both = [tmp_path / "a" / "export.jsonl", tmp_path / "b" / "export.jsonl"]
    assert counts(load(*both)) == (1, 0, 0, 1)
    (paper,) = stored(settings).values()
    assert [one["file"] for one in paper["contributions"]] == ["a/export.jsonl", "b/export.jsonl"]
    assert (paper["pages"], len(paper["abstracts"])) == ("1-9", 1)
    before = stored(settings, times=True)
    assert counts(load(*both)) == (0, 0, 2, 0)
    arguments = ["--rejects", str(tmp_path / "r.jsonl")]
    with environment_of(settings):
        assert script.main([str(both[0]), "--origin", "a/", *arguments]) == 0
        assert administration.main(["verify", *map(str, both)]) == 0
        assert administration.main(["verify", str(both[1]), "--origin", "b"]) == 0
        assert administration.main(["verify", str(both[1])]) == 1
    assert "1 of the missing are there from files that are known as b/export.jsonl" in capsys.readouterr().out
    assert stored(settings, times=True) == before


def test_a_file_in_the_place_of_another_of_its_name_is_told(load: Load, settings: Settings, tmp_path: Path) -> None:
    for folder in "ab":
        (tmp_path / folder).mkdir()
        write_jsonl(tmp_path / folder / "export.jsonl", [{**ENGLISH, "pages": folder}, *papers(3, pages="7")])
    assert load(tmp_path / "a" / "export.jsonl").replacing == []
    # One of four says something else: a new edition of the same file.
    assert load(tmp_path / "b" / "export.jsonl").replacing == []
    write_jsonl(tmp_path / "b" / "export.jsonl", [{**ENGLISH, "pages": "9"}, {"title": "One that is new", "authors": ["Si Li"]}])
    report = load(tmp_path / "b" / "export.jsonl")
    assert report.replacing == ["export.jsonl"]
    assert any("--origin NAME" in line for line in report.lines())


@pytest.mark.parametrize("content", [b"", b"\x00\x01\xff" * 40, b"{broken"])
def test_a_replace_with_nothing_keeps_what_is_there(content: bytes, load: Load, settings: Settings, tmp_path: Path) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", papers(5)))
    before = stored(settings, times=True)
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "file.bin").write_bytes(content)
    for _ in range(2):
        assert load(empty, replace=True).failure
    assert stored(settings, times=True) == before


def test_a_file_that_is_cut_off_loses_only_its_end(load: Load, settings: Settings, tmp_path: Path) -> None:
    whole = write_jsonl(tmp_path / "a.jsonl", papers(20_000)).read_bytes()
    folder = tmp_path / "cut"
    folder.mkdir()
    (folder / "a.jsonl.gz").write_bytes(gzip.compress(whole)[:-2000])
    (folder / "b.jsonl.zst").write_bytes(zstandard.compress(whole)[:-2000])
    (folder / "nowhere").symlink_to(tmp_path / "none")
    os.mkfifo(folder / "pipe")
    (folder / "z.jsonl").write_bytes(whole[: whole.index(b"\n")])
    report = load(folder, dry_run=True)
    files = {Path(file.path).name: file for file in report.files}
    for name in ("a.jsonl.gz", "b.jsonl.zst"):
        assert files[name].papers > 1000
        assert files[name].rejected >= 1
    assert files["nowhere"].reason
    assert "pipe" in (files["pipe"].reason or "")
    assert files["z.jsonl"].papers == 1
    assert all(file.papers + file.rejected == file.records for file in report.files)


def test_an_isbn_shared_by_a_whole_book_joins_nothing(load: Load, settings: Settings, tmp_path: Path) -> None:
    book = [
        {"title": f"Chapter on {n}", "authors": ["San Zhang"], "year": 2020, "ids": {"isbn": ["9783161484100"]}} for n in range(3)
    ]
    load(write_jsonl(tmp_path / "a.jsonl", book))
    assert len(stored(settings)) == 3
