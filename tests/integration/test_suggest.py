"""Completions while typing, over REST and a real engine."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loads import write_jsonl

from service import names
from service.app import create_app
from service.index import ValueIndex
from service.loading import LoadOptions, find_inputs, run_load
from service.settings import Settings
from service.values.completing import TYPES, containing

pytestmark = pytest.mark.engine

PAPERS: list[dict[str, Any]] = [
    {
        "title": "图神经网络综述", "authors": ["张三", "单晓明", "欧阳修"], "keywords": ["深度学习", "图神经网络"],
        "category": "Deep Learning · Graph Neural Networks", "venue": "计算机学报", "year": 2020,
    },
    {"title": "基于BERT的文本分类", "authors": ["張三", "章三"], "keywords": ["深度學習", "文本分类"], "venue": "计算机学报"},
    {
        "title": "Graph Attention Networks", "authors": ["Devriş İşler", "Tim Berners-Lee", "Yuejiang Shi"],
        "keywords": ["Graph Neural Networks", "attention"], "category": "Deep Learning · Graph Neural Networks",
        "venue": "Graph Letters", "citations": 9,
    },
    {
        "title": "A Graph of Graphs", "authors": ["YUEJIANG SHI", "Patrick O’Brien"], "category": "Deep Learning · Theory",
        "keywords": ["graph neural networks", "graph"], "venue": "Graph Letters", "citations": 5,
    },
    {"title": "Generics in C++", "authors": ["San Zhang"], "keywords": ["C++"], "venue": "NeurIPS"},
    {"title": "On self-attention", "authors": ["Xiao-Ming Li"], "keywords": ["self-attention"], "venue": "NeurIPS"},
]  # fmt: skip


@pytest.fixture(scope="module")
def few(base_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A client over PAPERS alone."""
    chosen = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-few")
    folder = tmp_path_factory.mktemp("few")
    report = run_load(
        chosen, find_inputs([str(write_jsonl(folder / "a.jsonl", PAPERS))]), LoadOptions(rejects=folder / "rejects.jsonl")
    )
    assert report.papers_in_index == len(PAPERS)
    return create_app(chosen).test_client()


def suggest(client: FlaskClient, q: str, **parameters: Any) -> list[dict[str, Any]]:
    response = client.get("/api/v1/suggest", query_string={"q": q, **parameters})
    assert response.status_code == 200, response.text
    found: list[dict[str, Any]] = response.json["suggestions"]
    assert all(one.keys() == {"type", "text", "key", "count"} for one in found)
    return found


def texts(client: FlaskClient, q: str, **parameters: Any) -> list[str]:
    return [one["text"] for one in suggest(client, q, **parameters)]


@pytest.mark.parametrize(
    ("q", "text"),
    [
        ("张三", "张三"), ("張三", "张三"), ("张", "张三"), ("三", "张三"), ("zhangsan", "张三"), ("zhang san", "张三"),
        ("San Zhang", "张三"), ("sanzhang", "张三"), ("zs", "张三"), ("zhāng sān", "张三"), ("zhang1 san1", "张三"),
        ("zhangs", "张三"),
        ("shanxm", None), ("shanxiao", "单晓明"), ("sxm", "单晓明"), ("ouyangxiu", "欧阳修"), ("oyx", "欧阳修"), ("oy", "欧阳修"),
        ("isler", "Devriş İşler"), ("İŞLER", "Devriş İşler"), ("devris i", "Devriş İşler"), ("isler d", "Devriş İşler"),
        ("berners lee", "Tim Berners-Lee"), ("berners-l", "Tim Berners-Lee"), ("bernersl", "Tim Berners-Lee"),
        ("obrien", "Patrick O'Brien"), ("o'b", "Patrick O'Brien"), ("shi y", "Yuejiang Shi"), ("yuejiangshi", "Yuejiang Shi"),
        ("y", "Yuejiang Shi"), ("xiaoming", "Xiao-Ming Li"), ("xiao ming", "Xiao-Ming Li"), ("li xiaoming", "Xiao-Ming Li"),
        ("ｙｕｅ", "Yuejiang Shi"),
    ],
)  # fmt: skip
def test_a_person_is_found_in_every_way_of_typing_the_name(few: FlaskClient, q: str, text: str | None) -> None:
    found = [one["key"] for one in suggest(few, q, types="author")]
    assert names.key(text) in found if text else not found


def test_a_han_name_never_finds_another_one(few: FlaskClient) -> None:
    assert [one["key"] for one in suggest(few, "张三", types="author")] == ["张三"]
    assert texts(few, "章", types="author") == ["章三"]


@pytest.mark.parametrize(
    ("q", "text"),
    [
        ("深度学习", "深度学习"), ("深", "深度学习"), ("學習", "深度学习"), ("sdxx", "深度学习"), ("shendu", "深度学习"),
        ("wen ben", "文本分类"), ("wbfl", "文本分类"), ("graph neu", "Graph Neural Networks"),
        ("NEURAL", "Graph Neural Networks"), ("network", "Graph Neural Networks"), ("c++", "C++"), ("selfatt", "self-attention"),
        ("self att", "self-attention"), ("g", "graph"),
    ],
)  # fmt: skip
def test_a_keyword_is_found_from_its_first_letter_on(few: FlaskClient, q: str, text: str) -> None:
    assert text in texts(few, q, types="keyword")


