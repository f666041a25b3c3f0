"""Single rules of the conference lists; whole records are in tests/golden/sources."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from service.paper import Notice, Paper, Reject
from service.sources import Input, paperlists
from service.sources.paperlists import areas, venues


def read(record: dict[str, Any], name: str = "iclr2017.json") -> list[Paper | Reject | Notice]:
    data = json.dumps([{"title": "A", **record}]).encode()
    return list(paperlists.parse(Input(io.BytesIO(data), name)))


def paper(record: dict[str, Any], name: str = "iclr2017.json") -> Paper:
    found = [item for item in read(record, name) if isinstance(item, Paper)]
    assert len(found) == 1
    return found[0]


def authors(record: dict[str, Any]) -> list[str]:
    return [author.name for author in paper(record).authors]


@pytest.mark.parametrize(
    ("name", "venue", "year"),
    [
        ("nips2015.json", "NeurIPS", 2015),
        ("neurips_2020.json", "NeurIPS", 2020),
        ("3dv2025.json", "3DV", 2025),
        ("acmmm2024", "ACM MM", 2024),
        ("lists/icra2005.json", "ICRA", 2005),
        ("lists.zip!x/ICLR2017.json", "ICLR", 2017),
        ("icml-2019.json", "ICML", 2019),
        ("papers2020.json", None, None),
        ("iclr.json", None, None),
        ("iclr20177.json", None, None),
        ("", None, None),
        ("-", None, None),
    ],
)
def test_the_name_of_a_file_tells_venue_and_year(name: str, venue: str | None, year: int | None) -> None:
    assert venues.from_file(name) == (venue, year)


@pytest.mark.parametrize(
    ("conference", "venue"),
    [("iclr", "ICLR"), ("NIPS", "NeurIPS"), ("ICLR 2024", "ICLR"), ("Toy Meeting", "Toy Meeting"), ("", None)],
)
def test_a_record_may_name_its_conference(conference: str, venue: str | None) -> None:
    assert venues.from_name(conference) == venue


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("San Zhang;Si Li", ["San Zhang", "Si Li"]),
        ("San Zhang;  Si Li ;", ["San Zhang", "Si Li"]),
        ("San Zhang; ; Si Li", ["San Zhang", "Si Li"]),
        ("San Zhang, Si Li", ["San Zhang", "Si Li"]),
        ("A. Zhang;B. Li;A. Zhang;B. Li", ["A. Zhang", "B. Li"]),
        ("A. Zhang;A. Zhang", ["A. Zhang"]),
        ("A. Zhang;B. Li;" * 3 + "A. Zhang;B. Li", ["A. Zhang", "B. Li"]),
        ("A. Zhang;B. Li;A. Zhang", ["A. Zhang", "B. Li", "A. Zhang"]),
        ("J. Ko and D. Fox;S. Li", ["J. Ko", "D. Fox", "S. Li"]),
        ("San Zhang; and Si Li", ["San Zhang", "Si Li"]),
        ("Donald Hejna; III", ["Donald Hejna III"]),
        (["San Zhang", "Li, Si"], ["San Zhang", "Si Li"]),
        ("", []),
    ],
)
def test_authors_are_divided_and_doubled_lists_made_single(written: Any, found: list[str]) -> None:
    assert authors({"author": written} if isinstance(written, str) else {"authors": written}) == found


def where(record: dict[str, Any]) -> list[list[tuple[str, str | None]]]:
    return [[(place.name, place.country) for place in author.affiliations] for author in paper(record).authors]


@pytest.mark.parametrize(
    ("record", "found"),
    [
        ({"author": "A B;C D", "aff": "X U;Y U", "aff_country_unique": "China"}, [[("X U", "China")], [("Y U", "China")]]),
        ({"author": "A B;C D", "affs": "X U; "}, [[("X U", None)], []]),
        ({"author": "A B;C D", "aff": "X U+Y U;Y U"}, [[("X U", None), ("Y U", None)], [("Y U", None)]]),
        ({"author": "A B", "aff": "X U; Y U"}, [[("X U", None), ("Y U", None)]]),
        ({"author": "A B; ;C D", "aff": "X U;Y U"}, [[("X U", None)], [("Y U", None)]]),
        (
            {"author": "A B;C D", "aff": "X U, Italy;Y U", "aff_unique_norm": "X U;Y U", "aff_country_unique": "Italy;Japan"},
            [[("X U, Italy", "Italy")], [("Y U", "Japan")]],
        ),
        (
            {
                "author": "A B;C D;E F",
                "aff": "X U;Y U, Japan;Z U",
                "aff_unique_norm": "X U;Y U;Z U",
                "aff_country_unique": "Italy;Japan",
            },
            [[("X U", "Italy")], [("Y U, Japan", "Japan")], [("Z U", None)]],
        ),
        ({"author": "A B", "aff": "X U", "aff_unique_norm": "X U", "aff_country_unique": "Unknown"}, [[("X U", None)]]),
        ({"author": "A B", "aff": "---"}, [[]]),
    ],
)
def test_affiliations_and_countries_go_to_their_authors(
    record: dict[str, Any], found: list[list[tuple[str, str | None]]]
) -> None:
    assert where(record) == found


@pytest.mark.parametrize(
    "record",
    [
        {"author": "A B;C D;E F", "aff": "X U;Y U"},
        {"author": "A B, C D", "aff": "X U;Y U"},
        {"author": "A B;C D", "aff": "X U;Y U;Z U"},
    ],
)
def test_affiliations_that_fit_nobody_are_left_out_and_reported(record: dict[str, Any]) -> None:
    assert not any(where(record))
    assert [item.message for item in read(record) if isinstance(item, Notice)] == [
        "affiliations left out: not one for each author"
    ]


def test_orcids_go_to_their_authors_when_they_are_sound() -> None:
    found = paper({"author": "A B;C D;E F", "orcid": "0000-0002-1825-0097;;0000-0000-0000-0001"})
    assert [author.orcid for author in found.authors] == ["0000-0002-1825-0097", None, "0000-0000-0000-0001"]
    assert [author.orcid for author in paper({"author": "A B;C D", "orcid": "0000-0002-1825-0098;x"}).authors] == [None, None]


def categories(record: dict[str, Any], name: str = "ijcai2023.json") -> list[str]:
    return [category.key for category in paper(record, name).categories]


@pytest.mark.parametrize(
    ("record", "found"),
    [
        ({"primary_area": "Machine Learning IV"}, ["Machine Learning"]),
        ({"primary_area": "Speech and Natural Language Processing I"}, ["Speech and Natural Language Processing"]),
        ({"primary_area": "[Content] Vision and Language"}, ["Content::Vision and Language"]),
        ({"primary_area": "Research Papers"}, []),
        ({"session": "3D Vision 2"}, ["3D Vision"]),
        ({"session": "Shape From X"}, ["Shape from X"]),
        ({"session": "Time Series I (forecasting)"}, ["Time Series (Forecasting)"]),
        ({"session": "recognition and 3d computer vision ii"}, ["Recognition and 3D Computer Vision"]),
        ({"session": "Motion & Tracking; Video"}, ["Motion and Tracking", "Video"]),
        ({"session": "Scenes - Vision & Language"}, ["Scenes::Vision and Language"]),
        ({"topic": "Deep Learning->Sequential Models, Time series"}, ["Deep Learning::Sequential Models, Time series"]),
        ({"topic": "Optimization"}, ["Optimization"]),
        ({"keywords": "Machine Learning: ML: Clustering"}, ["Machine Learning::Clustering"]),
        ({"keywords": "Machine learning: general", "primary_area": "Machine Learning"}, ["Machine Learning::General"]),
        ({"keywords": "Search: S: Local search"}, ["Search::Local Search"]),
        ({"keywords": "Computer Vision (CV): General"}, ["Computer Vision::General"]),
        ({"keywords": "Machine Learning: Multi-instance;Multi-label"}, ["Machine Learning::Multi-instance; Multi-label"]),
        ({"keywords": "Computer Vision: Video: Events"}, ["Computer Vision::Video: Events"]),
        ({"keywords": "Survey Track: Machine Learning; Survey Track: -"}, ["Machine Learning"]),
        ({"keywords": "a; b"}, []),
    ],
)
def test_areas_sessions_topics_and_keywords_become_categories(record: dict[str, Any], found: list[str]) -> None:
    assert categories(record) == found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Machine learning", "Machine Learning"),
        ("Agent-Based Simulation", "Agent-based simulation"),
        ("Fairness & Diversity", "Fairness and Diversity"),
        ("Constraint Satisfaction And Optimization", "Constraint Satisfaction and Optimization"),
        ("Low-Level vision", "Low-level Vision"),
    ],
)
def test_one_area_has_one_spelling(one: str, other: str) -> None:
    assert areas.readable(one) == areas.readable(other)


def test_keywords_elsewhere_stay_keywords() -> None:
    found = paper({"keywords": "Speech LM: Multi-modal LLM;Reranking"}, "colm2025.json")
    assert found.keywords == {"en": ("Speech LM: Multi-modal LLM", "Reranking")}
    assert found.categories == ()


@pytest.mark.parametrize(
    ("record", "ids"),
    [
        ({"site": "https://openreview.net/forum?id=VSG65wVNuL"}, {"openreview": ("VSG65wVNuL",)}),
        (
            {"site": "https://iclr.cc/virtual/1", "openreview": "https://openreview.net/forum?id=VSG65wVNuL"},
            {"openreview": ("VSG65wVNuL",)},
        ),
        ({"site": "https://aclanthology.org/2021.acl-long.36/"}, {"acl": ("2021.acl-long.36",)}),
        ({"site": "https://ieeexplore.ieee.org/document/845295/"}, {"ieee": ("845295",)}),
        ({"doi": "10.1609/aaai.v35i15.17640"}, {"doi": ("10.1609/aaai.v35i15.17640",)}),
        ({"doi": "https://link.springer.com/chapter/10.1007/978-3-030-58452-8_24"}, {"doi": ("10.1007/978-3-030-58452-8_24",)}),
        ({"arxiv": "arXiv:2002.12247v2"}, {"arxiv": ("2002.12247",)}),
        ({"arxiv": "", "doi": "", "site": ""}, {}),
        ({"paper_url": "https://openreview.net/forum?id=VSG65wVNuL"}, {"openreview": ("VSG65wVNuL",)}),
    ],
)
def test_identifiers_are_read_from_fields_and_addresses(record: dict[str, Any], ids: dict[str, tuple[str, ...]]) -> None:
    assert paper(record).ids == ids


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("A  text\nof lines.", "A text of lines."),
        ("match(cid:173) ing of classi(cid:12)ers", "matching of classifiers"),
        ("Abstract—This paper counts.", "This paper counts."),
        ("Abstract We count.", "We count."),
        ("Abstract Meaning Representation parsing", "Abstract Meaning Representation parsing"),
        ("<p>Two</p> <i>tags</i>, but <image, text> pairs", "Two tags, but <image, text> pairs"),
        ("Abstract Unavailable", None),
        ("withdrawn", None),
        (None, None),
    ],
)
def test_abstracts_are_cleaned_of_what_is_certain(written: str | None, kept: str | None) -> None:
    assert paper({"abstract": written}).abstracts == ({"en": kept} if kept else {})


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        ("Poster", "inproceedings"),
        ("Reject", "preprint"),
        ("Withdraw", "preprint"),
        ("", "inproceedings"),
        (None, "inproceedings"),
    ],
)
def test_submissions_that_were_never_published_are_preprints(status: str | None, kind: str) -> None:
    assert paper({"status": status}).type == kind


@pytest.mark.parametrize(("given", "kept"), [(12, 12), (0, 0), (-1, None), ("12", None), (None, None), (True, None)])
def test_citations_are_kept_when_they_are_known(given: Any, kept: int | None) -> None:
    assert paper({"gs_citation": given}).citations == kept


@pytest.mark.parametrize("record", [{"title": []}, {"author": 7}, {"authors": [7]}, {"abstract": {}}, {"aff": []}, {"site": []}])
def test_a_value_of_the_wrong_type_is_a_reject(record: dict[str, Any]) -> None:
    assert [type(item) for item in read(record)] == [Reject]


def test_the_record_is_named_by_its_id_or_its_place() -> None:
    assert paper({"id": "abc"}).record == "abc"
    assert paper({"id": ""}).record == "1"
    assert paper({}).record == "1"
