"""The facets: what papers can be filtered and counted by. A facet owns its filter, aggregation, reading and label.

Adding one over an existing field is one row in FACETS; parameter, answer, page and documentation follow from it.
It sends nothing: clauses and answers are the engine's JSON.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from service import names
from service.folding import fold
from service.labels import Label, label
from service.paper.document import bounded_key
from service.paper.model import LEVEL

Clause = dict[str, Any]

MAX_SIZE = 1000
# The engine's `cardinality` counts up to so many values by a table of 2^25 places and corrects for those that share one: it may
# be off by n^2/2^26 (1 of 5,974 keywords, 6 of 20,000). Up to SURE_DISTINCT that is 0 but once in 67 times.
PRECISION, SURE_DISTINCT = 40_000, 1_000
# Areas and sub-areas that a hierarchy counts at the most, the most frequent first. The engine lists 65,536 values in one answer.
MAX_TREE = 50_000


@dataclass(frozen=True, slots=True)
class Facet:
    """A facet over one keyword field of the index. `several`: a paper may have more than one value (then `.all` works)."""

    name: str
    field: str
    label: Label
    size: int = 20
    several: bool = False
    order: str = "count"
    # Facets of few values by nature ask for less than PRECISION, which saves the engine 1 ms.
    precision: int = PRECISION
    # Part of the stored paper in which the shown form of a key is found; empty where the key itself is shown.
    shown_in: str = ""
    # Whether long values are cut where the index keeps them as keys; what asks for them is cut alike.
    is_cut: bool = True

    def filter(self, values: Sequence[str]) -> Clause:
        """Papers with any of the values, matched exactly."""
        return {"terms": {self.field: self.chosen(values)}}

    def terms(self, size: int, include: Sequence[str] | None = None) -> Clause:
        """The aggregation that counts the first `size` of all values, or of those in `include`."""
        terms: Clause = {"field": self.field, "size": size}
        if include is not None:
            terms["include"] = list(include)
        elif self.order == "key":
            terms["order"] = {"_key": "desc"}
        return {"terms": terms}

    def around(self, selected: Sequence[str] = ()) -> dict[str, Clause]:
        """The named aggregations that tell what a list of values does not: `missing` and, where there are any, `selected`."""
        found: dict[str, Clause] = {"missing": {"missing": {"field": self.field}}}
        if chosen := self.chosen(selected):
            found["selected"] = self.terms(len(chosen), chosen)
        return found

    @property
    def exact(self) -> int:
        """Up to so many values their number is exact, also where not all are listed; a larger one is an estimate."""
        return min(self.precision, SURE_DISTINCT)

    @property
    def distinct(self) -> Clause:
        """The aggregation that counts how many values there are."""
        return {"cardinality": {"field": self.field, "precision_threshold": self.precision}}

    def aggregation(self, size: int, selected: Sequence[str]) -> dict[str, Clause]:
        """The named aggregations of this facet; `selected` values are always counted."""
        found = {"values": self.terms(size), "distinct": self.distinct, **self.around(selected)}
        for name in ("values", "selected"):
            if self.shown_in and name in found:
                # One paper of each value shows how it is written. A paper's source is cheaper than a second list of names:
                # 8.7 ms against 11.4 (a sub-aggregation of labels) for the same search, without it 6.3.
                found[name]["aggs"] = {"paper": {"top_hits": {"size": 1, "sort": ["_doc"], "_source": [self.shown_in]}}}
        return found

    def read(self, answer: Mapping[str, Any], selected: Sequence[str]) -> dict[str, Any]:
        """The contract's Facet from the answer to `aggregation`."""
        chosen = self.chosen(selected)
        listed = {str(bucket["key"]): bucket for bucket in answer["values"]["buckets"]}
        added = {str(bucket["key"]): bucket for bucket in answer.get("selected", {}).get("buckets", [])}
        added = {key: bucket for key, bucket in added.items() if key not in listed}
        values = [
            self.value(key, bucket["doc_count"], chosen, self.value_label(key, bucket))
            for key, bucket in (listed | added).items()
        ]
        values += [self.value(key, 0, chosen) for key in chosen if key not in listed and key not in added]
        return self.content(values, **self._sums(answer, len(listed), sum(bucket["doc_count"] for bucket in added.values())))

    def content(
        self, values: list[dict[str, Any]], distinct: int, other: int, missing: int, error: int, is_estimate: bool = False
    ) -> dict[str, Any]:
        """The contract's Facet of these values; `is_estimate` is of `distinct`."""
        found: dict[str, Any] = {
            "label": self.label, "values": values, "distinct": distinct, "other": other, "missing": missing, "error": error,
        }  # fmt: skip
        return found | {"distinct_is_estimate": True} if is_estimate else found

    def _sums(self, answer: Mapping[str, Any], listed: int, added: int) -> dict[str, Any]:
        """What is to be said of all values, where the answer lists so many, and others with `added` papers are listed besides."""
        rest = answer["values"]["sum_other_doc_count"]
        # Where everything is listed, the number of values is known and need not be estimated.
        distinct = int(answer["distinct"]["value"]) if rest else listed
        return {
            "distinct": distinct,
            "other": max(0, rest - added),
            "missing": answer["missing"]["doc_count"],
            "error": answer["values"]["doc_count_error_upper_bound"],
            "is_estimate": bool(rest) and distinct > self.exact,
        }

    def value(
        self, key: str, count: int, chosen: Sequence[str], shown: Label | None = None, children: Sequence[Any] = ()
    ) -> dict[str, Any]:
        """One value of the contract's Facet; `chosen` as the method of that name says, `shown` its label where that is known."""
        return {
            "key": key,
            "label": shown or self.value_label(key),
            "count": count,
            "selected": key in chosen,
            "children": list(children),
        }

    def chosen(self, selected: Sequence[str]) -> list[str]:
        """Of selected values those that are keys (and not, say, a range of years), as the index keeps them, each once."""
        return list(dict.fromkeys(map(bounded_key, selected) if self.is_cut else selected))

    def value_label(self, key: str, bucket: Mapping[str, Any] | None = None) -> Label:
        """The label of one value: from the table of labels, else as a paper shows it, else the key."""
        return label(self.name, key, _shown(self, key, bucket) if bucket else None)


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

    def chosen(self, selected: Sequence[str]) -> list[str]:
        # Digits of any script, with or without zeros before them, are one year.
        return list(dict.fromkeys(str(int(value)) for value in selected if value.isdigit()))


