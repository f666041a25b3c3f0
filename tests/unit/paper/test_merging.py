"""How the records of one paper become one."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from service.paper import Affiliation, Author, Category, Origin, Paper
from service.paper.document import contributions_of, to_document
from service.paper.merging import Contribution, contribution, merge
from service.paper.model import from_dict, to_dict

ENGLISH = Paper(
    titles={"en": "Graph Networks"}, abstracts={"en": "Short."}, authors=(Author("San Zhang"), Author("Si Li")), year=2020,
    ids={"doi": ("10.1000/x",)}, citations=3, record="7",
)  # fmt: skip
CHINESE = Paper(
    titles={"zh": "图网络"}, abstracts={"en": "A longer abstract.", "zh": "摘要。"},
    authors=(Author("张三", affiliations=(Affiliation("清华大学", "China"),)), Author("李四", orcid="0000-0001-2345-6789")),
    year=2021, venue="计算机学报", ids={"doi": ("10.1000/x",), "cnki": ("A1",)}, citations=5, retracted=True,
    keywords={"zh": ("图", "网络")}, categories=(Category("Deep Learning", "Theory"),),
)  # fmt: skip


def of(paper: Paper, source: str = "json", file: str = "a.json") -> Contribution:
    return contribution(paper, Origin(source, file))


def test_both_languages_meet_in_one_paper() -> None:
    paper = merge([of(ENGLISH, file="a"), of(CHINESE, file="b")])
    assert paper.titles == {"en": "Graph Networks", "zh": "图网络"}
    assert paper.abstracts == {"en": "A longer abstract.", "zh": "摘要。"}
    assert (paper.citations, paper.retracted, paper.venue) == (5, True, "计算机学报")
    assert paper.ids == {"doi": ("10.1000/x",), "cnki": ("A1",)}
    by_place = [(author.names, author.affiliations, author.orcid) for author in paper.authors]
    assert by_place[0] == ({"en": "San Zhang", "zh": "张三"}, (Affiliation("清华大学", "China"),), None)
    assert by_place[1][0] == {"en": "Si Li", "zh": "李四"}
    assert by_place[1][2] == "0000-0001-2345-6789"


def test_a_truncated_author_list_gives_way_to_a_whole_one() -> None:
    cut = replace(ENGLISH, authors=(Author("San Zhang"),), authors_truncated=True)
    paper = merge([of(cut, file="a"), of(ENGLISH, file="b")])
    assert [author.name for author in paper.authors] == ["San Zhang", "Si Li"]
    assert not paper.authors_truncated


def test_a_curated_source_beats_a_listing() -> None:
    listing = Paper(abstracts={"en": "x"}, categories=(Category("Deep Learning"),), venue="Listed", ids={"doi": ("10.1000/x",)})
    assert merge([of(listing, "listing"), of(CHINESE)]).venue == "计算机学报"
    assert merge([of(listing, "listing"), of(CHINESE)]).categories == (Category("Deep Learning", "Theory"),)


texts = st.sampled_from(["a", "b c", "图", "İşler", ""])
papers = st.builds(
    Paper,
    titles=st.dictionaries(st.sampled_from(["en", "zh", "ja"]), texts.filter(bool), max_size=2),
    abstracts=st.dictionaries(st.sampled_from(["en", "zh", "fr"]), texts.filter(bool), max_size=2),
    authors=st.lists(st.builds(Author, st.sampled_from(["San Zhang", "张三", "Si Li"])), max_size=3).map(tuple),
    authors_truncated=st.booleans(),
    categories=st.lists(st.builds(Category, st.sampled_from(["A", "B"]), st.sampled_from([None, "x"])), max_size=2).map(tuple),
    keywords=st.dictionaries(st.sampled_from(["en", "zh", "fr", "ja"]), st.sampled_from([("k", "K2"), ("l",)]), max_size=3),
    venue=st.sampled_from([None, "V", "W"]),
    year=st.sampled_from([None, 2019, 2020]),
    citations=st.sampled_from([None, 0, 4]),
    open_access=st.sampled_from([None, True, False]),
    language=st.sampled_from([None, "en", "ja"]),
    ids=st.dictionaries(st.sampled_from(["doi", "arxiv"]), st.just(("1",)), max_size=2),
    record=st.sampled_from(["", "r1"]),
)
contributions = st.builds(
    lambda paper, source, file, n: contribution(paper, Origin(source, file), occurrence=n),
    papers, st.sampled_from(["json", "listing"]), st.sampled_from(["a", "b"]), st.sampled_from([0, 1]),
)  # fmt: skip


@given(st.lists(contributions, min_size=1, max_size=5, unique_by=lambda one: one.key), st.randoms(use_true_random=False))
def test_the_order_of_contributions_does_not_matter(ones: list[Contribution], shuffle: random.Random) -> None:
    before = merge(ones)
    shuffle.shuffle(ones)
    assert merge(ones) == before
    assert merge(ones) == before


@given(papers)
def test_a_paper_survives_its_plain_form(paper: Paper) -> None:
    assert from_dict(to_dict(paper)) == replace(paper, given_id=None)


@given(st.lists(contributions, min_size=1, max_size=4, unique_by=lambda one: one.key))
def test_a_document_gives_its_contributions_back(ones: list[Contribution]) -> None:
    """What is merged later must be what was loaded, so that merging in steps is merging at once."""
    document = to_document("x", ones, "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z")
    back = contributions_of(document)
    assert sorted(back, key=lambda one: one.key) == sorted(ones, key=lambda one: one.key)
    assert to_document("x", back, document["added"], document["updated"]) == document
