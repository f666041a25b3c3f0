"""Turns a search request into the body that Elasticsearch gets. Pure: it reads no index and sends nothing.

The golden files tests/golden/queries show what it makes, like a console.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from service import syntax
from service.facets import DEFAULT_FACETS, FACETS, Clause
from service.mapping import MULTILINGUAL, TEXT_LANGUAGES
from service.paper.document import SEARCH_ONLY

MAX_RESULTS = 10_000
# What a title adds beside the field of all text, measured on SciFact, Cranfield and CACM (DECISIONS.md).
TITLE_WEIGHT = 0.3
# An exact title comes first whatever its words weigh elsewhere.
EXACT_TITLE_WEIGHT = 2.0
AUTHOR_WEIGHT = 0.5
# Single Han characters beside bigrams: recall@1 .973 against .971 on 2,000 Chinese abstracts (DECISIONS.md).
CHARACTER_WEIGHT = 0.3
# Of a Han word's bigrams so many must be there: all of up to three, then three quarters.
HAN_WORD = "3<75%"

# The aggregation of a relaxed body that counts what the query finds without filters and without being relaxed.
STRICT = "strict"
# Signs that make another word of the word before them: C++, C#.
_SIGNS = frozenset("+#＋＃")

Sort = list[dict[str, Any]]
_NEWEST: Sort = [{"published": {"order": "desc", "missing": "_last"}}]
SORTS: Mapping[str, Sort] = {
    "relevance": [{"_score": {"order": "desc"}}, *_NEWEST],
    "newest": _NEWEST,
    "oldest": [{"published": {"order": "asc", "missing": "_last"}}],
    "added": [{"added": {"order": "desc"}}],
    "citations": [{"citations": {"order": "desc", "missing": "_last"}}],
    "title": [{"title_sort": {"order": "asc", "missing": "_last"}}],
}


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What a caller wants. `filters` is OR inside a facet; `all_of` AND inside one; `none_of` excludes.

    `facets` maps the wanted facets to their sizes; `flags` are booleans such as retracted; `since` instants.
    """

    q: str = ""
    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    all_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    none_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    flags: Mapping[str, bool] = field(default_factory=dict)
    since: Mapping[str, str] = field(default_factory=dict)
    facets: Mapping[str, int] = field(default_factory=lambda: {name: FACETS[name].size for name in DEFAULT_FACETS})
    sort: str | None = None
    page: int = 1
    size: int = 20
    fields: tuple[str, ...] = ()
    highlight: bool | None = None

    @property
    def order(self) -> str:
        """The sort in force: relevance where there is a query, newest where there is none."""
        return self.sort or ("newest" if syntax.parse(self.q).is_empty else "relevance")


def build(request: SearchRequest, relaxed: bool = False, timeout: float | None = None) -> Clause:
    """The search body. `relaxed` lets any word match, for when nothing matched all; `timeout` in seconds."""
    query = syntax.parse(request.q)
    selected = {name: FACETS[name].filter(values) for name, values in request.filters.items() if values}
    # A selection whose facet is not counted narrows everything alike; the others must not narrow their own facet.
    after = {name: clause for name, clause in selected.items() if name in request.facets}
    body: Clause = {
        "query": _query(query, relaxed, _narrowing(request) + [clause for name, clause in selected.items() if name not in after]),
        "from": (request.page - 1) * request.size,
        "size": request.size,
        "sort": [*SORTS[request.order], {"id": {"order": "asc"}}],
        "track_total_hits": True,
        "_source": {"excludes": list(SEARCH_ONLY)},
    }
    if body["from"] + request.size > MAX_RESULTS:
        body["size"] = max(0, MAX_RESULTS - body["from"])
    if request.order == "relevance":
        body["track_scores"] = True
    if after:
        body["post_filter"] = _all(list(after.values()))
    body["aggs"] = {name: _facet(name, request, after) for name in request.facets}
    if relaxed:
        body["aggs"][STRICT] = {"global": {}, "aggs": {"matches": {"filter": _query(query, False, [])}}}
    if not body["aggs"]:
        del body["aggs"]
    if (request.highlight if request.highlight is not None else True) and not query.is_empty:
        body["highlight"] = _highlight(query)
    if timeout is not None:
        body["timeout"] = f"{round(timeout * 1000)}ms"
    return body


