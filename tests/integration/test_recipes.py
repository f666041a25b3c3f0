"""The curl lines of the guides and of the OpenAPI document, sent to a real server: each gives what is said beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import PROJECT, served
from recipes import Answer, carried_out, read

from service.loading import LoadOptions, find_inputs, run_load
from service.schemas.openapi import document
from service.settings import Settings

pytestmark = pytest.mark.engine

GUIDE = "\n".join((PROJECT / path).read_text(encoding="utf-8") for path in ("README.md", "docs/api.md", "docs/exports.md"))
# A line, and the status in the comment above it (`# 304`) where it is not 200.
LINES = re.findall(r"^(?:#[^\n]*?\b([1-5]\d\d)\b[^\n]*\n)?(curl .*)$", GUIDE, re.MULTILINE)
SAMPLES = [
    (path, operation["x-codeSamples"][0]["source"])
    for path, operations in document()["paths"].items()
    for operation in operations.values()
    if "x-codeSamples" in operation
]


@pytest.fixture(scope="module")
def sample_url(base_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server over the shipped sample, as `make demo` starts one."""
    settings = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-recipes")
    place = tmp_path_factory.mktemp("recipes")
    run_load(settings, find_inputs([str(PROJECT / "sample" / "papers.jsonl")]), LoadOptions(rejects=place / "rejects.jsonl"))
    with served(settings) as url:
        yield url


def has_something(answer: Answer) -> bool:
    """Whether an answer shows anything: results, values, a text; an empty list is a poor example."""
    if not answer.mimetype.endswith("json"):
        return bool(answer.body.strip())
    content = json.loads(answer.body)
    if not isinstance(content, dict):
        return bool(content)
    lists = [content[name] for name in ("results", "points", "categories", "suggestions", "items") if name in content]
    return bool(content) and all([*lists, *([content["facet"]["values"]] if "facet" in content else [])])


@pytest.mark.parametrize(("status", "line"), LINES)
def test_a_recipe_of_the_guide_gives_what_it_promises(sample_url: str, status: str, line: str) -> None:
    answer = carried_out(line, sample_url)
    if status == "304":
        # The guide's tag is of another day: with today's the answer is the promised one.
        tag = carried_out(re.sub(r"-H 'If-None-Match: [^']*'", "", line), sample_url).headers["ETag"]
        answer = carried_out(re.sub(r"(If-None-Match: )[^']*", lambda found: found[1] + tag, line), sample_url)
    assert answer.status == int(status or 200), answer.body[:500]
    if answer.status == 200 and "-I" not in read(line).flags:
        assert has_something(answer)


@pytest.mark.parametrize(("path", "line"), SAMPLES)
def test_a_sample_of_the_document_is_answered(sample_url: str, path: str, line: str) -> None:
    answer = carried_out(line, sample_url)
    assert answer.status == 200, answer.body[:500]
    assert answer.body


def test_the_guide_has_recipes() -> None:
    assert len(LINES) > 30


def test_a_line_that_can_not_be_carried_out_is_no_recipe() -> None:
    for line in ("curl --proxy x http://127.0.0.1:8000/", "wget http://127.0.0.1:8000/", "curl http://a/ http://b/"):
        with pytest.raises(ValueError, match="curl"):
            read(line)


def test_the_client_of_the_guide_is_the_one_that_is_tested() -> None:
    for shown in re.findall(r"python (docs/\w+\.py)", GUIDE):
        assert (Path(PROJECT) / shown).is_file()
