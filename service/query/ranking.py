"""What lifts a paper among those found. It finds and excludes nothing.

Every weight comes from a measurement on judged collections (DECISIONS.md, docs/relevance.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from service.facets import Clause
from service.mapping import TEXT_LANGUAGES
from service.paper.identity import title_prefix
from service.query import weighing
from service.syntax import Bag, Query, Word

# What words add beside the field of all text: in a title, in their typed form, two of them close together.
TITLE_WEIGHT = 0.25
ABSTRACT_FORM_WEIGHT = 0.1
TITLE_FORM_WEIGHT = 0.05
PAIR_WEIGHT = 0.1
# Between the words of a pair stand up to so many others; so many pairs are looked for.
PAIR_SLOP, MAX_PAIRS = 3, 40
# An exact title comes first whatever its words weigh elsewhere, and a text that holds the query as a phrase is lifted.
EXACT_TITLE_WEIGHT = 1000.0
PHRASE_IN_TITLE_WEIGHT = 2.6
PHRASE_IN_ABSTRACT_WEIGHT = 0.6
AUTHOR_WEIGHT = 0.5
# Single Han characters beside pairs of them.
TITLE_CHARACTER_WEIGHT, ABSTRACT_CHARACTER_WEIGHT = 0.5, 0.6


def favoured(query: Query) -> list[Clause]:
    """Words in the title, close together and as typed; the title itself; an author of that name. [] for no words anywhere."""
    words = [word for word in query.words if not word.is_stop]
    phrases = [phrase.text for phrase in query.phrases]
    whole = " ".join([word.text for word in query.words] + phrases)
    if not whole:
        return []
    if Bag(tuple(words)).is_long:
        words = weighing.telling(words)
    text = " ".join([word.text for word in words] + phrases) or whole
    clauses = [_match(f"titles.{code}", text, TITLE_WEIGHT) for code in TEXT_LANGUAGES]
    clauses += [_phrase(f"titles.{code}.exact", whole, PHRASE_IN_TITLE_WEIGHT) for code in TEXT_LANGUAGES]
    if prefix := title_prefix(query.text):
        clauses.append({"constant_score": {"filter": {"prefix": {"keys": {"value": prefix}}}, "boost": EXACT_TITLE_WEIGHT}})
    clauses.append({"match_phrase": {"author_names": {"query": whole, "slop": 2, "boost": AUTHOR_WEIGHT}}})
    return clauses + (_han(text, whole) if any(word.is_han for word in words) else _english(words, text))


def _han(text: str, whole: str) -> list[Clause]:
    return [
        _match("titles.zh.characters", text, TITLE_CHARACTER_WEIGHT),
        _match("abstracts.zh.characters", text, ABSTRACT_CHARACTER_WEIGHT),
        _phrase("abstracts.zh.exact", whole, PHRASE_IN_ABSTRACT_WEIGHT),
    ]


def _english(words: Sequence[Word], text: str) -> list[Clause]:
    clauses = [
        _match("abstracts.en.exact", text, ABSTRACT_FORM_WEIGHT),
        _match("titles.en.exact", text, TITLE_FORM_WEIGHT),
    ]
    near = [
        {"match_phrase": {"abstracts.en": {"query": f"{one.text} {other.text}", "slop": PAIR_SLOP}}}
        for one, other in list(pairwise(words))[:MAX_PAIRS]
    ]
    return [*clauses, {"bool": {"should": near, "boost": PAIR_WEIGHT}}] if near else clauses


def _match(field: str, text: str, boost: float) -> Clause:
    return {"match": {field: {"query": text, "boost": boost}}}


def _phrase(field: str, text: str, boost: float) -> Clause:
    return {"match_phrase": {field: {"query": text, "boost": boost}}}
