"""Authors in every form that people type, over REST on a real engine: who is found by a form, and who is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from elasticsearch import Elasticsearch
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from loads import write_jsonl

from service.app import create_app
from service.loading import LoadOptions, find_inputs, run_load
from service.query import people
from service.settings import Settings

pytestmark = pytest.mark.engine

# Title -> authors, as sources write them.
PAPERS: dict[str, list[Any]] = {
    "han": ["张三"],
    "traditional": ["張三"],
    "other": ["章三"],
    "latin": ["San Zhang"],
    "comma": ["Zhang, San"],
    "both": [{"name": "张三", "names": {"zh": "张三", "en": "San Zhang"}}],
    "initial": ["S. Zhang"],
    "hyphen": ["Xiao-Ming Li"],
    "joined": ["Xiaoming Li"],
    "blank": ["Xiao Ming Li"],
    "han-ming": ["李小明"],
    "initials": ["X.-M. Li"],
    "lü-han": ["吕布"],
    "lü": ["Lü Bu"],
    "lv": ["Lv Bu"],
    "lyu": ["Lyu Bu"],
    "shan": ["单田芳"],
    "ouyang-han": ["欧阳修"],
    "ouyang": ["Xiu Ouyang"],
    "ouyang-turned": ["Ouyang Xiu"],
    "yuchi": ["尉迟敬德"],
    "stein": ["Elias M. Stein"],
    "oz": ["Yavuz Öz"],
    "maaten": ["van der Maaten, Laurens"],
    "king": ["King, Martin Luther, Jr."],
    "obrien": ["Jack O’Brien"],
    "berners": ["Tim Berners-Lee"],
    "isler": ["Devriş İşler"],
    "letters": ["Søren Großmann", "Łukasz Đorđević", "Nazım Yıldız"],
    "umlaut": ["Jürgen Müller"],
    "apart": ["Jun Wang", "Wei Li"],
    "together": ["Jun Li", "Wei Wang"],
    "one-word": ["Mausam"],
    "group": ["ATLAS Collaboration"],
    "many": [f"Author{chr(97 + n % 26)}{chr(97 + n // 26)} Person" for n in range(200)] + ["Last One"],
    "yudong": [{"name": "俞栋", "names": {"zh": "俞栋", "en": "Dong Yu"}}],
    "yudong-other": ["于东"],
    "taiwan": [{"name": "蔡英文", "names": {"zh": "蔡英文", "en": "Tsai Ing-wen"}}],
    "lecun": ["Yann LeCun"],
}
SAN = {"han", "traditional", "other", "latin", "comma", "both"}
MING = {"hyphen", "joined", "blank", "han-ming"}
LV = {"lü-han", "lü", "lv", "lyu"}
OUYANG = {"ouyang-han", "ouyang", "ouyang-turned"}
YU = {"yudong", "yudong-other"}

FORMS: list[tuple[str, set[str]]] = [
    *[(form, {"han", "traditional", "both"}) for form in ("张三", "張三", "张 三", "张，三")],
    *[
        (form, SAN)
        for form in (
            "zhangsan", "zhang san", "San Zhang", "sanzhang", "Zhang, San", "ZHANG SAN", "ZhangSan", "SanZhang", "zhāng sān",
            "zhāngsān", "zhang1 san1", "zhang1san1", "Ｚｈａｎｇ　Ｓａｎ", "Zhang San,",
        )
    ],
    *[(form, SAN | {"initial"}) for form in ("Zhang, S.", "S Zhang", "S. Zhang", "zhang s", "Zhang S.", "s zhang")],
    ("章三", {"other"}),
    ("张", {"han", "traditional", "both"}),
    *[
        (form, MING)
        for form in (
            "Xiao-Ming Li", "Xiaoming Li", "Xiao Ming Li", "Li Xiaoming", "Li, Xiao-Ming", "lixiaoming", "Xiao‐Ming Li",
            "xiǎo míng lǐ",
        )
    ],
    *[(form, MING | {"initials"}) for form in ("X.-M. Li", "X. M. Li", "XM Li", "Li XM", "li, x.m.", "X. Li")],
    ("M. X. Li", {"hyphen", "blank", "initials"}),
    ("李小明", {"han-ming"}),
    *[(form, LV) for form in ("lü bu", "Lv Bu", "lyu bu", "lǚ bù", "lv3 bu4", "lvbu", "Bu, Lü", "lu:3 bu4")],
    ("吕布", {"lü-han"}),
    ("呂布", {"lü-han"}),
    ("Shan Tianfang", {"shan"}),
    ("dan tianfang", {"shan"}),
    ("S. Dan", set()),
    ("单田芳", {"shan"}),
    *[(form, OUYANG) for form in ("ouyang xiu", "Xiu Ouyang", "ou yang xiu", "ouyangxiu", "Ou-Yang, Xiu")],
    ("欧阳修", {"ouyang-han"}),
    ("歐陽修", {"ouyang-han"}),
    ("欧阳", {"ouyang-han"}),
    ("yuchi jingde", {"yuchi"}),
    ("weichi jingde", {"yuchi"}),
    *[(form, {"stein"}) for form in ("E. Stein", "stein,e", "stein, E", "Stein, E. M.", "EM Stein", "Elias Stein")],
    *[(form, {"oz"}) for form in ("oz, y", "oz, y.", "Öz, Y.", "y oz", "Y. Öz")],
    *[
        (form, {"maaten"})
        for form in ("Maaten, L. van der", "van der Maaten", "L. van der Maaten", "Laurens Maaten", "van der Maaten, L.")
    ],
    *[
        (form, {"king"})
        for form in ("Martin King", "King, Martin Luther, Jr.", "Martin Luther King Jr", "King, M. L.", "Martin Luther King III")
    ],
    *[(form, {"obrien"}) for form in ("O'Brien", "O’Brien", "OBrien", "O Brien", "O'BRIEN, J.", "obrien jack")],
    *[
        (form, {"berners"})
        for form in ("Tim Berners-Lee", "Tim Berners Lee", "Berners-Lee, T.", "Tim BernersLee", "Tim Bernerslee", "berners–lee")
    ],
    *[(form, {"isler"}) for form in ("isler", "İşler", "Devris Isler", "ISLER, DEVRIS", "Devris\u0327 I\u0307s\u0327ler")],
    *[
        (form, {"letters"})
        for form in ("Soren Grossmann", "Großmann, S.", "lukasz dordevic", "Łukasz Đorđević", "nazim yildiz", "YILDIZ, N.")
    ],
    *[(form, {"umlaut"}) for form in ("Jürgen Müller", "Jurgen Muller", "Juergen Mueller", "Mueller, J.")],
    ("Jun Li", {"together"}),
    ("Jun Wang", {"apart"}),
    ("Wang, W.", {"together"}),
    ("Jun Wang; Wei Li", {"apart"}),
    ("Jun Wang, Wei Li", {"apart"}),
    ("mausam", {"one-word"}),
    ("ATLAS Collaboration", {"group"}),
    ("atlas", {"group"}),
    ("One, Last", {"many"}),
    ("俞栋", {"yudong"}),
    ("于东", {"yudong-other"}),
    *[(form, YU) for form in ("Dong Yu", "Yu Dong", "yudong")],
    *[(form, {"taiwan"}) for form in ("Tsai Ing-wen", "Tsai Ingwen", "Tsai, I.-W.", "蔡英文", "Cai Yingwen")],
    *[(form, {"lecun"}) for form in ("LeCun", "Le Cun, Yann", "lecun, y.", "Y LeCun")],
    ("张三 章三", set()),
    ("zhang sa*", {"latin", "comma", "both", "han", "traditional", "other"}),
    ("张*", {"han", "traditional", "both"}),
    ("berners*", {"berners"}),
]  # fmt: skip


@pytest.fixture(scope="module")
def named(base_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> tuple[Settings, FlaskClient]:
    folder = tmp_path_factory.mktemp("names")
    settings = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-names")
    path: Path = write_jsonl(folder / "names.jsonl", [{"title": t, "authors": a, "year": 2020} for t, a in PAPERS.items()])
    report = run_load(settings, find_inputs([str(path)]), LoadOptions(rejects=folder / "rejects.jsonl"))
    assert report.papers_in_index == len(PAPERS)
    return settings, create_app(settings).test_client()


def titles(client: FlaskClient, q: str) -> set[str]:
    response = client.get("/api/v1/papers", query_string={"q": q, "size": 100, "expand": "off"})
    assert response.status_code == 200, response.json
    warnings = [warning["code"] for warning in response.json["meta"]["warnings"]]
    return set() if "relaxed" in warnings else {paper["title"] for paper in response.json["results"]}


@pytest.mark.parametrize(("form", "found"), FORMS, ids=[repr(form) for form, _ in FORMS])
def test_a_form_of_a_name_finds_exactly_its_papers(form: str, found: set[str], named: tuple[Settings, FlaskClient]) -> None:
    assert titles(named[1], f'author:"{form}"') == found


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("zhangsan", SAN), ("zhang san", SAN), ("san zhang", SAN), ("zhang s", SAN | {"initial"}), ("stein, e", {"stein"}),
        ("E. Stein", {"stein"}), ("oz, y.", {"oz"}), ("xiao ming li", MING), ("张 三", {"han", "traditional", "both"}),
        ("張三", {"han", "traditional", "both"}), ("isler", {"isler"}), ("Tim Berners Lee", {"berners"}),
        ("han zhangsan", {"han"}),
    ],
)  # fmt: skip
def test_a_name_without_its_field_is_found_as_well(q: str, found: set[str], named: tuple[Settings, FlaskClient]) -> None:
    assert found <= titles(named[1], q)


def test_a_han_name_never_finds_another_of_the_same_sound_without_its_field(named: tuple[Settings, FlaskClient]) -> None:
    assert not titles(named[1], "张三") & {"other", "latin", "comma"}


@pytest.mark.parametrize("form", ["San Zhang", "Zhang San", "zhang, san"])
def test_the_name_itself_comes_before_names_that_sound_like_it(form: str, named: tuple[Settings, FlaskClient]) -> None:
    answer = named[1].get("/api/v1/papers", query_string={"q": f'author:"{form}"'}).json
    assert {paper["title"] for paper in answer["results"][:2]} == {"latin", "comma"}


def test_every_value_of_the_author_facet_finds_its_papers_when_it_is_searched(named: tuple[Settings, FlaskClient]) -> None:
    answer = named[1].get("/api/v1/papers", query_string={"facets": "author", "facet.author.size": 1000}).json
    values = answer["facets"]["author"]["values"]
    assert len(values) > 200
    for value in [value for value in values if "person" not in value["key"]]:
        filtered = named[1].get("/api/v1/papers", query_string={"author": value["key"], "size": 100}).json
        assert {paper["title"] for paper in filtered["results"]} <= titles(named[1], f'author:"{value["label"]["en"]}"')


@given(st.text(max_size=200) | st.text(alphabet="张三zhangs.-, ;'*0ü·", max_size=200))
@hypothesis_settings(max_examples=150)
def test_any_text_is_a_clause_that_the_engine_takes(named: tuple[Settings, FlaskClient], text: str) -> None:
    settings = named[0]
    client = Elasticsearch(settings.elasticsearch_url, request_timeout=30)
    client.search(index=settings.papers_alias, query=people.clause(text), size=1)
