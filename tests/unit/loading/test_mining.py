"""Pairs of terms learnt from papers in both languages: which are trusted."""

from __future__ import annotations

from typing import Any

import pytest

from service.loading.mining import choose, mine


def paper(chinese: list[str], english: list[str], **titles: str) -> dict[str, Any]:
    return {"keywords": {"zh": chinese, "en": english}, "titles": titles}


AGREEING = [
    paper(["注意力機制", "機器翻譯"], ["Attention mechanism", "machine translation"]),
    paper(["注意力机制", "语料库"], ["attention mechanisms", "corpus"]),
]


def test_keywords_in_step_make_pairs_folded_and_simplified() -> None:
    assert mine(AGREEING)["注意力机制", "attention mechanism"] == 1
    assert choose(mine(AGREEING)) == {"注意力机制": [("attention mechanism", 2)]}


def test_one_paper_alone_is_not_believed() -> None:
    assert choose(mine(AGREEING[:1])) == {}
    assert set(choose(mine(AGREEING[:1]), min_support=1)) == {"注意力机制", "机器翻译"}


def test_lists_of_unequal_length_say_nothing() -> None:
    assert not mine([paper(["甲骨文", "金文"], ["oracle bones"])])


def test_a_keyword_whose_english_scatters_is_not_believed() -> None:
    scattered = [paper(["模型"], [word]) for word in ("form", "form", "model", "shape", "type", "pattern", "kind", "mould")]
    assert choose(mine(scattered)) == {}


def test_a_title_that_is_one_term_is_a_pair_and_a_sentence_is_not() -> None:
    assert mine([paper([], [], zh="机器翻译", en="Machine Translation")]) == {("机器翻译", "machine translation"): 1}
    assert not mine([paper([], [], zh="基于深度学习的机器翻译研究", en="Machine Translation")])
    assert not mine([paper([], [], zh="机器翻译", en="A study of machine translation in the past ten years")])


def test_a_paper_counts_once_however_often_it_says_it() -> None:
    twice = paper(
        ["机器翻译", "机器翻译"], ["machine translation", "Machine Translation"], zh="机器翻译", en="Machine translation"
    )
    assert mine([twice]) == {("机器翻译", "machine translation"): 1}


@pytest.mark.parametrize(
    ("chinese", "english"),
    [
        ("BERT模型", "BERT model"),
        ("图", "graph"),
        ("模型", "模型"),
        ("模型", "42"),
        ("模型", "a very long keyword that is a whole sentence"),
        ("模" * 31, "model"),
        ("模型", "m" * 101),
    ],
)
def test_what_is_no_pair_of_terms_is_left_out(chinese: str, english: str) -> None:
    assert not mine([paper([chinese], [english])])


def test_papers_in_one_language_or_without_keywords_do_no_harm() -> None:
    assert not mine([{}, {"keywords": {"zh": ["模型"]}}, {"titles": {"en": "Models"}}, {"keywords": None, "titles": None}])


def test_counts_of_several_runs_add_up() -> None:
    assert choose(mine(AGREEING[:1]) + mine(AGREEING[1:])) == choose(mine(AGREEING))
