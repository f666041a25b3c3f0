"""The one rule by which records are the same paper."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.paper import Author, Paper
from service.paper.identity import Candidate, contradicts, fingerprint, group, identifier_id, own_id

BASE = Paper(titles={"en": "Deep Residual Learning"}, authors=(Author("San Zhang"),), year=2016)


def same(*papers: Paper) -> bool:
    candidates = [Candidate(f"c{n}", paper, fingerprint(paper)) for n, paper in enumerate(papers)]
    return len(group(candidates)) == 1


def with_title(title: str, language: str = "en") -> Paper:
    return replace(BASE, titles={language: title})


@pytest.mark.parametrize(
    "other",
    [
        with_title("deep residual learning."),
        with_title("Deep-Residual  Learning"),
        with_title("Ｄｅｅｐ Residual Learning"),
        with_title("{D}eep \\emph{Residual} Learning"),
        replace(BASE, year=2015),
        replace(BASE, year=2017),
        replace(BASE, authors=(Author("Zhang San"),)),
        replace(BASE, authors=(Author("S. Zhang"),)),
        replace(BASE, authors=(Author("张三", {"en": "San Zhang"}),)),
        replace(BASE, ids={"doi": ("10.1000/x",)}),
        replace(BASE, venue="CVPR"),
    ],
    ids=lambda paper: f"{next(iter(paper.titles.values()))}-{paper.year}-{paper.authors[0].name}",
)
def test_title_first_author_and_year_make_one_paper(other: Paper) -> None:
    assert same(BASE, other)


@pytest.mark.parametrize(
    "other",
    [
        with_title("Deep Residual Networks"),
        replace(BASE, year=2018),
        replace(BASE, year=None),
        replace(BASE, authors=(Author("Wen Zhang"),)),
        replace(BASE, authors=()),
        replace(BASE, authors=(Author("张三"),)),
    ],
    ids=["title", "year", "no-year", "author", "no-author", "other-script"],
)
def test_what_does_not_agree_stays_apart(other: Paper) -> None:
    assert not same(BASE, other)


def test_a_shared_identifier_joins_whatever_else_differs() -> None:
    one = replace(BASE, ids={"doi": ("10.1000/x",)})
    other = Paper(titles={"zh": "深度残差学习"}, authors=(Author("张三"),), year=2019, ids={"doi": ("10.1000/x",)})
    assert same(one, other)


def test_a_contradicting_identifier_keeps_equal_titles_apart() -> None:
    assert not same(replace(BASE, ids={"doi": ("10.1000/x",)}), replace(BASE, ids={"doi": ("10.1000/y",)}))
    assert same(replace(BASE, ids={"doi": ("10.1000/x",)}), replace(BASE, ids={"arxiv": ("1512.03385",)}))
    assert contradicts(["doi:1"], ["doi:2"])
    assert not contradicts(["doi:1", "doi:2"], ["doi:2"])


@pytest.mark.parametrize("title", ["Preface", "Editorial", "前言", "編者按", "Book Reviews", "Author Index"])
def test_titles_that_many_papers_share_never_join(title: str) -> None:
    assert not same(with_title(title), with_title(title))
    assert same(replace(with_title(title), ids={"doi": ("10.1/a",)}), replace(with_title(title), ids={"doi": ("10.1/a",)}))


def test_without_a_title_the_beginning_of_the_abstract_decides() -> None:
    text = "We study how networks learn when nobody looks at them. " * 8
    one = Paper(abstracts={"en": text}, authors=(Author("San Zhang"),))
    assert same(one, replace(one, abstracts={"en": text + " And more."}))
    assert not same(one, replace(one, abstracts={"en": "Another beginning. " + text}))


def test_traditional_and_simplified_titles_are_one() -> None:
    assert same(with_title("國際電子學報", "zh"), with_title("国际电子学报", "zh"))


def test_a_record_between_two_contradicting_ones_falls_to_one_whatever_the_order() -> None:
    one = replace(BASE, ids={"doi": ("10.1000/x",)})
    other = replace(BASE, ids={"doi": ("10.1000/y",)}, year=2017)
    papers = {"a": one, "b": other, "c": BASE}
    expected = None
    for names in (["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]):
        candidates = [Candidate(name, papers[name], fingerprint(papers[name])) for name in names]
        groups = {frozenset(names[i] for i in members) for members in group(candidates)}
        expected = expected or groups
        assert groups == expected
    assert len(expected or ()) == 2


titles = st.sampled_from(["Graph Networks", "graph networks", "Graph Networks II", "Preface", "图网络", "圖網絡"])
people = st.sampled_from(["San Zhang", "S. Zhang", "Zhang San", "Si Li", "张三"])
identifiers = st.dictionaries(st.sampled_from(["doi", "arxiv", "acl"]), st.sampled_from([("1",), ("2",), ("1", "2")]), max_size=2)
records = st.builds(
    lambda title, author, year, ids: Paper(titles={"en": title}, authors=(Author(author),) if author else (), year=year, ids=ids),
    titles, st.one_of(st.none(), people), st.sampled_from([None, 2019, 2020, 2021]), identifiers,
)  # fmt: skip


@given(st.lists(records, max_size=9), st.randoms(use_true_random=False))
def test_groups_do_not_depend_on_the_order(papers: list[Paper], shuffle: random.Random) -> None:
    candidates = [Candidate(f"c{n}", paper, fingerprint(paper)) for n, paper in enumerate(papers)]
    before = {frozenset(candidates[i].name for i in members) for members in group(candidates)}
    shuffle.shuffle(candidates)
    after = {frozenset(candidates[i].name for i in members) for members in group(candidates)}
    assert before == after
    assert sorted(i for members in group(candidates) for i in members) == list(range(len(candidates)))


@given(st.lists(records, min_size=2, max_size=6))
def test_records_that_are_one_paper_share_a_key(papers: list[Paper]) -> None:
    """Otherwise the loader, which asks by keys, could never find them."""
    for members in group([Candidate(f"c{n}", paper, fingerprint(paper)) for n, paper in enumerate(papers)]):
        reached, rest = {members[0]}, set(members[1:])
        while near := {j for j in rest if any(fingerprint(papers[i]).keys & fingerprint(papers[j]).keys for i in reached)}:
            reached, rest = reached | near, rest - near
        assert not rest


@pytest.mark.parametrize(
    ("paper", "expected"),
    [
        (replace(BASE, ids={"doi": ("10.1000/a(b)c",)}), "doi-10.1000~2Fa~28b~29c"),
        (replace(BASE, ids={"arxiv": ("1512.03385",), "openreview": ("x",)}), "arxiv-1512.03385"),
        (replace(BASE, given_id="mine-1"), "mine-1"),
        (replace(BASE, ids={"zotero": ("K",)}), "zotero-K"),
    ],
)
def test_the_id_is_the_strongest_identifier(paper: Paper, expected: str) -> None:
    assert own_id(paper) == expected


def test_an_id_is_safe_in_addresses_and_bounded() -> None:
    for value in ("10.1/" + "長" * 300, "10.1/<>#? %", "a" * 500):
        assert re.fullmatch(r"[A-Za-z0-9._~-]{1,200}", identifier_id("doi", value))
    assert identifier_id("doi", "10.1/a~2F") != identifier_id("doi", "10.1/a/")


def test_the_digest_is_stable() -> None:
    assert own_id(BASE) == own_id(replace(BASE, venue="X")) == "p-" + own_id(BASE)[2:]
    assert own_id(BASE) != own_id(replace(BASE, year=2017))
