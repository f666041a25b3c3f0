"""Words: hyphens, quotes, pasted titles, letters with and without accents, beginnings of words, numbers."""

from __future__ import annotations

import unicodedata

import pytest
from users_ask.asking import Ask, codes

pytestmark = pytest.mark.engine

TRANSFORMATIONS = "Evidence-based Syntactic Transformations for IE"


@pytest.mark.parametrize("hyphen", ["-", "\u2010", "\u2011", "\u2013", " ", ""])
@pytest.mark.parametrize(
    ("parts", "paper"),
    [("Evidence|based", "hyphen"), ("multi|agent", "no-break"), ("post|training", "pretraining"), ("Non|invasive", "invasive")],
)
def test_a_hyphenated_word_is_found_with_a_hyphen_of_any_kind_with_a_blank_or_nothing(
    ask: Ask, parts: str, paper: str, hyphen: str
) -> None:
    assert paper in ask.ids(parts.replace("|", hyphen))


def test_a_word_asked_with_a_hyphen_is_found_in_all_three_ways_of_writing(ask: Ask) -> None:
    assert set(ask.ids("evidence-based")) == {"hyphen", "blank", "joined"}


@pytest.mark.parametrize("q", [TRANSFORMATIONS, TRANSFORMATIONS.lower(), TRANSFORMATIONS.replace("-", " ")])
def test_a_part_behind_a_hyphen_is_never_an_exclusion(ask: Ask, q: str) -> None:
    assert ask.ids(q)[0] == "hyphen"
    assert "blank" not in ask.ids("evidence -based")
    assert "blank" in ask.ids("evidence - based")


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ('"in space"', ["in-space"]),
        ('"space in"', ["space-in"]),
        ("“in space”", ["in-space"]),
        ("「in space」", ["in-space"]),
        ('"A study of"', ["study"]),
        ('"of one"', ["study"]),
        ('"studies of many"', ["studies"]),
        ('"study of many"', []),
        ('"kilns"', ["kilns"]),
        ('"kiln"', ["kiln"]),
        ('"KILN"', ["kiln"]),
        ('"studies"', ["studies"]),
        ('"study"', ["study"]),
        ('"studi"', []),
        ('"miller’s"', ["ascii-apostrophe"]),
        ('"machine\'s"', ["apostrophe"]),
        ('title:"in space"', ["in-space"]),
        ('"example kind" -"rotary kilns"', ["kiln"]),
    ],
)
def test_what_is_quoted_is_exact(ask: Ask, q: str, found: list[str]) -> None:
    assert ask.ids(q) == found


def test_what_is_not_quoted_is_not(ask: Ask) -> None:
    assert set(ask.ids("kiln")) == set(ask.ids("kilns")) == {"kiln", "kilns"}
    assert set(ask.ids("in space")) == {"in-space", "space-in"}


def test_every_title_comes_first_when_it_is_pasted_with_or_without_a_dot(ask: Ask) -> None:
    papers = ask.answer(size=100)["results"]
    assert len(papers) > 60
    for paper in papers:
        for pasted in (
            paper["title"],
            paper["title"] + ".",
            f" {paper['title']}\n",
            f"“{paper['title']}”",
            paper["title"].upper(),
        ):
            assert ask.ids(pasted)[:1] == [paper["id"]], pasted


@pytest.mark.parametrize(
    ("pasted", "paper"),
    [
        ("The machine's tenth complement: an example", "apostrophe"),
        ("The machine´s tenth complement: an example", "apostrophe"),
        ("The machines tenth complement, an example", "apostrophe"),
        ("The miller’s eleventh complement: an example", "ascii-apostrophe"),
        ("Speech-text alignment - an example with dashes", "dash"),
        ("Speech—text alignment – an example with dashes", "dash"),
        ("Efficient filtering of floating offers", "ligature"),
        ("De\ufb01nite \ufb01nishing of \ufb01nal \ufb02owcharts", "plain-fi"),
        ("Interoperability of example systems", "soft-hyphen"),
        ("Trans\u00adfor\u00admation of infor\u00admational structures by recon\u00adfiguration", "line-break"),
        ("Transfor-\nmation of informa-\r\ntional structures by reconfigura- tion", "line-break"),
        ("Ro-\ntary kilns of the exam-\nple kind", "kilns"),
        ("Rotary\u00a0kilns\u2003of\u200bthe example kind", "kilns"),
        ("[1] Rotary kilns of the example kind, 2001.", "kilns"),
        ("Example A. Rotary kilns of the example kind. Journal of Examples (2001)", "kilns"),
        ("Cafe society in Boblingen and Hopital", "combining"),
        ("Caf\u00e9 society in B\u00f6blingen and H\u00f4pital", "combining"),
        ("A First Course in String Theory", "known-title"),
        ("a first course in string theory.", "known-title"),
        ("First Course in String Theory", "known-title"),
    ],
)
def test_a_title_comes_first_however_it_was_pasted(ask: Ask, pasted: str, paper: str) -> None:
    assert ask.ids(pasted)[0] == paper


