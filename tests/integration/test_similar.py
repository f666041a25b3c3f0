"""Related papers over a real engine: answered like a search, never the paper itself, both languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from loads import write_jsonl

from service.app import create_app
from service.loading import LoadOptions, find_inputs, run_load
from service.settings import Settings

pytestmark = pytest.mark.engine

PAPERS: list[dict[str, Any]] = [
    {
        "id": "gnn", "title": "Graph Neural Networks for Molecular Property Prediction", "venue": "A", "year": 2020,
        "abstract": "Message passing over molecules predicts their properties.", "keywords": ["graph neural networks"],
        "ids": {"doi": ["10.1000/gnn/one"]},
    },
    {
        "id": "gnn2", "title": "Molecular Graphs and Message Passing", "venue": "A", "year": 2021,
        "abstract": "Graph neural networks learn molecules.", "keywords": ["Graph Neural Networks"],
    },
    {"id": "gnn3", "title": "Predicting properties of molecules with graphs", "venue": "B", "year": 2019, "abstract": "Neural."},
    {
        "id": "zh-gnn", "title": "基于图神经网络的分子性质预测", "venue": "丙", "year": 2022,
        "abstract": "本文用图神经网络预测分子的性质。", "keywords": ["图神经网络", "分子性质", "预测"],
    },
    {
        "id": "zh-gnn2", "title": "图神经网络与分子预测综述", "venue": "丙", "year": 2023,
        "abstract": "综述图神经网络在分子中的应用。",
    },
    {"id": "speech", "title": "Hidden Markov models of speech", "venue": "B", "year": 2001, "abstract": "Phonemes in noise."},
    {"id": "speech2", "title": "Speech in noise by hidden Markov models", "venue": "B", "year": 2002, "abstract": "Phonemes."},
    {"id": "tea", "title": "茶叶种植技术", "venue": "丁", "year": 2011, "abstract": "介绍茶叶的种植。"},
    {"id": "bare", "title": "Zymurgy"},
]  # fmt: skip
Ask = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def loaded(base_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of an index with PAPERS, one of them known by an earlier id too."""
    chosen = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-akin")
    folder = tmp_path_factory.mktemp("akin")
    again = {"id": "an-earlier-id", "title": "Speech in noise by hidden Markov models", "ids": {"doi": ["10.1000/speech"]}}
    first = write_jsonl(folder / "a.jsonl", [*PAPERS, again])
    second = write_jsonl(folder / "b.jsonl", [{**PAPERS[6], "ids": {"doi": ["10.1000/speech"]}}])
    for path in (first, second):
        run_load(chosen, find_inputs([str(path)]), LoadOptions(rejects=folder / "rejects.jsonl"))
    return chosen


@pytest.fixture(scope="module")
def akin(loaded: Settings) -> FlaskClient:
    """A client over PAPERS alone."""
    return create_app(loaded).test_client()


def ask(client: FlaskClient, paper: str, **parameters: Any) -> dict[str, Any]:
    response = client.get(f"/api/v1/papers/{paper}/similar", query_string=parameters)
    assert response.status_code == 200, response.text
    content: dict[str, Any] = response.json
    return content


def ids(content: dict[str, Any]) -> list[str]:
    return [paper["id"] for paper in content["results"]]


def test_papers_on_the_same_thing_come_in_both_languages_the_papers_own_first(akin: FlaskClient) -> None:
    found = ids(ask(akin, "gnn"))
    assert set(found[:2]) == {"gnn2", "gnn3"}
    assert "zh-gnn" in found[2:]
    assert not {"tea", "speech", "bare"} & set(found)
    found = ids(ask(akin, "zh-gnn"))
    assert found[0] == "zh-gnn2"
    assert "gnn" in found[1:]
    assert "tea" not in found


@pytest.mark.parametrize("paper", [paper["id"] for paper in PAPERS if paper["id"] != "speech2"])
def test_a_paper_is_never_among_its_like_and_all_shapes_have_an_answer(akin: FlaskClient, paper: str) -> None:
    content = ask(akin, paper)
    assert paper not in ids(content)
    assert content["meta"]["count"] == len(content["results"])
    assert content["meta"]["query"]["similar_to"] == {
        "id": paper, "title": next(one["title"] for one in PAPERS if one["id"] == paper),
    }  # fmt: skip


