"""The API and its operation: one answer at both addresses, escaped marks, errors that are no results, an engine that is late."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from users_ask.asking import Ask

from service.app import create_app
from service.loading import Report
from service.settings import Settings

pytestmark = pytest.mark.engine

QUERIES = [
    "", "kiln", "例子", "图神经网络", '"in space"', "kiln gardening zzzz", "zzzz", '"kiln', "author:muster",
    "title:example -kiln",
    "电子", "包", "year:2020", "*神经*", "(kiln OR 包)", "markup",
]  # fmt: skip


@pytest.mark.parametrize(
    "filters", [{}, {"year": ["2018", "2019..2020"]}, {"venue.not": "Journal of Examples", "language": "zh"}]
)
@pytest.mark.parametrize("q", QUERIES)
def test_the_page_and_the_api_say_the_same(ask: Ask, q: str, filters: dict[str, Any]) -> None:
    api = ask.answer(q, **filters)
    here = ask.client.get("/", query_string={"q": q, **filters}, headers={"Accept": "application/json"}).json
    assert here["meta"]["count"] == api["meta"]["count"]
    assert [paper["id"] for paper in here["results"]] == [paper["id"] for paper in api["results"]]
    page = ask.client.get("/", query_string={"q": q, **filters}, headers={"Accept": "text/html"})
    assert page.status_code == 200
    shown = re.search(r'class="count"[^>]*>(.*?)</p>', page.text, re.DOTALL)
    assert shown
    assert f"{api['meta']['count']:,}" in re.findall(r"[\d,]+", shown[1])
    assert re.findall(r'href="/papers/([^"?]+)["?]', page.text)[:1] == [paper["id"] for paper in api["results"]][:1]


def test_marks_are_set_in_escaped_text(ask: Ask) -> None:
    for q in ("bold", "alert", "markup", "onerror", "<b>bold</b>", "img src", "lt"):
        for paper in ask.answer(q)["results"]:
            for texts in paper["highlights"].values():
                for text in texts.values():
                    for fragment in [text] if isinstance(text, str) else text:
                        plain = re.sub("</?mark>", "", fragment)
                        assert not set("<>") & set(plain)
                        assert html.unescape(plain) in (paper["title"], paper["abstract"])
        page = ask.client.get("/", query_string={"q": q}, headers={"Accept": "text/html"}).text
        assert "<img src=x" not in page
        assert "<script>alert" not in page
        assert "<b>bold" not in page


@pytest.mark.parametrize("fields", ["title", "id,authors.name,year", "titles.en", "highlights,score"])
def test_only_the_wanted_fields_come(ask: Ask, fields: str) -> None:
    wanted = {name.split(".")[0] for name in fields.split(",")}
    assert all(paper.keys() == wanted for paper in ask.answer("kiln", fields=fields)["results"])
    assert ask.client.get(f"/api/v1/papers/kiln?fields={fields}").json.keys() == wanted


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/v1/papers?sort=best", 400, "invalid_request"),
        ("/api/v1/papers?page=0", 400, "invalid_request"),
        ("/api/v1/papers?nothing=1", 400, "invalid_request"),
        ("/api/v1/papers?year=20x1", 400, "invalid_request"),
        ("/api/v1/papers/unknown", 404, "not_found"),
        ("/api/v1/unknown", 404, "not_found"),
        ("/unknown", 404, "not_found"),
    ],
)
def test_an_error_can_not_be_taken_for_a_result(ask: Ask, path: str, status: int, code: str) -> None:
    response = ask.client.get(path, headers={"Accept": "application/json"})
    assert (response.status_code, response.mimetype, response.json["code"]) == (status, "application/problem+json", code)
    assert not {"results", "meta", "count"} & response.json.keys()


def test_the_web_side_starts_first_says_what_it_waits_for_and_then_answers(
    settings: Settings, load: Callable[..., Report], asked_papers: Path
) -> None:
    client = create_app(settings).test_client()
    for path in ("/api/v1/papers", "/readyz"):
        waiting = client.get(path)
        assert (waiting.status_code, waiting.json["code"]) == (503, "nothing_loaded")
    assert client.get("/livez").status_code == 200
    assert client.get("/", headers={"Accept": "text/html"}).status_code == 503
    load(asked_papers)
    assert client.get("/readyz").status_code == 200
    assert Ask(client).ids('"kiln"') == ["kiln"]
    assert client.get("/", headers={"Accept": "text/html"}).status_code == 200
