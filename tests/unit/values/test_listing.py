"""A facet's values as a list to page through, without an engine: cursors, order, bodies."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.query import SearchRequest
from service.values.listing import Listing, Place, keys_body, ordered, read_keys, values_body

PLACES = st.builds(
    Place, st.integers(0, 10**9), st.text(st.characters(exclude_categories=["Cs"]), max_size=600), st.integers(0, 10**9)
)


@given(PLACES)
def test_a_cursor_leads_back_to_its_place_and_fits_an_address(place: Place) -> None:
    listing = Listing("author", SearchRequest())
    cursor = listing.cursor(place)
    assert cursor.replace("-", "").replace("_", "").isalnum()
    assert listing.place(cursor) == place


@given(st.text(max_size=200))
def test_a_text_that_is_no_cursor_is_told_so(text: str) -> None:
    with pytest.raises(ValueError, match=r"cursor|belongs"):
        Listing("author", SearchRequest()).place(text)


@pytest.mark.parametrize(
    "other",
    [
        Listing("venue", SearchRequest()), Listing("author", SearchRequest(), contains="a"),
        Listing("author", SearchRequest(), sort="key"),
        Listing("author", SearchRequest(q="a")), Listing("author", SearchRequest(filters={"author": ("a",)})),
        Listing("author", SearchRequest(none_of={"author": ("a",)})), Listing("author", SearchRequest(all_of={"author": ("a",)})),
        Listing("author", SearchRequest(flags={"retracted": False})), Listing("author", SearchRequest(since={"added": "2026"})),
        Listing("author", SearchRequest(expand=False)), Listing("author", SearchRequest(strict=True)),
    ],
)  # fmt: skip
def test_a_cursor_belongs_to_one_question(other: Listing) -> None:
    cursor = Listing("author", SearchRequest()).cursor(Place(1, "a", 1))
    with pytest.raises(ValueError, match="belongs to another"):
        other.place(cursor)


def test_the_order_in_which_filters_are_given_is_no_other_question_nor_is_the_size() -> None:
    one = Listing("author", SearchRequest(filters={"year": ("2019", "2020"), "venue": ("A",)}))
    other = Listing("author", SearchRequest(filters={"venue": ("A",), "year": ("2020", "2019")}), size=7)
    assert other.place(one.cursor(Place(1, "a", 1))) == Place(1, "a", 1)


def test_only_what_is_selected_in_the_facet_itself_narrows_nothing() -> None:
    assert not Listing("author", SearchRequest(filters={"author": ("a",)})).is_narrowed
    assert not Listing("author", SearchRequest(q=" ")).is_narrowed
    for request in (
        SearchRequest(q="a"), SearchRequest(filters={"venue": ("A",)}), SearchRequest(none_of={"author": ("a",)}),
        SearchRequest(all_of={"author": ("a",)}), SearchRequest(flags={"retracted": False}),
        SearchRequest(since={"added": "2026"}),
    ):  # fmt: skip
        assert Listing("author", request).is_narrowed


def test_rows_are_by_papers_then_by_key_or_by_key_alone_and_years_from_the_newest() -> None:
    found = {"b": 2, "a": 2, "z": 3, "\U00020000": 1, "\uff21": 1}
    by_count = Listing("author", SearchRequest())
    assert [key for key, _ in ordered(by_count, found)] == ["z", "a", "b", "\uff21", "\U00020000"]
    assert [key for key, _ in ordered(replace(by_count, after=Place(2, "a", 2)), found)] == ["b", "\uff21", "\U00020000"]
    by_key = replace(by_count, sort="key")
    assert [key for key, _ in ordered(replace(by_key, after=Place(2, "a", 2)), found)] == ["b", "z", "\uff21", "\U00020000"]
    years = Listing("year", SearchRequest(), sort="key", after=Place(1, "2020", 1))
    assert [key for key, _ in ordered(years, {"2019": 5, "2021": 1, "2018": 7})] == ["2019", "2018"]


def test_a_page_begins_behind_the_last_value_of_the_page_before() -> None:
    place = Place(20, "k", 3)
    body = values_body(Listing("author", SearchRequest(), after=place), 21)
    assert (body["search_after"], body["sort"]) == ([3, "k"], [{"count": "desc"}, {"key": "asc"}])
    body = values_body(Listing("year", SearchRequest(), sort="key", after=place), 21)
    assert (body["search_after"], body["sort"]) == (["k"], [{"key": "desc"}])


def test_keys_are_read_in_parts_and_without_an_index_there_are_none() -> None:
    listing = Listing("author", SearchRequest(), contains="a")
    assert "include" not in keys_body(listing, 0, 1)["aggs"]["keys"]["terms"]
    assert keys_body(listing, 1, 4)["aggs"]["keys"]["terms"]["include"] == {"partition": 1, "num_partitions": 4}
    assert read_keys({}) == ([], 0)
