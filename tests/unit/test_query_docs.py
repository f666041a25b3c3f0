"""docs/query.md says how queries are read: each of its examples is read here, and what it must name is looked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.schemas.arguments import MAX_POSTED_QUERY, MAX_QUERY
from service.syntax import FIELDS, MAX_DEPTH, MAX_HAN_WORD, MAX_REQUIRED, MAX_WARNINGS, MAX_WORDS, parse
from service.syntax.remarks import MESSAGES

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "query.md").read_text(encoding="utf-8")
CHINESE = {"检索式": "query", "读作": "read as"}
NUMBERS = {4: "four", 8: "eight"}


def _tables() -> Iterator[list[dict[str, str]]]:
    """Each table of the page as rows of {heading: cell}."""
    for block in re.findall(r"(?:^\|.*\|\n)+", PAGE, re.MULTILINE):
        lines = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in block.splitlines()]
        heads = [CHINESE.get(cell, cell) for cell in lines[0]]
        yield [dict(zip(heads, line, strict=True)) for line in lines[2:]]


def _code(cell: str) -> str:
    """What stands between the backticks of a cell, as a person would type it."""
    found = re.fullmatch(r"`(.+)`", cell)
    assert found, f"no code: {cell}"
    return found[1].replace("\\|", "|")


ROWS = [row for table in _tables() for row in table]
EXAMPLES = [row for row in ROWS if "query" in row]
REMARKS = {_code(row["code"]): row for row in ROWS if "code" in row}
# The one example that is too long for a page.
WRITTEN_OUT = {"201 words": "word " * (MAX_WORDS + 1)}


@pytest.mark.parametrize("row", [row for row in EXAMPLES if row["query"] not in WRITTEN_OUT], ids=lambda row: row["query"])
def test_every_example_is_read_as_the_page_says(row: dict[str, str]) -> None:
    query = parse(_code(row["query"]))
    assert query.read_as == _code(row["read as"])
    told = [_code(row["code"])] if "code" in row else []
    assert list(dict.fromkeys(remark.code for remark in query.warnings)) == told


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 40
    assert len({row["query"] for row in EXAMPLES}) > 40


def test_every_remark_has_its_line() -> None:
    assert set(REMARKS) == set(MESSAGES)
    assert all(row["what it means"] for row in REMARKS.values())


def test_too_many_words_are_remarked_as_the_page_says() -> None:
    assert [remark.code for remark in parse(WRITTEN_OUT[REMARKS["too_many_words"]["query"]]).warnings] == ["too_many_words"]


def test_every_field_has_its_line_with_all_its_names() -> None:
    named = {_code(row["field"]): re.findall("`([^`]+)`", row["names"]) for row in ROWS if "field" in row}
    assert named == {field: [name for name, known in FIELDS.items() if known == field] for field in FIELDS.values()}


def test_the_limits_are_the_ones_in_force() -> None:
    limits = [row["limit"] for row in ROWS if "limit" in row]
    lengths = [f"{MAX_QUERY:,} characters", f"{MAX_POSTED_QUERY:,} characters"]
    assert limits == [*lengths, str(MAX_DEPTH), str(MAX_WORDS), str(MAX_WARNINGS)]
    assert f"Up to {NUMBERS[MAX_REQUIRED]} words" in PAGE
    assert f"up to {NUMBERS[MAX_HAN_WORD]} Han characters is one word" in PAGE


def test_every_page_that_it_leads_to_is_there() -> None:
    folder = Path(__file__).resolve().parents[2] / "docs"
    links = re.findall(r"\]\(([^)#:]+)\)", PAGE)
    assert links
    assert [link for link in links if not (folder / link).is_file()] == []
