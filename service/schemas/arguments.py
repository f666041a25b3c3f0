"""The parameters of a search and of one paper: what may be given, and the request that it makes.

Parameters of facets follow from FACETS; nothing here searches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from service import syntax
from service.errors import FieldError, InvalidRequest
from service.facets import DEFAULT_FACETS, FACETS, MAX_SIZE
from service.query import MAX_RESULTS, SORTS, SearchRequest
from service.query.cursor import MAX_CURSOR, invalid, is_cursor
from service.results import PAPER_FIELDS
from service.schemas import posted
from service.schemas.reading import Flag, Instant, Names, Rule, checked, one_of, schema_of, text, whole_number

MAX_QUERY = 1000
# In the body of a POST request.
MAX_POSTED_QUERY = 10_000
MAX_PAGE_SIZE = 100
# More values of one facet than a person would tick; a URL holds no more either.
MAX_VALUES = 200
EXPANSIONS = ("terms", "off")
FLAGS = ("retracted", "open_access")
INSTANTS = {"added_since": "added", "updated_since": "updated"}

_YEARS = re.compile(r"(\d{1,4})?(\.\.)?(\d{1,4})?")
_SEVERAL = tuple(name for name, facet in FACETS.items() if facet.several)


def _check_years(value: str) -> None:
    found = _YEARS.fullmatch(value)
    first, dots, last = found.groups() if found else (None, None, None)
    if not found or not (first or last) or (last and not dots) or (first and last and int(first) > int(last)):
        raise ValidationError("must be a year or a range from the earlier to the later: 2024, 2019..2022, 2019.. or ..2015")


def _values(name: str) -> fields.List[str]:
    length = validate.Length(min=1, max=2000, error="must not be empty, nor longer than 2,000 characters")
    checks: list[Callable[[str], Any]] = [_check_years if name == "year" else length]
    return fields.List(
        fields.String(validate=checks), validate=validate.Length(max=MAX_VALUES, error=f"at most {MAX_VALUES} values")
    )


def narrowing(longest: int = MAX_QUERY) -> dict[str, fields.Field[Any]]:
    """The parameters that say which papers are meant, the same for searches, counts, charts, exports and feeds."""
    return {
        "q": text(longest),
        **{name: _values(name) for name in FACETS},
        **{f"{name}.not": _values(name) for name in FACETS},
        **{f"{name}.all": _values(name) for name in _SEVERAL},
        **{name: Flag() for name in FLAGS},
        **{name: Instant() for name in INSTANTS},
        "expand": one_of(EXPANSIONS),
        "strict": Flag(),
    }


NARROWING = tuple(narrowing())


def narrowed(values: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a SearchRequest that the values of `narrowing` parameters make."""
    return {
        "q": values.get("q", ""),
        "filters": {name: tuple(dict.fromkeys(values[name])) for name in FACETS if values.get(name)},
        "none_of": {name: tuple(values[f"{name}.not"]) for name in FACETS if values.get(f"{name}.not")},
        "all_of": {name: tuple(values[f"{name}.all"]) for name in _SEVERAL if values.get(f"{name}.all")},
        "flags": {name: values[name] for name in FLAGS if name in values},
        "since": {field: values[name] for name, field in INSTANTS.items() if name in values},
        "expand": values.get("expand") != "off",
        "strict": values.get("strict", False),
    }


def strict_faults(values: Mapping[str, Any]) -> list[FieldError]:
    """A rule: with `strict`, whatever is remarkable about the query is a fault."""
    if not values.get("strict"):
        return []
    remarks = [remark.to_dict() for remark in syntax.parse(values.get("q", "")).warnings]
    return [FieldError("q", _told(one), one["code"]) for one in remarks]


def _told(remark: Mapping[str, Any]) -> str:
    told = f"{remark['message']['en']} (at character {remark['position']}; this is what happens without `strict`)"
    return f"{told} Without a fault: {remark['fix']}" if remark["fix"] else told


PaperArguments: type[Schema] = schema_of("PaperArguments", {"fields": Names(PAPER_FIELDS, nested=True)})


def _search_parameters(longest: int) -> dict[str, fields.Field[Any]]:
    return {
        **narrowing(longest),
        "facets": Names(tuple(FACETS), alone="none"),
        **{f"facet.{name}.size": whole_number(1, MAX_SIZE) for name in FACETS},
        "sort": one_of(tuple(SORTS)),
        "page": whole_number(1, MAX_RESULTS),
        "cursor": text(MAX_CURSOR),
        "size": whole_number(1, MAX_PAGE_SIZE),
        "fields": Names(PAPER_FIELDS, nested=True),
        "highlight": Flag(),
    }


SearchArguments: type[Schema] = schema_of("SearchArguments", _search_parameters(MAX_QUERY))
PostedSearch: type[Schema] = schema_of("PostedSearch", _search_parameters(MAX_POSTED_QUERY))
_SEARCH = SearchArguments(unknown=RAISE)
_POSTED = PostedSearch(unknown=RAISE)
_PAPER = PaperArguments(unknown=RAISE)


def read_search(parameters: Mapping[str, Sequence[str]]) -> SearchRequest:
    """The request that parameters (each with all its values) ask for. Raises InvalidRequest naming every fault."""
    return _read(_SEARCH, parameters)


def read_posted_search(body: bytes) -> tuple[SearchRequest, dict[str, list[str]]]:
    """The request that a JSON body asks for, and the parameters that would ask for the same. Raises as `read_search` does."""
    parameters, faults = posted.parameters(_POSTED, body)
    return _read(_POSTED, parameters, lambda _: faults), parameters


def search_request(values: Mapping[str, Any]) -> SearchRequest:
    """The request that checked values of search parameters make."""
    wanted = values.get("facets", DEFAULT_FACETS)
    return SearchRequest(
        **narrowed(values),
        facets={name: values.get(f"facet.{name}.size", FACETS[name].size) for name in wanted},
        sort=values.get("sort"),
        page=values.get("page", 1),
        size=values.get("size", 20),
        fields=values.get("fields", ()),
        highlight=values.get("highlight"),
        cursor=values.get("cursor"),
    )


def read_paper_fields(parameters: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The `fields` of a request for one paper. Raises InvalidRequest."""
    return tuple(checked(_PAPER, parameters).get("fields", ()))


def too_deep(instead: str) -> Rule:
    """A rule: pages by number end where the engine's do; `instead` says what else to do."""

    def rule(values: Mapping[str, Any]) -> list[FieldError]:
        page, size = values.get("page", 1), values.get("size", 20)
        if (page - 1) * size < MAX_RESULTS:
            return []
        message = f"results are numbered up to {MAX_RESULTS:,}: page {page} of {size} lies beyond; {instead}"
        return [FieldError("page", message, "too_deep")]

    return rule


_DEPTH = too_deep("walk on with cursor=* instead, or narrow the search")


def _read(schema: Schema, parameters: Mapping[str, Sequence[str]], *rules: Rule) -> SearchRequest:
    try:
        return search_request(checked(schema, parameters, strict_faults, _DEPTH, _cursor_faults, *rules))
    except InvalidRequest as error:
        # Alone at fault, a cursor is told by its own code, whoever finds it out.
        if {fault.code for fault in error.errors} == {"cursor_invalid"}:
            raise invalid() from None
        raise


def _cursor_faults(values: Mapping[str, Any]) -> list[FieldError]:
    given = values.get("cursor")
    if given is None:
        return []
    faults = list(invalid().errors) if not is_cursor(given) else []
    if "page" in values:
        faults.append(FieldError("cursor", "goes on from where a walk stands: it can't be given together with page", "conflict"))
    return faults
