"""What tests of walks by cursor share: walking from the first page to the last over the API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask.testing import FlaskClient

SORTS = ("newest", "oldest", "added", "citations", "title", "relevance")
FIXED = SORTS[:-1]
# More pages than any test has: a walk that does not end is a fault, not a test that hangs.
MOST = 2000


def ask(client: FlaskClient, cursor: str = "*", **parameters: Any) -> dict[str, Any]:
    response = client.get("/api/v1/papers", query_string={**parameters, "cursor": cursor})
    assert response.status_code == 200, response.text
    content: dict[str, Any] = response.json
    return content


def pages(client: FlaskClient, **parameters: Any) -> Iterator[dict[str, Any]]:
    """The pages of a walk, one by one."""
    cursor: str | None = "*"
    for _ in range(MOST):
        content = ask(client, cursor, **{"facets": "none", "fields": "id", **parameters})
        yield content
        cursor = content["meta"]["next_cursor"]
        if cursor is None:
            return
    raise AssertionError(f"the walk did not end within {MOST} pages")


def ids(content: dict[str, Any]) -> list[str]:
    return [paper["id"] for paper in content["results"]]


def walked(client: FlaskClient, **parameters: Any) -> list[str]:
    """The ids of all papers of a walk, in their order."""
    return [name for content in pages(client, **parameters) for name in ids(content)]


def refused(client: FlaskClient, cursor: str, **parameters: Any) -> str:
    """The code by which a cursor is refused."""
    response = client.get("/api/v1/papers", query_string={**parameters, "cursor": cursor})
    assert (response.status_code, response.mimetype) == (400, "application/problem+json"), response.text
    content = response.json
    assert [fault["field"] for fault in content["errors"]] == ["cursor"]
    assert content["errors"][0]["code"] == content["code"]
    return str(content["code"])
