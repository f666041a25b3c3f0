"""Clauses of expansions: one for each term, the best sense counts, literal hits stay above."""

from __future__ import annotations

from typing import Any

from service.expansion import Expansion
from service.query import expanded

LITERAL = {"match": {"all": {"query": "图神经网络"}}}
GRAPH = Expansion("图神经网络", ("graph neural network", "GNN"), "terms", "en", required=True)
BERT = Expansion("BERT", ("BERT",), "literal", "en", required=True)
BASED = Expansion("基于", ("based on", "using"), "terms", "en", is_weak=True)


def long(*sources: str) -> list[Expansion]:
    return [Expansion(source, (f"{source} one", f"{source} two"), "terms", "en") for source in sources]


def leaves(clause: Any) -> list[dict[str, Any]]:
    """Every match and multi_match of a clause."""
    if isinstance(clause, list):
        return [leaf for one in clause for leaf in leaves(one)]
    if not isinstance(clause, dict):
        return []
    here = [{name: clause[name]} for name in ("match", "multi_match") if name in clause]
    return here or [leaf for one in clause.values() for leaf in leaves(one)]


def test_without_expansions_the_query_stays_as_it_is() -> None:
    assert expanded.beside(LITERAL, ()) is LITERAL
    assert expanded.beside(LITERAL, (BERT, BASED)) is LITERAL


def test_a_short_query_leads_its_literal_hits_by_more_than_an_expansion_scores() -> None:
    literal, other = expanded.beside(LITERAL, [GRAPH])["bool"]["should"]
    assert literal == {"bool": {"must": [LITERAL], "should": [{"match_all": {"boost": expanded.LITERAL_LEAD}}]}}
    assert other["bool"]["boost"] == expanded.WEIGHTS["en"] < 1


def test_terms_of_a_short_query_are_all_required_and_stand_together() -> None:
    must = expanded.alternative([BERT, GRAPH])["bool"]["must"]
    assert len(must) == 2
    assert must[0]["multi_match"]["query"] == "BERT"
    assert must[0]["multi_match"]["fields"] == ["all", "titles.en^1"]
    phrase, short = must[1]["dis_max"]["queries"]
    assert phrase["multi_match"]["type"] == "phrase"
    assert phrase["multi_match"]["fields"] == ["titles.en^2", "abstracts.en", "keywords.en"]
    assert short["multi_match"]["query"] == "GNN"


def test_a_word_that_says_little_is_not_required() -> None:
    assert expanded.alternative([BASED, GRAPH]) == expanded.alternative([GRAPH])


def test_senses_of_one_term_are_one_clause_in_which_the_best_counts() -> None:
    clauses = expanded.alternative(long("甲", "乙"))["bool"]["must"][0]["bool"]["should"]
    assert len(clauses) == 2
    first, second = (leaf["match"]["all"]["boost"] for leaf in leaves(clauses[0]["dis_max"]))
    assert first > second, "a further sense weighs less"


def test_the_dictionary_weighs_less_than_our_own_terms() -> None:
    def boost(origin: Any) -> float:
        one = Expansion("甲", ("word",), origin, "en")
        return float(leaves(expanded.alternative([one])["bool"]["must"])[0]["match"]["all"]["boost"])

    assert boost("dictionary") < boost("mined") == boost("terms")


def test_a_long_query_asks_for_a_share_of_its_terms_and_leaves_its_literal_words_to_the_literal_clause() -> None:
    clause = expanded.alternative([*long("甲", "乙", "丙"), Expansion("BERT", ("BERT",), "literal", "en"), BASED])["bool"]
    terms = clause["must"][0]["bool"]
    assert len(terms["should"]) == 3
    assert terms["minimum_should_match"] == expanded.SHARE
    weak, title = clause["should"]
    assert weak["dis_max"]["queries"][0]["match"]["all"]["query"] == "based on", "it still helps to order"
    assert title["match"]["titles.en"]["boost"] == expanded.TITLE_WEIGHT


def test_chinese_terms_are_exact_phrases_of_the_chinese_fields() -> None:
    one = Expansion("graph neural network", ("图神经网络",), "terms", "zh", required=True)
    phrase = expanded.alternative([one])["bool"]["must"][0]["multi_match"]
    assert phrase["fields"] == ["titles.zh^2", "abstracts.zh", "keywords.zh"]
    assert (phrase["type"], phrase["slop"]) == ("phrase", 0)
