"""Terms that the loader learns from papers in both languages, and searches that use them without a restart."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from elasticsearch import Elasticsearch, helpers
from flask.testing import FlaskClient
from loads import write_jsonl

from service.app import create_app
from service.expansion import Expander
from service.index import Administration, PaperIndex, ValueIndex
from service.index import values as reading
from service.loading import Report
from service.searching import Mined, Searcher
from service.settings import Settings

pytestmark = pytest.mark.engine
Load = Callable[..., Report]

# No table of ours has it, and its parts translated by the dictionary (quantum, coffee machine) find nothing.
TERM = ("量子咖啡机", "entangled espresso brewer")
ENGLISH: dict[str, Any] = {"id": "en", "title": "An Entangled Espresso Brewer for Cold Atoms", "authors": ["Wu Wang"]}


def bilingual(n: int, chinese: str = TERM[0], english: str = TERM[1], **values: Any) -> dict[str, Any]:
    """A paper whose records say the same in both languages."""
    return {
        "id": f"both-{n}",
        "titles": {
            "zh": f"第{n}号实验室的若干问题及其讨论",
            "en": f"Some questions of laboratory number {n} and what they are about",
        },
        "authors": ["张三"],
        "keywords": {"zh": ["实验", chinese], "en": ["Experiment", english]},
        **values,
    }


def written(tmp_path: Path, *papers: dict[str, Any]) -> Path:
    return write_jsonl(tmp_path / "papers.jsonl", [ENGLISH, *papers])


def read(mined: Mined) -> dict[str, str]:
    """What the table says when a reading that is due has ended."""
    mined.table()
    waited(lambda: not mined._reading.locked())
    return dict(mined._table.english)


def waited(done: Callable[[], Any]) -> Any:
    end = time.monotonic() + 10
    while not (found := done()) and time.monotonic() < end:
        time.sleep(0.02)
    return found


def searching(settings: Settings) -> tuple[FlaskClient, Mined]:
    """An application, and its mined terms, which are read whenever they are asked for."""
    app = create_app(settings)
    mined = Mined(app.extensions["values"], seconds=0.0)
    app.extensions["searcher"] = Searcher(PaperIndex(settings), Expander(mined=mined.table))
    return app.test_client(), mined


def search(client: FlaskClient, q: str, **parameters: str) -> tuple[list[str], list[dict[str, Any]]]:
    """The ids found and what was added to the query."""
    response = client.get("/api/v1/papers", query_string={"q": q, **parameters})
    assert response.status_code == 200, response.text
    return [paper["id"] for paper in response.json["results"]], response.json["meta"]["query"]["expanded"]


def test_a_term_that_three_papers_teach_finds_a_paper_in_english_only(load: Load, settings: Settings, tmp_path: Path) -> None:
    report = load(written(tmp_path, *(bilingual(n) for n in range(3))))
    assert report.terms == 2
    assert any(
        line.split() == ["terms", "2", "learnt", "from", "papers", "in", "Chinese", "and", "English"] for line in report.lines()
    )
    # The application as it is deployed: its first search begins the reading, a later one has it.
    client = create_app(settings).test_client()
    wanted = [{"from": TERM[0], "to": [TERM[1]]}]
    assert waited(lambda: search(client, TERM[0])[1] == wanted)
    ids, _ = search(client, TERM[0])
    assert set(ids[:3]) == {"both-0", "both-1", "both-2"}, "its own words first"
    assert ids[3:] == ["en"]
    assert "en" not in search(client, TERM[0], expand="off")[0]
    assert search(client, "entangled espresso brewers")[1] == [{"from": "entangled espresso brewers", "to": [TERM[0]]}]


@pytest.mark.parametrize(
    "papers",
    [
        pytest.param([bilingual(0)], id="one paper alone"),
        pytest.param(
            [bilingual(n, english=f"{word} espresso brewer") for n, word in enumerate("abcd")], id="everyone says otherwise"
        ),
        pytest.param([bilingual(n, titles={"zh": f"第{n}号实验室"}) for n in range(3)], id="a list that was divided by language"),
    ],
)
def test_what_is_not_trusted_expands_nothing(
    papers: list[dict[str, Any]], load: Load, settings: Settings, tmp_path: Path
) -> None:
    report = load(written(tmp_path, *papers))
    client, mined = searching(settings)
    assert TERM[0] not in read(mined)
    assert TERM[0] not in ValueIndex(settings).pairs()
    ids, expanded = search(client, TERM[0])
    assert TERM[0] not in [one["from"] for one in expanded]
    assert "en" not in ids
    assert report.terms == len(ValueIndex(settings).pairs())


def test_our_own_list_wins_over_what_was_mined(load: Load, settings: Settings, tmp_path: Path) -> None:
    load(written(tmp_path, *(bilingual(n, "图神经网络", "drawing of nerve nets") for n in range(3))))
    client, mined = searching(settings)
    assert read(mined)["图神经网络"] == "drawing of nerve nets"
    (one,) = search(client, "图神经网络")[1]
    assert one["to"][0] == "graph neural network"
    assert "drawing of nerve nets" not in one["to"]


@pytest.mark.parametrize("anew", [False, True])
def test_a_load_is_followed_without_a_restart(anew: bool, load: Load, settings: Settings, tmp_path: Path) -> None:
    load(written(tmp_path, bilingual(0)))
    client, mined = searching(settings)
    assert TERM[0] not in read(mined)
    load(written(tmp_path, bilingual(0), bilingual(1)), replace=anew)
    read(mined)
    assert search(client, TERM[0])[1] == [{"from": TERM[0], "to": [TERM[1]]}]
    load(write_jsonl(tmp_path / "other.jsonl", [ENGLISH]), replace=True)
    assert read(mined) == {}


def test_no_search_waits_or_fails_when_the_engine_is_away_and_the_old_terms_stay(
    load: Load, settings: Settings, tmp_path: Path
) -> None:
    load(written(tmp_path, *(bilingual(n) for n in range(2))))
    values = ValueIndex(settings)
    mined = Mined(values, seconds=0.0)
    known = read(mined)
    assert known[TERM[0]] == TERM[1]
    mined._values = ValueIndex(replace(settings, elasticsearch_url="http://127.0.0.1:9"))
    assert read(mined) == known
    mined._values = values
    assert read(mined) == known


def test_it_is_read_by_one_thread_at_a_time_not_again_before_a_minute_and_no_caller_waits(
    load: Load, settings: Settings, tmp_path: Path
) -> None:
    load(written(tmp_path, *(bilingual(n) for n in range(2))))
    goes_on, begun = threading.Event(), []

    class Slow(ValueIndex):
        def made(self) -> str | None:
            begun.append(threading.current_thread())
            goes_on.wait(10)
            return super().made()

    mined = Mined(Slow(settings))
    callers = [threading.Thread(target=lambda: [mined.table() for _ in range(50)]) for _ in range(8)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(5)
    assert not any(caller.is_alive() for caller in callers)
    assert mined.table().english == {}
    goes_on.set()
    assert read(mined)[TERM[0]] == TERM[1]
    assert len(begun) == 1
    assert begun[0] not in callers


def test_values_that_stayed_are_not_read_again(load: Load, settings: Settings, tmp_path: Path) -> None:
    load(written(tmp_path, *(bilingual(n) for n in range(2))))
    asked = []

    class Counted(ValueIndex):
        def pairs(self) -> dict[str, list[tuple[str, int]]]:
            asked.append(1)
            return super().pairs()

    mined = Mined(Counted(settings), seconds=0.0)
    assert read(mined) == read(mined) != {}
    assert len(asked) == 1


def test_there_are_no_terms_before_the_first_load(settings: Settings) -> None:
    assert ValueIndex(settings).pairs() == {}
    assert read(Mined(ValueIndex(settings))) == {}


def test_pairs_come_page_by_page_best_supported_first_and_no_more_than_are_wanted(
    load: Load, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = "甲乙丙丁戊己庚"
    papers = [
        bilingual(10 * rank + n, f"量子{one}咖啡", f"quantum coffee {rank}")
        for rank, one in enumerate(some)
        for n in range(2 + rank)
    ]
    for paper in papers:
        paper["keywords"] = {code: words[1:] for code, words in paper["keywords"].items()}
    assert load(written(tmp_path, *papers)).terms == len(some)
    whole = ValueIndex(settings).pairs()
    assert list(whole) == [f"量子{one}咖啡" for one in reversed(some)]
    assert whole["量子庚咖啡"] == [("quantum coffee 6", 8)]
    monkeypatch.setattr(reading, "TERM_PAGE", 2)
    assert ValueIndex(settings).pairs() == whole
    monkeypatch.setattr(reading, "MAX_TERMS", 4)
    assert list(ValueIndex(settings).pairs()) == list(whole)[:4]


def test_nothing_that_reads_values_sees_a_term(load: Load, settings: Settings, tmp_path: Path) -> None:
    load(written(tmp_path, *(bilingual(n) for n in range(3))))
    client = create_app(settings).test_client()
    for typed in ("量", "量子咖啡机", "咖啡", "liangzikafeiji", "lzkfj", "entangled espresso", "e", "b", "term", "实验"):
        found = client.get("/api/v1/suggest", query_string={"q": typed}).json["suggestions"]
        assert {one["type"] for one in found} <= {"author", "keyword", "category", "venue", "title"}, typed
        named = [(one["type"], one["key"]) for one in found]
        assert len(named) == len(set(named)), "the keyword, and not the term again"
    assert client.get("/api/v1/suggest", query_string={"q": "量子", "types": "term"}).status_code == 400
    # What is asked of the values beside a search: a misprint is corrected to a keyword and never to a term.
    assert client.get("/api/v1/papers", query_string={"q": "entangled espreso brewer"}).json["meta"]["suggestion"] == TERM[1]
    assert client.get("/api/v1/papers", query_string={"q": "量子咖非机"}).status_code == 200
    everything = helpers.scan(Elasticsearch(settings.elasticsearch_url), index=f"{settings.papers_alias}-values")
    terms = [hit["_source"] for hit in everything if hit["_source"]["kind"] == "term"]
    assert sorted(term["key"] for term in terms) == sorted(["实验", TERM[0]])
    for term in terms:
        assert term.keys() == {"kind", "key", "count", "senses"}, "no form by which what is typed could find it"


def test_a_load_that_changes_nothing_keeps_the_terms(load: Load, settings: Settings, tmp_path: Path) -> None:
    file = written(tmp_path, *(bilingual(n) for n in range(2)))
    load(file)
    before = ValueIndex(settings).pairs()
    report = load(file)
    assert (report.values, report.terms) == (None, None)
    assert ValueIndex(settings).pairs() == before != {}


def test_values_of_the_earlier_schema_are_made_anew_with_terms(load: Load, settings: Settings, tmp_path: Path) -> None:
    file = written(tmp_path, *(bilingual(n) for n in range(2)))
    load(file)
    administration = Administration(settings)
    live = administration.live_values()
    assert live is not None
    meta = administration.meta(live)
    Elasticsearch(settings.elasticsearch_url).indices.put_mapping(index=live, meta={**meta, "version": 1})
    report = load(file)
    assert report.terms == 2
    assert administration.live_values() != live
