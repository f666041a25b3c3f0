"""Checks requests that take no parameters at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marshmallow import RAISE, Schema

from service.schemas.reading import checked, schema_of

BareArguments: type[Schema] = schema_of("BareArguments", {})
_BARE = BareArguments(unknown=RAISE)


def read_nothing(parameters: Mapping[str, Sequence[str]]) -> None:
    """Raises InvalidRequest naming every parameter that was given."""
    checked(_BARE, parameters)
