"""Pages of results in every form they come in: the same papers must come out of all of them."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from service.paper import Paper, Reject
from service.sources import Input, listing
from service.sources.listing import looks


@dataclass(frozen=True)
class Entry:
    """What a page says of one paper."""

    category: str
    title: str
    authors: str
    abstract: str


ENTRIES = [
    Entry(
        "Toy Problems · Sorting",
        "Sorting Coloured Blocks with Wrong Labels",
        "San Zhang, Si Li, Wu Wang",
        "We study how a small network sorts coloured blocks when one label in ten is wrong. The bound grows as $O(n^2)$, "
        "which is tight for long- and short-sighted sorters alike. A vote among three copies removes most of the errors",
    ),
    Entry(
        "Toy Problems · Maps, Islands, and Coast Lines",
        "IslandNet: Drawing Maps of Made-up Islands",
        "Devriş İşler, Jean-Michel Loubes, M. S. Krafczyk, S Kevin Zhou, Leong Hou U, Lenka Zdeborova",
        "Maps of made-up islands are drawn by **IslandNet**, which learns coast lines from sketches. It needs no images from "
        "satellites, Large Language Models, or surveys. Twelve readers judge the maps; they prefer them to hand-drawn ones.",
    ),
    Entry(
        "Counting · Sheep",
        "How Hard Is It to Count Sheep?",
        "Jack O'Brien, Qi Sun",
        "Counting sheep is harder than it looks: animals hide behind each other. This note compares four ways of counting on "
        "a toy meadow and finds that the slowest one is also the most exact. The code and the meadow are given away.",
    ),
    Entry(
        "Counting · Sheep",
        "Sheep at Night",
        "Liu Zhao, Ba Zhou, Jiu Wu",
        "At night all sheep are grey. We count them by their voices, with one microphone and a patient listener, over forty "
        "nights, and report how the count depends on the moon, the weather, and the listener's sleep.",
    ),
]
WRAP = textwrap.TextWrapper(80, break_on_hyphens=False)


def wrapped(text: str) -> str:
    return WRAP.fill(text)


def in_paragraphs(text: str) -> str:
    return text.replace(". ", ".\n\n")


def page(
    *parts: Callable[[Entry], str], between: str = "\n\n", heading: str = "论文检索\n\n", entries: list[Entry] = ENTRIES
) -> str:
    return heading + between.join(part(entry) for entry in entries for part in parts) + "\n"


CATEGORY = lambda entry: entry.category  # noqa: E731
TITLE = lambda entry: entry.title  # noqa: E731
AUTHORS = lambda entry: entry.authors  # noqa: E731
ABSTRACT = lambda entry: entry.abstract  # noqa: E731
WRAPPED = lambda entry: wrapped(entry.abstract)  # noqa: E731
WRAPPED_AUTHORS = lambda entry: wrapped(entry.authors)  # noqa: E731
PARAGRAPHS = lambda entry: in_paragraphs(entry.abstract)  # noqa: E731
WRAPPED_PARAGRAPHS = lambda entry: "\n\n".join(wrapped(part) for part in in_paragraphs(entry.abstract).split("\n\n"))  # noqa: E731

FORMS: dict[str, bytes] = {
    "plain": page(AUTHORS, ABSTRACT).encode(),
    "with categories": page(CATEGORY, AUTHORS, ABSTRACT).encode(),
    "with titles": page(TITLE, AUTHORS, ABSTRACT).encode(),
    "with categories and titles": page(CATEGORY, TITLE, AUTHORS, ABSTRACT).encode(),
    "without a heading": page(CATEGORY, AUTHORS, ABSTRACT, heading="").encode(),
    "wrapped": page(CATEGORY, AUTHORS, WRAPPED).encode(),
    "authors wrapped too": page(CATEGORY, WRAPPED_AUTHORS, WRAPPED).encode(),
    "in paragraphs": page(AUTHORS, PARAGRAPHS).encode(),
    "in wrapped paragraphs": page(CATEGORY, AUTHORS, WRAPPED_PARAGRAPHS).encode(),
    "without blank lines": page(AUTHORS, ABSTRACT, between="\n").encode(),
    "with categories, without blank lines": page(CATEGORY, AUTHORS, ABSTRACT, between="\n").encode(),
    "with titles, without blank lines": page(TITLE, AUTHORS, ABSTRACT, between="\n").encode(),
    "wrapped, without blank lines": page(CATEGORY, AUTHORS, WRAPPED, between="\n").encode(),
    "with many blank lines": page(CATEGORY, AUTHORS, ABSTRACT, between="\n\n\n \n\t\n").encode(),
    "with CRLF": page(CATEGORY, AUTHORS, WRAPPED).replace("\n", "\r\n").encode(),
    "with CR": page(CATEGORY, AUTHORS, ABSTRACT).replace("\n", "\r").encode(),
    "with a byte order mark": ("\ufeff" + page(CATEGORY, AUTHORS, ABSTRACT)).encode(),
    "in UTF-16": page(CATEGORY, AUTHORS, ABSTRACT).encode("utf-16"),
    "in GB18030": page(CATEGORY, AUTHORS, ABSTRACT).encode("gb18030"),
    "with a heading before each": page(lambda _: "论文检索", CATEGORY, AUTHORS, ABSTRACT).encode(),
    "with rules between": page(CATEGORY, AUTHORS, ABSTRACT, lambda _: "-----").encode(),
    "with form feeds": page(CATEGORY, AUTHORS, lambda entry: entry.abstract + "\n\f").encode(),
    "numbered": page(lambda entry: f"{ENTRIES.index(entry) + 1}. {entry.title}", AUTHORS, ABSTRACT).encode(),
    "labelled": page(
        lambda entry: f"Title: {entry.title}\nAuthors: {entry.authors}\nAbstract: {entry.abstract}", heading=""
    ).encode(),
}


def read(data: bytes) -> list[Paper | Reject]:
    return [item for item in listing.parse(Input(io.BytesIO(data), "page.txt")) if isinstance(item, Paper | Reject)]


def papers(data: bytes) -> list[Paper]:
    found = read(data)
    assert [item for item in found if isinstance(item, Reject)] == []
    return [item for item in found if isinstance(item, Paper)]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_page_gives_the_same_papers(form: str) -> None:
    found = papers(FORMS[form])
    assert [[author.name for author in paper.authors] for paper in found] == [entry.authors.split(", ") for entry in ENTRIES]
    assert [paper.abstracts for paper in found] == [{"en": entry.abstract} for entry in ENTRIES]
    expected = [{"en": entry.title} if "title" in form or form in ("numbered", "labelled") else {} for entry in ENTRIES]
    assert [paper.titles for paper in found] == expected
    if "categories" in form:
        assert [paper.categories[0].key.replace("::", " · ") for paper in found] == [entry.category for entry in ENTRIES]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_page_is_recognised(form: str) -> None:
    assert listing.recognise(FORMS[form], "page") >= 0.5


@pytest.mark.parametrize("missing", [0, 1, 3])
@pytest.mark.parametrize("title", [TITLE, CATEGORY])
def test_a_missing_abstract_takes_nothing_from_its_neighbours(missing: int, title: Callable[[Entry], str]) -> None:
    blocks = [
        f"{title(entry)}\n\n{entry.authors}\n\n" + ("" if n == missing else f"{entry.abstract}\n\n")
        for n, entry in enumerate(ENTRIES)
    ]
    found = papers("".join(blocks).encode())
    assert [len(paper.authors) for paper in found] == [3, 6, 2, 3]
    assert [bool(paper.abstracts) for paper in found] == [n != missing for n in range(4)]


def test_an_area_alone_is_a_category_on_a_page_of_categories() -> None:
    data = page(CATEGORY, AUTHORS, ABSTRACT).replace("Counting · Sheep", "Counting", 1).encode()
    assert papers(data)[2].categories[0].key == "Counting"


@pytest.mark.parametrize("mark", [" 等", ", 等", " et al.", ", et al", " and others"])
def test_a_truncated_list_is_marked_and_the_mark_is_no_author(mark: str) -> None:
    paper = papers(page(AUTHORS, ABSTRACT).replace("Qi Sun", f"Qi Sun{mark}").encode())[2]
    assert paper.authors_truncated
    assert [author.name for author in paper.authors] == ["Jack O'Brien", "Qi Sun"]


def test_a_long_page_is_read_in_windows_and_nothing_is_lost_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    data = page(CATEGORY, AUTHORS, WRAPPED, entries=ENTRIES * 20).encode()
    expected = papers(data)
    assert len(expected) == 80
    monkeypatch.setattr(listing, "WINDOW", 37)
    assert papers(data) == expected


def test_what_is_no_paper_is_a_reject_with_a_reason() -> None:
    text = (
        page(AUTHORS, ABSTRACT, entries=ENTRIES[:2])
        + "\n论文检索\n\nA page that has only this sentence on it, which is a long one, and no authors at all.\n"
    )
    found = read(text.encode())
    assert [type(item) for item in found] == [Paper, Paper, Reject]
    assert isinstance(found[2], Reject)
    assert (found[2].record, found[2].reason) == ("3", "no paper: there is no line of authors")
    assert found[2].excerpt.startswith("A page that has only")


@pytest.mark.parametrize("data", [b"", b"\n\n \n", "论文检索\n".encode(), b"\xef\xbb\xbf"])
def test_an_empty_page_has_no_papers_and_no_rejects(data: bytes) -> None:
    assert read(data) == []


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("作者：张三", "authors"),
        ("摘 要: 文字", "abstract"),
        ("標題：題目", "title"),
        ("关键词：一；二", "keywords"),
        ("Authors: San Zhang", "authors"),
    ],
)
def test_a_line_may_say_what_it_is(line: str, label: str) -> None:
    found = looks.label_of(line)
    assert found is not None
    assert found.value == label


@pytest.mark.parametrize("line", ["作者在文中指出", "Abstract Meaning Representation", "Title page", "authors"])
def test_a_line_that_only_begins_like_a_label_says_nothing(line: str) -> None:
    assert looks.label_of(line) is None


@pytest.mark.parametrize(
    "line",
    [
        "San Zhang, Si Li",
        "wenlong deng, Yushu Li, YI REN",
        "LiXingYu, Y.N.Xu, YUEJIANG SHI",
        "张三, 李四",
        "张三 李四 等",
        "M. S. Krafczyk, Ved G. Shah",
        "Max Q.-H. Meng and Ch. Bechlioulis",
        "张三；李四",
        "欧阳修、司马光",
        "張三，趙六",
    ],
)
def test_names_look_like_names(line: str) -> None:
    assert looks.names_cost(line) < 1.5


@pytest.mark.parametrize(
    "line",
    [
        "Deep Learning, Computer Vision",
        "We study sheep, goats, and cows.",
        "Graph Neural Networks",
        "vision, language, and audio",
        "Extensive experiments show that it works",
        "本文研究分类方法",
        "图像分割, 目标检测",
        "2020, 2021",
        "",
        "IN NO EVENT SHALL THE AUTHORS BE LIABLE",
    ],
)
def test_other_lines_do_not_look_like_names(line: str) -> None:
    assert looks.names_cost(line) > 2.5
