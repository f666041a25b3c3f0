"""The readers of the judged collections: the real files have what their descriptions say, and their traps are avoided."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from scripts.evaluate import crosslanguage, judged, knownitem
from scripts.evaluate.model import Questions, Record

COUNTS = [
    (judged.scifact_papers, judged.scifact_questions, 5183, 300, 339),
    (judged.cranfield_papers, judged.cranfield_questions, 1400, 225, 1837),
    (judged.cacm_papers, judged.cacm_questions, 3204, 52, 796),
    (judged.npl_papers, judged.npl_questions, 11429, 93, 2083),
    (judged.lisa_papers, judged.lisa_questions, 5999, 35, 379),
    (judged.adi_papers, judged.adi_questions, 82, 35, 170),
]


@pytest.mark.parametrize(
    ("papers", "ask", "documents", "queries", "pairs"), COUNTS, ids=[row[0].__name__.split("_")[0] for row in COUNTS]
)
@pytest.mark.usefixtures("shared")
def test_a_collection_has_all_its_documents_queries_and_judgements(
    papers: Callable[[], Iterable[Record]], ask: Callable[..., Questions], documents: int, queries: int, pairs: int
) -> None:
    ids = [paper["id"] for paper in papers()]
    questions = ask(dict)
    assert len(ids) == len(set(ids)) == documents
    assert len(questions.queries) == queries
    assert questions.queries.keys() == questions.relevant.keys()
    assert sum(len(right) for right in questions.relevant.values()) == pairs
    assert {paper for right in questions.relevant.values() for paper in right} <= set(ids)
    assert all(grade == 1 for right in questions.relevant.values() for grade in right.values())


@pytest.mark.usefixtures("shared")
def test_cranfields_judgements_go_by_position() -> None:
    # `.I 004` is the third question.
    questions = judged.cranfield_questions(dict)
    assert questions.queries["3"].startswith("what problems of heat conduction in composite slabs")
    assert set(questions.relevant["3"]) >= {"5", "485"}


@pytest.mark.usefixtures("shared")
def test_lisas_judgements_are_whole_where_its_other_file_is_broken() -> None:
    relevant = judged.lisa_questions(dict).relevant
    assert set(relevant["1"]) == {"3392", "3396"}
    assert {"21", "22", "23"} <= relevant.keys()


@pytest.mark.usefixtures("shared")
def test_cacms_papers_have_titles_texts_and_keywords() -> None:
    papers = list(judged.cacm_papers())
    assert sum("abstracts" in paper for paper in papers) == 1587
    assert sum("keywords" in paper for paper in papers) == 1429
    assert not any("authors" in paper for paper in papers)


@pytest.mark.parametrize(
    ("body", "title", "abstract"),
    [
        ("rc oscillator  a modified version\nof it", "rc oscillator", "a modified version of it"),
        ("circuits with interrupted\ninner conductor  oscillators", "circuits with interrupted inner conductor", "oscillators"),
        ("a title up to its end\nthe derivation\nof it  more", "a title up to its end", "the derivation of it more"),
        ("the order i  e  the number  is derived", "the order i e the number", "is derived"),
        ("title alone", "title alone", ""),
    ],
)  # fmt: skip
def test_npls_title_ends_at_two_blanks_or_with_its_line(body: str, title: str, abstract: str) -> None:
    assert judged.npl_parts(body) == (title, abstract)


@pytest.mark.usefixtures("shared")
def test_the_anthology_is_whole_and_nothing_in_it_is_chinese() -> None:
    titles = crosslanguage.anthology()
    assert len(titles) == 73970
    assert not any("\u4e00" <= letter <= "\u9fff" for title in titles.values() for letter in title)
    questions = crosslanguage.chinese_to_english(dict)
    assert len(questions.queries) == 362
    assert all(own_id in right and own_id in titles for own_id, right in questions.relevant.items())


@pytest.mark.usefixtures("shared")
def test_chinese_titles_are_those_of_the_pairs_and_of_csl() -> None:
    papers = list(crosslanguage.chinese_titles())
    assert len(papers) == len({paper["id"] for paper in papers}) == 362 + 10_000
    assert all(set(paper["titles"]) == {"zh"} for paper in papers)


@pytest.mark.usefixtures("shared")
def test_what_csl_is_asked_by_is_not_loaded() -> None:
    assert all(paper.keys() == {"id", "ids", "abstracts"} for paper in knownitem.csl_abstracts())
    assert all(paper.keys() == {"id", "ids", "titles", "abstracts"} for paper in knownitem.csl_texts())
    assert len(knownitem.by_first_keyword(dict).queries) == 2000


def test_a_field_given_twice_is_one_text(tmp_path: Path) -> None:
    file = tmp_path / "some.all"
    file.write_text(
        ".I 1\r\n.T\r\nOne\r\ntitle\r\n.W\r\nfirst\r\n.W\r\nsecond\r\n.I 002\r\n.K\r\na, b\r\nc;d\r\n", encoding="utf-8"
    )
    assert list(judged._tagged_papers(file)) == [
        {"id": "1", "ids": {"collection": "1"}, "titles": {"en": "One title"}, "abstracts": {"en": "first second"}},
        {"id": "2", "ids": {"collection": "2"}, "keywords": {"en": ["a", "b c", "d"]}},
    ]
