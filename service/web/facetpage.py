"""All values of one facet on a page of their own: to search in, to put in order, to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from service.facets import FACETS
from service.schemas.arguments import NARROWING
from service.values.listing import SORTS, Listing
from service.web.addresses import LANG, Address, Link, Pairs
from service.web.selection import Value, value_row
from service.web.wording import Wording

# So many values stand on a page.
SIZE = 60


@dataclass(frozen=True, slots=True)
class ValuesView:
    """The values of a facet that the papers of a search have. `next` is the address of those behind; empty at the end."""

    name: str
    title: str
    contains: str
    values: tuple[Value, ...]
    distinct: int
    next: str
    back: str
    sorts: tuple[tuple[Link, bool], ...]
    form: Pairs
    q: str
    hidden: Pairs


def as_shown(wanted: Listing, here: Address) -> Listing:
    """What is asked of the facet, as many values as the page lists unless the address says how many."""
    return wanted if here.values("size") else replace(wanted, size=SIZE)


def values_view(wanted: Listing, facet: Mapping[str, Any], cursor: str | None, here: Address, wording: Wording) -> ValuesView:
    """The view of a page of values; each leads to the search with it chosen, or taken back."""
    search = here.carrying("/", NARROWING)
    several = len(facet["values"]) > 1 and not wanted.contains
    return ValuesView(
        name=wanted.facet,
        title=wording.of(facet["label"]),
        contains=wanted.contains,
        values=tuple(value_row(wanted.facet, value, search, wording, several) for value in facet["values"]),
        distinct=facet["distinct"],
        next=str(here.replacing("cursor", cursor)) if cursor else "",
        back=str(search),
        sorts=tuple(_sort(name, wanted, here, wording) for name in SORTS),
        form=tuple(pair for pair in here.pairs if pair[0] not in ("contains", "cursor")),
        q=wanted.request.q.strip(),
        hidden=tuple(pair for pair in search.pairs if pair[0] != "q") or search.carrying("/", [LANG]).pairs,
    )


def _sort(name: str, wanted: Listing, here: Address, wording: Wording) -> tuple[Link, bool]:
    default = FACETS[wanted.facet].order
    bare = here.without_all({"cursor", "sort"})
    address = bare if name == default else bare.adding("sort", name)
    return Link(wording(f"values.by.{name}"), str(address)), wanted.sort == name
