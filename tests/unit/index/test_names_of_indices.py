"""Whose an index is, how old, and whether somebody needs it."""

from __future__ import annotations

import os
import time

import pytest

from service.index.naming import age, builder, is_busy, is_dead, is_of, unused_of, unused_pairs

DONE = {"complete": True}


def name(number: int, mapping: int = 3) -> str:
    return f"papers-v{mapping}-{20261130000000000 + number}"


@pytest.mark.parametrize(
    ("alias", "index", "ours"),
    [
        ("papers", "papers-v3-20261130182759629", True),
        ("papers", "papers-v12-20261130182759629", True),
        ("papers", "papers-values-v3-20261130182759629", False),
        ("papers", "papers-v3-2026", False),
        ("papers", "papers-v3-20261130182759629-copy", False),
        ("papers", "papers-v2-v3-20261130182759629", False),
        ("papers", "papers", False),
        ("a.b", "axb-v3-20261130182759629", False),
    ],
)
def test_an_index_is_of_one_alias_alone(alias: str, index: str, ours: bool) -> None:
    assert is_of(alias, index) is ours


def test_age_goes_by_time_and_not_by_mapping() -> None:
    assert sorted([name(2, 9), name(1, 10), name(3, 8)], key=age) == [name(1, 10), name(2, 9), name(3, 8)]


def test_the_newest_complete_ones_are_kept_whatever_their_mapping() -> None:
    others = {name(1, 10): DONE, name(2, 9): DONE, name(3, 9): DONE}
    assert unused_of(others, 1) == [name(1, 10), name(2, 9)]
    assert unused_of(others, 3) == unused_of(others, 9) == []
    assert unused_of(others, 0) == [name(1, 10), name(2, 9), name(3, 9)]


def test_values_of_an_index_that_is_kept_are_kept() -> None:
    papers = {name(1): DONE, name(2): DONE}
    values = {f"v-{n}": {**DONE, "papers": name(of)} for n, of in ((3, 1), (4, 2), (5, 2), (6, 9), (7, 9))}
    assert unused_pairs(papers, values, 1) == [name(1), "v-3", "v-4", "v-6"]
    assert unused_pairs(papers, values, 2) == ["v-4"]
    assert unused_pairs(papers, values, 0) == [name(1), name(2), "v-3", "v-4", "v-5", "v-6", "v-7"]


def test_a_build_is_unused_when_its_process_is_dead_and_never_before() -> None:
    dead = {**builder(), "pid": 2**22 + 1}
    others = {name(1): {"builder": builder()}, name(2): {"builder": dead}, name(3): {**DONE, "builder": builder()}}
    assert unused_of(others, 0) == [name(2)]
    assert unused_of({name(3): {**DONE, "builder": dead}}, 1) == [], "a command that was killed while it put it back"
    assert unused_of({name(4): {}}, 0) == [], "nobody knows what it is"


def test_on_another_host_only_silence_tells_that_a_process_is_dead() -> None:
    far = {"host": "elsewhere", "pid": os.getpid(), "since": time.time() - 30}
    assert not is_dead(far)
    assert is_dead({**far, "since": time.time() - 3600})
    assert is_busy({"builder": far})
    assert not is_busy({"builder": None})
    assert not is_dead(None)
