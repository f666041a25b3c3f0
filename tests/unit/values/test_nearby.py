"""Values near to a text: which are looked for, and which of the hits is shown."""

from __future__ import annotations

from typing import Any

import pytest

from service.values import nearby


def hit(label: str, count: int, zh: str | None = None) -> dict[str, Any]:
    return {"_source": {"kind": "keyword", "label": {"en": label, "zh": zh or label}, "count": count}}


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        ("graph", 1),
        ("Graph Netwroks", 2),
        ("学席", 1),
        ("abc", 0),
        ("学", 0),
        ("", 0),
        ("。", 0),
        ("x" * 49, 0),
        ("x" * 48, 2),
        ("Graph Netwo", 1),
    ],
)
def test_short_texts_are_not_looked_for_and_long_words_may_be_farther(text: str, edits: int) -> None:
    body = nearby.body([text])
    if not edits:
        assert body is None
        return
    assert body is not None
    (clause,) = body["query"]["bool"]["filter"][0]["bool"]["should"]
    assert clause["fuzzy"]["names"]["fuzziness"] == edits


def test_the_nearest_is_shown_and_of_equally_near_ones_that_of_most_papers() -> None:
    hits = [hit("Graph Networks!!", 900), hit("graph network", 5), hit("Graph Netwerks", 7), hit("Tree Networks", 99)]
    assert nearby.read(["Graph Netwroks"], hits) == {"Graph Netwroks": ("Graph Networks!!", 900)}
    assert nearby.read(["graph networ"], hits) == {"graph networ": ("graph network", 5)}


def test_what_is_a_value_itself_is_near_to_none() -> None:
    assert nearby.read(["Graph Networks"], [hit("graph networks", 3), hit("graph network", 900)]) == {}


def test_two_han_characters_must_sound_alike() -> None:
    assert nearby.read(["学席"], [hit("learning", 9, "学习")]) == {"学席": ("学习", 9)}
    assert nearby.read(["练习"], [hit("learning", 9, "学习")]) == {}
    assert nearby.read(["神经网路"], [hit("neural network", 9, "神经网络")]) == {"神经网路": ("神经网络", 9)}
