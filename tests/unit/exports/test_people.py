"""Names are divided where that is certain, and left whole where it is not."""

from __future__ import annotations

import pytest
from unit.exports.making import person

from service.exports import people


@pytest.mark.parametrize(
    ("name", "family", "given", "particle", "suffix"),
    [
        ("San Zhang", "Zhang", "San", "", ""),
        ("Ashish K. Vaswani", "Vaswani", "Ashish K.", "", ""),
        ("Łukasz Kaiser", "Kaiser", "Łukasz", "", ""),
        ("Vincent van Gogh", "Gogh", "Vincent", "van", ""),
        ("Juan Carlos de la Cruz", "Cruz", "Juan Carlos", "de la", ""),
        ("José Ortega y Gasset", "Ortega y Gasset", "José", "", ""),
        ("Martin Luther King Jr.", "King", "Martin Luther", "", "Jr."),
        ("Éric Ó Súilleabháin", "Ó Súilleabháin", "Éric", "", ""),
        ("Jack O'Brien", "O'Brien", "Jack", "", ""),
        ("Tim Berners-Lee", "Berners-Lee", "Tim", "", ""),
        ("Zhang S.", "Zhang", "S.", "", ""),
        ("Prathosh A. P.", "Prathosh", "A. P.", "", ""),
        ("余敏", "余", "敏", "", ""),
        ("李世民", "李", "世民", "", ""),
        ("張三", "張", "三", "", ""),
        ("欧阳修", "欧阳", "修", "", ""),
        ("司马相如", "司马", "相如", "", ""),
    ],
)
def test_a_name_is_divided(name: str, family: str, given: str, particle: str, suffix: str) -> None:
    found = people.divide(person(name))
    assert found is not None
    assert (found.family, found.given, found.particle, found.suffix) == (family, given, particle, suffix)


@pytest.mark.parametrize(
    "name",
    [
        "Plato", "ATLAS Collaboration", "Google Research", "The Royal Society", "中国科学院", "华为公司", "山田太郎",
        "尼古拉·特斯拉", "Иван Петров", "Zhang 三", "A1 B2", "a, b", "", "Jr.", "One Two Three Four Five Six Seven",
        "Johnson and Johnson",
    ],
)  # fmt: skip
def test_what_is_uncertain_stays_whole(name: str) -> None:
    assert people.divide(person(name)) is None


def test_the_han_form_tells_which_word_of_a_romanised_name_is_the_family_s() -> None:
    assert people.divide(person("Yu Min", zh="余敏")) == people.Name("Yu", "Min")
    assert people.divide(person("Min Yu", zh="余敏")) == people.Name("Yu", "Min")
    assert people.divide(person("Ouyang Xiu", zh="欧阳修")) == people.Name("Ouyang", "Xiu")


def test_a_name_with_its_initials_last_is_divided_for_the_eye_only() -> None:
    assert people.divide(person("Zhang S.")) == people.Name("Zhang", "S.", is_likely=True)
    assert people.certain(person("Zhang S.")) is None
    assert people.certain(person("San Zhang")) == people.Name("Zhang", "San")


def test_the_form_of_a_language_is_taken_where_there_is_one() -> None:
    author = person("余敏", zh="余敏", en="Yu Min")
    assert people.shown(author, "en") == "Yu Min"
    assert people.shown(author, "fr") == "余敏"
    assert people.divide(author, "en") == people.Name("Yu", "Min")
