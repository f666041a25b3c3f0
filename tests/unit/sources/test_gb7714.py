"""Lists of references after GB/T 7714: where a reference begins, its people, and what our own export writes."""

from __future__ import annotations

import io
from typing import Any

import pytest

from service.exports.gb7714 import Numbering
from service.paper import Notice, Paper, Reject
from service.sources import Input, gb7714
from service.sources.gb7714 import people


def parse(text: str) -> list[Any]:
    return list(gb7714.parse(Input(io.BytesIO(text.encode()), "list.txt")))


@pytest.mark.parametrize(
    ("text", "names", "truncated", "year"),
    [
        ("VASWANI A, SHAZEER N, et al", ["A Vaswani", "N Shazeer"], True, None),
        ("于潇, 刘义, 柴跃廷, 等, 2012", ["于潇", "刘义", "柴跃廷"], True, 2012),
        ("VEEN P H van der, PEEBLES P Z Jr", ["P H van der Veen", "P Z Peebles Jr"], False, None),
        ("Smith, J. A., & Doe, R", ["J. A. Smith", "R Doe"], False, None),
        ("牛志明, SWINGLAND I R, 雷光春", ["牛志明", "I R Swingland", "雷光春"], False, None),
        ("拉普拉斯, Pierre-Simon", ["拉普拉斯 Pierre-Simon"], False, None),
        ("[美]富勒", ["富勒"], False, None),
        ("United Nations Department of Economic and Social Affairs", None, False, None),
        ("TED", ["TED"], False, None),
        ("Anon, [2020a]", [], False, 2020),
        ("佚名, 1949", [], False, 1949),
    ],
)
def test_people_are_read_as_references_write_them(text: str, names: list[str] | None, truncated: bool, year: int | None) -> None:
    found = people.read(text)
    assert [one.name for one in found.authors] == ([text] if names is None else names)
    assert (found.truncated, found.year) == (truncated, year)


def test_a_number_begins_a_reference_and_a_broken_line_does_not() -> None:
    made = parse(
        "[1] 张辉. 图像识别研究[J]. 电子学报, 2003, 31(3): 1-\n12. DOI:10.1000/x.\n"
        "[2] 王强. 语言产生[M]. 北京: 科学出版社,\n2010: 5.\n"
    )
    assert [(paper.record, paper.pages, paper.year) for paper in made] == [("1", "1-12", 2003), ("2", "5", 2010)]


ONE, TWO = "[1]张辉.图像识别[J].电子学报,2003,31(3):1-12.", "[2]王强,李平.语言产生[M].北京:科学出版社,2010:5."


@pytest.mark.parametrize(
    "text",
    [
        ONE + TWO,
        f"{ONE} {TWO}",
        f"{ONE}{TWO[:3]} {TWO[3:]}",
        f"{ONE}\n{TWO}",
        ONE.replace("[1]", "［１］") + TWO.replace("[2]", "【2】"),
        ONE.replace("[J]", "［Ｊ］") + TWO.replace("[M]", "〔M〕"),
        (ONE + TWO).translate({ord(sign): wide for sign, wide in zip(".,:", "．，：", strict=True)}),
        (ONE + TWO).translate({ord(sign): ord(sign) + 0xFEE0 for sign in "0123456789()-[]JM"}),
        ONE + TWO.replace("[2]", "[1]"),
        ONE.replace("[1]", "") + TWO,
    ],
)
def test_references_on_one_line_and_in_signs_of_any_width_are_apart(text: str) -> None:
    first, second = parse(text)
    assert (first.titles, first.venue, first.year, first.volume, first.issue, first.pages) == (
        {"zh": "图像识别"}, "电子学报", 2003, "31", "3", "1-12",
    )  # fmt: skip
    assert (second.titles, second.publisher, second.year, second.pages) == ({"zh": "语言产生"}, "科学出版社", 2010, "5")
    assert [one.name for one in (*first.authors, *second.authors)] == ["张辉", "王强", "李平"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("[1]张辉.[2]轮烷的合成[J].化学学报,2020.", "[2]轮烷的合成"),
        ("[1]张辉.论[2020]年[J].化学学报,2020.", "论[2020]年"),
        ("[1]张辉.以ＳＢＲ为例：一（上）[J].化学学报,2020[2020-03-04].见[3]甲.", "以ＳＢＲ为例：一（上）"),
        ("[1]张辉.合成[J].化学学报,2020[2]:3-5.", "合成"),
    ],
)
def test_a_number_in_brackets_inside_of_a_reference_divides_nothing_and_titles_stay_as_written(text: str, title: str) -> None:
    (paper,) = parse(text)
    assert paper.titles == {"zh": title}


def test_a_list_of_thousands_on_one_line_is_read_whole() -> None:
    made = parse("".join(f"[{n}]张辉.图像识别{n}[J].电子学报,2003({n}):1." for n in range(1, 3001)))
    assert [paper.record for paper in made] == [str(n) for n in range(1, 3001)]


def test_a_year_in_brackets_begins_no_reference() -> None:
    made = parse("[1] 张辉. 图像识别研究[J]. 电子学报,\n(2003) 31(3): 1-12.\n")
    assert [paper.record for paper in made] == ["1"]


def test_two_references_in_one_language_are_two_papers() -> None:
    made = parse("[1] 张辉. 图像识别[J]. 电子学报, 2003: 1.\n[2] 王强. 语言产生[J]. 心理学报, 2004: 2.\n")
    assert [paper.titles for paper in made] == [{"zh": "图像识别"}, {"zh": "语言产生"}]


