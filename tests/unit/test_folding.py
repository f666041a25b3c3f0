"""Folding for comparing, squashing for identity, cleaning for keeping."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.folding import clean, fold, squash


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Frühwirth", "fruhwirth"),
        ("Díaz", "diaz"),
        ("Devriş İşler", "devris isler"),
        ("ısı", "isi"),
        ("Søren Łukasz đ", "soren lukasz d"),
        ("Straße", "strasse"),
        ("Œuvre Æther", "oeuvre aether"),
        ("ＧＡＮ", "gan"),
        ("國際電子", "国际电子"),
        ("ﬁrst", "first"),
        ("e\u0301", "e"),
        ("naïve  Bayes\u3000model", "naive bayes model"),
        ("co\u00adoperate", "cooperate"),
        ("a\u200bb", "ab"),
        ("２０２４年", "2024年"),
        ("", ""),
        ("  ", ""),
    ],
)
def test_folding_takes_away_case_width_accents_and_traditional_forms(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("two’s complement", "Two's Complement."),
        ("Evidence-based Syntactic Transformations", "evidence based syntactic transformations"),
        ("Attention Is All You Need!", "attention is all you need"),
        ("Learning with $\\ell_1$ norms", "learning with 1 norms"),
        ("基于BERT的文本分类", "基於ＢＥＲＴ的文本分類"),
        ("A — B", "A-B"),
    ],
)
def test_one_title_from_two_sources_squashes_alike(one: str, other: str) -> None:
    assert squash(one) == squash(other)


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("a  b\n c", "a b c"),
        ("\ufeffx", "x"),
        ("a\x00b\x07c", "a b c"),
        ("e\u0301", "é"),
        ("lone \ud800 half", "lone half"),
        ("张\u3000三", "张 三"),
        ("plain", "plain"),
        (" x ", "x"),
        ("soft\u00adhyphen", "softhyphen"),
        ("zero\u200bwidth", "zerowidth"),
        ("क्\u200dष", "क्\u200dष"),
        ("nb\u00a0sp", "nb sp"),
        ("", ""),
    ],
)
def test_a_kept_text_has_no_controls_and_single_blanks(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@given(st.text())
def test_folding_and_cleaning_twice_change_nothing_more(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert fold(fold(text)) == fold(text)
    assert squash(squash(text)) == squash(text)


@given(st.text())
def test_a_cleaned_text_can_be_written_as_utf8(text: str) -> None:
    clean(text).encode("utf-8")
