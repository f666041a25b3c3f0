"""A facet's values as a list to page through: what is asked for, where a page begins, how the index of values is asked.

It counts nothing: counts under a query are taken from the papers (service.searching.listing).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import orjson

from service import syntax
from service.facets import FACETS, Clause
from service.query import SearchRequest
from service.values.completing import containing

SORTS = ("count", "key")
# By count the engine has to list all that stands before a page; by key it goes on from any.
MAX_DEPTH = 10_000
# Keys that one answer lists, and that one question counts, where all that contain a text are needed. The engine lists 65,536.
KEYS = 50_000


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page ends: so many values were passed, the last of them this one with so many papers."""

    passed: int
    key: str
    count: int


@dataclass(frozen=True, slots=True)
class Listing:
    """The values of `facet` that the papers of `request` have, those that contain a text; `size` of them behind `after`.

    The facet's own filter selects values and narrows none of them away; its `.not` and `.all` do.
    """

    facet: str
    request: SearchRequest
    contains: str = ""
    sort: str = "count"
    size: int = 20
    after: Place | None = None

    @property
    def selected(self) -> list[str]:
        """The keys that are selected in the facet itself."""
        return FACETS[self.facet].chosen(self.request.filters.get(self.facet, ()))

    @property
    def others(self) -> dict[str, tuple[str, ...]]:
        """The filters of the other facets."""
        return {name: values for name, values in self.request.filters.items() if name != self.facet}

    @property
    def is_narrowed(self) -> bool:
        """Whether the values are counted in some of the papers only."""
        request = self.request
        narrowing = (self.others, request.all_of, request.none_of, request.flags, request.since)
        return any(narrowing) or not syntax.parse(request.q).is_empty

    @property
    def key_order(self) -> str:
        """`desc` where keys are listed from the last to the first, as the newest year comes first; else `asc`."""
        return "desc" if self.sort == "key" and FACETS[self.facet].order == "key" else "asc"

    def cursor(self, after: Place) -> str:
        """The address-safe text that leads to the page behind `after`, for the same question only."""
        content = orjson.dumps([after.passed, after.key, after.count, self._mark])
        return base64.urlsafe_b64encode(content).rstrip(b"=").decode("ascii")

    def place(self, cursor: str) -> Place:
        """The place that `cursor` made a text of. Raises ValueError when it was made for another question, or is none."""
        try:
            content = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
            passed, key, count, mark = orjson.loads(content)
        except (binascii.Error, orjson.JSONDecodeError, TypeError, ValueError) as error:
            raise ValueError("is no cursor of this service") from error
        if mark != self._mark or not (isinstance(passed, int) and isinstance(key, str) and isinstance(count, int)):
            raise ValueError("belongs to another facet, query, filter, contains or sort")
        return Place(passed, key, count)

    @property
    def _mark(self) -> str:
        """A digest of everything that decides which values there are and in which order."""
        one = self.request
        narrowing = (one.filters, one.all_of, one.none_of)
        parts = [
            self.facet, self.contains, self.sort, one.q, one.expand, one.strict,
            sorted(one.flags.items()), sorted(one.since.items()),
            *(sorted((name, sorted(values)) for name, values in filters.items()) for filters in narrowing),
        ]  # fmt: skip
        return blake2b(orjson.dumps(parts), digest_size=9).hexdigest()


def values_body(listing: Listing, size: int) -> Clause:
    """The body that asks the index of values for `size` values behind the place, with how many there are and their papers.

    Its counts are those of all papers.
    """
    by_key = {"key": listing.key_order}
    body: Clause = {
        "query": fitting(listing),
        "size": size,
        "sort": [by_key] if listing.sort == "key" else [{"count": "desc"}, by_key],
        "track_total_hits": True,
        "_source": ["key", "label", "count"],
        "aggs": {"papers": {"sum": {"field": "count"}}},
    }
    if listing.after is not None:
        place = listing.after
        body["search_after"] = [place.key] if listing.sort == "key" else [place.count, place.key]
    return body


def keys_body(listing: Listing, part: int, parts: int) -> Clause:
    """The body that asks for one of some parts of the keys of the values that contain the text; `read_keys` reads its answer."""
    keys: Clause = {"field": "key", "size": KEYS}
    if parts > 1:
        keys["include"] = {"partition": part, "num_partitions": parts}
    return {"query": fitting(listing), "size": 0, "track_total_hits": True, "aggs": {"keys": {"terms": keys}}}


def read_keys(answer: Mapping[str, Any]) -> tuple[list[str], int]:
    """The keys of an answer to `keys_body`, and how many of its part it leaves out."""
    # Without an index of values there is no aggregation either.
    keys = answer.get("aggregations", {}).get("keys", {"buckets": [], "sum_other_doc_count": 0})
    return [bucket["key"] for bucket in keys["buckets"]], keys["sum_other_doc_count"]


def labels_body(facet: str, keys: Sequence[str]) -> Clause:
    """The body that asks for the labels of some values."""
    return {
        "query": {"bool": {"filter": [{"term": {"kind": facet}}, {"terms": {"key": list(keys)}}]}},
        "size": len(keys),
        "sort": ["_doc"],
        "track_total_hits": False,
        "_source": ["key", "label"],
    }


def fitting(listing: Listing) -> Clause:
    """The values of the facet that contain the text."""
    found: list[Clause] = [{"term": {"kind": listing.facet}}]
    if listing.contains and (inside := containing(listing.contains)) is not None:
        found.append(inside)
    return {"bool": {"filter": found}}


def ordered(listing: Listing, found: Mapping[str, int]) -> list[tuple[str, int]]:
    """All (key, papers) in the order asked for, from the listing's place on."""
    rows = sorted(found.items(), key=lambda row: _bytes(row[0]), reverse=listing.key_order == "desc")
    if listing.sort == "count":
        rows.sort(key=lambda row: -row[1])
    place = listing.after
    return rows if place is None else [row for row in rows if _is_behind(listing, row, place)]


def _is_behind(listing: Listing, row: tuple[str, int], place: Place) -> bool:
    key, count = row
    if listing.sort == "count" and count != place.count:
        return count < place.count
    one, other = _bytes(key), _bytes(place.key)
    return one < other if listing.key_order == "desc" else one > other


def _bytes(key: str) -> bytes:
    """Keys in the engine's order."""
    return key.encode("utf-8", "surrogatepass")


def read_labels(hits: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    """{key: label} of the hits of `labels_body` or `values_body`."""
    return {hit["_source"]["key"]: hit["_source"]["label"] for hit in hits}
