"""Random combinations of filters on 97,000 real papers, each facet counted by hand as well; and lists to their end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from by_hand import FIELDS, Papers, compare
from elasticsearch import Elasticsearch, helpers
from flask.testing import FlaskClient

from service.app import create_app
from service.loading import LoadOptions, find_inputs, run_load
from service.settings import Settings

pytestmark = [pytest.mark.deep, pytest.mark.engine]

COMBINATIONS, PARTS = 500, 10


@pytest.fixture(scope="module")
def everything(base_settings: Settings, shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of an index with all conference papers."""
    settings = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-facets", log_level="ERROR")
    rejects = tmp_path_factory.mktemp("facets") / "rejects.jsonl"
    report = run_load(settings, find_inputs([str(shared / "data" / "papers_en" / "paperlists")]), LoadOptions(rejects=rejects))
    assert report.papers_in_index > 97_000
    return settings


@pytest.fixture(scope="module")
def client(everything: Settings) -> FlaskClient:
    return create_app(everything).test_client()


@pytest.fixture(scope="module")
def papers(everything: Settings) -> Papers:
    engine = Elasticsearch(everything.elasticsearch_url, request_timeout=60)
    query = {"query": {"match_all": {}}, "_source": [*FIELDS.values(), "retracted"]}
    return Papers(hit["_source"] for hit in helpers.scan(engine, index=everything.papers_alias, query=query, size=2000))


@pytest.mark.parametrize("part", range(PARTS))
def test_counts_under_random_filters_are_those_of_counting_by_hand(client: FlaskClient, papers: Papers, part: int) -> None:
    chance = random.Random(part)  # noqa: S311
    # Some combinations leave no paper, and so no value to follow.
    followed = [compare(client, papers, papers.draw(chance), chance) for _ in range(COMBINATIONS // PARTS)]
    assert sum(followed) > len(followed)


@pytest.mark.parametrize("narrowing", [{}, {"year": "2019..2021"}, {"contains": "li"}], ids=str)
@pytest.mark.parametrize("name", ["author", "affiliation", "keyword"])
def test_a_list_by_key_goes_to_its_end_and_has_each_value_once(
    client: FlaskClient, papers: Papers, name: str, narrowing: dict[str, str]
) -> None:
    first = client.get(f"/api/v1/facets/{name}", query_string={**narrowing, "size": 1}).json["facet"]
    listed = list(_walk(client, name, {**narrowing, "sort": "key"}))
    assert first["distinct"] == len(listed) or first["distinct_is_estimate"]
    assert first["other"] == sum(count for _, count in listed) - first["values"][0]["count"]
    assert [key for key, _ in listed] == sorted({key for key, _ in listed}, key=str.encode)
    years = [str(year) for year in range(2019, 2022)] if "year" in narrowing else list(papers.having["year"])
    counts = papers.counts(name, set().union(*(papers.having["year"][year] for year in years)))
    assert (dict(listed) == counts) if "contains" not in narrowing else (Counter(dict(listed)) <= counts and listed)


def _walk(client: FlaskClient, name: str, parameters: dict[str, str]) -> Iterator[tuple[str, int]]:
    cursor = "*"
    while cursor:
        answer = client.get(f"/api/v1/facets/{name}", query_string={**parameters, "size": 1000, "cursor": cursor}).json
        yield from ((value["key"], value["count"]) for value in answer["facet"]["values"])
        cursor = answer["next_cursor"]
