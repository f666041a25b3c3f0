"""The search over REST, on the known papers in a real engine: what is found, in what order, with what marks."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

pytestmark = pytest.mark.engine
NASTY = "Journal of Examples"


def search(client: FlaskClient, **parameters: Any) -> dict[str, Any]:
    names = {name.replace("__", "."): value for name, value in parameters.items()}
    response = client.get("/api/v1/papers", query_string=names)
    assert response.status_code == 200, response.json
    content: dict[str, Any] = response.json
    return content


def titles(client: FlaskClient, **parameters: Any) -> list[str]:
    return [paper["title"] for paper in search(client, size=100, **parameters)["results"]]


@pytest.mark.parametrize("q", ["evidence-based", "evidence based", "evidencebased", "Evidence‑based"])
def test_a_hyphenated_word_is_found_with_hyphen_blank_or_nothing(client: FlaskClient, q: str) -> None:
    assert "Evidence-based syntactic transformations for information extraction" in titles(client, q=q)


@pytest.mark.parametrize(
    ("q", "title"),
    [
        ("非侵入", None),
        ("non-invasive", "Non-invasive measurement of the muon g-2"),
        ("g-2", "Non-invasive measurement of the muon g-2"),
        ("C++", "Templates in C++ and generics in C#"),
        ("C#", "Templates in C++ and generics in C#"),
        ("two's complement", "Two’s complement arithmetic"),
        ("two’s complement arithmetic.", "Two’s complement arithmetic"),
        ("fruhwirth", "Rotary kilns by Frühwirth's method"),
        ("isler", "Rotary kilns by Frühwirth's method"),
        ("Devris Isler", "Rotary kilns by Frühwirth's method"),
        ("O’Brien", "Rotary kilns by Frühwirth's method"),
        ("naive cafe", "Rotary kilns by Frühwirth's method"),
        ("国际电子", "國際電子學報的歷史"),
        ("國際電子", "国际电子学报的未来"),
        ("bert模型", "ＢＥＲＴ模型与全角字母"),
        ("BERT文本", "基于BERT的文本分类研究"),
        ("文本分类 bert", "基于BERT的文本分类研究"),
        ("化妆包", "ＢＥＲＴ模型与全角字母"),
        ("包", "ＢＥＲＴ模型与全角字母"),
        ("SXS:BBH:0002", "Colliding black holes SXS:BBH:0002"),
        ("H2O", "Colliding black holes SXS:BBH:0002"),
        ("𠮷野家", "生僻字𠮷野家研究"),
        ("欧阳修", "生僻字𠮷野家研究"),
        ("深層学習", "深層学習によるテキスト分類"),
        ("to be or not to be", "The whole of the plan that they will be"),
        ("graph theory 2019", "Graph theory in 2019"),
        ("kiln", "Rotary kilns by Frühwirth's method"),
        ("zhang g-2", "Non-invasive measurement of the muon g-2"),
        ("張三", "國際電子學報的歷史"),
        ("张三", "國際電子學報的歷史"),
    ],
)  # fmt: skip
def test_what_a_person_types_finds_the_paper(client: FlaskClient, q: str, title: str | None) -> None:
    found = titles(client, q=q)
    assert title in found if title else not search(client, q=q)["meta"]["warnings"] or found


def test_a_han_name_never_finds_another_of_the_same_sound(client: FlaskClient) -> None:
    assert "国际电子学报的未来" not in titles(client, q="张三")


@pytest.mark.parametrize(
    ("q", "found", "not_found"),
    [
        ('"in space"', "Robots in space", "Space for robots"),
        ("“in space”", "Robots in space", "Space for robots"),
        ('"robots in space"', "Robots in space", "Space for robots"),
        ('"space for robots"', "Space for robots", "Robots in space"),
        ('"国际电子学报"', "國際電子學報的歷史", "生僻字𠮷野家研究"),
        ('"基于BERT的"', "基于BERT的文本分类研究", "ＢＥＲＴ模型与全角字母"),
        ('"于BERT的文本分"', "基于BERT的文本分类研究", "ＢＥＲＴ模型与全角字母"),
        ('"BERT的"', "基于BERT的文本分类研究", "ＢＥＲＴ模型与全角字母"),
        ('"BERT模"', "ＢＥＲＴ模型与全角字母", "基于BERT的文本分类研究"),
        ('"包"', "ＢＥＲＴ模型与全角字母", "基于BERT的文本分类研究"),
        ('"C++ and generics"', "Templates in C++ and generics in C#", "Robots in space"),
    ],
)
def test_a_phrase_is_exact(client: FlaskClient, q: str, found: str, not_found: str) -> None:
    assert found in titles(client, q=q)
    assert not_found not in titles(client, q=q)


def test_a_quoted_single_word_finds_that_form_only(client: FlaskClient) -> None:
    assert "Rotary kilns by Frühwirth's method" in titles(client, q='"kilns"')
    assert titles(client, q='"kiln"') == []


@pytest.mark.parametrize("title", ["Space for robots", "Graph theory in 2019", "基于BERT的文本分类研究", "国际电子学报的未来"])
def test_a_pasted_title_comes_first(client: FlaskClient, title: str) -> None:
    assert titles(client, q=title)[0] == title
    assert titles(client, q=title + ".")[0] == title


def test_marks_stand_on_the_original_text_and_everything_else_is_escaped(client: FlaskClient) -> None:
    marked = search(client, q="国际电子")["results"]
    assert {paper["highlights"]["titles"]["zh"] for paper in marked if paper["venue"] in ("例子学报", "例子學報")} == {
        "<mark>國際電子</mark>學報的歷史",
        "<mark>国际电子</mark>学报的未来",
    }
    script = search(client, q="alert markup")["results"][0]
    assert script["highlights"]["titles"]["en"].startswith("&lt;script&gt;<mark>alert</mark>(1)&lt;&#x2F;script&gt; &amp; ")


def test_marks_can_be_switched_off(client: FlaskClient) -> None:
    assert search(client, q="robots", highlight="false")["results"][0]["highlights"] == {}


def test_when_no_paper_has_all_words_the_nearest_are_shown_and_it_is_said(client: FlaskClient) -> None:
    answer = search(client, q="robots gardening zzzz")
    assert answer["meta"]["warnings"][0]["code"] == "relaxed"
    assert answer["meta"]["warnings"][0]["message"].keys() == {"zh", "en"}
    assert answer["results"][0]["title"] in ("Robots in space", "Space for robots")
    assert answer["facets"]["year"]["values"][0]["count"] > 0


def test_nothing_found_is_an_empty_list_and_no_error(client: FlaskClient) -> None:
    answer = search(client, q="zzzzqqqq")
    assert (answer["meta"]["count"], answer["results"], answer["meta"]["warnings"]) == (0, [], [])


@pytest.mark.parametrize(
    "q",
    [
        "-", "*", '"', "(", "AND AND", '"“”', "\x00", "a\x00b", "😀", "\u200f\u202e", "٣", "''", "\\", "{}", "$O(n^2)$",
        "10.1002/(SICI)1097", "10.5281//zenodo.1", "a" * 1000, "深" * 1000, "year:2019", "title:(", "~!@#%^&*()_+", "x " * 500,
        "的", "。，！", "+1 +2", "<", "\t\n", '"C++"', '"#"',
    ],
)  # fmt: skip
def test_nothing_that_a_person_can_type_is_an_error(client: FlaskClient, q: str) -> None:
    search(client, q=q)


def test_derived_titles_and_cut_author_lists_say_so(client: FlaskClient) -> None:
    paper = search(client, q="paper has no title")["results"][0]
    assert paper["title"] == "We measure what happens when a paper has no title at all."
    assert (paper["title_is_derived"], paper["authors_truncated"], paper["titles"]) == (True, True, {})


def test_other_languages_are_kept_and_said(client: FlaskClient) -> None:
    paper = search(client, q="深層学習による")["results"][0]
    assert paper["titles"]["ja"] == "深層学習によるテキスト分類"
    assert paper["language"] == "ja"


def test_a_search_has_every_field_of_the_contract(client: FlaskClient) -> None:
    answer = search(client, q="bert")
    assert answer.keys() == {"meta", "results", "facets", "links"}
    assert answer["meta"].keys() == {
        "count", "page", "size", "took_ms", "timed_out", "next_cursor", "query", "warnings", "suggestion",
    }  # fmt: skip
    for paper in answer["results"]:
        assert not {"contributions", "keys", "author_keys", "digest", "aliases"} & paper.keys()
        assert paper["links"]["self"] == f"/api/v1/papers/{paper['id']}"
        assert all(author.keys() == {"name", "names", "key", "affiliations", "orcid"} for author in paper["authors"])


def test_only_the_named_fields_are_given(client: FlaskClient) -> None:
    paper = search(client, q="many hands", fields="id,title,authors.name")["results"][0]
    assert paper.keys() == {"id", "title", "authors"}
    assert paper["authors"][199] == {"name": "Author Hrx"}


@pytest.mark.parametrize("sort", ["newest", "oldest", "added", "citations", "title", "relevance"])
def test_every_sort_gives_each_paper_once(client: FlaskClient, sort: str) -> None:
    count = search(client)["meta"]["count"]
    seen = [paper["id"] for page in range(1, 9) for paper in search(client, sort=sort, page=page, size=15)["results"]]
    assert len(seen) == len(set(seen)) == min(count, 120)


def test_sorts_are_in_order(client: FlaskClient) -> None:
    years = [paper["year"] for paper in search(client, sort="oldest", size=50, has="year")["results"]]
    assert years == sorted(years)
    cited = [paper["citations"] for paper in search(client, sort="citations", size=5)["results"]]
    assert cited == sorted(cited, reverse=True)
    assert [paper["year"] for paper in search(client, size=3)["results"]] == sorted(
        [paper["year"] for paper in search(client, size=3)["results"]], reverse=True
    )


def test_pages_end_where_the_results_end(client: FlaskClient) -> None:
    count = search(client)["meta"]["count"]
    whole = search(client, size=count // 2, page=2)
    assert whole["links"]["next"] is None or count % 2
    beyond = search(client, page=50, size=100)
    assert (beyond["results"], beyond["meta"]["count"], beyond["links"]["next"]) == ([], count, None)
    assert beyond["links"]["prev"] is not None
    first = search(client, q="bert", size=2)
    following = client.get(first["links"]["next"]).json
    assert following["meta"]["page"] == 2
    assert not {p["id"] for p in following["results"]} & {p["id"] for p in first["results"]}


def test_flags_and_instants_narrow(client: FlaskClient) -> None:
    count = search(client)["meta"]["count"]
    assert titles(client, retracted="true") == ["A retracted example"]
    assert search(client, retracted="false")["meta"]["count"] == count - 1
    assert search(client, added_since="2000-01-01")["meta"]["count"] == count
    assert search(client, added_since="2100-01-01T00:00:00Z")["meta"]["count"] == 0


@pytest.mark.parametrize("begins", ["", "doi:", "author:", "title:", "doi：", "category:"])
@pytest.mark.parametrize("letter", ["1", "a", "é", "的", "𠮷"])
def test_beginnings_as_long_as_a_query_may_be_are_answered(client: FlaskClient, begins: str, letter: str) -> None:
    """The engine looks for no beginning of more than 1,000 bytes."""
    for star in ("", "*"):
        search(client, q=begins + letter * (1000 - len(begins) - len(star)) + star, facets="none")


@pytest.mark.parametrize(
    ("part", "whole"),
    [("类别：自然语言", "类别：自然语言处理"), ("category:机器学", "类别：机器学习"), ("期刊：学习表征", "venue:ICLR")],
)
def test_a_part_of_a_chinese_label_names_what_the_whole_does(client: FlaskClient, part: str, whole: str) -> None:
    found, wanted = titles(client, q=part), titles(client, q=whole)
    assert wanted
    assert set(wanted) <= set(found)


@pytest.mark.parametrize(
    "narrowed", [{"language": "zh"}, {"language": "en"}, {"year": "1990"}, {"language": "zh", "year": "2020"}]
)
@pytest.mark.parametrize("q", ["bert zzzqq", "图神经网络 依存 zzzqq", "zzzqq zzzqqq", "bert"])
def test_searches_and_lists_of_values_relax_alike(client: FlaskClient, q: str, narrowed: dict[str, str]) -> None:
    page = search(client, q=q, facets="language", **{"facet.language.size": 1000}, **narrowed)
    alone = client.get("/api/v1/facets/language", query_string={"q": q, **narrowed, "size": 1000}).json
    assert {value["key"]: value["count"] for value in page["facets"]["language"]["values"]} == {
        value["key"]: value["count"] for value in alone["facet"]["values"]
    }
    relaxed = [[one["code"] for one in content["meta"]["warnings"]] for content in (page, alone)]
    assert relaxed[0] == relaxed[1]
