"""How parameters are read: kinds of fields, schemas made of them, and every fault of a request told at once.

It knows no endpoint: which parameters there are is told by the modules beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from service.errors import FieldError, InvalidRequest

# Looks at values that were read and names what is wrong with them together.
Rule = Callable[[Mapping[str, Any]], list[FieldError]]

_NO_TEXT = re.compile("[\x00\ud800-\udfff]")


class Flag(fields.Field[bool]):
    """`true` or `false`, nothing else: `retracted=no` must not mean something by accident."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if str(value).lower() not in ("true", "false"):
            raise ValidationError("must be true or false")
        return str(value).lower() == "true"


class Names(fields.Field[tuple[str, ...]]):
    """Names separated by commas, out of a known list; nested ones begin with a known name and a dot."""

    def __init__(self, known: Sequence[str], nested: bool = False, alone: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.known, self.nested, self.alone = tuple(known), nested, alone

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> tuple[str, ...]:
        given = tuple(dict.fromkeys(name.strip() for name in str(value).split(",") if name.strip()))
        if self.alone is not None and given == (self.alone,):
            return ()
        if self.alone is not None and self.alone in given:
            raise ValidationError(f"{self.alone} stands alone: leave the other names out, or it")
        unknown = [name for name in given if (name.split(".")[0] if self.nested else name) not in self.known]
        if unknown or not given:
            valid = ", ".join([*self.known, *([self.alone] if self.alone else [])])
            raise ValidationError(f"unknown: {', '.join(unknown) or '(nothing)'}; valid are {valid}")
        return given


class Instant(fields.Field[str]):
    """An ISO 8601 date or instant, kept as text for the engine."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        try:
            instant = datetime.fromisoformat(str(value))
        except ValueError:
            raise ValidationError("must be a date or an instant such as 2026-01-31 or 2026-01-31T12:00:00Z") from None
        try:
            # The engine takes offsets of 18 hours at the most.
            plain = instant.astimezone(UTC).replace(tzinfo=None) if instant.tzinfo else instant
        except OverflowError:
            raise ValidationError("is out of range") from None
        return plain.isoformat(timespec="milliseconds") + "Z"


def text(limit: int) -> fields.String:
    """A text of at most so many characters."""
    return fields.String(validate=[validate.Length(max=limit, error=f"must be at most {limit:,} characters")])


def whole_number(least: int, most: int) -> fields.Integer:
    """A whole number in a range."""
    return fields.Integer(
        validate=validate.Range(min=least, max=most, error=f"must be a whole number from {least} to {most:,}"),
        error_messages={"invalid": f"must be a whole number from {least} to {most:,}", "too_large": "is too large"},
    )


def one_of(names: Sequence[str]) -> fields.String:
    """One of some names."""
    return fields.String(validate=validate.OneOf(names, error=f"must be one of {', '.join(names)}"))


def schema_of(name: str, parameters: Mapping[str, fields.Field[Any]]) -> type[Schema]:
    """A schema of these parameters. marshmallow would read a dot in a field's own name as nesting."""
    inside = {}
    for parameter, field in parameters.items():
        field.data_key = parameter
        inside[_inside(parameter)] = field
    return Schema.from_dict(inside, name=name)


def _inside(parameter: str) -> str:
    return parameter.replace(".", "__")


def checked(schema: Schema, parameters: Mapping[str, Sequence[str]], *rules: Rule) -> dict[str, Any]:
    """The values of parameters (each with all it was given). Raises InvalidRequest naming every fault.

    `rules` look at several values together; they get those that are right by themselves.
    """
    values, errors = _load(schema, parameters)
    errors += [fault for rule in rules for fault in rule(values)]
    if errors:
        raise InvalidRequest("Some parameters are wrong; `errors` names each of them.", errors)
    return values


def _load(schema: Schema, parameters: Mapping[str, Sequence[str]]) -> tuple[dict[str, Any], list[FieldError]]:
    """Checked values and the faults of the rest."""
    data: dict[str, Any] = {}
    errors: list[FieldError] = []
    for name, given in parameters.items():
        # What no text can hold (NUL, lone surrogates) can stand in no paper; it is a blank.
        texts = [_NO_TEXT.sub(" ", value) for value in given]
        field = schema.fields.get(_inside(name))
        if isinstance(field, fields.List):
            data[name] = texts
        elif len(texts) > 1 and field is not None:
            errors.append(FieldError(name, "was given more than once", "repeated"))
        else:
            data[name] = texts[0]
    try:
        values = schema.load(data)
    except ValidationError as error:
        values = error.valid_data if isinstance(error.valid_data, dict) else {}
        errors += [fault for name, messages in dict(error.messages_dict).items() for fault in _faults(schema, name, messages)]
    return {schema.fields[name].data_key or name: value for name, value in values.items() if name in schema.fields}, errors


def _faults(schema: Schema, name: str, messages: Any) -> list[FieldError]:
    known = [field.data_key or name for name, field in schema.fields.items()]
    if name not in known:
        valid = f"valid are {', '.join(known)}" if known else "there are none: leave it out"
        return [FieldError(name, f"is no parameter here; {valid}", "unknown_parameter")]
    if isinstance(messages, dict):
        messages = [message for below in messages.values() for message in below]
    return [FieldError(name, str(message)) for message in dict.fromkeys(messages)]
