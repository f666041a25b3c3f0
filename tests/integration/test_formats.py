"""One paper in every format: by `?format=`, or by what the client accepts."""

from __future__ import annotations

import json

import pytest
from flask import Response
from flask.testing import FlaskClient
from werkzeug.exceptions import NotAcceptable

from service.api.formats import in_format
from service.errors import InvalidRequest
from service.exports import EXPORTS
from service.schemas.exports import PAPER_FORMATS, read_paper

pytestmark = pytest.mark.engine
ID = "arxiv:1801.00001"


def one(client: FlaskClient, accept: str | None = None, **parameters: str) -> Response:
    """What the route answers for one paper: its parameters read, the paper found, the answer made."""
    headers = {"Accept": accept} if accept is not None else {}
    app = client.application
    with app.test_request_context(f"/api/v1/papers/{ID}", query_string=parameters, headers=headers):
        wanted = read_paper({name: [value] for name, value in parameters.items()})
        return in_format(app.extensions["searcher"].paper(ID), wanted)


@pytest.mark.parametrize("name", EXPORTS)
def test_a_format_is_named(client: FlaskClient, name: str) -> None:
    response = one(client, format=name)
    assert response.mimetype == EXPORTS[name].media_type
    assert "Space for robots" in response.get_data(as_text=True).replace("{", "").replace("}", "")
    assert response.headers["Content-Disposition"].endswith(f'.{EXPORTS[name].ending}"')


def test_a_name_goes_before_what_is_accepted(client: FlaskClient) -> None:
    assert one(client, accept="application/x-bibtex", format="ris").mimetype == "application/x-research-info-systems"
    assert one(client, accept="application/x-bibtex", format="json").json["title"] == "Space for robots"  # type: ignore[index]


@pytest.mark.parametrize(
    ("accept", "mimetype"),
    [
        (None, "application/json"),
        ("", "application/json"),
        ("*/*", "application/json"),
        ("application/json", "application/json"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json"),
        ("application/x-bibtex", "application/x-bibtex"),
        ("text/x-bibtex", "application/x-bibtex"),
        ("application/x-research-info-systems", "application/x-research-info-systems"),
        ("application/vnd.citationstyles.csl+json", "application/vnd.citationstyles.csl+json"),
        ("text/csv", "text/csv"),
        ("application/x-ndjson", "application/x-ndjson"),
        ("application/ld+json", "application/ld+json"),
        ("text/x-bibliography", "text/x-bibliography"),
        ("application/json;q=0.5, application/x-bibtex;q=0.9", "application/x-bibtex"),
        ("application/json;q=0, application/x-bibtex", "application/x-bibtex"),
        ("image/png", "application/json"),
        ("no media type at all", "application/json"),
    ],
)
def test_what_is_accepted_decides(client: FlaskClient, accept: str | None, mimetype: str) -> None:
    response = one(client, accept)
    assert response.mimetype == mimetype
    assert "Content-Disposition" not in response.headers


@pytest.mark.parametrize("accept", ["image/png, application/json;q=0", "image/png, */*;q=0"])
def test_who_refuses_even_json_is_told_what_there_is(client: FlaskClient, accept: str) -> None:
    with pytest.raises(NotAcceptable, match="application/x-bibtex"):
        one(client, accept)


@pytest.mark.parametrize(
    ("parameters", "field", "words"),
    [
        ({"format": "docx"}, "format", ", ".join(PAPER_FORMATS)),
        ({"format": "ris", "keys": "han"}, "keys", "format=bibtex only"),
        ({"formt": "ris"}, "formt", "valid are format, fields, bom, keys, style"),
    ],
)
def test_wrong_parameters_are_named(client: FlaskClient, parameters: dict[str, str], field: str, words: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        one(client, **parameters)
    assert any(error.field == field and words in error.message for error in caught.value.errors)


def test_fields_and_options_are_taken(client: FlaskClient) -> None:
    assert one(client, fields="title").json == {"title": "Space for robots"}
    assert one(client, format="csv", bom="true").get_data().startswith(b"\xef\xbb\xbfid,")


def test_json_ld_names_the_page_of_the_paper(client: FlaskClient) -> None:
    found = json.loads(one(client, format="jsonld").get_data())
    assert found["@type"] == "ScholarlyArticle"
    assert found["url"].startswith("http://localhost/papers/")
    assert found["sameAs"] == ["https://arxiv.org/abs/1801.00001"]
