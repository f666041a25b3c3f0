"""MEDLINE's tagged format: where records begin, and how names, languages, dates and identifiers are read."""

from __future__ import annotations

import io

import pytest

from service.paper import Notice, Paper
from service.sources import Input, detect_format, medline


def items(text: str) -> list[object]:
    return list(medline.parse(Input(io.BytesIO(text.encode()), "x.nbib")))


def only(lines: str) -> Paper:
    (paper,) = [item for item in items(f"PMID- 1\nTI  - a\n{lines}\n") if isinstance(item, Paper)]
    return paper


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("PMID- 1\nTI  - a\n\nPMID- 2\nTI  - b\n", ["a", "b"]),
        ("PMID- 1\nTI  - a\nPMID- 2\nTI  - b\n", ["a", "b"]),
        ("OWN - ERIC\nTI  - a\n\nOWN - ERIC\nTI  - b\n", ["a", "b"]),
        ("OWN - ERIC\nTI  - a\n\n\nOWN - ERIC\nTI  - b\n", ["a", "b"]),
        ("PMID- 1\nOWN - NLM\nTI  - a\n", ["a"]),
        ("TI  - a\nDP  - 2020\n\nTI  - b\n", ["a", "b"]),
        ("PMID- 1\nTI  - a\n\nVI  - 2\n", ["a"]),
        ("PMID- 1\nTI  - a\n      b\n", ["a b"]),
        ("PMID- 1\nTI  - a\n\nnobody's line\n", ["a"]),
        ("\r\nPMID- 1\r\nTI  - a\r\n", ["a"]),
    ],
)
def test_records_begin_with_their_number_or_behind_an_empty_line(text: str, titles: list[str]) -> None:
    assert [title for item in items(text) if isinstance(item, Paper) for title in item.titles.values()] == titles


def test_full_names_come_before_short_ones_and_short_ones_stand_for_themselves() -> None:
    lines = (
        "FAU - Wakefield, Andrew J\nAU  - Wakefield AJ\nAU  - Murch SH\nFAU - Linnell, John\nFAU - Casson, David\nAU  - Casson D"
    )
    assert [author.name for author in only(lines).authors] == [
        "Andrew J Wakefield",
        "S. H. Murch",
        "John Linnell",
        "David Casson",
    ]


def test_what_stands_behind_an_author_is_that_authors() -> None:
    lines = (
        "FAU - A, Ann\nAUID- ORCID: 0000-0003-2758-0140\nAD  - X University, Lyon, France.\n"
        "AD  - Y, Oslo, Norway. Electronic address: none.\nFAU - B, Bo"
    )
    one, other = only(lines).authors
    assert one.orcid == "0000-0003-2758-0140"
    assert [(place.name, place.country) for place in one.affiliations] == [
        ("X University, Lyon, France", "France"),
        ("Y, Oslo, Norway", "Norway"),
    ]
    assert (other.orcid, other.affiliations) == (None, ())


def test_institutions_numbered_in_one_field_are_several() -> None:
    (author,) = only("FAU - A, Ann\nAD  - 1X University, Lyon, France; 2Y, Oslo, Norway").authors
    assert [place.name for place in author.affiliations] == ["X University, Lyon, France", "Y, Oslo, Norway"]


def test_a_list_that_stops_early_says_so_and_investigators_are_no_authors() -> None:
    paper = only("AU  - Gout I\nAU  - et al.\nFIR - Smith, Ann\nIR  - Smith A")
    assert paper.authors_truncated
    assert [author.name for author in paper.authors] == ["I. Gout"]


@pytest.mark.parametrize(
    ("lines", "date"),
    [
        ("DP  - 1996 Jul 9", (1996, "1996-07-09")),
        ("DP  - 2015 May", (2015, "2015-05")),
        ("DP  - 2006 May-Jun", (2006, "2006-05")),
        ("DP  - 2000 Spring", (2000, None)),
        ("DP  - 2021\nDEP - 20210119", (2021, "2021-01-19")),
        ("DP  - 2021 Jan\nDEP - 20201230", (2021, "2021-01")),
        ("DEP - 20210119", (2021, "2021-01-19")),
        ("DP  - Article 10 2019", (2019, None)),
        ("DP  - Apr 2019", (2019, "2019-04")),
        ("EDAT- 2009/01/01 00:00", (2009, "2009-01-01")),
        ("DP  - 2013 06 10", (2013, "2013-06-10")),
        ("VI  - 3", (None, None)),
    ],
)
def test_dates_are_of_the_year_of_publication(lines: str, date: tuple[int | None, str | None]) -> None:
    paper = only(lines)
    assert (paper.year, paper.date) == date


