"""Web of Science exports: records of both forms, and how subjects, dates, pages and addresses are read."""

from __future__ import annotations

import io

import pytest

from service.paper import Category, Notice, Paper
from service.sources import Input, detect_format, wos


def items(text: str) -> list[object]:
    return list(wos.parse(Input(io.BytesIO(text.encode()), "x.txt")))


def only(lines: str, held: str = "J") -> Paper:
    (paper,) = [item for item in items(f"PT {held}\nTI a\n{lines}\nER\n") if isinstance(item, Paper)]
    return paper


@pytest.mark.parametrize(
    ("text", "count", "noticed"),
    [
        ("FN ISI\nVR 1.0\nPT J\nTI a\nER\n\nPT J\nTI b\nER\n\nEF\n", 2, 0),
        ("PT J\nTI a\nPT J\nTI b\nER\n", 2, 1),
        ("PT J\nTI a\nER\n\nTI b\nER\n", 2, 1),
        ("PT J\nTI a", 1, 1),
        ("PT J\nTI a\nEF\n", 1, 1),
        ("PT J\r\nTI a\r\nER\r\n", 1, 0),
        ("\ufeffFN ISI\nPT J\nTI a\nER", 1, 0),
        ("\ufeffPT J\nTI a\nER", 1, 0),
        ("FN ISI\nVR 1.0\nEF\n", 0, 0),
        ("", 0, 0),
    ],
)
def test_records_end_with_er_or_where_the_next_begins(text: str, count: int, noticed: int) -> None:
    found = items(text)
    assert sum(isinstance(item, Paper) for item in found) == count
    assert sum(isinstance(item, Notice) for item in found) == noticed


@pytest.mark.parametrize(
    ("subjects", "found"),
    [
        (
            "WC Computer Science, Artificial Intelligence; Telecommunications",
            ["Computer Science::Artificial Intelligence", "Telecommunications"],
        ),
        ("WC Public, Environmental & Occupational Health", ["Public, Environmental & Occupational Health"]),
        ("WC Computer Science, Information\n   Systems", ["Computer Science::Information Systems"]),
        ("WC Oncology\nSC Research; Experiments", ["Oncology"]),
        ("SC Physics, Condensed Matter", ["Physics::Condensed Matter"]),
        ("WC ;", []),
    ],
)
def test_subjects_are_areas_and_sub_areas_where_they_are_divided(subjects: str, found: list[str]) -> None:
    assert [Category(one.area, one.subarea).key for one in only(subjects).categories] == found


@pytest.mark.parametrize(
    ("lines", "date"),
    [
        ("PD FEB 2011\nPY 2011", (2011, "2011-02")),
        ("PD JUN 14\nPY 2006", (2006, "2006-06-14")),
        ("PD SPR\nPY 2011", (2011, None)),
        ("PD WIN\nPY 2021", (2021, None)),
        ("PD JUN 28 2011\nPY 2011", (2011, "2011-06-28")),
        ("EA JAN 2021", (2021, "2021-01")),
        ("PY 2006\nPD 04 2006", (2006, "2006-04")),
        ("PD 1998, thesis publ. 1997\nPY 1998", (1998, None)),
        ("PD MAY", (None, None)),
        ("PY 2021\nEA DEC 2020", (2021, None)),
    ],
)
def test_a_date_is_of_the_year_of_publication(lines: str, date: tuple[int | None, str | None]) -> None:
    paper = only(lines)
    assert (paper.year, paper.date) == date


@pytest.mark.parametrize(
    ("lines", "pages"),
    [
        ("BP 27\nEP 34", "27-34"),
        ("BP 82\nEP 82", "82"),
        ("AR e0236904", "e0236904"),
        ("PS 5323-31", "5323-5331"),
        ("BP 467\nEP 47 2", "467-472"),
        ("BP 41103-1\nEP 41103-3", "41103-1"),
        ("BP 5\nEP 9\nPS 5-9", "5-9"),
        ("PG 3", None),
    ],
)
def test_pages_are_joined_or_stand_for_an_articles_number(lines: str, pages: str | None) -> None:
    assert only(lines).pages == pages


@pytest.mark.parametrize(
    ("held", "words", "kind"),
    [
        ("J", "Article", "article"),
        ("J", "Article; Proceedings Paper", "article"),
        ("J", "Proceedings Paper", "inproceedings"),
        ("B", "Proceedings Paper", "inproceedings"),
        ("S", "Review; Book Chapter", "chapter"),
        ("P", "Patent", "patent"),
        ("P", "", "patent"),
        ("J", "", "article"),
        ("B", "", "book"),
        ("J", "Article; Early Access", "article"),
        ("J", "Data Set", "dataset"),
        ("K", "", "other"),
    ],
)
def test_the_type_is_of_both_what_holds_it_and_what_it_is(held: str, words: str, kind: str) -> None:
    assert only(f"DT {words}" if words else "", held).type == kind


def test_institutions_belong_to_the_authors_before_them() -> None:
    lines = (
        "AU Litt, JS\n   Smith, VC\nAF Litt, Jonathan S.\n   Smith, Vincent C.\n"
        "C1 [Litt, JS] Harvard Univ, Boston, MA 02115 USA\n"
    )
    one, other = only(lines + "   [Litt, Jonathan S.; Smith, Vincent C.] Nanjing Univ, Nanjing, Peoples R China").authors
    assert [(place.name, place.country) for place in one.affiliations] == [
        ("Harvard Univ", "United States"),
        ("Nanjing Univ", "China"),
    ]
    assert [place.name for place in other.affiliations] == ["Nanjing Univ"]


def test_several_addresses_without_names_are_nobodys_for_sure() -> None:
    lines = "AU A, B\n   C, D\nC1 Univ X, Kiev, Ukraine.\n   Univ Y, Lvov, Ukraine.\n"
    assert not any(author.affiliations for author in only(lines).authors)


def test_a_retracted_paper_is_marked_and_its_note_is_not() -> None:
    assert only("DT Article; Retracted Publication").retracted is True
    assert only("DT Retraction").retracted is None


def test_numbers_of_the_database_identify_a_paper_under_either_name() -> None:
    assert only("UT WOS:000602649200001").ids == only("UT ISI:000602649200001").ids == {"wos": ("WOS:000602649200001",)}
    assert only("UT MEDLINE:16842170").ids == {"pmid": ("16842170",)}
    assert only("UT BIOSIS:PREV201100469175").ids == {}


def test_the_other_form_has_a_record_a_line_and_the_tags_at_its_head() -> None:
    text = "PT\tAU\tTI\tPY\nJ\tA, B; C, D\tFirst\t2020\n\nJ\t\tSecond\nJ\t\t\t2020\n"
    found = items(text)
    assert [len(item.authors) for item in found if isinstance(item, Paper)] == [2, 0]
    assert len(found) == 3


@pytest.mark.parametrize(
    "text", ["PT J\n", "PT  - JOUR\nTI  - a\n", "FN is no format\nPT x\n", "PT\tof\tAU\n", "Part I\nPT of it\nSO what\n"]
)
def test_what_has_a_tag_or_two_is_not_taken_for_it(text: str) -> None:
    found = detect_format(text.encode(), "x.txt")
    assert found is None or found.name != "wos"
