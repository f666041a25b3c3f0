"""Queries for people: what was typed for an author -> a clause of the engine. Pure.

Reading names is the matter of service.names; here is only how one is asked for in the field author_names, where every entry
is a name and all words asked for must stand in one entry.
"""

from __future__ import annotations

from collections.abc import Sequence

from service import names
from service.facets import Clause
from service.paper.document import bounded_key
from service.query.words import MAX_BEGINNING, all_of, any_of

FIELD = "author_names"
# The engine sets 100 places between two entries, so words with fewer between them are one name's.
MAX_GAPS = 90
# Tiers: the name itself, its words as typed, other ways to write it. Inside a tier the request's own order decides.
EXACT, WRITTEN, OTHERWISE = 3.0, 2.0, 1.0
NOBODY: Clause = {"match_none": {}}


def clause(text: str) -> Clause:
    """Papers of everybody whom a text names, in any form: `张三`, `Zhang, S.`, `zhangsan`, `San Zhang; Si Li`.

    All words of one name belong to one author; `zhang sa*` is a name cut off. Any text gives a bounded clause; one without
    letters finds nothing.
    """
    if text.rstrip().endswith(("*", "＊")):
        return beginning(text)
    people = [_person(person) for person in names.ask(text)]
    return all_of(people) if people else NOBODY


def beginning(text: str) -> Clause:
    """Papers of people whose names have all words of a text, the last one cut off anywhere: `zhang sa`, `张`."""
    words = [word for person in names.ask(text) for word in person.written]
    if not words:
        return NOBODY
    cut: Clause = {"prefix": {FIELD: {"value": words[-1][:MAX_BEGINNING]}}}
    # Which words begin so can't be asked of places, but all but its first letter can stay open there.
    return {"bool": {"must": [_way([*words[:-1], words[-1][0]]), cut]}} if len(words) > 1 else cut


def widened(words: Sequence[str], plain: Sequence[Clause]) -> list[Clause]:
    """Required clauses of a query's words, one a word: each holds by itself, or as a part of an author's name there.

    `words` are the words as typed and `plain` their clauses, in the same order. `zhang san` so finds a paper by 张三, whose text
    has neither word; what was found before stays found.
    """
    found = [(start, end, clause(" ".join(words[start:end]))) for start, end in names.mentions(words)]
    covering = [[made for start, end, made in found if start <= n < end] for n in range(len(words))]
    return [any_of([one, *people]) if people else one for one, people in zip(plain, covering, strict=True)]


def _person(person: names.Person) -> Clause:
    tiers: list[Clause] = [
        _constant({"terms": {"author_keys": [bounded_key(key) for key in person.keys]}}, EXACT),
        _constant(_way(person.written), WRITTEN),
    ]
    others = _ways(person.alternatives)
    if person.beginning:
        others.append({"prefix": {FIELD: {"value": person.beginning[:MAX_BEGINNING]}}})
    if others:
        tiers.append(_constant(any_of(others), OTHERWISE))
    return {"dis_max": {"queries": tiers}}


def _ways(alternatives: Sequence[Sequence[str]]) -> list[Clause]:
    """All ways of one word as one list of terms, all others as one query over positions."""
    singles = [way[0] for way in alternatives if len(way) == 1]
    several = [_near(way) for way in alternatives if len(way) > 1]
    clauses: list[Clause] = [{"terms": {FIELD: singles}}] if singles else []
    if several:
        clauses.append({"intervals": {FIELD: several[0] if len(several) == 1 else {"any_of": {"intervals": several}}}})
    return clauses


def _way(words: Sequence[str]) -> Clause:
    return {"term": {FIELD: words[0]}} if len(words) == 1 else {"intervals": {FIELD: _near(words)}}


def _near(words: Sequence[str]) -> Clause:
    return {"match": {"query": " ".join(names.tokens_of(words)), "max_gaps": MAX_GAPS, "ordered": False}}


def _constant(filtered: Clause, boost: float) -> Clause:
    return {"constant_score": {"filter": filtered, "boost": boost}}
