"""Answers kept and asked for conditionally, other origins, limits and counts: what holds for every resource of the API."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Loader
from elasticsearch import ApiError, Elasticsearch
from flask import Flask
from flask.testing import FlaskClient
from loads import papers, write_jsonl
from werkzeug.test import TestResponse

from service.app import create_app
from service.index import Administration
from service.index.client import _lacks, begin_request, connect, was_incomplete
from service.settings import Settings

pytestmark = pytest.mark.engine
READ = [
    "/api/v1/papers?q=bert", "/api/v1/papers?q=图神经网络&size=3", "/api/v1/suggest?q=bert", "/api/v1/stats?by=year",
    "/api/v1/fields", "/api/v1/openapi.json", "/api/v1/feed?format=atom", "/api/v1/feed?format=json", "/api/v1/papers/deleted",
]  # fmt: skip


def exists(client: FlaskClient, path: str) -> bool:
    return client.get(path).status_code == 200


def from_memory(client: FlaskClient) -> float:
    """How many answers have come from memory."""
    found = re.findall(r'lunwen_kept_answers_total\{source="memory"\} (\S+)', client.get("/metrics").text)
    return float(found[0]) if found else 0.0


def engine_calls(client: FlaskClient) -> float:
    """How many answers came from the engine. It is also asked behind their back, once a second and once a minute."""
    found = re.findall(r'lunwen_kept_answers_total\{[^}]*"engine"[^}]*\} (\S+)', client.get("/metrics").text)
    return sum(map(float, found))


def some_id(client: FlaskClient) -> str:
    return str(client.get("/api/v1/papers?size=1&facets=none").json["results"][0]["id"])


@pytest.mark.parametrize("path", READ)
def test_what_is_read_is_tagged_and_asked_for_again_without_the_engine(client: FlaskClient, path: str) -> None:
    if not exists(client, path):
        pytest.skip("not there yet")
    first = client.get(path)
    tag = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "public, max-age=0, must-revalidate"
    assert {"Accept", "Accept-Encoding"} <= {name.strip() for name in first.headers["Vary"].split(",")}
    calls = engine_calls(client)
    assert calls
    again = client.get(path)
    assert (again.data, again.headers["ETag"], again.headers["Content-Type"]) == (first.data, tag, first.headers["Content-Type"])
    empty = client.get(path, headers={"If-None-Match": tag})
    assert (empty.status_code, empty.data, empty.headers["ETag"]) == (304, b"", tag)
    assert "Content-Type" not in empty.headers
    assert engine_calls(client) == calls
    assert client.get(path, headers={"If-None-Match": f'"other", {tag}'}).status_code == 304
    assert client.get(path, headers={"If-None-Match": "*"}).status_code == 304
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_lists_have_weak_tags_and_single_papers_strong_ones(client: FlaskClient) -> None:
    assert client.get("/api/v1/papers").headers["ETag"].startswith('W/"')
    tag = client.get(f"/api/v1/papers/{some_id(client)}").headers["ETag"]
    assert tag.startswith('"')
    assert client.get(f"/api/v1/papers/{some_id(client)}", headers={"If-None-Match": tag}).status_code == 304
    assert client.get(f"/api/v1/papers/{some_id(client)}?fields=id").headers["ETag"] != tag


@pytest.mark.parametrize(
    "path", ["/api/v1/papers?q=bert", "/api/v1/suggest?q=be", "/api/v1/nothing", "/api/v1/papers?size=0", "/livez"]
)
@pytest.mark.parametrize("headers", [{}, {"Cache-Control": "no-cache"}])
def test_head_is_get_without_a_body(client: FlaskClient, path: str, headers: dict[str, str]) -> None:
    whole, empty = client.get(path), client.head(path, headers=headers)
    assert (empty.status_code, empty.data) == (whole.status_code, b"")
    assert empty.headers["Content-Type"] == whole.headers["Content-Type"]
    assert empty.headers.get("ETag") == whole.headers.get("ETag")
    # Times differ by a digit or two where they are told anew.
    assert abs(int(empty.headers["Content-Length"]) - len(whole.data)) <= (2 if headers else 0)


def test_no_cache_asks_the_engine_and_refreshes_what_is_kept(client: FlaskClient) -> None:
    path = "/api/v1/papers?q=robots&size=2"
    tag = client.get(path).headers["ETag"]
    calls = engine_calls(client)
    assert calls
    fresh = client.get(path, headers={"Cache-Control": "no-cache", "If-None-Match": tag})
    assert (fresh.status_code, fresh.headers["ETag"]) == (200, tag)
    assert engine_calls(client) > calls
    assert client.get(path).data == fresh.data


def test_the_order_of_parameters_does_not_matter_and_everything_else_does(client: FlaskClient) -> None:
    tags = [
        client.get(path, headers=headers).headers["ETag"]
        for path, headers in [
            ("/api/v1/papers?q=bert&size=3", {}),
            ("/api/v1/papers?size=3&q=bert", {}),
            ("/api/v1/papers?size=4&q=bert", {}),
            ("/api/v1/papers?size=3&q=bert", {"Accept": "application/json"}),
            ("/api/v1/papers?size=3&q=bert", {"Host": "elsewhere.example"}),
        ]
    ]
    assert tags[0] == tags[1]
    assert len(set(tags)) == 4


def test_walks_explanations_exports_and_errors_are_not_kept(client: FlaskClient) -> None:
    for path in ("/api/v1/explain?q=bert", "/api/v1/papers?cursor=*", "/api/v1/nothing", "/api/v1/papers?size=0"):
        answer = client.get(path)
        assert "ETag" not in answer.headers
        calls = from_memory(client)
        client.get(path)
        assert from_memory(client) == calls
    assert client.get("/api/v1/nothing").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("answer", "lacks"),
    [
        ({"timed_out": False, "_shards": {"failed": 0}}, False),
        ({"timed_out": True, "_shards": {"failed": 0}}, True),
        ({"timed_out": False, "_shards": {"failed": 1}}, True),
        ({"error": {"type": "index_not_found_exception"}, "status": 404}, True),
    ],
)
def test_an_answer_of_the_engine_is_known_to_lack_something(answer: dict[str, object], lacks: bool) -> None:
    assert _lacks(answer) is lacks


def test_a_refusal_of_the_engine_is_remembered_for_the_request_and_no_longer(base_settings: Settings) -> None:
    begin_request(5)
    client = connect(base_settings)
    with pytest.raises(ApiError):
        client.search(index=f"{base_settings.papers_alias}-absent", body={"size": 0})
    assert was_incomplete()
    begin_request(None)
    assert not was_incomplete()


def test_an_answer_without_a_part_is_neither_kept_nor_tagged(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    path = "/api/v1/papers?q=bert&size=7"
    with monkeypatch.context() as patched:
        patched.setattr("service.api.caching.was_incomplete", lambda: True)
        assert "ETag" not in client.get(path).headers
        calls = engine_calls(client)
        assert "ETag" not in client.get(path).headers
        assert engine_calls(client) > calls
    assert "ETag" in client.get(path).headers


def test_a_memory_of_no_bytes_keeps_nothing_and_still_answers_304(known_settings: Settings) -> None:
    client = create_app(replace(known_settings, cache_bytes=0)).test_client()
    tag = client.get("/api/v1/papers").headers["ETag"]
    client.get("/api/v1/papers")
    assert from_memory(client) == 0
    assert client.get("/api/v1/papers", headers={"If-None-Match": tag}).status_code == 304


def test_the_memory_stays_within_its_bytes(known_settings: Settings) -> None:
    app = create_app(replace(known_settings, cache_bytes=400_000))
    client = app.test_client()
    for n in range(60):
        client.get(f"/api/v1/papers?q=bert&size=5&facets=none&facet.author.size={n + 1}")
    assert 100_000 < app.extensions["caching"].answers.size <= 400_000


def test_two_workers_give_the_same_tags(known_settings: Settings) -> None:
    one, other = create_app(known_settings).test_client(), create_app(known_settings).test_client()
    for path in ("/api/v1/papers?q=bert", f"/api/v1/papers/{some_id(one)}"):
        # The terms that papers teach are read in the background at the beginning.
        until = time.monotonic() + 10
        while one.get(path).headers["ETag"] != other.get(path).headers["ETag"]:
            assert time.monotonic() < until
            time.sleep(0.1)


def test_a_change_is_seen_after_a_second(load: Loader, settings: Settings, tmp_path: Path) -> None:
    load(write_jsonl(tmp_path / "some.jsonl", papers(20)))
    client = create_app(settings).test_client()
    engine = Elasticsearch(settings.elasticsearch_url)
    index = Administration(settings).live()
    path = "/api/v1/papers?facets=none"
    first = client.get(path)
    document = engine.search(index=index, size=1)["hits"]["hits"][0]["_source"]
    for n in range(3):
        engine.index(index=index, id=f"new-{n}", document={**document, "id": f"new-{n}"}, refresh=True)
        time.sleep(1.0)
        now = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (now.status_code, now.json["meta"]["count"]) == (200, first.json["meta"]["count"] + n + 1)
    paper = client.get("/api/v1/papers/new-1").headers["ETag"]
    engine.index(index=index, id="new-0", document={**document, "id": "new-0", "year": 1900}, refresh=True)
    time.sleep(1.0)
    # Another paper's change leaves the tag of this one.
    assert client.get("/api/v1/papers/new-1", headers={"If-None-Match": paper}).status_code == 304
    assert client.get("/api/v1/papers/new-0").json["year"] == 1900
    engine.delete(index=index, id="new-0", refresh=True)
    time.sleep(1.0)
    assert client.get("/api/v1/papers/new-0").status_code == 404
    assert client.get(path).json["meta"]["count"] == first.json["meta"]["count"] + 2


def test_terms_that_change_without_the_index_change_the_tag(known_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(known_settings)
    client = app.test_client()
    tag = client.get("/api/v1/suggest?q=x").headers["ETag"]
    expander = app.extensions["searcher"].expander
    with_term = replace(expander.terms(), english={**expander.terms().english, "测试词": "test word"})
    words = app.extensions["caching"].words
    monkeypatch.setattr(words, "_tables", [lambda: with_term])
    assert client.get("/api/v1/suggest?q=x").headers["ETag"] != tag


@pytest.mark.parametrize("origin", ["https://one.example", "null"])
def test_pages_of_any_origin_may_read_and_send_searches(client: FlaskClient, origin: str) -> None:
    asked = {"Origin": origin, "Access-Control-Request-Headers": "content-type"}
    for path, method, allowed in [
        ("/api/v1/papers", "GET", "GET, HEAD"),
        ("/api/v1/papers/search", "POST", "POST"),
        ("/api/v1/papers/lookup", "POST", "POST"),
    ]:
        answer = client.options(path, headers={**asked, "Access-Control-Request-Method": method})
        assert answer.status_code == 200
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.headers["Access-Control-Allow-Methods"] == allowed
        assert "content-type" in answer.headers["Access-Control-Allow-Headers"].lower()
        assert int(answer.headers["Access-Control-Max-Age"]) > 0
    for answer in (client.get("/api/v1/papers"), client.get("/api/v1/nothing"), client.get("/api/v1/papers?size=0")):
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        exposed = answer.headers["Access-Control-Expose-Headers"]
        assert all(
            name in exposed for name in ("Link", "ETag", "X-Request-ID", "X-RateLimit-Remaining", "X-Total-Count", "Retry-After")
        )


def limited(settings: Settings, **values: object) -> FlaskClient:
    return create_app(replace(settings, **{"rate_limit": "5 per minute", **values})).test_client()  # type: ignore[arg-type]


def asks(client: FlaskClient, address: str, path: str = "/api/v1/papers?facets=none", **headers: str) -> TestResponse:
    return client.get(path, environ_base={"REMOTE_ADDR": address}, headers=headers)


def test_a_client_that_asks_too_much_is_told_when_to_come_back_and_others_are_not(known_settings: Settings) -> None:
    client = limited(known_settings)
    answers = [asks(client, "192.0.2.1") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers[:5]] == ["4", "3", "2", "1", "0"]
    assert answers[0].headers["X-RateLimit-Limit"] == "5"
    assert 0 <= int(answers[0].headers["X-RateLimit-Reset"]) - time.time() <= 61
    assert "Retry-After" not in answers[0].headers
    refused = answers[-1]
    assert refused.mimetype == "application/problem+json"
    assert (refused.json["code"], refused.json["request_id"]) == ("too_many_requests", refused.headers["X-Request-ID"])
    assert 0 <= int(refused.headers["Retry-After"]) <= 60
    assert asks(client, "192.0.2.2").status_code == 200
    for path in ("/livez", "/readyz", "/metrics"):
        assert asks(client, "192.0.2.1", path).status_code == 200
    assert client.options("/api/v1/papers", environ_base={"REMOTE_ADDR": "192.0.2.1"}).status_code == 200


def test_answers_from_memory_count_too_and_are_not_kept_with_somebodys_count(known_settings: Settings) -> None:
    client = limited(known_settings)
    assert [asks(client, "192.0.2.7").headers["X-RateLimit-Remaining"] for _ in range(3)] == ["4", "3", "2"]
    answer = asks(client, "192.0.2.8")
    assert answer.headers.getlist("X-RateLimit-Remaining") == ["4"]


def test_an_ipv6_client_is_its_network(known_settings: Settings) -> None:
    client = limited(known_settings)
    for n in range(5):
        asks(client, f"2001:db8:1:2::{n + 1}")
    assert asks(client, "2001:db8:1:2:ffff::9").status_code == 429
    assert asks(client, "2001:db8:1:3::1").status_code == 200


def test_behind_trusted_proxies_the_client_is_whom_they_name(known_settings: Settings) -> None:
    trusting, wary = limited(known_settings, trusted_proxies=1), limited(known_settings)
    for client, last in ((trusting, 200), (wary, 429)):
        seen = [asks(client, "192.0.2.9", **{"X-Forwarded-For": f"198.51.100.{n}"}).status_code for n in range(6)]
        assert seen == [200] * 5 + [last]
    # What a client itself puts before the proxy's word is not believed.
    forged = [asks(trusting, "192.0.2.9", **{"X-Forwarded-For": f"203.0.113.{n}, 198.51.100.99"}).status_code for n in range(6)]
    assert forged == [200] * 5 + [429]


def test_without_a_limit_there_are_no_headers_of_one(client: FlaskClient) -> None:
    assert not [name for name, _ in client.get("/api/v1/papers").headers if name.startswith("X-RateLimit")]


def test_requests_are_counted_by_endpoint_and_by_nothing_that_a_caller_chooses(known_settings: Settings) -> None:
    client = create_app(known_settings).test_client()
    for n in range(30):
        client.get(f"/api/v1/papers?q=word{n}")
        client.get(f"/api/v1/papers/unknown-{n}")
        client.get(f"/nowhere/{n}")
        client.open("/api/v1/papers", method=f"X{n}")
    text = client.get("/metrics").text
    assert 'lunwen_requests_total{endpoint="api.search",method="GET",status="200"} 30.0' in text
    assert 'lunwen_requests_total{endpoint="api.one",method="GET",status="404"} 30.0' in text
    assert 'lunwen_requests_total{endpoint="none",method="GET",status="404"} 30.0' in text
    assert 'method="other",status="405"} 30.0' in text
    assert "word1" not in text
    assert "lunwen_requests_in_progress 1.0" in text
    assert float(re.findall(r"^lunwen_papers (\S+)", text, re.M)[0]) == client.get("/api/v1/papers").json["meta"]["count"]
    assert float(re.findall(r'lunwen_engine_seconds_count\{operation="_search"\} (\S+)', text)[0]) >= 30
    assert len(text.splitlines()) < 400


def test_calls_that_the_engine_does_not_answer_are_counted(base_settings: Settings) -> None:
    client = create_app(replace(base_settings, elasticsearch_url="http://127.0.0.1:9")).test_client()
    assert client.get("/api/v1/papers").status_code == 503
    found = re.findall(r'lunwen_engine_errors_total\{outcome="unreachable"\} (\S+)', client.get("/metrics").text)
    assert float(found[0]) >= 1


def test_a_fault_of_ours_is_a_problem_without_its_inside(known_settings: Settings) -> None:
    app: Flask = create_app(known_settings)

    def broken() -> None:
        raise RuntimeError("secret inside")

    app.add_url_rule("/api/v1/broken", view_func=broken)
    answer = app.test_client().get("/api/v1/broken")
    assert (answer.status_code, answer.mimetype, answer.json["code"]) == (500, "application/problem+json", "internal_error")
    assert "secret" not in answer.text
    assert answer.headers["X-Request-ID"] == answer.json["request_id"]


@pytest.mark.parametrize("q", ["深" * 1000, "𠮷" * 1000])
def test_the_longest_query_fits_into_an_address(client: FlaskClient, q: str) -> None:
    assert client.get("/api/v1/papers", query_string={"q": q, "facets": "none"}).status_code == 200


def test_an_address_beyond_all_measure_is_414(client: FlaskClient) -> None:
    answer = client.get("/api/v1/papers?q=" + "a" * 33_000)
    assert (answer.status_code, answer.mimetype, answer.json["code"]) == (414, "application/problem+json", "uri_too_long")
    assert answer.headers["X-Request-ID"] == answer.json["request_id"]


@pytest.mark.parametrize("path", ["/nope", "/papers/none", "/?size=0"])
def test_problems_outside_of_the_api_are_not_kept_either(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={"Accept": "application/json"})
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("application/problem+json", "no-store")


def test_a_refusal_names_its_limit_or_what_is_allowed(client: FlaskClient) -> None:
    long = client.post("/api/v1/papers/search", data=b" " * (1024 * 1024 + 1), content_type="application/json")
    assert (long.status_code, long.json["detail"]) == (413, "The body is too long: it may have 1,048,576 bytes.")
    wrong = client.delete("/api/v1/papers")
    assert (wrong.status_code, wrong.json["detail"]) == (405, "DELETE is not possible here: send it as GET.")


@pytest.mark.parametrize("path", ["/api/v1/papers/search", "/api/v1/papers/lookup", "/api/v1/papers/lookup/"])
def test_what_is_posted_is_no_id_of_a_paper(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json["code"], answer.headers["Allow"]) == (405, "method_not_allowed", "POST")
    assert answer.json["detail"] == "GET is not possible here: send it as POST."
