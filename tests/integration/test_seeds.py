"""The client's two listings, loaded and searched as an application: what the client will look at first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.loading import Report
from service.settings import Settings

pytestmark = pytest.mark.engine


@pytest.fixture
def seeds(shared: Path, settings: Settings, load: Callable[..., Report]) -> FlaskClient:
    report = load(shared / "seeds")
    assert [(file.format, file.records, file.papers) for file in report.files] == [("listing", 20, 20), ("listing", 20, 20)]
    return create_app(settings).test_client()


def search(client: FlaskClient, **parameters: Any) -> dict[str, Any]:
    content: dict[str, Any] = client.get("/api/v1/papers", query_string=parameters).json
    return content


def test_the_seeds_are_whole(seeds: FlaskClient, shared: Path) -> None:
    everything = search(seeds, size=100, **{"facet.author.size": 1000, "facet.category.size": 100})
    papers = everything["results"]
    assert everything["meta"]["count"] == 40
    abstracts = {paper["abstract"] for paper in papers}
    lines = [
        line.strip() for file in sorted((shared / "seeds").iterdir()) for line in file.read_text(encoding="utf-8").splitlines()
    ]
    assert abstracts == {line for line in lines if len(line) > 300}
    assert all(paper["title_is_derived"] and paper["title"] and not paper["titles"] for paper in papers)
    assert sum(len(paper["authors"]) for paper in papers) == 202
    cut = [paper for paper in papers if paper["authors_truncated"]]
    assert [(len(paper["authors"]), paper["authors"][-1]["name"]) for paper in cut] == [(10, "Hongwei Wang")]

    authors = {value["label"]["en"]: value["count"] for value in everything["facets"]["author"]["values"]}
    assert {name: count for name, count in authors.items() if count > 1} == {
        "S Kevin Zhou": 2, "Dooho Lee": 2, "Jaemin Yoo": 2, "Xin Luo": 2,
    }  # fmt: skip
    assert authors["Yuejiang Shi"] == 1
    assert not [name for name in authors if name.isupper() or name.islower() or "等" in name]

    areas = {value["key"]: value["count"] for value in everything["facets"]["category"]["values"]}
    assert areas == {
        "Deep Learning": 14, "Applications": 2, "Social Aspects": 2, "General Machine Learning": 1, "Reinforcement Learning": 1,
    }  # fmt: skip
    children = {c["key"]: c["count"] for value in everything["facets"]["category"]["values"] for c in value["children"]}
    assert children["Deep Learning::Theory"] == 6
    assert children["General Machine Learning::Sequential, Network, and Time Series Modeling"] == 1
    assert children["Deep Learning::Sequential Models, Time series"] == 1
    assert everything["facets"]["category"]["missing"] == 20


def test_following_any_value_gives_exactly_its_count(seeds: FlaskClient) -> None:
    facets = search(seeds, **{"facet.author.size": 1000, "facet.category.size": 100})["facets"]
    values = [(name, v) for name, facet in facets.items() for value in facet["values"] for v in (value, *value["children"])]
    assert len(values) > 200
    for name, value in values:
        assert search(seeds, facets="none", **{name: value["key"]})["meta"]["count"] == value["count"]


@pytest.mark.parametrize(
    ("q", "count"),
    [("isler", 1), ("Devriş İşler", 1), ("S Kevin Zhou", 2), ("Dooho Lee", 2), ("yuejiang shi", 1), ("O'Brien", 1)],
)
def test_names_find_their_papers(seeds: FlaskClient, q: str, count: int) -> None:
    assert search(seeds, q=q)["meta"]["count"] == count
