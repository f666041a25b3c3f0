"""Reads and checks the parameters of a request. All faults of a request are told at once, each with its parameter.

Parameters of facets follow from FACETS; nothing here searches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from service.errors import FieldError, InvalidRequest
from service.facets import DEFAULT_FACETS, FACETS, MAX_SIZE
from service.query import MAX_RESULTS, SORTS, SearchRequest
from service.results import PAPER_FIELDS

MAX_QUERY = 1000
MAX_PAGE_SIZE = 100
# More values of one facet than a person would tick; a URL holds no more either.
MAX_VALUES = 200
EXPANSIONS = ("terms", "off")
FLAGS = ("retracted", "open_access")
INSTANTS = {"added_since": "added", "updated_since": "updated"}

_YEARS = re.compile(r"(\d{1,4})?(\.\.)?(\d{1,4})?")
_SEVERAL = tuple(name for name, facet in FACETS.items() if facet.several)
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
        return instant.isoformat(timespec="milliseconds") + ("" if instant.tzinfo else "Z")


def _text(limit: int) -> fields.String:
    return fields.String(validate=[validate.Length(max=limit, error=f"must be at most {limit:,} characters")])


def _check_years(value: str) -> None:
    found = _YEARS.fullmatch(value)
    first, dots, last = found.groups() if found else (None, None, None)
    if not found or not (first or last) or (last and not dots) or (first and last and int(first) > int(last)):
        raise ValidationError("must be a year or a range from the earlier to the later: 2024, 2019..2022, 2019.. or ..2015")


def _values(name: str) -> fields.List[str]:
    checks: list[Callable[[str], Any]] = [
        validate.Length(min=1, max=2000, error="must not be empty, nor longer than 2,000 characters")
    ]
    if name == "year":
        checks.append(_check_years)
    return fields.List(
        fields.String(validate=checks), validate=validate.Length(max=MAX_VALUES, error=f"at most {MAX_VALUES} values")
    )


def _whole_number(least: int, most: int) -> fields.Integer:
    return fields.Integer(
        validate=validate.Range(min=least, max=most, error=f"must be a whole number from {least} to {most:,}"),
        error_messages={"invalid": f"must be a whole number from {least} to {most:,}", "too_large": "is too large"},
    )


def _schema(name: str, parameters: Mapping[str, fields.Field[Any]]) -> type[Schema]:
    """A schema of these parameters. marshmallow would read a dot in a field's own name as nesting."""
    inside = {}
    for parameter, field in parameters.items():
        field.data_key = parameter
        inside[_inside(parameter)] = field
    return Schema.from_dict(inside, name=name)


def _inside(parameter: str) -> str:
    return parameter.replace(".", "__")


PaperArguments: type[Schema] = _schema("PaperArguments", {"fields": Names(PAPER_FIELDS, nested=True)})

SearchArguments: type[Schema] = _schema(
    "SearchArguments",
    {
        "q": _text(MAX_QUERY),
        **{name: _values(name) for name in FACETS},
        **{f"{name}.not": _values(name) for name in FACETS},
        **{f"{name}.all": _values(name) for name in _SEVERAL},
        **{name: Flag() for name in FLAGS},
        **{name: Instant() for name in INSTANTS},
        "facets": Names(tuple(FACETS), alone="none"),
        **{f"facet.{name}.size": _whole_number(1, MAX_SIZE) for name in FACETS},
        "sort": fields.String(validate=validate.OneOf(SORTS, error=f"must be one of {', '.join(SORTS)}")),
        "page": _whole_number(1, MAX_RESULTS),
        "size": _whole_number(1, MAX_PAGE_SIZE),
        "fields": Names(PAPER_FIELDS, nested=True),
        "highlight": Flag(),
        "expand": fields.String(validate=validate.OneOf(EXPANSIONS, error=f"must be one of {', '.join(EXPANSIONS)}")),
        "strict": Flag(),
    },
)
_SEARCH = SearchArguments(unknown=RAISE)
_PAPER = PaperArguments(unknown=RAISE)


def read_search(parameters: Mapping[str, Sequence[str]]) -> SearchRequest:
    """The request that parameters (each with all its values) ask for. Raises InvalidRequest naming every fault."""
    values = checked(_SEARCH, parameters)
    page, size = values.get("page", 1), values.get("size", 20)
    if (page - 1) * size >= MAX_RESULTS:
        message = f"results are numbered up to {MAX_RESULTS:,}: page {page} of {size} lies beyond; narrow the search instead"
        raise _wrong([FieldError("page", message, "too_deep")])
    wanted = values.get("facets", DEFAULT_FACETS)
    return SearchRequest(
        q=values.get("q", ""),
        filters={name: tuple(dict.fromkeys(values[name])) for name in FACETS if values.get(name)},
        none_of={name: tuple(values[f"{name}.not"]) for name in FACETS if values.get(f"{name}.not")},
        all_of={name: tuple(values[f"{name}.all"]) for name in _SEVERAL if values.get(f"{name}.all")},
        flags={name: values[name] for name in FLAGS if name in values},
        since={field: values[name] for name, field in INSTANTS.items() if name in values},
        facets={name: values.get(f"facet.{name}.size", FACETS[name].size) for name in wanted},
        sort=values.get("sort"),
        page=page,
        size=size,
        fields=values.get("fields", ()),
        highlight=values.get("highlight"),
        expand=values.get("expand") != "off",
        strict=values.get("strict", False),
    )


def read_paper_fields(parameters: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The `fields` of a request for one paper. Raises InvalidRequest."""
    return tuple(checked(_PAPER, parameters).get("fields", ()))


def checked(schema: Schema, parameters: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The values of parameters (each with all it was given). Raises InvalidRequest naming every fault."""
    values, errors = _load(schema, parameters)
    if errors:
        raise _wrong(errors)
    return values


def _wrong(errors: list[FieldError]) -> InvalidRequest:
    return InvalidRequest("Some parameters are wrong; `errors` names each of them.", errors)


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
        return [FieldError(name, f"is no parameter here; valid are {', '.join(known)}", "unknown_parameter")]
    if isinstance(messages, dict):
        messages = [message for below in messages.values() for message in below]
    return [FieldError(name, str(message)) for message in dict.fromkeys(messages)]
