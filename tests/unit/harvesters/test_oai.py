"""Paging through an OAI-PMH repository, with the faults that real ones have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from remote import Query, Record, Remote, Reply, Repository, Time

from service.errors import HarvestError, InvalidRequest
from service.harvesters import Page, Place, Transport, oai
from service.harvesters.transport import Answer, Request, Unusable

T = TypeVar("T")
Fault = Callable[[int, Query], Reply | None]


def records(count: int) -> list[Record]:
    return [Record(f"oai:t:{n}", f"2026-01-{n + 1:02}", f"On thing {n}", ("odd",) if n % 2 else ()) for n in range(count)]


def harvest(
    repository: Repository, place: Place | None = None, since: str | None = None, patience: float = 1800, **options: str
) -> tuple[list[Page], list[dict[str, str]]]:
    """The pages, and what was asked for them."""
    time = Time()
    with Remote(repository) as remote:
        one = oai.Repository(Transport(patience=patience, clock=time, sleep=time.sleep), f"{remote.url}/oai", **options)
        pages = []
        try:
            pages += one.pages(place, since)
        finally:
            asked = [query for _, query in remote.asked]
        return pages, asked


def counts(pages: Sequence[Page]) -> list[int]:
    return [page.records for page in pages]


def test_a_list_is_paged_by_its_tokens_to_the_end() -> None:
    pages, asked = harvest(Repository(records(7)))
    assert counts(pages) == [3, 3, 1]
    assert {page.total for page in pages} == {7}
    assert [page.place is None for page in pages] == [False, False, True]
    assert asked == [
        {"verb": "Identify"}, {"verb": "ListRecords", "metadataPrefix": "oai_dc"},
        {"verb": "ListRecords", "resumptionToken": "|||3"}, {"verb": "ListRecords", "resumptionToken": "|||6"},
    ]  # fmt: skip


def test_it_goes_on_at_the_place_of_any_page() -> None:
    repository = Repository(records(10))
    whole, _ = harvest(repository)
    for n, page in enumerate(whole[:-1]):
        rest, asked = harvest(repository, page.place)
        assert [one.body for one in rest] == [one.body for one in whole[n + 1 :]]
        assert rest[-1].since == whole[-1].since
        assert all("resumptionToken" in one for one in asked)


def test_a_set_and_dates_are_asked_for() -> None:
    pages, asked = harvest(Repository(records(9), page=100), set_name="odd", first="2026-01-03", last="2026-01-06")
    assert counts(pages) == [2]
    assert asked[1] == {
        "verb": "ListRecords", "metadataPrefix": "oai_dc", "set": "odd", "from": "2026-01-03", "until": "2026-01-06",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("granularity", "since"), [("YYYY-MM-DD", "2026-05-31"), ("YYYY-MM-DDThh:mm:ssZ", "2026-06-01T11:59:59Z")]
)
def test_the_next_round_asks_from_one_granule_before_this_one_by_the_repository_s_clock(granularity: str, since: str) -> None:
    repository = Repository(records(4), granularity=granularity)
    pages, _ = harvest(repository)
    assert pages[-1].since == since
    repository.records.append(Record("oai:t:new", "2026-06-01", "New"))
    repository.now = "2026-06-09T00:00:00Z"
    pages, asked = harvest(repository, since=since)
    assert asked[1]["from"] == since
    assert counts(pages) == [1] if granularity == "YYYY-MM-DD" else [0, 1]


def test_dates_are_given_in_the_repository_s_granularity() -> None:
    _, asked = harvest(Repository(records(1), granularity="YYYY-MM-DDThh:mm:ssZ"), first="2026-01-01", last="2026-01-02")
    assert (asked[1]["from"], asked[1]["until"]) == ("2026-01-01T00:00:00Z", "2026-01-02T23:59:59Z")
    _, asked = harvest(Repository(records(1)), first="2026-01-01T10:00:00Z")
    assert asked[1]["from"] == "2026-01-01"


def test_deleted_records_are_named() -> None:
    gone = [Record("oai:t:1", "2026-01-01", None), Record("oai:t:2", "2026-01-01", "Here")]
    assert harvest(Repository(gone))[0][0].deleted == ("oai:t:1",)


def test_that_nothing_matches_is_no_fault() -> None:
    pages, _ = harvest(Repository([]))
    assert counts(pages) == [0]
    assert pages[0].since == "2026-05-31"


def test_other_errors_are_told_with_what_to_do() -> None:
    with pytest.raises(HarvestError, match=r"cannotDisseminateFormat: not here.* Its formats are: oai_dc\."):
        harvest(Repository(records(1)), prefix="marc")
    with pytest.raises(HarvestError, match=r"noSetHierarchy: none\. It has no sets: leave --set out"):
        harvest(Repository([], faults=[_listing(lambda _: _error("noSetHierarchy", "none"))]), set_name="x")


def test_an_error_with_a_status_of_http_is_read_as_well() -> None:
    def fault(_n: int, query: Query) -> Reply | None:
        reply = Repository([]).said('<error code="noRecordsMatch">none</error>')
        return Reply(reply.body, status=404) if query["verb"] == "ListRecords" else None

    assert counts(harvest(Repository([], faults=[fault]))[0]) == [0]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda reply: Reply(reply.body[: len(reply.body) // 2]),
        lambda reply: Reply(reply.body.encode()[:200]),
        lambda _: Reply(b"<html><body>Down for maintenance</body></html>", headers={"Content-Type": "text/html"}),
        lambda _: Reply(b""),
        lambda _: Reply(status=503, headers={"Retry-After": "20"}),
        lambda reply: Reply(reply.body, cut=300),
        lambda reply: Reply(reply.body, length=len(reply.body) + 10),
    ],
    ids=["truncated", "truncated early", "html", "empty", "503", "cut off", "wrong length"],
)
def test_a_page_that_came_wrong_is_asked_for_again(wrong: Callable[[Reply], Reply]) -> None:
    repository = Repository(records(7))
    times: dict[str, int] = {}

    def fault(_n: int, query: Query) -> Reply | None:
        key = str(dict(query))
        times[key] = times.get(key, 0) + 1
        return wrong(repository.answer(query)) if times[key] <= 2 else None

    repository.faults = [fault]
    pages, _ = harvest(repository)
    assert counts(pages) == [3, 3, 1]
    assert not any(page.problem for page in pages)


def test_a_page_that_stays_cut_off_gives_what_is_whole_and_ends_the_harvest_there() -> None:
    repository = Repository(records(7))
    body = repository.answer({"verb": "ListRecords", "resumptionToken": "|||3"}).body
    cut = body[: body.index("oai:t:5")]
    repository.faults = [lambda _n, query: Reply(cut) if query.get("resumptionToken") == "|||3" else None]
    time = Time()
    pages: list[Page] = []
    with Remote(repository) as remote:
        one = oai.Repository(Transport(clock=time, sleep=time.sleep), remote.url)
        with pytest.raises(HarvestError, match="the page is cut off, each of 4 times"):
            pages.extend(one.pages(None, None))
    assert counts(pages) == [3, 2]
    assert pages[1].problem == "the page is cut off"
    # It is asked for again next time.
    assert pages[1].place == pages[0].place


def test_xml_that_is_broken_inside_does_not_end_the_list() -> None:
    repository = Repository(records(7))

    def fault(_n: int, query: Query) -> Reply | None:
        if query.get("resumptionToken") != "|||3":
            return None
        return Reply(repository.answer(query).body.replace("<dc:title>On thing 4", "<dc:title>On \x0b& <b>thing 4"))

    repository.faults = [fault]
    pages, _ = harvest(repository)
    assert counts(pages) == [3, 3, 1]


def test_text_behind_the_end_is_passed_over() -> None:
    repository = Repository(records(5))
    repository.faults = [lambda _n, query: Reply(repository.answer(query).body + "<br />\n<b>Notice</b>: Undefined index")]
    assert counts(harvest(repository)[0]) == [3, 2]


def test_an_expired_token_begins_again_from_the_last_date_where_records_come_by_date() -> None:
    repository = Repository(records(9), faults=[_once("|||6", _error("badResumptionToken", "expired"))])
    pages, asked = harvest(repository)
    assert [query.get("from") for query in asked if query.get("metadataPrefix")] == [None, "2026-01-05"]
    assert counts(pages) == [3, 3, 3, 2]
    # What was changed meanwhile was changed after the beginning of the round.
    assert pages[-1].since == "2026-05-31"


def test_an_expired_token_begins_from_the_beginning_where_they_do_not() -> None:
    mixed = list(reversed(records(9)))
    repository = Repository(mixed, faults=[_once("|||6", _error("badResumptionToken", "expired"))])
    pages, asked = harvest(repository)
    assert [query.get("from") for query in asked if query.get("metadataPrefix")] == [None, None]
    assert counts(pages) == [3, 3, 3, 3, 3]


def test_tokens_that_are_never_taken_do_not_go_on_for_ever() -> None:
    refusing = [_when(lambda query: "resumptionToken" in query, _error("badResumptionToken", "expired"))]
    with pytest.raises(HarvestError, match="refuses its own resumption tokens"):
        harvest(Repository(list(reversed(records(9))), faults=refusing))


def test_a_repository_that_gives_its_last_page_for_ever_is_done() -> None:
    repository = Repository(records(6), page=3)

    def fault(_n: int, query: Query) -> Reply | None:
        if query.get("resumptionToken") != "|||3":
            return None
        return Reply(repository.answer(query).body.replace('cursor="3"></', 'cursor="3">|||3</'))

    repository.faults = [fault]
    pages, asked = harvest(repository)
    assert counts(pages) == [3, 3, 0]
    assert pages[-1].place is None
    assert len(asked) == 4


def test_a_repository_that_goes_in_a_circle_is_told() -> None:
    repository = Repository(records(12))
    repository.faults = [
        lambda _n, query: (
            repository.answer({**query, "resumptionToken": "|||3"}) if query.get("resumptionToken") == "|||9" else None
        )
    ]
    with pytest.raises(HarvestError, match="goes in a circle"):
        harvest(repository)


def test_pages_without_records_that_never_end_are_the_end() -> None:
    repository = Repository(records(3))
    count = iter(range(100))

    def fault(_n: int, query: Query) -> Reply | None:
        if query["verb"] != "ListRecords":
            return None
        return repository.said(f"<ListRecords><resumptionToken>t{next(count)}</resumptionToken></ListRecords>")

    repository.faults = [fault]
    pages, _ = harvest(repository)
    assert counts(pages) == [0, 0, 0]
    assert "taken for the end" in pages[-1].notices[0]


def test_a_repository_that_ignores_dates_is_noticed() -> None:
    pages, _ = harvest(Repository(records(3), ignores_from=True), first="2026-01-02")
    assert pages[0].notices == ("the repository gives records older than asked for",)
    assert harvest(Repository(records(3)), first="2026-01-02")[0][0].notices == ()


def test_what_is_no_repository_is_told() -> None:
    page = Reply(b"<html><body>Welcome</body></html>")
    with pytest.raises(HarvestError, match=r"a page of HTML\. Is this the address of a repository\?"):
        harvest(Repository([], faults=[lambda _n, _query: page]))


@pytest.mark.parametrize(
    "wrong", [("ftp://x/y", {}), ("http://", {}), ("http://u:p@h/oai", {}), ("http://h", {"first": "2026-13-01"}),
              ("http://h", {"last": "soon"}), ("http://h", {"first": "2026-02-01", "last": "2026-01-01"})],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(wrong: tuple[str, dict[str, str]]) -> None:
    with pytest.raises(InvalidRequest):
        oai.Repository(Transport(), wrong[0], **wrong[1])


def test_records_of_a_repository_have_one_name_whatever_set_was_asked_for() -> None:
    names = {oai.Repository(Transport(), "https://Repo.example/oai?x=1", "arXiv", name).name for name in ("", "a")}
    assert names == {"oai/repo.example/oai?x=1/arXiv"}


def _error(code: str, text: str) -> Reply:
    return Repository([]).said(f'<error code="{code}">{text}</error>')


def _when(is_meant: Callable[[Query], bool], reply: Reply) -> Fault:
    return lambda _n, query: reply if is_meant(query) else None


def _listing(reply: Callable[[Query], Reply]) -> Fault:
    return lambda _n, query: reply(query) if query["verb"] == "ListRecords" else None


def _once(token: str, reply: Reply) -> Fault:
    left = [reply]
    return lambda _n, query: left.pop() if left and query.get("resumptionToken") == token else None


class Given:
    """In the place of a transport: these bytes are the answer to everything."""

    contact = ""

    def __init__(self, body: bytes) -> None:
        self._body = body

    def ask(self, request: Request, read: Callable[[Answer], T], tries: int) -> T:
        return read(Answer(200, {}, self._body))


WHOLE = Repository([*records(3), Record("oai:t:9", "2026-01-09", None)], page=9).answer(
    {"verb": "ListRecords", "metadataPrefix": "oai_dc"}
)
PIECES = [
    b"<record>",
    b"<header",
    b"</OAI-PMH>",
    b"<resumptionToken>x</resumptionToken>",
    b"\x00",
    b"\xff",
    b"&x;",
    b"<!DOCTYPE a [",
    b"]]>",
]


@given(
    st.integers(0, len(WHOLE.body)), st.lists(st.sampled_from(PIECES) | st.binary(max_size=20), max_size=4), st.integers(0, 900)
)
def test_whatever_bytes_come_there_are_pages_or_a_reason(start: int, pieces: list[bytes], length: int) -> None:
    body = str(WHOLE.body).encode()
    torn = body[:start] + b"".join(pieces) + body[start + length :]
    with suppress(HarvestError, Unusable):
        for page in islice(oai.Repository(Given(torn), "http://x/oai").pages(None, None), 50):  # type: ignore[arg-type]
            assert page.records <= torn.count(b"<header")
