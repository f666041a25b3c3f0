"""Reads and checks the parameters of completions while typing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marshmallow import RAISE, Schema

from service.schemas.arguments import MAX_PAGE_SIZE, MAX_QUERY
from service.schemas.reading import Names, checked, schema_of, text, whole_number
from service.values.completing import TYPES, Completion

SuggestArguments: type[Schema] = schema_of(
    "SuggestArguments", {"q": text(MAX_QUERY), "size": whole_number(1, MAX_PAGE_SIZE), "types": Names(TYPES)}
)
_SUGGEST = SuggestArguments(unknown=RAISE)


def read_suggest(parameters: Mapping[str, Sequence[str]]) -> Completion:
    """What parameters (each with all its values) ask to complete. Raises InvalidRequest naming every fault."""
    values = checked(_SUGGEST, parameters)
    return Completion(values.get("q", ""), values.get("types", TYPES), values.get("size", 10))
