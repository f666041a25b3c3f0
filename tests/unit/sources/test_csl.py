"""CSL-JSON: dates, names, notes, wrong types. Whole inputs stand in tests/golden."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from service.paper import Notice, Paper, Reject
from service.sources import Input, csl


def items(value: Any) -> list[Paper | Reject | Notice]:
    return list(csl.parse(Input(io.BytesIO(json.dumps(value).encode()), "x.json")))


def paper(**values: Any) -> Paper:
    (found,) = [item for item in items({"type": "book", "title": "T", **values}) if isinstance(item, Paper)]
    return found


@pytest.mark.parametrize(
    ("issued", "date"),
    [
        ({"date-parts": [["2002"]]}, (2002, None)),
        ({"date-parts": [[2019, 8]]}, (2019, "2019-08")),
        ({"date-parts": [["2013", 1, 1]]}, (2013, "2013-01-01")),
        ({"date-parts": [[2024, 1], [2024, 3]]}, (2024, "2024-01")),
        ({"date-parts": [[2013, 2, 30]]}, (2013, "2013-02")),
        ({"literal": "c1988"}, (1988, None)),
        ({"raw": "2013-01-12"}, (2013, "2013-01-12")),
        ("2013-01-12", (2013, "2013-01-12")),
        (2013, (2013, None)),
        ({"date-parts": [[]]}, (None, None)),
        ({"date-parts": [None]}, (None, None)),
        ({"date-parts": "2013"}, (None, None)),
        ({"date-parts": [["２０１３"]]}, (2013, None)),
        ({}, (None, None)),
        (True, (None, None)),
        (None, (None, None)),
    ],
)
def test_dates_of_all_shapes_are_read(issued: Any, date: tuple[int | None, str | None]) -> None:
    found = paper(issued=issued)
    assert (found.year, found.date) == date


@pytest.mark.parametrize(
    ("person", "name"),
    [
        ({"family": "Zhang", "given": "San"}, "San Zhang"),
        ({"family": "张", "given": "三"}, "张三"),
        ({"literal": "张三"}, "张三"),
        ({"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"}, "Jan van der Berg"),
        ({"family": "Fontaine", "given": "Jean", "dropping-particle": "de la"}, "Jean de la Fontaine"),
        ({"family": "King", "given": "Martin Luther", "suffix": "Jr."}, "Martin Luther King Jr."),
        ({"literal": "Barnes and Noble, Inc."}, "Barnes and Noble, Inc."),
        ({"literal": "[美]富勒"}, "富勒"),
        ({"family": "Aristotle"}, "Aristotle"),
        ({"name": "A Consortium"}, "A Consortium"),
        ("San Zhang", "San Zhang"),
    ],
)
def test_names_of_all_shapes_are_read(person: Any, name: str) -> None:
    assert [one.name for one in paper(author=[person]).authors] == [name]


@pytest.mark.parametrize("end", ["others", "et al.", "等"])
def test_a_list_may_stop_early(end: str) -> None:
    found = paper(author=[{"family": "Zhang", "given": "San"}, {"literal": end}])
    assert (len(found.authors), found.authors_truncated) == (1, True)


def test_notes_give_the_variables_that_programs_keep_there_and_nothing_else() -> None:
    found = paper(title="题名", note="my private thought: burn this\noriginal-title: A Title\nPMID: 123\nissued: 1999-05")
    assert (found.titles, found.ids, found.date) == ({"zh": "题名", "en": "A Title"}, {"pmid": ("123",)}, "1999-05")
    assert "private" not in repr(found)


def test_values_of_wrong_types_are_left_out_and_told() -> None:
    found = items(
        {
            "type": "book",
            "title": "T",
            "volume": {},
            "author": 7,
            "issued": [],
            "ISBN": True,
            "custom": [],
            "multi": 3,
            "note": [],
        }
    )
    assert sorted(item.message for item in found if isinstance(item, Notice)) == [
        "ISBN: no text, left out", "author: no list of people, left out", "issued: no date, left out",
        "volume: no text, left out",
    ]  # fmt: skip
    assert len([item for item in found if isinstance(item, Paper)]) == 1


def test_what_is_no_item_is_a_reject() -> None:
    assert [type(item) for item in items([7, None, [], {}, {"type": "book"}])] == [Reject] * 5


def test_an_object_of_items_is_read_as_its_items() -> None:
    assert [
        item.record for item in items({"items": [{"id": "a", "type": "book", "title": "A"}, {"type": "book", "title": "B"}]})
    ] == ["a", "2"]


def test_contact_data_is_not_kept() -> None:
    found = items(
        {
            "type": "book",
            "title": "T",
            "author": [{"family": "Zhang", "given": "San", "email": "someone@example.org"}],
            "note": "someone@example.org",
        }
    )
    assert "example.org" not in repr(found)
    assert "example.org" not in repr(items({"type": "book", "email": "someone@example.org", "publisher": "someone@example.org"}))
