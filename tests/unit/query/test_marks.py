"""What is marked, and how much is asked for it: the body's part for highlights, and expansions asked once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from service import syntax
from service.expansion import Expansion
from service.query import SearchRequest, build
from service.query.marks import MAX_WHOLE, highlight


def marked(q: str) -> dict[str, Any]:
    """Field -> the query that marks it."""
    return {name: field["highlight_query"] for name, field in highlight(syntax.parse(q))["fields"].items()}


@pytest.mark.parametrize(
    ("q", "fields"),
    [
        ("graph", {"titles", "abstracts"}),
        ("title:graph", {"titles"}),
        ("摘要：图", {"abstracts"}),
        ("title:gra*", {"titles"}),
        ("author:zhang", set()),
        ("year:2020 doi:10.1/x", set()),
        ("-graph", set()),
    ],
)
def test_a_text_is_marked_where_it_was_asked_for(q: str, fields: set[str]) -> None:
    assert {name.partition(".")[0] for name in marked(q)} == fields


def test_parts_of_a_word_are_marked_only_where_the_whole_is_not() -> None:
    whole, parts = marked("图神经网络")["titles.zh"]["bool"]["should"]
    assert whole == {"match_phrase": {"titles.zh": {"query": "图神经网络"}}}
    assert parts["bool"]["must_not"] == [whole]


def test_only_so_many_words_are_marked_as_wholes() -> None:
    few = marked(" ".join(f"词语{n}图神经网络" for n in range(2)))["titles.zh"]
    assert "match_phrase" in json.dumps(few)
    many = marked(" ".join("神经" + chr(0x4E00 + n) for n in range(MAX_WHOLE + 1)))["titles.zh"]
    assert "match_phrase" not in json.dumps(many)


@pytest.mark.parametrize("q", ["学习 网络 ", "学习网络"])
def test_an_expansion_is_asked_once_however_often_its_word_is_said(q: str) -> None:
    def expand(texts: Sequence[str], required: bool) -> tuple[Expansion, ...]:
        return tuple(Expansion(t, ("learning", "study"), "terms", "en") for text in texts for t in ("学习", "网络") if t in text)

    body = json.dumps(build(SearchRequest(q * 100), expand=expand)["query"], ensure_ascii=False)
    once = json.dumps(build(SearchRequest(q * 3), expand=expand)["query"], ensure_ascii=False)
    assert body.count('{"query": "study"') == once.count('{"query": "study"') == 2
