"""The values of one facet over REST: searched in, paged through, sorted, and always with the counts that following them gives."""

from __future__ import annotations

import base64
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from loads import write_jsonl

from service.app import create_app
from service.facets import FACETS
from service.index import Administration
from service.loading import LoadOptions, find_inputs, run_load
from service.settings import Settings
from service.values import listing

pytestmark = pytest.mark.engine
# Nothing, a query, filters of other facets, one that excludes, and words that only the nearest papers have.
NARROWINGS: list[dict[str, Any]] = [
    {}, {"q": "bert"}, {"language": "zh"}, {"year": "2010..2021", "has": "abstract"}, {"author.not": "san zhang"},
    {"q": "robots gardening zzzz"}, {"q": "神经网络", "expand": "off"},
]  # fmt: skip
LONG = "An institute with a name that goes on and on " * 15
RECORDS: list[dict[str, Any]] = [
    {
        "title": "One", "authors": [{"name": "张三", "affiliations": [{"name": "清华大学计算机系", "country": "China"}]}],
        "keywords": {"zh": ["深度学习", "女性"], "en": ["C++", "a, b", 'say "x"']}, "category": "Deep Learning · Theory",
        "year": 2019, "venue": "A::B",
    },
    {
        "title": "Two", "authors": [{"name": "Devriş İşler", "affiliations": [{"name": LONG, "country": "Türkiye"}]}, "Si Li"],
        "keywords": {"en": ["self-attention", "😀", "a:b::c"], "zh": ["深度學習"]}, "category": "Computer Vision · 3D Vision",
        "year": 2020, "venue": "期刊，第一辑：例", "type": "article",
    },
    {
        "title": "Three", "authors": ["Li Wang", "Wei Li", "Olivia Example"], "keywords": ["learning to rank", "w" * 700],
        "categories": [{"area": "Deep Learning", "subarea": "Vision, applied"}, {"area": "Odd"}], "year": 2020,
        "venue": "V" * 700, "ids": {"doi": ["10.5555/3"]},
    },
    {"title": "第四篇", "authors": ["Li Wang"], "year": 2021},
]  # fmt: skip


def ask(client: FlaskClient, facet: str, **parameters: Any) -> dict[str, Any]:
    names = {name.replace("__", "."): value for name, value in parameters.items()}
    response = client.get(f"/api/v1/facets/{facet}", query_string=names)
    assert response.status_code == 200, response.json
    content: dict[str, Any] = response.json
    return content


def walk(client: FlaskClient, facet: str, **parameters: Any) -> Iterator[dict[str, Any]]:
    """The facets of all pages, one after the other."""
    cursor = "*"
    while cursor:
        answer = ask(client, facet, cursor=cursor, **parameters)
        yield answer["facet"]
        cursor = answer["next_cursor"]


def keys(client: FlaskClient, facet: str, **parameters: Any) -> list[str]:
    return [value["key"] for value in ask(client, facet, size=1000, **parameters)["facet"]["values"]]


def of_papers(client: FlaskClient, facet: str, **parameters: Any) -> dict[str, Any]:
    """The same facet as a search lists it."""
    found: dict[str, Any] = client.get(
        "/api/v1/papers", query_string={**parameters, "facets": facet, f"facet.{facet}.size": 1000, "size": 1}
    ).json["facets"][facet]
    return found


