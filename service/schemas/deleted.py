"""Reads and checks the parameters of the list of deleted papers, and writes the cursor that goes on in it."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from marshmallow import RAISE, Schema, ValidationError, fields

from service.schemas.reading import Instant, checked, schema_of, whole_number

MAX_SIZE = 1000
START = "*"
Place = tuple[int, str]


class Cursor(fields.Field[Place | None]):
    """A place in the list as `cursor` wrote it; `*` is its beginning."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Place | None:
        if value == START:
            return None
        try:
            instant, paper_id = orjson.loads(urlsafe_b64decode(str(value) + "=" * (-len(str(value)) % 4)))
        except ValueError:
            instant = paper_id = None
        if type(instant) is not int or not isinstance(paper_id, str) or abs(instant) > 2**53:
            raise ValidationError("is none of this list: begin with *, go on with `next_cursor` of the page before")
        return instant, paper_id


@dataclass(frozen=True, slots=True)
class DeletedPage:
    """What is asked: ids deleted from an instant on, `size` of them behind the place `after`."""

    since: str | None
    after: Place | None
    size: int


DeletedArguments: type[Schema] = schema_of(
    "DeletedArguments", {"since": Instant(), "cursor": Cursor(), "size": whole_number(1, MAX_SIZE)}
)
_DELETED = DeletedArguments(unknown=RAISE)


def read_deleted(parameters: Mapping[str, Sequence[str]]) -> DeletedPage:
    """The page that parameters (each with all its values) ask for. Raises InvalidRequest naming every fault."""
    values = checked(_DELETED, parameters)
    return DeletedPage(values.get("since"), values.get("cursor"), values.get("size", MAX_SIZE))


def cursor(place: Place | None) -> str | None:
    """The cursor of a place, fit for addresses; None at the end."""
    return urlsafe_b64encode(orjson.dumps(place)).decode().rstrip("=") if place is not None else None
