"""What arXiv says of its papers: TeX, withdrawals, languages, dates, lists of authors with their institutions."""

from __future__ import annotations

import pytest

from service.paper import Category
from service.sources.facts import arxivsubjects
from service.sources.facts.eprints import Eprint, identifier, is_withdrawn, paper, people, plain


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (r"\'Edgar Rold\'an", "Édgar Roldán"),
        (r"A $\sigma $-ideal, ~10 of {a, b}; Ref.~[1]", r"A $\sigma$-ideal, ~10 of a, b; Ref. [1]"),
        ("``Quoted'' words of {a, b} -- and more", "“Quoted” words of {a, b} – and more"),
        (r"0.30 \pm 0.04 and p < 0.05 \to 5%", "0.30 ± 0.04 and p < 0.05 → 5%"),
        ("two\n  lines", "two lines"),
    ],
)
def test_tex_becomes_text_and_formulas_stay(value: str, shown: str) -> None:
    assert plain(value) == shown


@pytest.mark.parametrize(
    ("comment", "abstract", "withdrawn"),
    [
        ("This paper has been withdrawn by the author", "", True),
        ("12 pages. This paper has been withdrawn due to an error", "", True),
        ("Withdrawn; superseded by a later paper", "", True),
        ("", "This paper has been withdrawn by the author, due to a mistake on page 29.", True),
        ("", "The article was temporarily withdrawn.", True),
        ("12 pages", "The drug has been withdrawn from the market.", False),
        ("Talk about money that was withdrawn", "", False),
        ("", "We study papers. " * 20 + "This paper has been withdrawn.", False),
    ],
)
def test_a_paper_that_was_taken_back_is_known_by_comment_or_abstract(comment: str, abstract: str, withdrawn: bool) -> None:
    assert is_withdrawn(comment, abstract) is withdrawn


@pytest.mark.parametrize(
    ("comment", "language"),
    [
        ("12 pages, in French", "fr"), ("In Chinese", "zh"), ("23 pages, written in Russian, 3 figures", "ru"),
        ("text in Portuguese, abstract in English", "pt"), ("submitted in Chinese Physics B", None),
        ("Accepted in French Journal of Maths", None), ("12 pages", None),
    ],
)  # fmt: skip
def test_the_language_of_a_paper_is_that_of_its_comment(comment: str, language: str | None) -> None:
    assert paper(Eprint("2401.00001", "T", comment=comment), "1").language == language


@pytest.mark.parametrize(
    ("name", "posted", "year", "date"),
    [
        ("2401.00001v2", "2024-01-02T10:00:00Z", 2024, "2024-01-02"),
        ("2401.00001", "2023-12-31", 2023, "2023-12-31"),
        ("astro-ph/0311033", "2017-12-21T13:11:38-05:00", 2003, "2003-11"),
        ("hep-th/9901001", "", 1999, "1999-01"),
        ("no number", "2017-12-21", 2017, "2017-12-21"),
    ],
)
def test_the_day_of_a_later_version_is_not_taken_for_the_first(name: str, posted: str, year: int, date: str) -> None:
    found = paper(Eprint(name, "T", posted=posted), "1")
    assert (found.year, found.date) == (year, date)


def test_what_appeared_in_a_journal_is_an_article_of_that_year() -> None:
    found = paper(Eprint("math/0306266", "T", journal="Combinatorics, Probability and Computing 14 (2005) 439 - 465"), "1")
    assert (found.type, found.venue, found.volume, found.pages) == (
        "article", "Combinatorics, Probability and Computing", "14", "439-465",
    )  # fmt: skip
    assert (found.year, found.date) == (2005, None)
    assert paper(Eprint("math/0306266", "T"), "1").type == "preprint"
    assert paper(Eprint("math/0306266", "T", journal="Proceedings of EMNLP 2003, pages 1-2"), "1").type == "inproceedings"


@pytest.mark.parametrize(
    ("line", "names", "places", "truncated"),
    [
        (r"A. Alpha (1), B. Bet\'a (1 and 2) ((1) Inst A, Berlin, Germany, (2) Univ (of) B)", ["A. Alpha", "B. Betá"],
         [["Inst A, Berlin, Germany"], ["Inst A, Berlin, Germany", "Univ (of) B"]], False),
        ("S. Zhang, L. Li (MIT, Cambridge)", ["S. Zhang", "L. Li"], [[], ["MIT, Cambridge"]], False),
        ("J. Doe, M. Roe for the ATLAS Collaboration", ["J. Doe", "M. Roe", "ATLAS Collaboration"], [[], [], []], False),
        ("H1 Collaboration", ["H1 Collaboration"], [[]], False),
        ("Pei Zhang, Li Si, Wang Wu et al.", ["Pei Zhang", "Li Si", "Wang Wu"], [[], [], []], True),
        ("A. Smith, Jr., B. Jones", ["A. Smith Jr.", "B. Jones"], [[], []], False),
        ("", [], [], False),
        ("((((", [], [], False),
    ],
)  # fmt: skip
def test_authors_of_one_text_keep_their_institutions(
    line: str, names: list[str], places: list[list[str]], truncated: bool
) -> None:
    found, cut = people(line)
    assert [one.name for one in found] == names
    assert [[place.name for place in one.affiliations] for one in found] == places
    assert cut is truncated


def test_identifiers_stand_at_the_end_of_names_and_addresses() -> None:
    assert identifier("oai:arXiv.org:math/0306266") == "math/0306266"
    assert identifier("http://arxiv.org/abs/2401.00001v2") == "2401.00001"
    assert identifier("https://example.org/12345.6789") is None


def test_subjects_are_known_by_the_names_that_dublin_core_has() -> None:
    assert arxivsubjects.of_name("Mathematics - Logic") == Category("Mathematics", "Logic")
    assert arxivsubjects.of_name("Condensed Matter - Statistical Mechanics") == Category("Physics", "Statistical Mechanics")
    assert arxivsubjects.of_name("Nuclear Experiment") == Category("Physics", "Nuclear Experiment")
    assert arxivsubjects.of_name("Computer Science - Computation and Language") == arxivsubjects.category("cs.CL")
    assert arxivsubjects.of_name("05C80, 05C15") is None
