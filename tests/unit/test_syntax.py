"""How a query's text is read: words and phrases."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.syntax import Phrase, Word, parse


def words(text: str) -> list[str]:
    return [word.text for word in parse(text).words]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("graph  neural\tnetworks", ["graph", "neural", "networks"]),
        ("基于BERT的文本分类", ["基于", "BERT", "的文本分类"]),
        ("BERT 文本　分类", ["BERT", "文本", "分类"]),
        ("non-invasive C++ g-2", ["non-invasive", "C++", "g-2"]),
        ("(deep, learning!)", ["deep", "learning"]),
        ("- * ( ) 。 ，", []),
        ("SXS:BBH:0002", ["SXS:BBH:0002"]),
        ("10.1002/(SICI)1097", ["10.1002/(SICI)1097"]),
        ("5G网络", ["5G", "网络"]),
        ("", []),
        ("\x00", []),
        ("unpaired \" quote", ["unpaired", "quote"]),
    ],
)  # fmt: skip
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize("text", ['"in space" robots', "“in space” robots", "＂in space＂ robots", "「in space」 robots"])
def test_a_phrase_in_any_quotes(text: str) -> None:
    assert parse(text).phrases == (Phrase("in space"),)
    assert parse(text).words == (Word("robots"),)


def test_an_empty_phrase_is_none() -> None:
    assert parse('"" "  " "，"').is_empty


@pytest.mark.parametrize(
    ("text", "long"),
    [
        ("one two three four", False),
        ("one two three four five", True),
        ("the one of two and three in four", False),
        ("图神经网络", False),
        ("八个汉字的一个词", False),
        ("九个汉字就是一个长句", True),
        ("图 神经 网络 模型 研究", True),
    ],
)
def test_long_queries_need_any_of_their_words(text: str, long: bool) -> None:
    assert parse(text).is_long is long


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    query = parse(text)
    assert all(word.text for word in query.words)
    assert all(phrase.text for phrase in query.phrases)


@given(st.lists(st.sampled_from(["graph", "图神经", '"in space"', "C++"]), max_size=5))
def test_blanks_and_their_width_do_not_matter(parts: list[str]) -> None:
    one, other = parse(" ".join(parts)), parse("　 ".join(["", *parts, ""]))
    assert (one.words, one.phrases) == (other.words, other.phrases)
