"""Paging and totals: every paper once, the same total on every page, no page too many."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from loads import write_jsonl
from users_ask.asking import Ask

from service.app import create_app
from service.loading import Report
from service.settings import Settings

pytestmark = pytest.mark.engine

# More than the engine counts by default, and a multiple of the pages asked for; alike but for a number, so that all are ties.
MANY = 10_050


@pytest.fixture(scope="module")
def total(ask: Ask) -> int:
    return ask.count()


@pytest.mark.parametrize("size", [1, 2, 5, 7, 10, 20, 71, 100])
def test_pages_end_exactly_where_the_papers_end(ask: Ask, total: int, size: int) -> None:
    last = -(-total // size)
    end = ask.answer(size=size, page=last, facets="none")
    assert len(end["results"]) == total - (last - 1) * size > 0
    assert end["links"]["next"] is None
    beyond = ask.answer(size=size, page=last + 1, facets="none")
    assert (beyond["results"], beyond["meta"]["count"], beyond["links"]["next"]) == ([], total, None)
    assert ask.client.get(beyond["links"]["prev"]).json["results"] == end["results"]


def test_exactly_n_full_pages_have_no_empty_one_behind(ask: Ask, total: int) -> None:
    for size in [size for size in range(1, 101) if total % size == 0]:
        assert ask.answer(size=size, page=total // size, facets="none")["links"]["next"] is None


@pytest.mark.parametrize("q", ["", "例子", "example", "the", "例子 OR example", "venue:examples"])
@pytest.mark.parametrize("sort", ["relevance", "newest", "oldest", "title", "citations", "added"])
def test_following_next_gives_every_paper_once_under_one_total(ask: Ask, q: str, sort: str) -> None:
    answer = ask.answer(q, size=7, sort=sort, facets="none")
    total = answer["meta"]["count"]
    found, pages = [], 1
    while True:
        found += [paper["id"] for paper in answer["results"]]
        assert answer["meta"]["count"] == total
        assert answer["results"]
        if not (address := answer["links"]["next"]):
            break
        answer = ask.client.get(address).json
        pages += 1
        assert answer["meta"]["page"] == pages
    assert len(found) == len(set(found)) == total > 5
    assert pages == -(-total // 7)


@pytest.mark.parametrize("q", ["a+b=c&d", "kiln OR 例子", '"in space" OR kiln', "C++ OR C# OR 100%", "例子　OR　ｋｉｌｎ"])
def test_the_address_of_the_next_page_keeps_every_sign_of_the_query(ask: Ask, q: str) -> None:
    answer = ask.answer(q, size=1, year="1990..2030", expand="off")
    following = ask.client.get(answer["links"]["self"]).json
    assert following["meta"]["query"] == answer["meta"]["query"]
    if answer["links"]["next"]:
        following = ask.client.get(answer["links"]["next"]).json
        assert following["meta"]["query"]["q"] == q
        assert following["meta"]["count"] == answer["meta"]["count"]


def test_totals_do_not_stop_at_ten_thousand_and_ties_neither_repeat_nor_lose(
    settings: Settings, load: Callable[..., Report], tmp_path: Path
) -> None:
    papers = [{"id": f"p{n}", "title": f"The same example, number {n}", "year": 2020} for n in range(MANY)]
    assert load(write_jsonl(tmp_path / "many.jsonl", papers)).papers_in_index == MANY
    many = Ask(create_app(settings).test_client())
    assert many.count() == many.count("example") == MANY
    seen: list[str] = []
    for page in range(1, 21):
        answer = many.answer("example", size=100, page=page, facets="year", fields="id")
        assert (answer["meta"]["count"], answer["facets"]["year"]["values"][0]["count"]) == (MANY, MANY)
        seen += [paper["id"] for paper in answer["results"]]
    assert len(seen) == len(set(seen)) == 2000
    assert seen[100:200] == [paper["id"] for paper in many.answer("example", size=100, page=2, facets="none")["results"]]
    # By number no further than ten thousand, and the answer says so.
    assert many.answer(size=100, page=100, facets="none")["links"]["next"] is None
    too_far = many.client.get("/api/v1/papers?size=100&page=101")
    assert (too_far.status_code, too_far.json["errors"][0]["code"]) == (400, "too_deep")