@dataclass(frozen=True, slots=True)
class HierarchyFacet(Facet):
    """Areas with their sub-areas. `field` holds areas and `Area::Sub-area` pairs, `areas` the areas alone.

    All pairs are counted beside the areas and put in their places afterwards: counted inside each area, they come with those of
    other areas of the same papers (3.6 times the bytes and twice the time for 20 areas of 97,476 papers), and may crowd them out.
    """

    areas: str = ""

    def aggregation(self, size: int, selected: Sequence[str]) -> dict[str, Clause]:
        return self.above.aggregation(size, _with_areas(self.chosen(selected))) | self.pairs

    @property
    def above(self) -> Facet:
        """The facet of the areas alone."""
        return Facet(self.name, self.areas, self.label, precision=self.precision)

    @property
    def pairs(self) -> dict[str, Clause]:
        """The named aggregation that counts areas and pairs."""
        return {"pairs": self.terms(MAX_TREE)}

    def read(self, answer: Mapping[str, Any], selected: Sequence[str]) -> dict[str, Any]:
        chosen = self.chosen(selected)
        listed = {bucket["key"]: bucket["doc_count"] for bucket in answer["values"]["buckets"]}
        found = {bucket["key"]: bucket["doc_count"] for bucket in answer.get("selected", {}).get("buckets", [])}
        added = {key: count for key, count in found.items() if key not in listed}
        values = self.tree(listed | added, counts(answer["pairs"]), chosen)
        return self.content(values, **self._sums(answer, len(listed), sum(added.values())))

    def tree(self, areas: Mapping[str, int], pairs: Mapping[str, int], chosen: Sequence[str]) -> list[dict[str, Any]]:
        """The values of these areas in their order, with the sub-areas among `pairs`; {key: papers} both.

        What was chosen is there in any case, with 0 where no paper has it, a sub-area in its area.
        """
        children: dict[str, dict[str, int]] = {area: {} for area in areas}
        for key, count in pairs.items():
            # Nearly all keys have one level below the area, so that it need not be looked for.
            area, level, rest = key.partition(LEVEL)
            if not level:
                continue
            if LEVEL in rest or area not in children:
                area = self.area(key, areas)
            if area != key and area in children:
                children[area][key] = count
        for key in chosen:
            area = self.area(key, areas)
            below = children.setdefault(area, {})
            if key != area:
                below.setdefault(key, 0)
        return [
            self.value(area, areas.get(area, 0), chosen, None, [self.value(*child, chosen) for child in below.items()])
            for area, below in children.items()
        ]

    def area(self, key: str, areas: Container[str]) -> str:
        """The area that a key names or begins with, one of `areas` if it can be."""
        end = len(key)
        while end > 0:
            if key[:end] in areas:
                return key[:end]
            end = key.rfind(LEVEL, 0, end)
        return key.split(LEVEL)[0]

    def value_label(self, key: str, bucket: Mapping[str, Any] | None = None) -> Label:
        return _category_label(self.name, key)


# Shared between answers, so nobody may change one.
@lru_cache(maxsize=16384)
def _category_label(name: str, key: str) -> Label:
    return label(name, key, key.rsplit(LEVEL, 1)[-1])


def counts(answer: Mapping[str, Any]) -> dict[str, int]:
    """{key: papers} of an aggregation's answer, in its order."""
    return {str(bucket["key"]): bucket["doc_count"] for bucket in answer["buckets"]}


def _with_areas(keys: Sequence[str]) -> list[str]:
    """The keys and everything that may be the area of one."""
    found: dict[str, None] = {}
    for key in keys:
        parts = key.split(LEVEL)
        found |= dict.fromkeys(LEVEL.join(parts[:n]) for n in range(1, len(parts) + 1))
    return [key for key in found if key]


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
        Facet("venue", "venue", {"zh": "期刊与会议", "en": "Venue"}, is_cut=False),
        YearFacet("year", "year", {"zh": "年份", "en": "Year"}, size=50, order="key", precision=1000),
        Facet("language", "language", {"zh": "语言", "en": "Language"}, precision=1000),
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
