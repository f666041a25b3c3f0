"""Syntax: what looks like an operator and is none, what can't be read, and who wants to be told strictly."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, quote_from_bytes

import pytest
from users_ask.asking import Ask, codes

from service.schemas.arguments import MAX_QUERY

pytestmark = pytest.mark.engine

LONG_DOI = "10.1002/(SICI)1097-0000(199901)1:1<1::AID-EX1>3.0.CO;2-X"


@pytest.mark.parametrize(
    ("q", "paper"),
    [
        ("SXS:BBH:0002", "sxs"), ("sxs:bbh:0002", "sxs"), ('"SXS:BBH:0002"', "sxs"), ("BBH 0002", "sxs"),
        ("10.5281//zenodo.1", "zenodo"), ("doi:10.5281//zenodo.1", "zenodo"), ("DOI: 10.5281//ZENODO.1", "zenodo"),
        ("https://doi.org/10.5281//zenodo.1", "zenodo"), ('doi:"10.5281//zenodo.1"', "zenodo"),
        ("10.1002/(SICI)1097", "sici-short"), ("doi:10.1002/(SICI)1097", "sici-short"), ("doi:10.1002/(sici)1097", "sici-short"),
        (LONG_DOI, "sici"), (f"doi:{LONG_DOI}", "sici"), (f'doi:"{LONG_DOI}"', "sici"), (f"https://doi.org/{LONG_DOI}", "sici"),
        ("non-invasive", "invasive"), ("C++", "invasive"), ("g-2", "invasive"), ("$O(n^2)$", "invasive"), ("n^2", "invasive"),
        ("😀", "emoji"), ("abjad", "emoji"), ("\u200f\u202babjad\u202c", "emoji"), ("\u202eabjad signs", "emoji"),
        ("<b>bold</b>", "markup"), ("x onerror=alert(1)", "markup"),
        ("id:kiln", "kiln"), ("doi:10.5281/", None),
    ],
)  # fmt: skip
def test_identifiers_and_signs_are_found_as_text_or_identifier_and_without_a_remark(ask: Ask, q: str, paper: str | None) -> None:
    assert codes(ask.answer(q)) == []
    assert paper is None or ask.ids(q)[0] == paper


def test_an_identifier_in_a_text_is_found_below_the_paper_that_has_it(ask: Ask) -> None:
    assert ask.ids("10.1002/(SICI)1097")[:2] == ["sici-short", "sici-text"]
    assert ask.client.get(f"/api/v1/papers/doi:{quote(LONG_DOI, safe='')}").json["id"] == "sici"
    assert ask.client.get("/api/v1/papers/doi:10.5281//zenodo.1").json["id"] == "zenodo"


BROKEN: list[tuple[str, str, list[str]]] = [
    ('"kiln', "kiln", ["unbalanced_quote"]),
    ('kiln"', "kiln", ["unbalanced_quote"]),
    ("“kiln", "kiln", ["unbalanced_quote"]),
    ("「kiln rotary", "kiln rotary", ["unbalanced_quote"]),
    ('"rotary kiln" "example', '"rotary kiln" example', ["unbalanced_quote"]),
    ("'kiln\"", "kiln", ["unbalanced_quote"]),
    ("(kiln", "kiln", ["unbalanced_parenthesis"]),
    ("kiln)", "kiln", ["unbalanced_parenthesis"]),
    ("kiln (rotary", "kiln rotary", ["unbalanced_parenthesis"]),
    ("kiln(rotary", "kiln rotary", ["unbalanced_parenthesis"]),
    ("（kiln", "kiln", ["unbalanced_parenthesis"]),
    ("(kiln OR kilns))", "kiln OR kilns", ["unbalanced_parenthesis"]),
    ('("kiln', "kiln", ["unbalanced_parenthesis", "unbalanced_quote"]),
    ("kiln AND", "kiln and", ["operator_without_operand"]),
    ("AND kiln", "and kiln", ["operator_without_operand"]),
    ("kiln OR", "kiln or", ["operator_without_operand"]),
    ("kiln |", "kiln", ["operator_without_operand"]),
    ("kiln NOT", "kiln not", ["operator_without_operand"]),
    ("AND AND", "and and", ["operator_without_operand", "operator_without_operand"]),
    ("title:", "title", ["empty_field"]),
    ("标题：", "title", ["empty_field"]),
    ("year:20x1 kiln", "year 20x1 kiln", ["not_a_year"]),
    ("year:2022..2001 kiln", "year 2022..2001 kiln", ["not_a_year"]),
    ("title:(author:muster)", "title:(author muster)", ["nested_field"]),
    ("*kiln", "kiln", ["leading_wildcard"]),
    ("rot*ry kil*ns", "rot*ry kil*ns", ["inner_wildcard", "inner_wildcard"]),
]


@pytest.mark.parametrize(("q", "same", "said"), BROKEN)
def test_a_broken_query_gets_its_best_reading_and_a_remark(ask: Ask, q: str, same: str, said: list[str]) -> None:
    answer = ask.answer(q, expand="off", size=100)
    best = ask.answer(same, expand="off", size=100)
    assert [code for code in codes(answer) if code != "relaxed"] == said
    assert [paper["id"] for paper in answer["results"]] == [paper["id"] for paper in best["results"]]
    for warning in answer["meta"]["warnings"]:
        assert warning["message"]["zh"]
        assert warning["message"]["en"]
        assert warning["code"] == "relaxed" or 0 <= warning["position"] < len(q)
    for fix in [warning["fix"] for warning in answer["meta"]["warnings"] if warning["fix"]]:
        assert len(codes(ask.answer(fix))) < len(codes(answer))


@pytest.mark.parametrize(("q", "same", "said"), BROKEN)
def test_machines_may_ask_for_strictness(ask: Ask, q: str, same: str, said: list[str]) -> None:
    response = ask.client.get("/api/v1/papers", query_string={"q": q, "strict": "true"})
    assert (response.status_code, response.mimetype) == (400, "application/problem+json")
    assert [(error["field"], error["code"]) for error in response.json["errors"]] == [("q", code) for code in said]


@pytest.mark.parametrize(
    "q", ["kiln", "non-invasive C++", "SXS:BBH:0002", "f(x) g-2", "卷积网络(convolutional network)方法", "", "-", "a - b"]
)
def test_strictness_refuses_nothing_that_is_right_and_relaxes_nothing(ask: Ask, q: str) -> None:
    assert codes(ask.answer(q, strict="true")) == []
    strict = ask.answer("kiln gardening zzzz", strict="true")
    assert (strict["meta"]["count"], codes(strict)) == (0, [])
    assert "relaxed" in codes(ask.answer("kiln gardening zzzz"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("（kiln OR 包） -rotary", "(kiln OR 包) -rotary"), ("标题：kiln", "title:kiln"), ("“in space”", '"in space"'),
        ("＂in space＂", '"in space"'), ("kil＊", "kil*"), ("kiln｜包", "kiln OR 包"), ("kiln　包", "kiln 包"),
        ("作者：muster　年份：2010", "author:muster year:2010"), ("年：2010", "year:2010"), ("kiln －rotary", "kiln -rotary"),
        ("kiln NOT rotary", "kiln -rotary"), ("kiln\x00rotary", "kiln rotary"), ("kiln\u200b\ufeff", "kiln"),
        ("关键词：本科", "keyword:本科"), ("期刊：Letters", "venue:Letters"), ("類別：Alpha", "category:Alpha"),
    ],
)  # fmt: skip
def test_forms_of_one_query_are_read_alike(ask: Ask, one: str, other: str) -> None:
    first, second = ask.answer(one, size=100), ask.answer(other, size=100)
    assert first["meta"]["query"]["read_as"] == second["meta"]["query"]["read_as"]
    assert [paper["id"] for paper in first["results"]] == [paper["id"] for paper in second["results"]]


@pytest.mark.parametrize(
    ("q", "read"),
    [
        ("f(x (a OR b)", "f x (a OR b)"),
        ("(a OR b(c d))", "a OR b c d"),
        ('f("a b") c', 'f "a b" c'),
        ("卷积网络(convolutional network)方法", "卷积网络 convolutional network 方法"),
        # Japanese writes one word in several scripts.
        ("画像認識の例", "画像認識の例"),
        ("ディープ学習", "ディープ学習"),
        ("BERTによる文書分類", "BERT による文書分類"),
        ("による ディープ", "による ディープ"),
    ],
)
def test_parentheses_of_a_text_close_no_group_and_kana_part_no_word(ask: Ask, q: str, read: str) -> None:
    assert ask.answer(q)["meta"]["query"]["read_as"] == read


LONE: list[Any] = [
    "~\U0001239a*", "🙂🙂*", "title:🙂🙂*", "作者：🙂🙂*", "venue:~🙂*", "№№*", "A*" * 500, "a-" * 499 + "b*",
    "-", "*", '"', "(", ")", "“", "„", "«", "'", "AND AND", "NOT NOT", "OR", "\x00", "\ud800", "a\udfff b", "😀",
    "👩\u200d🔬", "\u200f", "\u202e\u202d", "\u0301", "\ufffe", "?" * 50, "title:title:title:", "::", "{", "[1 TO",
    "_id:x", "/.*/", "a~9", "a^9", "\\", "a\\", '"“', "\"'\"'", "((((", "))))", "()()", '""""', "||||", "-" * 50,
    "*" * 50, "\n\r\t", "　", "NULL", "undefined", "%00", "%", "&", "+", "深" * MAX_QUERY, "k" * MAX_QUERY,
    "(" * MAX_QUERY, '"' * MAX_QUERY, "a " * (MAX_QUERY // 2), "-a " * 300, "a* " * 300, "包 " * 300,
]  # fmt: skip


@pytest.mark.parametrize("q", LONE, ids=lambda q: ascii(q[:20]))
def test_nothing_that_can_be_sent_is_an_error(ask: Ask, q: str) -> None:
    response = ask.client.get("/api/v1/papers?q=" + quote_from_bytes(q.encode("utf-8", "surrogatepass"), safe=""))
    assert response.status_code == 200, response.text
    page = ask.client.get("/?q=" + quote_from_bytes(q.encode("utf-8", "surrogatepass"), safe=""), headers={"Accept": "text/html"})
    assert page.status_code == 200


@pytest.mark.parametrize("q", ["k" * 4096, "深" * 1001])
def test_a_query_beyond_its_limit_is_a_problem_that_says_the_limit(ask: Ask, q: str) -> None:
    response = ask.client.get("/api/v1/papers", query_string={"q": q})
    assert (response.status_code, response.mimetype) == (400, "application/problem+json")
    (error,) = response.json["errors"]
    assert (error["field"], "1,000" in error["message"]) == ("q", True)
