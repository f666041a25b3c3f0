"""What is doubted in a query, what is asked along with a search, and when its answer becomes a suggestion."""

from __future__ import annotations

from typing import Any

import pytest

from service.query import spelling
from service.query.nearby import Vocabulary
from service.query.spelling import FEW, MIN_PAPERS, RATIO, Correction, Doubt

VOCABULARY = Vocabulary(lambda: {"正则化": "", "机器学习": ""})


def answer(options: dict[str, dict[str, int]] | None = None, **counts: int) -> dict[str, Any]:
    """An engine's answer: `options` of the typed words in their order, and the counts of the aggregation."""
    entries, at = [], 0
    for word, found in (options or {}).items():
        entries.append({"text": word, "offset": at, "length": len(word), "options": [_option(*one) for one in found.items()]})
        at += len(word) + 1
    buckets = {name: {"doc_count": count} for name, count in counts.items()}
    return {"aggregations": {"spelling": {"papers": {"buckets": buckets}}}, "suggest": {"titles": entries}}


def _option(text: str, freq: int) -> dict[str, Any]:
    return {"text": text, "freq": freq, "score": 0.8}


@pytest.mark.parametrize(
    ("q", "latin", "han", "people"),
    [
        ("convolutoinal netwroks", ("convolutoinal", "netwroks"), (), ()),
        ("the self-atention of GPT4all", ("self", "atention"), (), ()),
        ('title:trasformer "grpah theory"', ("trasformer", "grpah", "theory"), (), ()),
        ("author:Hintom netwrok", ("netwrok",), (), ("Hintom",)),
        ("正则华 BERT -survye", ("BERT",), ("正则华",), ()),
        ("正则化 netwrok", ("netwrok",), (), ()),
    ],
)
def test_words_runs_and_names_are_doubted(q: str, latin: Any, han: Any, people: Any) -> None:
    doubted = spelling.doubt(q, VOCABULARY)
    assert doubted is not None
    assert (doubted.latin, doubted.han, doubted.people) == (latin, han, people)


@pytest.mark.parametrize(
    "q", ["", "2019", "C++", "a b c", "year:2019", "doi:10.1000/xyzzy", "正则化", "的", "-netwrok", "in the"]
)
def test_what_has_no_word_to_doubt_is_not_asked_about(q: str) -> None:
    assert spelling.doubt(q, VOCABULARY) is None


def test_a_long_query_is_not_doubted() -> None:
    assert spelling.doubt(" ".join(["netwrok"] * 11), VOCABULARY) is None


def test_the_engine_is_asked_for_counts_of_everything_and_for_words_near_to_the_latin_ones() -> None:
    doubted = spelling.doubt("netwrok 正则华", VOCABULARY)
    assert doubted is not None
    parts = spelling.aside(doubted)
    assert parts["aggs"]["spelling"]["aggs"]["papers"]["filters"]["filters"].keys() == {
        "typed", "word0", "chosen0", "written0", "corrected0", "as_written0",
    }  # fmt: skip
    assert parts["aggs"]["spelling"]["global"] == {}, "whatever the request filters by"
    assert parts["suggest"]["text"] == "netwrok"
    only_han = spelling.doubt("正则华", VOCABULARY)
    assert only_han is not None
    assert "suggest" not in spelling.aside(only_han)


ONE = Doubt("deep netwrok", latin=("deep", "netwrok"))
COUNTS = {"typed": 0, "word0": 900, "chosen0": 700, "word1": 0, "chosen1": 0}


def test_the_nearest_word_that_many_papers_have_is_suggested() -> None:
    found = answer({"deep": {"deer": 5000}, "netwrok": {"network": 800, "networks": 9000, "netrack": 2000}}, **COUNTS)
    assert spelling.read(ONE, found, {}) == "deep network"


@pytest.mark.parametrize(
    ("typed", "capitals"), [("Netwrok", "Network"), ("NETWROK", "NETWORK"), ("title:netwrok", "title:network")]
)
def test_capitals_and_fields_are_kept(typed: str, capitals: str) -> None:
    word = typed.removeprefix("title:")
    found = answer({word: {"network": 800}}, typed=0, word0=0, chosen0=0)
    assert spelling.read(Doubt(typed, latin=(word,)), found, {}) == capitals


