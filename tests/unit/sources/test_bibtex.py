"""BibTeX: values, names, what entries inherit, what is mended and what is not. Whole inputs stand in tests/golden."""

from __future__ import annotations

import io
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.paper import Notice, Paper, Reject
from service.sources import Input, bibtex
from service.sources.bibtex import entries, inheritance, values
from service.sources.bibtex.people import people


def items(text: str) -> list[Paper | Reject | Notice]:
    return list(bibtex.parse(Input(io.BytesIO(text.encode()), "x.bib")))


def papers(text: str) -> list[Paper]:
    return [item for item in items(text) if isinstance(item, Paper)]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("{plain}", "plain"),
        ("{a {b} c}", "a {b} c"),
        ('"quoted"', "quoted"),
        ('"a {"}b{"} c"', 'a {"}b{"} c'),
        ("2020", "2020"),
        ("jan", "Jan"),
        ("acl # { 2020}", "Association 2020"),
        ('"a" # "b" # acl', "abAssociation"),
        ('"1~" # jan', "1~Jan"),
        ("unknown", "unknown"),
        ("{a} # {b}", "ab"),
        ("", ""),
    ],
)
def test_a_value_is_read_whole(written: str, read: str) -> None:
    assert values.read(written, {"acl": "Association"}) == (read, "")


def test_what_stands_behind_a_value_is_given_back() -> None:
    assert values.read("{Title}\n year = 2020", {}) == ("Title", "year = 2020")


@pytest.mark.parametrize(
    ("written", "read", "cut"),
    [
        ("Zhang, San and Li, Si", ["San Zhang", "Si Li"], False),
        ("Donald E. Knuth", ["Donald E. Knuth"], False),
        ("Ludwig van Beethoven and van Gogh, Vincent", ["Ludwig van Beethoven", "Vincent van Gogh"], False),
        ("King, Jr., Martin Luther", ["Martin Luther King Jr."], False),
        ("Li, Si and others", ["Si Li"], True),
        ("张三 and 李四 and 等", ["张三", "李四"], True),
        ("张三 AND 李四等", ["张三", "李四"], True),
        ("{Barnes and Noble, Inc.} and {R and D Group}", ["Barnes and Noble, Inc.", "R and D Group"], False),
        ("{{ATLAS Collaboration}}", ["ATLAS Collaboration"], False),
        ("{Zhang, San}", ["San Zhang"], False),
        ("张三，李四、王五", ["张三", "李四", "王五"], False),
        ("张三, 李四", ["张三", "李四"], False),
        ("欧阳, 修", ["欧阳修"], False),
        ("de la Cruz, Juan Carlos", ["Juan Carlos de la Cruz"], False),
        ("A. Ko, B. Li, C. Wu", ["A. Ko", "B. Li", "C. Wu"], False),
        ("Lovelace, A.; Turing, A. M.", ["A. Lovelace", "A. M. Turing"], False),
        (r"G{\"o}del, Kurt and {\O}rsted, Hans", ["Kurt Gödel", "Hans Ørsted"], False),
        ("J&ouml;rg M{\\\"u}ller", ["Jörg Müller"], False),
        ("Anderson and Sand", ["Anderson", "Sand"], False),
        (" and  and ", [], False),
        ("", [], False),
    ],
)  # fmt: skip
def test_names_are_divided_and_turned(written: str, read: list[str], cut: bool) -> None:
    found, truncated = people(written)
    assert [one.name for one in found] == read
    assert truncated is cut


def test_a_line_of_a_value_that_begins_like_an_entry_ends_a_broken_one_only() -> None:
    text = "@article{a, title = {Written to x @ {home}}, year = 2001}\n@article{b, title = {Open\n@article{c, title = {Third}}"
    assert [item.record for item in items(text)] == ["a", "b", "c"]
    assert isinstance(items(text)[1], Reject)


def test_entries_on_one_line_are_all_read() -> None:
    assert [paper.record for paper in papers("@article{a,title={A}}@article{b,title={B}} @book(c,title={C})")] == ["a", "b", "c"]


def test_a_reject_names_key_line_and_reason() -> None:
    (reject,) = [
        item for item in items("\n\n% comment\n@article{x,\n title = {Open\n\n@book{y, title = {Y}}") if isinstance(item, Reject)
    ]
    assert (reject.record, reject.reason) == ("x", "broken BibTeX entry in line 4: a brace or quotation mark in it is not closed")


@pytest.mark.parametrize("before", [True, False])
def test_a_paper_inherits_from_its_volume_wherever_that_stands(before: bool) -> None:
    volume = "@proceedings{V, title = {Proceedings}, year = 2006, month = oct, doi = {10.1000/v}, isbn = {0-201-89683-4}}\n"
    child = "@inproceedings{c, title = {A Paper}, author = {First Author}, crossref = {v}, pages = {1--2}}\n"
    (found,) = [paper for paper in papers(volume + child if before else child + volume) if paper.record == "c"]
    assert (found.venue, found.year, found.date, found.isbn) == ("Proceedings", 2006, "2006-10", ("9780201896831",))
    # The volume's DOI is not the paper's.
    assert not found.ids


def test_a_paper_keeps_its_own_values_and_dates() -> None:
    volume = "@proceedings{v, title = {V}, date = {2006-10}}\n"
    text = volume + "@inproceedings{c, title = {C}, booktitle = {Own}, year = 2007, crossref = {v}}"
    found = papers(text)[1]
    assert (found.venue, found.year, found.date) == ("Own", 2007, None)


def test_circles_of_entries_end() -> None:
    assert len(papers("@book{a, title = {A}, crossref = {b}}\n@book{b, title = {B}, crossref = {a}, xdata = {b}}")) == 2


