"""Glosses of the dictionary: what of them can be searched."""

from __future__ import annotations

import pytest

from service.expansion.glosses import MAX_SENSES, senses


@pytest.mark.parametrize(
    ("definition", "sense"),
    [
        ("to recognize (an object)", "recognize"),
        ("network (computing, telecommunications, transport etc)", "network"),
        ("a study", "study"),
        ("(Tw) column", "column"),
        ("Beijing, capital of the People's Republic of China", "Beijing"),
        ("to be transparent", "transparent"),
        ("(linguistics) phoneme", "phoneme"),
    ],
)
def test_what_explains_is_taken_off(definition: str, sense: str) -> None:
    assert senses([definition]) == (sense,)


@pytest.mark.parametrize(
    "definition",
    [
        "CL:張|张[zhang1]",
        "surname Yu",
        "variant of 於|于[yu2]",
        "old variant of 台[tai2]",
        "abbr. for 北京大學|北京大学[Bei3 jing1 Da4 xue2]",
        "see also 圖|图[tu2]",
        "used in 葡萄[pu2 tao5]",
        "(archaic) carriage",
        "to add up",
        "in the way that one would have it",
        "of the",
        "one who walks along the river",
        "(of time",
        "",
    ],
)
def test_what_is_no_translation_is_dropped(definition: str) -> None:
    assert senses([definition]) == ()


def test_senses_keep_their_order_without_doubles_and_are_few() -> None:
    assert senses(["to study", "a study", "research"]) == ("study", "research")
    assert len(senses(["one kind", "tree", "house", "dog", "cat", "horse"])) == MAX_SENSES


def test_a_name_for_anybody_means_nobody() -> None:
    assert senses(["John Doe", "Zhang San, name for an unspecified person, first of a series of three"]) == ()
