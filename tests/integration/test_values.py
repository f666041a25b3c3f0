"""The index of values stays in step with the papers: loads, replaces, kills, two loads at once."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from elasticsearch import Elasticsearch, helpers
from loads import PROJECT, papers, write_jsonl

from service.errors import ConfigurationError, EngineUnavailable
from service.facets import FACETS
from service.index import Administration, ValueSource
from service.index import values as reading
from service.loading import Report
from service.loading import values as making
from service.settings import Settings

pytestmark = pytest.mark.engine
Load = Callable[..., Report]


def engine(settings: Settings) -> Elasticsearch:
    return Elasticsearch(settings.elasticsearch_url, request_timeout=30)


def live(settings: Settings) -> tuple[str, str]:
    """The indices behind the two aliases."""
    administration = Administration(settings)
    found = administration.live(), administration.live_values()
    assert found[0] is not None
    assert found[1] is not None
    return found[0], found[1]


def counted(settings: Settings) -> dict[tuple[str, str], int]:
    """(kind, key) -> papers, as the index of values has them."""
    found = helpers.scan(engine(settings), index=f"{settings.papers_alias}-values", query={"query": {"match_all": {}}})
    return {(hit["_source"]["kind"], hit["_source"]["key"]): hit["_source"]["count"] for hit in found}


def by_hand(settings: Settings) -> dict[tuple[str, str], int]:
    """The same, counted from the stored papers."""
    engine(settings).indices.refresh(index=settings.papers_alias)
    counts: dict[tuple[str, str], int] = {}
    for hit in helpers.scan(engine(settings), index=settings.papers_alias, query={"query": {"match_all": {}}}):
        paper: dict[str, Any] = hit["_source"]
        for kind, facet in FACETS.items():
            values = paper.get(facet.field)
            for key in values if isinstance(values, list) else [] if values is None else [str(values)]:
                counts[kind, key] = counts.get((kind, key), 0) + 1
    return counts


def in_step(settings: Settings) -> bool:
    administration = Administration(settings)
    of_papers, of_values = live(settings)
    meta = administration.meta(of_values)
    return (meta["papers"], meta["generation"]) == (of_papers, administration.meta(of_papers)["generation"])


def records(count: int) -> list[dict[str, Any]]:
    made = papers(count)
    for n, record in enumerate(made):
        record["keywords"] = [f"Topic {n % 5}", "学习"]
        record["venue"] = f"Journal {n % 3}"
        record["authors"] = [{"name": name, "affiliations": [f"Institute {n % 4}"]} for name in record["authors"]]
        record["category"] = f"Area {n % 2} · Part {n % 4}"
    return made


def test_values_count_what_the_papers_have(load: Load, settings: Settings, tmp_path: Path) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", records(200))
    report = load(file)
    assert counted(settings) == by_hand(settings)
    assert report.values == len(counted(settings)) > 30
    assert 0 < report.values_seconds < report.seconds
    assert in_step(settings)


def test_a_load_that_changes_nothing_leaves_the_values_and_one_that_does_makes_them_anew(
    load: Load, settings: Settings, tmp_path: Path
) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", records(20))
    load(file)
    before = live(settings)
    again = load(file)
    assert (again.values, again.values_seconds) == (None, 0.0)
    assert live(settings) == before
    assert in_step(settings)
    changed = load(write_jsonl(tmp_path / "b.jsonl", [{"title": "Another", "authors": ["Wu Wang"]}]))
    assert changed.values is not None
    assert counted(settings) == by_hand(settings)
    assert ("author", "wu wang") in counted(settings)
    after = live(settings)
    assert after[0] == before[0]
    assert after[1] != before[1]
    assert in_step(settings)


def test_a_replace_moves_both_aliases_and_keeps_one_older_pair(load: Load, settings: Settings, tmp_path: Path) -> None:
    for count in (10, 20, 30, 40):
        load(write_jsonl(tmp_path / "a.jsonl", records(count)), replace=True)
        assert counted(settings) == by_hand(settings)
        assert in_step(settings)
    indices = list(engine(settings).indices.get(index=f"{settings.papers_alias}-*"))
    assert len(indices) == 4
    assert set(live(settings)) < set(indices)


def test_both_aliases_move_in_one_step(load: Load, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", records(10))
    load(file)
    old = live(settings)
    seen = []
    move = Administration._move

    def watched(self: Administration, *moves: Any) -> bool:
        seen.append([alias for alias, *_ in moves])
        assert live(settings) == old
        return move(self, *moves)

    monkeypatch.setattr(Administration, "_move", watched)
    load(file, replace=True)
    assert seen == [[settings.papers_alias, f"{settings.papers_alias}-values"]]
    assert not set(old) & set(live(settings))


@pytest.mark.parametrize("anew", [False, True])
def test_a_load_that_fails_while_values_are_made_leaves_the_old_ones_and_the_next_makes_them(
    anew: bool, load: Load, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", records(20)))
    old = live(settings)
    before = counted(settings)
    file = write_jsonl(tmp_path / "b.jsonl", records(40))

    def vanish(*_: Any) -> None:
        raise EngineUnavailable("gone")

    monkeypatch.setattr(making, "_write", vanish)
    with pytest.raises(EngineUnavailable):
        load(file, replace=anew)
    monkeypatch.undo()
    assert live(settings) == old
    assert counted(settings) == before
    assert set(engine(settings).indices.get(index=f"{settings.papers_alias}-*")) == set(old)
    assert in_step(settings) is anew
    again = load(file, replace=anew)
    assert again.values is not None
    assert counted(settings) == by_hand(settings) != before
    assert in_step(settings)


def test_values_that_a_killed_load_left_behind_are_made_anew_by_a_load_that_changes_nothing(
    load: Load, settings: Settings, tmp_path: Path
) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", records(20))
    load(file)
    # As after a kill between the papers and their values.
    Administration(settings).mark(live(settings)[0])
    engine(settings).index(index=f"{settings.papers_alias}-values", document={"kind": "author", "key": "nobody", "count": 9})
    report = load(file)
    assert report.new == report.updated == 0
    assert report.values is not None
    assert counted(settings) == by_hand(settings)


def test_papers_of_a_release_without_values_get_them_with_the_next_load(load: Load, settings: Settings, tmp_path: Path) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", records(20))
    load(file)
    engine(settings).indices.delete(index=live(settings)[1])
    assert load(file).values is not None
    assert counted(settings) == by_hand(settings)


def test_another_load_between_the_marks_makes_values_due(load: Load, settings: Settings, tmp_path: Path) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", records(20)))
    papers_index, values_index = live(settings)
    administration = Administration(settings)
    keeper = making.ValueKeeper(settings, administration, papers_index)
    keeper.mark()
    administration.mark(papers_index)
    keeper.finish_update(changed=False)
    assert keeper.count is not None
    assert live(settings)[1] != values_index
    assert in_step(settings)


def test_values_that_were_overtaken_are_dropped(load: Load, settings: Settings, tmp_path: Path) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", records(20))
    load(file)
    keeper = making.ValueKeeper(settings, Administration(settings), live(settings)[0])
    keeper.mark()
    load(write_jsonl(tmp_path / "b.jsonl", records(40)))
    newer = live(settings)
    keeper._switch(keeper.make(keeper._generation))
    assert live(settings) == newer
    assert counted(settings) == by_hand(settings)
    assert len(engine(settings).indices.get(index=f"{settings.papers_alias}-values-*")) == 2


def test_every_value_is_counted_once_however_they_are_parted(
    load: Load, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [
        {"title": f"Paper {n}", "authors": [f"Person {chr(97 + n % 26)}{chr(97 + n // 26)}x"], "year": 2000} for n in range(300)
    ]
    load(write_jsonl(tmp_path / "a.jsonl", many))
    whole = [pair for page in ValueSource(settings, settings.papers_alias).counts("author_keys") for pair in page]
    assert len(whole) == 300
    # Parts that are too full are parted again, to the same values.
    monkeypatch.setattr(reading, "PART", 100)
    monkeypatch.setattr(reading, "MOST", 40)
    pages = list(ValueSource(settings, settings.papers_alias).counts("author_keys"))
    assert len(pages) > 3
    assert all(len(page) <= 40 for page in pages)
    assert sorted(pair for page in pages for pair in page) == sorted(whole)


def test_the_report_tells_the_seconds_of_the_values(load: Load, tmp_path: Path) -> None:
    report = load(write_jsonl(tmp_path / "a.jsonl", records(10)))
    content = json.loads(json.dumps(report.as_dict()))
    assert content["values"] == report.values
    assert content["values_seconds"] == report.values_seconds > 0
    assert any(line.startswith("values") for line in report.lines())


def test_an_alias_that_ends_like_that_of_values_is_refused(settings: Settings) -> None:
    with pytest.raises(ConfigurationError, match="PAPERS_ALIAS"):
        Administration(replace(settings, papers_alias=f"{settings.papers_alias}-values"))


def test_a_load_that_writes_while_values_are_switched_leaves_them_due(
    load: Load, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", records(20)))
    papers_index, _ = live(settings)
    switch = Administration.switch_values

    def disturbed(self: Administration, old: str | None, values_index: str) -> bool:
        self.mark(papers_index)
        return switch(self, old, values_index)

    monkeypatch.setattr(Administration, "switch_values", disturbed)
    load(write_jsonl(tmp_path / "b.jsonl", records(30)))
    monkeypatch.undo()
    assert not in_step(settings)
    assert load(tmp_path / "b.jsonl").values is not None
    assert in_step(settings)


def test_an_alias_that_was_moved_meanwhile_is_moved_from_where_it_is(
    load: Load, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", records(20))
    load(file)
    switch = Administration.switch_values
    moved: list[str] = []

    def late(self: Administration, old: str | None, values_index: str) -> bool:
        if not moved:
            other = self.create_values(live(settings)[0])
            moved.append(other)
            assert switch(self, old, other)
        return switch(self, old, values_index)

    monkeypatch.setattr(Administration, "switch_values", late)
    load(write_jsonl(tmp_path / "b.jsonl", records(30)))
    assert moved
    assert live(settings)[1] not in moved
    assert counted(settings) == by_hand(settings)


@pytest.mark.parametrize("anew", [False, True])
def test_a_kill_at_any_moment_leaves_no_values_without_papers_and_the_next_load_the_right_values(
    anew: bool, load: Load, settings: Settings, tmp_path: Path
) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", records(3000))
    if not anew:
        load(write_jsonl(tmp_path / "seed.jsonl", [{"title": "Seed", "authors": ["San Zhang"]}]))
    chance = random.Random(anew)  # noqa: S311
    options = ["--replace"] if anew else []
    command = [sys.executable, "-m", "scripts.load", str(file), "--rejects", str(tmp_path / "rejects.jsonl"), *options]
    environment = {**os.environ, "ELASTICSEARCH_URL": settings.elasticsearch_url, "PAPERS_ALIAS": settings.papers_alias}
    kills, longest = 0, 6.0
    while kills < 3:
        process = subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(chance.uniform(0.5, longest))
            longest *= 0.8  # It was done before it could be killed.
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
        administration = Administration(settings)
        assert administration.live_values() is None or administration.live() is not None
    load(file, replace=anew)
    assert counted(settings) == by_hand(settings)
    assert in_step(settings)
    indices = engine(settings).indices.get(index=f"{settings.papers_alias}-*")
    assert sum("-values-" in name for name in indices) <= 2
