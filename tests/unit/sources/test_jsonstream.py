"""Records out of JSON in whatever state: lists, objects in a row, lines, cut, torn, broken in the middle."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from service.sources.reading import jsonscan, jsonstream
from service.sources.reading.jsonstream import Broken


def records(data: bytes) -> list[Any]:
    return ["broken" if isinstance(value, Broken) else value for _, value in jsonstream.values(io.BytesIO(data))]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", []),
        (b" \n", []),
        (b"[]", []),
        (b'{"a": 1}', [{"a": 1}]),
        (b'[{"a": 1}, {"b": 2}]', [{"a": 1}, {"b": 2}]),
        (b'\xef\xbb\xbf[{"a": 1}]', [{"a": 1}]),
        (b'{"a": 1}\n{"b": 2}', [{"a": 1}, {"b": 2}]),
        (b'{"a": 1}, {"b": 2}', [{"a": 1}, {"b": 2}]),
        (b'[{"a": 1}][{"b": 2}]', [{"a": 1}, {"b": 2}]),
        (b'[{"a": 1}{"b": 2}]', [{"a": 1}, {"b": 2}]),
        (b'[1, null, "x", {"a": "]},{"}]', [1, None, "x", {"a": "]},{"}]),
        (b'[{"a": 1}, {"b": 2', [{"a": 1}, "broken"]),
        (b'[{"a": 1}, {"b": 2},', [{"a": 1}, {"b": 2}, "broken"]),
        (b'[{"a": 1}, {"b": tru}, {"c": 3}]', [{"a": 1}, "broken", {"c": 3}]),
        (b'[{"a": "\\ud800"}, {"b": 2}]', [{"a": "\ud800"}, {"b": 2}]),
        (b'[{"a": "x\ny"}, {"b": 2}]', [{"a": "x\ny"}, {"b": 2}]),
        (b'[{"a": "\xff"}, {"b": 2}]', [{"a": "ÿ"}, {"b": 2}]),
        (b'[\n{"a": "x},\n{"b": 2},\n{"c": 3}\n]', ["broken", {"b": 2}, {"c": 3}]),
        (b'[\n{"a": 1,\n{"b": 2},\n{"c": 3}\n]', ["broken", {"b": 2}, {"c": 3}]),
        (b'[\n  {"a": {"x": 1},\n  {"b": 2}\n]', ["broken", {"b": 2}]),
        (b'garbage {"a": 1}', ["broken"]),
        (b"]]}}", ["broken"]),
        (b'"', ["broken"]),
        (b"[" * 3000, ["broken"]),
        (b'{"a":' * 3000 + b"1" + b"}" * 3000, ["broken"]),
    ],
)
def test_the_records_of_a_json_text_are_found(data: bytes, found: list[Any]) -> None:
    assert records(data) == found


def test_a_broken_record_says_why_and_how_it_begins() -> None:
    broken = dict(jsonstream.values(io.BytesIO(b'[{"a": 1}, {"b": }]')))[2]
    assert broken.reason.startswith("no JSON that can be read: ")
    assert broken.excerpt == '{"b": }'


@pytest.mark.parametrize("indent", [None, 0, 2])
def test_a_list_larger_than_the_limit_is_read_alike(indent: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [{"n": n, "text": 'a } b ] c " d \\' * 5, "list": [[1], {"x": [{}]}]} for n in range(300)]
    monkeypatch.setattr(jsonstream, "WHOLE_BYTES", 1000)
    monkeypatch.setattr(jsonstream, "_CHUNK", 777)
    assert records(json.dumps(expected, indent=indent).encode()) == expected


INSIDE = [
    (b'{"n": 2, "a": [1], "results": [{"b": [[1]]}, {"c": {"results": [2]}}], "z": [{"results": [3]}]}', 2),
    (b'{"message": {"facets": [{"a": 1}], "results" : [{"b": 1}, {"c": 2}]}, "z": 1}', 2),
    (b'{"results": []}', 0),
    (b'{"results": [{"b": 1}]}\n{"results": [{"c": 1}]}', 2),
    (b'{"a": {"b": {"results": [{"c": 1}]}}}', 1),
    (b'[{"results": [{"b": 1}]}]', 1),
]


@pytest.mark.parametrize(("data", "count"), INSIDE)
@pytest.mark.parametrize("indent", [False, True])
def test_lists_that_objects_hold_are_read_where_the_object_is_too_large(
    data: bytes, count: int, indent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jsonstream, "WHOLE_BYTES", 8)
    monkeypatch.setattr(jsonstream, "_CHUNK", 16)
    if indent:
        data = b"\n".join(json.dumps(json.loads(line), indent=1).encode() for line in data.split(b"\n"))
    found = [value for _, value in jsonstream.values(io.BytesIO(data), inside=("results",))]
    assert not any(isinstance(value, Broken) for value in found)
    # Small objects may come whole: their reader takes the list out.
    assert sum(len(value["results"]) if "results" in value else 1 for value in found) == count


def test_what_is_whole_of_a_cut_list_in_an_object_is_kept() -> None:
    data = b'{"n": 3, "results": [{"a": 1}, {"a": 2}, {"a": '
    assert [value for _, value in jsonstream.values(io.BytesIO(data), inside=("results",))][:2] == [{"a": 1}, {"a": 2}]
    # Behind the list nothing is lost that was a record.
    assert list(jsonstream.values(io.BytesIO(b'{"results": [{"a": 1}], "n": {"b": '), inside=("results",))) == [(1, {"a": 1})]


def test_lines_are_read_until_one_is_no_object_and_then_by_brackets() -> None:
    lines = [b'{"a": 1}', b"", b'{"b": 2},', b'{"c": ', b"3}", b'{"d": 4}', b'{"e": 5']
    assert records(b"\n".join(lines)) == [{"a": 1}, {"b": 2}, {"c": 3}, {"d": 4}, "broken"]


def test_a_record_beyond_all_bounds_is_broken_and_the_next_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonstream, "WHOLE_BYTES", 100)
    monkeypatch.setattr(jsonstream, "_CHUNK", 100)
    monkeypatch.setattr(jsonscan, "RECORD_BYTES", 1000)
    data = b'[\n{"a": 1},\n{"b": "' + b"x" * 5000 + b'"},\n{"c": 3}\n]'
    found = records(data)
    assert found[0] == {"a": 1}
    assert "broken" in found[1:]


def test_lines_are_numbered_as_an_editor_does() -> None:
    data = b'{"a": 1}\r\n\r\n{"b": 2}\nbad\n{"c": 3}'
    assert [(n, "broken" if isinstance(v, Broken) else v) for n, v in jsonstream.lines(io.BytesIO(data))] == [
        (1, {"a": 1}),
        (3, {"b": 2}),
        (4, "broken"),
        (5, {"c": 3}),
    ]


def test_a_line_beyond_all_bounds_is_broken_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonstream, "RECORD_BYTES", 100)
    found = list(jsonstream.lines(io.BytesIO(b'{"a": "' + b"x" * 300 + b'"}\n{"b": 1}\n')))
    assert isinstance(found[0][1], Broken)
    assert found[1] == (2, {"b": 1})


@pytest.mark.parametrize(
    ("head", "keys"),
    [
        (b'[{"title": "x", "authors": ["a", "b', {"title", "authors"}),
        (b'{"meta": {"n": 1}, "results": [{"id": "x", "title": "cut', {"meta", "results"}),
        (b'{"a": 1}\n{"b": 2}', {"a"}),
        ('[{"标题": "张'.encode(), {"标题"}),
        (b"[1, 2]", None),
        (b"<xml>", None),
        (b"", None),
    ],
)
def test_the_first_object_is_known_from_the_beginning(head: bytes, keys: set[str] | None) -> None:
    found = jsonstream.first_object(head)
    assert (set(found) if found is not None else None) == keys


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 300_000,
        b'{"a":' * 100_000,
        b'{"a":"' + b"x" * 3_000_000,
        b'"' * 300_000,
        b"[\n" + b'{"a":1,\n' * 20_000,
        b"}," * 200_000,
    ],
)
def test_hostile_input_ends_in_bounded_time(data: bytes) -> None:
    assert all(isinstance(value, Broken) for _, value in jsonstream.values(io.BytesIO(data)))


# --- a damaged record costs itself alone

DAMAGES = {
    "a quotation mark in a text": ('"text of', '"text "of"'),
    "a quotation mark at the end of a text": ('"text of', '"text of",'),
    "a quotation mark missing": ('"text of', "text of"),
    "a raw line break": ('"text of', '"text\nof'),
    "a comma too many": ('"y"]', '"y"],'),
    "a comma missing": ('"y"],', '"y"]'),
    "a brace missing": ("2020}", "2020"),
    "a bracket missing": ('"y"]', '"y"'),
    "a colon missing": ('"year":', '"year"'),
    "a brace too many": ("2020}", "2020}}"),
    "cut in the middle": ('"y"], "year": 2020}', ""),
}
LAYOUTS = {
    "compact": ("[", ", ", "]"),
    "lines": ("[\n", ",\n", "\n]"),
    "JSON lines": ("", "\n", "\n"),
    "in an answer": ('{"results": [', ",", "]}"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_record_costs_itself_alone(damage: str, layout: str) -> None:
    if damage == "cut in the middle" and layout == "in an answer":
        pytest.skip("with the brackets of the answer that is one sound record: a list in it holds all others")
    right, wrong = DAMAGES[damage]
    several = [
        f'{{"id": "n{n}", "title": "text of {n}", "authors": [{{"id": "a", "name": "x"}}, "y"], "year": 2020}}' for n in range(30)
    ]
    for n in (0, 7, 8, 21):
        assert right in several[n]
        several[n] = several[n].replace(right, wrong)
    first, between, last = LAYOUTS[layout]
    found = [
        value for _, value in jsonstream.values(io.BytesIO((first + between.join(several) + last).encode()), inside=("results",))
    ]
    whole = [one["id"] for one in found if isinstance(one, dict) and "title" in one]
    broken = sum(isinstance(one, Broken) for one in found)
    if damage == "a raw line break":
        assert (len(whole), broken) == (30, 0)
    else:
        assert [f"n{n}" for n in range(30) if n not in (0, 7, 8, 21)] == [
            one for one in whole if one not in ("n0", "n7", "n8", "n21")
        ]
        # Without line ends nobody can tell where one of two damaged records that stand side by side ends.
        assert len(whole) + broken >= (30 if "\n" in between else 29)
