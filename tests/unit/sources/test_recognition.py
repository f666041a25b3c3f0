"""Which format an input is taken for, by its content; and what is taken for none."""

from __future__ import annotations

import json

import pytest

from service.sources import SOURCES, detect_format

NATIVE = {"title": "Sorting Blocks", "abstract": "We sort.", "authors": ["San Zhang"], "categories": ["A · B"]}
CONFERENCE = {"title": "Sorting Blocks", "author": "San Zhang; Si Li", "track": "main", "status": "Poster", "aff": ";"}
AIRAS = {"id": "x", "title": "Sorting", "authors": ["San Zhang"], "abstract": "", "topic": "", "conference": "iclr", "year": 2024}


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (json.dumps(NATIVE), "json"),
        (json.dumps(NATIVE, indent=1), "json"),
        (json.dumps([NATIVE, NATIVE]), "json"),
        (json.dumps([NATIVE] * 1000)[: 64 * 1024], "json"),
        (json.dumps({"meta": {"count": 1}, "results": [NATIVE]}), "json"),
        ("\ufeff" + json.dumps([NATIVE]), "json"),
        (json.dumps(NATIVE) + "\n" + json.dumps(NATIVE), "jsonl"),
        ("\n".join([json.dumps(NATIVE)] * 1000)[: 64 * 1024], "jsonl"),
        (json.dumps([CONFERENCE]), "paperlists"),
        (json.dumps([CONFERENCE], indent=4), "paperlists"),
        (json.dumps([AIRAS]), "paperlists"),
    ],
)
def test_json_is_told_apart_by_the_keys_of_its_first_record(content: str, found: str) -> None:
    for name in ("", "papers.txt", "iclr2017.json", "x.jsonl"):
        source = detect_format(content.encode(), name)
        if content.count("\n") or name != "x.jsonl" or found == "paperlists":
            assert source is not None
            assert source.name == found


def test_the_name_decides_where_the_content_can_not() -> None:
    for name, found in (("one.json", "json"), ("one.jsonl", "jsonl"), ("one", "json")):
        source = detect_format(json.dumps(NATIVE).encode(), name)
        assert source is not None
        assert source.name == found


# Objects of formats that get readers of their own: as far as they look like ours, it is with little confidence.
FOREIGN = {
    "Crossref item": {"DOI": "10.1000/x", "title": ["T"], "author": [{"given": "San"}], "issued": {"date-parts": [[2020]]}},
    "arXiv metadata": {
        "id": "0704.0001",
        "submitter": "x",
        "authors": "San Zhang",
        "title": "T",
        "authors_parsed": [],
        "abstract": "A",
    },
}


@pytest.mark.parametrize("name", FOREIGN)
def test_json_of_other_formats_is_not_claimed_with_confidence(name: str) -> None:
    head = json.dumps(FOREIGN[name]).encode()
    assert max(source.recognise(head, "x.json") for source in SOURCES.values()) <= 0.2


NOTHING = {
    "nothing": b"",
    "blank lines": b" \n\n\t\n",
    "zeros": bytes(1000),
    "noise": bytes(range(256)) * 8,
    "PNG": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "HTML": b"<!DOCTYPE html><html><body><p>San Zhang, Si Li</p><p>We study blocks.</p></body></html>",
    "XML": b'<?xml version="1.0"?><record><title>T</title></record>',
    "Markdown that quotes BibTeX": b"# Blocks\n\nCite it so:\n\n@article{x,\n  title = {Blocks},\n}\n",
    "TeX that holds BibTeX": b"\\documentclass{article}\n\\begin{filecontents}{x.bib}\n@article{x,\n  title = {Blocks},\n}\n",
    "a style sheet": b"body { color: red }\n@media (min-width: 10em) {\n  a { color: blue }\n}\n",
    "a program with decorators": b'@dataclass(frozen=True)\nclass Block:\n    name: str = "x"\n',
    "mail": b"From: someone@example.org\nTo: me@example.org\n\n@you {see} this\n",
    "a list of tasks": b"TO  - buy bread\nDO  - nothing\n",
    "a table of other things": b"name\tprice\tdate\nBlocks\t10\t2020\nSheep\t20\t2021\n",
    "a README": b"# Blocks\n\nSorts blocks.\n\n## Usage\n\nRun `make`.\n",
    "a plain README": (
        b"Blocks\n======\n\n"
        b"This program sorts blocks. It is small and quick.\n\n"
        b"Installation\n------------\n\n"
        b"Run make, then make install.\n\n"
        b"License\n\n"
        b"Any.\n"
    ),
    "a manual": (
        b"Frontend Interfaces\n\n"
        b"This file documents the interfaces that the program makes available to others.\n\n"
        b"Database Locking\n\n"
        b"Any program that writes should first take the lock, and give it back when it is done with writing.\n"
    ),
    "prose": (
        b"There was a king who had three daughters. He loved them all.\n\n"
        b"One day he went into the forest, where he met an old man, who asked him for bread.\n"
    ),
    "Chinese prose": "从前有座山，山里有座庙，庙里有个老和尚在讲故事。\n\n故事讲的是从前有座山，山里有座庙。\n".encode(),
    "a list of names": b"San Zhang\nSi Li\nWu Wang\n",
    "references": b"[1] Zhang S, Li S. A study of blocks. Journal of Toys, 2020, 12(3): 1-9.\n[2] Wang W. Sheep. Toys, 2021.\n",
    "code": b"import os\n\n\ndef main():\n    print(os.getcwd())\n",
    "a log": b"2024-01-01 12:00:00 INFO started\n2024-01-01 12:00:01 INFO stopped\n",
    "a letter": b"Dear Dr. Wang,\n\nThank you for your letter. We are glad to accept your paper.\n\nSan Zhang\n",
    "JSON without papers": b'{"name": "lunwen", "version": 1}',
    "settings": b'{"title": "Editor", "language": "en", "theme": "dark", "keywords": ["x"]}',
    "a JSON number": b"7",
    "an empty list": b"[]",
}


