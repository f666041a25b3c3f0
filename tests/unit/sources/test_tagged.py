"""Records of tags and values, and the people and institutions that such records list."""

from __future__ import annotations

import io
import time
from collections.abc import Callable

import pytest

from service.paper import Affiliation, Author, Paper, Reject
from service.sources import SOURCES, Input
from service.sources.facts import creators
from service.sources.reading import lines as lines_module
from service.sources.reading import tagged
from service.sources.reading.tagged import Record


def record(*items: tuple[str, str]) -> Record:
    made = Record(1)
    for tag, value in items:
        made.add(tag, value)
    return made


def read(one: Record, label: str) -> tuple[Paper, list[str]]:
    return Paper(titles={"en": str(one.line)}, record=label), []


def test_values_of_several_tags_come_in_the_records_order() -> None:
    made = record(("A", "1"), ("B", "2"), ("A", "3"), ("A", ""))
    assert made.all("A") == ["1", "3"]
    assert made.all("B", "A") == ["1", "2", "3"]
    assert made.first("C", "B", "A") == "2"
    assert made.has("C", "A")
    assert not made.has("C")


def test_a_value_keeps_its_lines_or_is_joined_to_one() -> None:
    made = record(("A", "one"))
    made.go_on("two")
    assert made.all("A") == ["one\ntwo"]
    assert made.joined("A") == ["one two"]
    assert list(made.words("A")) == ["one", "two"]


def test_addresses_lose_the_references_of_html() -> None:
    assert list(record(("U", "http://x.org/?a=1&amp;b=2")).words("U")) == ["http://x.org/?a=1&b=2"]


def test_a_line_before_any_tag_goes_on_with_nothing() -> None:
    made = Record(1)
    made.go_on("lost")
    assert made.items == []


def test_a_record_that_lost_its_end_is_a_reject_and_takes_no_more_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagged, "RECORD_LENGTH", 100)
    made = record(("T", "a title"))
    for _ in range(50):
        made.go_on("x" * 10)
    assert len(made.items[0][1]) < 12
    (reject,) = tagged.papers([made], read, str)
    assert isinstance(reject, Reject)
    assert "lost its end" in reject.reason


def test_a_record_is_called_by_its_own_name_or_by_its_line() -> None:
    for name, label in (("name", "name"), ("", "line 1"), (" \n", "line 1")):
        (paper,) = tagged.papers([record(("N", name))], read, lambda one: one.first("N"))
        assert isinstance(paper, Paper)
        assert paper.record == label


@pytest.mark.parametrize(
    ("name", "set_out"),
    [
        ("Wong Kee Song LM", "Wong Kee Song, L. M."),
        ("Fielding, JE", "Fielding, J. E."),
        ("van Raaij, M J", "van Raaij, M. J."),
        ("YANG Y", "Yang, Y."),
        ("Smith JA Jr", "Smith Jr, J. A."),
        ("CHEN LI", "CHEN LI"),
        ("Zhou, Yujia", "Zhou, Yujia"),
        ("Selvamani", "Selvamani"),
        ("余敏", "余敏"),
        ("", ""),
    ],
)
def test_initials_of_databases_are_set_out(name: str, set_out: str) -> None:
    assert creators.initials_set_out(name) == set_out


TWO = (Author("张三"), Author("李四"))


def places_of(authors: tuple[Author, ...], places: list[str]) -> tuple[list[list[str]], list[str]]:
    notices: list[str] = []
    placed = creators.at_listed(authors, places, notices)
    return [[one.name for one in author.affiliations] for author in placed], notices


def test_one_institution_is_everybodys() -> None:
    assert places_of(TWO, ["南京大学;"]) == ([["南京大学"], ["南京大学"]], [])


def test_all_institutions_of_one_author_are_his() -> None:
    assert places_of(TWO[:1], ["南京大学;东南大学"]) == ([["南京大学", "东南大学"]], [])


def test_as_many_fields_as_authors_are_in_their_order() -> None:
    assert places_of(TWO, ["南京大学;东南大学", "清华大学"]) == ([["南京大学", "东南大学"], ["清华大学"]], [])