def test_children_of_a_volume_that_never_comes_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inheritance, "WAITING", 1000)
    family = inheritance.Family()
    waiting = 0
    for number in range(1000):
        entry = entries.Entry("inproceedings", f"k{number}", 1, {"title": "x" * 50, "crossref": "nowhere"}, "")
        waiting += 1 - len(list(family.take(entry)))
        assert waiting <= 20
    assert len(list(family.rest())) == waiting


def test_a_name_of_a_string_is_the_same_in_any_case_and_the_first_one_counts() -> None:
    text = "@string{ACL = {One}}\n@STRING(acl = {Two})\n@article{a, title = {T}, journal = Acl}"
    assert papers(text)[0].venue == "One"


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("@article{k, title={T}}", "article"), ("@conference{k, title={T}}", "inproceedings"),
        ("@phdthesis{k, title={T}}", "thesis"),
        ("@incollection{k, title={T}}", "chapter"), ("@techreport{k, title={T}}", "report"), ("@online{k, title={T}}", "webpage"),
        ("@collection{k, title={T}}", "book"), ("@misc{k, title={T}}", "other"), ("@unheardof{k, title={T}}", "other"),
        ("@misc{k, title={T}, eprint={2401.00001}, archiveprefix={arXiv}}", "preprint"),
        ("@article{k, title={T}, journal={arXiv preprint arXiv:2401.00001}}", "preprint"),
        ("@article{k, title={T}, journal={Nature}, eprint={2401.00001}}", "article"),
    ],
)  # fmt: skip
def test_types_are_the_words_of_the_contract(written: str, kind: str) -> None:
    assert papers(written)[0].type == kind


def test_ordinal_numbers_and_hyphens_in_numbers_are_read_as_text() -> None:
    (paper,) = papers(
        r"@inproceedings{a, title={T}, booktitle={The 5\({}^{\mbox{th}}\) Workshop}, number={18\-2424}, pages={12\-34}}"
    )
    assert (paper.venue, paper.issue, paper.pages) == ("The 5th Workshop", "18-2424", "12-34")


def test_both_languages_of_a_field_are_kept_under_the_usual_names() -> None:
    for name in ("title_en", "title-en", "titleen", "entitle", "en_title", "title_english", "titletranslation"):
        assert papers(f"@article{{k, title = {{题名}}, {name} = {{A Title}}}}")[0].titles == {"zh": "题名", "en": "A Title"}
    assert papers("@article{k, title = {A Title}, title_ja = {邦題}}")[0].titles == {"en": "A Title", "ja": "邦題"}


def test_identifiers_are_found_where_programs_write_them() -> None:
    text = (
        "@article{DBLP:conf/x/Y20, title={T}, doi={https://doi.org/10.1000/A\\_b}, note={PMID: 12345},"
        " url={https://arxiv.org/abs/2401.00001v2},"
        " openreview = {abcdefgh}, biburl={https://dblp.org/rec/conf/x/Y20.bib}}"
    )
    assert papers(text)[0].ids == {
        "doi": ("10.1000/a_b",), "arxiv": ("2401.00001",), "pmid": ("12345",), "dblp": ("conf/x/Y20",),
        "openreview": ("abcdefgh",),
    }  # fmt: skip


def test_contact_data_is_not_kept() -> None:
    text = (
        "@article{k, title={T}, author={San Zhang}, author-email={someone@example.org}, note={someone@example.org},"
        " abstract={Write to someone@example.org.}}"
    )
    assert "example.org" not in repr(items(text))
    assert "example.org" not in repr(items("@article{k, title={someone@example.org, year = 2000"))


def test_a_long_file_is_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "".join(f"@article{{k{n}, title = {{Title {n}}},\n abstract = {{{'word ' * 20}}}\n}}\n" for n in range(200))
        + "@article{k, title={"
    )
    whole = items(text)
    monkeypatch.setattr(entries, "BATCH", 500)
    assert items(text) == whole
    assert len(whole) == 201
    assert isinstance(whole[-1], Reject)
    assert whole[-1].reason.startswith("broken BibTeX entry in line 601:")


FIELDS = st.dictionaries(
    st.sampled_from(["title", "journal", "abstract", "publisher"]), st.text('abc {é}中\\&,="#@\n', max_size=20)
)


@given(st.lists(FIELDS, max_size=4))
def test_a_sound_entry_is_never_lost_beside_others(several: list[dict[str, str]]) -> None:
    def balanced(value: str) -> str:
        return value.replace("{", "").replace("}", "").replace("\\", "").replace("@", "")

    def entry(key: int, fields: dict[str, str]) -> str:
        others = ", ".join(f"{name} = {{{balanced(value)}}}" for name, value in fields.items())
        return f"@article{{k{key}, title = {{Title {key}}}, {others}}}\n"

    text = "".join(entry(key, fields) for key, fields in enumerate(several))
    assert [paper.titles for paper in papers(text)] == [{"en": f"Title {n}"} for n in range(len(several))]


@pytest.mark.parametrize(
    "piece", ["@article{a,", "\n@article{a,", "@a{b, title = {x}}", "@a{b, crossref = {c}}\n", "@string{a = a # a}\n"]
)
def test_the_time_grows_with_the_length_alone(piece: str) -> None:
    def seconds(times: int) -> float:
        data = Input(io.BytesIO((piece * times).encode()), "")
        start = time.process_time()
        for _ in bibtex.parse(data):
            pass
        return time.process_time() - start

    seconds(10)
    assert seconds(8000) < 16 * seconds(2000) + 0.5
