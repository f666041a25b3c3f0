"""Paging through arXiv, Crossref, OpenAlex and OpenReview as each of them pages, and what they do wrong at times."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from xml.sax.saxutils import escape

import pytest
from remote import Query, Remote, Reply, Time

from service.errors import HarvestError, InvalidRequest
from service.harvesters import Page, Place, Transport, arxiv, crossref, openalex, openreview

Answer = Callable[[str, Query], Reply]
DATE = {"Date": "Mon, 01 Jun 2026 10:00:00 GMT"}


def harvest(
    answer: Answer, service: Callable[..., Any], *given: Any, place: Place | None = None, since: str | None = None,
    contact: str = "", **options: Any,
) -> tuple[list[Page], list[dict[str, str]]]:  # fmt: skip
    """The pages, and what was asked for them."""
    time = Time()
    with Remote(answer) as remote:
        one = service(Transport(contact, clock=time, sleep=time.sleep), *given, url=remote.url, **options)
        pages = list(one.pages(place, since))
        return pages, [query for _, query in remote.asked]


def counts(pages: list[Page]) -> list[int]:
    return [page.records for page in pages]


def as_json(content: Any, **more: Any) -> Reply:
    return Reply(json.dumps(content), headers={**DATE, "Content-Type": "application/json"}, **more)


# arXiv


def feed(entries: list[tuple[str, str]], total: int) -> str:
    listed = "".join(
        f"<entry><id>http://arxiv.org/abs/{escape(one)}</id><updated>{date}</updated></entry>" for one, date in entries
    )
    return (
        '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">'
        f"<opensearch:totalResults>{total}</opensearch:totalResults>{listed}</feed>"
    )


def arxiv_of(count: int, most: int = 10_000, faults: dict[int, list[Reply]] | None = None) -> Answer:
    """arXiv with so many papers, the newest of 2026-05-30, one a day; it gives at most so many at once."""
    papers = [(f"2605.{n:05}", f"2026-05-{30 - n:02}T00:00:00Z" if n < 30 else "2025-01-01T00:00:00Z") for n in range(count)]

    def answer(_path: str, query: Query) -> Reply:
        start, size = int(query["start"]), int(query["max_results"])
        if faults and faults.get(start):
            return faults[start].pop(0)
        return Reply(feed(papers[start : start + min(size, most)], count), headers=DATE)

    return answer


def test_arxiv_is_paged_by_offsets_newest_first_and_a_short_page_loses_nothing() -> None:
    pages, asked = harvest(arxiv_of(1200, most=300), arxiv.Search, "cat:cs.CL")
    assert counts(pages) == [300] * 4
    assert [query["start"] for query in asked] == ["0", "300", "600", "900"]
    assert asked[0]["search_query"] == "cat:cs.CL"
    assert (asked[0]["sortBy"], asked[0]["sortOrder"]) == ("lastUpdatedDate", "descending")
    assert (pages[-1].place, pages[-1].since) == (None, "2026-05-25")


def test_arxiv_s_empty_pages_are_asked_for_again() -> None:
    pages, asked = harvest(arxiv_of(700, faults={500: [Reply(feed([], 700))] * 2}), arxiv.Search, "x")
    assert counts(pages) == [500, 200]
    assert [query["start"] for query in asked] == ["0", "500", "500", "500"]


def test_arxiv_s_page_that_stays_empty_ends_the_harvest_with_its_address() -> None:
    with pytest.raises(HarvestError, match=r"start=500.*empty page where there are papers, each of 4 times"):
        harvest(arxiv_of(700, faults={500: [Reply(feed([], 700))] * 9}), arxiv.Search, "x")


def test_of_arxiv_s_page_that_stays_broken_the_rest_is_asked_for_from_where_it_broke() -> None:
    whole = feed([(f"a{n}", "2026-05-01T00:00:00Z") for n in range(4)], 10)
    cut = whole[: whole.index("a3")]
    pages, asked = harvest(arxiv_of(10, faults={0: [Reply(cut)] * 4}), arxiv.Search, "x")
    assert counts(pages) == [3, 7]
    assert pages[0].problem
    assert asked[-1]["start"] == "3"


def test_later_rounds_of_arxiv_end_where_the_last_one_began() -> None:
    pages, asked = harvest(arxiv_of(1200, most=10), arxiv.Search, "x", since="2026-05-18")
    assert counts(pages) == [10, 10]
    assert len(asked) == 2


def test_arxiv_goes_on_at_a_place() -> None:
    pages, _ = harvest(arxiv_of(1200), arxiv.Search, "x")
    rest, asked = harvest(arxiv_of(1200), arxiv.Search, "x", place=pages[0].place)
    assert counts(rest) == [500, 200]
    assert asked[0]["start"] == "500"


def test_more_than_arxiv_gives_is_refused_at_once_unless_less_is_wanted() -> None:
    with pytest.raises(HarvestError, match="has 50000 results, of which arXiv gives 30000"):
        harvest(arxiv_of(50_000), arxiv.Search, "x")
    pages = next(iter(harvest_some(arxiv_of(50_000), arxiv.Search, "x", limit=10)))
    assert pages.records == 10


def harvest_some(answer: Answer, service: Callable[..., Any], *given: Any, **options: Any) -> list[Page]:
    """The first page alone."""
    time = Time()
    with Remote(answer) as remote:
        one = service(Transport(clock=time, sleep=time.sleep), *given, url=remote.url, **options)
        return [next(one.pages(None, None))]


def test_what_arxiv_calls_an_error_is_one() -> None:
    error = feed([], 1).replace(
        "</feed>", "<entry><id>http://arxiv.org/api/errors#x</id><summary>incorrect id format</summary></entry></feed>"
    )
    with pytest.raises(HarvestError, match="arXiv says: incorrect id format"):
        harvest(lambda _path, _query: Reply(error), arxiv.Search, "x")


def test_no_results_of_arxiv_are_none() -> None:
    assert counts(harvest(arxiv_of(0), arxiv.Search, "x")[0]) == [0]


# Crossref


def crossref_of(count: int, in_order: bool = True, expires: tuple[int, ...] = ()) -> Answer:
    """Crossref with so many works, ten indexed a day; at these requests its cursor has expired."""
    works = [
        {"DOI": f"10.5555/{n}", "indexed": {"date-time": f"2026-05-{n // 10 + 1:02}T00:00:{n % 10:02}Z"}} for n in range(count)
    ]
    if not in_order:
        works.reverse()
    asked = [0]

    def answer(_path: str, query: Query) -> Reply:
        asked[0] += 1
        since = next((one[16:] for one in query["filter"].split(",") if one.startswith("from-index-date:")), "")
        if asked[0] in expires:
            return Reply("cursor expired", status=400)
        start = 0 if query["cursor"] == "*" else int(query["cursor"])
        found = [work for work in works if work["indexed"]["date-time"] >= since]  # type: ignore[index]
        rows = int(query["rows"])
        message = {"total-results": len(found), "items": found[start : start + rows], "next-cursor": str(start + rows)}
        return as_json({"status": "ok", "message-type": "work-list", "message": message})

    return answer


def test_crossref_is_paged_by_its_cursor_in_the_order_of_indexing() -> None:
    pages, asked = harvest(
        crossref_of(120), crossref.Works, "graphs", ["type:journal-article", "issn:1"], contact="a@example.org"
    )
    assert counts(pages) == [120]
    assert asked[0] == {
        "query": "graphs", "filter": "type:journal-article,issn:1", "rows": "500", "cursor": "*", "sort": "indexed",
        "order": "asc", "mailto": "a@example.org",
    }  # fmt: skip
    assert "mailto" not in pages[0].request
    assert pages[-1].since == "2026-05-31"


def test_crossref_goes_on_at_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crossref, "PAGE", 50)
    pages, _ = harvest(crossref_of(120), crossref.Works, "x", ["a:b"])
    assert counts(pages) == [50, 50, 20]
    rest, asked = harvest(crossref_of(120), crossref.Works, "x", ["a:b"], place=pages[0].place)
    assert counts(rest) == [50, 20]
    assert asked[0]["cursor"] == "50"


def test_later_rounds_of_crossref_ask_for_what_was_indexed_since() -> None:
    pages, asked = harvest(crossref_of(120), crossref.Works, "x", ["a:b"], since="2026-05-12")
    assert asked[0]["filter"] == "a:b,from-index-date:2026-05-12"
    assert counts(pages) == [10]


@pytest.mark.parametrize(("in_order", "again"), [(True, "2026-05-05"), (False, None)])
def test_an_expired_cursor_of_crossref_begins_again_at_the_last_day_where_that_is_known(
    monkeypatch: pytest.MonkeyPatch, in_order: bool, again: str | None
) -> None:
    monkeypatch.setattr(crossref, "PAGE", 50)
    pages, asked = harvest(crossref_of(120, in_order, expires=(2,)), crossref.Works, "x", ["a:b"])
    filters = ["a:b", "a:b", "a:b" + (f",from-index-date:{again}" if again else "")]
    assert [query["filter"] for query in asked][:3] == filters
    seen = {json.dumps(item) for page in pages for item in json.loads(page.body)["message"]["items"]}
    assert len(seen) == 120


def test_cursors_of_crossref_that_never_hold_end_the_harvest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crossref, "PAGE", 50)
    with pytest.raises(HarvestError, match="refuses its own cursors"):
        harvest(crossref_of(120, False, expires=tuple(range(2, 90, 2))), crossref.Works, "x", ["a:b"])


def test_the_same_page_of_crossref_for_ever_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crossref, "PAGE", 50)
    same = crossref_of(120)
    with pytest.raises(HarvestError, match="same page again and again"):
        harvest(lambda path, query: same(path, {**query, "cursor": "*"}), crossref.Works, "x", ["a:b"])


@pytest.mark.parametrize("wrong", [b"<html>busy</html>", b'{"message": {"items": [', b'{"message": "no"}', b"[]", b""])
def test_json_that_is_none_is_asked_for_again_and_told_when_it_stays(wrong: bytes) -> None:
    good, left = crossref_of(5), [Reply(wrong)] * 2
    pages, _ = harvest(lambda path, query: left.pop() if left else good(path, query), crossref.Works, "x", ["a:b"])
    assert counts(pages) == [5]
    with pytest.raises(HarvestError, match="each of 4 times"):
        harvest(lambda _path, _query: Reply(wrong), crossref.Works, "x", ["a:b"])


# OpenAlex


def openalex_of(count: int, paying: bool = False) -> Answer:
    """OpenAlex with so many works. Cursors want a key, later changes one that is paid for."""

    def answer(_path: str, query: Query) -> Reply:
        if "api_key" not in query:
            return Reply('{"error": "API key required"}', status=401)
        if "from_updated_date" in query.get("filter", "") and not paying:
            return Reply('{"error": "plan required"}', status=403)
        start = 0 if query["cursor"] == "*" else int(query["cursor"])
        size = int(query["per-page"])
        works = [{"id": f"https://openalex.org/W{n}"} for n in range(start, min(start + size, count))]
        following = str(start + size) if works else None
        return as_json({"meta": {"count": count, "per_page": size, "next_cursor": following}, "results": works})

    return answer


def test_openalex_is_paged_by_its_cursor_until_a_page_is_empty() -> None:
    pages, asked = harvest(
        openalex_of(250), openalex.Works, "graphs", ["publication_year:2026"], key="k", contact="a@example.org"
    )
    assert counts(pages) == [100, 100, 50, 0]
    assert pages[0].total == 250
    assert asked[0] == {
        "search": "graphs", "filter": "publication_year:2026", "per-page": "100", "cursor": "*", "api_key": "k",
        "mailto": "a@example.org",
    }  # fmt: skip
    assert not any(secret in pages[0].request for secret in ("api_key", "mailto"))
    rest, _ = harvest(openalex_of(250), openalex.Works, "graphs", key="k", place=pages[0].place)
    assert counts(rest) == [100, 50, 0]


def test_openalex_without_a_key_says_what_to_set() -> None:
    with pytest.raises(HarvestError, match="set OPENALEX_API_KEY"):
        harvest(openalex_of(5), openalex.Works, "x")


@pytest.mark.parametrize("paying", [True, False])
def test_later_rounds_of_openalex_ask_for_changes_where_the_key_may(paying: bool) -> None:
    pages, asked = harvest(openalex_of(5, paying), openalex.Works, "x", key="k", since="2026-05-01")
    assert asked[0]["filter"] == "from_updated_date:2026-05-01"
    assert ("filter" in asked[-1]) == paying
    assert counts(pages) == [5, 0]


# OpenReview


def openreview_of(count: int, most: int = 1000, deleted: tuple[int, ...] = ()) -> Answer:
    """OpenReview with so many notes, of which it gives at most so many at once, by either version's parameters."""
    notes = [
        {"id": f"note{n:05}", "content": {"title": {"value": f"On {n}"}}, "ddate": 1 if n in deleted else None}
        for n in range(count)
    ]

    def answer(_path: str, query: Query) -> Reply:
        size = min(int(query["limit"]), most)
        there = [note for note in notes if str(note["id"]) > query.get("after", "")]
        start = int(query.get("offset", "0"))
        return as_json({"notes": there[start : start + size], "count": len(there)})

    return answer


