"""Reads and checks the parameters of exports, of feeds, and of one paper in any format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marshmallow import RAISE, Schema

from service.errors import FieldError
from service.exports import EXPORTS, FEEDS, KEY_STYLES, REFERENCE_STYLES, Options
from service.query import SORTS, SearchRequest
from service.results import PAPER_FIELDS
from service.schemas.arguments import MAX_PAGE_SIZE, narrowed, narrowing, strict_faults
from service.schemas.reading import Flag, Names, checked, one_of, schema_of, whole_number

FEED_SIZE = 50
# Of one paper: beside the formats of whole result sets, JSON and JSON-LD.
PAPER_FORMATS = ("json", *EXPORTS, "jsonld")
# What only one format has a use for: elsewhere it was meant for another format, and is a fault.
_ONLY_OF = {"bom": "csv", "keys": "bibtex", "style": "gb7714"}


def _options() -> dict[str, Any]:
    return {"bom": Flag(), "keys": one_of(KEY_STYLES), "style": one_of(REFERENCE_STYLES)}


ExportArguments: type[Schema] = schema_of(
    "ExportArguments", {"format": one_of(tuple(EXPORTS)), **narrowing(), "sort": one_of(tuple(SORTS)), **_options()}
)
FeedArguments: type[Schema] = schema_of(
    "FeedArguments", {"format": one_of(tuple(FEEDS)), **narrowing(), "size": whole_number(1, MAX_PAGE_SIZE)}
)
PaperFormatArguments: type[Schema] = schema_of(
    "PaperFormatArguments", {"format": one_of(PAPER_FORMATS), "fields": Names(PAPER_FIELDS, nested=True), **_options()}
)
_EXPORT = ExportArguments(unknown=RAISE)
_FEED = FeedArguments(unknown=RAISE)
_PAPER = PaperFormatArguments(unknown=RAISE)


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """A result set, and how it is to be written."""

    request: SearchRequest
    format: str
    options: Options


@dataclass(frozen=True, slots=True)
class FeedRequest:
    """The newest papers of a result set as a feed."""

    request: SearchRequest
    format: str


@dataclass(frozen=True, slots=True)
class PaperRequest:
    """One paper: its fields (all when there are none), and its format; None where `Accept` decides."""

    fields: tuple[str, ...]
    format: str | None
    options: Options


def read_export(parameters: Mapping[str, Sequence[str]]) -> ExportRequest:
    """What parameters (each with all its values) ask to export. Raises InvalidRequest naming every fault."""
    values = checked(_EXPORT, parameters, strict_faults, lambda _: _missing(parameters), _misplaced)
    return ExportRequest(SearchRequest(**narrowed(values), sort=values.get("sort")), values["format"], _chosen(values))


def read_feed(parameters: Mapping[str, Sequence[str]]) -> FeedRequest:
    """What parameters (each with all its values) ask to be told of. Raises InvalidRequest naming every fault."""
    values = checked(_FEED, parameters, strict_faults)
    request = SearchRequest(**narrowed(values), sort="added", size=values.get("size", FEED_SIZE))
    return FeedRequest(request, values.get("format", next(iter(FEEDS))))


def read_paper(parameters: Mapping[str, Sequence[str]]) -> PaperRequest:
    """How parameters (each with all its values) want one paper. Raises InvalidRequest naming every fault."""
    values = checked(_PAPER, parameters, _misplaced)
    return PaperRequest(tuple(values.get("fields", ())), values.get("format"), _chosen(values))


def _chosen(values: Mapping[str, Any]) -> Options:
    return Options(**{name: values[name] for name in _ONLY_OF if name in values})


def _missing(parameters: Mapping[str, Sequence[str]]) -> list[FieldError]:
    if "format" in parameters:
        return []
    return [FieldError("format", f"is needed; it must be one of {', '.join(EXPORTS)}", "required")]


def _misplaced(values: Mapping[str, Any]) -> list[FieldError]:
    of = values.get("format")
    return [
        FieldError(name, f"is for format={wanted} only", "conflict")
        for name, wanted in _ONLY_OF.items()
        if name in values and of is not None and of != wanted
    ]
