"""docs/api.md and docs/exports.md name what there is: endpoints, parameters, fields, formats, codes; and no endpoint besides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from service import errors
from service.exports import EXPORTS, FEEDS
from service.exports.tabular import COLUMNS
from service.facets import FACETS
from service.query import SORTS
from service.query.cursor import expired, invalid, mismatch
from service.results import PAPER_FIELDS
from service.schemas.arguments import SearchArguments
from service.schemas.authors import AUTHOR_FIELDS
from service.schemas.endpoints import ENDPOINTS
from service.searching import streaming
from service.values.completing import TYPES

DOCS = Path(__file__).resolve().parents[2] / "docs"
GUIDE = (DOCS / "api.md").read_text(encoding="utf-8")
EXPORTING = (DOCS / "exports.md").read_text(encoding="utf-8")
# What the errors of loaders and of the start are called: no answer has them.
NOT_ANSWERED = (errors.ConfigurationError, errors.LoadError, errors.SourceError)


def section(heading: str, text: str = GUIDE) -> str:
    """What stands below a heading, down to the next of its kind."""
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"there is no {heading!r}"
    return found[1]


def named(text: str) -> set[str]:
    """The words inside of code in a text."""
    return {word for code in re.findall(r"`([^`\n]+)`", text) for word in re.findall(r"[\w.]+", code)}


def answered() -> Iterator[str]:
    """Codes of the errors of this service."""
    kinds: list[type[errors.ServiceError]] = [errors.ServiceError]
    for kind in kinds:
        kinds += [one for one in kind.__subclasses__() if one.__module__.startswith("service.") and one not in NOT_ANSWERED]
        yield kind.code


def test_the_table_has_every_endpoint_and_no_other() -> None:
    table = GUIDE[: GUIDE.index("\n## ")]
    told = set(re.findall(r"`(GET|POST) (/[^`]*)`", table))
    assert told == {(one.method.upper(), one.path) for one in ENDPOINTS}


@pytest.mark.parametrize("parameter", [field.data_key or name for name, field in SearchArguments().fields.items()])
def test_the_search_explains_every_parameter(parameter: str) -> None:
    # These stand for those of all facets.
    shared = {f"{name}.not": "`<filter>.not`" for name in FACETS} | {
        f"facet.{name}.size": "`facet.<name>.size`" for name in FACETS
    }
    text = section("Search")
    assert shared[parameter] in text if parameter in shared else parameter in named(text)


def test_those_filters_have_all_whose_facets_may_have_several_values() -> None:
    (row,) = re.findall(r"^\| `<filter>\.all` .*$", GUIDE, re.MULTILINE)
    assert {word for word in named(row) if word.endswith(".all")} - {".all"} == {
        f"{n}.all" for n, one in FACETS.items() if one.several
    }


def test_the_fields_of_papers_and_authors_are_told() -> None:
    assert set(PAPER_FIELDS) <= named(section("Search"))
    assert set(AUTHOR_FIELDS) <= named(section("An author"))


def test_sorts_kinds_of_completions_and_formats_are_told() -> None:
    assert set(SORTS) <= named(section("Search"))
    assert set(SORTS) <= named(section("Walking through all results"))
    assert set(TYPES) <= named(section("Completions while typing"))
    rows = re.findall(r"^\| `(\w+)` \|.*\| `([\w/.+-]+)` \|.*$", section("A whole result set as a file", EXPORTING), re.MULTILINE)
    assert dict(rows) == {one.name: one.media_type for one in EXPORTS.values()}
    assert {f"format={name}" for name in FEEDS} <= set(re.findall(r"format=\w+", section("A feed of any query", EXPORTING)))


def test_the_columns_of_csv_are_told_in_their_order() -> None:
    told = re.search(r"Columns: `([^`]*)`", EXPORTING)
    assert told
    assert told[1].split() == list(COLUMNS)


def test_every_code_of_an_error_is_told() -> None:
    assert streaming.ExportTooLarge.code in set(answered())
    told = named(section("Errors"))
    assert set(answered()) | {one().code for one in (invalid, mismatch, expired)} <= told
