"""Lists the values of one facet: from the index of values where all papers are meant, else counted in those that are.

What is asked and in which order values stand is service.values.listing's; how papers are narrowed is the searcher's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from service.errors import EngineUnavailable
from service.facets import FACETS, MAX_TREE, PRECISION, Clause, Facet, HierarchyFacet, counts
from service.index import ValueIndex
from service.labels import Label
from service.query import SearchRequest
from service.searching.searcher import Counted, Searcher
from service.values import listing as asking
from service.values.documents import document
from service.values.listing import MAX_DEPTH, Listing, Place


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of values: the contract's Facet, the cursor of the next page (None: there is none), and the answer's `meta`."""

    facet: dict[str, Any]
    next_cursor: str | None
    meta: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Found:
    """Values in order from the place on, at least as many as the page needs; how many fit in all, and the sum of their papers.

    `labels` are those known already, `fitting` the values that are known to fit (None: all that have papers).
    """

    rows: Sequence[tuple[str, int]]
    distinct: int
    papers: int
    counted: Counted
    error: int = 0
    is_estimate: bool = False
    labels: Mapping[str, Label] = field(default_factory=dict)
    fitting: Mapping[str, int] | None = None


# The rows on a page, the selected ones that it has besides, and the place at which it ends unless it is the last.
Page = tuple[list[tuple[str, int]], list[tuple[str, int]], Place | None]


