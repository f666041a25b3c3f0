"""Real Chinese exports, lists and tables: read whole; our own exports read back; tables without a header loaded by columns."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service.exports import gb7714, tabular
from service.loading.inputs import Choices, find_inputs, open_inputs
from service.paper import Paper, Reject
from service.paper.model import to_dict
from service.sources import SOURCES, Input


def read(path: Path, columns: Mapping[str, str] | None = None) -> tuple[str | None, list[Paper], list[Reject]]:
    (found,) = find_inputs([str(path)])
    for opened in open_inputs(found, Choices(columns=columns or {})):
        if opened.source is None:
            break
        items = list(opened.source.parse(opened.input))
        return opened.source.name, [i for i in items if isinstance(i, Paper)], [i for i in items if isinstance(i, Reject)]
    return None, [], []


def test_every_item_of_the_zotero_list_is_a_paper(shared: Path) -> None:
    path = shared / "data" / "papers_zh" / "exports" / "zotero_items_zh.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    name, papers, rejects = read(path)
    assert (name, len(papers), rejects) == ("zotero", len(lines), [])
    # Nobody who made a work is lost, and nobody is made up.
    makers = [sum(1 for one in line.get("creators", ()) if one["creatorType"] in ("author", "inventor")) for line in lines]
    assert [len(paper.authors) for paper, made in zip(papers, makers, strict=True) if made] == [made for made in makers if made]


TABLES = {
    "cls_ctg_dev.tsv": {"title": "2", "categories": "3"},
    "ts_dev.tsv": {"abstract": "2", "title": "3"},
    "kg_dev.tsv": {"abstract": "2", "keywords": "3"},
    "cls_dcp_dev.tsv": {"abstract": "2", "discipline": "3"},
}


@pytest.mark.parametrize("table", TABLES)
def test_a_table_without_a_header_loads_by_its_columns_and_not_without_them(table: str, shared: Path) -> None:
    path = shared / "data" / "papers_zh" / "csl" / table
    lines = path.read_text(encoding="utf-8").splitlines()
    assert read(path) == (None, [], [])
    name, papers, rejects = read(path, TABLES[table])
    assert (name, len(papers), rejects) == ("table", len(lines), [])
    for paper, line in zip(papers, lines, strict=True):
        cells = dict(enumerate(line.split("\t"), start=1))
        columns = TABLES[table]
        if "keywords" in columns:
            assert sum(map(len, paper.keywords.values())) == len(dict.fromkeys(cells[3].split("_")))
        if "categories" in columns or "discipline" in columns:
            assert [category.key for category in paper.categories] == [cells[3].strip()]


def papers_of_bibliographies(shared: Path) -> Iterator[Paper]:
    for path in [
        *sorted((shared / "data" / "formats" / "csl_json").glob("*.json")),
        shared / "data/formats/bibtex/zh/gb7714-example.bib",
    ]:
        source = SOURCES["csl" if path.suffix == ".json" else "bibtex"]
        with path.open("rb") as stream:
            yield from (item for item in source.parse(Input(stream)) if isinstance(item, Paper) and item.titles)


def answer(paper: Paper, number: int) -> dict[str, Any]:
    """The paper as the API answers it."""
    made = to_dict(replace(paper, record=""))
    return made | {
        "id": f"x{number}",
        "title": next(iter(paper.titles.values())),
        "abstract": next(iter(paper.abstracts.values()), None),
        "language": made.get("language") or next(iter(paper.titles)),
        "categories": [category | {"key": category["area"]} for category in made.get("categories", ())],
    }


def test_lists_of_references_that_we_write_are_read_back(shared: Path) -> None:
    given = [answer(paper, n) for n, paper in enumerate(papers_of_bibliographies(shared))]
    numbering = gb7714.Numbering()
    text = "".join(numbering.line(one) for one in given)
    items = list(SOURCES["gb7714"].parse(Input(io.BytesIO(text.encode()))))
    assert len(given) > 900
    assert len(items) == len(given)
    differences: Counter[str] = Counter()
    for made, one in zip(items, given, strict=True):
        assert isinstance(made, Paper)
        differences["title"] += next(iter(made.titles.values()), "").rstrip(".") != one["title"].rstrip(".")
        differences["year"] += made.year != one.get("year")
        differences["people"] += len(made.authors) != min(3, len(one.get("authors", ())))
        differences["doi"] += made.ids.get("doi", ())[:1] != tuple(one.get("ids", {}).get("doi", ()))[:1]
        if one.get("type") == "article":
            differences["venue"] += made.venue != one.get("venue")
            differences["numbers"] += (made.volume, made.issue) != (one.get("volume"), one.get("issue"))
    # Sentences inside titles and institutions with commas can't be told from the form's own signs.
    assert {name: count for name, count in differences.items() if count > len(given) * 0.015} == {}


def test_tables_that_we_write_are_read_back_whole(shared: Path) -> None:
    given = [answer(paper, n) for n, paper in enumerate(papers_of_bibliographies(shared))]
    text = tabular.header() + "".join(map(tabular.row, given))
    made = [item for item in SOURCES["table"].parse(Input(io.BytesIO(text.encode()))) if not isinstance(item, Reject)]
    papers = [item for item in made if isinstance(item, Paper)]
    assert len(papers) == len(given)
    differences: Counter[str] = Counter()
    for paper, one in zip(papers, given, strict=True):
        back = to_dict(paper)
        for name in (
            "venue",
            "volume",
            "issue",
            "pages",
            "publisher",
            "year",
            "date",
            "type",
            "ids",
            "issn",
            "isbn",
            "links",
            "series",
        ):
            differences[name] += back.get(name) != one.get(name)
        differences["titles"] += {k: v for k, v in back.get("titles", {}).items() if k in ("zh", "en")} != {
            k: v for k, v in one["titles"].items() if k in ("zh", "en")
        }
        differences["authors"] += [a["name"] for a in back.get("authors", ())] != [a["name"] for a in one.get("authors", ())]
    assert {name: count for name, count in differences.items() if count > len(given) * 0.02} == {}