def test_openreview_is_paged_by_ids_to_an_empty_page() -> None:
    pages, asked = harvest(openreview_of(25, most=10), openreview.Notes, "ICLR.cc/2024/Conference")
    assert counts(pages) == [10, 10, 5, 0]
    assert asked[0] == {"content.venueid": "ICLR.cc/2024/Conference", "limit": "1000", "sort": "id"}
    assert [query.get("after") for query in asked] == [None, "note00009", "note00019", "note00024"]
    assert pages[-1].since == "2026-05-31"


def test_later_rounds_of_openreview_ask_for_changes_and_hear_of_deletions() -> None:
    pages, asked = harvest(openreview_of(3, deleted=(1,)), openreview.Notes, "X/-/Submission", since="2026-05-31")
    assert asked[0] == {
        "invitation": "X/-/Submission", "limit": "1000", "sort": "id", "mintmdate": "1780185600000", "trash": "true",
    }  # fmt: skip
    assert pages[0].deleted == ("note00001",)


def test_the_old_version_of_openreview_is_paged_by_offsets() -> None:
    pages, asked = harvest(openreview_of(25, most=10), openreview.Notes, "X", 1)
    assert counts(pages) == [10, 10, 5, 0]
    assert [query["offset"] for query in asked] == ["0", "10", "20", "25"]
    assert pages[-1].since is None


