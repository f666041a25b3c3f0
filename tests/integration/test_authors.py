"""Authors over REST: what is told of one is what counting the stored papers by hand gives; other writings lead to the key."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from service import names
from service.app import create_app
from service.schemas.authors import AUTHOR_FIELDS
from service.settings import Settings
from tests.conftest import Loader
from tests.integration.loads import stored, write_jsonl

pytestmark = pytest.mark.engine


def address(key: str) -> str:
    return f"/api/v1/authors/{quote(key, safe='')}"


def author(client: FlaskClient, key: str, **parameters: str) -> dict[str, Any]:
    response = client.get(address(key), query_string=parameters)
    content: Any = response.json
    assert response.status_code == 200, content
    return dict(content)


def pairs(values: list[dict[str, Any]]) -> dict[Any, int]:
    return {one["key"]: one["count"] for one in values if one["count"]}


@pytest.fixture(scope="module")
def papers(known_settings: Settings) -> list[dict[str, Any]]:
    return list(stored(known_settings).values())


@pytest.mark.parametrize(
    "key",
    ["余正涛", "李军辉", "hsin-hsi chen", "kaiming he", "qun liu", "devris isler", "bernhard scholkopf", "san zhang", "张三"],
)
def test_an_author_is_what_the_papers_say(client: FlaskClient, papers: list[dict[str, Any]], key: str) -> None:
    found = author(client, key)
    own = [paper for paper in papers if key in paper.get("author_keys", [])]
    assert own
    assert found.keys() == set(AUTHOR_FIELDS)
    assert (found["key"], found["papers"], found["papers_read"]) == (key, len(own), len(own))
    years = Counter(paper["year"] for paper in own if "year" in paper)
    assert pairs(found["years"]) == years
    assert (found["first_year"], found["last_year"]) == (min(years), max(years))
    assert pairs(found["categories"]) == Counter(area for paper in own for area in paper.get("areas", []))
    assert pairs(found["venues"]) == Counter(paper["venue"] for paper in own if "venue" in paper)
    assert pairs(found["languages"]) == Counter(paper["language"] for paper in own)
    keywords = Counter(word for paper in own for word in paper.get("keyword_keys", []))
    assert pairs(found["keywords"]).items() <= keywords.items()
    others = Counter(other for paper in own for other in paper["author_keys"] if other != key)
    assert pairs(found["coauthors"]).items() <= others.items()
    assert len(found["coauthors"]) == min(50, len(others))
    shown = {names.key(one["name"]): one["name"] for paper in own for one in paper["authors"]}
    assert all(one["name"] == shown[one["key"]] for one in found["coauthors"])
    assert names.key(found["name"]) == key
    papers_link: Any = client.get(found["links"]["papers"]).json
    assert papers_link["meta"]["count"] == found["papers"]
    assert client.get(found["links"]["self"]).json == found


def test_names_of_both_languages_are_variants_with_their_papers(client: FlaskClient) -> None:
    found = author(client, "余正涛")
    assert found["names"] == {"zh": "余正涛", "en": "Zhengtao Yu"}
    variants = {one["name"]: (one["key"], one["count"]) for one in found["variants"]}
    assert variants == {"余正涛": ("余正涛", 3), "Zhengtao Yu": ("zhengtao yu", 3)}


def test_traditional_and_simplified_are_one_author_and_other_han_names_are_not(client: FlaskClient) -> None:
    assert author(client, "张三")["papers"] == 1
    moved = client.get(address("張三"))
    assert (moved.status_code, moved.headers["Location"]) == (301, address("张三"))


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("Kaiming HE", "kaiming he"),
        ("  kaiming   he ", "kaiming he"),
        ("He, Kaiming", "kaiming he"),
        ("he kaiming", "kaiming he"),
        ("kaiminghe", "kaiming he"),
        ("Devriş İşler", "devris isler"),
        ("Bernhard Schölkopf", "bernhard scholkopf"),
        ("Éric Ó Súilleabháin", "eric o suilleabhain"),
        ("JACK O'BRIEN", "jack obrien"),
        ("Ｋａｉｍｉｎｇ Ｈｅ", "kaiming he"),
        ("Chen, Hsin-Hsi", "hsin-hsi chen"),
        ("余 正涛", "余正涛"),
    ],
)
def test_another_writing_moves_to_the_key(client: FlaskClient, written: str, key: str) -> None:
    response = client.get(address(written), query_string={"fields": "key"})
    assert (response.status_code, response.headers.get("Location")) == (301, f"{address(key)}?fields=key")
    assert client.get(response.headers["Location"]).json == {"key": key}


def test_pinyin_names_han_authors_as_near_and_moves_nowhere(client: FlaskClient) -> None:
    response = client.get(address("yuzhengtao"))
    content: Any = response.json
    assert response.status_code == 404
    assert {"field": "key", "message": "余正涛", "code": "near"} in content["errors"]


def test_a_key_that_nobody_has_is_not_found_and_near_ones_are_told(client: FlaskClient) -> None:
    for written in ("kaimin he", "kaiming hee", "kaiming"):
        response = client.get(address(written))
        content: Any = response.json
        assert (response.status_code, response.mimetype) == (404, "application/problem+json")
        assert "kaiming he" in [fault["message"] for fault in content["errors"]], written
        assert "Kaiming He" in content["detail"]
    nobody: Any = client.get(address("qqqq zzzz")).json
    assert (nobody["code"], nobody["errors"]) == ("not_found", [])


@pytest.mark.parametrize("key", ["/", "a/b", "*", '"', "(", "::", "…", "🙂", "x" * 3000, "-", "AND", "\u202e", " "])
def test_any_key_has_an_answer(client: FlaskClient, key: str) -> None:
    assert client.get(address(key)).status_code in (301, 404)


def test_only_the_named_fields_are_given_and_others_are_faults(client: FlaskClient) -> None:
    found = author(client, "qun liu", fields="name,coauthors.name,links")
    assert found.keys() == {"name", "coauthors", "links"}
    assert all(one.keys() == {"name"} for one in found["coauthors"])
    response = client.get(address("qun liu"), query_string={"fields": "email", "q": "x"})
    content: Any = response.json
    assert response.status_code == 400
    assert {fault["field"] for fault in content["errors"]} == {"fields", "q"}


def test_keys_with_slashes_and_long_ones_are_reached_by_their_own_link(load: Loader, settings: Settings, tmp_path: Path) -> None:
    people = ["The A/B Testing Group", "X" + "y" * 600 + " Z", "ATLAS Collaboration: Pixel & Tracker, 2nd"]
    load(write_jsonl(tmp_path / "a.jsonl", [{"title": "A paper", "authors": [{"name": one} for one in people], "year": 2020}]))
    client = create_app(settings).test_client()
    facet: Any = client.get("/api/v1/papers?facets=author").json
    keys = [value["key"] for value in facet["facets"]["author"]["values"]]
    assert len(keys) == len(people)
    for key in keys:
        found = author(client, key)
        assert (found["key"], found["papers"]) == (key, 1)
        assert client.get(found["links"]["self"]).json == found
        plain: Any = client.get(f"/api/v1/authors/{quote(key)}").json
        assert plain == found


def test_papers_of_several_people_are_told_as_such(load: Loader, settings: Settings, tmp_path: Path) -> None:
    orcid = "0000-0002-1825-0097"
    records: list[dict[str, Any]] = [
        {"title": f"Paper {n}", "authors": [{"name": "Wei Wang", "orcid": orcid}, f"Colleague {'abcd'[n]}x"]} for n in range(4)
    ]
    records += [{"title": f"Other {n}", "authors": [{"name": "Ada Lovelace", "orcid": orcid}]} for n in range(4)]
    load(write_jsonl(tmp_path / "a.jsonl", records))
    client = create_app(settings).test_client()
    several = author(client, "wei wang")
    assert several["may_be_several"]["code"] == "common_name"
    assert several["may_be_several"]["reason"].keys() == {"zh", "en"}
    assert several["orcid"] is None
    one = author(client, "ada lovelace")
    assert (one["may_be_several"], one["orcid"]) == (None, orcid)
    assert (one["years"], one["first_year"], one["last_year"]) == ([], None, None)


def test_a_merged_paper_keeps_the_forms_of_all_its_records(load: Loader, settings: Settings, tmp_path: Path) -> None:
    doi = {"ids": {"doi": ["10.5555/1"]}, "title": "One paper"}
    load(
        write_jsonl(tmp_path / "a.jsonl", [{**doi, "authors": ["Ada Lovelace", "Charles Babbage"]}]),
        write_jsonl(tmp_path / "b.jsonl", [{**doi, "authors": ["A. Lovelace", "C. Babbage"]}]),
    )
    client = create_app(settings).test_client()
    facet: Any = client.get("/api/v1/papers?facets=author").json
    key = next(value["key"] for value in facet["facets"]["author"]["values"] if "lovelace" in value["key"])
    assert {one["name"] for one in author(client, key)["variants"]} == {"Ada Lovelace", "A. Lovelace"}
