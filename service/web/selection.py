"""The facets as lists of links, and the chips of what is selected: a click on either leads to the changed search.

It counts nothing: counts are the engine's, and following a value alone in its facet gives exactly its count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.facets import FACETS, HierarchyFacet, YearFacet
from service.paper.model import LEVEL
from service.query import SearchRequest
from service.schemas.arguments import FLAGS, INSTANTS, NARROWING
from service.web.addresses import Address, Pairs
from service.web.languages import foreign
from service.web.wording import Wording
from service.web.years import YEAR, Histogram, histogram

# So many values of a facet are listed, and more of them step by step; longer lists are no list for eyes.
STEPS = (10, 50, 200)
# Years are few; the engine tells all of them.
ALL_YEARS = 1000
# Sub-areas of an area that is not chosen; the others follow when it is.
CHILDREN = 15
# Up to so many areas in all, each shows its sub-areas at once.
FEW_AREAS = 2
# Facets for which the index knows which papers have no value.
MAY_BE_MISSING = frozenset({"author", "category", "keyword", "venue", "year"})
HAS_NOT = "has.not"


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a facet: `address` selects it or, when it is selected, takes it back. No count: a range of years."""

    key: str
    text: str
    language: str
    address: str
    count: int | None
    selected: bool
    children: tuple[Value, ...] = ()
    is_open: bool = False
    # Not a value of papers but the lack of one.
    is_lack: bool = False
    # Children that are not listed.
    rest: int = 0


@dataclass(frozen=True, slots=True)
class FacetList:
    """A facet as the page lists it. `more` and `fewer` are addresses, empty where there is nothing of the kind."""

    name: str
    title: str
    values: tuple[Value, ...]
    distinct: int
    more: str = ""
    fewer: str = ""
    # The page with all values; empty where they are all here.
    all: str = ""
    # What a search among all values carries along, where there are more than are listed.
    within: Pairs | None = None
    histogram: Histogram | None = None


@dataclass(frozen=True, slots=True)
class Chip:
    """A selected filter; `address` is the search without it."""

    before: str
    text: str
    language: str
    address: str


def facet_lists(facets: Mapping[str, Any], request: SearchRequest, here: Address, wording: Wording) -> tuple[FacetList, ...]:
    """Every facet of an answer that has something to list, in the order of FACETS."""
    lists = [_facet_list(name, facets[name], request, here, wording) for name in FACETS if name in facets]
    return tuple(one for one in lists if one.values)


def chips(facets: Mapping[str, Any], request: SearchRequest, here: Address, wording: Wording) -> tuple[Chip, ...]:
    """Everything that narrows the search beside its words."""
    found = []
    kinds = (("chip.in", "", request.filters), ("chip.all", ".all", request.all_of), ("chip.not", ".not", request.none_of))
    for key, suffix, chosen in kinds:
        for name, values in chosen.items():
            for value in values:
                before, text = _told(key, name, value, facets, wording)
                found.append(Chip(before, text, foreign(text, wording), str(here.without(name + suffix, value))))
    for name, flag in request.flags.items():
        found.append(
            Chip(wording(f"term.{name}") + wording("colon"), wording("yes" if flag else "no"), "", str(here.without(name)))
        )
    for name in INSTANTS:
        found += [Chip(wording(f"chip.{name}"), value, "", str(here.without(name))) for value in here.values(name)]
    return tuple(found)


def filter_parameters() -> tuple[str, ...]:
    """Every parameter that is a filter."""
    return (*(name + suffix for name in FACETS for suffix in ("", ".not", ".all")), *FLAGS, *INSTANTS)


def value_row(name: str, value: Mapping[str, Any], search: Address, wording: Wording, several_areas: bool = True) -> Value:
    """A value of the contract's Facet as a row; its address is `search` with it chosen or taken back."""
    return _value(name, value, search, wording, several_areas)


def shown(name: str, key: str, facets: Mapping[str, Any], wording: Wording) -> str:
    """How a value is written: as its facet lists it, a sub-area behind its area."""
    return _text(name, key, facets, wording)


