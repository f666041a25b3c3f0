"""Torn and mixed pieces of Chinese exports, lists of references and tables: papers or counted rejects, in linear time."""

from __future__ import annotations

import io
import json
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sound import check

from service.sources import SOURCES, Input

NAMES = ("noteexpress", "cnki", "vip", "gb7714", "zotero", "table")
WORDS = st.sampled_from(
    [
        "张三",
        "San Zhang",
        "等",
        "et al.",
        "2020",
        "第3期",
        "1-2",
        "论文检索",
        "~([1])",
        "<正>",
        "",
        " ",
        "A B",
        '"',
        "\x00",
        "[",
        "@",
    ]
)
TAGGED = st.sampled_from(
    "{Reference Type}: Book|{Title}: |{Title}：|{Author}: 张三;|{Author Address}: 1.甲;乙 430072|{Keywords}: 甲;;乙|{Year}: |{|}|"
    "{Abstract}: |{ISBN/ISSN}: 1003-8477|DataType: 1|Title-题名: |Author-作者:张三;|SrcDatabase-来源库:期刊|"
    "Organ-机构: 甲;|Link-链接: http://x?FileName=|PubTime-出版时间: 2021-01|CLC-中图分类号:H3;|```".split("|")
)
REFERENCES = st.sampled_from(
    "[1] |1. |① |<sup>1</sup> |[J]. |[M]//|[C]. 见: |［Ｊ］．|[EB/OL]. |. |．|, 2020, 1(2): 3-4.|: 3-4.|(2020-01-02)|[2020-01-02]|http://x.org/1.|"
    'DOI:10.1000/x.|, 译. |2 版. |北京: |//|<div class="csl-entry">|</div>|同上.|VASWANI A, |et al. |, 等. |'
    "(in Chinese)|1（1）—".split("|")
)
CELLS = st.sampled_from(
    'Title|题名|Author|作者|Year|年|DOI|Abstract|卷期|Affiliations|C1|,|;|\t|,,|"|""|\'=1|[A; B] C|A (B); C (D)|sep=;|\r'.split(
        "|"
    )
)
LINES = st.sampled_from(["", " ", "\n", "\r\n", "\n\n"])
TEXTS = st.lists(st.one_of(TAGGED, REFERENCES, CELLS, WORDS, LINES, st.text(max_size=8)), max_size=60).map("".join)
ENCODED = st.tuples(TEXTS, st.sampled_from(["utf-8", "gb18030", "utf-16"])).map(lambda pair: pair[0].encode(pair[1], "replace"))
TABLES = st.tuples(st.sampled_from(["Title,Author\n", "题名\t作者\t年\n", "题名;作者;卷期;关键词\n"]), TEXTS).map(
    lambda pair: "".join(pair).encode()
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from("lastName firstName name creatorType tag url".split()), inner)
    ),
    max_leaves=6,
)
ITEMS = st.lists(
    st.fixed_dictionaries(
        {"itemType": st.sampled_from(["journalArticle", "note", "x"])},
        optional=dict.fromkeys("title creators tags extra date DOI attachments data language abstractNote issue".split(), VALUES),
    ),
    max_size=3,
).map(lambda items: json.dumps(items).encode())


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=150, deadline=10_000, suppress_health_check=[HealthCheck.too_slow])
@given(data=ENCODED | TABLES | ITEMS)
def test_any_pieces_give_papers_rejects_and_notices(name: str, data: bytes) -> None:
    check(data, SOURCES[name].parse)
    assert 0 <= SOURCES[name].recognise(data, "x") <= 1


HOSTILE = {
    "one line of tags": ("{Title}: a" * 2_000, "noteexpress"),
    "one line of names": ("【题名】甲【刊名】" + "甲2010(" * 2_000, "vip"),
    "open braces": ("{" * 20_000, "noteexpress"),
    "names": ("{Reference Type}: Book\n{Author}: " + "A, B; " * 5_000, "noteexpress"),
    "places": ("{Reference Type}: Book\n{Author}: A\n{Author Address}: " + "甲,甲;" * 5_000, "noteexpress"),
    "a record that goes on": ("DataType: 1\nTitle-题名: a\n" + "b\n" * 5_000, "cnki"),
    "numbers": ("[1] a\n" * 1_000, "gb7714"),
    "marks": ("[J]" * 10_000, "gb7714"),
    "dots": ("[1] " + "A. " * 7_000 + "[J]. 2020", "gb7714"),
    "years": ("[1] 张三. 题名[J]. " + "2020, 1(2): 3-4, " * 2_000, "gb7714"),
    "pages": ("[1] 张三. 题名[J]. 刊, 2020: " + "1-2+" * 5_000, "gb7714"),
    "people": ("[1] " + "VASWANI A, " * 2_000 + ". Title[J]. X, 2020.", "gb7714"),
    "a line that goes on": ("[1] 张三. 题名[J].\n" + "无标记的行\n" * 3_000, "gb7714"),
    "blanks": ("[1] " + " " * 30_000 + "[J]", "gb7714"),
    "open quotes": ('Title,Author\n' + '"a,b\n' * 2_000, "table"),
    "an open quote": ('Title,Author\n"a,b\n' + "c,d\n" * 2_500, "table"),
    "quotes that meet": ('Title,Author\n' + ('"a,b\n' + "c,d\n" * 50) * 30, "table"),
    "cells": ("Title,Author\n" + "," * 30_000, "table"),
    "brackets": ("Title\tAuthor\tC1\na\tb\t" + "[A; " * 8_000, "table"),
    "parentheses": ("Title\tAuthors\tAuthors (Raw Affiliation)\na\tb\t" + "A (B (C) " * 4_000, "table"),
    "a list": ("Title\tAuthors\tAuthors with affiliations\na\t" + "A; " * 3_000 + "\t" + "A, x; " * 3_000, "table"),
    "extra": (json.dumps({"itemType": "book", "extra": "a: b\n" * 5_000 + "creatorsExt: " + "[" * 20_000}), "zotero"),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_input_takes_time_in_proportion_to_its_size(case: str) -> None:
    """Eight times as much takes no more than 24 times as long: a quadratic reader would take 64 times."""
    text, name = HOSTILE[case]

    def seconds(data: bytes) -> float:
        started = time.process_time()
        for _ in SOURCES[name].parse(Input(io.BytesIO(data), "x")):
            pass
        return time.process_time() - started

    once, often = text.encode(), (text + "\n").encode() * 8
    seconds(once)
    assert min(seconds(often) for _ in range(2)) <= max(24 * seconds(once), 0.4)


@pytest.mark.parametrize("case", HOSTILE)
def test_one_long_hostile_record_ends(case: str) -> None:
    text, name = HOSTILE[case]
    head, _, rest = text.partition("\n") if name != "zotero" else (text, "", "")
    check((head + "\n" + rest.replace("\n", " ") * 4).encode(), SOURCES[name].parse)
    SOURCES[name].recognise(text[: 64 * 1024].encode(), "")