def strict_matches(answer: Mapping[str, Any]) -> int:
    """From the answer to a relaxed body: how many papers of the whole index match the query unrelaxed."""
    return int(answer["aggregations"][STRICT]["matches"]["doc_count"])


def _facet(name: str, request: SearchRequest, after: Mapping[str, Clause]) -> Clause:
    others = [clause for other, clause in after.items() if other != name]
    aggregations = FACETS[name].aggregation(request.facets[name], request.filters.get(name, ()))
    return {"filter": _all(others) if others else {"match_all": {}}, "aggs": aggregations}


def _narrowing(request: SearchRequest) -> list[Clause]:
    """The filters that hold for results and all facets alike."""
    clauses = [FACETS[name].filter([value]) for name, values in request.all_of.items() for value in values]
    clauses += [{"term": {name: value}} for name, value in request.flags.items() if value]
    # Most sources do not say that a paper is not retracted or not open: false means everything but true.
    clauses += [{"bool": {"must_not": [{"term": {name: True}}]}} for name, value in request.flags.items() if not value]
    clauses += [{"range": {name: {"gte": instant}}} for name, instant in request.since.items()]
    excluded = [FACETS[name].filter(values) for name, values in request.none_of.items() if values]
    if excluded:
        clauses.append({"bool": {"must_not": excluded}})
    return clauses


def _query(query: syntax.Query, relaxed: bool, filters: list[Clause]) -> Clause:
    required: list[Clause] = [_phrase(phrase) for phrase in query.phrases]
    if query.words:
        words = [word for word in query.words if not word.is_stop]
        if not words:
            required.append(_unstemmed(query.words))
        elif relaxed or query.is_long:
            required.append({"bool": {"should": [_word(word, relaxed=True) for word in words], "minimum_should_match": 1}})
        else:
            required += [_word(word) for word in words]
    bool_clause: Clause = {}
    if required:
        bool_clause["must"] = required
        bool_clause["should"] = _favoured(query)
    if filters:
        bool_clause["filter"] = filters
    return {"bool": bool_clause} if bool_clause else {"match_all": {}}


def _word(word: syntax.Word, relaxed: bool = False) -> Clause:
    """One word anywhere in a paper: text of either language, keywords, authors, venue."""
    if word.is_han:
        if len(word.text) == 1:
            fields = [f"{name}.zh.characters" for name in MULTILINGUAL]
            return {"multi_match": {"query": word.text, "fields": [*fields, "author_names"], "type": "most_fields"}}
        match: Clause = {"query": word.text}
        if not relaxed and len(word.text) <= syntax.MAX_HAN_WORD:
            match["minimum_should_match"] = HAN_WORD
        return {"match": {"all": match}}
    plain: Clause = {"match": {"all": {"query": word.text, "operator": "and"}}}
    joined = re.sub(r"[-‐‑–]", "", word.text)
    if joined == word.text:
        return plain
    return {"bool": {"should": [plain, {"match": {"all": {"query": joined}}}], "minimum_should_match": 1}}


def _phrase(phrase: syntax.Phrase) -> Clause:
    fields = [f"{name}.{code}.exact" for name in MULTILINGUAL for code in TEXT_LANGUAGES]
    exact: Clause = {"multi_match": {"query": phrase.text, "fields": [*fields, "author_names", "venue_names"], "type": "phrase"}}
    if phrase.has_lone_character:
        exact = _any([exact, *_phrases_of_characters(phrase)])
    if not set(phrase.text) & _SIGNS:
        return exact
    # The exact English fields know no signs, for speed of loading; the field of all text does.
    return {"bool": {"must": [exact, {"match": {"all": {"query": phrase.text, "operator": "and"}}}]}}


