"""The facets: what papers can be filtered and counted by. A facet owns its filter, aggregation, reading and label.

Adding one over an existing field is one row in FACETS; parameter, answer, page and documentation follow from it.
It sends nothing: clauses and answers are the engine's JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from service import names
from service.folding import fold
from service.labels import Label, label
from service.paper.document import bounded_key
from service.paper.model import LEVEL

Clause = dict[str, Any]

MAX_SIZE = 1000
# Exact up to here; the engine's own limit for exact counting of distinct values.
EXACT_DISTINCT = 40_000


@dataclass(frozen=True, slots=True)
class Facet:
    """A facet over one keyword field of the index. `several`: a paper may have more than one value (then `.all` works)."""

    name: str
    field: str
    label: Label
    size: int = 20
    several: bool = False
    order: str = "count"
    # More distinct values than this are estimated. Facets of few values by nature ask for less, which saves the engine 1 ms.
    exact: int = EXACT_DISTINCT
    # Part of the stored paper in which the shown form of a key is found; empty where the key itself is shown.
    shown_in: str = ""

    def filter(self, values: Sequence[str]) -> Clause:
        """Papers with any of the values, matched exactly."""
        return {"terms": {self.field: list(values)}}

    def aggregation(self, size: int, selected: Sequence[str]) -> dict[str, Clause]:
        """The named aggregations of this facet; `selected` values are always counted."""
        field = {"field": self.field}
        terms: Clause = {"terms": {**field, "size": size}}
        if self.order == "key":
            terms["terms"]["order"] = {"_key": "desc"}
        aggregations = {
            "values": self._with_names(terms),
            "distinct": {"cardinality": {**field, "precision_threshold": self.exact}},
            "missing": {"missing": field},
        }
        if selected:
            include = {"terms": {**field, "include": list(selected), "size": len(selected), "min_doc_count": 1}}
            aggregations["selected"] = self._with_names(include)
        return aggregations

    def read(self, answer: Mapping[str, Any], selected: Sequence[str]) -> dict[str, Any]:
        """The contract's Facet from the answer to `aggregation`."""
        listed = {str(bucket["key"]): bucket for bucket in answer["values"]["buckets"]}
        added = [bucket for bucket in answer.get("selected", {}).get("buckets", []) if str(bucket["key"]) not in listed]
        buckets = [*listed.values(), *added]
        values = [self._value(bucket, selected) for bucket in buckets]
        present = {value["key"] for value in values}
        values += [
            self._value({"key": key, "doc_count": 0}, selected) for key in selected if self._is_value(key) and key not in present
        ]
        distinct = int(answer["distinct"]["value"])
        result: dict[str, Any] = {
            "label": self.label,
            "values": values,
            "distinct": distinct,
            "other": answer["values"]["sum_other_doc_count"] - sum(bucket["doc_count"] for bucket in added),
            "missing": answer["missing"]["doc_count"],
            "error": answer["values"]["doc_count_error_upper_bound"],
        }
        if distinct > self.exact:
            result["distinct_is_estimate"] = True
        return result

    def value_label(self, key: str, bucket: Mapping[str, Any] | None = None) -> Label:
        """The label of one value: from the table of labels, else as a paper shows it, else the key."""
        return label(self.name, key, _shown(self, key, bucket) if bucket else None)

    def _value(self, bucket: Mapping[str, Any], selected: Sequence[str]) -> dict[str, Any]:
        key = str(bucket["key"])
        return {
            "key": key,
            "label": self.value_label(key, bucket),
            "count": bucket["doc_count"],
            "selected": key in selected,
            "children": [],
        }

    def _is_value(self, key: str) -> bool:
        """Whether a selected value is a key (and not, say, a range of years)."""
        return bool(key)

    def _with_names(self, terms: Clause) -> Clause:
        """One paper of each value shows how it is written. A paper's source is cheaper than a second list of names:
        8.7 ms against 11.4 (a sub-aggregation of labels) for the same search, without it 6.3."""
        if self.shown_in:
            terms["aggs"] = {"paper": {"top_hits": {"size": 1, "sort": ["_doc"], "_source": [self.shown_in]}}}
        return terms


@dataclass(frozen=True, slots=True)
class YearFacet(Facet):
    """Years: single ones or ranges `2019..2022`, `2019..`, `..2015`; newest first."""

    def filter(self, values: Sequence[str]) -> Clause:
        single = [int(value) for value in values if value.isdigit()]
        clauses: list[Clause] = [{"terms": {self.field: single}}] if single else []
        for value in values:
            if not value.isdigit():
                first, _, last = value.partition("..")
                bounds = {name: int(bound) for name, bound in (("gte", first), ("lte", last)) if bound}
                clauses.append({"range": {self.field: bounds}})
        return clauses[0] if len(clauses) == 1 else {"bool": {"should": clauses, "minimum_should_match": 1}}

    def aggregation(self, size: int, selected: Sequence[str]) -> dict[str, Clause]:
        # The class's name is needed: dataclasses with slots are made anew, which breaks the short super().
        return super(YearFacet, self).aggregation(size, [int(v) for v in selected if v.isdigit()])  # type: ignore[misc]

    def _is_value(self, key: str) -> bool:
        return key.isdigit()


