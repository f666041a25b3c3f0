"""Real answers held against the schemas that describe them: nothing missing, nothing more, nothing of another type."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from marshmallow import Schema
from test_readme import PROJECT, holds

from service.app import create_app
from service.facets import FACETS
from service.loading import LoadOptions, find_inputs, run_load
from service.schemas import answers, samples
from service.schemas.endpoints import API, ENDPOINTS, JSON, PROBLEM, Endpoint
from service.schemas.openapi import document
from service.schemas.reading import Flag, Names
from service.settings import Settings

pytestmark = pytest.mark.engine

# What differs between two loads of the same papers.
PASSING = {"took_ms", "added", "updated", "score", "next_cursor"}
OWN_ADDRESSES = {"links", "feed_url", "home_page_url"}
SEARCHES = [
    "", "size=100", "size=100&page=2", "q=learning&size=100", "q=机器翻译", "q=learning translation graph neural deep model",
    "q=title:(&size=3", "q=zzzz qqqq", "q=bengoi", "year=2019..&facets=category,author,venue,year,language,keyword,affiliation",
    "facets=country,source,type,has&facet.country.size=2", "category=Deep Learning&author=yoshua bengio", "cursor=*", "page=400",
    "facets=none&sort=title", "expand=off&q=图神经网络", 'q="in space"&highlight=false', "has=pdf&retracted=false",
    "author.not=汪浩", "category=Nothing::At all&venue=None of these&facets=category,venue", "q=*中文*&size=2",
]  # fmt: skip
MORE: dict[str, list[str]] = {
    "search": SEARCHES,
    "explain": [query for query in SEARCHES if "size=100" not in query],
    "deleted": ["", "since=2020-01-01&size=3"],
    "paper": ["/papers/acl-2021.ccl-1.1", "/papers/doi:10.18653/v1/N19-1423"],
    "similar": ["/papers/acl-2021.ccl-1.1/similar?size=50", "/papers/arxiv:1703.06870/similar?expand=off&facets=has"],
    "suggest": ["q=a&size=100", "q=机&size=100", "q=", "q=zhang&types=author"],
    "stats": [
        "", *(f"by={name}&size=50" for name in ("category", "venue", "language", "type", "country", "author", "keyword")),
        "by=author&split=category", "split=venue&split.size=3", "q=zzzz qqqq", "q=learning translation zzzz",
    ],
    "facet": [
        *(f"/facets/{name}?size=5" for name in FACETS), "/facets/author?contains=zhang&sort=key&q=learning",
        "/facets/category?contains=trans&year=2015..", "/facets/keyword?q=zzzz", "/facets/author?size=1000",
    ],
    "author": ["/authors/汪浩", "/authors/kaiming he", "/authors/wei zhang", "/authors/li wang"],
}  # fmt: skip
WRONG = [
    (400, "/papers?nothing=1&size=0&sort=x"), (404, "/papers/nothing"), (404, "/nothing"), (404, "/authors/nobody at all"),
    (400, "/papers?q=title:(&strict=true"), (400, "/stats?by=nothing"), (404, "/facets/none"),
    (400, "/categories?q=x"), (400, "/export"), (400, "/feed?format=x"), (400, "/suggest?types=x"), (405, "/papers"),
]  # fmt: skip


def sent(client: FlaskClient, endpoint: Endpoint, headers: dict[str, str] | None = None) -> Any:
    """The answer to the endpoint's own example request."""
    path, rest = endpoint.path, dict(endpoint.parameters)
    for name in re.findall(r"{(\w+)}", path):
        path = path.replace(f"{{{name}}}", quote(str(rest.pop(name)), safe=":/"))
    return client.post(path, json=rest) if endpoint.body else client.get(path, query_string=rest, headers=headers, buffered=True)


