"""The catalogue over REST: everything in it can be used as it says."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service import syntax
from service.facets import DEFAULT_FACETS, FACETS
from service.query import SORTS

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def catalogue(client: FlaskClient) -> dict[str, Any]:
    response = client.get("/api/v1/fields")
    content: Any = response.json
    assert response.status_code == 200
    return dict(content)


def test_every_filter_and_its_variants_are_parameters_of_the_search(client: FlaskClient, catalogue: dict[str, Any]) -> None:
    values = {"key": "x", "hierarchy": "x", "year": "2019..2021", "boolean": "true", "instant": "2026-01-31"}
    asked = {name: values[one["kind"]] for one in catalogue["filters"] for name in (one["name"], *one["variants"])}
    response = client.get("/api/v1/papers", query_string={**asked, "facets": "none"})
    assert response.status_code == 200, response.json
    assert set(FACETS) <= {one["name"] for one in catalogue["filters"]}
    assert all(one["meaning"]["zh"] and one["meaning"]["en"] for one in catalogue["filters"])


def test_every_name_of_a_query_field_is_read_as_that_field(catalogue: dict[str, Any]) -> None:
    for field in catalogue["query"]["fields"]:
        for name in (*field["names"]["zh"], *field["names"]["en"]):
            assert [of for of, _ in syntax.parse(f"{name}:2020").leaves] == [field["name"]], name
    assert {"标题", "作者", "摘要", "关键词", "类别", "期刊", "年份"} <= {
        name for field in catalogue["query"]["fields"] for name in field["names"]["zh"]
    }


def test_every_sort_facet_and_field_is_taken(client: FlaskClient, catalogue: dict[str, Any]) -> None:
    assert [one["name"] for one in catalogue["sorts"]] == list(SORTS)
    for sort in catalogue["sorts"]:
        assert client.get("/api/v1/papers", query_string={"sort": sort["name"], "size": 1}).status_code == 200
    facets: Any = client.get(
        "/api/v1/papers", query_string={"facets": ",".join(one["name"] for one in catalogue["facets"]), "size": 1}
    ).json
    assert list(facets["facets"]) == [one["name"] for one in catalogue["facets"]]
    assert [one["name"] for one in catalogue["facets"] if one["default"]] == [n for n in FACETS if n in DEFAULT_FACETS]
    fields = ",".join(catalogue["fields"]["paper"])
    paper: Any = client.get("/api/v1/papers", query_string={"fields": fields, "size": 1, "facets": "none"}).json
    assert list(paper["results"][0]) == catalogue["fields"]["paper"]


def test_the_defaults_are_those_of_the_search(client: FlaskClient, catalogue: dict[str, Any]) -> None:
    defaults = {when: one["name"] for one in catalogue["sorts"] for when in one["default"]}
    assert defaults == {"with q": "relevance", "without q": "newest"}
    ordered: Any = client.get("/api/v1/papers?facets=none").json
    assert ordered["results"] == client.get("/api/v1/papers?facets=none&sort=newest").json["results"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("limit", "path", "parameter"),
    [("page_size", "papers", "size"), ("facet_size", "papers", "facet.author.size"), ("deleted_size", "papers/deleted", "size")],
)
def test_a_limit_is_the_last_value_that_is_taken(
    client: FlaskClient, catalogue: dict[str, Any], limit: str, path: str, parameter: str
) -> None:
    most = catalogue["limits"][limit]
    assert client.get(f"/api/v1/{path}", query_string={parameter: most}).status_code == 200
    assert client.get(f"/api/v1/{path}", query_string={parameter: most + 1}).status_code == 400


def test_the_longest_query_is_as_long_as_it_says(client: FlaskClient, catalogue: dict[str, Any]) -> None:
    most = catalogue["limits"]["q"]
    assert client.get("/api/v1/papers", query_string={"q": "x" * most}).status_code == 200
    assert client.get("/api/v1/papers", query_string={"q": "x" * (most + 1)}).status_code == 400


def test_it_takes_no_parameters(client: FlaskClient) -> None:
    assert client.get("/api/v1/fields?lang=zh").status_code == 400