def _phrases_of_characters(phrase: syntax.Phrase) -> list[Clause]:
    """The phrase over single characters, one clause a field: pairs of characters know no character that stands alone.

    Other letters leave gaps there, so they must stand in the same field as well.
    """
    between = [piece.text for piece in phrase.pieces if not piece.is_han]
    return [
        {
            "bool": {
                "must": [{"match_phrase": {f"{name}.zh.characters": {"query": phrase.text}}}]
                + [{"match_phrase": {f"{name}.zh.exact": {"query": text}}} for text in between]
            }
        }
        for name in MULTILINGUAL
    ]


def _unstemmed(words: tuple[syntax.Word, ...]) -> Clause:
    """A query of stop words alone (`to be or not to be`): only the exact fields have them."""
    fields = [f"{name}.{code}.exact" for name in ("titles", "abstracts") for code in TEXT_LANGUAGES]
    return {"multi_match": {"query": " ".join(word.text for word in words), "fields": fields, "operator": "and"}}


def _favoured(query: syntax.Query) -> list[Clause]:
    """What lifts a paper among those found: words in its title, the title itself, an author of that name."""
    text = " ".join([word.text for word in query.words] + [phrase.text for phrase in query.phrases])
    clauses: list[Clause] = [{"match": {f"titles.{code}": {"query": text, "boost": TITLE_WEIGHT}}} for code in TEXT_LANGUAGES]
    clauses += [
        {"match_phrase": {f"titles.{code}.exact": {"query": text, "boost": EXACT_TITLE_WEIGHT}}} for code in TEXT_LANGUAGES
    ]
    clauses.append({"match_phrase": {"author_names": {"query": text, "slop": 2, "boost": AUTHOR_WEIGHT}}})
    if any(word.is_han for word in query.words):
        characters = {"query": text, "boost": CHARACTER_WEIGHT}
        clauses += [{"match": {f"{name}.zh.characters": characters}} for name in ("titles", "abstracts")]
    return clauses


def _highlight(query: syntax.Query) -> Clause:
    """Marks in titles (whole) and abstracts (two fragments), everything else HTML-escaped.

    Words are asked of the field of all text, so each field is told apart what to mark in it.
    """
    shapes: Mapping[str, Clause] = {
        "titles": {"number_of_fragments": 0},
        "abstracts": {"fragment_size": 200, "number_of_fragments": 2},
    }
    fields: Clause = {}
    for name, shape in shapes.items():
        for code in TEXT_LANGUAGES:
            clauses = _marked(query, f"{name}.{code}", code)
            variants = sorted({f"{name}.{code}", *(path for clause in clauses for path in next(iter(clause.values())))})
            fields[f"{name}.{code}"] = {**shape, "highlight_query": _any(clauses)}
            if len(variants) > 1:
                fields[f"{name}.{code}"]["matched_fields"] = variants
    return {"type": "unified", "encoder": "html", "pre_tags": ["<mark>"], "post_tags": ["</mark>"], "fields": fields}


def _marked(query: syntax.Query, path: str, code: str) -> list[Clause]:
    """What is marked in one field: words by its own chain, phrases in their exact forms, single Han characters."""
    words = [word for word in query.words if not word.is_stop]
    clauses: list[Clause] = [{"match_phrase": {f"{path}.exact": {"query": phrase.text}}} for phrase in query.phrases]
    if code == "zh":
        lone = [phrase for phrase in query.phrases if phrase.has_lone_character]
        clauses += [{"match_phrase": {f"{path}.characters": {"query": phrase.text}}} for phrase in lone]
    plain = " ".join(word.text for word in words)
    if plain:
        clauses.append({"match": {path: {"query": plain}}})
    elif query.words:
        clauses.append({"match": {f"{path}.exact": {"query": " ".join(word.text for word in query.words)}}})
    single = "".join(word.text for word in words if word.is_han and len(word.text) == 1)
    if single and code == "zh":
        clauses.append({"match": {f"{path}.characters": {"query": single}}})
    return clauses


def _any(clauses: list[Clause]) -> Clause:
    return clauses[0] if len(clauses) == 1 else {"bool": {"should": clauses, "minimum_should_match": 1}}


def _all(clauses: list[Clause]) -> Clause:
    return clauses[0] if len(clauses) == 1 else {"bool": {"filter": clauses}}
