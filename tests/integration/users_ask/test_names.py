"""Names as they come out again: one value a person-name, links that work, nobody made up. tests/integration/test_names.py
has the forms by which a name is found."""

from __future__ import annotations

from typing import Any

import pytest
from users_ask.asking import Ask

pytestmark = pytest.mark.engine


def authors(ask: Ask, paper: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask.client.get(f"/api/v1/papers/{paper}").json["authors"]
    return found


def values(ask: Ask, q: str = "", **parameters: Any) -> dict[str, int]:
    """The author facet: label -> count."""
    facet = ask.answer(q, facets="author", facet__author__size=1000, expand="off", **parameters)["facets"]["author"]
    return {value["label"]["en"]: value["count"] for value in facet["values"]}


def test_every_author_of_every_paper_leads_back_to_the_paper(ask: Ask) -> None:
    asked = 0
    for paper in ask.answer(size=100)["results"]:
        # Of the two hundred the first, the last, and those around the hundredth.
        for author in [*paper["authors"][:4], *paper["authors"][98:102], *paper["authors"][-2:]]:
            assert paper["id"] in ask.ids("", author=author["key"]), author
            assert paper["id"] in ask.ids(f'author:"{author["name"]}"'), author
            page = ask.client.get(f"/authors/{author['key']}", follow_redirects=True)
            assert page.status_code == 200
            asked += 1
    assert asked > 30


def test_family_name_first_comma_or_capitals_are_one_value(ask: Ask) -> None:
    assert values(ask)["Erika Muster"] == 3
    assert not {"Muster Erika", "Muster, Erika", "ERIKA MUSTER"} & values(ask).keys()
    assert set(ask.ids("", author="erika muster")) == {"comma-name", "turned-name", "shouted-name"}


@pytest.mark.parametrize(
    "form",
    [
        "Muster, Erika", "muster,erika", "Erika Muster", "ERIKA MUSTER", "muster, e", "Muster, E.", "E. Muster", "E Muster",
        "erika  muster", "Ｅｒｉｋａ　Ｍｕｓｔｅｒ",
    ],
)  # fmt: skip
def test_all_forms_of_a_name_find_the_same(ask: Ask, form: str) -> None:
    assert set(ask.ids(f'author:"{form}"')) == {"comma-name", "turned-name", "shouted-name"}
    assert {"comma-name", "turned-name", "shouted-name"} <= set(ask.ids(form))


def test_a_name_is_shown_as_its_paper_gives_it_and_never_made_up(ask: Ask) -> None:
    (author,) = authors(ask, "pair-name")
    assert (author["name"], author["names"]) == ("俞栋", {"zh": "俞栋", "en": "Dong Yu"})
    assert [author["name"] for author in authors(ask, "same-sound")] == ["于东"]
    assert authors(ask, "same-sound")[0]["names"].keys() <= {"zh"}
    # Searching in pinyin finds both readings; each stays itself.
    assert set(ask.ids("author:dongyu")) == {"pair-name", "same-sound"}
    assert values(ask, 'author:"Dong Yu"') == {"俞栋": 1, "于东": 1}
    assert ask.ids("author:俞栋") == ["pair-name"]


def test_han_names_keep_their_surname_and_are_never_cut_apart(ask: Ask) -> None:
    assert [author["name"] for author in authors(ask, "han-name")] == ["例子一", "欧阳例", "例子二"]
    assert ask.ids("author:欧阳") == ask.ids("author:歐陽例") == ask.ids('author:"欧阳 例"') == ["han-name"]
    assert ask.ids('author:"Ouyang Li"') == ask.ids('author:"Li Ouyang"') == ask.ids("author:ouyangli") == ["han-name"]


@pytest.mark.parametrize(
    ("form", "shown"),
    [
        ("Prince", "Prince"), ("prince", "Prince"),
        ("Muster, Sammy, Jr.", "Sammy Muster Jr."), ("Sammy Muster", "Sammy Muster Jr."),
        ("van der Voorbeeld, Jan", "Jan van der Voorbeeld"), ("Voorbeeld", "Jan van der Voorbeeld"),
        ("J. van der Voorbeeld", "Jan van der Voorbeeld"),
        ("O Sampla", "Seán Ó Sampla"), ("Ó Sampla, S.", "Seán Ó Sampla"), ("sean o sampla", "Seán Ó Sampla"),
        ("O'Sample", "Pat O'Sample"), ("O’Sample", "Pat O'Sample"), ("osample, p", "Pat O'Sample"),
        ("EXAMPLE Collaboration", "EXAMPLE Collaboration"), ("example collaboration", "EXAMPLE Collaboration"),
    ],
)  # fmt: skip
def test_odd_names_are_found_and_shown_whole(ask: Ask, form: str, shown: str) -> None:
    assert ask.ids(f'author:"{form}"') == ["odd-names"]
    assert shown in [author["name"] for author in authors(ask, "odd-names")]
    assert values(ask, f'author:"{form}"')[shown] == 1


def test_all_of_two_hundred_authors_are_given_counted_and_found(ask: Ask) -> None:
    people = authors(ask, "many-names")
    assert len(people) == 200
    assert ask.ids("", author=people[150]["key"]) == ask.ids("", **{"author.all": [people[0]["key"], people[199]["key"]]})
    assert len(values(ask, "author:jtx OR title:hundred")) == 200
    assert ask.answer("", facets="author", facet__author__size=1, author=people[199]["key"])["facets"]["author"]["distinct"] > 200


def test_the_author_that_was_searched_for_is_in_the_author_facet(ask: Ask) -> None:
    for name in ("Erika Muster", "俞栋", "Jan van der Voorbeeld", "Prince"):
        assert name in values(ask, f'author:"{name}"')
    assert values(ask, "", author="prince")["Prince"] == 1
