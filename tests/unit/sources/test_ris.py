"""RIS: what begins and ends a record, what goes on, and what the tags mean. Whole inputs stand in tests/golden."""

from __future__ import annotations

import io

import pytest
import rispy
from hypothesis import given
from hypothesis import strategies as st

from service.paper import Notice, Paper, Reject
from service.sources import Input, ris


def items(text: str) -> list[Paper | Reject | Notice]:
    return list(ris.parse(Input(io.BytesIO(text.encode()), "x.ris")))


def paper(*lines: str, kind: str = "JOUR") -> Paper:
    (found,) = [item for item in items("\n".join([f"TY  - {kind}", *lines, "ER  - "])) if isinstance(item, Paper)]
    return found


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_all_kinds_are_read(end: str) -> None:
    found = items(end.join(["", "TY  - JOUR", "TI  - One", "ER  - ", "", "TY  - JOUR", "TI  - Two", "ER  -", ""]))
    assert [item.titles["en"] for item in found if isinstance(item, Paper)] == ["One", "Two"]


def test_a_record_ends_at_the_latest_where_the_next_begins() -> None:
    found = items("TY  - JOUR\nTI  - One\nTY  - JOUR\nTI  - Two")
    assert [item.titles["en"] for item in found if isinstance(item, Paper)] == ["One", "Two"]
    assert [item.message for item in found if isinstance(item, Notice)] == ["a record without its ER line"] * 2


def test_several_types_in_a_row_are_one_records() -> None:
    (found,) = items("TY  - BOOK\nTY  - JOUR\nTI  - One\nER  - ")
    assert isinstance(found, Paper)
    assert found.type == "book"


def test_lines_go_on_and_blank_lines_end_nothing() -> None:
    found = paper("TI  - One", "two", "", "  three", "AB  - a", "AI - b", "c")
    assert found.titles == {"en": "One two three"}
    assert found.abstracts == {"en": "a AI - b c"}


def test_records_written_with_one_blank_are_read_alike() -> None:
    (found,) = items("TY - JOUR\nTI - One\nAU - Zhang, San\nER -\n")
    assert isinstance(found, Paper)
    assert (found.titles, found.authors[0].name) == ({"en": "One"}, "San Zhang")


def test_a_record_without_anything_is_a_reject_with_its_line() -> None:
    assert items("\n\nTY  - JOUR\nPY  - 2001\nER  - \n") == [
        Reject("line 3", "no paper: it has neither a title nor an abstract nor authors (line 3)", "TY - JOUR PY - 2001")
    ]


def test_stray_text_is_no_record() -> None:
    assert items("exported by a program\n\n\x1a") == []


@pytest.mark.parametrize(
    ("kind", "type_"),
    [
        ("JOUR", "article"),
        ("CPAPER", "inproceedings"),
        ("THES", "thesis"),
        ("CHAP", "chapter"),
        ("RPRT", "report"),
        ("XYZ", "other"),
        ("", "other"),
    ],
)
def test_types_are_the_words_of_the_contract(kind: str, type_: str) -> None:
    assert paper("TI  - x", kind=kind).type == type_


@pytest.mark.parametrize(
    ("lines", "date"),
    [
        (["PY  - 2005", "DA  - 2005/07/15"], (2005, "2005-07-15")),
        (["Y1  - 1900/01/01", "DA  - 1950/01/01"], (1950, "1950-01-01")),
        (["PY  - 99", "PY  - 2001/09/01/"], (2001, "2001-09-01")),
        (["PY  - 2016/12//"], (2016, "2016-12")),
        (["PY  - 2009///"], (2009, None)),
        (["PY  - 2005", "DA  - 2019/01/01"], (2005, None)),
        (["Y2  - 2019/01/01"], (None, None)),
    ],
)
def test_the_year_is_that_of_publication(lines: list[str], date: tuple[int | None, str | None]) -> None:
    found = paper("TI  - x", *lines)
    assert (found.year, found.date) == date


