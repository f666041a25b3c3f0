"""Texts that are one edit apart, and the Chinese terms near to a run of characters."""

from __future__ import annotations

import pytest

from service.query.nearby import Vocabulary, edits, sounds_alike

TERMS = {"正则化": "", "神经网络": "", "机器学习": "", "学习": "", "支持向量机": "", "机器": "", "BERT模型": ""}


@pytest.fixture
def vocabulary() -> Vocabulary:
    return Vocabulary(lambda: TERMS)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("", "", 0), ("a", "", 1), ("network", "network", 0), ("netwrok", "network", 1), ("netork", "network", 1),
        ("nettwork", "network", 1), ("betwork", "network", 1), ("ab", "ba", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
        ("正则华", "正则化", 1), ("神网经络", "神经网络", 1),
    ],
)  # fmt: skip
def test_edits_are_counted_with_neighbours_that_changed_places_as_one(one: str, other: str, apart: int) -> None:
    assert edits(one, other) == edits(other, one) == apart


def test_han_texts_sound_alike_whatever_their_tones() -> None:
    assert sounds_alike("正则华", "正则化")
    assert not sounds_alike("正则哈", "正则化")


@pytest.mark.parametrize(
    ("run", "first"),
    [
        ("正则华", "正则化"), ("机器雪习", "机器学习"), ("支持向两机", "支持向量机"), ("神网经络", "神经网络"),
        ("神经网", "神经网络"), ("神经网网络", "神经网络"), ("機器雪習", "机器学习"), ("正则华方法", "正则化方法"),
        ("雪习", "学习"),
    ],
)  # fmt: skip
def test_a_piece_of_a_run_becomes_the_term_that_it_is_near_to(vocabulary: Vocabulary, run: str, first: str) -> None:
    assert vocabulary.corrections(run)[0] == first


@pytest.mark.parametrize("run", ["正则化", "学", "自习", "天气预报", "", "机器学习"])
def test_what_is_known_or_near_to_nothing_is_left(vocabulary: Vocabulary, run: str) -> None:
    assert run not in vocabulary.corrections(run)
    assert not [text for text in vocabulary.corrections(run) if text in TERMS]


def test_two_characters_are_corrected_by_sound_alone(vocabulary: Vocabulary) -> None:
    assert vocabulary.corrections("雪习") == ["学习"]
    assert vocabulary.corrections("练习") == []


def test_a_piece_that_is_cut_out_of_two_words_is_near_to_nothing() -> None:
    vocabulary = Vocabulary(lambda: {"概率分布": "", "冷却水": "", "自编码": ""})
    assert vocabulary.corrections("概率分布后牙") == []
    assert vocabulary.corrections("使用冷却") == []
    assert vocabulary.corrections("地理编码关系") == []
    assert vocabulary.corrections("概率分部") == ["概率分布"]


def test_other_terms_are_taken_up_at_once() -> None:
    current = {"terms": {"正则化": ""}}
    vocabulary = Vocabulary(lambda: current["terms"])
    assert vocabulary.corrections("语料酷") == []
    current["terms"] = {"语料库": ""}
    assert vocabulary.corrections("语料酷") == ["语料库"]
    assert vocabulary.knows("語料庫")
    assert not vocabulary.knows("正则化")
