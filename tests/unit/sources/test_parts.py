"""Texts that hold several formats: each part is read by its own source, and no record is lost where they meet."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from service.paper import Notice, Paper, Reject
from service.sources import SOURCES, Input, detect_format
from service.sources import parts as cutting
from service.sources.parts import NULS, parts

# Two records of each format, named by a letter, so that a record that was lost is missed.
RECORDS = {
    "bibtex": "@article{{k{0},\n  title = {{Title {0} of a paper}},\n  author = {{Doe, Jane}},\n  year = 2020,\n}}\n",
    "ris": "TY  - JOUR\nTI  - Title {0} of a paper\nAU  - Doe, Jane\nPY  - 2020\nER  - \n",
    "endnote": "%0 Journal Article\n%A Doe, Jane\n%T Title {0} of a paper\n%D 2020\n\n",
    "refer": "%A Doe, Jane\n%T Title {0} of a paper\n%J Journal of Papers\n%D 2020\n\n",
    "refworks": "RT Journal Article\nSR 1\nA1 Doe,Jane\nT1 Title {0} of a paper\nYR 2020\n\n",
    "noteexpress": "{{Reference Type}}: Journal Article\n{{Title}}: Title {0} of a paper\n{{Author}}: Doe, Jane\n\n",
    "wos": "PT J\nAU Doe, J\nTI Title {0} of a paper\nSO JOURNAL\nPY 2020\nER\n\n",
    "medline": "PMID- 12345{1}\nOWN - NLM\nTI  - Title {0} of a paper\nFAU - Doe, Jane\nDP  - 2020\n\n",
    "cnki": "SrcDatabase-来源库: 期刊\nTitle-题名: Title {0} of a paper\nAuthor-作者: 张三;\nYear-年: 2020\n\n",
    "jsonl": '{{"title": "Title {0} of a paper", "authors": ["Jane Doe"], "year": 2020}}\n',
}
NUMBERED = (
    "\n参考文献\n[1] 张三, 李四. Title {0} of a paper[J]. 情报学报, 2020, 39(5): 1-9.\n"
    "[2] 王五. Title {1} of a paper[M]. 北京: 科学出版社, 2020.\n"
)
LETTERS = "ABCDEFGH"


def text(name: str, letters: str) -> str:
    if name == "gb7714":
        return NUMBERED.format(*letters)
    return "".join(RECORDS[name].format(letter, LETTERS.index(letter)) for letter in letters)


def items(data: bytes) -> Iterator[Paper | Reject | Notice]:
    source = detect_format(data[: 64 * 1024], "")
    assert source is not None
    for part in parts(source, Input(io.BytesIO(data))):
        if isinstance(part, (Notice, Reject)):
            yield part
        else:
            yield from part[0].parse(part[1])


def letters(data: bytes) -> str:
    """The letters of the papers' titles, in order; `!` for a reject."""
    found = [one for one in items(data) if not isinstance(one, Notice)]
    return "".join(next(iter(one.titles.values()))[6:7] if isinstance(one, Paper) else "!" for one in found)


