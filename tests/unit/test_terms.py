"""mappings/terms.tsv: well formed, simplified, without doubles, and right where it was looked at."""

from __future__ import annotations

import re

import pytest

from service.folding import fold
from service.languages import MAPPINGS

LINES = (MAPPINGS / "terms.tsv").read_text(encoding="utf-8").splitlines()
TABLE = [line.split("\t") for line in LINES if not line.startswith("#")]
HEADER, ROWS = TABLE[0], TABLE[1:]
SENSES = {row[0]: row[1].split("; ") for row in ROWS}
MAX_SENSES = 4

LETTERS = re.compile("[A-Za-z]")
HAN = re.compile("[\u4e00-\u9fff]")
ENGLISH = re.compile("[ -:<-~]+")
ADDRESS = re.compile(r"\S@\S")


def test_each_line_is_a_comment_or_has_three_filled_columns() -> None:
    assert HEADER == ["zh", "en", "field"]
    assert [row for row in ROWS if len(row) != 3 or not all(row)] == []


def test_no_line_is_empty_or_has_blanks_at_a_side_of_a_column() -> None:
    assert [line for line in LINES if not line or any(column != column.strip() for column in line.split("\t"))] == []


def test_no_chinese_term_stands_twice() -> None:
    assert len(ROWS) == len(SENSES)


def test_the_chinese_side_is_as_folding_leaves_it_and_has_han_characters() -> None:
    assert [chinese for chinese in SENSES if fold(chinese) != chinese or not HAN.search(chinese)] == []


def test_the_english_side_is_some_different_senses_in_latin_letters() -> None:
    for chinese, senses in SENSES.items():
        assert 1 <= len(set(senses)) == len(senses) <= MAX_SENSES, chinese
        for sense in senses:
            assert sense == sense.strip(), chinese
            assert ENGLISH.fullmatch(sense), chinese
            assert LETTERS.search(sense), chinese


def test_a_field_is_one_word_of_small_letters() -> None:
    assert [row for row in ROWS if not re.fullmatch("[a-z]+", row[2])] == []


def test_no_line_holds_an_address() -> None:
    assert [line for line in LINES if ADDRESS.search(line)] == []


def test_there_are_enough_pairs() -> None:
    assert len(ROWS) >= 1500


@pytest.mark.parametrize(
    ("chinese", "english"),
    [
        ("图神经网络", "graph neural network"),
        ("类神经网络", "neural network"),
        ("过拟合", "overfitting"),
        ("欠拟合", "underfitting"),
        ("命名实体识别", "named entity recognition"),
        ("依存句法分析", "dependency parsing"),
        ("断词", "word segmentation"),
        ("语音辨识", "speech recognition"),
        ("语者", "speaker"),
        ("资讯检索", "information retrieval"),
        ("多智能体强化学习", "multi-agent reinforcement learning"),
        ("知识图谱补全", "knowledge graph completion"),
        ("预训练语言模型", "pre-trained language model"),
        ("演算法", "algorithm"),
        ("视觉问答", "visual question answering"),
        ("差分隐私", "differential privacy"),
    ],
)
def test_the_first_sense_is_the_one_that_papers_use(chinese: str, english: str) -> None:
    assert SENSES[chinese][0] == english


@pytest.mark.parametrize("character", ["图", "像", "网", "学", "机"])
def test_characters_of_many_meanings_are_no_terms(character: str) -> None:
    assert character not in SENSES
