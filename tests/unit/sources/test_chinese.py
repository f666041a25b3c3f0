"""What exports of Chinese databases share, and the formats that are made of tagged lines."""

from __future__ import annotations

import io
from typing import Any

import pytest

from service.paper import Author, Category, Paper
from service.sources import SOURCES, Input
from service.sources.facts import chinese, kinds
from service.sources.noteexpress import NO_TYPE


def parse(name: str, text: str) -> list[Any]:
    return list(SOURCES[name].parse(Input(io.BytesIO(text.encode()), "x")))


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("第3期", "3"),
        ("03", "3"),
        ("总第35期", "35"),
        ("增刊1", "增刊1"),
        ("1/2", "1/2"),
        ("第 12 卷", "12"),
        ("S1", "S1"),
        ("", None),
    ],
)
def test_a_volume_or_issue_is_its_number(written: str, number: str | None) -> None:
    assert chinese.number(written) == number


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("<正>苯妥英钠~([1-3])与CD4~+、Ca~(2+)", "苯妥英钠与CD4+、Ca2+"),
        ("Abstract(#br)This research", "This research"),
        ("摘要：基于", "基于"),
        ("正文约~(三)", "正文约~(三)"),
    ],
)
def test_the_marks_of_cnki_are_taken_out(written: str, text: str) -> None:
    assert chinese.unmarked(written) == text


@pytest.mark.parametrize(
    ("written", "names", "truncated"),
    [
        ("张三;李四;", ["张三", "李四"], False),
        ("张三,李四", ["张三", "李四"], False),
        ("张三、李四 等", ["张三", "李四"], True),
        ("李 明 王 强", ["李明", "王强"], False),
        ("张 三", ["张三"], False),
        ("Noh, Youngre; Li, Si", ["Youngre Noh", "Si Li"], False),
        ("Anon", [], False),
    ],
)
def test_names_are_divided_as_exports_write_them(written: str, names: list[str], truncated: bool) -> None:
    found, cut = chinese.people([written])
    assert ([one.name for one in found], cut) == (names, truncated)


def test_names_in_both_scripts_belong_together_only_where_each_has_one() -> None:
    two, one = (Author("肖妮"), Author("金华频")), (Author("Xiao Ni"),)
    assert chinese.in_both_scripts(two, one) == two
    assert chinese.in_both_scripts(two[:1], one)[0].names == {"zh": "肖妮", "en": "Xiao Ni"}


def test_an_institution_is_given_to_nobody_where_it_may_be_anybodys() -> None:
    two = (Author("肖妮"), Author("金华频"))
    assert chinese.affiliated(two, ["武汉大学", "中山大学"], in_turn=False) is None
    turned = chinese.affiliated(two, ["1.武汉大学 430072", "中山大学"], in_turn=True)
    assert turned is not None
    assert [one.affiliations[0].name for one in turned] == ["武汉大学", "中山大学"]
    shared = chinese.affiliated(two, ["武汉大学"], in_turn=False)
    assert shared is not None
    assert all(one.affiliations[0].name == "武汉大学" for one in shared)


def test_a_class_of_the_chinese_library_classification_is_a_category() -> None:
    assert chinese.clc("H314; TP391.1") == (Category("语言、文字", "H314"), Category("工业技术", "TP391.1"))
    assert chinese.clc("R; 无; 1234") == (Category("医药、卫生"),)


@pytest.mark.parametrize(
    ("word", "kind"),
    [("Journal Article", "article"), ("journalArticle", "article"), ("硕士", "thesis"), ("国家标准", "standard"), ("?", None)],
)
def test_a_kind_is_known_by_its_word_in_either_language(word: str, kind: str | None) -> None:
    assert kinds.kind(word) == kind


def test_noteexpress_reads_full_width_colons_tags_on_one_line_and_records_without_a_type() -> None:
    made = parse("noteexpress", "{Title}：甲{Author}: 张三\n{Reference Type}: Book{Title}: 乙{Date}: 2020-10-12\n")
    assert [item.titles["zh"] for item in made if isinstance(item, Paper)] == ["甲", "乙"]
    assert [item.message for item in made if not isinstance(item, Paper)] == [NO_TYPE]


def test_cnki_begins_a_record_where_a_tag_comes_again() -> None:
    made = parse("cnki", "SrcDatabase-来源库:期刊\nTitle-题名:甲\nSrcDatabase-来源库:期刊\nTitle-题名:乙\nTitle-题名:丙\n")
    assert [paper.titles["zh"] for paper in made] == ["甲", "乙", "丙"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("情报学报.2010(5).-889-896", ("情报学报", 2010, None, "5", "889-896")),
        ("情报学报2010 29(5):889-896", ("情报学报", 2010, "29", "5", "889-896")),
        ("《情报学报》2010年第29卷第5期 889-896,共8页", ("情报学报", 2010, "29", "5", "889-896")),
        ("情报学报 2010年第5期", ("情报学报", 2010, None, "5", None)),
        ("情报学报,2010(增刊1)", ("情报学报", 2010, None, "增刊1", None)),
        ("中国科学（A辑）.2010(5)", ("中国科学（A辑）", 2010, None, "5", None)),
        ("情报学报", ("情报学报", None, None, None, None)),
        ("2010年会论文集", ("2010年会论文集", None, None, None, None)),
    ],
)
def test_vip_has_year_and_pages_behind_the_journal(written: str, read: tuple[str | None, int | None, str | None]) -> None:
    (paper,) = parse("vip", f"【题　名】甲\n【作　者】张三\n【刊　名】{written}\n")
    assert (paper.venue, paper.year, paper.volume, paper.issue, paper.pages) == read


def test_vip_tells_its_names_from_other_words_in_such_brackets() -> None:
    (paper,) = parse("vip", "【题名】论【作者身份】的写法\n【作者】张三[1] 李四[2]\n")
    assert paper.titles == {"zh": "论【作者身份】的写法"}
    assert [one.name for one in paper.authors] == ["张三", "李四"]


def test_a_format_that_is_quoted_in_another_text_is_recognised_with_little_confidence() -> None:
    quoted = "The format:\n    {Reference Type}: Book\n    {Title}: A\n"
    assert SOURCES["noteexpress"].recognise(quoted.encode(), "") < 0.5
    assert SOURCES["noteexpress"].recognise(quoted[12:].encode(), "") > 0.9
    assert SOURCES["noteexpress"].recognise(quoted[12:].encode("utf-16"), "") > 0.9


@pytest.mark.parametrize(
    ("lines", "abstract"),
    [
        (
            "【文　摘】【目的】研究。\n【方 法】做。\n【材料与方法】有。\n【馆　际】无用\n更多",
            "【目的】研究。【方 法】做。【材料与方法】有。",
        ),
        ("【文 摘】见前文，又见\n如【作者】所说。", "见前文，又见如【作者】所说。"),
        ("【文摘】文【分类号】G1", "文"),
    ],
)
def test_vip_takes_labels_at_the_beginning_of_a_line_for_tags(lines: str, abstract: str) -> None:
    (paper,) = parse("vip", f"【题　名】甲\n【作者】张三\n{lines}\n【刊　名】学报\n")
    assert (paper.abstracts, [author.name for author in paper.authors]) == ({"zh": abstract}, ["张三"])
    assert paper.venue == "学报"
