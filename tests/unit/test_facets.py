"""Facets by themselves: filters, labels and the reading of answers that no engine is needed for."""

from __future__ import annotations

import pytest

from service.facets import DEFAULT_FACETS, FACETS
from service.labels import label


def test_every_facet_has_labels_in_both_languages() -> None:
    assert all(facet.label.keys() == {"zh", "en"} for facet in FACETS.values())
    assert set(DEFAULT_FACETS) <= set(FACETS)


@pytest.mark.parametrize(
    ("values", "clause"),
    [
        (["2019"], {"terms": {"year": [2019]}}),
        (["2019..2022"], {"range": {"year": {"gte": 2019, "lte": 2022}}}),
        (["2019.."], {"range": {"year": {"gte": 2019}}}),
        (["..2015"], {"range": {"year": {"lte": 2015}}}),
    ],
)
def test_years_and_their_ranges(values: list[str], clause: dict[str, object]) -> None:
    assert FACETS["year"].filter(values) == clause


def test_a_value_is_matched_exactly_whatever_signs_it_has() -> None:
    value = "A, B & C | D/E"
    assert FACETS["venue"].filter([value]) == {"terms": {"venue": [value]}}


def test_a_label_falls_back_to_the_other_language_and_to_the_key() -> None:
    assert label("language", "zh") == {"zh": "中文", "en": "Chinese"}
    assert label("venue", "No Such Venue") == {"zh": "No Such Venue", "en": "No Such Venue"}
    assert FACETS["category"].value_label("No Area::No Sub") == {"zh": "No Sub", "en": "No Sub"}