@pytest.fixture(scope="module")
def few(base_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A client over RECORDS."""
    settings = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-values-few")
    folder = tmp_path_factory.mktemp("few")
    file = write_jsonl(folder / "few.jsonl", RECORDS)
    run_load(settings, find_inputs([str(file)]), LoadOptions(rejects=folder / "rejects.jsonl"))
    return create_app(settings).test_client()


@pytest.mark.parametrize("narrowing", NARROWINGS, ids=str)
@pytest.mark.parametrize("name", FACETS)
def test_the_list_is_that_of_a_search(client: FlaskClient, name: str, narrowing: dict[str, Any]) -> None:
    expected = of_papers(client, name, **narrowing)
    answer = ask(client, name, size=1000, **narrowing)
    found = answer["facet"]
    # A label is what most papers write; the first paper, which a search shows, may write it otherwise.
    plain = [(value["key"], value["count"], value["selected"], children(value)) for value in found["values"]]
    assert plain == [(value["key"], value["count"], value["selected"], children(value)) for value in expected["values"]]
    assert {part: found[part] for part in ("label", "distinct", "other", "missing", "error")} == {
        part: expected[part] for part in ("label", "distinct", "other", "missing", "error")
    }
    assert answer["next_cursor"] is None
    if narrowing.get("q") == "robots gardening zzzz":
        assert [warning["code"] for warning in answer["meta"]["warnings"]] == ["relaxed"]


def children(value: dict[str, Any]) -> list[tuple[str, int]]:
    return [(child["key"], child["count"]) for child in value["children"]]


@pytest.mark.parametrize("sort", ["count", "key"])
@pytest.mark.parametrize("narrowing", [*NARROWINGS[:3], {"contains": "a"}, {"contains": "a", "has": "abstract"}], ids=str)
@pytest.mark.parametrize("name", FACETS)
def test_pages_give_each_value_once_in_order_and_end_without_an_empty_one(
    client: FlaskClient, name: str, narrowing: dict[str, Any], sort: str
) -> None:
    whole = ask(client, name, size=1000, sort=sort, **narrowing)["facet"]
    size = 3 if len(whole["values"]) < 40 else 37
    pages = list(walk(client, name, size=size, sort=sort, **narrowing))
    assert [value for page in pages for value in page["values"]] == whole["values"]
    assert all(len(page["values"]) == size for page in pages[:-1])
    assert 0 < len(pages[-1]["values"]) <= size or len(pages) == 1
    counts = [value["count"] for value in whole["values"]]
    assert {page["distinct"] for page in pages} == {len(counts)}
    assert [page["other"] for page in pages] == [sum(counts) - sum(v["count"] for v in page["values"]) for page in pages]
    rows = [(value["key"].encode(), value["count"]) for value in whole["values"]]
    if sort == "key":
        assert rows == sorted(rows, reverse=name == "year")
    else:
        assert rows == sorted(rows, key=lambda row: (-row[1], row[0]))


@pytest.mark.parametrize(
    "narrowing", [{}, {"language": "zh"}, {"contains": "zhang"}, {"contains": "zhang", "q": "bert"}], ids=str
)
@pytest.mark.parametrize("sort", ["count", "key"])
@pytest.mark.parametrize("name", ["author", "category", "keyword", "year"])
def test_selected_values_are_all_on_the_first_page_and_never_again(
    client: FlaskClient, name: str, narrowing: dict[str, Any], sort: str
) -> None:
    everything = keys(client, name)
    chosen = [everything[0], everything[-1], everything[len(everything) // 2]]
    pages = list(walk(client, name, size=5, sort=sort, **{name: [*chosen, *everything[1:3]]}, **narrowing))
    listed = [value for page in pages for value in page["values"]]
    assert {value["key"] for value in pages[0]["values"] if value["selected"]} == {*chosen, *everything[1:3]}
    assert not [value for page in pages[1:] for value in page["values"] if value["selected"]]
    assert len({value["key"] for value in listed}) == len(listed)
    assert all(page["values"] for page in pages)
    unselected = ask(client, name, size=1000, sort=sort, **narrowing)["facet"]["values"]
    counts = {value["key"]: value["count"] for value in unselected}
    assert counts.items() <= {value["key"]: value["count"] for value in listed}.items()
    assert pages[0]["other"] == sum(counts.values()) - sum(counts.get(value["key"], 0) for value in pages[0]["values"])


def test_a_selected_value_without_papers_is_listed_with_0_and_a_sub_area_in_its_area(client: FlaskClient) -> None:
    gone = ask(client, "author", author="nobody at all", q="robots", size=1)["facet"]["values"][-1]
    assert (gone["key"], gone["count"], gone["selected"]) == ("nobody at all", 0, True)
    area = ask(client, "category", category="No Area::None", size=1)["facet"]["values"][-1]
    assert (area["key"], area["count"], area["selected"]) == ("No Area", 0, False)
    assert [(child["key"], child["count"], child["selected"]) for child in area["children"]] == [("No Area::None", 0, True)]
    assert [value["key"] for value in ask(client, "year", year="1800..1801")["facet"]["values"]] == keys(client, "year")


@pytest.mark.parametrize(
    ("facet", "text", "found"),
    [
        ("keyword", "深度", ["深度学习"]),
        ("keyword", "學習", ["深度学习"]),
        ("keyword", "shendu", ["深度学习"]),
        ("keyword", "xuexi", ["深度学习"]),
        ("keyword", "sdxx", ["深度学习"]),
        ("keyword", "xx", ["深度学习", "女性"][:1]),
        ("keyword", "shēn dù", ["深度学习"]),
        ("keyword", "nvxing", ["女性"]),
        ("keyword", "nuxing", ["女性"]),
        ("keyword", "rank", ["learning to rank"]),
        ("keyword", "rank learn", ["learning to rank"]),
        ("keyword", "ank", []),
        ("keyword", "selfatt", ["self-attention"]),
        ("keyword", "ATTENTION", ["self-attention"]),
        ("keyword", "c++", ["c++"]),
        ("keyword", "a, b", ["a, b", "a:b::c"]),
        ("keyword", "a:b::c", ["a:b::c"]),
        ("keyword", 'say "x"', ['say "x"']),
        ("keyword", '"say', ['say "x"']),
        ("keyword", "😀", ["😀"]),
        ("keyword", "wwww", None),
        ("author", "isler", ["devris isler"]),
        ("author", "İŞLER", ["devris isler"]),
        ("author", "I\u0307s\u0327ler", ["devris isler"]),
        ("author", "zhang", ["张三"]),
        ("author", "sanzhang", ["张三"]),
        ("author", "zs", ["张三"]),
        ("author", "張", ["张三"]),
        ("author", "li", ["li wang", "si li", "wei li"]),
        ("author", "wang li", ["li wang"]),
        ("affiliation", "jisuanji", ["清华大学计算机系"]),
        ("affiliation", "計算機", ["清华大学计算机系"]),
        ("affiliation", "goes on", None),
        ("country", "中国", ["China"]),
        ("country", "zhongguo", ["China"]),
        ("country", "china", ["China"]),
        ("country", "turkiye", ["Türkiye"]),
        ("category", "theory", ["Deep Learning"]),
        ("category", "理论", ["Deep Learning"]),
        ("category", "vision", ["Computer Vision", "Deep Learning"]),
        ("category", "odd", ["Odd"]),
        ("venue", "B", ["A::B"]),
        ("venue", "辑", ["期刊，第一辑：例"]),
        ("venue", "diyiji", ["期刊，第一辑：例"]),
        ("type", "期刊", ["article"]),
        ("language", "中", ["zh"]),
        ("language", "english", ["en"]),
        ("year", "202", ["2020", "2021"]),
        ("has", "doi", ["doi"]),
        ("has", "摘要", []),
        ("source", "json", ["jsonl"]),
    ],
)
def test_a_list_is_searched_in_by_any_word_in_either_language(
    few: FlaskClient, facet: str, text: str, found: list[str] | None
) -> None:
    for narrowing in ({}, {"year": "2019..2021"}) if facet != "year" else ({}, {"has": "title"}):
        listed = keys(few, facet, contains=text, **narrowing)
        assert sorted(listed) == sorted(found) if found is not None else len(listed) == 1


def test_an_area_found_by_its_name_comes_whole_and_one_found_by_sub_areas_with_those(few: FlaskClient) -> None:
    for narrowing in ({}, {"year": "2019..2021"}):
        by_name = ask(few, "category", contains="deep", **narrowing)["facet"]["values"]
        assert {child["key"] for child in by_name[0]["children"]} == {"Deep Learning::Theory", "Deep Learning::Vision, applied"}
        by_part = ask(few, "category", contains="理论", **narrowing)["facet"]
        assert [child["key"] for child in by_part["values"][0]["children"]] == ["Deep Learning::Theory"]
        assert (by_part["values"][0]["count"], by_part["distinct"], by_part["other"]) == (2, 1, 0)


@pytest.mark.parametrize("narrowing", [{}, {"year": "2020"}], ids=str)
@pytest.mark.parametrize("name", FACETS)
def test_following_any_value_gives_its_count_whatever_signs_it_has(
    few: FlaskClient, name: str, narrowing: dict[str, Any]
) -> None:
    facet = ask(few, name, size=1000, **narrowing)["facet"]
    others = {other: value for other, value in narrowing.items() if other != name}
    for value in [one for top in facet["values"] for one in (top, *top["children"])]:
        answer = few.get("/api/v1/papers", query_string={**others, name: value["key"]}).json
        assert answer["meta"]["count"] == value["count"] > 0, value
        assert value["label"]["zh"]
        assert value["label"]["en"]
        again = ask(few, name, **{**narrowing, name: value["key"]})["facet"]["values"]
        assert [one["key"] for top in again for one in (top, *top["children"]) if one["selected"]] == [value["key"]]


def test_a_value_as_a_paper_shows_it_can_be_followed_however_long_it_is(few: FlaskClient) -> None:
    for filters in ({"keyword": "w" * 700}, {"affiliation": LONG.lower().strip()}, {"venue": "V" * 700}):
        answer = few.get("/api/v1/papers", query_string={**filters, "facets": next(iter(filters))}).json
        assert answer["meta"]["count"] == 1, filters
        values = answer["facets"][next(iter(filters))]["values"]
        assert [value["count"] for value in values if value["selected"]] == [1]


def test_labels_are_as_papers_write_them_and_translated_where_the_table_knows_them(few: FlaskClient) -> None:
    for narrowing in ({}, {"has": "title"}):
        labels = {value["key"]: value["label"] for value in ask(few, "author", **narrowing)["facet"]["values"]}
        assert labels["devris isler"] == {"zh": "Devriş İşler", "en": "Devriş İşler"}
        countries = {value["key"]: value["label"] for value in ask(few, "country", **narrowing)["facet"]["values"]}
        assert countries["China"] == {"zh": "中国", "en": "China"}
        affiliations = [value["label"]["en"] for value in ask(few, "affiliation", **narrowing)["facet"]["values"]]
        assert "清华大学计算机系" in affiliations
        assert LONG.strip() in affiliations
        assert {"A::B"} <= {value["label"]["en"] for value in ask(few, "venue", **narrowing)["facet"]["values"]}


def test_excluding_narrows_the_facet_itself_and_choosing_does_not(client: FlaskClient) -> None:
    before = ask(client, "author", size=1000)["facet"]
    first = before["values"][0]["key"]
    without = ask(client, "author", size=1000, **{"author.not": first})["facet"]
    assert first not in {value["key"] for value in without["values"]}
    assert without["distinct"] < before["distinct"]
    chosen = ask(client, "author", size=1000, author=first)
    assert [(v["key"], v["count"]) for v in chosen["facet"]["values"]] == [(v["key"], v["count"]) for v in before["values"]]
    both = ask(client, "author", size=1000, **{"author.all": first})["facet"]
    assert both["values"][0]["key"] == first
    assert both["distinct"] < before["distinct"]


def test_by_count_a_list_is_ten_thousand_deep_and_by_key_it_has_no_end(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.schemas.facets.MAX_DEPTH", 50)
    monkeypatch.setattr("service.searching.listing.MAX_DEPTH", 50)
    for narrowing in ({}, {"has": "title"}):
        first = ask(client, "author", size=30, **narrowing)
        second = ask(client, "author", size=30, cursor=first["next_cursor"], **narrowing)
        assert len(second["facet"]["values"]) == 20
        response = client.get("/api/v1/facets/author", query_string={"size": 30, "cursor": second["next_cursor"], **narrowing})
        assert response.status_code == 400
        assert [(one["field"], one["code"]) for one in response.json["errors"]] == [("cursor", "too_deep")]
        assert "sort=key" in response.json["errors"][0]["message"]
        assert len(list(walk(client, "author", size=30, sort="key", **narrowing))) > 2


def test_a_cursor_is_for_the_same_question_only_but_for_any_size(client: FlaskClient) -> None:
    cursor = ask(client, "author", size=2, q="bert", sort="key")["next_cursor"]
    assert set(cursor) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    assert ask(client, "author", size=3, q="bert", sort="key", cursor=cursor)["facet"]["values"]
    for facet, changed in (
        ("author", {}), ("author", {"q": "bert"}), ("author", {"q": "gan", "sort": "key"}),
        ("keyword", {"q": "bert", "sort": "key"}), ("author", {"q": "bert", "sort": "key", "contains": "a"}),
        ("author", {"q": "bert", "sort": "key", "year": "2019"}), ("author", {"q": "bert", "sort": "key", "year.not": "2019"}),
        ("author", {"q": "bert", "sort": "key", "retracted": "false"}),
    ):  # fmt: skip
        response = client.get(f"/api/v1/facets/{facet}", query_string={**changed, "cursor": cursor})
        assert response.status_code == 400, changed
        assert [(one["field"], one["code"]) for one in response.json["errors"]] == [("cursor", "cursor_invalid")]


@pytest.mark.parametrize(
    "cursor",
    ["", "x", "+", "=", "é", "a" * 3000, *(base64.urlsafe_b64encode(json.dumps(one).encode()).decode().rstrip("=") for one in (
        1, [], {}, None, [1, 2, 3], ["a", "b", "c", "d"], [1, "a", 1, "x"], [[], {}, [], []],
    ))],
)  # fmt: skip
def test_what_is_no_cursor_is_told_so(client: FlaskClient, cursor: str) -> None:
    response = client.get("/api/v1/facets/author", query_string={"cursor": cursor})
    assert (response.status_code, response.mimetype) == (400, "application/problem+json")


def test_an_unknown_facet_is_404_and_tells_the_valid_ones(client: FlaskClient) -> None:
    response = client.get("/api/v1/facets/colour")
    assert (response.status_code, response.json["code"]) == (404, "not_found")
    assert all(name in response.json["detail"] for name in FACETS)


def test_all_faults_are_told_at_once(client: FlaskClient) -> None:
    response = client.get("/api/v1/facets/author?size=1001&sort=name&page=2&contains=" + "a" * 1001)
    assert response.status_code == 400
    assert {one["field"] for one in response.json["errors"]} == {"size", "sort", "page", "contains"}
    assert client.get("/api/v1/facets/author?size=0").status_code == 400
    strict = client.get("/api/v1/facets/author", query_string={"q": '"unbalanced', "strict": "true"})
    assert strict.status_code == 400


def test_strict_does_not_relax(client: FlaskClient) -> None:
    answer = ask(client, "author", q="robots gardening zzzz", strict="true")
    assert (answer["meta"]["count"], answer["facet"]["values"]) == (0, [])


def test_the_tree_of_categories_is_whole_and_as_the_facet_has_it(client: FlaskClient) -> None:
    answer = client.get("/api/v1/categories").json
    assert answer["categories"] == of_papers(client, "category")["values"]
    assert answer["meta"]["count"] == client.get("/api/v1/papers?size=1").json["meta"]["count"]
    deep = next(area for area in answer["categories"] if area["key"] == "Deep Learning")
    assert deep["label"] == {"zh": "深度学习", "en": "Deep Learning"}
    assert deep["children"]
    response = client.get("/api/v1/categories?q=bert")
    assert (response.status_code, [one["field"] for one in response.json["errors"]]) == (400, ["q"])


def test_a_tree_of_more_than_a_thousand_areas_and_sub_areas_comes_whole(settings: Settings, tmp_path: Path) -> None:
    names = [f"Area {n} · Part {n % 7}" for n in range(1100)] + [f"Area 0 · Part {n}" for n in range(1100)]
    records = [{"title": f"Paper {n}", "year": 2000, "categories": names[n * 110 : n * 110 + 110]} for n in range(20)]
    run_load(settings, find_inputs([str(write_jsonl(tmp_path / "a.jsonl", records))]), LoadOptions(rejects=tmp_path / "r"))
    client = create_app(settings).test_client()
    tree = client.get("/api/v1/categories").json["categories"]
    assert len(tree) == 1100
    assert {area["key"]: len(area["children"]) for area in tree}["Area 0"] == 1100
    # Its sub-areas do not give way to those of other areas of the same papers.
    facet = of_papers(client, "category", category="Area 0::Part 1099")
    assert (facet["distinct"], facet["other"]) == (1100, 100)
    assert len({area["key"]: area for area in facet["values"]}["Area 0"]["children"]) == 1100


def test_before_the_first_load_it_is_503(base_settings: Settings) -> None:
    client = create_app(replace(base_settings, papers_alias=f"{base_settings.papers_alias}-none")).test_client()
    for path in ("facets/author", "facets/author?contains=a", "facets/category", "categories"):
        response = client.get(f"/api/v1/{path}")
        assert (response.status_code, response.json["code"]) == (503, "nothing_loaded")


def test_without_values_the_papers_are_counted_and_a_search_inside_waits(settings: Settings, tmp_path: Path) -> None:
    """As between the papers of a first load and their values."""
    run_load(settings, find_inputs([str(write_jsonl(tmp_path / "a.jsonl", RECORDS))]), LoadOptions(rejects=tmp_path / "r"))
    administration = Administration(settings)
    administration._client.indices.delete(index=administration.live_values())
    client = create_app(settings).test_client()
    listed = ask(client, "author")["facet"]
    assert (listed["distinct"], listed["values"][0]["key"]) == (6, "li wang")
    assert listed["values"][0]["label"]["en"] == "Li Wang"
    for facet in ("author", "category"):
        response = client.get(f"/api/v1/facets/{facet}?contains=li")
        assert (response.status_code, response.json["code"]) == (503, "engine_unavailable")
        assert int(response.headers["Retry-After"]) > 0


def test_many_values_that_match_are_counted_in_parts(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ask(client, "author", contains="a", has="title", size=1000)
    assert whole["facet"]["distinct"] > 40
    monkeypatch.setattr(listing, "KEYS", 20)
    assert ask(client, "author", contains="a", has="title", size=1000) == whole


def test_labels_count_and_order_are_the_same_with_any_number_of_random_walks(client: FlaskClient) -> None:
    chance = random.Random(7)  # noqa: S311
    whole = ask(client, "author", size=1000)["facet"]["values"]
    for _ in range(6):
        found: list[Any] = []
        cursor = "*"
        while cursor:
            answer = ask(client, "author", size=chance.randint(20, 200), cursor=cursor)
            found += answer["facet"]["values"]
            cursor = answer["next_cursor"]
        assert found == whole
    assert Counter(value["key"] for value in whole).most_common(1)[0][1] == 1
