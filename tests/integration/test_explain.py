"""/explain over a real engine: how queries are read, and that it tells the truth about what is sent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from elasticsearch import Elasticsearch
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from recording import Recording, recorded

from service.app import create_app
from service.mapping import index_body
from service.searching.explaining import RULES, analyzers
from service.settings import Settings

pytestmark = pytest.mark.engine

QUERIES: list[dict[str, Any]] = [
    {}, {"q": "graph"}, {"q": "图神经网络 bert"}, {"q": "graph networks", "category": "Deep Learning", "year": "2015.."},
    {"q": "graph AND (neural OR 神经) -survey", "sort": "newest", "page": 2, "size": 3},
    {"q": '"in space"', "highlight": "false"},
    {"q": "a long query of more than four words about graphs"}, {"q": "zzzyx graph robots"}, {"q": "grpah"},
    {"q": "graph", "expand": "off", "facets": "author", "facet.author.size": 50}, {"q": "robots", "language": "de"},
]  # fmt: skip


@pytest.fixture(scope="module")
def asked(known_settings: Settings) -> tuple[FlaskClient, Recording]:
    """A client over the known papers, and what its index was asked."""
    return recorded(known_settings)


def explain(client: FlaskClient, **parameters: Any) -> dict[str, Any]:
    response = client.get("/api/v1/explain", query_string=parameters)
    assert response.status_code == 200, response.text
    content: dict[str, Any] = response.json
    return content


@pytest.mark.parametrize("parameters", QUERIES, ids=str)
def test_the_body_is_exactly_what_papers_sends(asked: tuple[FlaskClient, Recording], parameters: dict[str, Any]) -> None:
    client, index = asked
    index.asked.clear()
    papers = client.get("/api/v1/papers", query_string=parameters).json
    sent = list(index.asked)
    content = explain(client, **parameters)
    told = [content["elasticsearch"], *(one["body"] for one in content["also_sent"])]
    assert content["elasticsearch"] in sent
    assert len(told) == len(sent)
    assert all(body in sent for body in told)
    hits = index.search(content["elasticsearch"])["hits"]
    assert [hit["_source"]["id"] for hit in hits["hits"]] == [paper["id"] for paper in papers["results"]]
    assert hits["total"]["value"] == papers["meta"]["count"] == content["meta"]["count"]


@pytest.mark.parametrize("parameters", QUERIES, ids=str)
def test_its_meta_is_that_of_the_search(client: FlaskClient, parameters: dict[str, Any]) -> None:
    found = client.get("/api/v1/papers", query_string=parameters).json["meta"]
    assert explain(client, **parameters)["meta"] | {"took_ms": 0} == found | {"took_ms": 0}


@pytest.mark.parametrize(
    "query", ["foo=1", "size=0", "sort=best&page=0", "facets=all", "q=a&q=b", "year=soon", "strict=true&q=(a", "q=" + "a" * 1001]
)
def test_what_papers_refuses_it_refuses_alike(client: FlaskClient, query: str) -> None:
    one, other = (client.get(f"/api/v1/{path}?{query}") for path in ("papers", "explain"))
    assert (one.status_code, one.mimetype) == (400, "application/problem+json")
    assert (other.status_code, other.json["errors"]) == (400, one.json["errors"])


@pytest.mark.parametrize(
    "q", ["Graph-Networks 图神经网络", "張三's ＢＥＲＴ", "C++ naïve 包", 'title:"in space" author:Zhang', "𠮷野家 graphs"]
)
def test_tokens_are_what_the_engine_makes_of_the_words(client: FlaskClient, known_settings: Settings, q: str) -> None:
    tokens = explain(client, q=q)["tokens"]
    engine = Elasticsearch(known_settings.elasticsearch_url)
    assert tokens["fields"].keys() == analyzers().keys()
    for field, analyzer in analyzers().items():
        made = engine.indices.analyze(index=known_settings.papers_alias, analyzer=analyzer, text=tokens["text"])["tokens"]
        assert sorted((one["position"], one["token"]) for one in tokens["fields"][field]) == sorted(
            (one["position"], one["token"]) for one in made
        ), field


def test_each_text_field_of_the_index_that_is_searched_is_told_of() -> None:
    properties = index_body()["mappings"]["properties"]
    texts = {name for name, field in properties.items() if field.get("type") == "text" and field.get("index", True)}
    assert texts <= analyzers().keys()


@pytest.mark.parametrize(
    ("q", "rule", "parts", "excluded"),
    [
        ("", "everything", [], []),
        ("graph networks", "all", ["graph", "networks"], []),
        ("robots -survey", "all", ["robots"], ["survey"]),
        ('title:"in space" robots', "all", ['title:"in space"', "robots"], []),
        ("graph networks of many robots outside", "any", ["graph", "networks", "of", "many", "robots", "outside"], []),
        ("基于图神经网络的汉语依存分析", "any", ["基于图神经网络的汉语依存分析"], []),
        ("robots OR graph", "structured", ["robots", "graph"], []),
        ("robots zzzyx", "nearest", ["robots", "zzzyx"], []),
    ],
)  # fmt: skip
def test_what_is_required_is_told_in_both_languages(
    client: FlaskClient, q: str, rule: str, parts: list[str], excluded: list[str]
) -> None:
    required = explain(client, q=q)["required"]
    assert (required["rule"], required["parts"], required["excluded"]) == (rule, parts, excluded)
    assert required["message"] == dict(zip(("zh", "en"), RULES[rule], strict=True))


def test_the_tree_is_json_with_what_each_bag_needs(client: FlaskClient) -> None:
    assert explain(client)["tree"] is None
    assert explain(client, q='title:图 OR "in space" year:2019.. -bert')["tree"] == {
        "type": "or",
        "items": [
            {"type": "field", "name": "title", "node": {"type": "word", "text": "图", "is_han": True}},
            {
                "type": "bag",
                "items": [
                    {"type": "phrase", "text": "in space"},
                    {"type": "field", "name": "year", "node": {"type": "years", "first": 2019, "last": None}},
                    {"type": "not", "item": {"type": "word", "text": "bert", "is_han": False}},
                ],
                "needs": "all",
            },
        ],
    }


def test_required_and_favoured_are_the_bodys_own_clauses(client: FlaskClient) -> None:
    content = explain(client, q="graph networks")
    whole = content["elasticsearch"]["query"]["bool"]
    assert content["required"]["clauses"] == whole["must"]
    assert content["favoured"]["clauses"] == whole["should"]


def test_a_relaxed_search_tells_both_bodies(client: FlaskClient) -> None:
    content = explain(client, q="robots zzzyx")
    assert content["relaxed"]
    assert "strict" in content["elasticsearch"]["aggs"]
    assert content["also_sent"][0]["for"] == "strict"


def test_before_the_first_load_and_without_an_engine_it_is_503(base_settings: Settings) -> None:
    none = create_app(replace(base_settings, papers_alias=f"{base_settings.papers_alias}-none")).test_client()
    assert none.get("/api/v1/explain?q=a").json["code"] == "nothing_loaded"
    away = create_app(replace(base_settings, elasticsearch_url="http://127.0.0.1:9")).test_client()
    assert away.get("/api/v1/explain?q=a").json["code"] == "engine_unavailable"


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=1000) | st.text(alphabet='ab "*?~\\/(){}[]:+-^&|!深度学习Ωß𝛼\u0301\u200d', max_size=120))
def test_any_text_gives_200(client: FlaskClient, text: str) -> None:
    explain(client, q=text, facets="none")
