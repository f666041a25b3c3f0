"""What lies behind an alias, and making, putting back and removing it by command."""

from __future__ import annotations

import contextlib
import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from administering import concrete, engine, killed_at, live, script, sources_of, tidy  # noqa: F401
from loads import papers, stored, write_jsonl

from service.errors import LoadError
from service.index import Administration
from service.index.deleted import Deletions
from service.index.inspecting import inspect
from service.loading.beginning import create_empty
from service.loading.checking import check
from service.loading.reindexing import run_reindex
from service.loading.rollback import plan_rollback, run_rollback
from service.settings import Settings
from tests.conftest import Loader

pytestmark = pytest.mark.engine


def test_the_state_of_an_alias_is_told_at_every_step(
    load: Loader, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script(settings, "status") == 1
    assert "No papers have been loaded yet" in capsys.readouterr().out
    load(write_jsonl(tmp_path / "gone.jsonl", [{"id": "gone", "title": "Soon gone"}]))
    load(write_jsonl(tmp_path / "a.jsonl", papers(20)), replace=True)
    assert script(settings, "status", "--json") == 0
    state = json.loads(capsys.readouterr().out)
    assert (state["papers"], state["deleted"], state["problems"], state["values_in_step"]) == (18, 1, [], True)
    assert state["live"] == live(settings)
    assert [one["state"] for one in state["indices"] if one["kind"] == "papers"] == ["old", "live"]
    assert all(one["health"] == "green" and one["made"].endswith("Z") for one in state["indices"])
    killed_at(settings, "service.loading.copies:Copy.settle", "after", "reindex")
    build = Administration(settings).create()
    states = {one.name: one for one in inspect(settings).indices if one.kind == "papers"}
    assert states[build].state == "building"
    assert states[build].by
    assert [one.state for one in states.values()].count("left over") == 1
    Administration(settings).delete(build)
    killed_at(settings, "service.index.administration:Administration.close", "after", "reindex")
    assert script(settings, "status") == 1
    assert "takes no writes since a command was killed" in capsys.readouterr().out


def test_an_empty_index_is_made_once_and_takes_a_load(load: Loader, settings: Settings, tmp_path: Path) -> None:
    assert script(settings, "create", "--dry-run") == 0
    assert concrete(settings) == set()
    assert script(settings, "create") == 0
    assert script(settings, "create") == 1
    assert script(settings, "status") == 0
    assert script(settings, "verify") == 0
    report = load(write_jsonl(tmp_path / "a.jsonl", papers(5)))
    assert (report.new, report.index) == (5, live(settings))
    assert check(settings).agrees


def test_of_several_that_create_at_once_one_index_is_live(settings: Settings) -> None:
    def run() -> None:
        with contextlib.suppress(LoadError):
            create_empty(settings)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert live(settings)
    assert check(settings).counts in ({}, {"values": 1})


@pytest.mark.parametrize("command", ["create", "reindex", "rollback", "verify", "delete --id x --yes", "prune", "export x.jsonl"])
def test_an_alias_whose_name_is_an_index_is_refused_by_every_command(
    command: str, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    engine(settings).indices.create(index=settings.papers_alias)
    assert script(settings, *command.split()) == 1
    assert "set PAPERS_ALIAS to another name" in capsys.readouterr().err
    assert script(settings, "status") == 1
    assert "set PAPERS_ALIAS to another name" in capsys.readouterr().out
    assert engine(settings).indices.get(index=f"{settings.papers_alias}*").body.keys() == {settings.papers_alias}


def test_the_index_before_comes_back_with_its_values(
    load: Loader, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script(settings, "rollback") == 1
    load(write_jsonl(tmp_path / "a.jsonl", papers(20)))
    first, before = live(settings), sources_of(settings)
    values = Administration(settings).live_values()
    assert script(settings, "rollback", "--yes") == 1
    run_reindex(settings)
    second = live(settings)
    # Values are made anew, and two older ones kept: those before, and those of the index before.
    load(write_jsonl(tmp_path / "b.jsonl", [{"id": "new", "title": "Loaded since"}]))
    load(write_jsonl(tmp_path / "c.jsonl", [{"id": "newer", "title": "Loaded since, too"}]))
    plan = plan_rollback(settings)
    assert (plan.live, plan.target, plan.lost, plan.papers, plan.papers_then) == (second, first, 2, 20, 18)
    assert script(settings, "rollback", "--dry-run") == 0
    with pytest.raises(SystemExit) as ended:
        script(settings, "rollback")
    assert ended.value.code == 2
    assert live(settings) == second
    assert script(settings, "rollback", "--yes") == 0
    assert (live(settings), Administration(settings).live_values()) == (first, values)
    assert sources_of(settings) == before
    assert [name for name, _ in Deletions(settings).records()] == ["new", "newer"]
    assert check(settings).agrees
    capsys.readouterr()
    assert script(settings, "rollback", "--yes") == 1, "again would go further back than there is anything"
    assert f"--to: {second}" in capsys.readouterr().err
    assert load(tmp_path / "b.jsonl").new == 1, "it takes loads again"
    assert script(settings, "rollback", "--to", second, "--yes") == 0
    assert {"new", "newer"} <= set(stored(settings))
    assert check(settings).agrees


def test_values_that_are_not_there_any_more_are_made_for_a_rollback(load: Loader, settings: Settings, tmp_path: Path) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", papers(20)))
    first = live(settings)
    administration = Administration(settings)
    values = administration.live_values()
    run_reindex(settings)
    administration.delete(str(values))
    run_rollback(settings, plan_rollback(settings))
    assert live(settings) == first
    assert check(settings).agrees


def test_an_index_of_another_mapping_is_not_put_back(load: Loader, settings: Settings, tmp_path: Path) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", papers(5)))
    Administration(settings).note(live(settings), version=2)
    run_reindex(settings)
    with pytest.raises(LoadError, match="go back to the release that made it"):
        plan_rollback(settings)


@pytest.mark.parametrize(
    ("point", "when", "moved"),
    [
        ("service.index.administration:Administration.close", "after", False),
        ("service.index.deleted:Deletions.record", "after", False),
        ("service.index.administration:Administration._move", "after", True),
        ("service.index.administration:Administration.switch", "after", True),
        ("service.index.deleted:Deletions.settle", "before", True),
    ],
)
def test_a_killed_rollback_leaves_one_index_that_takes_loads(
    point: str, when: str, moved: bool, load: Loader, settings: Settings, tmp_path: Path
) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", papers(20)))
    first = live(settings)
    run_reindex(settings)
    second = live(settings)
    load(write_jsonl(tmp_path / "b.jsonl", [{"id": "new", "title": "Loaded since"}]))
    killed_at(settings, point, when, "rollback", "--yes")
    assert live(settings) == (first if moved else second)
    assert load(write_jsonl(tmp_path / "c.jsonl", [{"id": "newer", "title": "After it"}])).new == 1
    assert ("new" in stored(settings)) == (not moved)
    assert [name for name, _ in Deletions(settings).records() if name not in stored(settings)] == (["new"] if moved else [])
    assert check(settings).agrees
    assert Administration(settings).unused(keep=5) == [], "nothing whole is taken for a dead build"


def test_only_what_nobody_needs_is_pruned(load: Loader, settings: Settings, tmp_path: Path) -> None:
    other = replace(settings, papers_alias=f"{settings.papers_alias}-v9")
    create_empty(other)
    for count in (5, 10, 15):
        load(write_jsonl(tmp_path / "a.jsonl", papers(count)), replace=True)
    build = Administration(settings).create()
    killed_at(settings, "service.loading.copies:Copy.settle", "after", "reindex")
    before = concrete(settings)
    assert script(settings, "prune", "--keep", "0", "--dry-run") == 0
    assert concrete(settings) == before
    with pytest.raises(SystemExit) as ended:
        script(settings, "prune", "--keep", "0")
    assert ended.value.code == 2
    assert script(settings, "prune", "--yes") == 0
    assert len(concrete(settings) - {build} - concrete(other)) == 4, "the pair before is kept"
    assert script(settings, "prune", "--keep", "0", "--yes") == 0
    assert concrete(settings) - concrete(other) == {live(settings), Administration(settings).live_values(), build}
    assert script(settings, "prune", "--keep", "0", "--yes") == 0, "again there is nothing to do"
    assert len(concrete(other)) == 2
    assert len(stored(settings)) == 14


@pytest.mark.parametrize(
    "arguments", [[], ["odd"], ["prune", "--keep", "-1"], ["import"], ["import", "x", "--merge", "--replace"]]
)
def test_wrong_usage_ends_with_2(arguments: list[str], settings: Settings) -> None:
    with pytest.raises(SystemExit) as ended:
        script(settings, *arguments)
    assert ended.value.code == 2


def test_an_engine_that_is_away_is_said_with_its_address(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    away = replace(settings, elasticsearch_url="http://127.0.0.1:9")
    assert script(away, "status") == 1
    assert "http://127.0.0.1:9" in capsys.readouterr().err