@pytest.mark.parametrize("name", NOTHING)
def test_what_is_no_list_of_papers_is_taken_for_none(name: str) -> None:
    found = detect_format(NOTHING[name], "input")
    assert found is None, found.name


LISTS = {
    "zotero": json.dumps([{"itemType": "journalArticle", "title": "T", "creators": [], "abstractNote": "A"}]),
    "table": "title\tauthors\tyear\nBlocks\tSan Zhang\t2020\nSheep\tSi Li\t2021\n",
    "gb7714": "张三, 李四. 积木研究[J]. 玩具学报, 2020, 43(1): 1-10.\n王五. 数羊[D]. 北京: 某大学, 2021.\n",
    "noteexpress": "{Reference Type}: Book\n{Title}: 积木\n",
    "vip": "〖检索结果〗选中1篇\n【题　名】积木\n【作　者】张三\n【刊　名】玩具学报.2010(5)\n",
    "cnki": "DataType: 1\nTitle-题名: 积木\nAuthor-作者: 张三;\n",
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_that_people_bring_are_known_in_every_usual_encoding(name: str) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "gb18030"):
        found = detect_format(LISTS[name].encode(encoding), "input")
        assert (found.name if found else None) == name, encoding


CSL = {
    "id": "x",
    "type": "article-journal",
    "title": "T",
    "author": [{"family": "Zhang"}],
    "container-title": "J",
    "DOI": "10.1/x",
}
BIBLIOGRAPHIES = {
    "bibtex": [
        "@article{x,\n  author = {Zhang, San and Li, Si},\n  title = {Blocks},\n}\n",
        "@Article {x ,\r\n  title = {Blocks}\r\n}\r\n",
        "% Encoding: UTF-8\n\nsome words of a program\n@string(a = {b})\n",
        "@comment{jabref-meta: databaseType:bibtex;}\n",
        "@article{x,title={Blocks},year=2020}@article{y,title={Sheep}}",
        "@unheardof{key,\n  title = {Blocks},\n}\n",
        "@online(x,\n  title = \"Blocks\")\n",
        "@论文{张三2020,\n  title = {积木},\n}\n",
    ],
    "ris": [
        "TY  - JOUR\nAU  - Zhang, San\nTI  - Blocks\nER  - \n",
        "\n\n TY  - JOUR\r\nAU  - Zhang, San\r\nER  -\r\n",
        "Provider: A Database\nContent: text/plain\n\nTY - JOUR\nTI - Blocks\nER -\n",
        "JF  - Toys\nT1  - Blocks\nAU  - Zhang, San\nER  - \n",
    ],
    "wos": [
        "FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU Zhang, S\nTI Blocks\nER\n\nEF\n",
        "PT J\r\nAU Zhang, S\r\nTI Blocks\r\nSO Toys\r\nER\r\n",
        "PT\tAU\tBA\tTI\tSO\nJ\tZhang, S\t\tBlocks\tToys\n",
    ],
    "refworks": ["RT Journal Article\nA1 Zhang,San\nT1 Blocks\n", "RT Journal Article\nSR 1\nA1张三\nT1 积木\nDS CNKI\n"],
    "endnote": ["%0 Journal Article\n%A Zhang, San\n%T Blocks\n", "%A 张三\n%T 积木\n%D 2020\n", "%0 Thesis\r\n%T 积木\r\n"],
    "medline": ["PMID- 12345\nTI  - Blocks\nFAU - Zhang, San\n", "\nOWN - ERIC\nTI  - Blocks\nAU  - Zhang, San\nSO  - v1\n"],
    "ovid": [
        "<1. >\nVN  - Ovid Technologies\nTI  - Blocks\nSO  - Toys. 1(2):3-4, 2020.\n",
        " <7. >\n TI - Blocks\n AU - Zhang, San\n",
        "<8>\nAuthor\n  Zhang, San\nTitle\n  Blocks\n",
        "\nScore\n  *****\nAccession Number\n  1.\nAuthor\n  Zhang, San\nTitle\n  Blocks\n",
    ],
    "csl": [
        json.dumps([CSL]), json.dumps(CSL), json.dumps({"items": [CSL]}),
        json.dumps([CSL] * 999)[:65536], json.dumps([CSL], indent=2),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("format_name", "content"), [(name, one) for name, several in BIBLIOGRAPHIES.items() for one in several])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "gb18030"])
def test_bibliographies_are_known_in_every_encoding_and_without_a_name(format_name: str, content: str, encoding: str) -> None:
    # JSON is UTF-8 by its standard.
    found = detect_format(content.encode(encoding if format_name != "csl" else "utf-8"), "")
    assert found is not None
    assert found.name == format_name


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"Title,Year,Notes\nDeep learning,2015,read\n", "table"),
        ("序号,题名,年份,备注\n1,深度学习,2015,已读\n".encode(), "table"),
        (b"Article Title,Publication Year,Decision\nDeep learning,2015,accept\n", "table"),
        (b'[{"title": "A", "year": 2020, "note": "x"}, {"title": "B", "year": 2020, "authors": ["A B"]}]', "json"),
        (b'[{"title": "A", "author": "Smith, J", "year": 2020, "journal": "Nature"}]', "json"),
    ],
)
def test_a_list_with_titles_and_years_is_one_of_papers_whatever_else_it_has(head: bytes, name: str) -> None:
    found = detect_format(head, "x")
    assert found is not None
    assert found.name == name
