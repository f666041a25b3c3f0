"""What lifts a paper among those found. It finds and excludes nothing.

Every weight comes from a measurement on judged collections (DECISIONS.md, docs/relevance.md).
"""

from __future__ import annotations

from service.facets import Clause
from service.mapping import TEXT_LANGUAGES
from service.paper.identity import title_prefix
from service.syntax import Query

# What a title adds beside the field of all text, measured on SciFact, Cranfield and CACM.
TITLE_WEIGHT = 0.3
# An exact title comes first whatever its words weigh elsewhere, and a title that holds the query as a phrase is lifted.
EXACT_TITLE_WEIGHT = 1000.0
PHRASE_IN_TITLE_WEIGHT = 2.0
AUTHOR_WEIGHT = 0.5
# Single Han characters beside bigrams: recall@1 .973 against .971 on 2,000 Chinese abstracts.
CHARACTER_WEIGHT = 0.3


def favoured(query: Query) -> list[Clause]:
    """Words in the title, the title itself, an author of that name; [] where no words are looked for everywhere."""
    text = " ".join([word.text for word in query.words] + [phrase.text for phrase in query.phrases])
    if not text:
        return []
    clauses: list[Clause] = [{"match": {f"titles.{code}": {"query": text, "boost": TITLE_WEIGHT}}} for code in TEXT_LANGUAGES]
    clauses += [
        {"match_phrase": {f"titles.{code}.exact": {"query": text, "boost": PHRASE_IN_TITLE_WEIGHT}}} for code in TEXT_LANGUAGES
    ]
    if prefix := title_prefix(query.text):
        clauses.append({"constant_score": {"filter": {"prefix": {"keys": {"value": prefix}}}, "boost": EXACT_TITLE_WEIGHT}})
    clauses.append({"match_phrase": {"author_names": {"query": text, "slop": 2, "boost": AUTHOR_WEIGHT}}})
    if any(word.is_han for word in query.words):
        characters = {"query": text, "boost": CHARACTER_WEIGHT}
        clauses += [{"match": {f"{name}.zh.characters": characters}} for name in ("titles", "abstracts")]
    return clauses
