"""Whatever a paper holds, every writer writes it, and readers of the format find in it what was written."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any
from xml.etree import ElementTree

import bibtexparser
import rispy
from hypothesis import given, settings
from hypothesis import strategies as st
from unit.exports.making import made, papers, selections

from service.exports import EXPORTS, FEEDS, Feed, Options, jsonld, tabular, write

# The papers are large, and drawing them is what takes the time.
few = settings(max_examples=50)
FEED = Feed("a & <b>", "q=x", "http://h/api/v1/feed?q=x&format=atom", "http://h/?q=x", "http://h")
options = st.builds(
    Options, st.booleans(), st.sampled_from(["pinyin", "han"]), st.sampled_from(["single", "paired"]), st.just("2026-01-01")
)
several = st.lists(selections, max_size=2)


def written(name: str, listed: list[Any], chosen: Options | None = None) -> str:
    return "".join(write(EXPORTS[name], listed, chosen or Options())).encode("utf-8", "replace").decode()


@few
@given(listed=several, chosen=options)
def test_no_writer_ever_raises(listed: list[Any], chosen: Options) -> None:
    for name in EXPORTS:
        written(name, listed, chosen)


@few
@given(listed=several)
def test_json_lines_hold_the_papers_as_they_are(listed: list[Any]) -> None:
    lines = written("jsonl", listed).split("\n")
    assert lines.pop() == ""
    expected = [{name: value for name, value in one.items() if name not in ("highlights", "score")} for one in listed]
    assert [json.loads(line) for line in lines] == expected


@few
@given(listed=st.lists(papers, max_size=2))
def test_a_csv_reader_reads_the_same_cells(listed: list[Any]) -> None:
    rows = list(csv.DictReader(io.StringIO(written("csv", listed), newline="")))
    assert len(rows) == len(listed)
    for row, paper in zip(rows, listed, strict=True):
        assert list(row) == list(tabular.COLUMNS)
        for name in ("title", "abstract", "venue", "pages"):
            assert tabular.plain(row[name]) == (paper[name] or "").replace("\ud800", "?")


@given(text=st.text() | st.sampled_from(["=1", "＝1", "'=1", "''=1", "'a", "\t=1", "-1", "+1", "@a", "\r", "'"]))
def test_no_cell_is_a_formula_and_none_is_lost(text: str) -> None:
    cell = tabular.neutral(text)
    assert cell[:1] not in set("=+-@\t\r\n＝＋－＠")
    assert tabular.plain(cell) == text


@few
@given(listed=several)
def test_a_ris_reader_finds_every_record_and_title(listed: list[Any]) -> None:
    text = written("ris", listed)
    assert re.findall(r"^..  - ", text, re.MULTILINE).count("TY  - ") == len(listed) == text.count("\r\nER  - \r\n")
    records = rispy.loads(text.replace("\r\n", "\n"), skip_unknown_tags=True) if listed else []
    assert [one["title"].strip() for one in records] == [
        re.search(r"^TI  - (.*?)\r?$", part, re.M)[1].strip() for part in text.split("ER  - ")[:-1]
    ]  # type: ignore[index]


@few
@given(listed=several, chosen=options)
def test_a_bibtex_reader_finds_every_entry_once(listed: list[Any], chosen: Options) -> None:
    library = bibtexparser.parse_string(written("bibtex", listed, chosen))
    assert not library.failed_blocks
    assert len(library.entries) == len({entry.key for entry in library.entries}) == len(listed)
    for entry in library.entries:
        names = [field.key for field in entry.fields]
        assert len(names) == len(set(names))
        for field in entry.fields:
            # BibTeX itself counts every brace.
            depths = [field.value[:end].count("{") - field.value[:end].count("}") for end in range(len(field.value) + 1)]
            assert min(depths) == 0 == depths[-1]


@few
@given(listed=several)
def test_csl_is_one_list_of_items_with_an_id_and_a_type(listed: list[Any]) -> None:
    items = json.loads(written("csl", listed))
    assert len(items) == len(listed)
    assert all(item["id"] and item["type"] and item["title"] for item in items)


@few
@given(listed=several, chosen=options)
def test_references_are_numbered_in_order(listed: list[Any], chosen: Options) -> None:
    lines = written("gb7714", listed, chosen).split("\n")
    assert [line.split("]")[0] + "]" for line in lines if not line.startswith("\t")][:-1] == [
        f"[{n + 1}]" for n in range(len(listed))
    ]


@few
@given(listed=several)
def test_feeds_are_well_formed(listed: list[Any]) -> None:
    root = ElementTree.fromstring(FEEDS["atom"].write(FEED, listed))  # noqa: S314
    assert len(root.findall("{http://www.w3.org/2005/Atom}entry")) == len(listed)
    assert len(json.loads(FEEDS["json"].write(FEED, listed))["items"]) == len(listed)


@few
@given(paper=selections)
def test_json_ld_cannot_end_the_script_that_holds_it(paper: Any) -> None:
    text = jsonld.in_page(jsonld.article(paper, "http://h"))
    assert "<" not in text
    assert json.loads(text)["@context"] == "https://schema.org"


def test_an_empty_set_is_a_whole_file() -> None:
    assert {name: written(name, []) for name in EXPORTS} == {
        "jsonl": "", "csv": ",".join(tabular.COLUMNS) + "\r\n", "bibtex": "", "ris": "", "csl": "[\n\n]\n", "gb7714": "",
    }  # fmt: skip


def test_a_bom_stands_before_the_csv_alone_when_it_is_wanted() -> None:
    assert written("csv", [made()], Options(bom=True)).startswith("\ufeffid,")
    assert not written("csv", [made()]).startswith("\ufeff")
