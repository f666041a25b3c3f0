"""EndNote's tagged format and refer: where records begin and end, and how fields that programs use differently are read."""

from __future__ import annotations

import io

import pytest

from service.paper import Paper, Reject
from service.sources import Input, detect_format, endnote


def papers(text: str, encoding: str = "utf-8") -> list[Paper]:
    return [item for item in endnote.parse(Input(io.BytesIO(text.encode(encoding)), "x.enw")) if isinstance(item, Paper)]


def only(text: str) -> Paper:
    (paper,) = papers(text)
    return paper


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("%0 Book\n%T a\n%0 Book\n%T b", ["a", "b"]),
        ("%0 Serial\n%0 Audio\n%T a", ["a"]),
        ("%T a\n%D 2020\n\n%T b\n", ["a", "b"]),
        ("%A X\n%T a\n\n%A Y\n%T b\n", ["a", "b"]),
        ("%0 Book\n%T a\n\n%D 2020\n", ["a"]),
        ("%0 Book\n%A X\n%T a\n\n%A Y\n%T b\n", ["a", "b"]),
        ("%0 Book\r\n%T a\r\n%0 Book\r\n%T b\r\n", ["a", "b"]),
        ("%0 Book\r%T a\r%0 Book\r%T b", ["a", "b"]),
        ("\ufeff%0 Book\n%T a", ["a"]),
        ("  %0 Book\n  %T a", ["a"]),
    ],
)
def test_a_record_ends_with_the_next_type_or_in_refers_way_with_an_empty_line(text: str, titles: list[str]) -> None:
    assert [title for paper in papers(text) for title in paper.titles.values()] == titles


def test_text_goes_on_behind_empty_lines() -> None:
    assert only("%0 Book\n%T a\n%X one\n\n  two\n50% of it\n%D 2020").abstracts == {"en": "one two 50% of it"}


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        ("%0 Journal Article", "article"),
        ("%0 Conference Proceedings", "inproceedings"),
        ("%0 Thesis", "thesis"),
        ("%0 Book Section", "chapter"),
        ("%0 Edited Book", "book"),
        ("%0 Patent", "patent"),
        ("%0 Report", "report"),
        ("%0 Standard", "standard"),
        ("%0 Legal Rule or Regulation\n%~ 国家标准", "standard"),
        ("%0 Dataset", "dataset"),
        ("%0 Unpublished Work", "preprint"),
        ("%0 Film or Broadcast", "other"),
        ("%0 Test0", "other"),
        ("%J Nature", "article"),
        ("%B Proceedings", "chapter"),
        ("%I Springer", "book"),
        ("%D 2020", "other"),
        ("%0 期刊", "article"),
    ],
)
def test_the_type_is_what_the_record_says_or_what_its_fields_mean(lines: str, kind: str) -> None:
    assert only(f"{lines}\n%T a").type == kind


@pytest.mark.parametrize(
    ("lines", "year", "date"),
    [
        ("%D 2020", 2020, None),
        ("%D 2020\n%8 May 28", 2020, "2020-05-28"),
        ("%D 2020\n%8 2020-05-28", 2020, "2020-05-28"),
        ("%D 2020\n%8 2021-01-01", 2020, None),
        ("%8 2023-09-21", 2023, "2023-09-21"),
        ("%D 1995/01/02", 1995, "1995-01-02"),
        ("%8 May 28", None, None),
        ("%D in press", None, None),
    ],
)
def test_the_date_is_the_fullest_of_the_year(lines: str, year: int | None, date: str | None) -> None:
    paper = only(f"%0 Book\n%T a\n{lines}")
    assert (paper.year, paper.date) == (year, date)


def test_blanks_divide_keywords_only_beside_han_characters() -> None:
    assert only("%0 Book\n%T a\n%K 深度学习 machine learning 图像").keywords == {
        "zh": ("深度学习", "图像"),
        "en": ("machine learning",),
    }
    assert only("%0 Book\n%T a\n%K machine learning").keywords == {"en": ("machine learning",)}


def test_several_languages_declare_none() -> None:
    assert only("%0 Book\n%T a\n%G Dansk\n%G Italian").language is None
    assert only("%0 Book\n%T a\n%G Italian").language == "it"


def test_the_file_is_a_pdf_however_its_address_ends() -> None:
    assert only("%0 Book\n%T a\n%U http://x.org/a http://x.org/b\n%> http://x.org/file").links == {
        "html": "http://x.org/a",
        "pdf": "http://x.org/file",
    }


def test_gb18030_is_found_by_its_content() -> None:
    (paper,) = papers("%0 Journal Article\n%A 张会佳\n%T 黄芪多糖复合酶提取工艺优化\n%J 食品工业科技\n", "gb18030")
    assert paper.titles == {"zh": "黄芪多糖复合酶提取工艺优化"}
    assert paper.venue == "食品工业科技"


def test_an_empty_record_is_a_reject_that_says_where_it_stands() -> None:
    (reject,) = endnote.parse(Input(io.BytesIO(b"\n%0 Book\n%D 2020\n"), ""))
    assert isinstance(reject, Reject)
    assert "(line 2)" in reject.reason


@pytest.mark.parametrize(
    "text", ["100% of papers\n50% more\n", "% a comment of TeX\n%T\n", "%PDF-1.4\n%âãÏÓ\n", "%0d%0a%20", "x %0 Book\n", "%%EOF"]
)
def test_what_only_has_percent_signs_is_not_taken_for_it(text: str) -> None:
    found = detect_format(text.encode(), "x.txt")
    assert found is None or found.name != "endnote"
