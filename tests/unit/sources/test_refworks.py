"""RefWorks' tagged format, from RefWorks and from CNKI: what is a tag, and how dates, pages and institutions are read."""

from __future__ import annotations

import io

import pytest

from service.paper import Paper
from service.sources import Input, detect_format, refworks


def only(lines: str, kind: str = "Journal Article") -> Paper:
    text = f"RT {kind}\nT1 a\n{lines}\n"
    (paper,) = [item for item in refworks.parse(Input(io.BytesIO(text.encode()), "x.txt")) if isinstance(item, Paper)]
    return paper


def test_text_may_go_on_with_capitals_that_are_no_tags() -> None:
    assert only("AB one\nDNA two\nHIV three\nNOT four\nA1234 five").abstracts == {
        "en": "one DNA two HIV three NOT four A1234 five"
    }


def test_a_tag_may_touch_han_characters_and_one_is_in_small_letters() -> None:
    paper = only("A1林行众\nvo 07\nIS 02")
    assert [author.name for author in paper.authors] == ["林行众"]
    assert (paper.volume, paper.issue) == ("7", "2")


@pytest.mark.parametrize(
    ("lines", "pages"),
    [
        ("SP 337\nOP 367", "337-367"),
        ("OP 1-7", "1-7"),
        ("OP 1106-1111+1117", "1106-1111+1117"),
        ("OP 004", "004"),
        ("SP 5\nOP 5-9", "5-9"),
        ("SP 5\nOP 5", "5"),
        ("SP 12", "12"),
        ("SP 1-2\nOP 2", "1-2"),
        ("VO 1", None),
    ],
)
def test_pages_are_joined_of_first_and_last_or_stand_in_one_field(lines: str, pages: str | None) -> None:
    assert only(lines).pages == pages


@pytest.mark.parametrize(
    ("lines", "year", "date"),
    [
        ("YR 2002\nFD Feb", 2002, "2002-02"),
        ("YR 2003\nFD 01/01", 2003, None),
        ("FD 2023-09-21", 2023, "2023-09-21"),
        ("YR 2002\nFD 2001 May", 2002, None),
        ("YR 2002\nFD 15 March", 2002, "2002-03-15"),
        ("FD Feb", None, None),
    ],
)
def test_the_free_date_belongs_to_the_year(lines: str, year: int | None, date: str | None) -> None:
    paper = only(lines)
    assert (paper.year, paper.date) == (year, date)


@pytest.mark.parametrize(
    ("kind", "lines", "found"),
    [
        ("Journal Article", "", "article"),
        ("Newspaper Article", "", "article"),
        ("Conference Proceeding", "", "inproceedings"),
        ("Conference Proceedings", "", "inproceedings"),
        ("Dissertation/Thesis", "", "thesis"),
        ("Book, Section", "", "chapter"),
        ("Book, Whole", "", "book"),
        ("Patent", "", "patent"),
        ("Standard", "DB 国家标准", "standard"),
        ("Standard", "", "standard"),
        ("Other Article", "DB 科技成果", "report"),
        ("Generic", "", "other"),
        ("Nonsense", "", "other"),
    ],
)
def test_types_become_the_usual_words(kind: str, lines: str, found: str) -> None:
    assert only(lines, kind).type == found


def test_the_month_of_a_thesis_is_no_issue() -> None:
    assert only("IS 06", "Dissertation/Thesis").issue is None


def test_an_address_in_an_export_of_another_database_may_be_anybodys() -> None:
    lines = "A1 Allan,Steven\nA1 Gilbert,Paul\nAD Kingsway Hosp, Derby, United Kingdom"
    assert not any(author.affiliations for author in only(lines).authors)
    assert all(author.affiliations for author in only(f"{lines}\nDS CNKI").authors)


def test_editors_stand_for_books_and_what_is_in_them() -> None:
    assert [one.name for one in only("A1 X, Y\nA2 Gulford, C.T.\nT2 Stress", "Book, Section").editors] == ["C. T. Gulford"]
    assert only("A1 X, Y\nA2 Gulford, C.T.").editors == ()


@pytest.mark.parametrize("text", ["RT is a verb\n", "START\nRT 12\n", "A1 x\nT1 y\n", "RT  - JOUR\nT1  - x\n"])
def test_what_has_no_type_is_not_taken_for_it(text: str) -> None:
    found = detect_format(text.encode(), "x.txt")
    assert found is None or found.name != "refworks"