class Lister:
    """Lists values of facets. Safe for threads."""

    def __init__(self, searcher: Searcher, values: ValueIndex) -> None:
        self._searcher, self._values = searcher, values

    def page(self, wanted: Listing) -> Listed:
        """A page of values; selected ones are all on the first page. Raises EngineUnavailable."""
        facet = FACETS[wanted.facet]
        if isinstance(facet, HierarchyFacet):
            return self._areas(wanted, facet)
        found = self._found(wanted, facet)
        selected = counts(found.counted.aggregations.get("selected", {"buckets": []}))
        rows, added, after = _paged(wanted, found, {key: selected.get(key, 0) for key in wanted.selected})
        labels = self._labels(wanted.facet, [key for key, _ in (*rows, *added)], found.labels) if facet.shown_in else {}
        chosen = wanted.selected
        values = [facet.value(key, count, chosen, labels.get(key)) for key, count in (*rows, *added)]
        return _listed(wanted, values, found, (rows, added, after))

    def _found(self, wanted: Listing, facet: Facet) -> Found:
        if not wanted.is_narrowed and (found := self._of_all(wanted, facet)) is not None:
            return found
        if wanted.contains:
            return self._containing(wanted, facet)
        return self._by_key(wanted, facet) if wanted.sort == "key" else self._by_count(wanted, facet)

    def _of_all(self, wanted: Listing, facet: Facet) -> Found | None:
        """From the index of values alone; None when it has none that fit, which it may not have yet."""
        answer = self._values.search(asking.values_body(wanted, _needed(wanted)))
        distinct = answer["hits"]["total"]["value"]
        if not distinct:
            return None
        hits = answer["hits"]["hits"]
        counted = self._count(wanted, facet.around(wanted.selected))
        fitting = None
        if wanted.contains and wanted.selected and wanted.after is None:
            fitting = dict.fromkeys(self._fitting(wanted, wanted.selected), 0)
        return Found(
            rows=[(hit["_source"]["key"], hit["_source"]["count"]) for hit in hits],
            distinct=distinct,
            papers=round(answer["aggregations"]["papers"]["value"]),
            counted=replace(counted, timed_out=counted.timed_out or answer["timed_out"]),
            labels=asking.read_labels(hits),
            fitting=fitting,
        )

    def _by_count(self, wanted: Listing, facet: Facet) -> Found:
        passed = wanted.after.passed if wanted.after else 0
        values: Clause = {"terms": {"field": facet.field, "size": passed + _needed(wanted)}}
        counted = self._count(wanted, {"values": values, "distinct": facet.distinct, **facet.around(wanted.selected)})
        answer = counted.aggregations["values"]
        listed, rest = counts(answer), answer["sum_other_doc_count"]
        distinct, is_estimate = self._distinct(wanted, facet, counted) if rest else (len(listed), False)
        return Found(
            rows=list(listed.items())[passed:],
            distinct=distinct,
            papers=sum(listed.values()) + rest,
            counted=counted,
            error=answer["doc_count_error_upper_bound"],
            is_estimate=is_estimate,
        )

    def _by_key(self, wanted: Listing, facet: Facet) -> Found:
        source: Clause = {"key": {"terms": {"field": facet.field, "order": wanted.key_order}}}
        values: Clause = {"composite": {"size": _needed(wanted), "sources": [source]}}
        if wanted.after is not None:
            values["composite"]["after"] = {"key": wanted.after.key}
        sums: Clause = {"distinct": facet.distinct, "papers": {"value_count": {"field": facet.field}}}
        counted = self._count(wanted, {"values": values, **sums, **facet.around(wanted.selected)})
        answer = counted.aggregations
        rows = [(str(bucket["key"]["key"]), bucket["doc_count"]) for bucket in answer["values"]["buckets"]]
        is_all = wanted.after is None and len(rows) < _needed(wanted)
        distinct, is_estimate = self._distinct(wanted, facet, counted) if not is_all else (len(rows), False)
        return Found(rows, distinct, answer["papers"]["value"], counted, is_estimate=is_estimate)

    def _distinct(self, wanted: Listing, facet: Facet, counted: Counted) -> tuple[int, bool]:
        """How many values there are, and whether that is an estimate: so many of them that listing all would take too long."""
        estimate = int(counted.aggregations["distinct"]["value"])
        if estimate <= facet.exact or estimate > PRECISION:
            return estimate, estimate > facet.exact
        # One list of them all; the engine's estimate is hardly ever 1% off.
        values: Clause = {"terms": {"field": facet.field, "size": round(estimate * 1.05) + 100}}
        answer = self._count(wanted, {"values": values}).aggregations["values"]
        return len(answer["buckets"]), bool(answer["sum_other_doc_count"])

    def _containing(self, wanted: Listing, facet: Facet) -> Found:
        # The first question tells everything else as well.
        asked = [{"values": facet.terms(len(keys), keys)} for keys in self._keys(wanted)] or [{}]
        asked[0] |= facet.around(wanted.selected)
        parts = [self._count(wanted, one) for one in asked]
        answers = [part.aggregations["values"] for part in parts if "values" in part.aggregations]
        found = {key: count for answer in answers for key, count in counts(answer).items()}
        return Found(
            rows=asking.ordered(wanted, found),
            distinct=len(found),
            papers=sum(found.values()),
            counted=replace(parts[0], timed_out=any(part.timed_out for part in parts)),
            error=max((answer["doc_count_error_upper_bound"] for answer in answers), default=0),
            fitting=found,
        )

    def _areas(self, wanted: Listing, facet: HierarchyFacet) -> Listed:
        """Areas with their sub-areas: all are counted, for they are few, and those that fit are taken out."""
        counted = self._count(wanted, {"values": facet.above.terms(MAX_TREE), **facet.above.around(), **facet.pairs})
        answer = counted.aggregations
        areas, pairs = counts(answer["values"]), counts(answer["pairs"])
        selected = {area: areas.get(area, 0) for area in (facet.area(key, areas) for key in wanted.selected)}
        if wanted.contains:
            keys = {key for keys in self._keys(wanted) for key in keys}
            # An area that fits comes with all of its sub-areas, another one with those that fit.
            pairs = {key: count for key, count in pairs.items() if key in keys or facet.area(key, areas) in keys}
            above = {facet.area(key, areas) for key in pairs} | keys
            areas = {key: count for key, count in areas.items() if key in above}
        found = Found(
            rows=asking.ordered(wanted, areas),
            distinct=len(areas),
            papers=sum(areas.values()) + answer["values"]["sum_other_doc_count"],
            counted=counted,
            error=answer["values"]["doc_count_error_upper_bound"],
            fitting=areas,
        )
        rows, added, after = _paged(wanted, found, selected)
        values = facet.tree(dict((*rows, *added)), pairs, wanted.selected if wanted.after is None else ())
        return _listed(wanted, values, found, (rows, added, after))

    def _count(self, wanted: Listing, aggregations: Mapping[str, Clause]) -> Counted:
        return self._searcher.count(replace(wanted.request, filters=wanted.others), aggregations)

    def _keys(self, wanted: Listing) -> Iterator[list[str]]:
        """The keys of the values that contain the text, in lists that one question can count.

        Raises EngineUnavailable when papers have values and the index of values has none yet.
        """
        answer = self._values.search(asking.keys_body(wanted, 0, 1))
        keys, left = asking.read_keys(answer)
        if not keys and not self._are_known(wanted):
            raise EngineUnavailable("The values of this facet are being made. Try again in a moment.", retry_after=10)
        parts = 2 * (answer["hits"]["total"]["value"] // asking.KEYS + 1) if left else 1
        for part in range(parts):
            found = asking.read_keys(self._values.search(asking.keys_body(wanted, part, parts)))[0] if left else keys
            if found:
                yield found

    def _are_known(self, wanted: Listing) -> bool:
        """Whether the index of values has some of this facet, or there are none."""
        whole = Listing(wanted.facet, SearchRequest())
        if self._values.search(asking.values_body(whole, 1))["hits"]["total"]["value"]:
            return True
        counted = self._count(whole, FACETS[wanted.facet].around())
        return bool(counted.count == counted.aggregations["missing"]["doc_count"])

    def _fitting(self, wanted: Listing, keys: Sequence[str]) -> list[str]:
        """Those of the keys whose values contain the text."""
        body = asking.labels_body(wanted.facet, keys)
        body["query"]["bool"]["filter"].append(asking.fitting(wanted))
        return list(asking.read_labels(self._values.search(body)["hits"]["hits"]))

    def _labels(self, name: str, keys: Sequence[str], known: Mapping[str, Label]) -> dict[str, Label]:
        """How values are shown; one that came after the index of values was made follows from its key."""
        missing = [key for key in keys if key not in known]
        found = dict(known)
        if missing:
            found |= asking.read_labels(self._values.search(asking.labels_body(name, missing))["hits"]["hits"])
        return {key: found.get(key) or document(name, key, 0)["label"] for key in keys}


def _needed(wanted: Listing) -> int:
    """So many values tell what is on the page, whichever of them are selected, and whether there are more."""
    return wanted.size + len(wanted.selected) + 1


def _paged(wanted: Listing, found: Found, selected: Mapping[str, int]) -> Page:
    """What is on the page. The first one has all values that are selected, later ones none."""
    passed = wanted.after.passed if wanted.after else 0
    size = min(wanted.size, MAX_DEPTH - passed) if wanted.sort == "count" else wanted.size
    places = [(n, row) for n, row in enumerate(found.rows, 1) if wanted.after is None or row[0] not in selected]
    rows = [row for _, row in places[:size]]
    listed = {key for key, _ in rows}
    added = [row for row in selected.items() if row[0] not in listed] if wanted.after is None else []
    more = any(row[0] not in selected for _, row in places[size:])
    after = Place(passed + places[size - 1][0], *places[size - 1][1]) if more else None
    return rows, added, after


def _listed(wanted: Listing, values: list[dict[str, Any]], found: Found, page: Page) -> Listed:
    rows, added, after = page
    counted = found.counted
    listed = sum(count for _, count in rows)
    listed += sum(count for key, count in added if found.fitting is None or key in found.fitting)
    content = FACETS[wanted.facet].content(
        values,
        distinct=found.distinct,
        other=max(0, found.papers - listed),
        missing=counted.aggregations["missing"]["doc_count"],
        error=found.error,
        is_estimate=found.is_estimate,
    )
    return Listed(content, wanted.cursor(after) if after is not None else None, counted.meta(wanted.request.q))