def test_a_limit_asks_for_no_more_than_is_wanted() -> None:
    for answer, service, name, options in (
        (crossref_of(120), crossref.Works, "rows", {}),
        (openalex_of(120), openalex.Works, "per-page", {"key": "k"}),
        (openreview_of(120), openreview.Notes, "limit", {}),
    ):
        given = ("x", ["a:b"]) if service is crossref.Works else ("x",)
        _, asked = harvest_asked(answer, service, *given, limit=7, **options)
        assert asked[0][name] == "7"


def harvest_asked(answer: Answer, service: Callable[..., Any], *given: Any, **options: Any) -> tuple[Page, list[dict[str, str]]]:
    with Remote(answer) as remote:
        page = next(service(Transport(), *given, url=remote.url, **options).pages(None, None))
        return page, [query for _, query in remote.asked]


@pytest.mark.parametrize(
    ("service", "given"),
    [
        (arxiv.Search, (" ",)), (crossref.Works, ()), (crossref.Works, ("x", ["from-index-date:2020"])), (openalex.Works, ()),
        (openreview.Notes, ("",)), (openreview.Notes, ("x", 3)),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(service: Callable[..., Any], given: tuple[Any, ...]) -> None:
    with pytest.raises(InvalidRequest):
        service(Transport(), *given)
