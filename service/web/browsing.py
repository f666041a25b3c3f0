"""What there is to browse: areas with their sub-areas, venues, years and languages, each leading to its papers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.query import SearchRequest
from service.web.addresses import LANG, Address, Pairs
from service.web.bars import Bars, bars_of
from service.web.selection import Value, value_row
from service.web.wording import Wording

# So many areas and venues stand on the page; the page of the facet has them all.
AREAS, VENUES = 40, 60
ASKED = SearchRequest(size=0, facets={"category": AREAS, "venue": VENUES, "language": 50, "year": 200}, highlight=False)


@dataclass(frozen=True, slots=True)
class Shelf:
    """One facet to browse; `more` leads to all of its values, empty where they are all here."""

    name: str
    title: str
    values: tuple[Value, ...]
    distinct: int
    more: str


@dataclass(frozen=True, slots=True)
class BrowseView:
    """The whole collection."""

    count: int
    shelves: tuple[Shelf, ...]
    years: Bars | None
    hidden: Pairs


def browse_view(facets: Mapping[str, Any], count: int, here: Address, wording: Wording) -> BrowseView:
    """The view of the facets of everything; `count` is the number of all papers."""
    search = here.elsewhere("/")
    years = {int(value["key"]): value["count"] for value in facets["year"]["values"]}
    return BrowseView(
        count,
        tuple(
            _shelf(name, facets[name], search, wording) for name in ("category", "venue", "language") if facets[name]["values"]
        ),
        bars_of(years, lambda year: str(search.adding("year", str(year)))),
        tuple(pair for pair in here.pairs if pair[0] == LANG),
    )


def _shelf(name: str, facet: Mapping[str, Any], search: Address, wording: Wording) -> Shelf:
    values = tuple(value_row(name, value, search, wording) for value in facet["values"])
    is_cut = facet["distinct"] > len(values)
    more = str(search.elsewhere(f"/facets/{name}")) if is_cut else ""
    return Shelf(name, wording.of(facet["label"]), values, facet["distinct"], more)
