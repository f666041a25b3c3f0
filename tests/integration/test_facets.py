"""Facets over REST: their counts are what following them gives, and what counting by hand gives."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from by_hand import Papers, compare
from flask.testing import FlaskClient
from loads import stored

from service.facets import DEFAULT_FACETS, FACETS
from service.settings import Settings

pytestmark = pytest.mark.engine


def search(client: FlaskClient, **parameters: Any) -> dict[str, Any]:
    names = {name.replace("__", "."): value for name, value in parameters.items()}
    response = client.get("/api/v1/papers", query_string=names)
    assert response.status_code == 200, response.json
    content: dict[str, Any] = response.json
    return content


def flat(facet: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for value in facet["values"]:
        yield value
        yield from value["children"]


@pytest.mark.parametrize("q", ["", "bert", "神经网络"])
@pytest.mark.parametrize("name", FACETS)
def test_following_a_value_gives_exactly_its_count(client: FlaskClient, name: str, q: str) -> None:
    facet = search(client, q=q, facets=name, **{f"facet.{name}.size": 1000})["facets"][name]
    values = list(flat(facet))
    assert values or q
    for value in values[:40]:
        assert search(client, q=q, facets="none", **{name: value["key"]})["meta"]["count"] == value["count"], value


@pytest.fixture(scope="module")
def papers(known_settings: Settings) -> Papers:
    """The stored papers, to be counted by hand."""
    return Papers(stored(known_settings).values())


@pytest.mark.parametrize("part", range(10))
def test_counts_under_random_filters_are_those_of_counting_by_hand_and_of_following(
    client: FlaskClient, papers: Papers, part: int
) -> None:
    """Five hundred combinations in all; tests/deep/test_facets.py has as many on 97,000 papers."""
    chance = random.Random(part)  # noqa: S311
    assert sum(compare(client, papers, papers.draw(chance), chance) for _ in range(50)) > 500


def test_counts_are_those_of_counting_by_hand(client: FlaskClient) -> None:
    pages = [search(client, size=100, page=page, facets="none")["results"] for page in (1, 2)]
    papers = [paper for page in pages for paper in page]
    facets = search(client, **{f"facet.{name}.size": 1000 for name in DEFAULT_FACETS})["facets"]

    def counted(name: str) -> dict[str, int]:
        return {value["key"]: value["count"] for value in flat(facets[name])}

    assert counted("author") == Counter(key for paper in papers for key in {author["key"] for author in paper["authors"]})
    assert counted("year") == Counter(str(paper["year"]) for paper in papers if paper["year"])
    assert counted("venue") == Counter(paper["venue"] for paper in papers if paper["venue"])
    assert counted("language") == Counter(paper["language"] for paper in papers)
    categories: Counter[str] = Counter()
    for paper in papers:
        categories.update({category["area"] for category in paper["categories"]} | {c["key"] for c in paper["categories"]})
    assert counted("category") == categories
    assert facets["category"]["missing"] == sum(not paper["categories"] for paper in papers)
    assert facets["author"]["distinct"] == len({author["key"] for paper in papers for author in paper["authors"]})
    assert all(facet["error"] == 0 for facet in facets.values())


def test_what_is_not_listed_is_told(client: FlaskClient) -> None:
    whole = search(client, facets="venue", **{"facet.venue.size": 1000})["facets"]["venue"]
    cut = search(client, facets="venue", **{"facet.venue.size": 2})["facets"]["venue"]
    assert len(cut["values"]) == 2
    assert cut["distinct"] == whole["distinct"] == len(whole["values"])
    assert cut["other"] == sum(value["count"] for value in whole["values"][2:])


def test_a_selected_value_is_always_listed_and_can_be_taken_back(client: FlaskClient) -> None:
    rare = search(client, facets="author", **{"facet.author.size": 1000})["facets"]["author"]["values"][-1]
    facet = search(client, author=rare["key"], **{"facet.author.size": 1})["facets"]["author"]
    assert [value["key"] for value in facet["values"] if value["selected"]] == [rare["key"]]
    gone = search(client, q="robots", author="nobody at all", category="No Area::None")["facets"]
    assert [(v["key"], v["count"], v["selected"]) for v in gone["author"]["values"] if v["selected"]] == [
        ("nobody at all", 0, True)
    ]
    area = next(value for value in gone["category"]["values"] if value["key"] == "No Area")
    assert [(child["key"], child["count"], child["selected"]) for child in area["children"]] == [("No Area::None", 0, True)]


def test_choosing_in_one_facet_changes_the_others_and_not_its_own(client: FlaskClient) -> None:
    before = search(client)["facets"]
    after = search(client, language="zh")["facets"]
    assert after["language"]["values"] != []
    assert [(v["key"], v["count"]) for v in after["language"]["values"]] == [
        (v["key"], v["count"]) for v in before["language"]["values"]
    ]
    assert after["venue"] != before["venue"]


def test_two_values_of_one_facet_are_either_and_of_two_facets_both(client: FlaskClient) -> None:
    zh, en = (search(client, language=code)["meta"]["count"] for code in ("zh", "en"))
    assert search(client, language=["zh", "en"])["meta"]["count"] == zh + en
    assert search(client, language="zh", venue="例子学报")["meta"]["count"] < zh


def test_all_and_not_work_inside_a_facet(client: FlaskClient) -> None:
    both = search(client, **{"author.all": ["san zhang", "si li"]})
    assert both["meta"]["count"] == 2
    assert all({"san zhang", "si li"} <= {author["key"] for author in paper["authors"]} for paper in both["results"])
    count = search(client)["meta"]["count"]
    only = search(client, language="zh")["meta"]["count"]
    without = search(client, **{"language.not": "zh"})
    assert without["meta"]["count"] == count - only
    assert "zh" not in {value["key"] for value in without["facets"]["language"]["values"]}


@pytest.mark.parametrize(
    ("year", "years"),
    [
        ("2018", {2018}), ("2018..2019", {2018, 2019}), ("..1990", None), ("2024..", None),
        (["2018", "2020..2021"], {2018, 2020, 2021}),
    ],
)  # fmt: skip
def test_years_may_be_ranges(client: FlaskClient, year: Any, years: set[int] | None) -> None:
    found = {paper["year"] for paper in search(client, year=year, size=100)["results"]}
    assert found == years if years else all(y <= 1990 or y >= 2024 for y in found)


def test_labels_are_in_both_languages_and_authors_keep_their_accents(client: FlaskClient) -> None:
    facets = search(client, q="kilns")["facets"]
    authors = {value["key"]: value["label"]["en"] for value in facets["author"]["values"]}
    assert authors["devris isler"] == "Devriş İşler"
    assert authors["jack obrien"] == "Jack O'Brien"
    language = search(client)["facets"]["language"]
    assert {"zh": "中文", "en": "Chinese"} in [value["label"] for value in language["values"]]


def test_all_two_hundred_authors_are_counted(client: FlaskClient) -> None:
    assert search(client, author="author hrx")["meta"]["count"] == 1


def test_a_filter_alone_never_relaxes_a_query(client: FlaskClient) -> None:
    """Else a value would count papers that following it does not find."""
    assert search(client, q="robots space", year="1990")["meta"]["count"] == 0
    facet = search(client, q="robots space", year="1990")["facets"]["year"]
    assert {value["key"]: value["count"] for value in facet["values"]} == {"2018": 2, "1990": 0}
    relaxed = search(client, q="robots gardening", year="2018")
    assert relaxed["meta"]["warnings"][0]["code"] == "relaxed"
    year = next(value for value in relaxed["facets"]["year"]["values"] if value["key"] == "2018")
    assert year["count"] == relaxed["meta"]["count"]
