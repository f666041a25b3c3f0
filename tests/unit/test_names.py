"""The display form and the key of names, from a table; and when two names may be one person's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service import names

# (as written, as shown, key). Real names of well-known papers' authors, and the placeholders of textbooks.
TABLE = [
    # Capitals
    ("YUEJIANG SHI", "Yuejiang Shi", "yuejiang shi"),
    ("Yuejiang Shi", "Yuejiang Shi", "yuejiang shi"),
    ("yuejiang shi", "Yuejiang Shi", "yuejiang shi"),
    ("tianyuan liu", "Tianyuan Liu", "tianyuan liu"),
    ("Xiaoyi MAI", "Xiaoyi Mai", "xiaoyi mai"),
    ("YI REN", "Yi Ren", "yi ren"),
    ("Wei LI", "Wei Li", "wei li"),
    ("LI Wei", "Li Wei", "li wei"),
    ("shuicheng YAN", "Shuicheng Yan", "shuicheng yan"),
    ("hangjun Che", "Hangjun Che", "hangjun che"),
    ("Hongrong yang", "Hongrong Yang", "hongrong yang"),
    ("Andrew NG", "Andrew Ng", "andrew ng"),
    ("JACK O'BRIEN", "Jack O'Brien", "jack obrien"),
    ("Jean-Pierre SERRE", "Jean-Pierre Serre", "jean-pierre serre"),
    ("EN-HUI YANG", "En-Hui Yang", "en-hui yang"),
    ("DEVRİŞ İŞLER", "Devriş İşler", "devris isler"),
    ("ИВАН ПЕТРОВ", "Иван Петров", "иван петров"),
    ("VINCENT VAN GOGH", "Vincent Van Gogh", "vincent van gogh"),
    ("vincent van gogh", "Vincent van Gogh", "vincent van gogh"),
    # Capitals beside the word of a group are an acronym; a name wholly in capitals says nothing of its own
    ("ATLAS Collaboration", "ATLAS Collaboration", "atlas collaboration"),
    ("Collaboration, ATLAS", "ATLAS Collaboration", "atlas collaboration"),
    ("the ATLAS collaboration", "The ATLAS Collaboration", "the atlas collaboration"),
    ("IBM Research", "IBM Research", "ibm research"),
    ("AI Lab", "AI Lab", "ai lab"),
    ("ENCODE-CAGE Project Consortium", "ENCODE-CAGE Project Consortium", "encode-cage project consortium"),
    ("ATLAS COLLABORATION", "Atlas Collaboration", "atlas collaboration"),
    ("LI Ming", "Li Ming", "li ming"),
    ("Jean DUPONT", "Jean Dupont", "jean dupont"),
    ("OLIVIER Company", "Olivier Company", "olivier company"),
    # What stays: initials, particles, humps, unusual cases
    ("S Kevin Zhou", "S Kevin Zhou", "s kevin zhou"),
    ("Kiran GV", "Kiran GV", "kiran gv"),
    ("JP Morgan", "JP Morgan", "jp morgan"),
    ("K J Joseph", "K J Joseph", "k j joseph"),
    ("Leong Hou U", "Leong Hou U", "leong hou u"),
    ("Hugo Van hamme", "Hugo Van hamme", "hugo van hamme"),
    ("van Gogh", "van Gogh", "van gogh"),
    ("Yann LeCun", "Yann LeCun", "yann lecun"),
    ("David McAllester", "David McAllester", "david mcallester"),
    ("LeCun", "LeCun", "lecun"),
    ("Kim Min-su", "Kim Min-su", "kim min-su"),
    ("Mausam", "Mausam", "mausam"),
    # Blanks and dots
    ("LinchuanXie", "Linchuan Xie", "linchuan xie"),
    ("JingziGU", "Jingzi Gu", "jingzi gu"),
    ("Y.N.Xu", "Y. N. Xu", "y n xu"),
    ("Y. N. Xu", "Y. N. Xu", "y n xu"),
    ("M. S. Krafczyk", "M. S. Krafczyk", "m s krafczyk"),
    ("Xiang.Huang", "Xiang Huang", "xiang huang"),
    ("Paolo Dario.", "Paolo Dario", "paolo dario"),
    ("C. A.. Micchelli", "C. A. Micchelli", "c a micchelli"),
    ("  San   Zhang ", "San Zhang", "san zhang"),
    ("San\u00a0Zhang", "San Zhang", "san zhang"),
    ("Ｓan Ｚhang", "San Zhang", "san zhang"),
    # Hyphens and apostrophes
    ("Tae–Kyun Kim", "Tae-Kyun Kim", "tae-kyun kim"),
    ("Cheng- Wei Lin", "Cheng-Wei Lin", "cheng-wei lin"),
    ("J.-P. Merlet", "J.-P. Merlet", "j-p merlet"),
    ("J -P. Merlet", "J-P. Merlet", "j-p merlet"),
    ("Jack O’Brien", "Jack O'Brien", "jack obrien"),
    ("James O' Neill", "James O'Neill", "james oneill"),
    ("Jun’ichi Takeuchi", "Jun'ichi Takeuchi", "junichi takeuchi"),
    # The order
    ("Zhang, San", "San Zhang", "san zhang"),
    ("Zhang, S.", "S. Zhang", "s zhang"),
    ("LU, HUIMIN", "Huimin Lu", "huimin lu"),
    ("O’Brien, Jack", "Jack O'Brien", "jack obrien"),
    ("King, Martin Luther, Jr.", "Martin Luther King Jr.", "martin luther king jr"),
    ("Berardi, V.", "V. Berardi", "v berardi"),
    ("Windsor, Charles, V", "Charles Windsor V", "charles windsor v"),
    ("KING, MARTIN LUTHER, JR.", "Martin Luther King Jr.", "martin luther king jr"),
    ("de la Vallée Poussin, Charles", "Charles de la Vallée Poussin", "charles de la vallee poussin"),
    ("Donald Hejna III", "Donald Hejna III", "donald hejna iii"),
    ("DONALD HEJNA III", "Donald Hejna III", "donald hejna iii"),
    # Accents
    ("Devriş İşler", "Devriş İşler", "devris isler"),
    ("Hal Daumé III", "Hal Daumé III", "hal daume iii"),
    ("Hal Daume\u0301 III", "Hal Daumé III", "hal daume iii"),
    ("Maurice Go¨ldi", "Maurice Göldi", "maurice goldi"),
    ("Franc ̧ois Pomerleau", "François Pomerleau", "francois pomerleau"),
    ("David Martı́nez", "David Martínez", "david martinez"),
    ("Łukasz Kaiser", "Łukasz Kaiser", "lukasz kaiser"),
    ("Søren Hauberg", "Søren Hauberg", "soren hauberg"),
    # What is no part of a name
    ("Zhang San*", "Zhang San", "zhang san"),
    ("Ze Liu(†)", "Ze Liu", "ze liu"),
    ("Xiaolong Jiang ²", "Xiaolong Jiang", "xiaolong jiang"),
    ("Li Si[2]", "Li Si", "li si"),
    ("1Radu Bogdan Rusu", "Radu Bogdan Rusu", "radu bogdan rusu"),
    ("Prof. Dr. Paul Lukowicz", "Paul Lukowicz", "paul lukowicz"),
    ("Mr Prabhat", "Prabhat", "prabhat"),
    ("\u202aSan Zhang\u202c", "San Zhang", "san zhang"),
    ("Yuxiang (YU-HSIANG) LAI", "Yuxiang (Yu-Hsiang) Lai", "yuxiang (yu-hsiang) lai"),
    # Chinese, and other scripts
    ("张三", "张三", "张三"),
    ("张 三", "张三", "张三"),
    ("张　三", "张三", "张三"),
    ("張三", "張三", "张三"),
    ("张三1,2", "张三", "张三"),
    ("张三1*", "张三", "张三"),
    ("张, 三", "张三", "张三"),
    ("欧阳 修", "欧阳修", "欧阳修"),
    ("小明 李", "李小明", "李小明"),
    ("阿卜杜拉 • 买买提", "阿卜杜拉·买买提", "阿卜杜拉·买买提"),
    ("山田 太郎", "山田太郎", "山田太郎"),
    # No name at all
    ("", "", ""),
    ("*", "", ""),
    (" , ", "", ""),
]


@pytest.mark.parametrize(("written", "shown", "key"), TABLE, ids=[repr(row[0]) for row in TABLE])
def test_a_name_has_one_display_form_and_one_key(written: str, shown: str, key: str) -> None:
    assert names.display(written) == shown
    assert names.key(shown) == key


@pytest.mark.parametrize("shown", sorted({row[1] for row in TABLE}))
def test_a_display_form_is_its_own_display_form(shown: str) -> None:
    assert names.display(shown) == shown


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("San Zhang", "Zhang San"),
        ("San Zhang", "S. Zhang"),
        ("Shaohua Kevin Zhou", "S Kevin Zhou"),
        ("S. K. Zhou", "Shaohua Kevin Zhou"),
        ("Devriş İşler", "Devris Isler"),
        ("Yuejiang Shi", "YUEJIANG SHI"),
        ("張三", "张三"),
        ("J.-P. Merlet", "J-P Merlet"),
        ("J.-P. Merlet", "Jean-Pierre Merlet"),
        ("Xiao-Ming Li", "Xiaoming Li"),
        ("Xiao Ming Li", "Li Xiaoming"),
        ("Javier Iranzo-Sánchez", "Javier Iranzo Sanchez"),
        ("Zhang X. M.", "Xiao Ming Zhang"),
    ],
)
def test_two_forms_of_one_name_agree(one: str, other: str) -> None:
    assert names.agree(one, other)
    assert names.agree(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("张三", "章三"),
        ("San Zhang", "Si Zhang"),
        ("San Zhang", "San Li"),
        ("S. Zhang", "L. Zhang"),
        ("张三", "San Zhang"),
        ("", "San Zhang"),
        ("Xiaoming Li", "Xiaoning Li"),
        ("Yi Ming", "Yiming"),
        ("Jo Ann Li", "Jo Anna Li"),
    ],
)
def test_two_names_do_not_agree(one: str, other: str) -> None:
    assert not names.agree(one, other)


@pytest.mark.parametrize(
    ("name", "words"),
    [("S. Kevin Zhou", ["kevin", "zhou"]), ("张三", ["张三"]), ("X.", ["x"]), ("Devriş İşler", ["devris", "isler"]), ("", [])],
)
def test_the_words_of_a_name_are_more_than_initials(name: str, words: list[str]) -> None:
    assert names.tokens(name) == words


@given(st.text(max_size=60))
def test_any_text_has_a_display_form_that_stays(text: str) -> None:
    once = names.display(text)
    assert names.display(once) == once or names.key(names.display(once)) == names.key(once)


@pytest.mark.parametrize("piece", ["A", "a ", ".", "-", " ", "'", "é", "张", ", ", "A-", "Aa."])
def test_a_very_long_name_takes_no_time(piece: str) -> None:
    assert isinstance(names.display(piece * 20_000), str)
