"""Tables of papers: columns by their names, by what the user says, and our own export read back whole."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from service.exports import tabular
from service.paper import Notice, Paper, Reject
from service.paper.model import to_dict
from service.sources import Input, table
from service.sources.table.columns import FIELDS, field_of
from service.sources.table.reading import ROW_LENGTH


def parse(text: str | bytes, columns: Mapping[str, str] | None = None) -> list[Paper | Reject | Notice]:
    data = text.encode() if isinstance(text, str) else text
    return list(table.parse(Input(io.BytesIO(data), "papers.csv", columns or {})))


def papers(text: str | bytes, columns: Mapping[str, str] | None = None) -> list[Paper]:
    return [item for item in parse(text, columns) if isinstance(item, Paper)]


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("Title-题名", "title"),
        ("題名", "title"),
        ("Author Full Names", "authors_full"),
        ("Author(s)", "authors"),
        ("作者 (Author)", "authors"),
        ("PageCount-页码", "pages"),
        ("PageCount-页数", "passed"),
        ("ＤＯＩ", "doi"),
        ("DOI-DOI", "doi"),
        ("Fund-基金", None),
        ("", None),
    ],
)
def test_a_column_is_known_by_its_name_in_either_language(name: str, field: str | None) -> None:
    assert field_of(name) == field


def test_no_name_of_a_column_means_two_fields() -> None:
    names = [name for field in (*FIELDS, "passed") for name in table.columns.NAMES[field]]
    assert len(names) == len(set(names))


def test_columns_can_be_named_by_number_where_there_is_no_header() -> None:
    (paper,) = papers("to category\t黄瓜的共表达\t农学\n", {"title": "2", "categories": "3"})
    assert paper.titles == {"zh": "黄瓜的共表达"}
    assert paper.categories[0].area == "农学"


def test_columns_can_be_named_by_name_where_nobody_knows_them() -> None:
    (paper,) = papers("Überschrift;Verfasser\nSorting Blocks;Zhang, San\n", {"title": "überschrift", "authors": "Verfasser"})
    assert (paper.titles, paper.authors[0].name) == ({"en": "Sorting Blocks"}, "San Zhang")


def test_what_the_user_says_of_a_column_stands_above_its_name() -> None:
    (paper,) = papers("Title,Name,Author\nwrong,Sorting Blocks,San Zhang\n", {"title": "Name"})
    assert paper.titles == {"en": "Sorting Blocks"}


@pytest.mark.parametrize(
    ("text", "columns", "reason"),
    [
        ("to title\tan abstract\ta title\n", {}, table.NO_HEADER),
        ("a,b\n1,2\n", {"title": "Name"}, table.NO_COLUMN + "title; there are 2: 1 a, 2 b"),
        ("Title,Author\na,b\n", {"abstract": "9"}, table.NO_COLUMN + "abstract; there are 2: 1 Title, 2 Author"),
        ("a,b\n1,2\n", {"title": "3"}, table.NO_COLUMN + "title; there are 2: 1, 2"),
    ],
)
def test_a_table_whose_columns_are_not_known_is_one_reject(text: str, columns: dict[str, str], reason: str) -> None:
    (reject,) = parse(text, columns)
    assert isinstance(reject, Reject)
    assert reject.reason == reason


def test_a_column_that_is_not_read_is_told_once() -> None:
    notices = [item for item in parse("Title,Author,Shelf\na,b,1\nc,d,2\n") if isinstance(item, Notice)]
    assert [notice.message for notice in notices] == ["a column that is not read: Shelf"]


@pytest.mark.parametrize("first", ["sep=;\n", "About the data: exported on 2024-01-01\n", "\n\n", "\ufeff"])
def test_lines_before_the_header_are_passed_over(first: str) -> None:
    (paper,) = papers(first + 'Title;Author;Year\n"Sorting\nBlocks";"Zhang, San";2020\n')
    assert (paper.titles, paper.year) == ({"en": "Sorting Blocks"}, 2020)


def test_a_cell_may_hold_line_breaks_quotes_and_the_sign_between_cells() -> None:
    (paper,) = papers('Title,Author,Abstract\n"Blocks, sorted",San Zhang,"We ""sort"",\n\nthen rest."\n')
    assert (paper.titles, paper.abstracts) == ({"en": "Blocks, sorted"}, {"en": 'We "sort", then rest.'})


def test_quotes_mean_nothing_in_a_whole_row_between_tabs() -> None:
    (paper,) = papers('Title\tAuthor\tYear\nA 5" disk "sorted\tSan Zhang\t2020\n')
    assert paper.titles == {"en": 'A 5" disk "sorted'}


def test_a_quote_that_is_never_closed_costs_its_own_row() -> None:
    rows = "".join(f"Paper {n},San Zhang,2020\n" for n in range(50))
    made = parse(f'Title,Author,Year\n"Open,San Zhang,2020\n{rows}')
    assert len([item for item in made if isinstance(item, Paper)]) == 50
    assert [item.record for item in made if isinstance(item, Reject)] == ["line 2"]


def test_two_stray_quotes_far_apart_cost_no_row_between_them() -> None:
    rows = "".join(f"Paper {n},San Zhang,2020\n" for n in range(50))
    made = parse(f'Title,Author,Year\n"Open,San Zhang,2020\n{rows}"Open too,San Zhang,2020\n{rows}')
    assert len([item for item in made if isinstance(item, Paper)]) == 100


def test_what_reading_costs_grows_with_the_table() -> None:
    """Open quotes are looked at once, however many there are: rows are counted, not seconds."""
    line = '"' + "a," * 20 + "\n"
    for size in (1_000, 4_000):
        made = parse("Title,Author\n" + line * size)
        assert len(made) <= size
    assert ROW_LENGTH < 2**21


PAPER: dict[str, Any] = {
    "id": "x1",
    "title": "=退出机制研究",
    "titles": {"zh": "=退出机制研究", "en": "Withdrawal of small hydropower"},
    "authors": [{"name": "肖妮", "affiliations": [{"name": "长江水利委员会"}]}],
    "authors_truncated": True,
    "editors": [{"name": "金华频"}],
    "year": 2023,
    "date": "2023-04-01",
    "venue": "人民长江",
    "series": "论丛",
    "volume": "54",
    "issue": "4",
    "pages": "30-35",
    "publisher": "长江出版社",
    "type": "article",
    "language": "zh",
    "categories": [{"area": "工学", "subarea": "水利工程", "key": "工学::水利工程"}],
    "keywords": {"zh": ["小水电", "退出, 机制"], "en": ["hydropower"]},
    "ids": {"doi": ["10.1000/x"], "arxiv": ["2401.00001"], "openalex": ["W4361234567"]},
    "issn": ["1001-4179"],
    "isbn": ["9787508699806"],
    "citations": 0,
    "licence": "CC BY 4.0",
    "open_access": True,
    "retracted": True,
    "links": {"html": "https://example.org/1", "pdf": "https://example.org/1.pdf"},
    "abstract": "@研究\n退出。",
    "abstracts": {"zh": "@研究 退出。"},
}


def test_our_own_export_is_read_back_whole() -> None:
    (paper,) = papers(tabular.header(bom=True) + tabular.row(PAPER))
    made = to_dict(paper)
    expected = {name: value for name, value in PAPER.items() if name not in ("id", "title", "abstract")}
    expected["categories"] = [{"area": "工学", "subarea": "水利工程"}]
    expected["record"] = "x1"
    assert made == expected


def test_a_title_that_was_derived_from_the_abstract_is_none_when_it_is_read_back() -> None:
    derived = {"id": "x1", "title": "We sort blocks", "abstract": "We sort blocks. Then we rest.", "language": "en"}
    (paper,) = papers(tabular.header() + tabular.row(derived))
    assert paper.titles == {}
    assert paper.abstracts == {"en": "We sort blocks. Then we rest."}


def test_the_order_of_columns_does_not_matter() -> None:
    one, other = papers("题名,作者,年\n退出机制研究,肖妮,2023\n"), papers("年,题名,作者\n2023,退出机制研究,肖妮\n")
    assert [replace(paper, record="") for paper in one] == [replace(paper, record="") for paper in other]


@pytest.mark.parametrize(
    "text",
    [
        "query-id\tcorpus-id\tscore\n1\t2\t3\n",
        "name,mail\nSan Zhang,x\n",
        '{"title": "a", "author": "b"}',
        "title\nA\n",
        "a" * 70_000,
    ],
)
def test_what_is_no_table_of_papers_is_not_taken_for_one(text: str) -> None:
    assert table.recognise(text.encode(), "x.csv") == 0


@pytest.mark.parametrize(
    "text",
    [
        "Titles, names, venues, years and links are facts. They were taken from lists,\nthe Anthology, and others, too.\n",
        "We keep title, author, abstract.\nNothing else is read of it.\n\nReally.\n",
    ],
)
def test_a_sentence_that_lists_columns_is_no_table(text: str) -> None:
    assert table.recognise(text.encode(), "README.md") == 0.0


@pytest.mark.parametrize("word", ["合计", "总 计", "Total", "TOTAL:", "Grand total"])
def test_a_row_that_sums_up_the_others_is_a_reject(word: str) -> None:
    data = f"题名,作者,年\n积木研究,张三,2020\n{word},,1\nTotal,Si Li,2021\n".encode()
    found = [one for one in table.parse(Input(io.BytesIO(data))) if not isinstance(one, Notice)]
    assert [type(one) for one in found] == [Paper, Reject, Paper]
    assert isinstance(found[1], Reject)
    assert found[1].reason == table.TOTAL
