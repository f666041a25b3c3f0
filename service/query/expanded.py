"""Turns expansions into clauses: each term of the query is one clause, in which its best sense counts.

Pure: expansions in, clauses out. It decides nothing about the query itself (query/) and knows no term (expansion/).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.expansion import Expansion
from service.expansion.english import words_of
from service.facets import Clause
from service.mapping import MULTILINGUAL

# All measured on 362 titles that their authors wrote in both languages; docs/cross-language.md has the tables.
# Each further sense weighs less than the one before it, and the dictionary less than our own lists.
DECAY = 0.9
DICTIONARY_WEIGHT = 0.8
# What the other senses add to the best one: two words of a title may be two senses of one term.
OTHER_SENSES = 0.2
# What a title adds beside the field of all text in a long query.
TITLE_WEIGHT = 0.3
# In a short one a paper is about what its title says: 92% of 150 topics' first ten have every term there, 88% with .3 and 1.
TOPIC_TITLE_WEIGHT = 1.0
TITLE_PHRASE_WEIGHT = 2.0
# What the abstract's phrase adds to the title's.
OTHER_FIELDS = 0.3
# Words that may stand between those of a term that is required.
SLOP = 1
# Of a long query's terms so many must be there: fewer are chance, and half of all papers have one of them.
SHARE = "1<30%"
# A paper found by words of this language, which is not the query's, is weighed by so much. Where any word may match, this
# keeps a paper that has the query's own words before one that has as many in the other language.
WEIGHTS = {"en": 0.5, "zh": 0.4}
# Where all words are required, a paper that has them gets this on top: more than any expansion can score (sixteen terms
# of two characters, of the rarest words there are, bring about 300).
LITERAL_LEAD = 1000.0


def beside(literal: Clause, expansions: Sequence[Expansion]) -> Clause:
    """The query's own clause, and beside it, below it, what the other language calls the same.

    `literal` comes back unchanged when there is nothing to add.
    """
    # A word said again asks for nothing more: one word 200 times over took 3.4 s, and so .2.
    expansions = tuple(dict.fromkeys(expansions))
    if not any(one.is_found for one in expansions):
        return literal
    if any(one.required for one in expansions):
        literal = {"bool": {"must": [literal], "should": [{"match_all": {"boost": LITERAL_LEAD}}]}}
    return {"bool": {"should": [literal, alternative(expansions)], "minimum_should_match": 1}}


def alternative(expansions: Sequence[Expansion]) -> Clause:
    """The query in the other language: all terms where they are required, a share of them in a long query."""
    target = expansions[0].target
    required = [_required(one) for one in expansions if one.required]
    if required:
        return {"bool": {"must": required, "boost": WEIGHTS[target]}}
    words = " ".join(sense for one in expansions for sense in one.senses)
    return {
        "bool": {
            "must": [{"bool": {"should": [_any(one) for one in expansions if one.is_found], "minimum_should_match": SHARE}}],
            # Words that say little (based on, using) find nothing, but the paper that has them is the likelier one.
            "should": [
                *(_any(one) for one in expansions if one.is_weak),
                {"match": {f"titles.{target}": {"query": words, "boost": TITLE_WEIGHT}}},
            ],
            "boost": WEIGHTS[target],
        }
    }


def _required(one: Expansion) -> Clause:
    """A term of a short query. Short queries keep their precision: a term of several words must stand together."""
    if one.origin == "literal":
        return {"multi_match": {**_anywhere(one.source, one.target), "operator": "and"}}
    return _best([_together(sense, weight, one.target) for sense, weight in _weighed(one)])


def _any(one: Expansion) -> Clause:
    """A term of a long query. Phrases gain nothing here that could be told from chance."""
    return _best([{"match": {"all": {"query": sense, "boost": weight}}} for sense, weight in _weighed(one)])


def _together(sense: str, weight: float, target: str) -> Clause:
    if target == "en" and len(words_of(sense)) == 1:
        return {"multi_match": {**_anywhere(sense, target), "boost": weight}}
    phrase = {
        "query": sense,
        "type": "phrase",
        "slop": SLOP if target == "en" else 0,
        "fields": [f"{name}.{target}" + (f"^{TITLE_PHRASE_WEIGHT:g}" if name == "titles" else "") for name in MULTILINGUAL],
        "tie_breaker": OTHER_FIELDS,
        "boost": weight,
    }
    return {"multi_match": phrase}


def _anywhere(text: str, target: str) -> Clause:
    return {"query": text, "type": "most_fields", "fields": ["all", f"titles.{target}^{TOPIC_TITLE_WEIGHT:g}"]}


def _weighed(one: Expansion) -> Iterator[tuple[str, float]]:
    weight = DICTIONARY_WEIGHT if one.origin == "dictionary" else 1.0
    for rank, sense in enumerate(one.senses):
        yield sense, round(weight * DECAY**rank, 4)


def _best(senses: list[Clause]) -> Clause:
    return senses[0] if len(senses) == 1 else {"dis_max": {"queries": senses, "tie_breaker": OTHER_SENSES}}
