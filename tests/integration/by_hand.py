"""Facets counted outside the engine, from stored papers alone: what the engine's counts are compared with."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flask.testing import FlaskClient

from service.facets import FACETS

FIELDS = {name: facet.field for name, facet in FACETS.items()}
LISTED = 1000


@dataclass(frozen=True)
class Filters:
    """Filters as parameters have them: {facet: values} that choose, exclude and are all wanted; and one flag."""

    chosen: dict[str, list[str]] = field(default_factory=dict)
    excluded: dict[str, list[str]] = field(default_factory=dict)
    together: dict[str, list[str]] = field(default_factory=dict)
    retracted: bool | None = None

    @property
    def parameters(self) -> dict[str, Any]:
        parts = {
            **self.chosen,
            **{f"{n}.not": v for n, v in self.excluded.items()},
            **{f"{n}.all": v for n, v in self.together.items()},
        }
        return parts if self.retracted is None else {**parts, "retracted": str(self.retracted).lower()}


class Papers:
    """Stored papers, by number, with the values that they have."""

    def __init__(self, documents: Iterable[Mapping[str, Any]]) -> None:
        self.values: list[dict[str, tuple[str, ...]]] = []
        self.having: dict[str, dict[str, set[int]]] = {name: defaultdict(set) for name in FACETS}
        self.retracted: set[int] = set()
        for number, document in enumerate(documents):
            found = {name: _values(document.get(path)) for name, path in FIELDS.items()}
            self.values.append(found)
            for name, keys in found.items():
                for key in keys:
                    self.having[name][key].add(number)
            if document.get("retracted"):
                self.retracted.add(number)

    def found(self, filters: Filters, but: str = "") -> set[int]:
        """The numbers of the papers that fit all filters, but for what is chosen in one facet."""
        found = set(range(len(self.values)))
        for name, values in filters.chosen.items():
            if name != but:
                found &= set().union(*(self._with(name, value) for value in values))
        for name, values in filters.together.items():
            for value in values:
                found &= self._with(name, value)
        for name, values in filters.excluded.items():
            for value in values:
                found -= self._with(name, value)
        if filters.retracted is not None:
            found = found & self.retracted if filters.retracted else found - self.retracted
        return found

    def counts(self, name: str, among: set[int]) -> Counter[str]:
        return Counter(key for number in among for key in self.values[number][name])

    def draw(self, chance: random.Random) -> Filters:
        """Random filters, mostly of values that some paper has together."""
        seen = self.values[chance.randrange(len(self.values))]
        chosen, excluded, together = ({} for _ in range(3))
        for name in chance.sample(list(FACETS), chance.randint(1, 4)):
            keys = [*(chance.sample(seen[name], min(len(seen[name]), chance.randint(1, 2)))), *self._any(name, chance)]
            kind = chance.random()
            if kind < 0.6:
                chosen[name] = keys
            elif kind < 0.8 and FACETS[name].several and seen[name]:
                together[name] = keys[:1] if kind < 0.75 else keys[:2]
            else:
                excluded[name] = keys[-1:]
        if "year" in chosen and chance.random() < 0.5:
            first = int(chosen["year"][0])
            chosen["year"] = [f"{first}..{first + chance.randint(0, 5)}", *chosen["year"][1:]]
        return Filters(chosen, excluded, together, chance.choice([None, None, None, False, True]))

    def _any(self, name: str, chance: random.Random) -> list[str]:
        return chance.sample(sorted(self.having[name]), min(len(self.having[name]), chance.randint(1, 2)))

    def _with(self, name: str, value: str) -> set[int]:
        if ".." not in value or name != "year":
            return self.having[name].get(value, set())
        first, last = value.split("..")
        years = (int(year) for year in self.having[name])
        return set().union(*(self.having[name][str(y)] for y in years if int(first or 0) <= y <= int(last or 9999)))


def compare(client: FlaskClient, papers: Papers, filters: Filters, chance: random.Random) -> int:
    """Compares every facet of a search with these filters with counting by hand, and follows some values; returns how many."""
    asked = {**filters.parameters, "facets": ",".join(FACETS), "size": 1, **{f"facet.{name}.size": LISTED for name in FACETS}}
    answer = client.get("/api/v1/papers", query_string=asked).json
    assert answer["meta"]["count"] == len(papers.found(filters)), filters
    followed = 0
    for name, facet in answer["facets"].items():
        among = papers.found(filters, but=name)
        counts = papers.counts(name, among)
        tops = {value["key"]: value["count"] for value in facet["values"]}
        below = {child["key"]: child["count"] for value in facet["values"] for child in value["children"]}
        listed = tops | below
        assert {key: count for key, count in listed.items() if count} == {key: counts[key] for key in listed if counts[key]}
        chosen = filters.chosen.get(name, [])
        # Nothing else is listed without papers.
        assert {key for key, count in listed.items() if not count} <= {*chosen, *(key.split("::")[0] for key in chosen)}
        distinct = {key for key in counts if name != "category" or "::" not in key}
        assert facet["distinct"] == len(distinct) or facet.get("distinct_is_estimate"), (filters, name)
        assert facet["other"] == sum(counts[key] for key in distinct) - sum(tops.values())
        assert facet["missing"] == sum(not papers.values[number][name] for number in among)
        assert facet["error"] == 0
        assert len([key for key in tops if counts[key]]) >= min(LISTED, len(distinct))
        # All sub-areas of the areas that are listed.
        assert name != "category" or below.keys() >= {key for key in counts if "::" in key and key.split("::")[0] in tops}
        for key in chance.sample(sorted(listed), min(len(listed), 2)):
            alone = client.get("/api/v1/papers", query_string={**filters.parameters, name: key, "facets": "none", "size": 1}).json
            assert alone["meta"]["count"] == listed[key], (filters, name, key)
            followed += 1
    return followed


def _values(value: Any) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else () if value is None else (str(value),)