@pytest.mark.parametrize(
    "counts",
    [
        COUNTS | {"typed": FEW + 1},
        COUNTS | {"word1": FEW + 1},
        COUNTS | {"chosen1": 1},
        COUNTS | {"word1": 2, "typed": 2},
    ],
)
def test_what_papers_have_is_left(counts: dict[str, int]) -> None:
    found = answer({"deep": {}, "netwrok": {"network": 2 * RATIO - 1}}, **counts)
    assert spelling.read(ONE, found, {}) is None


def test_a_word_that_may_be_a_misprint_itself_is_not_suggested() -> None:
    assert spelling.read(ONE, answer({"deep": {}, "netwrok": {"netwrook": MIN_PAPERS - 1}}, **COUNTS), {}) is None
    assert spelling.read(ONE, answer({"deep": {}, "netwrok": {"network's": 900}}, **COUNTS), {}) is None


def test_no_query_is_suggested_that_still_has_a_word_of_no_paper() -> None:
    doubted = Doubt("netwrok xyzzyq", latin=("netwrok", "xyzzyq"))
    found = answer({"netwrok": {"network": 800}, "xyzzyq": {}}, typed=0, word0=0, chosen0=0, word1=0, chosen1=0)
    assert spelling.read(doubted, found, {}) is None


CHINESE = Doubt(
    "正则华",
    han=("正则华",),
    corrections=(Correction("正则化", "正则华", "正则化", True), Correction("正规化", "正则华", "正规化", False)),
)


def counted(**counts: int) -> dict[str, Any]:
    none = {"typed": 0, "written0": 0, "corrected0": 0, "as_written0": 0, "corrected1": 0, "as_written1": 0}
    return answer(**(none | counts))


def test_of_chinese_terms_the_one_that_sounds_alike_comes_first_if_papers_have_it() -> None:
    assert spelling.read(CHINESE, counted(corrected0=1, corrected1=900, as_written1=900), {}) == "正则化"
    assert spelling.read(CHINESE, counted(corrected1=900), {}) == "正规化"
    assert spelling.read(CHINESE, counted(corrected1=MIN_PAPERS - 1), {}) is None
    assert spelling.read(CHINESE, counted(), {}) is None


def test_a_run_that_stands_so_in_a_paper_is_meant() -> None:
    assert spelling.read(CHINESE, counted(written0=1, typed=1, corrected0=900), {}) is None


def test_a_value_stands_in_for_what_is_near_to_it() -> None:
    near = {"Yuejiang Shii": ("Yuejiang Shi", 2)}
    counts = {"typed": 0, "word0": 0, "chosen0": 0, "word1": 0, "chosen1": 0}
    found = answer({"Yuejiang": {}, "Shii": {}}, **counts)
    assert spelling.read(Doubt("Yuejiang Shii", latin=("Yuejiang", "Shii")), found, near) == "Yuejiang Shi"
    named = Doubt("author:Shii BERT", latin=("BERT",), people=("Shii",))
    assert (
        spelling.read(named, answer({"BERT": {}}, typed=0, word0=9, chosen0=9, person0=0), {"Shii": ("Shi", 1)})
        == "author:Shi BERT"
    )


def test_words_that_authors_have_are_no_slip_of_a_name() -> None:
    near = {"Yuejiang Shii": ("Yuejiang Shi", 2), "Shii": ("Shi", 1)}
    doubted = Doubt("Yuejiang Shii", latin=("Yuejiang", "Shii"))
    found = answer({"Yuejiang": {}, "Shii": {}}, typed=0, word0=3, chosen0=3, word1=1, chosen1=1)
    assert spelling.read(doubted, found, near) is None
    assert spelling.read(Doubt("author:Shii", people=("Shii",)), answer(typed=0, person0=1), near) is None


def test_an_identifier_is_never_corrected() -> None:
    assert spelling.doubt("10.1002/(SICI)1097", Vocabulary(dict)) is None
