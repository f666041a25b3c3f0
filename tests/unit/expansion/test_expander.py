"""What a query's words become in the other language, with small tables and with the project's own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.expansion import Expander, Expansion, Table, from_mined, read_terms, shown, table

TERMS = read_terms(
    "图神经网络\tgraph neural network; GNN\tml\n深度学习\tdeep learning\tml\n方法\tmethod; approach\tgeneral\n"
    "语音识别\tspeech recognition\tspeech\n检测\tdetection\tcv\n基于\tbased on; using\tfunction\n"
)
MINED = from_mined({"注意力": [("attention", 7)], "方法": [("way", 9)]})
WORDS = table(
    [
        ("图", ["diagram", "picture", "drawing", "chart"]),
        ("狗", ["dog"]),
        ("器", ["device", "tool", "utensil"]),
        ("的", []),
        ("网络", ["network"]),
        ("神经", ["nerve"]),
        ("深度", ["depth"]),
        ("丈", ["zhang"]),
    ]
)
small = Expander(lambda: TERMS, lambda: MINED, lambda: WORDS)


def senses(*texts: str, required: bool = True) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.source, one.senses) for one in small.expand(texts, required)]


def test_a_known_whole_is_one_term() -> None:
    assert senses("图神经网络") == [("图神经网络", ("graph neural network", "GNN"))]


def test_an_expansion_says_where_it_comes_from_and_where_it_leads() -> None:
    assert small.expand(["注意力"], True) == (Expansion("注意力", ("attention",), "mined", "en", required=True),)


def test_our_terms_go_before_mined_pairs_and_these_before_the_dictionary() -> None:
    assert senses("方法") == [("方法", ("method", "approach"))]
    assert [one.origin for one in small.expand(["深度学习注意力网络"], False)] == ["terms", "mined", "dictionary"]


def test_traditional_characters_are_understood_and_shown_as_typed() -> None:
    assert senses("圖神經網絡") == [("圖神經網絡", ("graph neural network", "GNN"))]


def test_latin_words_stay_as_they_are() -> None:
    found = small.expand(["BERT", "语音识别"], True)
    assert [(one.source, one.origin) for one in found] == [("BERT", "literal"), ("语音识别", "terms")]
    assert [one.source for one in small.expand(["BERT语音识别"], True)] == ["BERT", "语音识别"]
    assert shown(found) == [{"from": "语音识别", "to": ["speech recognition"]}]


def test_an_ambiguous_character_is_never_guessed_in_a_short_query() -> None:
    assert senses("图") == []
    assert senses("图检测") == [], "a picture detection is not what was asked for"
    assert senses("狗检测") == [("狗", ("dog",)), ("检测", ("detection",))]


def test_grammar_and_endings_do_not_count() -> None:
    assert senses("语音识别的方法") == [("语音识别", ("speech recognition",)), ("方法", ("method", "approach"))]
    assert senses("语音识别器") == [("语音识别", ("speech recognition",))]


def test_an_unknown_part_ends_a_short_query_and_not_a_long_one() -> None:
    assert senses("龘靐深度学习") == []
    assert senses("龘靐深度学习", required=False) == [("深度学习", ("deep learning",))]


def test_words_that_say_little_find_nothing_and_are_never_required() -> None:
    found = small.expand(["基于深度学习"], True)
    assert [(one.source, one.required, one.is_found) for one in found] == [("基于", False, False), ("深度学习", True, True)]
    assert small.expand(["基于"], True) == ()


def test_nothing_comes_of_nothing() -> None:
    assert small.expand([], True) == ()
    assert small.expand(["BERT"], True) == ()
    assert small.expand(["…", "《》"], False) == ()


def test_english_finds_chinese_in_any_form() -> None:
    assert senses("Graph", "Neural-Networks") == [("Graph Neural Networks", ("图神经网络",))]
    assert senses("methods", "of", "deep", "learning") == [("methods", ("方法",)), ("deep learning", ("深度学习",))]
    assert senses("detecting") == [("detecting", ("检测",))], "by its stem, when nobody knows the form"


def test_small_words_expand_nothing() -> None:
    assert senses("to", "be", "or", "not", "to", "be") == []


def test_a_name_of_which_the_dictionary_knows_a_part_is_left_alone() -> None:
    assert senses("Zhang", "Tsan") == []
    assert senses("Zhang", "Tsan", required=False) == [("Zhang", ("丈",)), ("Tsan", ("Tsan",))]


@pytest.mark.parametrize("name", ["zhang wei", "wang li", "he kaiming", "Chen Tao", "wei zhang"])
def test_a_name_in_pinyin_is_not_taken_for_measures_and_dynasties(name: str) -> None:
    assert shown(Expander().expand([name], False)) == []


def test_tables_are_asked_for_at_each_call() -> None:
    current = [Table()]
    expander = Expander(lambda: current[0], Table, Table)
    assert expander.expand(["量子"], True) == ()
    current[0] = table([("量子", ["quantum"])])
    assert expander.expand(["量子"], True)[0].senses == ("quantum",)


@given(st.lists(st.text(max_size=12), max_size=4), st.booleans())
def test_any_text_gives_expansions_whose_sources_stand_in_it(texts: list[str], required: bool) -> None:
    for one in small.expand(texts, required):
        assert one.senses
        assert one.source
        assert all(sense.strip() for sense in one.senses)


@pytest.mark.parametrize(
    ("query", "term", "sense"),
    [
        ("图神经网络", "图神经网络", "graph neural network"),
        ("機器翻譯", "機器翻譯", "machine translation"),
        ("强化学习", "强化学习", "reinforcement learning"),
        ("目标检测", "目标检测", "object detection"),
        ("联邦学习", "联邦学习", "federated learning"),
    ],
)
def test_the_projects_own_lists_keep_short_queries_whole(query: str, term: str, sense: str) -> None:
    found = Expander().expand([query], True)
    assert [(one.source, one.senses[0]) for one in found] == [(term, sense)]
    assert not any("picture" in one for expansion in found for one in expansion.senses)
