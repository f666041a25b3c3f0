"""What the formats of reference managers share: dates, pages, keywords, numbers, languages, retraction, bodies and people."""

from __future__ import annotations

import pytest

from service.sources.facts import references


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2013-04-15", (2013, "2013-04-15")),
        ("2001/09/01/", (2001, "2001-09-01")),
        ("2016/12//", (2016, "2016-12")),
        ("2001///", (2001, None)),
        ("2013/02/15/received", (2013, "2013-02-15")),
        ("2015/october", (2015, "2015-10")),
        ("2020年5月", (2020, "2020-05")),
        ("2020年5月31日", (2020, "2020-05-31")),
        ("March 10, 1998", (1998, "1998-03-10")),
        ("10 März 1998", (1998, "1998-03-10")),
        ("c1988", (1988, None)),
        ("20200513", (2020, "2020-05-13")),
        ("202005", (2020, "2020-05")),
        ("20200230", (2020, "2020-02")),
        ("2020-13", (2020, None)),
        ("20201", (None, None)),
        ("20201313", (None, None)),
        ("1988/1990", (1988, None)),
        ("2013-01/2013-05", (2013, "2013-01")),
        ("2004-22", (2004, None)),
        ("2004-XX", (2004, None)),
        ("2013-02-30", (2013, "2013-02")),
        ("2001/00/00", (2001, None)),
        ("1705(康熙四十四年)", (1705, None)),
        ("0000", (None, None)),
        ("in press", (None, None)),
        ("", (None, None)),
    ],
)
def test_dates_are_read_as_far_as_they_say(written: str, read: tuple[int | None, str | None]) -> None:
    assert references.dated(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("jan", (1, 0)), ("October", (10, 0)), ("15 March", (3, 15)), ("1 Jan", (1, 1)), ("10", (10, 0)), ("5月", (5, 0)),
        ("Oct./Nov.", (10, 0)),
        ("13", (0, 0)), ("spring", (0, 0)), ("", (0, 0)),
    ],
)  # fmt: skip
def test_months_come_in_words_and_figures(written: str, read: tuple[int, int]) -> None:
    assert references.month_and_day(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("101--106", "101-106"),
        ("1–10", "1-10"),
        ("330—331", "330-331"),
        ("e17", "e17"),
        (r"12\-34", "12-34"),
        ("1-3, 7 -- 9", "1-3, 7-9"),
        ("--", None),
        ("", None),
    ],
)
def test_pages_have_one_hyphen(written: str, read: str | None) -> None:
    assert references.pages(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (["a, b, c"], {"en": ("a", "b", "c")}),
        (["a; b, c"], {"en": ("a", "b, c")}),
        (["气候学；理论；BERT"], {"zh": ("气候学", "理论"), "en": ("BERT",)}),
        (["甲、乙"], {"zh": ("甲", "乙")}),
        (["a; b，c、d"], {"en": ("a", "b", "c", "d")}),
        (["甲；乙，丙 、 丁\n戊"], {"zh": ("甲", "乙", "丙", "丁", "戊")}),
        (["甲，乙，丙"], {"zh": ("甲", "乙", "丙")}),
        (["文化、科学、教育、体育", "乙型肝炎， 慢性"], {"zh": ("文化、科学、教育、体育", "乙型肝炎， 慢性")}),
        (
            ["Here somebody says in more words than any of a list of keywords ever has, what it is"],
            {"en": ("Here somebody says in more words than any of a list of keywords ever has, what it is",)},
        ),
        (["one, two", "three"], {"en": ("one, two", "three")}),
        (["k1, k2, k3\nk4; k5"], {"en": ("k1", "k2", "k3", "k4", "k5")}),
        (["a / b / c"], {"en": ("a", "b", "c")}),
        (["input/output"], {"en": ("input/output",)}),
        (["<i>E. coli</i>", "E. coli"], {"en": ("E. coli",)}),
        (["", " ; ,"], {}),
    ],
)
def test_keywords_are_divided_by_the_sign_that_they_use(written: list[str], read: dict[str, tuple[str, ...]]) -> None:
    assert references.keywords(written) == read


