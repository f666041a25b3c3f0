"""Reads and checks the body of a look-up of many papers by their names."""

from __future__ import annotations

from dataclasses import dataclass

from marshmallow import RAISE, Schema, fields, validate

from service.results import PAPER_FIELDS
from service.schemas import posted
from service.schemas.reading import Names, checked, schema_of

MAX_IDS = 500

LookupBody: type[Schema] = schema_of(
    "LookupBody",
    {
        "ids": fields.List(
            fields.String(),
            required=True,
            validate=validate.Length(max=MAX_IDS, error=f"at most {MAX_IDS} ids"),
            error_messages={"required": "must be given: a list of ids or identifiers"},
        ),
        "fields": Names(PAPER_FIELDS, nested=True),
    },
)
_LOOKUP = LookupBody(unknown=RAISE)


@dataclass(frozen=True, slots=True)
class Lookup:
    """Names of papers, ids or identifiers of any kind, and the fields that are wanted of each (none: all)."""

    names: tuple[str, ...]
    fields: tuple[str, ...] = ()


def read_lookup(body: bytes) -> Lookup:
    """What a JSON body asks to look up. Raises InvalidRequest naming every fault; an id that names nothing is none."""
    parameters, faults = posted.parameters(_LOOKUP, body)
    values = checked(_LOOKUP, parameters, lambda _: faults)
    return Lookup(tuple(values["ids"]), tuple(values.get("fields", ())))
