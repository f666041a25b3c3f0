"""What bylines of papers say of one author."""

from __future__ import annotations

from typing import Any

import pytest

from service.searching import bylines
from service.searching.bylines import GROUPS

ONE, OTHER = "0000-0002-1825-0097", "0000-0001-5109-3700"


def paper(*authors: str | dict[str, Any], **values: Any) -> dict[str, Any]:
    return {"authors": [{"name": one} if isinstance(one, str) else one for one in authors], **values}


def at(name: str, *places: str, **values: Any) -> dict[str, Any]:
    return {"name": name, "affiliations": [{"name": place} for place in places], **values}


def test_forms_of_one_key_are_counted_by_papers_and_the_usual_one_is_shown() -> None:
    said = bylines.read("devris isler", [paper("Devriş İşler"), paper("Devris Isler"), paper("Devriş İşler", "San Zhang")])
    assert said.name == "Devriş İşler"
    assert said.variants() == [
        {"name": "Devriş İşler", "key": "devris isler", "count": 2},
        {"name": "Devris Isler", "key": "devris isler", "count": 1},
    ]


def test_forms_in_the_other_language_are_variants_with_keys_of_their_own() -> None:
    one = {"name": "李军辉", "names": {"zh": "李军辉", "en": "Junhui Li"}}
    said = bylines.read("李军辉", [paper(one), paper(one, "Si Li"), paper("李軍輝")])
    assert said.names() == {"en": "Junhui Li", "zh": "李军辉"}
    assert [(form["name"], form["key"], form["count"]) for form in said.variants()] == [
        ("Junhui Li", "junhui li", 2),
        ("李军辉", "李军辉", 2),
        ("李軍輝", "李军辉", 1),
    ]
    assert said.name == "李军辉"


def test_the_records_of_a_merged_paper_add_forms_at_the_same_place_that_agree() -> None:
    record = {"paper": {"authors": [{"name": "S. Zhang"}, {"name": "Y. Li"}, {"name": "W. Wang"}]}}
    said = bylines.read("san zhang", [paper("San Zhang", "Si Li", contributions=[record, {"digest": "x"}])])
    assert [form["name"] for form in said.variants()] == ["S. Zhang", "San Zhang"]
    assert [form["name"] for form in bylines.read("si li", [paper("San Zhang", "Si Li", contributions=[record])]).variants()] == [
        "Si Li"
    ]


def test_affiliations_are_the_authors_own_with_their_years() -> None:
    said = bylines.read(
        "san zhang",
        [
            paper(at("San Zhang", "Tsinghua University", "MIT"), at("Si Li", "Elsewhere"), year=2019),
            paper(at("San Zhang", "tsinghua university"), year=2021),
            paper(at("San Zhang", "Tsinghua University")),
        ],
    )
    assert said.affiliations(1) == [
        {"name": "Tsinghua University", "country": None, "count": 3, "first_year": 2019, "last_year": 2021}
    ]
    assert [place["name"] for place in said.affiliations(5)] == ["Tsinghua University", "MIT"]


def test_a_common_name_whose_papers_do_not_hang_together_may_be_several_people() -> None:
    apart = [paper("Wei Wang", f"Colleague {'abcdef'[n]}xy") for n in range(GROUPS)]
    several = bylines.read("wei wang", apart).several()
    assert several is not None
    assert several["code"] == "common_name"
    assert several["reason"].keys() == {"zh", "en"}
    assert bylines.read("wei wang", apart[:-1]).several() is None
    joined = [*apart, paper("Wei Wang", "Colleague axy", "Colleague bxy")]
    assert bylines.read("wei wang", joined).several() is None
    same_place = [paper(at("Wei Wang", "MIT"), one["authors"][1]["name"]) for one in apart]
    assert bylines.read("wei wang", same_place).several() is None
    assert bylines.read("yoshua bengio", [paper("Yoshua Bengio", one["authors"][1]["name"]) for one in apart]).several() is None


@pytest.mark.parametrize(
    ("name", "orcids", "code"),
    [
        ("Wei Wang", [ONE, OTHER], "several_orcids"),
        ("Yoshua Bengio", [ONE, OTHER], None),
        ("Yoshua Bengio", [ONE, ONE, OTHER, OTHER], "several_orcids"),
        ("Wei Wang", [ONE, ONE], None),
    ],
)
def test_different_orcids_tell_people_apart(name: str, orcids: list[str], code: str | None) -> None:
    said = bylines.read(bylines.key_of(name), [paper(at(name, "MIT", orcid=orcid)) for orcid in orcids])
    several = said.several()
    assert (several and several["code"]) == code
    assert said.orcid() == (ONE if len(set(orcids)) == 1 else None)


def test_coauthors_are_shown_as_papers_write_them() -> None:
    said = bylines.read("san zhang", [paper("San Zhang", "Éric Ó Súilleabháin")])
    assert said.coauthor("eric o suilleabhain") == "Éric Ó Súilleabháin"
    assert said.coauthor("unseen one") == "unseen one"
