"""Reads and checks the parameters of one author."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marshmallow import RAISE, Schema

from service.schemas.reading import Names, checked, schema_of

AUTHOR_FIELDS = (
    "key", "name", "names", "variants", "orcid", "papers", "papers_read", "first_year", "last_year", "years", "categories",
    "venues", "keywords", "languages", "affiliations", "coauthors", "may_be_several", "links",
)  # fmt: skip

AuthorArguments: type[Schema] = schema_of("AuthorArguments", {"fields": Names(AUTHOR_FIELDS, nested=True)})
_AUTHOR = AuthorArguments(unknown=RAISE)


def read_author_fields(parameters: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The `fields` of a request for one author. Raises InvalidRequest."""
    return tuple(checked(_AUTHOR, parameters).get("fields", ()))