def test_all_numbers_of_a_text_are_found_and_wrong_ones_are_not() -> None:
    assert references.numbers("issn", ["0378-5955 (print); 2041-1723, 1234-5678", "03785955"]) == ("0378-5955", "2041-1723")
    assert references.numbers("isbn", ["978-1-4822-5326-9 0-201-89683-4"]) == ("9781482253269", "9780201896831")
    assert references.numbers("isbn", ["12345"]) == ()


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("chs", "zh"), ("zh-CN", "zh"), ("中文;", "zh"), ("american", "en"), ("ngerman", "de"), ("eng; fre", "en"),
        ("Deutsch", "de"),
        ("isl", "is"), ("pinyin", None), ("", None),
    ],
)  # fmt: skip
def test_declared_languages_become_codes(written: str, read: str | None) -> None:
    assert references.language(written) == read


@pytest.mark.parametrize(
    "title", ["Retracted: A Paper", "[RETRACTED] A Paper", "【撤稿】论文", "A Paper (Retracted Article)", "RETRACTED ARTICLE: X"]
)
def test_a_title_may_say_that_a_paper_was_retracted(title: str) -> None:
    assert references.retracted({"en": title}, []) is True


def test_a_note_may_say_so_and_silence_says_nothing() -> None:
    assert references.retracted({}, ["This article has been retracted."]) is True
    assert references.retracted({"en": "Why Papers Are Retracted"}, ["in print"]) is None
    assert references.retracted({"en": "Retraction of Soil Clays"}, []) is None


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Zhang, San", "San Zhang"), ("张三", "张三"), ("American Chemical Society", "American Chemical Society"), ("ISO", "ISO"),
        ("Barnes and Noble, Inc.", "Barnes and Noble, Inc."), ("昂温, G", "昂温 G"),
    ],
)  # fmt: skip
def test_a_name_that_is_held_together_is_a_body_unless_it_is_plainly_a_person(written: str, read: str) -> None:
    author = references.literal(written)
    assert author is not None
    assert author.name == read


def test_the_country_before_a_foreign_name_is_no_part_of_it() -> None:
    for written in ("[美]富勒", "（美）富勒", "〔美〕 富勒"):
        author = references.person(written)
        assert author is not None
        assert author.name == "富勒"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("arXiv preprint arXiv:1706.03762", "arXiv"), ("arXiv:1706.03762 [cs]", "arXiv"),
        ("arXiv e-prints", "arXiv"), ("ArXiv", "arXiv"),
        ("CoRR", "CoRR"), ("Nature", "Nature"), ("", None),
    ],
)  # fmt: skip
def test_arxiv_is_one_venue(written: str, read: str | None) -> None:
    assert references.venue(written) == read


def test_contact_data_of_a_body_is_not_kept() -> None:
    author = references.body("ACME Group someone@example.org")
    assert author is not None
    assert "@" not in author.name


def test_an_escaped_hyphen_in_a_number_is_one() -> None:
    assert references.number(r"18\-2424") == "18-2424"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("1,2-dichloroethane", ["1,2-dichloroethane"]),
        ("N,N-二甲基甲酰胺, 乙烯", ["N,N-二甲基甲酰胺", "乙烯"]),
        ("2,4-D", ["2,4-D"]),
        ("rice, 1,1,1-trichloroethane,water", ["rice", "1,1,1-trichloroethane", "water"]),
        ("Diabetes Mellitus, Type 2", ["Diabetes Mellitus, Type 2"]),
        ("Diabetes Mellitus, Type 2, Insulin", ["Diabetes Mellitus, Type 2", "Insulin"]),
        ("rice,wheat", ["rice", "wheat"]),
        ("Types, Type theory", ["Types", "Type theory"]),
    ],
)
def test_commas_inside_of_a_keyword_do_not_divide_it(value: str, words: list[str]) -> None:
    assert [word for several in references.keywords([value]).values() for word in several] == words
