"""The search for related papers: what of a paper it asks for, and what of the request it keeps."""

from __future__ import annotations

from typing import Any

from service.expansion import Expansion
from service.query import SearchRequest, similar

PAPER: dict[str, Any] = {
    "id": "one", "title": "Graph Networks", "titles": {"en": "Graph Networks"}, "abstracts": {"en": "We study graphs."},
    "keywords": {"en": ["Graph Neural Networks", "Theory"]},
}  # fmt: skip


def term(source: str, origin: Any = "terms", is_weak: bool = False) -> Expansion:
    return Expansion(source, (f"{source}的",), origin, "zh", is_weak=is_weak)


def test_a_paper_is_never_among_its_like() -> None:
    assert similar.build(PAPER, SearchRequest())["query"]["bool"]["must_not"] == [{"term": {"id": "one"}}]


def test_the_title_counts_more_than_the_abstract_and_keywords_in_common_lift() -> None:
    query = similar.build(PAPER, SearchRequest())["query"]["bool"]
    (like,) = query["must"][0]["more_like_this"]["like"]
    assert like.count("Graph Networks") == similar.TITLE_TIMES
    assert like.endswith("We study graphs.")
    shared = [clause["term"]["keyword_keys"]["value"] for clause in query["should"] if "term" in clause]
    assert shared == ["graph neural networks", "theory"]


def test_texts_are_bounded() -> None:
    long = {**PAPER, "abstracts": {"en": "word " * 50_000}, "keywords": {"en": [f"keyword {n}" for n in range(900)]}}
    query = similar.build(long, SearchRequest())["query"]["bool"]
    assert len(query["must"][0]["more_like_this"]["like"][0]) == similar.MAX_TEXT
    assert len(query["should"]) == 1 + similar.MAX_KEYWORDS


def test_filters_facets_and_page_are_those_of_the_request() -> None:
    request = SearchRequest(filters={"venue": ("ACL",)}, none_of={"year": ("2020",)}, facets={"year": 5}, page=3, size=7)
    body = similar.build(PAPER, request, timeout=5)
    assert (body["from"], body["size"], body["timeout"]) == (14, 7, "5000ms")
    assert body["aggs"].keys() == {"year"}
    assert body["query"]["bool"]["filter"] != [{"match_all": {}}]
    assert "highlight" not in body


def test_the_other_language_is_asked_for_by_trusted_terms_below_the_papers_own_words() -> None:
    others = similar.trusted([term("graph"), term("network", "mined"), term("theory"), term("graph")])
    assert [one.source for one in others] == ["graph", "network", "theory"]
    own, other = similar.build(PAPER, SearchRequest(), others)["query"]["bool"]["must"][0]["bool"]["should"]
    assert "more_like_this" in own
    assert other["bool"]["boost"] < 1
    assert len(other["bool"]["should"]) == 3


def test_few_or_doubtful_terms_find_nothing_in_the_other_language() -> None:
    assert similar.trusted([term("graph"), term("network")]) == []
    doubtful = [term("graph", "dictionary"), term("of", is_weak=True), term("BERT", "literal"), term("a"), term("b")]
    assert similar.trusted(doubtful) == []


def test_only_a_paper_in_one_language_is_looked_up_in_the_other() -> None:
    assert similar.words_of(PAPER) == ["Graph Networks", "Graph Neural Networks", "Theory"]
    assert similar.words_of({**PAPER, "titles": {"en": "Graph", "zh": "图"}}) == []
    assert similar.words_of({**PAPER, "titles": {}, "title": "We study graphs."})[0] == "We study graphs."
    assert similar.words_of({**PAPER, "titles": {}, "abstracts": {}, "keywords": {}}) == []
