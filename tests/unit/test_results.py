"""What the contract's Paper says of a stored document."""

from __future__ import annotations

from typing import Any

import pytest

from service.results import paper


@pytest.mark.parametrize(
    ("texts", "title", "is_derived"),
    [
        ({"titles": {"en": "Sorting"}, "abstracts": {"en": "We sort."}}, "Sorting", False),
        ({"abstracts": {"en": "We sort. Fast."}}, "We sort.", True),
        ({}, "", False),
    ],
)
def test_only_a_title_that_an_abstract_gave_is_derived(texts: dict[str, Any], title: str, is_derived: bool) -> None:
    shown = paper({"id": "x", "language": "en", **texts})
    assert (shown["title"], shown["title_is_derived"]) == (title, is_derived)