def _facet_list(name: str, facet: Mapping[str, Any], request: SearchRequest, here: Address, wording: Wording) -> FacetList:
    size = _size(name, request, here)
    counted = _cut(facet["values"], size)
    several_areas = len(counted) > FEW_AREAS
    values = [_value(name, value, here, wording, several_areas) for value in counted]
    listed = {value["key"] for value in counted}
    for key in request.filters.get(name, ()):
        if key not in listed and isinstance(FACETS[name], YearFacet):
            values.insert(0, Value(key, _years(key, wording), "", str(here.without(name, key)), None, selected=True))
    values += _missing(name, facet, here, wording)
    parameter, anchor = f"facet.{name}.size", f"#facet-{name}"
    is_cut = facet["distinct"] > len(counted)
    larger = [step for step in STEPS if step > size] if is_cut else []
    search = here.carrying("/", NARROWING)
    return FacetList(
        name,
        wording.of(facet["label"]),
        tuple(values),
        facet["distinct"],
        more=f"{here.replacing(parameter, str(larger[0]))}{anchor}" if larger else "",
        fewer=f"{here.dropping(parameter)}{anchor}" if here.values(parameter) and size > STEPS[0] else "",
        all=str(search.carrying(f"/facets/{name}", NARROWING)) if is_cut else "",
        within=search.pairs if is_cut and name != YEAR else None,
        histogram=histogram(facet["values"], request, here) if name == YEAR else None,
    )


def _size(name: str, request: SearchRequest, here: Address) -> int:
    """So many values are listed. Years are all counted, for the histogram, but listed like the others."""
    if name != YEAR:
        return request.facets[name]
    given = next(iter(here.values(f"facet.{name}.size")), "")
    return int(given) if given.isdecimal() else STEPS[0]


def _cut(values: Sequence[Mapping[str, Any]], size: int) -> list[Mapping[str, Any]]:
    """The first of the values, and what is selected."""
    return [value for place, value in enumerate(values) if place < size or value["selected"]]


def _value(name: str, value: Mapping[str, Any], here: Address, wording: Wording, several_areas: bool) -> Value:
    text = wording.of(value["label"])
    children = value["children"]
    chosen_below = any(child["selected"] for child in children)
    if not value["selected"]:
        listed = [child for place, child in enumerate(children) if place < CHILDREN or child["selected"]]
    else:
        listed = children[: STEPS[-1]]
    return Value(
        value["key"],
        text,
        foreign(text, wording),
        str(_toggled(name, value["key"], value["selected"], here)),
        value["count"],
        value["selected"],
        tuple(_value(name, child, here, wording, several_areas) for child in listed),
        is_open=value["selected"] or chosen_below or not several_areas,
        rest=len(children) - len(listed),
    )


def _toggled(name: str, key: str, selected: bool, here: Address) -> Address:
    if selected:
        return here.without(name, key)
    address = here.without(HAS_NOT, name)
    if isinstance(FACETS[name], HierarchyFacet):
        # An area and a sub-area of it together would be the area alone: the last click is what is meant.
        for chosen in address.values(name):
            if key.startswith(chosen + LEVEL) or chosen.startswith(key + LEVEL):
                address = address.without(name, chosen)
    return address.adding(name, key)


def _missing(name: str, facet: Mapping[str, Any], here: Address, wording: Wording) -> Sequence[Value]:
    """The line of papers without a value; nothing where no paper has one, for then the facet says nothing."""
    selected = name in here.values(HAS_NOT)
    if name not in MAY_BE_MISSING or not (selected or (facet["missing"] and facet["values"])):
        return ()
    address = here.without(HAS_NOT, name) if selected else here.without(name).adding(HAS_NOT, name)
    return (Value(HAS_NOT, wording("facet.missing"), "", str(address), facet["missing"], selected, is_lack=True),)


def _told(key: str, name: str, value: str, facets: Mapping[str, Any], wording: Wording) -> tuple[str, str]:
    """What a chip says of a filter: `Author: ` and the author."""
    if name == "has" and key == "chip.not" and value in FACETS:
        return wording("chip.in", facet=wording.of(FACETS[value].label)), wording("facet.missing")
    return wording(key, facet=wording.of(FACETS[name].label)), _text(name, value, facets, wording)


def _text(name: str, key: str, facets: Mapping[str, Any], wording: Wording) -> str:
    """How a selected value is written: as its facet lists it, a sub-area behind its area."""
    if name == "year":
        return _years(key, wording)
    if isinstance(FACETS[name], HierarchyFacet) and LEVEL in key:
        area = _text(name, key.split(LEVEL)[0], facets, wording)
        return f"{area} · {wording.of(FACETS[name].value_label(key))}"
    for value in facets.get(name, {}).get("values", ()):
        if value["key"] == key:
            return wording.of(value["label"])
    return wording.of(FACETS[name].value_label(key))


def _years(key: str, wording: Wording) -> str:
    first, dots, last = key.partition("..")
    if not dots:
        return key
    if first and last:
        return wording("years.between", first=first, last=last)
    return wording("years.since", year=first) if first else wording("years.until", year=last) if last else key