def test_exact_comes_before_beginning_before_inside_and_then_the_number_of_papers(few: FlaskClient) -> None:
    found = [(one["text"], one["count"]) for one in suggest(few, "graph", types="keyword,venue,category")]
    assert found[0] == ("graph", 1)
    assert set(found[1:4]) == {
        ("Graph Letters", 2), ("Graph Neural Networks", 2), ("Deep Learning · Graph Neural Networks", 2),
    }  # fmt: skip
    assert texts(few, "attention", types="keyword") == ["attention", "self-attention"]


def test_titles_are_found_by_beginning_and_inside_with_the_most_cited_first(few: FlaskClient) -> None:
    assert texts(few, "graph", types="title") == ["Graph Attention Networks", "A Graph of Graphs"]
    assert texts(few, "Graph Attention Networks.", types="title") == ["Graph Attention Networks"]
    assert texts(few, "图神", types="title") == ["图神经网络综述"]
    assert texts(few, "bert的文", types="title") == ["基于BERT的文本分类"]
    assert texts(few, "图", types="title") == ["图神经网络综述"]
    found = suggest(few, "a graph of", types="title")[0]
    assert few.get(f"/api/v1/papers/{found['key']}").json["title"] == "A Graph of Graphs"


def test_categories_are_found_by_both_labels_and_shown_in_the_language_typed(few: FlaskClient) -> None:
    assert texts(few, "深度", types="category") == ["深度学习"]
    assert texts(few, "deep", types="category") == ["Deep Learning"]
    assert texts(few, "理论", types="category") == ["深度学习 · 理论"]
    assert texts(few, "theo", types="category") == ["Deep Learning · Theory"]


@pytest.mark.parametrize("kind", [kind for kind in TYPES if kind != "title"])
@pytest.mark.parametrize("q", ["g", "s", "d", "深", "张", "计", "zh"])
def test_following_a_completion_gives_exactly_its_count(few: FlaskClient, kind: str, q: str) -> None:
    for one in suggest(few, q, types=kind, size=100):
        answer = few.get("/api/v1/papers", query_string={one["type"]: one["key"], "facets": "none"}).json
        assert answer["meta"]["count"] == one["count"] > 0, one


def test_every_value_of_the_known_papers_is_found_by_its_whole_label(client: FlaskClient) -> None:
    facets = client.get("/api/v1/papers?size=1&facets=author,keyword&facet.author.size=1000&facet.keyword.size=1000").json[
        "facets"
    ]
    for name in ("author", "keyword"):
        assert len(facets[name]["values"]) > 100
        for value in facets[name]["values"]:
            found = suggest(client, value["label"]["en"], types=name, size=20)
            assert value["key"] in [one["key"] for one in found], value
            one = next(one for one in found if one["key"] == value["key"])
            assert one["count"] == value["count"]


def test_size_and_types_are_kept_to(few: FlaskClient) -> None:
    assert len(suggest(few, "g", size=3)) == 3
    assert {one["type"] for one in suggest(few, "graph", types="venue,title", size=50)} == {"venue", "title"}
    assert suggest(few, "") == []
    assert suggest(few, "。…") == []
    assert few.get("/api/v1/suggest").json == {"suggestions": []}


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("foo=1", "foo", "valid are q, size, types"),
        ("q=a&size=0", "size", "from 1 to 100"),
        ("q=a&types=person", "types", "valid are category, venue, keyword, author, title"),
        ("q=a&types=", "types", "valid are"),
        ("q=a&q=b", "q", "more than once"),
        ("q=" + "a" * 1001, "q", "1,000"),
    ],
)
def test_a_bad_parameter_is_named(few: FlaskClient, query: str, field: str, words: str) -> None:
    response = few.get(f"/api/v1/suggest?{query}")
    assert (response.status_code, response.mimetype) == (400, "application/problem+json")
    assert [words in error["message"] for error in response.json["errors"] if error["field"] == field] == [True]


def test_before_the_first_load_it_is_503_and_says_what_to_do(base_settings: Settings) -> None:
    client = create_app(replace(base_settings, papers_alias=f"{base_settings.papers_alias}-none")).test_client()
    for types in ("author", "title", ",".join(TYPES)):
        response = client.get(f"/api/v1/suggest?q=a&types={types}")
        assert (response.status_code, response.json["code"]) == (503, "nothing_loaded")


def test_an_absent_engine_is_503(base_settings: Settings) -> None:
    client = create_app(replace(base_settings, elasticsearch_url="http://127.0.0.1:9")).test_client()
    assert client.get("/api/v1/suggest?q=a").json["code"] == "engine_unavailable"


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(max_size=1000) | st.text(alphabet='ab "*?~\\/(){}[]:+-^&|!深度学习Ωß𝛼\u0301\u200d', max_size=120), st.integers(1, 100)
)
def test_any_text_gives_200(client: FlaskClient, text: str, size: int) -> None:
    assert len(suggest(client, text, size=size)) <= size


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("neural graph", {"graph neural networks"}),
        ("网络", {"图神经网络"}),
        ("图 网络", {"图神经网络"}),
        ("wbfl", {"文本分类"}),
        ("etwork", set()),
    ],
)
def test_values_can_be_narrowed_to_those_that_contain_some_words(few: FlaskClient, text: str, keys: set[str]) -> None:
    index: ValueIndex = few.application.extensions["values"]
    clause = containing(text)
    assert clause is not None
    body = {"query": {"bool": {"filter": [clause, {"term": {"kind": "keyword"}}]}}, "size": 50}
    hits, _ = index.suggest(body, None)
    assert {hit["_source"]["key"] for hit in hits} == keys
