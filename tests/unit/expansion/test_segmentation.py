"""The cut of a row into terms, judged on small vocabularies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.expansion.segmentation import cut

COSTS = {1: 1.6}


def cut_by(text: str, words: set[str]) -> list[str]:
    def cost(start: int, end: int) -> float | None:
        return COSTS.get(end - start, 1.0) if text[start:end] in words else None

    return [text[start:end] for start, end in cut(len(text), 12, cost)]


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("研究生物", {"研究", "研究生", "生物", "物"}, ["研究", "生物"]),
        ("机器学习方法", {"机器", "学习", "方法", "机器学习", "学习方法"}, ["机器学习", "方法"]),
        ("图神经网络", {"图", "神经", "网络", "神经网络", "图神经网络"}, ["图神经网络"]),
        ("甲乙丙", set(), ["甲", "乙", "丙"]),
        ("", set(), []),
    ],
)
def test_few_and_long_terms_win(text: str, words: set[str], expected: list[str]) -> None:
    assert cut_by(text, words) == expected


def test_longest_match_alone_would_lose_the_second_word() -> None:
    words = {"研究", "研究生", "生命", "命"}
    assert cut_by("研究生命", words) == ["研究", "生命"]


@given(st.text("甲乙丙丁", max_size=30), st.sets(st.text("甲乙丙丁", min_size=1, max_size=4), max_size=12))
def test_pieces_always_make_up_the_text(text: str, words: set[str]) -> None:
    pieces = cut_by(text, words)
    assert "".join(pieces) == text
    assert all(piece in words or len(piece) == 1 for piece in pieces)
