"""One paper over REST: by our id, by an identifier, by an id of a paper that was merged into it."""

from __future__ import annotations

import json
import urllib.request

import pytest
from flask.testing import FlaskClient

pytestmark = pytest.mark.engine


@pytest.mark.parametrize(
    "identifier",
    [
        "doi:10.5555/ex.1(2)3:4/5",
        "doi:10.5555%2Fex.1(2)3%3A4%2F5",
        "doi:10.5555/EX.1(2)3:4/5",
        "doi-10.5555~2Fex.1~282~293~3A4~2F5",
        "10.5555/ex.1(2)3:4/5",
        "10.5555%2Fex.1%282%293%3A4%2F5",
        "DOI:10.5555/ex.1(2)3:4/5",
        "doi%3A10.5555%2Fex.1(2)3%3A4%2F5",
        "https://doi.org/10.5555/ex.1(2)3:4/5",
        "https%3A%2F%2Fdoi.org%2F10.5555%2Fex.1(2)3%3A4%2F5",
        "http://dx.doi.org/10.5555/ex.1(2)3:4/5",
        "https:/doi.org/10.5555/ex.1(2)3:4/5",
        "doi:https://doi.org/10.5555/ex.1(2)3:4/5",
    ],
)
def test_a_paper_answers_to_its_identifiers(client: FlaskClient, identifier: str) -> None:
    response = client.get(f"/api/v1/papers/{identifier}")
    assert response.status_code == 200
    assert response.json["title"] == "Robots in space"
    assert response.json["ids"]["doi"] == ["10.5555/ex.1(2)3:4/5"]
    similar = client.get(f"/api/v1/papers/{identifier}/similar?size=1")
    assert similar.json["meta"]["query"]["similar_to"]["title"] == "Robots in space"


@pytest.mark.parametrize("end", ["", "/similar"])
@pytest.mark.parametrize(
    "identifier",
    [
        "doi:10.5555/ex.1(2)3:4/5",
        "doi:10.5555%2Fex.1(2)3%3A4%2F5",
        "https://doi.org/10.5555/ex.1(2)3:4/5",
        "10.5555%2fEX.1(2)3:4/5",
    ],
)
def test_slashes_pass_a_real_server(server_url: str, identifier: str, end: str) -> None:
    with urllib.request.urlopen(f"{server_url}/api/v1/papers/{identifier}{end}", timeout=30) as response:  # noqa: S310
        content = json.load(response)
    assert (content["meta"]["query"]["similar_to"] if end else content)["title"] == "Robots in space"


def test_pages_of_a_list_are_linked_in_the_header(client: FlaskClient) -> None:
    for path in ("/api/v1/papers", "/api/v1/papers/arxiv:1801.00001/similar"):
        first = client.get(f"{path}?size=1&venue.not=x%26y")
        assert first.headers["Link"] == f'<{path}?size=1&venue.not=x%26y&page=2>; rel="next"'
        assert first.json["links"]["next"] == f"{path}?size=1&venue.not=x%26y&page=2"
        third = client.get(f"{path}?size=1&page=3")
        relations = dict(reversed(part.split("; ")) for part in third.headers["Link"].split(", "))
        assert relations['rel="prev"'] == f"<{path}?size=1&page=2>"
        assert relations['rel="first"'] == f"<{path}?size=1>"
    assert "Link" not in client.get("/api/v1/papers?q=zzzzqqqq").headers


def test_a_header_that_no_proxy_would_take_is_left_out(client: FlaskClient) -> None:
    response = client.get("/api/v1/papers", query_string={"venue.not": ["a" * 1200, "b" * 1200], "size": 1})
    assert response.json["links"]["next"].endswith("&page=2")
    assert "Link" not in response.headers


def test_an_arxiv_version_is_the_paper_itself(client: FlaskClient) -> None:
    assert client.get("/api/v1/papers/arxiv:1801.00001").json["title"] == "Space for robots"
    assert client.get("/api/v1/papers/arxiv:1801.00001v1").json["title"] == "Space for robots"


def test_fields_choose_what_is_given(client: FlaskClient) -> None:
    response = client.get("/api/v1/papers/arxiv:1801.00001?fields=title,authors.key")
    assert response.json == {"title": "Space for robots", "authors": [{"key": "qi sun"}]}


def test_head_is_answered_like_get(client: FlaskClient) -> None:
    response = client.head("/api/v1/papers/arxiv:1801.00001")
    assert (response.status_code, response.data) == (200, b"")


def test_an_id_of_any_length_is_only_unknown(client: FlaskClient) -> None:
    for name in ("a" * 7000, "doi:10.1000/" + "a" * 7000, "é" * 1200, ":", "https://", "doi:"):
        assert client.get(f"/api/v1/papers/{name}").status_code == 404