@dataclass(frozen=True, slots=True)
class HierarchyFacet(Facet):
    """Areas with their sub-areas. `field` holds areas and `Area::Sub-area` pairs, `areas` the areas alone."""

    areas: str = ""

    def aggregation(self, size: int, selected: Sequence[str]) -> dict[str, Clause]:
        parents = list(dict.fromkeys(key.split(LEVEL)[0] for key in selected))
        top = replace(self, field=self.areas)
        aggregations = super(HierarchyFacet, top).aggregation(size, parents)
        for name in ("values", "selected"):
            if name in aggregations:
                aggregations[name]["aggs"] = {"children": {"terms": {"field": self.field, "size": MAX_SIZE}}}
        return aggregations

    def read(self, answer: Mapping[str, Any], selected: Sequence[str]) -> dict[str, Any]:
        result = super(HierarchyFacet, self).read(answer, selected)
        # A sub-area that was selected but is not there any more is listed under its area, with 0.
        by_area = {value["key"]: value for value in result["values"]}
        for key in [key for key in selected if LEVEL in key]:
            by_area.pop(key, None)
            area = by_area.setdefault(key.split(LEVEL)[0], self._value({"key": key.split(LEVEL)[0], "doc_count": 0}, selected))
            if key not in {child["key"] for child in area["children"]}:
                area["children"].append(self._value({"key": key, "doc_count": 0}, selected))
        result["values"] = list(by_area.values())
        return result

    def _value(self, bucket: Mapping[str, Any], selected: Sequence[str]) -> dict[str, Any]:
        value = super(HierarchyFacet, self)._value(bucket, selected)
        area = value["key"] + LEVEL
        value["children"] = [
            super(HierarchyFacet, self)._value(child, selected)
            for child in bucket.get("children", {}).get("buckets", [])
            if child["key"].startswith(area)
        ]
        return value

    def value_label(self, key: str, bucket: Mapping[str, Any] | None = None) -> Label:
        return label(self.name, key, key.rsplit(LEVEL, 1)[-1])


def _shown(facet: Facet, key: str, bucket: Mapping[str, Any]) -> str | None:
    """How a paper of the bucket writes the value with this key."""
    hits = bucket.get("paper", {}).get("hits", {}).get("hits", [])
    for hit in hits:
        for text in _texts(facet.shown_in, hit["_source"]):
            if _key_of(facet.name, text) == key:
                return text
    return None


def _texts(path: str, source: Mapping[str, Any]) -> list[str]:
    if path == "keywords":
        return [word for words in source.get("keywords", {}).values() for word in words]
    if path == "authors.name":
        return [author["name"] for author in source.get("authors", [])]
    return [a["name"] for author in source.get("authors", []) for a in author.get("affiliations", [])]


def _key_of(name: str, text: str) -> str:
    return bounded_key(names.key(text) if name == "author" else fold(text))


FACETS: Mapping[str, Facet] = {
    facet.name: facet
    for facet in (
        HierarchyFacet("category", "category_keys", {"zh": "类别", "en": "Category"}, several=True, areas="areas"),
        Facet("author", "author_keys", {"zh": "作者", "en": "Author"}, several=True, shown_in="authors.name"),
        Facet("venue", "venue", {"zh": "期刊与会议", "en": "Venue"}),
        YearFacet("year", "year", {"zh": "年份", "en": "Year"}, size=50, order="key", exact=1000),
        Facet("language", "language", {"zh": "语言", "en": "Language"}, exact=1000),
        Facet("keyword", "keyword_keys", {"zh": "关键词", "en": "Keyword"}, several=True, shown_in="keywords"),
        Facet(
            "affiliation", "affiliation_keys", {"zh": "机构", "en": "Affiliation"}, several=True, shown_in="authors.affiliations"
        ),
        Facet("country", "countries", {"zh": "国家", "en": "Country"}, several=True),
        Facet("source", "sources", {"zh": "来源", "en": "Source"}, several=True),
        Facet("type", "type", {"zh": "类型", "en": "Type"}),
        Facet("has", "has", {"zh": "含有", "en": "Has"}, several=True),
    )
}
DEFAULT_FACETS = ("category", "author", "venue", "year", "language")
