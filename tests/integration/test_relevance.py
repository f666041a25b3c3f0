"""Relevance does not fall: a fast part of `make eval`, held against the figures that were recorded last.

And the evaluation itself measures what it says, on a few papers of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import orjson
import pytest
from elasticsearch import Elasticsearch

from scripts.evaluate import crosslanguage
from scripts.evaluate.__main__ import main
from scripts.evaluate.measuring import Loaded, indices, measure
from scripts.evaluate.model import Corpus, Questions, Record, Task, record
from scripts.evaluate.table import read_record
from scripts.evaluate.tasks import CORPORA, TASKS

pytestmark = pytest.mark.engine

FAST = ("scifact", "cacm", "csl-keyword")
# One question is .003 of SciFact, .02 of CACM and .0005 of CSL: CACM falls with half a question, the others with several.
MARGIN = 0.01


@pytest.fixture(scope="module")
def place(engine_url: str) -> Iterator[Callable[[Corpus], Loaded]]:
    with indices(engine_url) as found:
        yield found


@pytest.mark.parametrize("name", FAST)
@pytest.mark.usefixtures("shared")
def test_no_figure_is_below_the_recorded_one(name: str, place: Callable[[Corpus], Loaded]) -> None:
    recorded = read_record()[name]["ours"]
    measured = measure(TASKS[name], place(CORPORA[TASKS[name].corpus]), plainly=False).ours
    fallen = {one: (recorded[one], measured[one]) for one in recorded if measured[one] < recorded[one] - MARGIN}
    assert not fallen, f"{name} fell by more than {MARGIN} (recorded, measured): {fallen}"
    assert measured.keys() == recorded.keys()


def few() -> Iterable[Record]:
    """250 papers on sorting, of which one is on sorting networks, and two that differ by their ids alone."""
    yield from (record(f"s{number}", titles={"en": f"Sorting method {number}"}) for number in range(250))
    yield record("network", titles={"en": "Sorting networks"})
    yield from (record(name, titles={"en": "The very same title"}) for name in ("same-1", "same-2"))


def ask_few(_: object) -> Questions:
    return Questions(
        {"one": "sorting networks", "many": "sorting", "none": "x" * 1200},
        {"one": {"network": 1}, "many": {f"s{number}": 1 for number in range(250)}, "none": {"same-1": 1}},
    )


def test_a_task_is_measured_through_the_api_over_several_pages(place: Callable[[Corpus], Loaded]) -> None:
    task = Task("few", "few", "few", ask_few, ("R@1", "R@1000"), 1000)
    outcome = measure(task, place(Corpus("few", few)))
    assert [outcome.rankings["one"][0], len(outcome.rankings["many"]), len(set(outcome.rankings["many"]))] == [
        "network",
        251,
        251,
    ]
    assert outcome.rankings["none"] == []
    assert outcome.cut == 1
    assert outcome.ours["R@1000"] == outcome.plain["R@1000"] == round(2 / 3, 4)


def test_papers_that_are_told_apart_by_their_ids_alone_stay_apart(place: Callable[[Corpus], Loaded]) -> None:
    loaded = place(Corpus("few", few))
    assert {own_id for own_id, title in loaded.titles().items() if title == "The very same title"} == {"same-1", "same-2"}


def test_a_collection_that_loses_papers_to_merging_is_not_measured(place: Callable[[Corpus], Loaded]) -> None:
    loaded = place(Corpus("merged", lambda: [{"id": name, "title": "One title", "ids": {"doi": "10.1/x"}} for name in "ab"]))
    with pytest.raises(RuntimeError, match="2 papers became 1"):
        loaded.load()


def test_an_answer_that_is_no_page_of_results_ends_the_run(engine_url: str) -> None:
    with indices(engine_url, extra={"no_such_parameter": "1"}) as found:
        loaded = found(Corpus("few", few))
        loaded.load()
        with pytest.raises(RuntimeError, match="400"):
            loaded.ask_product("sorting", 10)


def test_kept_indices_are_used_again_and_others_are_taken_away(engine_url: str, base_settings: object) -> None:
    prefix = f"{base_settings.papers_alias}-evaluate"  # type: ignore[attr-defined]
    client = Elasticsearch(engine_url, request_timeout=30)
    names = []
    for again in (False, False, True):
        with indices(engine_url, prefix, again=again) as found:
            found(Corpus("few", few)).load()
        names += client.indices.get_alias(name=f"{prefix}-few")
    assert names[0] == names[1] != names[2]
    assert not client.indices.exists(index=names[0])
    with indices(engine_url) as found:
        loaded = found(Corpus("few", few))
        loaded.load()
        assert client.indices.exists_alias(name=loaded.settings.papers_alias)
    assert not client.indices.get(index=f"{loaded.settings.papers_alias}*")


@pytest.mark.usefixtures("shared")
def test_the_command_prints_the_table_and_writes_figures_and_details(
    engine_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ELASTICSEARCH_URL", engine_url)
    monkeypatch.setattr(crosslanguage, "TOPICS", tmp_path / "none.jsonl")
    files = [tmp_path / "figures.json", tmp_path / "details.jsonl"]
    assert main(["--only", "adi", "topics", "--json", str(files[0]), "--details", str(files[1])]) == 0
    printed = capsys.readouterr()
    assert "| ADI | 35      | nDCG@10 |" in printed.out
    assert "adi: 35 queries" in printed.err
    assert "topics: skipped, there is no none.jsonl" in printed.err
    measured = orjson.loads(files[0].read_bytes())["adi"]
    lines = [orjson.loads(line) for line in files[1].read_bytes().splitlines()]
    details = [line for line in lines if line["task"] == "adi"]
    assert round(sum(line["nDCG@10"] for line in details) / 35, 3) == round(measured["ours"]["nDCG@10"], 3)
