"""Search across languages on a real engine: Chinese finds English and the other way round, below literal hits."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.loading import Report
from service.settings import Settings

PAPERS: dict[str, dict[str, Any]] = {
    "en-gnn": {"titles": {"en": "Graph Neural Networks for Molecules"}},
    "en-picture": {
        "titles": {"en": "Picture Drawing by a Network of Nerve Cells"},
        "abstracts": {"en": "A graph of what is neural."},
    },
    "en-bert": {"titles": {"en": "BERT for Text Classification"}},
    "en-text": {"titles": {"en": "Text Classification with Trees"}},
    "en-speech": {"titles": {"en": "Robust Speech Recognition by Hidden Markov Models in Noise"}},
    "en-other": {"titles": {"en": "Speech Acts in Medieval Letters"}},
    "zh-gnn": {"titles": {"zh": "图神经网络在分子中的应用"}},
    "zh-gnn-hant": {"titles": {"zh": "圖神經網絡導論"}},
    "zh-text": {"titles": {"zh": "文本分类方法综述"}},
    "zh-speech": {"titles": {"zh": "噪声环境下的语音识别"}},
}


@pytest.fixture
def found(settings: Settings, load: Callable[..., Report], tmp_path: Path) -> Callable[..., list[str]]:
    """The ids found by a query, best first."""
    lines = [json.dumps({"id": name, **paper}, ensure_ascii=False) for name, paper in PAPERS.items()]
    (tmp_path / "papers.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert not load(tmp_path / "papers.jsonl").rejected
    client = create_app(settings).test_client()

    def ask(q: str, **parameters: str) -> list[str]:
        return [paper["id"] for paper in answer(client, q, **parameters)["results"]]

    return ask


def answer(client: FlaskClient, q: str, **parameters: str) -> dict[str, Any]:
    response = client.get("/api/v1/papers", query_string={"q": q, **parameters})
    assert response.status_code == 200, response.get_json()
    read: dict[str, Any] = response.get_json()
    return read


def test_both_languages_are_found_and_the_querys_own_comes_first(found: Callable[..., list[str]]) -> None:
    assert found("图神经网络")[2:] == ["en-gnn"], "whole terms only: no picture, no scattered words"
    assert set(found("图神经网络")[:2]) == {"zh-gnn", "zh-gnn-hant"}
    assert "en-gnn" in found("圖神經網路"), "the form used in Taiwan"
    assert found("graph neural networks")[0] in ("en-gnn", "en-picture")
    assert set(found("graph neural networks")[-2:]) == {"zh-gnn", "zh-gnn-hant"}


def test_latin_words_stay_required_beside_the_expansion(found: Callable[..., list[str]]) -> None:
    assert found("BERT 文本分类") == ["en-bert"]
    assert found("文本分类")[0] == "zh-text"
    assert set(found("文本分类")[1:]) == {"en-bert", "en-text"}


def test_expansion_can_be_switched_off(found: Callable[..., list[str]]) -> None:
    assert set(found("图神经网络", expand="off")) == {"zh-gnn", "zh-gnn-hant"}
    assert found("文本分类", expand="off") == ["zh-text"]


def test_a_long_chinese_title_finds_the_english_paper(found: Callable[..., list[str]]) -> None:
    order = found("基于隐马尔可夫模型的噪声环境下鲁棒语音识别方法研究")
    assert order[0] == "zh-speech"
    assert "en-speech" in order
    assert "en-other" not in order[:2]


def test_the_answer_says_what_was_added(client: FlaskClient) -> None:
    expanded = answer(client, "图神经网络")["meta"]["query"]["expanded"]
    assert expanded[0]["from"] == "图神经网络"
    assert expanded[0]["to"][0] == "graph neural network"
    assert answer(client, "图神经网络", expand="off")["meta"]["query"].get("expanded", []) == []


@pytest.mark.parametrize("q", ['"图神经网络"', "title:图神经网络"])
def test_phrases_and_fields_are_taken_at_their_word(found: Callable[..., list[str]], q: str) -> None:
    assert set(found(q)) == {"zh-gnn", "zh-gnn-hant"}
