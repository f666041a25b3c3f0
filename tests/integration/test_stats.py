"""Counts for charts over REST: they are what counting the stored papers by hand gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.facets import FACETS
from service.query.charts import MAX_GAP, SPLITS
from service.settings import Settings
from tests.conftest import Loader
from tests.integration.loads import stored, write_jsonl

pytestmark = pytest.mark.engine

Document = dict[str, Any]
# A facet's values in a stored paper, of the hierarchy its areas.
VALUES: dict[str, Callable[[Document], Iterable[Any]]] = {
    name: lambda paper, field=("areas" if name == "category" else facet.field): _listed(paper.get(field))  # type: ignore[misc]
    for name, facet in FACETS.items()
}


def _listed(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def stats(client: FlaskClient, **parameters: Any) -> dict[str, Any]:
    response = client.get("/api/v1/stats", query_string={name.replace("__", "."): value for name, value in parameters.items()})
    content: Any = response.json
    assert response.status_code == 200, content
    return dict(content)


@pytest.fixture(scope="module")
def papers(known_settings: Settings) -> list[Document]:
    return list(stored(known_settings).values())


def counted(papers: Iterable[Document], name: str) -> Counter[Any]:
    return Counter(value for paper in papers for value in set(VALUES[name](paper)))


def test_years_are_those_of_the_papers_in_order_and_without_gaps(client: FlaskClient, papers: list[Document]) -> None:
    answer = stats(client)
    assert answer["by"] == "year"
    points = {point["key"]: point["count"] for point in answer["points"]}
    by_hand = counted(papers, "year")
    assert {year: count for year, count in points.items() if count} == by_hand
    assert list(points) == sorted(points)
    assert all(point.keys() == {"key", "count"} for point in answer["points"])
    assert set(points) == set(range(min(by_hand), max(by_hand) + 1)), "no gap of the sample is a long one"
    assert answer["meta"]["count"] == len(papers)
    assert answer["meta"]["missing"] == len([paper for paper in papers if "year" not in paper])
    assert answer["meta"]["missing"]


@pytest.mark.parametrize("name", [name for name in FACETS if name != "year"])
def test_any_facet_can_be_the_points(client: FlaskClient, papers: list[Document], name: str) -> None:
    answer = stats(client, by=name, size=1000)
    assert {point["key"]: point["count"] for point in answer["points"]} == counted(papers, name)
    assert [point["count"] for point in answer["points"]] == sorted([one["count"] for one in answer["points"]], reverse=True)
    assert all(point.keys() == {"key", "label", "count"} for point in answer["points"])
    meta = answer["meta"]
    assert (meta["distinct"], meta["other"]) == (len(answer["points"]), 0)
    assert meta["missing"] == len([paper for paper in papers if not VALUES[name](paper)])
    few = stats(client, by=name, size=1)
    assert len(few["points"]) == 1
    assert few["meta"]["other"] == sum(counted(papers, name).values()) - few["points"][0]["count"]


@pytest.mark.parametrize("split", SPLITS)
def test_years_split_as_by_hand(client: FlaskClient, papers: list[Document], split: str) -> None:
    answer = stats(client, split=split, split__size=50)
    totals = counted(papers, split)
    assert {one["key"]: one["count"] for one in answer["series"]}.items() <= totals.items()
    assert [one["count"] for one in answer["series"]] == [count for _, count in totals.most_common(50)]
    wanted = {one["key"] for one in answer["series"]}
    for point in answer["points"]:
        of_year = counted((paper for paper in papers if paper.get("year") == point["key"]), split)
        found = {one["key"]: one["count"] for one in point["split"]}
        assert found == {key: count for key, count in of_year.items() if key in wanted}, point["key"]
    few = stats(client, split=split, split__size=2)
    assert {one["key"] for point in few["points"] for one in point["split"]} <= {one["key"] for one in few["series"]}
    assert len(few["series"]) == min(2, len(totals))


def test_other_points_list_the_most_frequent_values_of_each(client: FlaskClient, papers: list[Document]) -> None:
    answer = stats(client, by="language", split="category", split__size=50)
    for point in answer["points"]:
        of_language = counted((paper for paper in papers if paper["language"] == point["key"]), "category")
        assert {one["key"]: one["count"] for one in point["split"]}.items() <= of_language.items()
        assert len(point["split"]) == min(50, len(of_language))
    assert "series" not in answer


@pytest.mark.parametrize(
    "narrowing",
    [
        {"q": "translation"},
        {"q": "神经网络", "language": "zh"},
        {"year": "2019..2021"},
        {"year": "2020", "category.not": "Machine Learning"},
        {"author.all": ["zhengtao yu", "余正涛"]},
        {"has": "pdf", "open_access": "true"},
        {"q": "quantum chromodynamics of cheese wheels"},
    ],
)
def test_the_papers_counted_are_those_that_a_search_finds(client: FlaskClient, narrowing: dict[str, Any]) -> None:
    answer = stats(client, **narrowing)
    searched: Any = client.get("/api/v1/papers", query_string={**narrowing, "facets": "none", "size": 100}).json
    assert answer["meta"]["count"] == searched["meta"]["count"]
    assert answer["meta"]["warnings"] == searched["meta"]["warnings"]
    found = Counter(paper["year"] for paper in searched["results"] if paper["year"] is not None)
    if searched["meta"]["count"] <= 100:
        assert {point["key"]: point["count"] for point in answer["points"] if point["count"]} == found


def test_a_query_that_no_paper_fits_counts_the_nearest_unless_strict(client: FlaskClient) -> None:
    answer = stats(client, q="translation chromodynamics")
    assert [warning["code"] for warning in answer["meta"]["warnings"]] == ["relaxed"]
    assert answer["points"]
    strict = stats(client, q="translation chromodynamics", strict="true")
    assert (strict["points"], strict["meta"]["count"], strict["meta"]["warnings"]) == ([], 0, [])


def test_a_stray_year_makes_no_thousand_points(load: Loader, settings: Settings, tmp_path: Path) -> None:
    years = [1066, 1990, 2020, 2020]
    load(write_jsonl(tmp_path / "a.jsonl", [{"title": f"Paper {n}", "year": year} for n, year in enumerate(years)]))
    points = stats(create_app(settings).test_client())["points"]
    assert [point["key"] for point in points] == [1066, *range(1990, 2021)]
    assert 2020 - 1990 <= MAX_GAP < 1990 - 1066


def test_faults_are_told_as_a_problem(client: FlaskClient) -> None:
    response = client.get("/api/v1/stats?by=moon&split=sun&colour=red")
    content: Any = response.json
    assert response.status_code == 400
    assert response.mimetype == "application/problem+json"
    assert {fault["field"] for fault in content["errors"]} == {"by", "split", "colour"}
