"""Every error over HTTP is a problem document that names what is wrong and how to mend it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings

pytestmark = pytest.mark.engine


def problem(client: FlaskClient, path: str, status: int, **options: Any) -> dict[str, Any]:
    response = client.open(path, **options)
    assert response.status_code == status, response.text
    assert response.mimetype == "application/problem+json"
    content: dict[str, Any] = response.json
    assert content.keys() == {"type", "title", "status", "detail", "code", "errors", "request_id"}
    assert content["status"] == status
    assert response.headers["X-Request-ID"] == content["request_id"]
    return content


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("foo=1", "foo", "valid are q, category"),
        ("size=0", "size", "from 1 to 100"),
        ("size=101", "size", "from 1 to 100"),
        ("size=many", "size", "whole number"),
        ("page=0", "page", "from 1"),
        ("page=1&page=2", "page", "more than once"),
        ("page=501&size=20", "page", "10,000"),
        ("year=abc", "year", "2019..2022"),
        ("facets=bad", "facets", "valid are category"),
        ("facets=", "facets", "valid are"),
        ("facet.author.size=5000", "facet.author.size", "1,000"),
        ("sort=best", "sort", "relevance"),
        ("fields=nothing", "fields", "valid are id"),
        ("highlight=yes", "highlight", "true or false"),
        ("retracted=no", "retracted", "true or false"),
        ("added_since=yesterday", "added_since", "2026-01-31"),
        ("author=", "author", "not be empty"),
        ("q=" + "a" * 1001, "q", "1,000"),
        ("year=99999", "year", "2024"),
        ("year=..", "year", "2024"),
        ("year=9999..1", "year", "2024"),
        ("year=2019..2020..2021", "year", "2024"),
    ],
)
def test_a_bad_parameter_is_named(client: FlaskClient, query: str, field: str, words: str) -> None:
    content = problem(client, f"/api/v1/papers?{query}", 400)
    assert content["code"] == "invalid_request"
    assert [words in error["message"] for error in content["errors"] if error["field"] == field] == [True]


def test_all_faults_are_told_at_once(client: FlaskClient) -> None:
    content = problem(client, "/api/v1/papers?foo=1&size=0&sort=x&year=y", 400)
    assert {error["field"] for error in content["errors"]} == {"foo", "size", "sort", "year"}


def test_an_unknown_paper_is_404(client: FlaskClient) -> None:
    assert problem(client, "/api/v1/papers/nothing", 404)["code"] == "not_found"
    assert problem(client, "/api/v1/papers/doi:10.1/none", 404)["code"] == "not_found"
    assert problem(client, "/api/v1/nothing", 404)["code"] == "not_found"


def test_a_wrong_method_is_405_and_says_the_right_ones(client: FlaskClient) -> None:
    response = client.delete("/api/v1/papers")
    assert (response.status_code, response.json["code"]) == (405, "method_not_allowed")
    assert "GET" in response.headers["Allow"]


def test_a_large_body_is_413(client: FlaskClient) -> None:
    response = client.post("/api/v1/papers", data=b"x" * (2 * 1024 * 1024))
    assert response.status_code in (405, 413)


def test_a_missing_index_is_503_and_says_what_to_do(base_settings: Settings) -> None:
    client = create_app(replace(base_settings, papers_alias=f"{base_settings.papers_alias}-none")).test_client()
    content = problem(client, "/api/v1/papers", 503)
    assert content["code"] == "nothing_loaded"
    assert "scripts.load" in content["detail"]
    assert client.get("/readyz").status_code == 503
    assert client.get("/livez").status_code == 200


def test_an_absent_engine_is_503_with_retry_after(base_settings: Settings) -> None:
    client = create_app(replace(base_settings, elasticsearch_url="http://127.0.0.1:9")).test_client()
    response = client.get("/api/v1/papers")
    assert response.status_code == 503
    assert response.json["code"] == "engine_unavailable"
    assert int(response.headers["Retry-After"]) > 0
    assert "127.0.0.1" not in response.text


def test_a_request_id_is_taken_over_when_it_is_a_harmless_one(client: FlaskClient) -> None:
    assert client.get("/livez", headers={"X-Request-ID": "mine-1"}).headers["X-Request-ID"] == "mine-1"
    assert client.get("/livez", headers={"X-Request-ID": "a\tb <x>"}).headers["X-Request-ID"] != "a\tb <x>"


def test_what_stands_alone_what_there_is_none_of_and_what_is_empty_say_so(client: FlaskClient) -> None:
    (fault,) = client.get("/api/v1/papers?facets=none,author").json["errors"]
    assert fault["message"].startswith("none stands alone")
    (fault,) = client.get("/api/v1/categories?q=x").json["errors"]
    assert "there are none" in fault["message"]
    (fault,) = client.get("/api/v1/papers?year=").json["errors"]
    assert fault["message"].startswith("must be a year")


def test_a_strict_fault_says_what_would_have_none(client: FlaskClient) -> None:
    (fault,) = client.get("/api/v1/papers", query_string={"q": '"graph', "strict": "true"}).json["errors"]
    assert fault["message"].endswith("Without a fault: graph")