@pytest.mark.parametrize(
    ("q", "papers"),
    [
        ("fruhwirth", {"accents"}),
        ("Frühwirth filter", {"accents"}),
        ("Diaz", {"accents", "no-accents"}),
        ("diaz filter", {"accents", "no-accents"}),
        ("diaz second", {"no-accents"}),
        ("diaz cafe", {"accents"}),
        ("author:diaz", {"accents", "no-accents"}),
        ('"díaz"', {"accents", "no-accents"}),
        ("díaz -fruhwirth", {"no-accents"}),
        ("cafe", {"accents", "combining"}),
        ("boblingen", {"combining"}),
        ("strasse", {"letters"}),
        ("smorrebrod", {"letters"}),
        ("laka", {"letters"}),
        ("duong", {"letters"}),
        ("isik", {"letters"}),
        ("izmir", {"letters"}),
    ],
)
def test_letters_are_found_with_and_without_what_stands_on_them(ask: Ask, q: str, papers: set[str]) -> None:
    assert set(ask.ids(q)) == papers
    for accent, plain in (("diaz", "Díaz"), ("fruhwirth", "FRÜHWIRTH"), ("cafe", "Café"), ("boblingen", "Böblingen"),
                          ("strasse", "Straße"), ("smorrebrod", "Smørrebrød"), ("laka", "Łąka"), ("duong", "ĐƯỜNG"),
                          ("isik", "IŞIK"), ("isik", "ışık"), ("izmir", "İZMİR"), ("izmir", "IZMIR")):  # fmt: skip
        if accent in q:
            for form in ("NFC", "NFD"):
                assert set(ask.ids(unicodedata.normalize(form, q.replace(accent, plain)))) == papers


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("深度*", {"deep"}),
        ("深*", {"deep"}),
        ("神经*", {"whole-word", "scattered", "twice"}),
        ("studi*", {"studies"}),
        ("studie*", {"studies"}),
        ("study*", {"study"}),
        ("stud*", {"study", "studies"}),
        ("Frühw*", {"accents"}),
        ("evidence-ba*", {"hyphen", "blank"}),
        ("title:kil*", {"kiln", "kilns"}),
        ("kil＊", {"kiln", "kilns"}),
        ("rotary kiln*", {"kiln", "kilns"}),
    ],
)
def test_a_star_behind_a_word_finds_what_begins_so_and_no_stem(ask: Ask, q: str, found: set[str]) -> None:
    assert set(ask.ids(q)) == found
    assert codes(ask.answer(q)) == []


@pytest.mark.parametrize(("q", "plain"), [("*深度*", "深度"), ("*度估计", "度估计"), ("*kiln", "kiln"), ("＊kiln＊", "kiln")])
def test_a_star_before_a_word_is_explained_and_the_word_is_searched(ask: Ask, q: str, plain: str) -> None:
    assert ask.ids(q) == ask.ids(plain) != []
    (warning,) = ask.answer(q)["meta"]["warnings"]
    assert (warning["code"], warning["position"]) == ("leading_wildcard", 0)
    assert plain in warning["message"]["zh"]
    assert plain in warning["message"]["en"]


def test_a_number_of_four_digits_is_text_unless_it_is_said_to_be_a_year(ask: Ask) -> None:
    assert ask.ids("1984") == ask.ids("1984 problem") == ask.ids('"1984"') == ["number"]
    assert ask.ids("year:1984") == ask.ids("年份：1984") == ask.ids("", year="1984") == ["of-that-year"]
    assert ask.ids("problem year:1984") == ["of-that-year"]


@pytest.mark.parametrize(
    ("q", "paper", "marks"),
    [
        ("space", "in-space", ["space"]),
        ('"in space"', "in-space", ["in space"]),
        ("gardens in", "in-space", ["Gardens"]),
        ("kiln", "kilns", ["kilns"]),
        ('"kilns"', "kilns", ["kilns"]),
        ("evidence-based", "hyphen", ["Evidence", "based"]),
        ("evidence-based", "joined", ["Evidencebased"]),
        ("filtering offers", "ligature", ["\ufb01ltering", "o\ufb00ers"]),
        ("fruhwirth cafe", "accents", ["Frühwirth&#x27;s", "café"]),
        ("boblingen", "combining", ["Böblingen"]),
        ("machine's", "apostrophe", ["machine’s"]),
        ("izmir strasse", "letters", ["Straße", "İzmir"]),
        ("stud*", "studies", ["Studies"]),
        ("evidence-ba*", "hyphen", ["Evidence", "based"]),
        ("title:space", "in-space", ["space"]),
        ("title:(garden OR kiln)", "in-space", ["Gardens"]),
        ("abstract:garden", "in-space", []),
        ("gardens -kiln", "in-space", ["Gardens"]),
        ("1984", "number", ["1984"]),
        ("C++", "invasive", ["C++"]),
    ],
)
def test_what_matched_is_marked_on_the_original_text(ask: Ask, q: str, paper: str, marks: list[str]) -> None:
    assert ask.marks(q, paper, code="en") == marks
