"""The one rule by which records are the same paper."""

from __future__ import annotations

import itertools
import random
import re
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service import names as people_names
from service.paper import Author, Paper
from service.paper.identity import Candidate, fingerprint, group, identifier_id, own_id

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
        with_title("[RETRACTED] Deep Residual Learning"),
        with_title("RETRACTED ARTICLE: Deep residual learning"),
        with_title("【撤稿】Deep Residual Learning"),
    ],
    ids=lambda paper: f"{next(iter(paper.titles.values()))}-{paper.year}-{paper.authors[0].name}",
)
def test_title_first_author_and_year_make_one_paper(other: Paper) -> None:
    assert same(BASE, other)


@pytest.mark.parametrize(
    "other",
    [
        with_title("Deep Residual Networks"),
        with_title("Retraction: Deep Residual Learning"),
        replace(BASE, year=2018),
        replace(BASE, year=None),
        replace(BASE, authors=(Author("Wen Zhang"),)),
        replace(BASE, authors=()),
        replace(BASE, authors=(Author("张三"),)),
    ],
    ids=["title", "notice", "year", "no-year", "author", "no-author", "other-script"],
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
    assert same(replace(BASE, ids={"doi": ("10.1000/x", "10.1000/y")}), replace(BASE, ids={"doi": ("10.1000/y",)}))
    assert same(replace(BASE, ids={"dblp": ("journals/a/b",)}), replace(BASE, ids={"dblp": ("journals/a/c",)}))


def test_an_identifier_of_two_papers_by_mistake_joins_only_what_has_the_title_as_well() -> None:
    one = replace(BASE, ids={"doi": ("10.1162/x",), "acl": ("J10-1008",)})
    other = Paper(titles={"en": "Another paper"}, authors=(Author("Si Li"),), ids={"doi": ("10.1162/x",), "acl": ("J10-1009",)})
    assert not same(one, other)
    assert same(one, replace(one, authors=(), ids={"doi": ("10.1162/x",)}))
    assert same(one, replace(one, authors=(), year=None, ids={"doi": ("10.1162/x",), "acl": ("J10-1010",)}))
    papers = [one, other, replace(one, authors=(), ids={"doi": ("10.1162/x",)})]
    candidates = [Candidate(f"c{n}", paper, fingerprint(paper)) for n, paper in enumerate(papers)]
    assert {frozenset(members) for members in group(candidates)} == {frozenset({0, 2}), frozenset({1})}


@pytest.mark.parametrize("doi", ["10.1007/978-3-031-19836-6", "10.1515/9783110211764", "10.5555/b.9783110211764"])
def test_the_doi_of_a_volume_names_no_paper_in_it(doi: str) -> None:
    papers = [Paper(titles={"en": f"Title {n}"}, authors=(Author(f"San Zhang{n}"),), ids={"doi": (doi,)}) for n in range(2)]
    for kind in (None, "inproceedings", "chapter", "article"):
        assert not same(*(replace(paper, type=kind) for paper in papers))
        assert own_id(replace(papers[0], type=kind)).startswith("p-")
    assert same(*(replace(paper, type="book") for paper in papers))
    chapter = [replace(paper, type="chapter", ids={"doi": (f"{doi}_4",)}) for paper in papers]
    assert same(*chapter)


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
people = st.sampled_from(["San Zhang", "S. Zhang", "Sun Zhang", "Zhang San", "Si Li", "张三"])
identifiers = st.dictionaries(st.sampled_from(["doi", "arxiv", "acl"]), st.sampled_from([("1",), ("2",), ("1", "2")]), max_size=2)
records = st.builds(
    lambda title, author, year, ids: Paper(titles={"en": title}, authors=(Author(author),) if author else (), year=year, ids=ids),
    titles, st.one_of(st.none(), people), st.sampled_from([None, 2019, 2020, 2021, 2022]), identifiers,
)  # fmt: skip


@given(st.lists(records, max_size=9), st.randoms(use_true_random=False))
def test_groups_do_not_depend_on_the_order(papers: list[Paper], shuffle: random.Random) -> None:
    candidates = [Candidate(f"c{n}", paper, fingerprint(paper)) for n, paper in enumerate(papers)]
    before = {frozenset(candidates[i].name for i in members) for members in group(candidates)}
    shuffle.shuffle(candidates)
    after = {frozenset(candidates[i].name for i in members) for members in group(candidates)}
    assert before == after
    assert sorted(i for members in group(candidates) for i in members) == list(range(len(candidates)))


def agree(one: Paper, other: Paper) -> bool:
    """The rule by title, first author and year, by two records alone."""
    return len(group([Candidate("a", replace(one, ids={}), fingerprint(replace(one, ids={}))),
                      Candidate("b", replace(other, ids={}), fingerprint(replace(other, ids={})))])) == 1  # fmt: skip


def test_of_two_versions_the_one_in_the_same_venue_is_taken() -> None:
    conference = replace(BASE, venue="NAACL", ids={"acl": ("2021.naacl-main.1",)})
    workshop = replace(BASE, venue="CALCS", ids={"acl": ("2021.calcs-1.1",)})
    for names in itertools.permutations("abc"):
        papers = dict(zip(names, (conference, workshop, replace(BASE, venue="naacl")), strict=True))
        candidates = [Candidate(name, paper, fingerprint(paper)) for name, paper in sorted(papers.items())]
        groups = {frozenset(candidates[i].name for i in members) for members in group(candidates)}
        assert groups == {frozenset({names[0], names[2]}), frozenset({names[1]})}


def where(paper: Paper) -> tuple[str | None, int | None]:
    return paper.venue and paper.venue.lower(), paper.year


def shares(papers: list[Paper], values: list[set[tuple[str, str]]], i: int, j: int) -> bool:
    """Whether two records share an identifier that nothing contradicts, or one that something does and the title."""
    for value in values[i] & values[j]:
        holders = [held for held in values if value in held]
        kinds = [[{v for v in held if v[0] == kind} for held in holders] for kind in ("doi", "arxiv", "acl")]
        doubtful = any(held and not set.intersection(*held) for held in ([one for one in all_ if one] for all_ in kinds))
        if not doubtful or fingerprint(papers[i]).titles & fingerprint(papers[j]).titles:
            return True
    return False


def contradict(one: list[Paper], other: list[Paper]) -> bool:
    """Whether records that share identifiers can't be one paper with others that do."""
    years = [{paper.year for paper in papers} - {None} for papers in (one, other)]
    if all(years) and min(abs((a or 0) - (b or 0)) for a in years[0] for b in years[1]) > 1:
        return True
    thesis = [{"thesis" if paper.type == "thesis" else "other" for paper in papers if paper.type} for papers in (one, other)]
    if all(thesis) and ("thesis" in thesis[0]) != ("thesis" in thesis[1]):
        return True
    forms = [{form for paper in papers for author in paper.authors for form in (author.name, *author.names.values())}
             for papers in (one, other)]  # fmt: skip
    pairs = [(a, b) for a in forms[0] for b in forms[1] if a.isascii() == b.isascii()]
    return bool(pairs) and not any(people_names.agree(a, b) for a, b in pairs)


def by_the_rule(papers: list[Paper], order: list[int]) -> set[frozenset[int]]:
    """The groups as the rule says them, each pair looked at: what the quick way must find as well."""
    values = [{(kind, value) for kind, values in paper.ids.items() for value in values} for paper in papers]
    groups = [{n} for n in range(len(papers))]

    def joined(one: set[int], other: set[int]) -> None:
        groups.remove(one)
        groups.remove(other)
        groups.append(one | other)

    def may_join(one: set[int], other: set[int], strictly: bool) -> bool:
        kinds, others = ({kind for i in members for kind, _ in values[i]} for members in (one, other))
        return (
            not kinds & others
            and not speaks_against(one, other)
            and any(
                agree(papers[i], papers[j])
                and (not strictly or (where(papers[i]) == where(papers[j]) and None not in where(papers[i])))
                for i in one
                for j in other
            )
        )

    def speaks_against(one: set[int], other: set[int]) -> bool:
        return any(
            contradict([papers[i] for i in units[a]], [papers[j] for j in units[b]])
            for a in {unit_of[i] for i in one}
            for b in {unit_of[j] for j in other}
        )

    while pair := next(
        ((a, b) for a in groups for b in groups if a is not b and any(shares(papers, values, i, j) for i in a for j in b)), None
    ):
        joined(*pair)
    units = [set(members) for members in groups]
    unit_of = {i: n for n, members in enumerate(units) for i in members}
    for strictly in (True, False):
        rest, groups = sorted(groups, key=lambda members: min(order[i] for i in members)), []
        for new in rest:
            while fits := [old for old in groups if may_join(new, old, strictly)]:
                first = min(fits, key=lambda members: min(order[i] for i in members))
                groups.remove(first)
                new = new | first
            groups.append(new)
    return {frozenset(members) for members in groups}


several = st.builds(
    lambda paper, other, names, venue, kind: replace(
        paper,
        type=kind,
        venue=venue,
        titles={**paper.titles, **({"zh": other} if other else {})},
        authors=tuple(Author(author.name, {"zh": names} if names else {}) for author in paper.authors),
    ),
    records, st.sampled_from([None, None, "图网络", "知识图谱"]), st.sampled_from([None, None, "张三"]),
    st.sampled_from([None, "ACL", "acl", "EMNLP"]), st.sampled_from([None, None, "article", "thesis"]),
)  # fmt: skip


@settings(max_examples=300)
@given(st.lists(several, max_size=10), st.randoms(use_true_random=False))
def test_the_quick_way_finds_what_looking_at_every_pair_finds(papers: list[Paper], shuffle: random.Random) -> None:
    order = list(range(len(papers)))
    shuffle.shuffle(order)
    candidates = [Candidate(f"c{order[n]:02}", paper, fingerprint(paper)) for n, paper in enumerate(papers)]
    assert {frozenset(members) for members in group(candidates)} == by_the_rule(papers, order)


@given(st.lists(several, max_size=9))
def test_no_two_papers_are_left_that_agree_and_do_not_contradict(papers: list[Paper]) -> None:
    candidates = [Candidate(f"c{n}", paper, fingerprint(paper)) for n, paper in enumerate(papers)]
    groups = group(candidates)
    kinds = [{kind for i in members for kind in papers[i].ids} for members in groups]
    for one in range(len(groups)):
        for other in range(one):
            if not kinds[one] & kinds[other] and not contradict(*([papers[i] for i in groups[n]] for n in (one, other))):
                assert not any(agree(papers[i], papers[j]) for i in groups[one] for j in groups[other])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C++", "C#"),
        ("C++", "C"),
        ("A*", "A"),
        (".NET", "NET"),
        ("k-means", "k-means++"),
        ("L1", "L2"),
        ("$\\alpha$", "$\\beta$"),
    ],
)
def test_signs_that_tell_titles_apart_do(one: str, other: str) -> None:
    assert not same(with_title(f"Programming {one} anew"), with_title(f"Programming {other} anew"))
    assert not same(with_title(f"All of {one}"), with_title(f"All of {other}"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Search with A* anew", "Search with A$^*$ anew"),
        ("Search with A∗ anew", "Search with A\\textsuperscript{*} Anew"),
        ("Programming C++", "Programming {C}$++$"),
        ("On C# and ♯s", "On C\\# and s"),
        ("A title with a footnote*", "A title with a footnote"),
        ("A footnote behind BERT*", "A footnote behind BERT"),
        ("A footnote behind GPT4⁎", "A footnote behind GPT4"),
        ("Search with A⁎ anew", "Search with A☆ anew"),
        ("All of A⁎", "All of A*"),
        ("α-divergence", "$\\alpha$-Divergence"),
        ("#MeToo in the news", "MeToo in the News"),
        ("Sums a + b", "Sums a+b"),
    ],
)
def test_signs_that_sources_write_otherwise_do_not(one: str, other: str) -> None:
    assert same(with_title(one), with_title(other))