def test_a_paper_unlike_all_others_has_an_empty_answer(akin: FlaskClient) -> None:
    content = ask(akin, "bare")
    assert (content["meta"]["count"], content["results"], content["links"]["next"]) == (0, [], None)
    assert content["facets"]["venue"]["values"] == []


def test_the_answer_is_shaped_like_that_of_a_search(akin: FlaskClient) -> None:
    search = akin.get("/api/v1/papers?q=graph").json
    content = ask(akin, "gnn")
    assert content.keys() == search.keys()
    assert content["meta"].keys() == search["meta"].keys()
    assert content["results"][0].keys() == search["results"][0].keys()
    assert content["facets"].keys() == search["facets"].keys()
    assert content["meta"]["query"]["expanded"], "it says what was looked for in the other language"


def test_filters_facets_pages_and_fields_work_as_in_a_search(akin: FlaskClient) -> None:
    whole = ask(akin, "gnn")
    assert ids(ask(akin, "gnn", venue="B")) == ["gnn3"]
    assert "gnn3" not in ids(ask(akin, "gnn", **{"venue.not": "B"}))
    assert all(value["count"] == len(ids(ask(akin, "gnn", venue=value["key"]))) for value in whole["facets"]["venue"]["values"])
    second = ask(akin, "gnn", size=1, page=2, fields="id", facets="none")
    assert second["results"] == [{"id": ids(whole)[1]}]
    assert second["facets"] == {}
    assert second["links"]["prev"].startswith("/api/v1/papers/gnn/similar?size=1")


def test_the_other_language_can_be_left_out(akin: FlaskClient) -> None:
    content = ask(akin, "gnn", expand="off")
    assert {paper["language"] for paper in content["results"]} == {"en"}
    assert content["meta"]["query"]["expanded"] == []


@pytest.mark.parametrize("name", ["doi:10.1000/gnn/one", "doi:10.1000%2Fgnn%2Fone", "https://doi.org/10.1000/gnn/one"])
def test_a_paper_is_named_by_any_identifier(akin: FlaskClient, name: str) -> None:
    assert ids(ask(akin, name)) == ids(ask(akin, "gnn"))


def test_a_merged_id_leads_to_the_paper_that_it_became_part_of(akin: FlaskClient) -> None:
    papers = {name: akin.get(f"/api/v1/papers/{name}") for name in ("speech2", "an-earlier-id")}
    earlier = next(name for name, response in papers.items() if response.status_code == 301)
    (kept,) = papers.keys() - {earlier}
    response = akin.get(f"/api/v1/papers/{earlier}/similar?size=5")
    assert response.status_code == 301
    assert response.headers["Location"].endswith(f"/api/v1/papers/{kept}/similar?size=5")
    assert not {earlier, kept} & set(ids(ask(akin, kept)))
    assert "speech" in ids(ask(akin, kept))


def test_an_unknown_paper_is_404(akin: FlaskClient) -> None:
    for name in ("nobody", "doi:10.1000/nothing"):
        response = akin.get(f"/api/v1/papers/{name}/similar")
        assert (response.status_code, response.json["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("q=graph", "q", "is no parameter here; valid are category"), ("sort=newest", "sort", "is no parameter here"),
        ("cursor=*", "cursor", "is no parameter here"),
        ("highlight=true", "highlight", "is no parameter here"), ("foo=1", "foo", "is no parameter here"),
        ("size=0", "size", "from 1 to 100"), ("page=501&size=20", "page", "10,000"), ("facets=all", "facets", "valid are"),
        ("fields=secret", "fields", "valid are"),
    ],
)  # fmt: skip
def test_a_bad_parameter_is_named(akin: FlaskClient, query: str, field: str, words: str) -> None:
    response = akin.get(f"/api/v1/papers/gnn/similar?{query}")
    assert (response.status_code, response.mimetype) == (400, "application/problem+json")
    assert [words in error["message"] for error in response.json["errors"] if error["field"] == field] == [True]


def test_every_known_paper_has_an_answer(client: FlaskClient) -> None:
    for paper in client.get("/api/v1/papers?size=100&fields=id&facets=none").json["results"]:
        assert paper["id"] not in ids(ask(client, paper["id"], facets="none"))


def test_before_the_first_load_it_is_503(base_settings: Settings) -> None:
    none = create_app(replace(base_settings, papers_alias=f"{base_settings.papers_alias}-none")).test_client()
    assert none.get("/api/v1/papers/a/similar").json["code"] == "nothing_loaded"
