"""Kinds of fields of which answers are described: each says what it holds, in English and in Chinese.

They describe and check; nothing is ever written with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, fields, validate

# Where a description's Chinese stands beside it; the OpenAPI document keeps one of the two.
ZH = "x-zh"

Field = fields.Field[Any]


class Answer(Schema):
    """Part of an answer: what is not described here must not be in it.

    `selectable`: a caller may ask for some of its fields only (`fields=`), so none of them is promised.
    """

    selectable: ClassVar[bool] = False

    class Meta:
        unknown = RAISE


def told(en: str, zh: str, **more: Any) -> dict[str, Any]:
    """The metadata of a field: what it means in both languages, and what else OpenAPI knows of it."""
    return {"description": en, ZH: zh, **more}


def text(en: str, zh: str, null: bool = False, names: Sequence[str] = (), **more: Any) -> fields.String:
    """A text; one of `names` where there are some."""
    checks = [validate.OneOf(names)] if names else []
    return fields.String(required=True, allow_none=null, validate=checks, metadata=told(en, zh, **more))


def whole(en: str, zh: str, null: bool = False, least: int | None = 0, **more: Any) -> fields.Integer:
    """A whole number, from 0 unless said otherwise."""
    checks = [] if least is None else [validate.Range(min=least)]
    return fields.Integer(strict=True, required=True, allow_none=null, validate=checks, metadata=told(en, zh, **more))


def decimal(en: str, zh: str, null: bool = False) -> fields.Float:
    """A number."""
    return fields.Float(required=True, allow_none=null, metadata=told(en, zh))


def flag(en: str, zh: str, null: bool = False) -> fields.Boolean:
    """true or false; null where that is not known."""
    return fields.Boolean(truthy={True}, falsy={False}, required=True, allow_none=null, metadata=told(en, zh))


def instant(en: str, zh: str, null: bool = False) -> fields.String:
    """An instant in ISO 8601."""
    return text(en, zh, null, format="date-time")


def one(schema: type[Schema] | Callable[[], Schema], en: str, zh: str, null: bool = False) -> Field:
    """An object of its own."""
    return fields.Nested(schema, required=True, allow_none=null, metadata=told(en, zh))


def many(what: type[Schema] | Callable[[], Schema] | Field, en: str, zh: str) -> Field:
    """A list of objects or values."""
    inside = what if isinstance(what, fields.Field) else fields.Nested(what)
    return fields.List(inside, required=True, metadata=told(en, zh))


def by_name(what: type[Schema] | Field, en: str, zh: str) -> Field:
    """An object whose names are data: languages, kinds of identifiers, facets."""
    inside = what if isinstance(what, fields.Field) else fields.Nested(what)
    return fields.Dict(keys=fields.String(), values=inside, required=True, metadata=told(en, zh))


def named(name: str, field: Field) -> Field:
    """A field whose name means something else in Python, or in a schema's own body."""
    field.data_key = name
    return field


def anything(en: str, zh: str, null: bool = False) -> Field:
    """An object whose inside is not described here."""
    return fields.Dict(required=True, allow_none=null, metadata=told(en, zh))


def optional(field: Field) -> Field:
    """The same field where it may be absent."""
    field.required = False
    return field
