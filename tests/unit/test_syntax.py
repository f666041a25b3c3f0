"""How a query's text is read: the tree in its plainest form, and the remarks."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.syntax import MAX_WORDS, Bag, Field, Name, Not, Or, Phrase, Prefix, Word, Years, parse

PLAIN = [
    # Words stay words, whatever signs they have.
    ("graph  neural\tnetworks", "graph neural networks"),
    ("基于BERT的文本分类", "基于 BERT 的文本分类"),
    ("BERT 文本　分类", "BERT 文本 分类"),
    ("non-invasive C++ g-2", "non-invasive C++ g-2"),
    ("SXS:BBH:0002", "SXS:BBH:0002"),
    ("10.1002/(SICI)1097", "10.1002/(SICI)1097"),
    ("$O(n^2)$", "$O(n^2)$"),
    ("P(A|B) estimation", "P(A|B) estimation"),
    ("5G网络", "5G 网络"),
    ("A* search", "A search"),
    ("R&D in Q&A", "R&D in Q&A"),
    ("state-of-the-art -", "state-of-the-art"),
    ("a - b -- c", "a b c"),
    ("deep learning: a survey", "deep learning a survey"),
    ("2019", "2019"),
    ("and or not", "and or not"),
    ("- * ( ) 。 ，", ""),
    ("", ""),
    ("\x00 \ud800", ""),
    # A word that a line's end divided.
    ("net- work analysis", "net-work analysis"),
    ("pre- and post-training", "pre and post-training"),
    # Phrases.
    ('"in space" robots', '"in space" robots'),
    ("“in space” robots", '"in space" robots'),
    ("＂in space＂ robots", '"in space" robots'),
    ("「in space」 robots", '"in space" robots'),
    ('""', ""),
    # Exclusion.
    ("graph -survey", "graph -survey"),
    ("graph NOT survey", "graph -survey"),
    ("graph －survey", "graph -survey"),
    ('-"deep learning" x', '-"deep learning" x'),
    ("NOT NOT x", "x"),
    # Groups, AND, OR.
    ("(deep, learning!)", "deep learning"),
    ("（深度学习）方法", "深度学习 方法"),
    ("a OR b c AND d", "a OR b c AND d"),
    ("(a OR b) c -(d e)", "(a OR b) c -(d e)"),
    ("GAN|VAE", "GAN OR VAE"),
    ("神经网络｜深度学习", "神经网络 OR 深度学习"),
    ("BERT (Bidirectional Encoder) for QA", "BERT Bidirectional Encoder for QA"),
    # Fields.
    ("title:graph", "title:graph"),
    ("Title: graph", "title:graph"),
    ("标题：图神经网络 作者：张三", "title:图神经网络 author:张三"),
    ("標題:图", "title:图"),
    ("title:(graph OR tree) NOT survey", "title:(graph OR tree) -survey"),
    ('title:"in space"', 'title:"in space"'),
    ("year:2019..2022", "year:2019..2022"),
    ("年份：2019—2022", "year:2019..2022"),
    ("year:2019..", "year:2019.."),
    ("year:..2015", "year:..2015"),
    ("year:(2019 2021)", "year:(2019 OR 2021)"),
    ("author:Zhang, S. transformer", 'author:"Zhang, S." transformer'),
    ("author:S Zhang transformer", 'author:"S Zhang" transformer'),
    ("author:(zhang san)", 'author:"zhang san"'),
    ("author:stein,e", 'author:"stein,e"'),
    ("doi:10.1002/(SICI)1097", 'doi:"10.1002/(SICI)1097"'),
    ("unknown:thing", "unknown:thing"),
    # Beginnings.
    ("深度*", "深度*"),
    ("深*", "深*"),
    ("trans* x", "trans* x"),
    ("RRT*", "RRT*"),
]


@pytest.mark.parametrize(("text", "read"), PLAIN)
def test_a_query_is_read_as_meant_and_without_a_remark(text: str, read: str) -> None:
    assert parse(text).read_as == read
    assert not parse(text).warnings


@pytest.mark.parametrize(
    ("text", "read", "codes"),
    [
        ('"unbalanced x', "unbalanced x", ["unbalanced_quote"]),
        ("((a", "a", ["unbalanced_parenthesis", "unbalanced_parenthesis"]),
        (") a", "a", ["unbalanced_parenthesis"]),
        ("AND AND", "and and", ["operator_without_operand"] * 2),
        ("deep AND", "deep and", ["operator_without_operand"]),
        ("OR x", "or x", ["operator_without_operand"]),
        ("x NOT", "x not", ["operator_without_operand"]),
        ("title:", "title", ["empty_field"]),
        ("title:(year:2019)", 'title:(year 2019)', ["nested_field"]),
        ("year:abc x", "year abc x", ["not_a_year"]),
        ("year:2022..2019", "year 2022..2019", ["not_a_year"]),
        ("*中文*", "中文", ["leading_wildcard"]),
        ("wom*n", "wom*n", []),
        ("graph*cal model", "graph cal model", ["inner_wildcard"]),
        ("TO BE OR NOT TO BE", "TO BE or not TO BE", ["operators_as_text"]),
        ("A" + " (b" * 8, "A" + " b" * 8, ["unbalanced_parenthesis"] * 8),
        ("word " * 300, " ".join(["word"] * MAX_WORDS), ["too_many_words"]),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_text_and_said(text: str, read: str, codes: list[str]) -> None:
    query = parse(text)
    assert query.read_as == read
    assert [remark.code for remark in query.warnings] == codes
    for remark in query.warnings:
        message = remark.to_dict()["message"]
        assert message["zh"]
        assert message["en"]
        assert "{" not in message["zh"] + message["en"]


def test_a_remark_knows_its_place_and_how_to_mend_it() -> None:
    (remark,) = parse('graph "neural').warnings
    assert (remark.code, remark.position, remark.fix) == ("unbalanced_quote", 6, "graph neural")


def test_the_tree_says_what_is_looked_for_where() -> None:
    assert parse("title:(graph OR 图*) -survey author:张三 year:2019..").tree == Bag(
        (
            Field("title", Or((Word("graph"), Prefix("图")))),
            Not(Word("survey")),
            Field("author", Name("张三")),
            Field("year", Years(2019, None)),
        )
    )
    query = parse('graph "in space" title:tree -survey')
    assert query.words == (Word("graph"),)
    assert query.phrases == (Phrase("in space"),)


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
    tree = parse(text).tree
    assert (tree if isinstance(tree, Bag) else Bag((tree,))).is_long is long  # type: ignore[arg-type]


PIECES = st.sampled_from(
    [
        *'()（）-－*＊|｜:，$\\["“”学',
        *(
            "graph",
            "Neural",
            "图神经网络",
            "AND",
            "OR",
            "NOT",
            "and",
            " ",
            " ",
            " ",
            "\u3000",
            "title:",
            "作者：",
            "year:",
            "2019",
            "..",
        ),
        *("doi:", "10.1/x", "C++", "g-2", "A*", "net-", "work", "f(x)", "\x00", "🙂", "ﬁ", "e\u0301", "\ud800"),
    ]
)
QUERIES = st.lists(PIECES, max_size=14).map("".join) | st.text(max_size=60)


@given(QUERIES)
def test_any_text_is_read_and_its_plain_form_means_the_same(text: str) -> None:
    query = parse(text)
    assert parse(query.read_as).tree == query.tree
    assert all(0 <= remark.position < len(text) for remark in query.warnings)


@given(QUERIES)
def test_full_width_forms_mean_the_same(text: str) -> None:
    assert parse(text.translate(str.maketrans('():"*|-', "（）：＂＊｜－"))).tree == parse(text).tree


@given(
    st.lists(PIECES, max_size=6).map(" ".join),
    st.sampled_from([("title", "标题"), ("author", "作者"), ("year", "年份"), ("venue", "期刊")]),
)
def test_chinese_field_names_mean_the_same(text: str, names: tuple[str, str]) -> None:
    english, chinese = names
    assert parse(f"x {chinese}：{text}").tree == parse(f"x {english}: {text}").tree


@pytest.mark.parametrize(
    "piece", ["a- ", "(", "NOT ", "title:", '"', "-(", "a|", "((a) OR ", "author:S ", "图", "*", "\u0301", "(a|", 'x"y" ']
)
def test_a_text_of_ten_thousand_signs_is_read_at_once(piece: str) -> None:
    text = (piece * 10_000)[:10_000]
    began = time.process_time()
    query = parse(text)
    assert len(query.leaves) <= MAX_WORDS
    assert time.process_time() - began < 2
