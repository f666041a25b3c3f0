"""JSON bodies read as parameters, so that a POST request is checked by the same rules as an address.

It knows no endpoint: which parameters there are is told by the schema that it gets.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import orjson
from marshmallow import Schema, fields

from service.errors import FieldError, InvalidRequest
from service.schemas.reading import Flag, Names

# `facet.author.size` is the deepest name that there is.
_DEEPEST = 3


def content(body: bytes) -> dict[str, Any]:
    """The object that a body is. Raises InvalidRequest that says where it is broken."""
    body = body.removeprefix(b"\xef\xbb\xbf")
    try:
        found = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        found = _with_halves(body)
        if found is not None:
            return found
        raise InvalidRequest(
            f"The body is no JSON: {error.msg}, line {error.lineno}, column {error.colno}.",
            [FieldError("", f"{error.msg} (line {error.lineno}, column {error.colno})", "invalid_json")],
        ) from None
    if not isinstance(found, dict):
        raise InvalidRequest("The body must be a JSON object.", [FieldError("", "must be a JSON object", "invalid_json")])
    return found


def _with_halves(body: bytes) -> dict[str, Any] | None:
    """The object that a body is if only halves of characters (`\\ud800`) are wrong with it: typed text is never refused."""
    if b"\\u" not in body:
        return None
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def parameters(schema: Schema, body: bytes) -> tuple[dict[str, list[str]], list[FieldError]]:
    """The parameters (each with all its values) that a body names, and the faults of its types.

    `{"facet": {"author": {"size": 50}}}` is `facet.author.size=50`; null is as good as absent. Raises as `content` does.
    """
    kinds = {field.data_key or name: field for name, field in schema.fields.items()}
    found: dict[str, list[str]] = {}
    faults: list[FieldError] = []
    for name, value in _leaves(content(body)):
        texts = _texts(kinds.get(name), value)
        if isinstance(texts, str):
            faults.append(FieldError(name, texts, "wrong_type"))
            if isinstance(kinds.get(name), fields.List):
                # It was given, whatever it was.
                found.setdefault(name, [])
        elif texts is not None:
            found.setdefault(name, []).extend(texts)
    return found, faults


def _leaves(inside: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    for name, value in inside.items():
        path = (*above, name)
        if isinstance(value, dict) and len(path) < _DEEPEST:
            yield from _leaves(value, path)
        else:
            yield ".".join(path), value


def _texts(field: fields.Field[Any] | None, value: Any) -> list[str] | str | None:
    """The values of one parameter as an address would have them; a text says what is wrong with it; None: not given."""
    if value is None:
        return None
    if not isinstance(value, list):
        return _text(field, value)
    if isinstance(field, Names):
        if not value:
            return [field.alone] if field.alone else None
        return [",".join(value)] if all(isinstance(one, str) for one in value) else "must be a list of names"
    if field is not None and not isinstance(field, fields.List):
        return "must be one value, not a list"
    texts: list[str] = []
    for number, one in enumerate(value):
        if isinstance(text := _text(field, one), str):
            return f"value {number} of the list {text}"
        texts += text
    return texts if field is not None else [""]


def _text(field: fields.Field[Any] | None, value: Any) -> list[str] | str:
    match value:
        case str():
            return [value]
        case bool() if field is None or isinstance(field, Flag):
            return [str(value).lower()]
        case int() | float() if not isinstance(value, bool) and (field is None or not _is_text(field)):
            return [str(value)]
    is_known = field is not None and (_is_text(field) or isinstance(field, fields.List))
    return "must be a text" if is_known else "is of a type that no value here has"


def _is_text(field: fields.Field[Any]) -> bool:
    return isinstance(field, (fields.String, Names))
