"""/docs: all that the document says, readable without script or outside host, in both languages."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.schemas.openapi import document
from service.settings import Settings
from service.web.docs import LINE, WORDS, docs_view


class Read(HTMLParser):
    """What a page has: its elements with their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, attribute: str) -> list[str]:
        return [attributes[attribute] or "" for _, attributes in self.elements if attribute in attributes]


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """An application whose engine is away: the page needs none."""
    return create_app(Settings.from_environment({"ELASTICSEARCH_URL": "http://127.0.0.1:9"})).test_client()


@pytest.fixture(scope="module", params=["zh", "en"])
def page(request: pytest.FixtureRequest, client: FlaskClient) -> Read:
    response = client.get(f"/docs?lang={request.param}")
    assert (response.status_code, response.mimetype) == (200, "text/html")
    return Read(response.text)


def test_every_endpoint_has_a_section_that_the_contents_lead_to(page: Read) -> None:
    ids = page.all("id")
    assert len(ids) == len(set(ids))
    wanted = {
        f"api-{op['operationId']}" for path in document()["paths"].values() for method, op in path.items() if method != "head"
    }
    assert wanted <= set(ids)
    inside = [href[1:] for href in page.all("href") if href.startswith("#")]
    assert wanted | {"filters"} <= set(inside)
    assert set(inside) <= set(ids)


def test_nothing_on_it_is_of_another_host(page: Read) -> None:
    for attribute in ("href", "src", "action"):
        for address in page.all(attribute):
            assert re.match(r"[/#](?!/)", address), address
    # What holds data runs nowhere.
    scripts = [
        attributes for tag, attributes in page.elements if tag == "script" and attributes.get("type") != "application/json"
    ]
    assert all((attributes.get("src") or "").startswith("/static/") for attributes in scripts)
    assert not [attributes for _, attributes in page.elements if "style" in attributes]


def test_every_path_parameter_and_status_is_on_it(page: Read) -> None:
    whole = document()
    for path, operations in whole["paths"].items():
        assert path in page.text
        for operation in operations.values():
            for status in operation["responses"]:
                assert status in page.text
    for parameter in whole["components"]["parameters"].values():
        name = re.sub(r"^facet\..*\.size$", "facet.<name>.size", parameter["name"])
        assert name in page.text, name


def test_it_speaks_the_language_that_is_asked_for(client: FlaskClient) -> None:
    for asked, expected in (
        ({"query_string": "lang=en"}, "en"),
        ({"query_string": "lang=zh", "headers": {"Accept-Language": "en"}}, "zh-Hans"),
        ({"headers": {"Accept-Language": "en-GB,zh;q=0.5"}}, "en"),
        ({"headers": {"Accept-Language": "fr"}}, "zh-Hans"),
        ({"query_string": "lang=xx"}, "zh-Hans"),
    ):
        read = Read(client.get("/docs", **asked).text)  # type: ignore[arg-type]
        assert next(attributes["lang"] for tag, attributes in read.elements if tag == "html") == expected
        title = WORDS["title"][expected == "en"]
        assert title in read.text


def test_both_languages_lead_to_each_other(client: FlaskClient) -> None:
    assert "/docs?lang=en" in Read(client.get("/docs?lang=zh").text).all("href")
    assert "/docs?lang=zh" in Read(client.get("/docs?lang=en").text).all("href")


def test_it_is_safe_to_show(client: FlaskClient) -> None:
    response = client.get("/docs?lang=en", headers={"Host": "evil.example"})
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Vary"] == "Accept, Accept-Language"
    # Marks of an example are shown as they are written in JSON.
    assert "&lt;mark&gt;" in response.text
    assert "<mark>" not in response.text


def test_examples_are_asked_of_the_server_that_shows_them(client: FlaskClient) -> None:
    text = Read(client.get("/docs", headers={"Host": "papers.example:8080"}).text).text
    assert "curl -G http://papers.example:8080/api/v1/papers " in text
    assert "127.0.0.1" not in text


def test_the_document_is_answered_without_the_engine(client: FlaskClient) -> None:
    response = client.get("/api/v1/openapi.json")
    assert (response.status_code, response.mimetype) == (200, "application/json")
    assert response.json == document()
    assert client.head("/api/v1/openapi.json").status_code == 200


def lines(view: Any) -> list[str]:
    return [line for _, endpoints in view.groups for one in endpoints for line in one.answer.splitlines()]


def test_examples_are_laid_out_in_lines_that_fit() -> None:
    view = docs_view(document("en"), "en", "http://127.0.0.1:8000")
    laid_out = [line for line in lines(view) if line.startswith((" ", "{", "}"))]
    assert len(laid_out) > 50
    # A text that is longer by itself can't be broken.
    assert all(len(line) <= LINE + 40 for line in laid_out)


def test_what_a_parameter_takes_is_told_in_words() -> None:
    view = docs_view(document("en"), "en", "")
    rows = {row.name: row for _, endpoints in view.groups for one in endpoints if one.anchor == "api-search" for row in one.rows}
    assert rows["size"].kind == "whole number from 1 to 100"
    assert rows["size"].default == "default 20"
    assert rows["q"].kind == "text of at most 1,000 characters"
    assert rows["strict"].kind == "true or false"
    assert rows["expand"].kind == "one of terms, off"
    assert rows["facets"].kind.startswith("comma separated: category, author")
    assert rows["fields"].kind == "names of fields, comma separated"
    filters = {row.name: row for row in view.filters}
    assert filters["year"].kind == "text; may be repeated, up to 200 times"
    assert filters["added_since"].kind == "date or instant"
    assert filters["retracted"].kind == "true or false"
    assert "author.all" in filters
