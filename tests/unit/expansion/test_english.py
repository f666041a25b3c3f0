"""English words as keys: which forms of a term meet."""

from __future__ import annotations

import pytest

from service.expansion.english import key_of, stem, words_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Neural Networks", "neural network"),
        ("large-scale", "Large scale"),
        ("part of speech", "parts of speech"),
        ("ontologies", "ontology"),
        ("boxes", "box"),
        ("Schrödinger equations", "schrodinger equation"),
    ],
)
def test_forms_of_a_term_have_one_key(one: str, other: str) -> None:
    assert key_of(words_of(one)) == key_of(words_of(other)) != ""


@pytest.mark.parametrize(
    ("one", "other"), [("analysis", "analyst"), ("bus", "bu"), ("C++", "C"), ("class", "clas"), ("gas", "ga")]
)
def test_different_words_keep_different_keys(one: str, other: str) -> None:
    assert key_of(words_of(one)) != key_of(words_of(other))


@pytest.mark.parametrize("form", ["summarization", "summarizing", "summarized", "summarize"])
def test_derived_forms_share_a_stem(form: str) -> None:
    assert stem(form) == "summariz"


def test_a_short_word_is_its_own_stem() -> None:
    assert stem("ring") == "ring"
    assert stem("fed") == "fed"