def groups_of(papers: list[Paper]) -> set[frozenset[int]]:
    """The groups, which are the same for every order of names and records."""
    found = set()
    for order in itertools.islice(itertools.permutations(range(len(papers))), 30):
        candidates = [Candidate(f"c{n}", papers[n], fingerprint(papers[n])) for n in order]
        found.add(frozenset(frozenset(order[i] for i in members) for members in group(candidates)))
    assert len(found) == 1
    return set(next(iter(found)))


def test_initials_join_no_two_people() -> None:
    papers = [replace(BASE, authors=(Author(name),)) for name in ("Wei Wang", "Wen Wang", "W. Wang", "Wang Wei", "Wen Wang")]
    assert {frozenset({1, 4})} < groups_of(papers)
    assert all(not {0, 1} <= members for members in groups_of(papers))
    assert len(groups_of(papers)) == 2
    # What shares an identifier is one paper, and counts as one record.
    changed = [replace(paper, ids={"doi": ("10.1000/x",)}) for paper in papers[:2]]
    assert len(groups_of([*changed, papers[1]])) == 1


def test_years_one_apart_each_make_no_chain() -> None:
    years = [replace(BASE, year=year) for year in (2018, 2019, 2020, 2021)]
    assert {frozenset(members) for members in groups_of(years)} == {frozenset({0, 1}), frozenset({2, 3})}
    versions = [replace(years[0], ids={"arxiv": ("1801.00001",)}), replace(years[2], ids={"arxiv": ("1801.00001",)})]
    assert len(groups_of([*versions, years[1]])) == 1
    assert len(groups_of([*versions, years[3]])) == 1


