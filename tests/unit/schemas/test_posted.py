"""JSON bodies say the same as addresses: types become parameters, and what has a wrong type is named."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.errors import InvalidRequest
from service.schemas.arguments import MAX_POSTED_QUERY, read_posted_search, read_search
from service.schemas.lookup import read_lookup


def posted(content: Any) -> Any:
    return read_posted_search(json.dumps(content).encode())[0]


def faults(content: Any) -> dict[str, str]:
    with pytest.raises(InvalidRequest) as caught:
        posted(content)
    return {fault.field: fault.message for fault in caught.value.errors}


SAME: list[tuple[dict[str, Any], dict[str, list[str]]]] = [
    ({}, {}),
    ({"q": "graph", "category": ["A", "B"]}, {"q": ["graph"], "category": ["A", "B"]}),
    ({"category": "A"}, {"category": ["A"]}),
    ({"category.not": ["A"], "author.all": ["x", "y"]}, {"category.not": ["A"], "author.all": ["x", "y"]}),
    ({"category": {"not": ["A"]}}, {"category.not": ["A"]}),
    ({"facets": ["author", "year"], "facet": {"author": {"size": 50}}}, {"facets": ["author,year"], "facet.author.size": ["50"]}),
    ({"facet.author.size": 50, "facets": "author"}, {"facets": ["author"], "facet.author.size": ["50"]}),
    ({"facets": []}, {"facets": ["none"]}),
    ({"facets": "none", "fields": []}, {"facets": ["none"]}),
    ({"fields": ["id", "authors.name"]}, {"fields": ["id,authors.name"]}),
    ({"year": 2019, "size": 5, "page": 2}, {"year": ["2019"], "size": ["5"], "page": ["2"]}),
    ({"year": [2019, "2021.."]}, {"year": ["2019", "2021.."]}),
    ({"retracted": False, "highlight": True}, {"retracted": ["false"], "highlight": ["true"]}),
    ({"strict": True, "open_access": False}, {"strict": ["true"], "open_access": ["false"]}),
    ({"q": None, "page": None, "facet": None, "author": None}, {}),
    ({"added_since": "2026-01-31", "sort": "added"}, {"added_since": ["2026-01-31"], "sort": ["added"]}),
    ({"cursor": "*"}, {"cursor": ["*"]}),
]  # fmt: skip


@pytest.mark.parametrize(("content", "parameters"), SAME, ids=str)
def test_a_body_asks_for_the_same_as_an_address(content: dict[str, Any], parameters: dict[str, list[str]]) -> None:
    assert posted(content) == read_search(parameters)
    assert read_posted_search(json.dumps(content).encode())[1] == parameters


@pytest.mark.parametrize(
    ("content", "field", "words"),
    [
        ({"q": 5}, "q", "a text"), ({"q": ["a"]}, "q", "not a list"), ({"q": True}, "q", "a text"),
        ({"size": [5]}, "size", "not a list"), ({"size": "many"}, "size", "whole number"),
        ({"size": 2.5}, "size", "whole number"), ({"size": True}, "size", "no value here"),
        ({"highlight": 1}, "highlight", "true or false"),
        ({"category": [None]}, "category", "value 0"), ({"category": ["a", {}]}, "category", "value 1"),
        ({"category": [["a"]]}, "category", "value 0"), ({"category": [True]}, "category", "value 0"),
        ({"facets": [1]}, "facets", "names"), ({"facets": ["nothing"]}, "facets", "valid are"),
        ({"facets": 3}, "facets", "a text"), ({"nothing": []}, "nothing", "no parameter here"),
        ({"nothing": {"x": 1}}, "nothing.x", "no parameter here"),
        ({"facet": {"author": {"size": {"x": 1}}}}, "facet.author.size", "no value here"),
        ({"facet": {"author": {"size": 1}}, "facet.author.size": 2}, "facet.author.size", "more than once"),
        ({"q": "a" * (MAX_POSTED_QUERY + 1)}, "q", "10,000"), ({"cursor": "*", "page": 1}, "cursor", "together with page"),
        ({"strict": True, "q": "(a"}, "q", "at character 0"),
    ],
    ids=str,
)  # fmt: skip
def test_a_wrong_type_is_named(content: dict[str, Any], field: str, words: str) -> None:
    assert words in faults(content)[field]


def test_all_faults_of_a_body_are_told_at_once() -> None:
    assert faults({"q": 5, "size": 0, "nothing": 1, "facets": [1], "cursor": "nonsense"}).keys() == {
        "q", "size", "nothing", "facets", "cursor",
    }  # fmt: skip


def test_a_long_query_is_taken() -> None:
    assert len(posted({"q": "a" * MAX_POSTED_QUERY}).q) == MAX_POSTED_QUERY


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "line 1, column 1"), (b'{"q": ', "line 1, column 7"), (b'{\n  "q": "a" 5}', "line 2, column 12"),
        (b"\xff", "no JSON"), (b'{"q": "\\ud800"', "no JSON"), (b"[]", "JSON object"), (b'"q"', "JSON object"),
        (b"null", "JSON object"), (b"[" * 5000, "no JSON"), (b'{"a":' * 5000, "no JSON"), (b"NaN", "no JSON"),
    ],
)  # fmt: skip
def test_a_broken_body_says_where(body: bytes, words: str) -> None:
    with pytest.raises(InvalidRequest, match=words):
        read_posted_search(body)


def test_a_byte_order_mark_does_no_harm() -> None:
    assert read_posted_search(b'\xef\xbb\xbf{"q": "a"}')[0].q == "a"


@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=20)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(["q", "size", "facet", "year", "x"]), inner)
        ),
        max_leaves=12,
    )
)
def test_any_json_is_a_request_or_an_invalid_one(content: Any) -> None:
    for read in (read_posted_search, read_lookup):
        with suppress(InvalidRequest):
            read(json.dumps(content).encode())


def test_a_look_up_takes_texts_and_numbers() -> None:
    wanted = read_lookup(b'{"ids": ["a", 5, "a"], "fields": ["id"]}')
    assert (wanted.names, wanted.fields) == (("a", "5", "a"), ("id",))
    assert read_lookup(b'{"ids": []}').names == ()


@pytest.mark.parametrize(
    ("body", "field", "words"),
    [
        ({}, "ids", "must be given"), ({"ids": ["a"] * 501}, "ids", "at most 500"), ({"ids": ["a", None]}, "ids", "value 1"),
        ({"ids": ["a"], "fields": ["x"]}, "fields", "valid are"), ({"ids": ["a"], "size": 5}, "size", "no parameter here"),
    ],
)  # fmt: skip
def test_a_wrong_look_up_is_named(body: dict[str, Any], field: str, words: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        read_lookup(json.dumps(body).encode())
    assert [words in fault.message for fault in caught.value.errors if fault.field == field] == [True]