def test_prose_between_references_is_passed_over() -> None:
    made = parse("前言说明如下。\n\n[1] 张辉. 图像识别[J]. 电子学报, 2003: 1.\n\n以上文献[1-3]见正文。\n")
    assert [type(item) for item in made] == [Paper]


def test_a_numbered_line_that_says_nothing_is_a_reject() -> None:
    (reject,) = parse("[1] 待补\n")
    assert isinstance(reject, Reject)
    assert reject.reason.startswith(gb7714.NO_MARK)


EXPORTED: list[dict[str, Any]] = [
    {"title": "退出机制研究", "titles": {"zh": "退出机制研究", "en": "Withdrawal"}, "language": "zh", "type": "article",
     "authors": [{"name": "肖妮", "names": {"zh": "肖妮", "en": "Ni Xiao"}}], "venue": "人民长江", "volume": "54", "issue": "4",
     "pages": "30-35", "year": 2023, "ids": {"doi": ["10.1000/x"]}},
    {"title": "Deep residual learning", "titles": {"en": "Deep residual learning"}, "language": "en", "type": "inproceedings",
     "authors": [{"name": name} for name in ("Kaiming He", "Xiangyu Zhang", "Shaoqing Ren", "Jian Sun")], "venue": "CVPR",
     "pages": "770-778", "year": 2016},
    {"title": "语言产生", "titles": {"zh": "语言产生"}, "language": "zh", "type": "thesis", "authors": [{"name": "余林"}],
     "publisher": "北京师范大学", "year": 2000},
    {"title": "Bert", "titles": {"en": "Bert"}, "language": "en", "type": "preprint", "authors": [{"name": "Jacob Devlin"}],
     "venue": "arXiv", "date": "2018-10-11", "year": 2018, "ids": {"arxiv": ["1810.04805"]}},
    {"title": "中国地质学", "titles": {"zh": "中国地质学"}, "language": "zh", "type": "book", "authors": [{"name": "李四光"}],
     "publisher": "商务印书馆", "year": 1939, "pages": "12-20"},
]  # fmt: skip


@pytest.mark.parametrize("style", ["single", "paired"])
def test_our_own_export_is_read_back_as_far_as_the_form_holds_it(style: str) -> None:
    numbering = Numbering(style)
    made = parse("".join(numbering.line(paper) for paper in EXPORTED))
    assert len(made) == len(EXPORTED)
    for number, (paper, given) in enumerate(zip(made, EXPORTED, strict=True), start=1):
        assert paper.record == str(number)
        assert next(iter(paper.titles.values())) == given["title"]
        assert (paper.type, paper.year, paper.venue) == (given["type"], given["year"], given.get("venue"))
        assert (paper.volume, paper.issue, paper.pages) == (given.get("volume"), given.get("issue"), given.get("pages"))
        assert len(paper.authors) == min(3, len(given["authors"]))
        assert dict(paper.ids) == {kind: tuple(several) for kind, several in given.get("ids", {}).items()}
    assert made[1].authors_truncated
    if style == "paired":
        assert made[0].titles == EXPORTED[0]["titles"]
        assert made[0].authors[0].names == {"zh": "肖妮", "en": "N Xiao"}


def test_a_list_of_references_is_recognised_by_its_marks_and_other_texts_are_not() -> None:
    listed = "[1] 张辉. 图像识别[J]. 电子学报, 2003: 1.\n[2] 王强. 语言产生[M]. 北京: 科学出版社, 2004.\n"
    assert gb7714.recognise(listed.encode(), "") > 0.8
    assert gb7714.recognise(listed.encode("gb18030"), "") > 0.8
    for text in (
        "一段文字提到[J]这个标记。\n" + "没有别的。\n" * 20,
        '[{"title": "a[J]"}]',
        "[1]\n[2]\n",
        "@article{a, title={b[J]}}\n",
    ):
        assert gb7714.recognise(text.encode(), "") == 0


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (
            "[1] A[J]. Nature, 2017, 1(1): 1-2.[2] 3GPP. TS 38[S]. 2020.[3] B[J]. Science, 2018, 2(1): 3.",
            ["A", "3GPP. TS 38", "B"],
        ),
        ("（1）张三. 甲[J]. 自然, 2017, 1（2）: 1-2.（2）李四. 乙[J]. 科学, 2018, 2(3): 3-4.", ["甲", "乙"]),
        ("[1] 张三. 甲[J]. 自然, 2017, 12[2]3-5. [2] 李四. 乙[J]. 科学, 2018, 2(3): 3-4.", ["甲", "乙"]),
    ],
)
def test_a_reference_may_begin_with_a_figure_and_its_number_have_round_brackets(text: str, titles: list[str]) -> None:
    read = [
        next(iter(item.titles.values()))
        for item in gb7714.parse(Input(io.BytesIO(text.encode()), "x"))
        if isinstance(item, Paper)
    ]
    assert read == titles


def test_a_mark_that_is_left_in_a_venue_is_told() -> None:
    text = "[1] 张三. 甲[J]. 自然, 2017, 1(1): 1-2. 李四. 乙[J]. 科学, 2018, 2(1): 3-4.\n[2] 王五. 丙[J]. 科学, 2018, 2(1): 3.\n"
    notices = [item for item in gb7714.parse(Input(io.BytesIO(text.encode()), "x")) if isinstance(item, Notice)]
    assert [notice.record for notice in notices] == ["1"]