@pytest.mark.parametrize("other", ["article", "inproceedings", "chapter"])
def test_a_thesis_and_a_paper_of_its_title_are_two(other: str) -> None:
    thesis = Paper(titles={"zh": "基于深度学习的图像分类研究"}, authors=(Author("王伟"),), year=2019, type="thesis")
    assert not same(thesis, replace(thesis, type=other, year=2020))
    assert same(thesis, replace(thesis, type=None))
    assert same(replace(thesis, type="article"), replace(thesis, type="inproceedings"))


def test_a_record_in_both_languages_joins_those_in_one_whatever_their_names() -> None:
    english = Paper(titles={"en": "Graph Networks"}, authors=(Author("San Zhang"),), year=2020)
    chinese = Paper(titles={"zh": "图网络"}, authors=(Author("张三"),), year=2020)
    both = Paper(titles={"en": "Graph networks", "zh": "图网络"}, authors=(Author("张三", {"en": "San Zhang"}),), year=2020)
    for papers in itertools.permutations([english, chinese, both]):
        assert same(*papers)


def work(count: int, ids: Callable[[int], dict[str, tuple[str, ...]]]) -> int:
    """How many names are compared and heads of lists looked at for so many records of one title and author."""
    papers = [replace(BASE, year=2016 + n % 2, ids=ids(n)) for n in range(count)]
    candidates = [Candidate(f"c{n:06}", paper, fingerprint(paper)) for n, paper in enumerate(papers)]
    calls = 0

    def count_calls(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count_calls)
    try:
        group(candidates)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(
    "ids",
    [
        lambda _: {},
        lambda n: {"doi": (f"10.1000/{n}",)},
        lambda n: {"doi": (f"10.1000/{n}",)} if n % 3 else {"arxiv": (f"{n}",)},
        lambda n: {"doi": (f"10.1000/{n % 5}",)} if n % 7 == 0 else {},
    ],
    ids=["none", "all-different", "two-kinds", "five-papers"],
)
def test_the_work_grows_with_the_records_and_not_with_their_square(ids: Callable[[int], dict[str, tuple[str, ...]]]) -> None:
    assert work(4000, ids) < work(1000, ids) * 6


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
