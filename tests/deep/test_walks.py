"""All of 97,000 real papers walked by cursor: each once, by every sort, at a cost that does not grow on the way."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest
from flask.testing import FlaskClient
from walks import SORTS, ask, ids

from service.app import create_app
from service.loading import LoadOptions, find_inputs, run_load
from service.settings import Settings

pytestmark = [pytest.mark.deep, pytest.mark.engine]
SIZE = 100
# Pages at each end whose median cost is compared.
END = 50
# A page in the depth may cost so many times one at the start; machines are noisy.
MOST = 2.0


@pytest.fixture(scope="module")
def many(base_settings: Settings, shared: Path, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A client of the application over the 97,000 papers."""
    settings = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-walks", log_level="ERROR")
    folder = shared / "data" / "papers_en"
    report = run_load(
        settings,
        find_inputs([str(folder / "paperlists"), str(folder / "airas")]),
        LoadOptions(rejects=tmp_path_factory.mktemp("walks") / "rejects.jsonl"),
    )
    assert report.papers_in_index > 97_000
    return create_app(settings).test_client()


@pytest.mark.parametrize("q", ["", "learning"])
@pytest.mark.parametrize("sort", SORTS)
def test_each_of_many_papers_is_met_once_at_a_flat_cost(many: FlaskClient, sort: str, q: str) -> None:
    seen: set[str] = set()
    seconds: list[float] = []
    cursor, count = "*", 0
    while cursor is not None:
        began = time.perf_counter()
        content = ask(many, cursor, q=q, sort=sort, size=SIZE, facets="none", fields="id", highlight="false")
        seconds.append(time.perf_counter() - began)
        here = ids(content)
        assert here
        assert not seen & set(here)
        seen |= set(here)
        cursor, count = content["meta"]["next_cursor"], content["meta"]["count"]
    assert len(seen) == count
    assert len(seconds) == -(-count // SIZE)
    begin, end = median(seconds[:END]), median(seconds[-END:])
    took = f"{len(seconds)} pages, {begin * 1000:.1f} ms at the start, {end * 1000:.1f} at the end"
    print(f"\n{sort} {q!r}: {count:,} papers, {took}")  # noqa: T201
    assert end < MOST * begin
