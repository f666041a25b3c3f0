"""How completions are asked for and read, without an engine."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.values.completing import TYPES, Completion, containing, read, titles_body, values_body
from service.values.forms import ALOUD, BEGINNING, EXACT, INSIDE


def value(tier: int, kind: str, key: str, count: int, zh: str = "") -> dict[str, Any]:
    return {"_score": float(tier), "_source": {"kind": kind, "key": key, "count": count, "label": {"en": key, "zh": zh or key}}}


def title(text: str, name: str = "p") -> dict[str, Any]:
    return {"_score": 1.0, "_source": {"id": name, "titles": {"en": text}, "language": "en"}}


def texts(wanted: Completion, values: list[Any], titles: list[Any]) -> list[str]:
    return [one["text"] for one in read(wanted, values, titles)]


def test_exact_comes_before_beginning_before_inside_and_then_the_count() -> None:
    values = [
        value(EXACT, "keyword", "graph", 1), value(BEGINNING, "category", "graphics", 90),
        value(BEGINNING, "keyword", "graphs", 7), value(ALOUD, "author", "gra ph", 80), value(INSIDE, "keyword", "a graph", 500),
    ]  # fmt: skip
    assert texts(Completion("graph"), values[::-1], []) == ["graph", "graphics", "graphs", "gra ph", "a graph"]


def test_a_title_stands_in_its_tier_however_few_papers_it_counts() -> None:
    found = texts(Completion("graph"), [value(INSIDE, "keyword", "a graph", 500)], [title("Graph Networks"), title("On graphs")])
    assert found == ["Graph Networks", "a graph", "On graphs"]


def test_titles_have_room_among_many_values_and_values_all_of_it_without_titles() -> None:
    values = [value(BEGINNING, "keyword", f"graph {n}", 100 - n) for n in range(10)]
    titles = [title(f"Graph networks {n}", str(n)) for n in range(10)]
    found = read(Completion("graph"), values, titles)
    assert [one["type"] for one in found] == ["keyword"] * 8 + ["title"] * 2
    assert [one["key"] for one in found[-2:]] == ["0", "1"]
    assert len(read(Completion("graph"), values, [])) == 10
    assert len(read(Completion("graph"), [], titles)) == 10
    assert [one["type"] for one in read(Completion("graph", size=1), values, titles)] == ["keyword"]


def test_the_label_is_in_the_language_that_was_found() -> None:
    hit = value(BEGINNING, "category", "Deep Learning", 3, "深度学习")
    assert [texts(Completion(q), [hit], []) for q in ("深度", "deep", "shendu", "sdxx")] == [
        ["深度学习"], ["Deep Learning"], ["深度学习"], ["深度学习"],
    ]  # fmt: skip


def test_a_sub_area_is_shown_with_its_area() -> None:
    hit = value(EXACT, "category", "Deep Learning::Theory", 3, "理论")
    hit["_source"]["label"]["en"] = "Theory"
    assert texts(Completion("theory"), [hit], []) == ["Deep Learning · Theory"]
    assert texts(Completion("理论"), [hit], []) == ["深度学习 · 理论"]


def test_a_title_is_found_in_any_of_its_languages_and_shown_in_that_one() -> None:
    hit = {"_source": {"id": "p", "titles": {"en": "Graph Networks", "zh": "图网络", "und": ["Réseaux"]}, "language": "zh"}}
    assert [texts(Completion(q), [], [hit]) for q in ("图", "graph n", "reseaux", "other")] == [
        ["图网络"], ["Graph Networks"], ["Réseaux"], [],
    ]  # fmt: skip


def test_an_input_longer_than_the_forms_is_compared_with_the_whole_label() -> None:
    long = "a very long name of a keyword that goes on and on, and on, and on"
    hits = [value(EXACT, "keyword", long + " one", 3), value(EXACT, "keyword", long[:50] + " differently", 3)]
    assert texts(Completion(long), hits, []) == [long + " one"]


def test_only_the_types_asked_for_are_searched() -> None:
    assert values_body(Completion("a", ("title",))) is None
    assert titles_body(Completion("a", ("author",))) is None
    body = values_body(Completion("a", ("author", "title")))
    assert body is not None
    assert body["query"]["bool"]["filter"] == [{"terms": {"kind": ["author"]}}]


@pytest.mark.parametrize(("typed", "joined"), [("zhang san", "zhangsan"), ("zhāng sān", "zhangsan"), ("Zhang1 San1", "zhangsan")])
def test_pinyin_may_have_blanks_and_tones(typed: str, joined: str) -> None:
    assert json.dumps({"prefix": {"joined": joined}}) in json.dumps(values_body(Completion(typed)))


@given(st.text(max_size=1000), st.sampled_from([TYPES, ("title",), ("author", "venue")]))
def test_any_text_makes_a_bounded_search(text: str, types: tuple[str, ...]) -> None:
    wanted = Completion(text, types)
    for body in (values_body(wanted), titles_body(wanted), containing(text)):
        assert len(json.dumps(body, ensure_ascii=False)) < 8000


@given(
    st.text(max_size=60), st.lists(st.tuples(st.text(max_size=60), st.integers(1, 9)), max_size=5), st.lists(st.text(max_size=60))
)
def test_any_answer_can_be_read(text: str, labels: list[tuple[str, int]], titles: list[str]) -> None:
    values = [value(BEGINNING, "keyword", label, count) for label, count in labels]
    found = read(Completion(text), values, [title(one) for one in titles])
    assert len(found) <= 10


def test_without_words_signs_are_looked_for_and_without_anything_nothing() -> None:
    assert containing(" \t ") is None
    assert json.dumps(containing(" 😀! ")).count("prefix") == json.dumps(containing("neural")).count("prefix")
    assert containing("Neural graph") != containing("neural")
