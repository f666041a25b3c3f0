"""Loading: one poisoned record among many, encodings and line ends as they come, nulls, and a list of what failed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from users_ask.asking import Ask

from service.app import create_app
from service.loading import Report
from service.settings import Settings

pytestmark = pytest.mark.engine

Load = Callable[..., Report]


def line(**record: Any) -> str:
    return json.dumps(record, ensure_ascii=False)


def test_a_poisoned_record_among_ten_thousand_is_listed_and_nothing_else_is_lost(
    load: Load, settings: Settings, tmp_path: Path
) -> None:
    lines = [line(title=f"Example number {n} of ten thousand", year=2000 + n % 20) for n in range(10_000)]
    poison = {
        17: '{"title": "cut off',
        4_711: line(title=["no", "text"]),
        5_000: "\x00\x01\x02",
        9_998: '{"title": "Deep", "abstract": ' + "[" * 5_000 + "]" * 5_000 + "}",
    }
    for n, text in poison.items():
        lines[n] = text
    (tmp_path / "many.jsonl").write_text("\n".join(lines), encoding="utf-8")
    report = load(tmp_path / "many.jsonl", rejects=tmp_path / "failed.jsonl")
    (file,) = report.files
    assert (report.papers_in_index, file.records, file.rejected) == (10_000 - len(poison), 10_000, len(poison))
    failed = [json.loads(text) for text in (tmp_path / "failed.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["record"] for one in failed] == [str(n + 1) for n in sorted(poison)]
    assert all(one["reason"] and one["file"].endswith("many.jsonl") for one in failed)
    again = load(tmp_path / "many.jsonl", rejects=tmp_path / "failed.jsonl")
    assert (again.papers_in_index, again.new, again.updated) == (10_000 - len(poison), 0, 0)
    ask = Ask(create_app(settings).test_client())
    assert ask.count() == 10_000 - len(poison)
    assert ask.ids("number 4710")[:1] != ask.ids("number 4712")[:1] != []


def lines(*titles: str, end: str = "\n") -> str:
    return end.join(line(title=title) for title in titles)


CUT = line(title="An example that is cut")[:20]
FILES: dict[str, tuple[bytes, list[str]]] = {
    "gb18030": (
        lines("国标编码的例子，镕字也在其中", "第二行的国标编码例子").encode("gb18030"),
        ["国标编码的例子，镕字也在其中", "第二行的国标编码例子"],
    ),
    "big5": (
        lines("大五碼檔案的繁體例子", "另一個繁體中文的例子", end="\r\n").encode("big5"),
        ["大五碼檔案的繁體例子", "另一個繁體中文的例子"],
    ),
    "mark": (b"\xef\xbb\xbf" + lines("带字节顺序标记的例子").encode(), ["带字节顺序标记的例子"]),
    "utf16": (("\ufeff" + lines("双字节编码的例子")).encode("utf-16-le"), ["双字节编码的例子"]),
    "ends": (
        f"{lines('Before a return', 'Before both', end=chr(13))}\r\n\n{lines('At the end')}".encode(),
        ["Before a return", "Before both", "At the end"],
    ),
    "cut": (f"{lines('An example before the cut')}\n{CUT}".encode(), ["An example before the cut"]),
    "two-formats": (
        f"{lines('An example as a line of JSON')}\n\nTitle: An example as something else\nAuthor: Nobody\n".encode(),
        ["An example as a line of JSON"],
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_read_as_it_comes_and_what_cannot_be_read_is_said(
    name: str, load: Load, settings: Settings, tmp_path: Path
) -> None:
    content, titles = FILES[name]
    (tmp_path / f"{name}.jsonl").write_bytes(content)
    report = load(tmp_path / f"{name}.jsonl")
    (file,) = report.files
    assert file.papers == len(titles)
    assert file.records == file.papers + file.rejected
    assert bool(file.rejected) == (name in ("cut", "two-formats"))
    ask = Ask(create_app(settings).test_client())
    assert {paper["title"] for paper in ask.answer()["results"]} == set(titles)
    for title in titles:
        assert ask.answer(title)["results"][0]["title"] == title


def test_nulls_in_lists_and_fields_drop_neither_the_paper_nor_their_neighbours(
    load: Load, settings: Settings, tmp_path: Path
) -> None:
    record = {
        "title": "An example with nulls", "authors": [None, "Example Nul", ""], "keywords": [None, "nullish", " "], "year": None,
        "venue": None, "abstract": "", "categories": [None, "Area One · Alpha"], "ids": None, "citations": None,
    }  # fmt: skip
    (tmp_path / "nulls.jsonl").write_text(line(**record) + "\n" + line(title="An example without"), encoding="utf-8")
    assert load(tmp_path / "nulls.jsonl").papers_in_index == 2
    ask = Ask(create_app(settings).test_client())
    (paper,) = ask.answer("nulls")["results"]
    assert [author["name"] for author in paper["authors"]] == ["Example Nul"]
    assert paper["keywords"] == {"en": ["nullish"]}
    assert ask.count("", author="example nul") == ask.count("", keyword=["nullish", "nothing"]) == 1
    assert ask.count("", category="Area One") == 1
    assert ask.count("", **{"keyword.not": "nullish"}) == 1
    assert ask.count("", **{"has.not": "year"}) == 2


def test_a_han_name_is_kept_whole(load: Load, settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "names.jsonl").write_text(
        line(title="帝王姓名的例子", authors=["李世民", "例 子民", "例，子民"]), encoding="utf-8"
    )
    load(tmp_path / "names.jsonl")
    ask = Ask(create_app(settings).test_client())
    (paper,) = ask.answer("author:李世民")["results"]
    assert paper["authors"][0]["name"] == "李世民"
    assert not [author["name"] for author in paper["authors"] if " " in author["name"]]
    assert ask.count("author:李世民") == ask.count('author:"李 世民"') == 1
