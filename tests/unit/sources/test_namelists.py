"""One line of names: when it is one person or body, and when several; the same in every tagged format and in BibTeX."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.paper import Paper
from service.sources import SOURCES, Input
from service.sources.facts import creators, namelists

SEVERAL: list[tuple[str, list[str]]] = [
    ("张三,李四", ["张三", "李四"]),
    ("张三，李四，王五", ["张三", "李四", "王五"]),
    ("张三, 欧阳娜娜", ["张三", "欧阳娜娜"]),
    ("张三;李四；王五;", ["张三", "李四", "王五"]),
    ("张三、李四", ["张三", "李四"]),
    ("张三，李四；王五", ["张三", "李四", "王五"]),
    ("张三 李四 王五", ["张三", "李四", "王五"]),
    ("張三　李四", ["張三", "李四"]),
    ("欧阳娜娜 司马懿", ["欧阳娜娜", "司马懿"]),
    ("欧阳 娜娜 司马 懿", ["欧阳娜娜", "司马懿"]),
    ("王 小明 李 四", ["王小明", "李四"]),
    ("张三 李四 朴槿惠", ["张三", "李四", "朴槿惠"]),
    ("张三, 中国科学院", ["张三", "中国科学院"]),
    ("Zhang San,Li Si", ["Zhang San", "Li Si"]),
    ("Xiaoming Li, Wei Wang", ["Xiaoming Li", "Wei Wang"]),
    ("Ouyang Xiu, Li Bai", ["Ouyang Xiu", "Li Bai"]),
    ("Zhang, San; Li, Si", ["Zhang, San", "Li, Si"]),
    ("Zhang San and Li Si", ["Zhang San", "Li Si"]),
    ("Smith, John and Doe, Jane", ["Smith, John", "Doe, Jane"]),
    ("Smith, John & Doe, Jane A.", ["Smith, John", "Doe, Jane A."]),
    ("John Smith and Jane van der Berg", ["John Smith", "Jane van der Berg"]),
    ("John Smith, Jane Doe and Ann Poe", ["John Smith", "Jane Doe", "Ann Poe"]),
    ("John Smith, Jane Doe, Ann Poe", ["John Smith", "Jane Doe", "Ann Poe"]),
    ("J. Smith, K. Doe", ["J. Smith", "K. Doe"]),
    ("S. Zhang, S. Li and W. Wang", ["S. Zhang", "S. Li", "W. Wang"]),
    ("Smith J, Doe KL", ["Smith J", "Doe KL"]),
    ("Smith J & Doe K", ["Smith J", "Doe K"]),
    ("Wang, W., Chen, C.", ["Wang, W.", "Chen, C."]),
    ("Wang, W., Chen, C., and Li, L.", ["Wang, W.", "Chen, C.", "Li, L."]),
    ("Smith, J., Jr., Doe, K.", ["Smith, J. Jr.", "Doe, K."]),
    ("Smith, John, Doe, Jane", ["Smith, John", "Doe, Jane"]),
    ("Smith, John A., Doe, Jane B.", ["Smith, John A.", "Doe, Jane B."]),
    ("张三, John Smith, 李四", ["张三", "John Smith", "李四"]),
    ("张三 and 李四", ["张三", "李四"]),
    ("Peking University; Zhang, San", ["Peking University", "Zhang, San"]),
    ("Zhang San1, Li Si2, Wang Wu1, Zhao Liu3", ["Zhang San", "Li Si", "Wang Wu", "Zhao Liu"]),
    ("Zhang San1,2, Li Si¹ and Wang Wu3*", ["Zhang San", "Li Si", "Wang Wu"]),
    ("张三1，李四2", ["张三", "李四"]),
    ("Smith J, Doe JB, Roe RC, and the ABC Study Group", ["Smith J", "Doe JB", "Roe RC", "ABC Study Group"]),
    ("Gemini Team, Rohan Anil, Ann Poe, Jean-Luc Doe", ["Gemini Team", "Rohan Anil", "Ann Poe", "Jean-Luc Doe"]),
    ("马克思，恩格斯，列宁", ["马克思", "恩格斯", "列宁"]),
    ("列夫·托尔斯泰，马克·吐温", ["列夫·托尔斯泰", "马克·吐温"]),
    ("张三(清华大学), 李四(北京大学)", ["张三", "李四"]),
]
ONE = [
    "张三", "张 三", "王 小明", "欧阳 娜娜", "欧阳, 娜娜", "李, 小明", "山田 太郎", "昂温, G", "卡尔·马克思",
    "艾哈迈德·阿里, 穆罕默德", "中国科学院, 计算技术研究所", "中国科学院 计算技术研究所", "北京大学，数学学院",
    "卫生部, 国务院", "安全中心 国家实验室", "Zhang San", "Wang, Wei", "Wang,Wei", "Li, Si", "van der Maaten, Laurens",
    "García Márquez, Gabriel José", "Smith, J.", "Smith, J. K.", "Smith, J., Jr.", "Smith, Jr., J.", "Smith, John, Ph.D.",
    "Smith, John, 1950-", "Le Roux, Jean Paul", "Ho, Chi Minh", "De Souza, A. B.", "Google, Inc.", "Barnes and Noble, Inc.",
    "AT&T", "Johnson & Johnson", "Evangelos and Zervas", "Ministry of Health and Welfare",
    "Ministry of Health, Labour and Welfare", "Department of Economic and Social Affairs",
    "Centers for Disease Control and Prevention", "Food and Drug Administration",
    "Department of Health, Education, and Welfare", "University of California, Los Angeles", "Hebei University, Bao Ding",
    "Council on Cardiopulmonary, Critical Care, Perioperative and Resuscitation", "Plato", "de la Zhang, San, III",
    "Zhang San, Li, III", "欧阳, 询之", "诸葛, 孔明", "石原 慎太郎", "田中 文雄", "安倍 晋三", "安田 成美", "金子 文子",
    "University of Nowhere, Los Angeles, New York",
]  # fmt: skip


@pytest.mark.parametrize(("line", "names"), SEVERAL)
def test_several_people_on_a_line_are_divided(line: str, names: list[str]) -> None:
    assert namelists.divided(line) == (names, False)


@pytest.mark.parametrize("line", ONE)
def test_one_person_or_body_stays_one(line: str) -> None:
    names, cut = namelists.divided(line)
    assert ([name.replace(" ", "") for name in names], cut) == ([line.replace(" ", "")], False)


@pytest.mark.parametrize(
    "line", ["张三, 李四, 等", "张三 李四 等", "Smith J, Doe K, et al.", "John Smith, Ann Poe, Jane Doe and others"]
)
def test_a_list_that_stops_early_says_so(line: str) -> None:
    names, cut = namelists.divided(line)
    assert cut
    assert len(names) > 1
    assert "等" not in "".join(names)


@given(st.text(alphabet="张三李欧阳ab AB.,，;；、&·- \n", max_size=60))
def test_no_letter_of_any_line_is_lost(line: str) -> None:
    names, cut = namelists.divided(line.replace("&", " and "))
    if not cut:
        kept = "".join(names).replace("and", "")
        assert [one for one in kept if one.isalpha()] == [one for one in line.replace("and", "") if one.isalpha()]


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (["高田 林平"], ["高田", "林平"]),
        (["高田 林平", "山本太郎"], ["高田林平", "山本太郎"]),
        (["张三 李四", "王五 赵六"], ["张三", "李四", "王五", "赵六"]),
        (["张三 等", "李四"], ["张三", "李四"]),
        (["张三 李四 王五", "赵六"], ["张三", "李四", "王五", "赵六"]),
    ],
)
def test_two_han_words_beside_lines_of_one_name_are_one(lines: list[str], names: list[str]) -> None:
    found, _ = creators.people(lines)
    assert [author.name.replace(" ", "") for author in found] == names


BODIES = [
    "Ministry of Health, Labour and Welfare",
    "中国科学院, 计算技术研究所",
    "Food and Drug Administration",
    "University of California, Los Angeles",
]
FORMATS = {
    "ris": "TY  - JOUR\nTI  - a title\nAU  - {}\nER  - \n",
    "endnote": "%0 Journal Article\n%T a title\n%A {}\n",
    "refworks": "RT Journal Article\nT1 a title\nA1 {}\n",
    "noteexpress": "{{Reference Type}}: Journal Article\n{{Title}}: a title\n{{Author}}: {}\n",
    "bibtex": "@article{{a, title = {{a title}}, author = {{{}}}}}\n",
}


def authors(form: str, line: str) -> list[str]:
    data = Input(io.BytesIO(FORMATS[form].format(line).encode()), "x")
    (paper,) = [item for item in SOURCES[form].parse(data) if isinstance(item, Paper)]
    return [author.name for author in paper.authors]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("张三,李四,王五", ["张三", "李四", "王五"]),
        ("张三；李四", ["张三", "李四"]),
        ("欧阳娜娜 司马懿", ["欧阳娜娜", "司马懿"]),
        ("Zhang San and Li Si", ["Zhang San", "Li Si"]),
        ("Smith, John and Doe, Jane", ["John Smith", "Jane Doe"]),
        ("Wang, W., Chen, C.", ["W. Wang", "C. Chen"]),
        ("S. Zhang, S. Li and W. Wang", ["S. Zhang", "S. Li", "W. Wang"]),
        ("Zhang San,Li Si", ["Zhang San", "Li Si"]),
        ("Wang, Wei", ["Wei Wang"]),
        ("Smith, J., Jr.", ["J. Smith Jr."]),
    ],
)
def test_every_format_divides_alike(form: str, line: str, names: list[str]) -> None:
    # NoteExpress has no field in which a comma divides the parts of one name.
    if form != "noteexpress" or line != "Wang, Wei":
        assert authors(form, line) == names


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "bibtex"])
@pytest.mark.parametrize("body", BODIES)
def test_a_body_keeps_its_name_in_every_format(form: str, body: str) -> None:
    assert authors(form, body) == [body]


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("{{Ministry of Health, Labour and Welfare}}", ["Ministry of Health, Labour and Welfare"]),
        ("{Google, Inc.}", ["Google, Inc."]),
        ("{张三, 李四}", ["张三", "李四"]),
        ("{Zhang, San} and {Li, Si}", ["San Zhang", "Si Li"]),
        ("张三 and 李四，王五 and others", ["张三", "李四", "王五"]),
        ("{Barnes and Noble} and S. Li, W. Wang", ["Barnes and Noble", "S. Li", "W. Wang"]),
        ("von Berg, Jr, Hans", ["Hans von Berg Jr"]),
        (r"M{\"u}ller, A., Li, B. and Wang, C.", ["A. Müller", "B. Li", "C. Wang"]),
    ],
)
def test_braces_of_bibtex_hold_together(value: str, names: list[str]) -> None:
    assert authors("bibtex", value) == names
