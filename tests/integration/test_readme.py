"""What the README shows is what happens: its query is sent, its answer compared. test_recipes.py sends those of the guides."""

from __future__ import annotations

import itertools
import json
import re
import shlex
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import served

from service.loading import LoadOptions, find_inputs, run_load
from service.settings import Settings

pytestmark = pytest.mark.engine
PROJECT = Path(__file__).resolve().parents[2]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
CURLS = re.findall(r"^curl .*$", README, re.MULTILINE)


@pytest.fixture(scope="module")
def sample_url(base_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    settings = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-readme")
    place = tmp_path_factory.mktemp("readme")
    run_load(settings, find_inputs([str(PROJECT / "sample" / "papers.jsonl")]), LoadOptions(rejects=place / "rejects.jsonl"))
    with served(settings) as url:
        yield url


def answer(command: str, url: str) -> dict[str, Any]:
    """What a `curl` line of the documents gives, sent by the standard library."""
    words = shlex.split(command.replace("http://127.0.0.1:8000", url))
    pairs: list[tuple[str, str]] = []
    for option, value in itertools.pairwise(words):
        if option == "--data-urlencode":
            pairs.append(tuple(value.split("=", 1)))  # type: ignore[arg-type]
        elif option == "-d":
            pairs += urllib.parse.parse_qsl(value)
    address = next(word for word in words if word.startswith("http"))
    query = urllib.parse.urlencode(pairs)
    with urllib.request.urlopen(f"{address}?{query}" if query else address) as response:  # noqa: S310
        content: dict[str, Any] = json.load(response)
        return content


def holds(shown: Any, real: Any) -> bool:
    """Whether everything shown is in the real answer; shown lists are beginnings."""
    if isinstance(shown, dict):
        return all(name in real and holds(value, real[name]) for name, value in shown.items())
    if isinstance(shown, list):
        return len(shown) <= len(real) and all(holds(a, b) for a, b in zip(shown, real, strict=False))
    return bool(shown == real)


def test_the_answer_of_the_readme_is_the_real_one(sample_url: str) -> None:
    command = next(line for line in CURLS if "图神经网络" in line)
    shown = json.loads(re.search(r"```json\n(.*?)```", README, re.DOTALL)[1])  # type: ignore[index]
    assert holds(shown, answer(command, sample_url))


def test_the_sample_has_as_many_papers_as_the_readme_says(sample_url: str) -> None:
    count = answer("curl http://127.0.0.1:8000/api/v1/papers", sample_url)["meta"]["count"]
    assert f"a sample of {count} papers" in README


GUIDES = ["README.md", *(f"docs/{path.name}" for path in sorted((PROJECT / "docs").glob("*.md")))]


@pytest.mark.parametrize("path", GUIDES)
def test_links_lead_somewhere(path: str) -> None:
    text = (PROJECT / path).read_text(encoding="utf-8")
    for target, part in re.findall(r"\]\((?!http)([^)#\s]*)(?:#([^)\s]+))?\)", text):
        led = (PROJECT / path).parent / target if target else PROJECT / path
        assert led.exists(), f"{path} links to {target}"
        if part:
            assert part in headings(led), f"{path} links to {target}#{part}"


def headings(path: Path) -> set[str]:
    """The anchors of a page's headings, as they are made of them where it is shown."""
    found = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}
