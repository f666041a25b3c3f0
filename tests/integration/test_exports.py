"""Exports and feeds over REST: whole result sets, exactly those that a query means, and nothing left behind."""

from __future__ import annotations

import csv
import io
import json
import socket
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.client import HTTPConnection, IncompleteRead
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree

import pytest
from conftest import served
from elasticsearch import Elasticsearch
from flask.testing import FlaskClient
from loads import write_jsonl

from service.app import create_app
from service.exports import EXPORTS
from service.index.streaming import PAGE, Snapshots
from service.loading import LoadOptions, find_inputs, run_load
from service.query import SORTS, SearchRequest, build
from service.settings import Settings

pytestmark = pytest.mark.engine
ATOM = "{http://www.w3.org/2005/Atom}"
# Larger than what the sockets of both sides hold, and several pages of the engine.
MANY, LONG = PAGE + 500, "long words of an abstract " * 200


@pytest.fixture(scope="module")
def large(base_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of an index with many long papers. Not to be written to."""
    settings = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-large")
    load_large(settings, tmp_path_factory.mktemp("large"))
    return settings


def load_large(settings: Settings, place: Path) -> None:
    records = ({"title": f"Paper number {n}", "year": 2000 + n % 20, "abstract": f"{n} {LONG}"} for n in range(MANY))
    path = write_jsonl(place / "large.jsonl", records)
    run_load(settings, find_inputs([str(path)]), LoadOptions(rejects=place / "rejects.jsonl"))


@pytest.fixture(scope="module")
def large_url(large: Settings) -> Iterator[str]:
    with served(large, WORKERS="1", THREADS="4", EXPORT_STALL="2") as url:
        yield url


def open_contexts(settings: Settings) -> int:
    """Points in time (and other contexts) that the engine holds for the alias's index."""
    stats = Elasticsearch(settings.elasticsearch_url).indices.stats(index=settings.papers_alias, metric="search")
    return int(stats["_all"]["total"]["search"]["open_contexts"])


def wait_for(fact: Callable[[], bool], seconds: float = 20) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if fact():
            return True
        time.sleep(0.1)
    return fact()


def exported(client: FlaskClient, **parameters: Any) -> list[dict[str, Any]]:
    response = client.get("/api/v1/export", query_string={"format": "jsonl", **parameters})
    assert response.status_code == 200, response.text
    papers = [json.loads(line) for line in response.text.splitlines()]
    assert response.headers["X-Total-Count"] == str(len(papers))
    return papers


@pytest.mark.parametrize("name", EXPORTS)
def test_every_format_is_sent_as_a_file_with_its_type_and_count(client: FlaskClient, name: str) -> None:
    count = client.get("/api/v1/papers?q=bert").json["meta"]["count"]
    response = client.get(f"/api/v1/export?format={name}&q=bert")
    assert response.status_code == 200
    assert response.mimetype == EXPORTS[name].media_type
    assert response.content_type.split("; ")[1] == "charset=utf-8"
    assert response.headers["Content-Disposition"] == f'attachment; filename="papers-bert.{EXPORTS[name].ending}"'
    assert response.headers["X-Total-Count"] == str(count) != "0"
    assert response.data


@pytest.mark.parametrize("sort", SORTS)
def test_an_export_has_the_papers_of_the_search_in_its_order(client: FlaskClient, sort: str) -> None:
    asked = {"q": "example", "category": "Natural Language Processing", "sort": sort}
    found = client.get("/api/v1/papers", query_string={**asked, "size": 100, "highlight": "false"}).json
    assert found["meta"]["count"] > 1
    expected = [
        {name: value for name, value in paper.items() if name not in ("score", "highlights")} for paper in found["results"]
    ]
    assert exported(client, **asked) == expected


def test_without_a_query_everything_is_exported_once(client: FlaskClient) -> None:
    ids = [paper["id"] for paper in exported(client)]
    assert len(ids) == len(set(ids)) == client.get("/api/v1/papers").json["meta"]["count"]


def test_several_pages_of_the_engine_hold_each_paper_once(large: Settings) -> None:
    papers = exported(create_app(large).test_client())
    assert len({paper["id"] for paper in papers}) == MANY
    snapshot = Snapshots(large).open(build(SearchRequest(sort="title", facets={})), page=333)
    assert (snapshot.count, len({hit["_id"] for hit in snapshot.hits()})) == (MANY, MANY)
    assert wait_for(lambda: open_contexts(large) == 0)


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("q", ["", "example"])
def test_pages_go_on_behind_papers_without_a_year_a_title_or_citations(known_settings: Settings, sort: str, q: str) -> None:
    body = build(SearchRequest(q=q, sort=sort, facets={}, highlight=False))
    whole = [hit["_id"] for hit in Snapshots(known_settings).open(body).hits()]
    snapshot = Snapshots(known_settings).open(body, page=7)
    assert [hit["_id"] for hit in snapshot.hits()] == whole
    assert len(whole) == len(set(whole)) == snapshot.count > 7


def test_an_export_never_holds_the_nearest_instead(client: FlaskClient) -> None:
    q = "robots gardening zzzz"
    assert client.get("/api/v1/papers", query_string={"q": q}).json["meta"]["count"] > 0
    assert exported(client, q=q) == []
    feed = client.get("/api/v1/feed", query_string={"q": q, "format": "json"})
    assert feed.json["items"] == []


def test_a_file_is_called_after_its_query(client: FlaskClient) -> None:
    def name(**parameters: str) -> str:
        response = client.head("/api/v1/export", query_string={"format": "ris", **parameters})
        return response.headers["Content-Disposition"]

    assert name() == 'attachment; filename="papers.ris"'
    assert name(q='a/b "c" ..') == 'attachment; filename="papers-a-b-c.ris"'
    assert name(q="图 BERT") == f"attachment; filename=\"papers-BERT.ris\"; filename*=UTF-8''{quote('papers-图-BERT')}.ris"
    assert (
        name(venue="例子学报", year="2020")
        == f"attachment; filename=\"papers-2020.ris\"; filename*=UTF-8''{quote('papers-例子学报-2020')}.ris"
    )
    assert name(q="\r\nX-Evil: 1") == 'attachment; filename="papers-X-Evil-1.ris"'
    assert len(name(q="深" * 300)) < 700


def test_head_tells_the_count_and_streams_nothing(client: FlaskClient, known_settings: Settings) -> None:
    response = client.head("/api/v1/export?format=csv")
    assert response.status_code == 200
    assert response.data == b""
    assert response.headers["X-Total-Count"] == str(client.get("/api/v1/papers").json["meta"]["count"])
    assert response.content_type == "text/csv; charset=utf-8; header=present"


def test_options_of_a_format_are_taken(client: FlaskClient) -> None:
    def text(**parameters: str) -> str:
        return client.get("/api/v1/export", query_string={"q": "参考文献管理工具研究", **parameters}).text

    assert text(format="csv", bom="true").startswith("\ufeffid,title,")
    assert "@article{余2009参考文献," in text(format="bibtex", keys="han")
    assert "@article{yu2009cankaowenxian," in text(format="bibtex")
    rows = list(csv.DictReader(io.StringIO(text(format="csv"), newline="")))
    assert rows[0]["title"] == "参考文献管理工具研究"
    assert text(format="gb7714", style="paired").startswith("[1] 余敏, 朱江, 丁照蕾. 参考文献管理工具研究[J].")


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("", "format", "jsonl, csv, bibtex, ris, csl, gb7714"),
        ("format=docx", "format", "jsonl, csv, bibtex, ris, csl, gb7714"),
        ("format=csv&page=2", "page", "valid are format, q, category"),
        ("format=csv&sort=best", "sort", "relevance"),
        ("format=csv&keys=han", "keys", "format=bibtex only"),
        ("format=bibtex&bom=true", "bom", "format=csv only"),
        ("format=gb7714&style=apa", "style", "single, paired"),
        ("format=csv&strict=true&q=(a", "q", "character"),
    ],
)
def test_wrong_parameters_are_named_before_a_byte_is_sent(client: FlaskClient, query: str, field: str, words: str) -> None:
    response = client.get(f"/api/v1/export?{query}")
    assert (response.status_code, response.mimetype) == (400, "application/problem+json")
    assert any(one["field"] == field and words in one["message"] for one in response.json["errors"]), response.json