def test_a_list_that_repeats_a_place_is_in_the_authors_order() -> None:
    three = (*TWO, Author("王五"))
    assert places_of(three, ["南京大学,南京大学,清华大学"]) == ([["南京大学"], ["南京大学"], ["清华大学"]], [])


def test_of_several_institutions_named_once_nobody_can_tell_whose_they_are() -> None:
    found, notices = places_of(TWO, ["南京大学;清华大学"])
    assert found == [[], []]
    assert notices


def test_a_country_at_the_end_of_an_address_is_known() -> None:
    assert creators.affiliations(["Univ X, Boston, MA 02115 USA; Univ Y, Sydney, NSW, Australia"]) == (
        Affiliation("Univ X, Boston, MA 02115 USA", "United States"),
        Affiliation("Univ Y, Sydney, NSW, Australia", "Australia"),
    )


def test_an_author_is_found_by_any_form_of_the_name() -> None:
    find = creators.finder((Author("San Zhang"), Author("Ann Li"), Author("Antonius J. A. van Maris")))
    assert [find(name) for name in ("Zhang, San", "Zhang, S", "San Zhang", "Li, A", "van Maris, Antonius", "Wu, W", "", "1")] == [
        0,
        0,
        0,
        1,
        2,
        None,
        None,
        None,
    ]


def seconds(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


# A record that goes on and on, in each format's own way.
ENDLESS = {
    "endnote": (b"%0 Journal Article\n%T a\n", b"\n\n%K b\nc\n"),
    "refworks": (b"RT Journal Article\nT1 a\n", b"K1 b\nc\n"),
    "wos": (b"PT J\nTI a\nAU A, B\n", b"   C, D\nC1 [A, B] E, F\n"),
    "medline": (b"PMID- 1\nTI  - a\n", b"FAU - A, B\nAD  - c\n\n"),
    "ovid": (b"<1. >\nTI  - a\n", b"AU  - A, B 1\nIN  - (1)C\n"),
}


@pytest.mark.parametrize("name", sorted(ENDLESS))
def test_the_work_of_a_record_does_not_grow_with_the_square_of_its_length(name: str) -> None:
    begin, more = ENDLESS[name]

    def work(times: int) -> float:
        return seconds(lambda: list(SOURCES[name].parse(Input(io.BytesIO(begin + more * times)))))

    short, long = min(work(2_000) for _ in range(3)), min(work(16_000) for _ in range(3))
    # Eight times the length; work that grows with the square would be sixty-four times as much.
    assert long < short * 24 + 0.05


LONG = {
    "ris": ("TY  - JOUR\nTI  - {}\nER  - \n", "ris"),
    "endnote": ("%0 {}\n%T a\n\n", "endnote"),
    "refer": ("%A San Zhang\n%T {}\n%K a\n\n", "endnote"),
    "refworks": ("RT Book\nT1 {}\n", "refworks"),
    "noteexpress": ("{{Reference Type}}: {}\n{{Title}}: a\n", "noteexpress"),
    "cnki": ("SrcDatabase-来源库: 期刊\nTitle-题名: {}\n", "cnki"),
    "vip": ("【题名】{}\n【作者】张三\n【关键词】a\n", "vip"),
}


@pytest.mark.parametrize("case", LONG)
def test_a_line_without_an_end_is_a_reject_and_the_next_records_are_read(case: str) -> None:
    record, form = LONG[case]
    text = "".join(record.format(title) for title in ("Book", "张三" * (tagged.LINE_LENGTH // 2 + 1), "Book"))
    items = list(SOURCES[form].parse(Input(io.BytesIO(text.encode()), "x")))
    papers, rejects = [i for i in items if isinstance(i, Paper)], [i for i in items if isinstance(i, Reject)]
    assert len(papers) == 2
    assert [reject.reason.startswith(tagged.LONG_LINE) for reject in rejects] == [True]


def test_a_line_that_is_cut_is_not_cut_inside_of_a_character(monkeypatch: pytest.MonkeyPatch) -> None:
    for size in range(10, 20):
        monkeypatch.setattr(lines_module, "LINE_BYTES", size)
        for text in ("张三李四王五赵六" * 5, "é" * 40, "𠀀" * 20, "plain text of letters " * 3):
            assert "".join(lines_module.lines(io.BytesIO(text.encode()))) == text
