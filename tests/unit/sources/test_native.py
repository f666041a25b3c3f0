"""Single rules of the native formats; whole records are in tests/golden/sources."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from service.paper import Notice, Paper, Reject
from service.paper.model import to_dict
from service.sources import Input, native
from service.sources.reading import jsonstream


def read(record: Any) -> list[Paper | Reject | Notice]:
    return list(native.parse_json(Input(io.BytesIO(json.dumps([record]).encode()), "x.json")))


def paper(record: dict[str, Any]) -> dict[str, Any]:
    found = [item for item in read({"title": "A", **record}) if isinstance(item, Paper)]
    assert len(found) == 1
    return to_dict(found[0])


@pytest.mark.parametrize(
    ("record", "field", "value"),
    [
        ({"title": "深度学习"}, "titles", {"zh": "深度学习"}),
        ({"title": {"zh": "深度学习", "en": "Deep Learning"}}, "titles", {"zh": "深度学习", "en": "Deep Learning"}),
        ({"titles": {"en": "A"}, "title": "A"}, "titles", {"en": "A"}),
        ({"titles": {"en": "A"}, "title": "甲"}, "titles", {"en": "A", "zh": "甲"}),
        ({"title": "Un titre", "language": "fr"}, "titles", {"fr": "Un titre"}),
        ({"abstract": "文字", "language": "en"}, "abstracts", {"zh": "文字"}),
        ({"authors": ["Zhang, San"]}, "authors", [{"name": "San Zhang"}]),
        ({"authors": "San Zhang; Si Li"}, "authors", [{"name": "San Zhang"}, {"name": "Si Li"}]),
        ({"authors": [{"name": "ZHANG, SAN"}]}, "authors", [{"name": "San Zhang"}]),
        ({"authors": [{"family": "Zhang", "given": "San"}]}, "authors", [{"name": "San Zhang"}]),
        (
            {"authors": [{"names": {"zh": "张三", "en": "San Zhang"}}]},
            "authors",
            [{"name": "张三", "names": {"zh": "张三", "en": "San Zhang"}}],
        ),
        ({"authors": [{"name": "A", "affiliations": "B U"}]}, "authors", [{"name": "A", "affiliations": [{"name": "B U"}]}]),
        (
            {"authors": [{"name": "A", "affiliations": [{"name": "B U", "country": "C"}]}]},
            "authors",
            [{"name": "A", "affiliations": [{"name": "B U", "country": "C"}]}],
        ),
        ({"authors": ["A B", None]}, "authors", [{"name": "A B"}]),
        ({"authors": ["A B", "等"]}, "authors_truncated", True),
        ({"category": "A · B"}, "categories", [{"area": "A", "subarea": "B"}]),
        ({"categories": ["A::B", "C"]}, "categories", [{"area": "A", "subarea": "B"}, {"area": "C"}]),
        ({"categories": {"area": "A", "subarea": None}}, "categories", [{"area": "A"}]),
        ({"categories": [{"key": "A::B"}]}, "categories", [{"area": "A", "subarea": "B"}]),
        ({"category": "工学", "discipline": "计算机"}, "categories", [{"area": "工学", "subarea": "计算机"}]),
        ({"discipline": "计算机"}, "categories", [{"area": "计算机"}]),
        ({"keywords": ["a", "甲", "a"]}, "keywords", {"en": ["a"], "zh": ["甲"]}),
        ({"keywords": "a; b"}, "keywords", {"en": ["a", "b"]}),
        ({"keywords": {"en": ["a"], "zh-CN": "甲；乙"}}, "keywords", {"en": ["a"], "zh": ["甲", "乙"]}),
        ({"year": "2024"}, "year", 2024),
        ({"year": 2024.0}, "year", 2024),
        ({"date": "2024-05"}, "year", 2024),
        ({"date": "2024-05-31T10:00:00Z"}, "date", "2024-05-31"),
        ({"volume": 12, "issue": 3.0, "pages": "1-9"}, "volume", "12"),
        ({"citations": 3.0}, "citations", 3),
        ({"doi": "https://doi.org/10.1000/X"}, "ids", {"doi": ["10.1000/x"]}),
        ({"ids": {"doi": ["10.1000/X", "doi:10.1000/x"], "pmid": 12}}, "ids", {"doi": ["10.1000/x"], "pmid": ["12"]}),
        ({"ids": {"doi": "10.48550/arXiv.2401.00001"}}, "ids", {"arxiv": ["2401.00001"]}),
        ({"isbn": "0-306-40615-2"}, "isbn", ["9780306406157"]),
        ({"language": "zh-CN"}, "language", "zh"),
        ({"id": "a.b_c~d-1"}, "id", "a.b_c~d-1"),
        ({"id": 7}, "id", "7"),
        ({"record": "line 7"}, "record", "line 7"),
        ({"id": "x7"}, "record", "x7"),
        ({}, "record", "1"),
    ],
)
def test_a_short_form_is_read(record: dict[str, Any], field: str, value: Any) -> None:
    assert paper(record)[field] == value


@pytest.mark.parametrize(
    ("record", "field"),
    [
        ({"title": 7}, "title"),
        ({"titles": "A"}, "titles"),
        ({"titles": {"en": 7}}, "titles.en"),
        ({"abstract": []}, "abstract"),
        ({"authors": {}}, "authors"),
        ({"authors": [7]}, "authors"),
        ({"authors": [{"name": []}]}, "name"),
        ({"authors": [{"name": "*"}]}, "authors.name"),
        ({"authors": [{"name": "A B", "affiliations": [7]}]}, "authors.affiliations"),
        ({"authors_truncated": "yes"}, "authors_truncated"),
        ({"categories": 7}, "categories"),
        ({"categories": [7]}, "categories"),
        ({"keywords": 7.5}, None),
        ({"keywords": {"en": [[]]}}, "keywords.en"),
        ({"year": "x"}, "year"),
        ({"year": True}, "year"),
        ({"year": 3}, "year"),
        ({"date": 2024}, "date"),
        ({"date": "2024-13"}, "date"),
        ({"citations": "3"}, "citations"),
        ({"citations": 1.5}, "citations"),
        ({"citations": -1}, "citations"),
        ({"open_access": 1}, "open_access"),
        ({"ids": []}, "ids"),
        ({"ids": {"doi": {}}}, "ids.doi"),
        ({"links": []}, "links"),
        ({"links": {"html": 7}}, None),
        ({"venue": {}}, "venue"),
        ({"language": []}, "language"),
        ({"issn": {}}, "issn"),
        ({"id": "a/b"}, "id"),
        ({"id": ""}, None),
        ({"id": "x" * 201}, "id"),
        ({"id": "."}, "id"),
        ({"id": True}, "id"),
        ({"id": "张"}, "id"),
    ],
)
def test_a_value_of_the_wrong_type_rejects_its_record_and_names_the_field(record: dict[str, Any], field: str | None) -> None:
    found = [item for item in read({"title": "A", **record}) if isinstance(item, Reject)]
    if field is None:
        assert found == []
    else:
        assert len(found) == 1
        assert found[0].reason.startswith(f"{field}: ")
        assert " expected, found " in found[0].reason


@pytest.mark.parametrize("key", ["email", "Phone", "邮箱", "address", "homepage"])
def test_contact_data_is_dropped_wherever_it_stands_and_once_reported(key: str) -> None:
    record = {"title": "A", key: "secret", "authors": [{"name": "San Zhang", key: "secret"}]}
    found = read(record)
    assert [item.message for item in found if isinstance(item, Notice)] == ["contact data dropped"]
    assert "secret" not in repr(found)


def test_contact_data_is_not_shown_in_rejects_either() -> None:
    found = read({"title": 7, "authors": [{"name": "San Zhang", "email": "someone@example.org", "phone": "000"}]})
    assert isinstance(found[0], Reject)
    assert "example.org" not in found[0].excerpt
    assert "phone" not in found[0].excerpt


def test_unknown_keys_are_reported_and_the_paper_is_kept() -> None:
    found = read({"title": "A", "colour": 1, "authors": [{"name": "A B", "rank": 1}], "links": {"slides": "x"}})
    assert sorted(item.message for item in found if isinstance(item, Notice)) == [
        "unknown key authors.rank",
        "unknown key colour",
        "unknown key links.slides",
    ]
    assert isinstance(found[-1], Paper)


def test_what_a_paper_writes_loads_back_without_notices() -> None:
    whole = paper(
        {
            "authors": [{"name": "张三", "orcid": "0000-0002-1825-0097"}],
            "keywords": ["a"],
            "category": "A · B",
            "year": 2020,
            "id": "x",
        }
    )
    found = read(whole)
    assert [type(item) for item in found] == [Paper]
    assert isinstance(found[0], Paper)
    assert to_dict(found[0]) == whole


def test_nulls_are_nothing() -> None:
    record = dict.fromkeys(["abstract", "authors", "year", "ids", "links", "keywords", "categories", "id", "language", "volume"])
    assert paper(record) == {"titles": {"en": "A"}, "record": "1"}


def test_memory_does_not_grow_with_a_list_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonstream, "WHOLE_BYTES", 10_000)
    monkeypatch.setattr(jsonstream, "_CHUNK", 10_000)
    record = json.dumps({"title": "A", "abstract": "x" * 1000})
    read_bytes = 0

    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            nonlocal read_bytes
            if read_bytes == 0:
                read_bytes = 1
                return b"["
            read_bytes += size
            return (record + ",").encode() * (size // 1000)

    papers = native.parse_json(Input(Endless(), "x.json"))  # type: ignore[arg-type]
    for _ in range(1000):
        assert isinstance(next(papers), Paper)
    assert read_bytes < 5_000_000
