"""Facets: exact keys, true pairs, values that stay. tests/integration/test_facets.py has the counts of random selections."""

from __future__ import annotations

from typing import Any

import pytest
from users_ask.asking import Ask

pytestmark = pytest.mark.engine

SIGNS = ["a, b", "c|d", "e & f", "g/h", 'i "j" k', "l:m", "n*", "(o)", "null"]


def facet(ask: Ask, name: str, q: str = "", **parameters: Any) -> dict[str, Any]:
    found: dict[str, Any] = ask.answer(q, facets=name, **{f"facet.{name}.size": 1000, **parameters})["facets"][name]
    return found


def counts(found: dict[str, Any]) -> dict[str, int]:
    return {value["key"]: value["count"] for value in found["values"]}


@pytest.mark.parametrize("key", SIGNS)
def test_a_value_with_signs_is_one_value_and_finds_its_paper(ask: Ask, key: str) -> None:
    assert counts(facet(ask, "keyword"))[key] == 1
    assert ask.ids("", keyword=key) == ["signs-in-values"]
    assert ask.ids("", keyword=[key, "nobody has this"]) == ["signs-in-values"]
    assert "signs-in-values" not in ask.ids("", **{"keyword.not": key})


def test_parts_of_a_value_are_other_values(ask: Ask) -> None:
    assert ask.ids("", venue="Letters") == ["quoted-venue"]
    assert ask.ids("", venue="Proceedings, Part A & B | Letters/Notes") == ["signs-in-values"]
    assert ask.ids("", keyword="a") == ask.ids("", keyword="j") == ask.ids("", keyword="n") == ask.ids("", keyword="本") == []
    assert ask.ids("", category="R & D, etc.::Input/Output") == ask.ids("", category="R & D, etc.") == ["signs-in-values"]


def test_two_values_of_which_one_begins_like_the_other_are_two(ask: Ask) -> None:
    found = facet(ask, "keyword")
    assert {value["label"]["zh"]: value["count"] for value in found["values"] if value["key"].startswith("本科")} == {
        "本科": 2,
        "本科批A": 2,
    }
    for value in found["values"]:
        assert ask.count("", keyword=value["key"]) == value["count"]
    assert set(ask.ids("", keyword="本科")) == {"two-areas", "area-twice"}


def test_papers_without_a_value_can_be_asked_for_and_are_counted(ask: Ask) -> None:
    for name in ("venue", "year", "keyword", "category", "author", "abstract", "doi"):
        without = ask.ids("", **{"has.not": name})
        assert "bare" in without
        assert not set(without) & set(ask.ids("", has=name))
        assert len(without) + ask.count("", has=name) == ask.count()
        if name in ("venue", "year", "keyword", "category", "author"):
            assert facet(ask, name)["missing"] == len(without)


def test_a_paper_in_two_areas_shows_true_pairs_only_and_a_parent_counts_papers(ask: Ask) -> None:
    values = {value["key"]: value for value in facet(ask, "category")["values"]}
    assert {child["key"]: child["count"] for child in values["Area One"]["children"]} == {
        "Area One::Alpha": 2,
        "Area One::Beta": 2,
    }
    assert {child["key"]: child["count"] for child in values["Area Two"]["children"]} == {"Area Two::Beta": 1}
    assert values["Area One"]["count"] == 3 == ask.count("", category="Area One")
    assert ask.ids("", category="Area Two::Alpha") == []
    paper = ask.client.get("/api/v1/papers/two-areas").json
    assert [category["key"] for category in paper["categories"]] == ["Area One::Alpha", "Area Two::Beta"]


def test_choosing_changes_the_others_and_not_its_neighbours_and_a_second_value_is_or(ask: Ask) -> None:
    before = facet(ask, "keyword")
    chosen = ask.answer("", facets="keyword,year", keyword="本科", **{"facet.keyword.size": 1000})["facets"]
    assert counts(chosen["keyword"]) == counts(before)
    assert {key: count for key, count in counts(chosen["year"]).items() if count} == {"2021": 1, "2020": 1}
    assert set(ask.ids("", keyword=["本科", "本科批a"])) == {"two-areas", "one-area", "area-twice"}
    assert ask.ids("", **{"keyword.all": ["本科", "本科批a"]}) == ["area-twice"]


def test_a_ticked_value_stays_visible_however_far_down_it_is(ask: Ask) -> None:
    for q in ("", "kiln", "zzzz", "图神经网络"):
        values = ask.answer(q, facets="author", facet__author__size=1, author="example jtx")["facets"]["author"]["values"]
        assert [value["key"] for value in values if value["selected"]] == ["example jtx"]


def test_lists_do_not_stop_at_ten_and_say_what_is_left(ask: Ask) -> None:
    whole = facet(ask, "author")
    assert len(whole["values"]) == whole["distinct"] > 200
    assert whole["other"] == 0
    short = ask.answer("", facets="author", facet__author__size=15)["facets"]["author"]
    assert len(short["values"]) == 15
    assert short["other"] == sum(counts(whole).values()) - sum(counts(short).values())


@pytest.mark.parametrize("q", ["voorbeeld", "VOORB", "van der", "sampla", "Ó Samp", "O\u0301 Samp", "ó samp", "sean"])
def test_any_word_of_a_name_finds_the_value_accents_or_not(ask: Ask, q: str) -> None:
    found = ask.client.get("/api/v1/suggest", query_string={"q": q, "types": "author"}).json["suggestions"]
    assert {one["text"] for one in found} & {"Jan van der Voorbeeld", "Seán Ó Sampla"}


@pytest.mark.parametrize("q", ["俞", "栋", "yu", "yudong", "yd", "Yú Dòng"])
def test_han_values_are_found_by_pinyin_while_typing(ask: Ask, q: str) -> None:
    found = ask.client.get("/api/v1/suggest", query_string={"q": q, "types": "author"}).json["suggestions"]
    assert "俞栋" in {one["text"] for one in found}


@pytest.mark.parametrize("name", ["category", "author", "venue", "year", "language", "type"])
def test_labels_are_in_both_languages(ask: Ask, name: str) -> None:
    found = facet(ask, name)
    assert found["label"]["zh"] != found["label"]["en"]
    assert all(value["label"]["zh"] and value["label"]["en"] for value in found["values"])
    if name == "language":
        assert {value["key"]: value["label"]["zh"] for value in found["values"]}["en"] == "英文"
