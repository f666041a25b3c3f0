"""The table of keys of one load."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.loading.keytable import KeyTable


@pytest.fixture
def table() -> Iterator[KeyTable]:
    made = KeyTable()
    yield made
    made.close()


def test_candidates_are_all_papers_with_a_key(table: KeyTable) -> None:
    table.add([("doi:1", "a"), ("doi:1", "b"), ("t:x", "a"), ("doi:1", "a")])
    assert {key: sorted(ids) for key, ids in table.candidates(["doi:1", "t:x", "t:none"]).items()} == {
        "doi:1": ["a", "b"],
        "t:x": ["a"],
    }


def test_many_keys_are_asked_for_at_once(table: KeyTable) -> None:
    keys = [f"k{n}" for n in range(5000)]
    table.add((key, "p") for key in keys)
    assert len(table.candidates(keys)) == 5000


def test_occurrences_count_within_and_across_calls(table: KeyTable) -> None:
    assert table.occurrences(["a", "b", "a"]) == [0, 0, 1]
    assert table.occurrences(["a", "c"]) == [2, 0]


def test_papers_with_a_common_key_are_known(table: KeyTable) -> None:
    table.add([("k1", "a"), ("k1", "b"), ("k2", "a"), ("k3", "c"), ("k4", "d"), ("k4", "b"), ("k3", "c")])
    assert table.shared() == ["a", "b", "d"]
