"""One paper over REST: by our id, by an identifier, by an id of a paper that was merged into it."""

from __future__ import annotations

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
    ],
)
def test_a_paper_answers_to_its_identifiers(client: FlaskClient, identifier: str) -> None:
    response = client.get(f"/api/v1/papers/{identifier}")
    assert response.status_code == 200
    assert response.json["title"] == "Robots in space"
    assert response.json["ids"]["doi"] == ["10.5555/ex.1(2)3:4/5"]


def test_an_arxiv_version_is_the_paper_itself(client: FlaskClient) -> None:
    assert client.get("/api/v1/papers/arxiv:1801.00001").json["title"] == "Space for robots"
    assert client.get("/api/v1/papers/arxiv:1801.00001v1").json["title"] == "Space for robots"


def test_fields_choose_what_is_given(client: FlaskClient) -> None:
    response = client.get("/api/v1/papers/arxiv:1801.00001?fields=title,authors.key")
    assert response.json == {"title": "Space for robots", "authors": [{"key": "qi sun"}]}


def test_head_is_answered_like_get(client: FlaskClient) -> None:
    response = client.head("/api/v1/papers/arxiv:1801.00001")
    assert (response.status_code, response.data) == (200, b"")