def test_a_title_in_brackets_was_translated_and_tt_has_the_papers_own() -> None:
    text = "PMID- 1\nTI  - [On cancer].\nTT  - Sur le cancer.\nLA  - fre\nAB  - On it.\n"
    (paper,) = [item for item in items(text) if isinstance(item, Paper)]
    assert paper.titles == {"en": "On cancer", "fr": "Sur le cancer"}
    assert paper.abstracts == {"en": "On it."}
    assert paper.language == "fr"


def test_a_paper_retracted_elsewhere_is_marked_and_the_note_is_not() -> None:
    assert only("RIN - Lancet. 2010 Feb 6;375(9713):445. PMID: 20137807").retracted is True
    assert only("PT  - Retracted Publication").retracted is True
    assert only("ROF - Lancet. 1998 Feb 28;351(9103):637-41\nPT  - Retraction of Publication").retracted is None


@pytest.mark.parametrize(
    ("lines", "ids"),
    [
        ("LID - 10.1000/x [doi]\nAID - S1 [pii]", {"doi": ("10.1000/x",)}),
        ("AID - doi:10.1000/x", {"doi": ("10.1000/x",)}),
        ("AID - http://dx.doi.org/10.1000/x", {"doi": ("10.1000/x",)}),
        ("PMC - PMC38908", {"pmcid": ("PMC38908",)}),
        ("OID - NLM: PMC4513071", {"pmcid": ("PMC4513071",)}),
        ("LID - http://eric.ed.gov/?id=EJ1", {}),
        ("AID - 10.1000", {}),
    ],
)
def test_identifiers_are_told_by_their_marks(lines: str, ids: dict[str, tuple[str, ...]]) -> None:
    assert only(lines).ids == {"pmid": ("1",), **ids}


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["Journal Article", "Review"], "article"),
        (["Book Chapter"], "chapter"),
        (["Technical Report"], "report"),
        (["Preprint"], "preprint"),
        (["Journal Articles", "Reports - Research"], "article"),
        (["Reports - Research"], "report"),
        (["Letter"], "article"),
        ([], "article"),
        (["Dissertations/Theses - Doctoral Dissertations"], "thesis"),
        (["Books", "Collected Works - General"], "book"),
        (["Case Reports"], "article"),
    ],
)
def test_types_of_publications_become_the_usual_words(words: list[str], kind: str) -> None:
    assert only("\n".join(f"PT  - {word}" for word in words)).type == kind


def test_addresses_before_any_author_are_told_of() -> None:
    assert any(isinstance(item, Notice) for item in items("PMID- 1\nTI  - a\nAD  - X, Lyon, France\nFAU - A, Ann\n"))


@pytest.mark.parametrize(
    "text",
    [
        "PMC some PMC\n  PMID\n\nSO-something\n",
        "TI  - a\nAU  - b\n",
        "TY  - JOUR\nTI  - a\nER  - \n",
        "<1. >\nOWN - x\nTI  - a\n",
    ],
)
def test_what_lacks_the_first_tags_is_not_taken_for_it(text: str) -> None:
    found = detect_format(text.encode(), "x.txt")
    assert found is None or found.name != "medline"


def test_pages_have_both_numbers_whole() -> None:
    assert [only(f"PG  - {pages}").pages for pages in ("475-82", "6913-7", "1-9", "e0236904", "99-101")] == [
        "475-482",
        "6913-6917",
        "1-9",
        "e0236904",
        "99-101",
    ]
    assert only("LID - 1042 [pii]").pages == "1042"


def test_eric_has_publishers_in_the_place_of_journals() -> None:
    text = "OWN - ERIC\nTI  - a\nJT  - ProQuest LLC\nOID - {}\nPT  - Reports - Research\n"
    report, article = [item for oid in ("ED1", "EJ1") for item in items(text.format(oid)) if isinstance(item, Paper)]
    assert (report.type, report.venue, report.publisher) == ("report", None, "ProQuest LLC")
    assert (article.type, article.venue, article.publisher) == ("article", "ProQuest LLC", None)