def test_an_export_past_the_limit_fails_loudly(known_settings: Settings) -> None:
    before = open_contexts(known_settings)
    client = create_app(replace(known_settings, export_limit=5)).test_client()
    count = client.get("/api/v1/papers").json["meta"]["count"]
    for method in ("GET", "HEAD"):
        response = client.open("/api/v1/export?format=csv", method=method)
        assert (response.status_code, response.mimetype) == (400, "application/problem+json")
    problem = client.get("/api/v1/export?format=csv").json
    assert problem["code"] == "export_too_large"
    assert f"{count:,}" in problem["detail"]
    assert all(word in problem["detail"] for word in ("at most 5", "year=2024", "cursor"))
    assert client.get("/api/v1/export?format=csv&q=SXS:BBH:0002").status_code == 200
    # Other tests may have left walks under way in this index.
    assert wait_for(lambda: open_contexts(known_settings) <= before)


def test_only_some_threads_are_busy_with_exports(known_settings: Settings) -> None:
    client = create_app(replace(known_settings, threads=4)).test_client()
    under_way = [client.get("/api/v1/export?format=csv") for _ in range(2)]
    refused = client.get("/api/v1/export?format=csv")
    assert (refused.status_code, refused.json["code"]) == (503, "too_many_exports")
    assert int(refused.headers["Retry-After"]) > 0
    assert client.get("/api/v1/papers").status_code == 200
    for response in under_way:
        response.close()
    assert client.get("/api/v1/export?format=csv").status_code == 200


