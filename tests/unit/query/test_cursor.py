"""Cursors as texts: what is sealed comes out again, what was touched does not, and each is bound to its own search."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service import query
from service.errors import InvalidRequest
from service.expansion import Expansion
from service.query import SearchRequest, cursor
from service.query.cursor import Cursor, CursorRefused, fingerprint, following, is_cursor, seal, unseal

KEY = b"k" * 32
FOUND = Expansion("图神经网络", ("graph neural network", "GNN"), "terms", "en", required=True)
PLACE = Cursor(
    "abc",
    (12.345678, -9223372036854775808, "doi-10.1~2Fx", None),
    True,
    ((("图神经网络",), True, (FOUND,)),),
    "point==",
    "papers-v3",
    7,
)
VALUES = st.one_of(
    st.none(), st.text(max_size=30), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False, allow_infinity=False)
)


def test_what_is_sealed_comes_out_again() -> None:
    assert unseal(seal(PLACE, KEY), KEY) == PLACE


@given(st.lists(VALUES, min_size=1, max_size=4))
def test_every_sort_value_comes_out_as_it_went_in(values: list[Any]) -> None:
    sealed = seal(Cursor("of", tuple(values)), KEY)
    assert unseal(sealed, KEY).after == tuple(values)
    assert is_cursor(sealed)


def test_it_needs_no_escaping_in_an_address() -> None:
    texts = [seal(replace(PLACE, begun=n), KEY) for n in range(300)]
    assert not set("".join(texts)) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    assert len({len(text) % 4 for text in texts}) > 1, "some would have had padding"


def test_a_change_of_any_character_is_noticed() -> None:
    sealed = seal(PLACE, KEY)
    # The last character may hold bits that belong to no byte.
    for at, char in enumerate(sealed[:-1]):
        with pytest.raises(CursorRefused) as caught:
            unseal(sealed[:at] + ("A" if char != "A" else "B") + sealed[at + 1 :], KEY)
        assert caught.value.code == "cursor_invalid"


@pytest.mark.parametrize("text", ["", "*", "abc", "é" * 40, "A" * 40, "=" * 40, "A" * 20_000, seal(PLACE, b"other")])
def test_what_was_not_sealed_with_the_key_is_refused(text: str) -> None:
    with pytest.raises(CursorRefused) as caught:
        unseal(text, KEY)
    assert (caught.value.code, caught.value.status) == ("cursor_invalid", 400)
    assert isinstance(caught.value, InvalidRequest)


@given(st.recursive(VALUES, lambda inner: st.lists(inner, max_size=8), max_leaves=20))
def test_what_is_signed_but_no_cursor_is_refused(content: Any) -> None:
    packed = zlib.compress(orjson.dumps(content))
    text = urlsafe_b64encode(cursor._signature(packed, KEY) + packed).rstrip(b"=").decode()
    with pytest.raises(CursorRefused):
        unseal(text, KEY)


SAME: list[dict[str, Any]] = [
    {"size": 7}, {"fields": ("id",)}, {"facets": {}}, {"highlight": False}, {"cursor": "*"}, {"page": 3}, {"sort": "relevance"},
    {"filters": {"venue": ("B", "A")}},
]  # fmt: skip
OTHER: list[dict[str, Any]] = [
    {"q": "graphs"}, {"filters": {"venue": ("A",)}}, {"filters": {"author": ("A", "B")}}, {"none_of": {"venue": ("A", "B")}},
    {"all_of": {"venue": ("A", "B")}}, {"flags": {"retracted": False}}, {"since": {"added": "2026-01-01T00:00:00.000Z"}},
    {"sort": "newest"}, {"expand": False}, {"strict": True},
]  # fmt: skip
ASKED = SearchRequest(q="graph", filters={"venue": ("A", "B")})


@pytest.mark.parametrize("change", SAME, ids=str)
def test_what_may_change_from_page_to_page_changes_no_fingerprint(change: dict[str, Any]) -> None:
    assert fingerprint(replace(ASKED, **change)) == fingerprint(ASKED)


@pytest.mark.parametrize("change", OTHER, ids=str)
def test_what_makes_another_search_changes_the_fingerprint(change: dict[str, Any]) -> None:
    assert fingerprint(replace(ASKED, **change)) != fingerprint(ASKED)


def test_bodies_of_a_walk_ask_for_one_paper_more_and_never_number_them() -> None:
    body = query.build(SearchRequest(sort="newest", size=20))
    first = cursor.begin(body, "papers", "")
    assert (first["size"], "from" in first, "pit" in first, first["query"]) == (21, False, False, body["query"])
    next_one = cursor.resume(body, Cursor("", (5, "a")))
    assert next_one == first | {"search_after": [5, "a"]}


def test_a_point_in_time_is_only_read_in_an_index_of_our_own() -> None:
    body = query.build(ASKED)
    first = cursor.begin(body, "papers", "p")
    assert first["pit"] == {"id": "p", "keep_alive": "2m"}
    assert first["query"]["bool"] == {"must": [body["query"]], "filter": [{"prefix": {"_index": "papers-v"}}]}
    later = cursor.resume(body, replace(PLACE, index="papers-v3-20260101000000000"))
    assert later["query"]["bool"]["filter"] == [{"term": {"_index": "papers-v3-20260101000000000"}}]


@pytest.mark.parametrize(
    ("index", "ours"),
    [
        ("papers-v3-20260101000000000", True), ("papers-v12-20260101000000000", True), ("papers", False), ("secrets", False),
        ("papers-values-v1-20260101000000000", False), ("papers-v3-x-v3-20260101000000000", False), ("*", False),
        ("papers-v3-20260101000000000,secrets", False), ("xpapers-v3-20260101000000000", False),
    ],
)  # fmt: skip
def test_only_an_index_of_the_alias_belongs_to_it(index: str, ours: bool) -> None:
    assert cursor.belongs(index, "papers") is ours


def hits(*values: str) -> dict[str, Any]:
    return {"hits": {"hits": [{"_index": "papers-v3-1", "sort": [value]} for value in values]}}


def test_a_page_that_is_not_followed_by_another_has_no_cursor() -> None:
    assert following(PLACE, hits("a", "b"), 2) is None
    assert following(PLACE, hits(), 2) is None
    found = following(PLACE, hits("a", "b", "c") | {"pit_id": "newer"}, 2)
    assert found == replace(PLACE, after=("b",), point="newer", index="papers-v3-1")
    fixed = following(replace(PLACE, point="", index=""), hits("a", "b"), 1)
    assert fixed is not None
    assert (fixed.after, fixed.point, fixed.index) == (("a",), "", "")
