"""Did you mean: `meta.suggestion` of searches on a real engine, in both languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from elasticsearch import Elasticsearch
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loads import write_jsonl
from recording import Recording, recorded

from service.loading import LoadOptions, find_inputs, run_load
from service.query.spelling import FEW
from service.settings import Settings

pytestmark = pytest.mark.engine

THINGS = ("images", "speech", "molecules", "proteins", "traffic", "weather", "maps")
PAPERS: list[dict[str, Any]] = [
    *(
        {
            "title": f"Convolutional networks for {thing}", "abstract": f"We train a transformer on {thing}.",
            "keywords": ["convolutional networks"], "authors": ["Devriş Example"],
        }
        for thing in THINGS
    ),
    *(
        {
            "title": f"正则化方法研究（{n}）", "abstract": "本文研究神经网络与支持向量机。",
            "keywords": ["正则化", "学习", "太极拳"],
        }
        for n in range(1, 7)
    ),
    {"title": "On a Convolutionel Codec", "authors": ["Jon Exampel"]},
    {"title": "Notes", "abstract": "A convolutoinal slip."},
]  # fmt: skip


@pytest.fixture(scope="module")
def loaded(base_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of an index with PAPERS alone."""
    chosen = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-meant")
    folder = tmp_path_factory.mktemp("meant")
    path = write_jsonl(folder / "a.jsonl", PAPERS)
    report = run_load(chosen, find_inputs([str(path)]), LoadOptions(rejects=folder / "rejects.jsonl"))
    assert report.papers_in_index == len(PAPERS)
    return chosen


@pytest.fixture(scope="module")
def asked(loaded: Settings) -> tuple[FlaskClient, Recording]:
    """A client over PAPERS, and what its index was asked."""
    return recorded(loaded)


@pytest.fixture
def few(asked: tuple[FlaskClient, Recording]) -> FlaskClient:
    """A client over PAPERS alone."""
    return asked[0]


def meta(client: FlaskClient, q: str, **parameters: Any) -> dict[str, Any]:
    response = client.get("/api/v1/papers", query_string={"q": q, "facets": "none", **parameters})
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json["meta"]
    return found


@pytest.mark.parametrize(
    ("q", "meant"),
    [
        ("transfromer", "transformer"), ("Transformr", "Transformer"), ("TRANSFORMRE", "TRANSFORMER"),
        ("rtansformer", "transformer"), ("transfromer molecules", "transformer molecules"), ("title:netwrks", "title:networks"),
        ('"transfromer on"', '"transformer on"'), ("convolutional netwrks", "convolutional networks"),
        ("convolutoinal networks", "convolutional networks"),
        ("正则华", "正则化"), ("正则华方法", "正则化方法"), ("正則華", "正则化"), ("神经网落", "神经网络"),
        ("支持向两机", "支持向量机"), ("太级拳", "太极拳"), ("雪习", "学习"), ("正则华 transformer", "正则化 transformer"),
        ("Devris Exaple", "Devriş Example"), ("author:Exampla", None), ('author:"Devris Exaple"', 'author:"Devriş Example"'),
    ],
)  # fmt: skip
def test_a_slip_is_answered_with_what_was_meant(few: FlaskClient, q: str, meant: str | None) -> None:
    assert meta(few, q)["suggestion"] == meant


@pytest.mark.parametrize(
    "q",
    [
        "", "transformer", "convolutional networks", "Convolutionel", "Jon Exampel", "Exampel", "images speech proteins",
        "正则化", "学习", "太极拳", "太极拳 支持向量机",
        "networks for", "xyzzyq", "transfromer xyzzyq", "2019", "C++", "的", "弄不懂的话",
        "slip", "Notes", "convolutoinal", "author:Exampel", "-transfromer", "doi:10.1000/transfromer", "year:2019",
    ],
)  # fmt: skip
def test_what_is_written_well_or_near_to_nothing_is_left(few: FlaskClient, q: str) -> None:
    assert meta(few, q)["suggestion"] is None


def test_what_is_suggested_finds_more_than_what_was_typed(few: FlaskClient) -> None:
    for q in ("transfromer", "convolutoinal networks", "正则华", "支持向两机", "title:netwrks"):
        found = meta(few, q)
        better = meta(few, found["suggestion"])
        assert better["count"] > 0
        assert not better["warnings"]
        assert better["suggestion"] is None


def test_a_search_never_asks_the_engine_more_than_twice(asked: tuple[FlaskClient, Recording]) -> None:
    client, index = asked
    for q in ("transfromer", "convolutoinal networks", "正则华 transfromer", "xyzzyq plughq", "transformer", "Exampel", ""):
        before = index.trips
        found = meta(client, q)
        assert index.trips - before <= 2
        if found["count"] > FEW and not found["warnings"]:
            assert index.trips - before == 1, "what has results is not doubted"


def test_a_relaxed_search_says_both_that_it_is_relaxed_and_what_may_be_meant(few: FlaskClient) -> None:
    found = meta(few, "transfromer molecules")
    assert [warning["code"] for warning in found["warnings"]] == ["relaxed"]
    assert found["count"] > 0
    assert found["suggestion"] == "transformer molecules"
    strict = meta(few, "transfromer molecules", strict="true")
    assert (strict["count"], strict["warnings"], strict["suggestion"]) == (0, [], "transformer molecules")


def test_filters_that_leave_nothing_are_no_slip(few: FlaskClient) -> None:
    assert meta(few, "transformer", language="de")["suggestion"] is None
    assert meta(few, "slip", year="1999")["suggestion"] is None
    assert meta(few, "transfromer", language="en")["suggestion"] == "transformer"


def test_corrections_are_no_expansions_of_the_query(few: FlaskClient) -> None:
    found = meta(few, "正则华")
    assert found["suggestion"] == "正则化"
    assert "正则化" not in [one["from"] for one in found["query"]["expanded"]]


def test_an_index_without_values_still_suggests(loaded: Settings, tmp_path: Path) -> None:
    chosen = replace(loaded, papers_alias=f"{loaded.papers_alias}-bare")
    path = write_jsonl(tmp_path / "a.jsonl", PAPERS)
    run_load(chosen, find_inputs([str(path)]), LoadOptions(rejects=tmp_path / "rejects.jsonl"))
    engine = Elasticsearch(chosen.elasticsearch_url)
    for name in engine.indices.get_alias(name=f"{chosen.papers_alias}-values"):
        engine.indices.delete(index=name)
    client, _ = recorded(chosen)
    assert meta(client, "transfromer")["suggestion"] == "transformer"
    assert meta(client, "正则华")["suggestion"] == "正则化"


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(max_size=300)
    | st.text(alphabet='ab "*?~\\/(){}[]:+-^&|!正则华学席Ωß𝛼\u0301\u200d', max_size=60)
    | st.lists(st.sampled_from(["transfromer", "正则华", "AND", "title:", '"', "author:Exampl", "-", "雪习"]), max_size=8).map(
        " ".join
    )
)
def test_any_text_gives_200(few: FlaskClient, text: str) -> None:
    suggestion = meta(few, text)["suggestion"]
    assert suggestion is None or (isinstance(suggestion, str) and suggestion != text)