def test_an_export_that_nobody_reads_is_closed_with_its_response(client: FlaskClient, known_settings: Settings) -> None:
    before = open_contexts(known_settings)
    response = client.get("/api/v1/export?format=csv", buffered=False)
    response.close()
    # Other tests may have left walks under way in this index.
    assert wait_for(lambda: open_contexts(known_settings) <= before)


def narrow(host: str | None, port: int | None) -> socket.socket:
    """A connection whose buffer is small, so that the server has to wait for the client."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect((host, port))
    return connection


def started(url: str) -> socket.socket:
    """A client that asked for everything and read the beginning."""
    place = urlsplit(url)
    connection = narrow(place.hostname, place.port)
    connection.sendall(b"GET /api/v1/export?format=jsonl HTTP/1.1\r\nHost: h\r\n\r\n")
    assert connection.recv(1000).startswith(b"HTTP/1.1 200 ")
    return connection


def test_a_client_that_goes_away_frees_everything(large: Settings, large_url: str) -> None:
    connection = started(large_url)
    assert open_contexts(large) == 1
    connection.close()
    assert wait_for(lambda: open_contexts(large) == 0)


def test_a_client_that_takes_nothing_is_not_waited_for(large: Settings, large_url: str) -> None:
    connection = started(large_url)
    assert wait_for(lambda: open_contexts(large) == 0), "EXPORT_STALL is 2 s here"
    connection.close()


def test_a_stream_that_breaks_cannot_be_taken_for_a_whole_one(base_settings: Settings, tmp_path: Path) -> None:
    settings = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-broken")
    load_large(settings, tmp_path)
    engine = Elasticsearch(settings.elasticsearch_url)
    with served(settings, WORKERS="1") as url:
        place = urlsplit(url)
        connection = HTTPConnection(place.hostname or "", place.port, timeout=30)
        connection.sock = narrow(place.hostname, place.port)
        connection.request("GET", "/api/v1/export?format=jsonl")
        response = connection.getresponse()
        assert response.status == 200
        response.read(1000)
        for name in engine.indices.get_alias(name=settings.papers_alias):
            engine.indices.delete(index=name)
        with pytest.raises(IncompleteRead):
            response.read()
        # The worker lives on.
        with urllib.request.urlopen(f"{url}/livez", timeout=5) as alive:  # noqa: S310
            assert alive.status == 200


def test_searches_are_answered_beside_exports(large_url: str) -> None:
    connections = [started(large_url) for _ in range(2)]
    began = time.monotonic()
    with urllib.request.urlopen(f"{large_url}/api/v1/papers?size=1", timeout=10) as response:  # noqa: S310
        assert json.load(response)["meta"]["count"] == MANY
    assert time.monotonic() - began < 2
    for connection in connections:
        connection.close()


def test_a_whole_stream_comes_through_a_real_server(large: Settings, large_url: str) -> None:
    wait_for(lambda: open_contexts(large) == 0)
    with urllib.request.urlopen(f"{large_url}/api/v1/export?format=csv", timeout=60) as response:  # noqa: S310
        rows = list(csv.DictReader(io.StringIO(response.read().decode(), newline="")))
    assert len({row["id"] for row in rows}) == MANY == int(response.headers["X-Total-Count"])


def test_the_feed_is_the_newest_of_a_query(client: FlaskClient) -> None:
    newest = client.get("/api/v1/papers?q=example&sort=added&size=3&highlight=false").json["results"]
    response = client.get("/api/v1/feed?q=example&size=3", headers={"Host": "papers.example"})
    assert response.content_type == "application/atom+xml; charset=utf-8"
    root = ElementTree.fromstring(response.data)  # noqa: S314
    assert [entry.findtext(f"{ATOM}title") for entry in root.findall(f"{ATOM}entry")] == [paper["title"] for paper in newest]
    links = {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")}
    assert links == {
        "self": "http://papers.example/api/v1/feed?q=example&size=3",
        "alternate": "http://papers.example/?q=example",
    }
    assert root.findtext(f"{ATOM}updated") == max(paper["updated"] for paper in newest)


def test_the_feed_is_also_json_and_keeps_its_names(client: FlaskClient) -> None:
    first = client.get("/api/v1/feed?format=json&q=图神经网络")
    again = client.get("/api/v1/feed?format=json&size=5&q=图神经网络", headers={"Host": "elsewhere"})
    assert first.content_type == "application/feed+json; charset=utf-8"
    assert first.json["title"] == "论文检索: 图神经网络"
    assert [item["id"] for item in again.json["items"]] == [item["id"] for item in first.json["items"]][:5] != []
    assert len(client.get("/api/v1/feed?format=json").json["items"]) == 50


def test_a_host_that_is_no_name_cannot_write_into_a_feed(client: FlaskClient) -> None:
    response = client.get("/api/v1/feed?q=%22%3E%3Cx%3E&size=1", headers={"Host": 'a"><script>'})
    if response.status_code == 200:
        ElementTree.fromstring(response.data)  # noqa: S314
        assert b"<script>" not in response.data
    else:
        assert response.status_code == 400


def test_wrong_parameters_of_a_feed_are_named(client: FlaskClient) -> None:
    response = client.get("/api/v1/feed?format=rss&size=101&sort=title")
    assert response.status_code == 400
    assert {one["field"] for one in response.json["errors"]} == {"format", "size", "sort"}


def test_exports_at_the_same_time_do_not_mix(client: FlaskClient) -> None:
    texts: dict[str, str] = {}

    def run(q: str) -> None:
        texts[q] = client.application.test_client().get("/api/v1/export", query_string={"format": "bibtex", "q": q}).text

    threads = [threading.Thread(target=run, args=(q,)) for q in ("robots", "bert")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts["robots"] == client.get("/api/v1/export?format=bibtex&q=robots").text
    assert texts["bert"] == client.get("/api/v1/export?format=bibtex&q=bert").text
