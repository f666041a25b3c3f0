"""Reindexing while papers are loaded, deleted and searched, killed at every step, and by two at once."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from administering import Gated, concrete, engine, killed_at, live, script, sources_of, tidy  # noqa: F401
from loads import papers, stored, write_jsonl

from service.errors import LoadError, NothingLoaded
from service.index import Administration, PaperIndex, PaperSource
from service.loading import LoadOptions, find_inputs, pipeline, reindexing, run_load
from service.loading.checking import check
from service.loading.pipeline import run_reading
from service.loading.reindexing import run_reindex
from service.loading.removing import Choice, run_removal
from service.loading.report import Rejects, Report
from service.settings import Settings
from tests.conftest import Loader

pytestmark = pytest.mark.engine


def gated(tmp_path: Path, *parts: list[dict[str, Any]]) -> Gated:
    """A load that waits before each part but the first."""
    gates, reached = ([threading.Event() for _ in parts[1:]] for _ in range(2))
    return Gated(LoadOptions(), Report(), Rejects(tmp_path / "gated-rejects"), list(parts), gates, reached)


def in_thread(settings: Settings, reading: Gated, failures: list[BaseException]) -> threading.Thread:
    def run() -> None:
        try:
            run_reading(settings, reading)
        except LoadError as error:
            failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_a_new_index_of_the_same_papers_takes_the_place_of_the_old(load: Loader, settings: Settings, tmp_path: Path) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", papers(60)))
    before, old = sources_of(settings), live(settings)
    done = run_reindex(settings)
    assert live(settings) == done.new != old == done.old
    assert sources_of(settings) == before
    assert (done.papers, done.changed, done.caught_up, done.removed, done.compared) == (54, 0, 0, 0, 54)
    assert check(settings).agrees
    assert sources_of(settings, old) == before, "kept for a rollback"
    assert load(tmp_path / "a.jsonl").unchanged == 60


def test_documents_are_made_by_todays_code_and_keep_their_ids_and_times(load: Loader, settings: Settings, tmp_path: Path) -> None:
    doi = {"ids": {"doi": ["10.5555/one"]}}
    load(write_jsonl(tmp_path / "a.jsonl", [{"id": "b", "title": "One thing", "authors": ["San Zhang"], **doi}, *papers(30)]))
    load(write_jsonl(tmp_path / "b.jsonl", [{"id": "a", "title": "Another", "authors": ["San Zhang"], **doi}]))
    expected = sources_of(settings)
    # As an earlier release might have made them: without a field, with another, of another mapping.
    old = live(settings)
    for paper_id, paper in stored(settings, times=True).items():
        engine(settings).index(index=old, id=paper_id, document={**paper, "title_sort": "?", "has": ["title"]})
    Administration(settings).note(old, version=1)
    assert script(settings, "status") == 1
    with pytest.raises(LoadError, match="mapping 1 but this release"):
        load(tmp_path / "a.jsonl")
    rehearsed = run_reindex(settings, dry_run=True)
    assert (live(settings), rehearsed.new, rehearsed.changed, rehearsed.papers) == (old, None, 28, 28)
    assert run_reindex(settings).changed == 28
    assert sources_of(settings) == expected
    assert script(settings, "status") == 0
    assert load(tmp_path / "a.jsonl").unchanged == 31


def test_a_load_that_is_under_way_goes_over_into_the_new_index_and_loses_nothing(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # So many that some are sent before the load ends: a request has a thousand papers.
    records = papers(6500)
    file = write_jsonl(tmp_path / "seed.jsonl", records[:500])
    for one in (settings, quiet := replace(settings, papers_alias=f"{settings.papers_alias}-quiet")):
        run_load(one, find_inputs([str(file)]), LoadOptions(rejects=tmp_path / "r"))
    run_reading(quiet, gated(tmp_path, records[400:]))
    reading = gated(tmp_path, records[400:600], records[600:3500], records[3500:])
    failures: list[BaseException] = []
    thread = in_thread(settings, reading, failures)
    assert reading.reached[0].wait(60)
    old, met = live(settings), threading.Event()
    copied, compared, followed = reindexing._Run._copy_all, reindexing._Run._compare, pipeline.Run._follow

    def let_the_load_go_on_behind_the_copy(self: Any, copy: Any) -> Any:
        places = copied(self, copy)
        reading.gates[0].set()
        assert reading.reached[1].wait(120)
        return places

    def let_the_load_meet_the_closed_index(self: Any) -> None:
        assert Administration(settings).is_closed(old)
        reading.gates[1].set()
        assert met.wait(120)
        compared(self)

    def meet(self: Any) -> None:
        met.set()
        followed(self)

    monkeypatch.setattr(reindexing._Run, "_copy_all", let_the_load_go_on_behind_the_copy)
    monkeypatch.setattr(reindexing._Run, "_compare", let_the_load_meet_the_closed_index)
    monkeypatch.setattr(pipeline.Run, "_follow", meet)
    done = run_reindex(settings)
    thread.join()
    assert not failures
    assert done.caught_up > 1000
    assert reading.report.index == live(settings) == done.new
    assert stored(settings) == stored(quiet)
    assert check(settings).agrees
    assert PaperSource(settings, old).count() < len(stored(settings)), "the end went into the new index alone"


def test_what_is_merged_and_deleted_meanwhile_is_not_there_afterwards(
    load: Loader, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = {"title": "First form of it", "authors": ["San Zhang"], "ids": {"doi": ["10.5555/one"]}}
    two = {"title": "Second form of it", "authors": ["San Zhang"], "ids": {"arxiv": ["1902.00002"]}}
    bridge = {"title": "First form of it", "authors": ["San Zhang"], "ids": {"doi": ["10.5555/one"], "arxiv": ["1902.00002"]}}
    load(write_jsonl(tmp_path / "a.jsonl", [one, two, *papers(40)]))
    load(write_jsonl(tmp_path / "b.jsonl", [{"id": "gone", "title": "Soon gone"}]))
    real = reindexing._Run._make_values

    def meanwhile(self: Any) -> str:
        load(write_jsonl(tmp_path / "c.jsonl", [bridge]))
        run_removal(settings, Choice([("jsonl", "b.jsonl")]))
        return real(self)

    monkeypatch.setattr(reindexing._Run, "_make_values", meanwhile)
    assert run_reindex(settings).removed == 2
    found = stored(settings)
    assert len(found) == 37
    assert "gone" not in found
    assert found["doi-10.5555~2Fone"]["aliases"] == ["arxiv-1902.00002"]
    assert check(settings).agrees


def test_no_search_fails_and_none_sees_half_while_an_index_is_made_anew(load: Loader, settings: Settings, tmp_path: Path) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", papers(400)))
    index, seen, stop = PaperIndex(settings), set(), threading.Event()
    failures: list[BaseException] = []

    def ask() -> None:
        while not stop.is_set():
            try:
                seen.add(index.search({"size": 0, "track_total_hits": True})["hits"]["total"]["value"])
            except Exception as error:  # noqa: BLE001
                failures.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    run_reindex(settings)
    run_reindex(settings)
    stop.set()
    thread.join()
    assert not failures
    assert seen == {360}


POINTS = [
    ("service.loading.reindexing:_Run._copy_all", "before", "old"),
    ("service.loading.copies:Copy._send", "after", "old"),
    ("service.loading.reindexing:_Run._copy_all", "after", "old"),
    ("service.loading.reindexing:_Run._make_values", "after", "old"),
    ("service.index.administration:Administration.close", "after", "old"),
    ("service.index.administration:Administration._move", "before", "old"),
    ("service.index.administration:Administration._move", "after", "new"),
    ("service.index.administration:Administration.switch", "after", "new"),
    ("service.index.administration:Administration.seal", "after", "new"),
]


@pytest.mark.parametrize(
    ("point", "when", "which"), POINTS, ids=[f"{when} {point.rpartition('.')[2]}" for point, when, _ in POINTS]
)
def test_killed_anywhere_it_leaves_one_whole_index_that_takes_loads(
    point: str, when: str, which: str, load: Loader, settings: Settings, tmp_path: Path
) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", papers(60)))
    before, old = sources_of(settings), live(settings)
    killed_at(settings, point, when, "reindex")
    assert (live(settings) == old) == (which == "old")
    assert sources_of(settings) == before
    # The next load finds an index that it can write into, and values that are right at its end.
    report = load(write_jsonl(tmp_path / "b.jsonl", [{"title": "Another one", "authors": ["Si Li"]}]))
    assert (report.new, report.papers_in_index) == (1, 55)
    assert check(settings).agrees
    run_reindex(settings)
    assert len(stored(settings)) == 55
    assert check(settings).agrees
    Administration(settings).prune(keep=0)
    assert concrete(settings) == {live(settings), Administration(settings).live_values()}


def test_of_two_at_once_one_gives_way_and_nothing_is_lost(load: Loader, settings: Settings, tmp_path: Path) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", papers(300)))
    before = sources_of(settings)
    outcomes: list[str] = []

    def run() -> None:
        try:
            outcomes.append(str(run_reindex(settings).new))
        except LoadError as error:
            outcomes.append(error.detail)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert live(settings) in outcomes
    assert sum("Another" in outcome for outcome in outcomes) >= 1
    assert sources_of(settings) == before
    assert check(settings).agrees
    assert load(tmp_path / "a.jsonl").unchanged == 300


def test_a_replacing_load_meanwhile_wins(
    load: Loader, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", papers(30)))
    real = reindexing._Run._make_values

    def meanwhile(self: Any) -> str:
        made = real(self)
        load(write_jsonl(tmp_path / "b.jsonl", papers(10, venue="New")), replace=True)
        return made

    monkeypatch.setattr(reindexing._Run, "_make_values", meanwhile)
    with pytest.raises(LoadError, match="in the place of"):
        run_reindex(settings)
    assert {paper["venue"] for paper in stored(settings).values()} == {"New"}
    assert check(settings).agrees
    assert load(tmp_path / "b.jsonl").unchanged == 10


def test_a_load_that_other_papers_overtake_says_so_instead_of_losing_what_it_writes(
    load: Loader, settings: Settings, tmp_path: Path
) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", papers(30)))
    reading = gated(tmp_path, papers(600, venue="One")[:500], papers(600, venue="One")[500:])
    failures: list[BaseException] = []
    thread = in_thread(settings, reading, failures)
    reading.reached[0].wait(60)
    load(write_jsonl(tmp_path / "b.jsonl", papers(10, venue="New")), replace=True)
    reading.gates[0].set()
    thread.join()
    assert [error.detail for error in failures] == [
        "Other papers took the place of these while this load was running: load again."
    ]
    assert {paper["venue"] for paper in stored(settings).values()} == {"New"}


def test_a_paper_that_the_new_index_refuses_leaves_the_old_one(
    load: Loader, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", papers(30)))
    before, old, indices = sources_of(settings), live(settings), concrete(settings)
    real = reindexing.made_anew
    monkeypatch.setattr(reindexing, "made_anew", lambda document: {**real(document), "no such field": 1})
    with pytest.raises(LoadError, match="can't be written"):
        run_reindex(settings)
    monkeypatch.setattr(reindexing, "made_anew", real)
    # What was stored otherwise than it was made is found by the comparison.
    monkeypatch.setattr(reindexing._Run, "_put", lambda *_: None)
    with pytest.raises(LoadError, match="the old one stays"):
        run_reindex(settings)
    assert (live(settings), concrete(settings)) == (old, indices)
    assert sources_of(settings) == before
    assert load(tmp_path / "a.jsonl").unchanged == 30


def test_nothing_and_what_is_newer_are_refused(load: Loader, settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(NothingLoaded):
        run_reindex(settings)
    load(write_jsonl(tmp_path / "a.jsonl", papers(5)))
    Administration(settings).note(live(settings), version=99)
    with pytest.raises(LoadError, match="newer release"):
        run_reindex(settings)
