"""Searches and look-ups by POST over a real engine: the same answers as by address, and the same errors."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from loads import write_jsonl
from recording import recorded

from service.app import create_app
from service.settings import Settings

pytestmark = pytest.mark.engine
SEARCH, LOOKUP = "/api/v1/papers/search", "/api/v1/papers/lookup"
SAME: list[tuple[dict[str, Any], str]] = [
    ({}, ""),
    ({"q": "bert", "size": 2}, "q=bert&size=2"),
    ({"q": "bert", "size": 2, "page": 2}, "q=bert&size=2&page=2"),
    ({"language": ["en", "zh"], "facets": ["language", "year"], "facet": {"year": {"size": 3}}},
     "language=en&language=zh&facets=language,year&facet.year.size=3"),
    ({"language.not": ["en"], "facets": [], "fields": ["id", "title"]}, "language.not=en&facets=none&fields=id,title"),
    ({"year": "2015..", "retracted": False, "sort": "title"}, "year=2015..&retracted=false&sort=title"),
    ({"q": "robots gardening zzzz", "highlight": False}, "q=robots gardening zzzz&highlight=false"),
    ({"q": "图神经网络", "expand": "off"}, "q=图神经网络&expand=off"),
]  # fmt: skip


def plain(content: dict[str, Any]) -> dict[str, Any]:
    return {**content, "meta": {**content["meta"], "took_ms": 0}, "links": None}


@pytest.mark.parametrize(("body", "query"), SAME, ids=str)
def test_a_body_is_answered_as_its_address_is(client: FlaskClient, body: dict[str, Any], query: str) -> None:
    by_address, posted = client.get(f"/api/v1/papers?{query}").json, client.post(SEARCH, json=body)
    assert posted.status_code == 200
    assert plain(posted.json) == plain(by_address)
    for relation, address in posted.json["links"].items():
        assert (address is None) is (by_address["links"][relation] is None)
        if address:
            assert plain(client.get(address).json) == plain(client.get(by_address["links"][relation]).json)


@pytest.mark.parametrize("sort", ["newest", "relevance"])
def test_a_walk_begun_by_post_goes_on_by_post_and_by_address(client: FlaskClient, sort: str) -> None:
    body = {"q": "bert", "sort": sort, "size": 2, "facets": []}
    first = client.post(SEARCH, json={**body, "cursor": "*"}).json
    made = first["meta"]["next_cursor"]
    posted = client.post(SEARCH, json={**body, "cursor": made}).json
    assert posted["results"]
    assert posted["results"] == client.get(first["links"]["next"]).json["results"]
    assert client.post(SEARCH, json={**body, "q": "robots", "cursor": made}).json["code"] == "cursor_mismatch"


def test_ten_thousand_characters_are_answered_and_have_no_address(client: FlaskClient) -> None:
    for q in (
        "bert " * 2000,
        "图神经网络" * 2000,
        "的" * 10_000,
        '"a b" ' * 1600,
        "(" * 10_000,
        "a* " * 3000,
        "author:li " * 1000,
    ):
        began = time.monotonic()
        response = client.post(SEARCH, json={"q": q[:10_000], "size": 1})
        assert response.status_code == 200, response.text
        assert time.monotonic() - began < 10
        assert response.json["links"] == {"self": None, "next": None, "prev": None}
        assert "Link" not in response.headers
    too_long = client.post(SEARCH, json={"q": "a" * 10_001})
    assert (too_long.status_code, too_long.json["errors"][0]["field"]) == (400, "q")


@pytest.mark.parametrize("path", [SEARCH, LOOKUP])
def test_what_is_no_json_is_415_and_what_is_broken_says_where(client: FlaskClient, path: str) -> None:
    for options in ({}, {"content_type": "text/plain"}, {"content_type": "application/x-www-form-urlencoded"}):
        response = client.post(path, data=b'{"q": "a"}', **options)  # type: ignore[arg-type]
        assert (response.status_code, response.json["code"]) == (415, "unsupported_media_type")
        assert "application/json" in response.json["detail"]
    for data, words in ((b'{"q": ', "line 1, column 7"), (b"", "line 1"), (b"[1]", "object"), (b"\xff\xfe", "no JSON")):
        response = client.post(path, data=data, content_type="application/json")
        assert (response.status_code, response.mimetype) == (400, "application/problem+json")
        assert words in response.json["detail"]
    assert client.post(path, data=b"{" + b" " * 2_000_000 + b"}", content_type="application/json").status_code == 413


def test_a_charset_and_kinds_of_json_do_no_harm(client: FlaskClient) -> None:
    for kind in ("application/json; charset=utf-8", "application/vnd.api+json"):
        assert client.post(SEARCH, data='{"q": "图"}'.encode(), content_type=kind).json["meta"]["query"]["q"] == "图"


def test_all_faults_of_a_body_are_named(client: FlaskClient) -> None:
    response = client.post(SEARCH, json={"q": 5, "size": 0, "foo": 1, "year": "soon", "cursor": "*", "page": 2})
    assert (response.status_code, response.json["code"]) == (400, "invalid_request")
    assert {fault["field"] for fault in response.json["errors"]} == {"q", "size", "foo", "year", "cursor"}


def test_the_wrong_method_says_the_right_one(client: FlaskClient) -> None:
    for path in (SEARCH, LOOKUP):
        response = client.delete(path)
        assert (response.status_code, "POST" in response.headers["Allow"]) == (405, True)
        assert client.get(path).status_code == 405


def test_papers_are_looked_up_in_the_order_asked_for_in_one_round_trip(known_settings: Settings) -> None:
    client, index = recorded(known_settings)
    names = [
        "doi:10.5555/ex.1(2)3:4/5", "nothing", "arXiv:1801.00001v2", "https://doi.org/10.5555/EX.1(2)3:4/5", "", "doi:", ":", 5,
        "10.5555/ex.1(2)3:4/5", "doi-10.5555~2Fex.1~282~293~3A4~2F5", "a" * 100_000, "arxiv:1801.00001", "\x00",
    ]  # fmt: skip
    robots, space = "Robots in space", "Space for robots"
    response = client.post(LOOKUP, json={"ids": names})
    found = [paper and paper["title"] for paper in response.json["results"]]
    assert found == [robots, None, space, robots, None, None, None, None, robots, robots, None, space, None]
    assert index.trips == 1
    assert response.json["results"][0] == client.get("/api/v1/papers/doi:10.5555/ex.1(2)3:4/5").json


def test_fields_of_a_look_up_can_be_chosen_and_nothing_can_be_asked_for(client: FlaskClient) -> None:
    body = {"ids": ["arxiv:1801.00001", "x"], "fields": ["title", "authors.key"]}
    assert client.post(LOOKUP, json=body).json == {
        "results": [{"title": "Space for robots", "authors": [{"key": "qi sun"}]}, None]
    }
    assert client.post(LOOKUP, json={"ids": []}).json == {"results": []}
    assert client.post(LOOKUP, json={"ids": ["a"] * 501}).status_code == 400


def test_five_hundred_papers_are_looked_up_at_once(client: FlaskClient) -> None:
    every = [
        paper["id"] for page in (1, 2) for paper in client.get(f"/api/v1/papers?size=100&page={page}&facets=none").json["results"]
    ]
    names = (every * 5)[:500]
    found = client.post(LOOKUP, json={"ids": names, "fields": ["id"]}).json["results"]
    assert [paper["id"] for paper in found] == names


def test_the_id_of_a_merged_paper_gives_the_paper(settings: Settings, load: Any, tmp_path: Path) -> None:
    one = {"id": "first", "title": "Speech in noise", "year": 2002, "authors": ["Ann Lee"]}
    other = {"id": "second", "title": "Speech amid noise", "year": 2002, "ids": {"doi": ["10.1000/s"]}}
    load(write_jsonl(tmp_path / "a.jsonl", [one, other]))
    load(write_jsonl(tmp_path / "b.jsonl", [{**one, "ids": {"doi": ["10.1000/s"]}}]))
    client = create_app(settings).test_client()
    found = client.post(LOOKUP, json={"ids": ["first", "second", "DOI:10.1000/S"], "fields": ["id"]}).json["results"]
    assert found == [{"id": found[0]["id"]}] * 3
    (gone,) = {"first", "second"} - {found[0]["id"]}
    moved = client.get(f"/api/v1/papers/{gone}?fields=id,title&fields=")
    assert moved.status_code == 400
    moved = client.get(f"/api/v1/papers/{gone}?fields=id%2Ctitle")
    assert (moved.status_code, moved.headers["Location"]) == (301, f"/api/v1/papers/{found[0]['id']}?fields=id%2Ctitle")
    assert client.get(f"/api/v1/papers/{gone}").headers["Location"] == f"/api/v1/papers/{found[0]['id']}"


def test_before_the_first_load_a_look_up_is_503(settings: Settings) -> None:
    none = create_app(settings).test_client()
    assert none.post(LOOKUP, json={"ids": ["a"]}).json["code"] == "nothing_loaded"
    assert none.post(SEARCH, json={}).json["code"] == "nothing_loaded"


def test_half_a_character_is_a_blank_as_it_is_in_an_address(client: FlaskClient) -> None:
    body = r'{"q": "bert \ud800", "facets": []}'
    response = client.post("/api/v1/papers/search", data=body, content_type="application/json")
    assert response.status_code == 200
    assert response.json["meta"]["count"] == client.get("/api/v1/papers?q=bert").json["meta"]["count"]
    found = client.post("/api/v1/papers/lookup", data=r'{"ids": ["\ud800"]}', content_type="application/json")
    assert found.json == {"results": [None]}


def test_an_id_that_is_no_text_is_told_from_one_that_is_unknown(client: FlaskClient) -> None:
    assert client.post("/api/v1/papers/lookup", json={"ids": [7]}).json == {"results": [None]}
    faults = client.post("/api/v1/papers/lookup", json={"ids": ["a", None]}).json["errors"]
    assert faults == [{"field": "ids", "message": "value 1 of the list must be a text", "code": "wrong_type"}]