@pytest.fixture(scope="module")
def sample_client(base_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """An application over the shipped sample alone, as somebody has it who has just begun."""
    settings = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-sample")
    rejects = tmp_path_factory.mktemp("sample") / "rejects.jsonl"
    run_load(settings, find_inputs([str(PROJECT / "sample" / "papers.jsonl")]), LoadOptions(rejects=rejects))
    return create_app(settings).test_client()


def faults(schema: type[Schema], content: Any) -> Any:
    return schema().validate(content)


def others() -> list[tuple[Endpoint, str]]:
    by_name = {endpoint.name: endpoint for endpoint in ENDPOINTS}
    return [(by_name[name], query) for name, queries in MORE.items() for query in queries]


@pytest.mark.parametrize(("endpoint", "query"), others(), ids=lambda value: getattr(value, "name", value))
def test_an_answer_has_what_its_schema_says_and_nothing_else(client: FlaskClient, endpoint: Endpoint, query: str) -> None:
    path = f"{API}{query}" if query.startswith("/") else f"{endpoint.path}?{query}"
    response = client.get(path.replace(" ", "%20"), follow_redirects=True)
    if response.status_code == 404 and endpoint.name == "author":
        pytest.skip("none of the known papers is by this author")
    assert (response.status_code, response.mimetype) == (200, JSON), response.text
    schema = endpoint.answers[JSON]
    assert schema is not None
    assert faults(schema, response.json) == {}


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_the_example_of_an_endpoint_is_answered_as_the_document_shows(client: FlaskClient, endpoint: Endpoint) -> None:
    response = sent(client, endpoint)
    assert response.status_code == 200, response.text
    assert response.mimetype in endpoint.answers
    schema = endpoint.answers[response.mimetype]
    if schema is not None:
        # With `fields`, only what was asked for is there.
        assert schema().validate(response.json, partial="fields" in endpoint.parameters) == {}
        assert samples.shortened()[endpoint.name]


def test_examples_are_beginnings_of_what_the_sample_answers(sample_client: FlaskClient) -> None:
    for endpoint in ENDPOINTS:
        shown = samples.shortened().get(endpoint.name)
        if shown is not None:
            response = sent(sample_client, endpoint)
            if isinstance(shown, str):
                assert response.text.startswith(shown)
                continue
            real = response.json
            assert holds(shown, real), f"{endpoint.name}: {json.dumps(real, ensure_ascii=False)[:2000]}"


def test_examples_show_nothing_that_changes_with_the_hour() -> None:
    def names(node: Any) -> set[str]:
        if isinstance(node, dict):
            return set(node).union(*map(names, node.values()))
        return set().union(*map(names, node)) if isinstance(node, list) else set()

    assert not names(dict(samples.shortened())) & (PASSING - {"next_cursor"})


@pytest.mark.parametrize(("status", "path"), WRONG)
def test_a_problem_has_what_its_schema_says(client: FlaskClient, status: int, path: str) -> None:
    response = client.open(f"{API}{path}", method="DELETE" if status == 405 else "GET")
    assert (response.status_code, response.mimetype) == (status, PROBLEM)
    assert faults(answers.Problem, response.json) == {}


@pytest.mark.parametrize("name", ["paper", "export", "feed"])
def test_every_format_is_answered_in_a_documented_media_type(client: FlaskClient, name: str) -> None:
    endpoint = next(one for one in ENDPOINTS if one.name == name)
    assert endpoint.arguments is not None
    operation = document()["paths"][endpoint.path]["get"]
    formats = next(one for one in map(resolved, operation["parameters"]) if one["name"] == "format")["schema"]["enum"]
    place = {given: value for given, value in endpoint.parameters.items() if given == "id"}
    answered = [sent(client, replace(endpoint, parameters={**place, "format": form})) for form in formats]
    assert {response.status_code for response in answered} == {200}
    assert {response.mimetype for response in answered} == set(endpoint.answers)
    # Nothing else asks for a format by its media type.
    if name == "paper":
        by_type = [sent(client, replace(endpoint, parameters=place), {"Accept": kind}) for kind in endpoint.answers]
        assert [response.mimetype for response in by_type] == list(endpoint.answers)


TAKING = [one for one in ENDPOINTS if one.arguments or one.body]


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: one.name)
def test_a_tag_is_given_and_taken_back_where_that_is_documented(client: FlaskClient, endpoint: Endpoint) -> None:
    response = sent(client, endpoint)
    assert ("ETag" in response.headers) == endpoint.cached
    for header in endpoint.headers:
        assert header in response.headers
    if endpoint.cached:
        again = sent(client, endpoint, {"If-None-Match": response.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("endpoint", TAKING, ids=lambda one: one.name)
def test_what_an_endpoint_says_that_it_takes_is_what_is_documented(client: FlaskClient, endpoint: Endpoint) -> None:
    asked = replace(endpoint, parameters={**endpoint.parameters, "nothing_like_it": "1"})
    response = sent(client, asked)
    assert response.status_code == 400
    message = next(error["message"] for error in response.json["errors"] if error["field"] == "nothing_like_it")
    taken = (endpoint.arguments or endpoint.body)().fields  # type: ignore[misc]
    assert set(message.split("valid are ")[1].split(", ")) == {field.data_key for field in taken.values()}


@pytest.mark.parametrize("endpoint", [one for one in TAKING if one.method == "get"], ids=lambda one: one.name)
def test_a_documented_default_is_what_happens_without_the_parameter(client: FlaskClient, endpoint: Endpoint) -> None:
    operation = document()["paths"][endpoint.path]["get"]
    plain = dict(endpoint.parameters)
    assert endpoint.arguments is not None
    fields = {field.data_key: field for field in endpoint.arguments().fields.values()}
    for parameter in map(resolved, operation["parameters"]):
        name, default = parameter["name"], parameter["schema"].get("default")
        if default is None or name in plain:
            continue
        value = default if not isinstance(fields[name], (Flag, Names)) else written(default)
        if name.startswith("facet.") and "facets" in plain:
            plain["facets"] = name.split(".")[1]
        first, second = (sent_with(client, endpoint, plain | more) for more in ({}, {name: value}))
        assert first == second, name


def resolved(node: dict[str, Any]) -> dict[str, Any]:
    return document()["components"]["parameters"][node["$ref"].rsplit("/", 1)[1]] if "$ref" in node else node


def written(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else str(value).lower()


def sent_with(client: FlaskClient, endpoint: Endpoint, parameters: dict[str, Any]) -> Any:
    """What is answered, but for what differs anyway."""
    path, rest = endpoint.path, dict(parameters)
    for name in re.findall(r"{(\w+)}", path):
        path = path.replace(f"{{{name}}}", quote(str(rest.pop(name)), safe=":/"))
    response = client.get(path, query_string=rest, buffered=True)
    assert response.status_code == 200, response.text
    return bare(response.json) if response.is_json else response.data


def bare(node: Any) -> Any:
    if isinstance(node, list):
        return [bare(one) for one in node]
    if not isinstance(node, dict):
        return node
    return {name: bare(one) for name, one in node.items() if name not in {*PASSING, *OWN_ADDRESSES}}
