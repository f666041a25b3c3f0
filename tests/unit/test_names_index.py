"""What the index keeps of a name, how Han names are read aloud, and the forms for completing what is typed."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service import names
from service.names import readings, syllables
from service.names.surnames import SURNAME_READINGS


@pytest.mark.parametrize(
    ("name", "entries"),
    [
        ("San Zhang", ("san zhang",)),
        ("Xiaoming Li", ("xiaoming li 0xm",)),
        ("Xiao-Ming Li", ("xiao-ming li xiaoming",)),
        ("Tim Berners-Lee", ("tim berners-lee bernerslee",)),
        ("Devriş İşler", ("devris isler",)),
        ("Anna Karenina", ("anna karenina",)),
        ("张三", ("张三", "zhang san")),
        ("張三", ("张三", "zhang san")),
        ("欧阳修", ("欧阳修", "ouyang xiu")),
        ("吕布", ("吕布", "lu bu")),
        ("单田芳", ("单田芳", "shan tianfang 0tf", "dan tianfang 0tf")),
        (
            "阿卜杜拉·买买提",
            ("阿卜杜拉·买买提", "abodula abotula abudula abutula apudula aputula ebodula ebotula maimaiti maimaidi maimaichi"),
        ),
        ("々〇", ("々〇",)),
        ("김민수", ("김민수",)),
        ("Иван Петров", ("иван петров",)),
        ("", ("",)),
    ],
)
def test_the_index_keeps_the_key_and_what_a_query_could_not_work_out(name: str, entries: tuple[str, ...]) -> None:
    assert names.indexed([name]) == list(entries)


@pytest.mark.parametrize(
    ("surname", "first", "also"),
    [
        ("单", "shan", "dan"), ("曾", "zeng", "ceng"), ("解", "xie", "jie"), ("查", "zha", "cha"), ("仇", "qiu", "chou"),
        ("区", "ou", "qu"), ("盖", "ge", "gai"), ("任", "ren", "ren"), ("朴", "piao", "park"), ("翟", "zhai", "di"),
        ("乐", "yue", "le"), ("覃", "qin", "tan"), ("缪", "miao", "mou"), ("阚", "kan", "han"), ("长孙", "zhangsun", "zhangsun"),
        ("尉迟", "yuchi", "weichi"), ("万俟", "moqi", "moqi"), ("澹台", "tantai", "tantai"), ("令狐", "linghu", "linghu"),
        ("欧阳", "ouyang", "ouyang"), ("张", "zhang", "zhang"), ("吕", "lu", "lu"),
    ],
)  # fmt: skip
def test_a_family_name_is_read_as_such_first_and_as_usual_too(surname: str, first: str, also: str) -> None:
    found = readings.surname_readings(surname)
    assert found[0] == first
    assert also in found
    assert len(found) <= readings.MAX_SURNAME_READINGS


def test_a_given_name_of_several_readings_has_all_of_them_up_to_the_limit() -> None:
    entries = names.indexed(["李行乐"])
    assert entries[0] == "李行乐"
    assert {"xingle", "xingyue", "hangle", "hangyue"} <= set(entries[1].split())
    many = names.indexed(["李" + "行" * 6])
    assert len(many) == 2
    assert len(many[1].split()) <= 1 + 2 * readings.MAX_GIVEN_READINGS


def test_a_long_han_name_is_a_group_and_has_no_reading() -> None:
    assert names.indexed(["中国科学院计算技术研究所"]) == ["中国科学院计算技术研究所"]


def test_every_reading_of_a_character_is_made_of_known_syllables() -> None:
    for character in names.SURNAMES | {char for name in SURNAME_READINGS for char in name}:
        assert all(reading in syllables.SYLLABLES for reading in readings.character_readings(character)), character


def test_the_table_of_family_name_syllables_is_what_the_readings_say() -> None:
    read = {reading for surname in names.SURNAMES | names.COMPOUND_SURNAMES for reading in readings.surname_readings(surname)}
    assert read - syllables.SURNAME_SYLLABLES - {"park"} == set()


@pytest.mark.parametrize(
    ("word", "divided"),
    [
        ("zhangsan", [("zhang", "san")]), ("xian", [("xian",), ("xi", "an")]), ("fangan", [("fan", "gan"), ("fang", "an")]),
        ("lvbu", [("lv", "bu")]), ("stein", []), ("", []), ("a" * 25, []),
    ],
)  # fmt: skip
def test_pinyin_is_divided_in_every_way(word: str, divided: list[tuple[str, ...]]) -> None:
    assert list(syllables.divisions(word)) == divided


@given(st.text(alphabet="anghixou", max_size=40))
def test_the_ways_to_divide_a_word_are_few_and_whole(word: str) -> None:
    found = syllables.divisions(word)
    assert len(found) <= syllables.MAX_DIVISIONS
    assert all("".join(way) == word for way in found)


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("张三", {"张三", "zhangsan", "zhang san", "zs", "sanzhang"}),
        ("張三", {"张三", "zhangsan", "zs"}),
        ("欧阳修", {"ouyangxiu", "ox", "oyx", "ouyang xiu"}),
        ("单田芳", {"shantianfang", "dantianfang", "stf"}),
        ("San Zhang", {"san zhang", "zhang san", "sanzhang", "zhangsan", "sz", "zs"}),
        ("Zhang, San", {"san zhang", "zhang san"}),
        ("Devriş İşler", {"devris isler", "isler devris"}),
        ("Xiao-Ming Li", {"xiao-ming li", "xiao ming li", "li xiao ming", "lxm", "xml"}),
        ("Mausam", {"mausam"}),
    ],
)
def test_a_name_is_completed_from_each_of_its_forms(name: str, forms: set[str]) -> None:
    assert forms <= set(names.completions(name))


@given(st.text(max_size=80) | st.text(alphabet="张三々〇·欧阳 単A.-", max_size=20))
def test_any_text_has_a_bounded_number_of_entries_and_completions(text: str) -> None:
    assert 1 <= len(names.indexed([text])) <= 1 + 12 * readings.MAX_SURNAME_READINGS
    assert len(names.completions(text)) <= 32
    assert len(names.keyword_completions(text)) <= 3


@pytest.mark.parametrize(
    ("text", "joined", "initials"),
    [
        ("深度学习", "shenduxuexi", "sdxx"), ("深度學習", "shenduxuexi", "sdxx"), ("重庆", "chongqing", "cq"),
        ("BERT模型", "bertmoxing", "bertmx"), ("绿色", "luse", "ls"), ("graph theory", "", ""), ("", "", ""),
    ],
)  # fmt: skip
def test_a_han_text_has_pinyin_and_initials(text: str, joined: str, initials: str) -> None:
    assert names.pinyin(text) == (joined, initials)


def test_latin_names_do_not_load_the_library_of_readings() -> None:
    lines = (
        "import sys; from service import names; names.indexed(['San Zhang']); names.ask('张三 zhangsan');"
        "sys.exit('pypinyin' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", lines], check=False).returncode == 0