@pytest.mark.parametrize(
    ("lines", "pages"),
    [
        (["SP  - 1", "EP  - 9"], "1-9"), (["SP  - 1-9"], "1-9"), (["SP  - 1-9", "EP  - 9"], "1-9"), (["SP  - e17"], "e17"),
        (["SP  - 7", "EP  - 7"], "7"), (["EP  - 9"], "9"), ([], None),
    ],
)  # fmt: skip
def test_pages_come_in_one_or_two_fields(lines: list[str], pages: str | None) -> None:
    assert paper("TI  - x", *lines).pages == pages


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (["AU  - Zhang, San", "A1  - Li, Si"], ["San Zhang", "Si Li"]),
        (["AU  - 张三，李四"], ["张三", "李四"]),
        (["AU  - 欧阳, 修"], ["欧阳修"]),
        (["AU  - Zhang, San; Li, Si"], ["San Zhang", "Si Li"]),
        (["AU  - King, Martin Luther, Jr."], ["Martin Luther King Jr."]),
        (["AU  - World Health Organization", "AU  - ISO"], ["World Health Organization", "ISO"]),
        (["AU  - et al."], []),
    ],
)
def test_people_come_one_a_line_or_all_on_one(lines: list[str], names: list[str]) -> None:
    assert [one.name for one in paper("TI  - x", *lines).authors] == names


def test_addresses_are_attached_where_they_stand_behind_their_authors_only() -> None:
    each = paper("TI  - x", "AU  - A, B", "AD  - One University", "AU  - C, D", "AD  - Two University").authors
    assert [[place.name for place in one.affiliations] for one in each] == [["One University"], ["Two University"]]
    together = paper("TI  - x", "AU  - A, B", "AU  - C, D", "AD  - One University", "AD  - Two University").authors
    assert not any(one.affiliations for one in together)


def test_both_languages_are_kept() -> None:
    found = paper("TI  - 题名", "TT  - A Title", "AB  - 摘要。", "N2  - An abstract.", "KW  - 词", "KW  - word")
    assert found.titles == {"zh": "题名", "en": "A Title"}
    assert found.abstracts == {"zh": "摘要。", "en": "An abstract."}
    assert found.keywords == {"zh": ("词",), "en": ("word",)}


def test_identifiers_are_found_where_databases_write_them() -> None:
    found = paper(
        "TI  - x",
        "DO  - doi:10.1000/A",
        "U1  - 123[pmid]",
        "C2  - PMC99",
        "UR  - https://arxiv.org/abs/2401.00001",
        "N1  - doi: 10.1000/a",
    )
    assert found.ids == {"doi": ("10.1000/a",), "pmid": ("123",), "pmcid": ("PMC99",), "arxiv": ("2401.00001",)}


def test_contact_data_is_not_kept() -> None:
    found = items(
        "TY  - JOUR\nTI  - x\nAU  - San Zhang\nAD  - One University, someone@example.org\nN1  - someone@example.org\nER  - "
    )
    assert "example.org" not in repr(found)
    assert "example.org" not in repr(items("TY  - JOUR\nPB  - someone@example.org\nER  - "))


WORDS = st.text("abc é中", min_size=1, max_size=10).map(lambda word: " ".join(word.split())).filter(bool)
SOUND = st.fixed_dictionaries(
    {"title": WORDS, "volume": WORDS, "authors": st.lists(WORDS.map(lambda word: f"Q{word.replace(' ', '')}, Ann"), max_size=3)}
)


@given(st.lists(SOUND, max_size=4))
def test_sound_files_are_read_as_the_common_library_reads_them(records: list[dict[str, object]]) -> None:
    text = rispy.dumps([{"type_of_reference": "JOUR", **record} for record in records])
    ours = [item for item in items(text) if isinstance(item, Paper)]
    theirs = rispy.loads(text)
    assert [next(iter(one.titles.values()), None) for one in ours] == [one["title"] for one in theirs]
    assert [one.volume for one in ours] == [one["volume"] for one in theirs]
    assert [len(one.authors) for one in ours] == [len(one.get("authors", [])) for one in theirs]
