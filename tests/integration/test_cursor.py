"""Walking through all results by cursor over a real engine: each paper once, whatever is loaded meanwhile."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from elasticsearch import Elasticsearch
from flask.testing import FlaskClient
from loads import papers, write_jsonl
from recording import recorded
from walks import FIXED, SORTS, ask, ids, pages, refused, walked

from service.app import create_app
from service.errors import EngineUnavailable
from service.expansion import Expander, Table
from service.index import PaperIndex
from service.mapping import index_body
from service.query import SearchRequest, cursor
from service.query.cursor import Cursor, CursorRefused
from service.searching import Searcher
from service.searching.walking import Walk
from service.settings import Settings

pytestmark = pytest.mark.engine
SECOND = {"q": "paper topic", "size": 7}


def numbered(client: FlaskClient, **parameters: Any) -> list[str]:
    """The ids of all papers by page numbers."""
    found: list[str] = []
    for page in range(1, 100):
        query = {"facets": "none", "fields": "id", **parameters, "size": 100, "page": page}
        found += (now := ids(client.get("/api/v1/papers", query_string=query).json))
        if not now:
            break
    return found


@pytest.mark.parametrize("size", [1, 7, 100])
@pytest.mark.parametrize("sort", SORTS)
def test_a_walk_gives_each_paper_once_in_the_order_of_the_pages(client: FlaskClient, sort: str, size: int) -> None:
    found = walked(client, sort=sort, size=size)
    assert Counter(found).most_common(1)[0][1] == 1
    assert found == numbered(client, sort=sort)


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize(
    "q", ["bert", "space robots", "的", "图神经网络", "robots gardening zzzz", "a text of more than four words on robots"]
)
def test_a_walk_through_the_results_of_a_query_is_in_their_order(client: FlaskClient, q: str, sort: str) -> None:
    assert walked(client, q=q, sort=sort, size=3) == numbered(client, q=q, sort=sort)


def test_the_sample_has_papers_without_what_they_are_sorted_by(client: FlaskClient) -> None:
    for missing in ("year", "citations", "title"):
        assert ask(client, **{"has.not": missing})["meta"]["count"], f"walks must pass papers without {missing}"


def test_exactly_full_pages_are_not_followed_by_an_empty_one(client: FlaskClient) -> None:
    count = ask(client)["meta"]["count"]
    for size in (count if count <= 100 else 100, 1):
        every = list(pages(client, sort="title", size=size))
        assert len(every) == -(-count // size)
        assert all(page["results"] for page in every)
    narrowed = ask(client, q="bert", sort="newest")["meta"]["count"]
    assert ask(client, q="bert", sort="newest", size=narrowed)["meta"]["next_cursor"] is None
    assert ask(client, q="bert", size=narrowed)["meta"]["next_cursor"] is None


def test_nothing_found_is_one_empty_page(client: FlaskClient) -> None:
    for sort in SORTS:
        content = ask(client, q="zzzzqqqq", sort=sort)
        assert (content["results"], content["meta"]["count"], content["meta"]["next_cursor"]) == ([], 0, None)


def test_every_page_says_the_same_of_the_search(client: FlaskClient) -> None:
    every = list(pages(client, q="robots gardening zzzz", size=1, facets="year"))
    assert len(every) > 2
    for page in every:
        assert [warning["code"] for warning in page["meta"]["warnings"]] == ["relaxed"]
        assert page["meta"]["count"] == len(every)
        assert page["facets"] == every[0]["facets"]
        assert page["meta"]["query"] == every[0]["meta"]["query"]
        assert (page["meta"]["page"], page["meta"]["size"]) == (None, 1)


def test_marks_and_scores_are_there_on_every_page(client: FlaskClient) -> None:
    every = list(pages(client, q="bert", size=1, fields="id,highlights,score"))
    assert len(every) > 2
    assert all(page["results"][0]["score"] > 0 for page in every)
    same = client.get("/api/v1/papers?q=bert&size=100&fields=id,highlights,score&facets=none").json["results"]
    assert [page["results"][0] for page in every] == same
    assert sum("<mark>" in str(paper["highlights"]) for paper in same) > 2


def test_links_lead_on_by_cursor_in_the_answer_and_in_the_header(client: FlaskClient) -> None:
    response = client.get("/api/v1/papers?q=bert&size=1&cursor=*&facets=none")
    content = response.json
    assert content["links"]["self"] == "/api/v1/papers?q=bert&size=1&facets=none&cursor=*"
    assert content["links"]["prev"] is None
    asked = parse_qs(urlsplit(content["links"]["next"]).query)
    assert asked == {"q": ["bert"], "size": ["1"], "facets": ["none"], "cursor": [content["meta"]["next_cursor"]]}
    assert response.headers["Link"] == f'<{content["links"]["next"]}>; rel="next"'
    following = client.get(content["links"]["next"])
    assert ids(following.json) not in ([], ids(content))
    assert following.headers["Link"].endswith('</api/v1/papers?q=bert&size=1&facets=none&cursor=*>; rel="first"')


def test_a_cursor_needs_no_escaping(client: FlaskClient) -> None:
    for sort in SORTS:
        assert re.fullmatch(r"[A-Za-z0-9_-]+", ask(client, sort=sort)["meta"]["next_cursor"])


@pytest.mark.parametrize("sort", ["newest", "relevance"])
def test_size_fields_facets_and_marks_may_change_between_pages(client: FlaskClient, sort: str) -> None:
    first = ask(client, q="bert", sort=sort, size=2, facets="none", fields="id")
    rest = ask(client, first["meta"]["next_cursor"], q="bert", sort=sort, size=50, facets="year,venue", highlight="false")
    assert ids(first) + ids(rest) == numbered(client, q="bert", sort=sort)
    assert rest["facets"].keys() == {"year", "venue"}


@pytest.mark.parametrize("sort", ["newest", "relevance"])
@pytest.mark.parametrize(
    "change",
    [
        {"q": "robots"}, {"language": "en"}, {"language.not": "de"}, {"sort": "title"}, {"expand": "off"}, {"strict": "true"},
        {"retracted": "false"}, {"added_since": "2000-01-01"},
    ],
    ids=str,
)  # fmt: skip
def test_a_cursor_is_of_one_search(client: FlaskClient, change: dict[str, str], sort: str) -> None:
    made = ask(client, q="bert", sort=sort, size=1)["meta"]["next_cursor"]
    assert refused(client, made, **{"q": "bert", "sort": sort, **change}) == "cursor_mismatch"


def test_the_order_of_filters_makes_no_other_search(client: FlaskClient) -> None:
    made = client.get("/api/v1/papers?language=en&language=zh&sort=title&cursor=*").json
    again = client.get(f"/api/v1/papers?sort=title&language=zh&language=en&cursor={made['meta']['next_cursor']}")
    assert again.status_code == 200
    default = client.get("/api/v1/papers?cursor=*").json["meta"]["next_cursor"]
    assert client.get(f"/api/v1/papers?sort=newest&cursor={default}").status_code == 200


def test_what_is_no_cursor_of_ours_is_refused(client: FlaskClient, known_settings: Settings) -> None:
    made = ask(client, size=1)["meta"]["next_cursor"]
    for text in ("", "abc", "**", "é", "a b", made[:-4], "A" + made[1:], made + "AAAA", "A" * 16_384):
        assert refused(client, text) == "cursor_invalid", text
    assert client.get("/api/v1/papers", query_string={"cursor": "A" * 16_385}).status_code == 400
    other = create_app(replace(known_settings, secret_key="another")).test_client()
    assert refused(other, made) == "cursor_invalid"


def test_a_cursor_is_told_beside_all_other_faults(client: FlaskClient) -> None:
    response = client.get("/api/v1/papers?cursor=abc&size=0&page=1&foo=1")
    assert response.json["code"] == "invalid_request"
    assert {(fault["field"], fault["code"]) for fault in response.json["errors"]} == {
        ("cursor", "cursor_invalid"), ("cursor", "conflict"), ("size", "invalid"), ("foo", "unknown_parameter"),
    }  # fmt: skip


def test_page_and_cursor_together_are_refused(client: FlaskClient) -> None:
    response = client.get("/api/v1/papers?cursor=*&page=2")
    assert [(fault["field"], fault["code"]) for fault in response.json["errors"]] == [("cursor", "conflict")]


def test_too_deep_a_page_names_the_cursor(client: FlaskClient) -> None:
    (fault,) = client.get("/api/v1/papers?page=101&size=100").json["errors"]
    assert (fault["field"], fault["code"]) == ("page", "too_deep")
    assert "cursor=*" in fault["message"]


@pytest.mark.parametrize("sort", ["citations", "relevance"])
def test_replicas_take_each_others_cursors(client: FlaskClient, known_settings: Settings, sort: str) -> None:
    """Also when one of them does not know the terms by which the other read the query."""
    poor = create_app(known_settings)
    index = PaperIndex(known_settings)
    poor.extensions["searcher"] = Searcher(index, Expander(Table, Table, Table))
    first = ask(client, q="图神经网络", sort=sort, size=1)
    assert first["meta"]["query"]["expanded"]
    second = ask(poor.test_client(), first["meta"]["next_cursor"], q="图神经网络", sort=sort, size=100)
    assert second["meta"]["query"] == first["meta"]["query"]
    assert ids(first) + ids(second) == numbered(client, q="图神经网络", sort=sort)


def test_the_engine_is_never_asked_for_a_number_and_holds_nothing_for_fixed_sorts(known_settings: Settings) -> None:
    client, index = recorded(known_settings)
    for sort in SORTS:
        index.asked.clear()
        for number, _ in enumerate(pages(client, sort=sort, size=40)):
            body = index.asked[-1]
            assert "from" not in body
            assert ("search_after" in body) is (number > 0)
            assert ("pit" in body) is (sort == "relevance")


def is_open(index: PaperIndex, point: str) -> bool:
    try:
        index.search({"size": 0, "pit": {"id": point}})
    except CursorRefused:
        return False
    return True


def test_a_point_in_time_is_held_from_page_to_page_and_closed_at_the_end(known_settings: Settings) -> None:
    client, index = recorded(known_settings)
    for content in pages(client, q="bert", size=2):
        point = index.asked[-1]["pit"]["id"]
        assert is_open(index, point) is (content["meta"]["next_cursor"] is not None)
    for parameters in ({"q": "bert", "size": 100}, {"q": "zzzzqqqq"}, {"q": "robots gardening zzzz", "size": 100}):
        index.asked.clear()
        ask(client, **parameters)
        assert not is_open(index, next(body["pit"]["id"] for body in index.asked if "pit" in body))


def test_explaining_a_walk_holds_nothing_and_takes_nothing_from_it(known_settings: Settings) -> None:
    client, index = recorded(known_settings)
    explained = client.get("/api/v1/explain?q=bert&size=2&cursor=*").json
    assert not is_open(index, explained["elasticsearch"]["pit"]["id"])
    first = ask(client, q="bert", size=2)
    count = first["meta"]["count"]
    following = client.get("/api/v1/explain", query_string={"q": "bert", "size": count, "cursor": first["meta"]["next_cursor"]})
    assert following.json["elasticsearch"]["search_after"]
    assert len(ask(client, first["meta"]["next_cursor"], q="bert", size=count)["results"]) == count - 2


def test_a_lost_point_in_time_is_the_end_of_the_walk_and_of_nothing_else(known_settings: Settings) -> None:
    client, index = recorded(known_settings)
    made = ask(client, q="bert", size=1)["meta"]["next_cursor"]
    index.close_point(index.asked[-1]["pit"]["id"])
    index.close_point(index.asked[-1]["pit"]["id"])
    assert refused(client, made, q="bert", size=1) == "cursor_expired"
    assert ask(client, q="bert", size=1)["results"]


def test_a_walk_by_relevance_ends_after_a_day(known_settings: Settings) -> None:
    client, index = recorded(known_settings)
    made = ask(client, q="bert", size=1)["meta"]["next_cursor"]
    key = known_settings.key(cursor.PURPOSE)
    place = cursor.unseal(made, key)
    old = cursor.seal(replace(place, begun=place.begun - cursor.LONGEST - 1), key)
    assert refused(client, old, q="bert", size=1) == "cursor_expired"
    index.close_point(place.point)


def test_an_absent_engine_is_503_and_the_walk_can_go_on(known_settings: Settings) -> None:
    client = create_app(known_settings).test_client()
    away = create_app(replace(known_settings, elasticsearch_url="http://127.0.0.1:9")).test_client()
    for sort in SORTS:
        made = ask(client, q="bert", sort=sort, size=1)["meta"]["next_cursor"]
        for text in ("*", made):
            response = away.get("/api/v1/papers", query_string={"q": "bert", "sort": sort, "cursor": text})
            assert (response.status_code, response.json["code"]) == (503, "engine_unavailable")
        assert ask(client, made, q="bert", sort=sort)["results"]


def test_before_the_first_load_a_walk_is_503(base_settings: Settings) -> None:
    none = create_app(replace(base_settings, papers_alias=f"{base_settings.papers_alias}-none")).test_client()
    for sort in SORTS:
        response = none.get("/api/v1/papers", query_string={"sort": sort, "cursor": "*"})
        assert (response.status_code, response.json["code"]) == (503, "nothing_loaded")


def test_whoever_knows_the_key_reads_no_other_index_by_it(
    known_settings: Settings, settings: Settings, client: FlaskClient
) -> None:
    """A point in time needs no name of an index: a forged one must find and count nothing."""
    engine = Elasticsearch(known_settings.elasticsearch_url)
    secret = f"{settings.papers_alias}-secret"
    engine.indices.create(index=secret, mappings=index_body()["mappings"], settings=index_body()["settings"])
    engine.index(index=secret, document={"id": "secret", "year": 1999, "language": "en"}, refresh=True)
    point = engine.open_point_in_time(index=secret, keep_alive="1m")["id"]
    key = known_settings.key(cursor.PURPOSE)
    of = cursor.fingerprint(SearchRequest(sort="relevance"))
    own = next(iter(engine.indices.get_alias(name=known_settings.papers_alias)))
    forged = Cursor(of, (9.0, 0, ""), point=point, begun=2**40)
    query = {"sort": "relevance", "facets": "year,language"}
    assert refused(client, cursor.seal(replace(forged, index=secret), key), **query) == "cursor_invalid"
    content = ask(client, cursor.seal(replace(forged, index=own), key), **query)
    assert (content["results"], content["meta"]["count"]) == ([], 0)
    assert all(not facet["values"] and not facet["missing"] for facet in content["facets"].values())
    engine.options(ignore_status=404).close_point_in_time(id=point)
    for wrong in (
        {"point": "nonsense"},
        {"point": "AAAA" * 20},
        {"point": "", "after": ({},)},
        {"point": "", "after": ("x", "y")},
    ):
        text = cursor.seal(replace(forged, index=own, **wrong), key)
        assert refused(client, text, **query) in ("cursor_expired", "cursor_invalid")


def test_an_answer_that_was_cut_short_is_no_page_of_a_walk(known_settings: Settings) -> None:
    """A numbered page says that it is incomplete; a walk would go on behind papers that nobody has looked at."""
    index = PaperIndex(known_settings)
    answer = index.search({"size": 1, "sort": [{"id": "asc"}]}) | {"timed_out": True}
    walk = Walk(index, SearchRequest(cursor="*"), Cursor("", ()))
    with pytest.raises(EngineUnavailable):
        walk.read(answer, (), ())
    assert Walk(index, SearchRequest()).read(answer, (), ()).timed_out


def test_papers_that_are_loaded_meanwhile_take_nothing_from_a_walk(settings: Settings, load: Any, tmp_path: Path) -> None:
    """All sorts walk side by side: papers come, and others change but for what they are sorted by."""
    records = papers(120)
    for n, record in enumerate(records):
        record |= {"citations": n % 11} if n % 4 else {}
        if n % 9 == 5:
            record.pop("year")
    load(write_jsonl(tmp_path / "a.jsonl", records))
    client = create_app(settings).test_client()
    at_first = set(numbered(client))
    walks = {sort: pages(client, sort=sort, **SECOND) for sort in SORTS}
    found: dict[str, list[str]] = {sort: [] for sort in SORTS}
    for step in range(12):
        for sort, walk in walks.items():
            found[sort] += ids(next(walk))
        if step in (1, 5, 11):
            new = [{**record, "title": f"Another {record['title']}", "year": 1990 + step * 3} for record in papers(40)]
            changed = [{**record, "abstract": f"Seen again {step}.", "venue": "Elsewhere"} for record in records]
            load(write_jsonl(tmp_path / f"b{step}.jsonl", new), write_jsonl(tmp_path / f"c{step}.jsonl", changed))
    for sort, walk in walks.items():
        found[sort] += [name for page in walk for name in ids(page)]
        assert Counter(found[sort]).most_common(1)[0][1] == 1
        assert at_first <= set(found[sort])
    assert set(found["relevance"]) == at_first
    assert len(numbered(client)) > len(at_first)


def test_a_walk_goes_on_across_a_replace(settings: Settings, load: Any, tmp_path: Path) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", papers(60))
    load(file)
    client = create_app(settings).test_client()
    expected = {sort: numbered(client, sort=sort, q="paper topic") for sort in SORTS}
    walks = {sort: pages(client, sort=sort, **SECOND) for sort in SORTS}
    found = {sort: [name for _ in range(3) for name in ids(next(walk))] for sort, walk in walks.items()}
    load(file, replace=True)
    for sort, walk in walks.items():
        assert found[sort] + [name for page in walk for name in ids(page)] == expected[sort]


def test_when_its_index_is_gone_a_walk_by_relevance_has_ended_and_others_go_on(
    settings: Settings, load: Any, tmp_path: Path
) -> None:
    file = write_jsonl(tmp_path / "a.jsonl", papers(30))
    load(file)
    client = create_app(settings).test_client()
    made = {sort: ask(client, sort=sort, **SECOND)["meta"]["next_cursor"] for sort in SORTS}
    load(file, replace=True)
    load(file, replace=True)
    assert refused(client, made["relevance"], sort="relevance", **SECOND) == "cursor_expired"
    for sort in FIXED:
        assert len(ask(client, made[sort], sort=sort, **SECOND)["results"]) == 7


def test_odd_years_dates_titles_and_counts_can_be_walked_past(settings: Settings, load: Any, tmp_path: Path) -> None:
    records: list[dict[str, Any]] = [
        {"id": f"y{n}", "title": f"Year {n}", "year": year} for n, year in enumerate([1, 1492, 1969, 1970, 2026])
    ]
    records += [
        {"id": f"d{n}", "title": f"Date {n}", "date": date}
        for n, date in enumerate(["1969-12-31", "1970-01-01", "2026-02", "1800"])
    ]
    records += [{"id": f"n{n}", "title": title} for n, title in enumerate(["", "𠮷野家", "é", "Z", "a" * 300, "a" * 299])]
    records += [{"id": f"a{n}", "abstract": "An abstract without a title. And more."} for n in range(3)]
    records += [{"id": f"c{n}", "title": f"Cited {n}", "citations": count} for n, count in enumerate([0, 1, 2**31 - 1])]
    load(write_jsonl(tmp_path / "a.jsonl", [record for record in records if record.get("title") != ""]))
    client = create_app(settings).test_client()
    for sort in SORTS:
        for size in (1, 2):
            assert walked(client, sort=sort, size=size) == numbered(client, sort=sort)