NAMES = [*RECORDS, "gb7714"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("second", NAMES)
@pytest.mark.parametrize("first", NAMES)
def test_what_was_pasted_below_another_format_is_read_too(first: str, second: str, encoding: str) -> None:
    if {first, second} == {"endnote", "refer"}:
        pytest.skip("one format")
    data = text(first, "AB") + "\n" + text(second, "CD")
    if first == "jsonl":
        # Among lines of JSON a heading is a line that is none.
        data = data.replace("参考文献", "")
    assert sorted(letters(data.encode(encoding))) == list("ABCD")


def test_formats_may_change_to_and_fro_and_lines_keep_their_numbers() -> None:
    data = (text("ris", "A") + text("bibtex", "B") + text("ris", "C")).encode()
    found = list(items(data))
    assert [one.record for one in found] == ["line 1", "line 6", "kB", "line 11", "line 11"]
    assert [type(one) for one in found] == [Paper, Notice, Paper, Notice, Paper]


def test_a_border_is_found_wherever_pieces_of_the_file_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (text("bibtex", "AB") + text("ris", "CD") + text("endnote", "EF")).encode()
    for size in range(1, 150, 7):
        monkeypatch.setattr(cutting, "_PIECE", size)
        assert letters(data) == "ABCDEF", size


def test_more_changes_than_can_be_followed_are_a_reject(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "_PARTS", 2)
    assert letters((text("ris", "A") + text("bibtex", "B") + text("ris", "C")).encode()) == "AB!"


@pytest.mark.parametrize(
    "data",
    [
        # What is told of other formats, or looks like them, inside of a record.
        "@article{a,\n title = {Title A},\n note = {RIS has TY  - JOUR},\n}\n@comment{TY  - JOUR}\n% 100 %A\nFree words.\n",
        "TY  - JOUR\nTI  - Title A\nAB  - See @article{x, for it\n{\n[1] Text\nER  - \n",
        "%0 Journal Article\n%T Title A\n%X It has\n@ home\n[1] no mark of a kind\n",
        '{"title": "Title A", "authors": ["Jane Doe"], "abstract": "@article{x,\\nTY  - JOUR"}\n',
    ],
)
def test_what_only_speaks_of_another_format_is_no_border(data: str) -> None:
    assert letters(data.encode()) == "A"
    assert not [one for one in items(data.encode()) if isinstance(one, Notice) and "another format" in one.message]


def test_every_source_belongs_to_a_family() -> None:
    known = [
        *cutting._JSON,
        *cutting._XML,
        *cutting._TABLES,
        *(name for name in cutting._FIRST_LINES if name in SOURCES),
        "listing",
    ]
    assert sorted(set(known)) == sorted(SOURCES)


def test_zero_bytes_are_left_out_and_told() -> None:
    lines = text("jsonl", "ABC").encode()
    data = lines.replace(b"of a", b"of\0 a", 1).replace(b"\n{", b"\0\n\0{")
    found = list(items(data))
    assert [next(iter(one.titles.values())) for one in found if isinstance(one, Paper)] == [
        f"Title {x} of a paper" for x in "ABC"
    ]
    assert [one.message for one in found if isinstance(one, Notice)] == [NULS]


def test_lines_of_another_encoding_are_told_by_their_number() -> None:
    lines = [RECORDS["jsonl"].format(letter, 0).encode() for letter in "ABC"]
    lines[1] = lines[1].replace(b"paper", "检索论文的系统".encode("gb18030"))
    lines[2] = lines[2].replace(b"paper", "检索论文的系统".encode())
    found = list(items(b"".join([lines[0], lines[2], lines[1], lines[2]])))
    assert [one.message for one in found if isinstance(one, Notice)] == [
        "not all of it is in one encoding: line 3 looks like GB18030, the rest is UTF-8"
    ]


# Texts of a record that are still open where another format seems to begin.
QUOTED = {
    "bibtex": "@article{a,\n title={T}, author={Smith, Jane},\n abstract={They look so:\n%s\nand are small.},\n year={2020}\n}\n",
    "ris": "TY  - DATA\nTI  - T\nAU  - Smith, Jane\nAB  - Please cite as\n\n%s\nPY  - 2020\nER  - \n",
    "endnote": "%%0 Journal Article\n%%T T\n%%A Smith, Jane\n%%X 摘要。\n参考文献\n%s\n%%D 2020\n",
}
BEGINNINGS = {
    "json": '{"title": "x", "authors": ["a"]}',
    "ris": "TY  - JOUR\nTI  - x\nER  - ",
    "bibtex": "@article{x,\n title={x},\n author={A, B}\n}",
    "gb7714": "[1] 李四. 某某研究[J]. 物理学报, 2010, 3(2): 1-5.\n[2] 王五. 研究二[J]. 物理学报, 2011, 3(2): 1-5.",
}


@pytest.mark.parametrize(("name", "quoted"), [(name, quoted) for name in QUOTED for quoted in BEGINNINGS if name != quoted])
def test_what_a_record_quotes_is_no_border(name: str, quoted: str) -> None:
    whole = QUOTED[name] % BEGINNINGS[quoted]
    found = []
    for part in parts(SOURCES[name], Input(io.BytesIO(whole.encode()), "x")):
        assert isinstance(part, tuple), part
        found += [(part[0].name, one) for one in part[0].parse(part[1]) if isinstance(one, Paper)]
    ((source, paper),) = found
    assert source == name
    assert (paper.titles, [one.name for one in paper.authors], paper.year) == ({"en": "T"}, ["Jane Smith"], 2020)
