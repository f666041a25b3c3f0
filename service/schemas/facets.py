"""Reads and checks the parameters of the values of one facet: those that narrow a search, and those of the list.

Which facets there are is FACETS' matter; nothing here counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from marshmallow import RAISE, Schema

from service.errors import FieldError, InvalidRequest, NotFound
from service.facets import FACETS, MAX_SIZE, MAX_TREE
from service.query import SearchRequest
from service.schemas.arguments import MAX_QUERY, narrowed, narrowing, strict_faults
from service.schemas.reading import checked, one_of, schema_of, text, whole_number
from service.values.listing import MAX_DEPTH, SORTS, Listing, Place

# A place behind the longest key, in letters and digits; addresses are not much longer.
MAX_CURSOR = 8000
FIRST = "*"

FacetArguments: type[Schema] = schema_of(
    "FacetArguments",
    {
        **narrowing(),
        "contains": text(MAX_QUERY),
        "sort": one_of(SORTS),
        "size": whole_number(1, MAX_SIZE),
        "cursor": text(MAX_CURSOR),
    },
)
WholeArguments: type[Schema] = schema_of("WholeArguments", {})
_FACET = FacetArguments(unknown=RAISE)
_WHOLE = WholeArguments(unknown=RAISE)


def read_listing(facet: str, parameters: Mapping[str, Sequence[str]]) -> Listing:
    """What parameters (each with all its values) ask of a facet.

    Raises NotFound where there is no such facet, InvalidRequest naming every fault.
    """
    if facet not in FACETS:
        raise NotFound(f"There is no facet {facet!r}; valid are {', '.join(FACETS)}.")
    values = checked(_FACET, parameters, strict_faults)
    listing = Listing(
        facet,
        SearchRequest(**narrowed(values)),
        contains=values.get("contains", "").strip(),
        sort=values.get("sort", FACETS[facet].order),
        size=values.get("size", FACETS[facet].size),
    )
    cursor = values.get("cursor", FIRST)
    return listing if cursor == FIRST else replace(listing, after=_place(listing, cursor))


def read_whole(facet: str, parameters: Mapping[str, Sequence[str]]) -> Listing:
    """A hierarchy with all of its areas, of all papers; no parameter changes that. Raises InvalidRequest naming those given."""
    checked(_WHOLE, parameters)
    return Listing(facet, SearchRequest(), size=MAX_TREE)


def _place(listing: Listing, cursor: str) -> Place:
    try:
        place = listing.place(cursor)
    except ValueError as error:
        raise _wrong(str(error), "cursor_invalid") from error
    if listing.sort == "count" and place.passed >= MAX_DEPTH:
        raise _wrong(
            f"by count, values are listed {MAX_DEPTH:,} deep: narrow with contains, or list them with sort=key", "too_deep"
        )
    return place


def _wrong(message: str, code: str) -> InvalidRequest:
    return InvalidRequest("Some parameters are wrong; `errors` names each of them.", [FieldError("cursor", message, code)])
