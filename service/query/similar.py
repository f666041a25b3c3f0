"""Papers related to a paper: its likely words, its keywords and, below, the same in the other language. Pure.

The answer is read like any search's; nothing of the paper's own record is changed or weighed by who reads it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.expansion import Expansion
from service.facets import Clause
from service.folding import fold
from service.mapping import TEXT_LANGUAGES
from service.paper.document import bounded_key
from service.query import body
from service.query.request import SearchRequest
from service.query.words import any_of

# Judged by reading the first five of 30 papers among 97,476: 122 of 150 related, with 25 terms and the title twice 119, with
# 25 terms of which 30% must be there, the title once and no weight of titles 115.
MAX_TERMS = 40
SHARE = "20%"
TITLE_TIMES = 3
TITLE_WEIGHT, KEYWORD_WEIGHT = 1.0, 1.0
# A word of fewer papers is a name or a misprint.
MIN_PAPERS = 2
# More of a text changes no likely words, and costs the engine its analysis.
MAX_TEXT = 10_000
MAX_KEYWORDS = 20
# Papers of the other language are found by most of the terms that our lists know, never by one or two of them or by words of a
# dictionary, which find something for everything; and they are weighed below those that share the paper's own words.
TRUSTED = ("terms", "mined")
MIN_TERMS, OTHER_SHARE, OTHER_WEIGHT = 3, "3<60%", 0.4


def build(
    paper: Mapping[str, Any], request: SearchRequest, others: Sequence[Expansion] = (), timeout: float | None = None
) -> Clause:
    """The search body for papers related to a Paper of the contract, never itself; filters, facets and page as `request` says.

    `others` are the terms of the other language (see `trusted`); `timeout` in seconds.
    """
    made = body.build(request, timeout=timeout)
    made["query"] = {
        "bool": {
            "must": [_related(paper, others)],
            "should": _shared(paper),
            "filter": [made["query"]],
            "must_not": [{"term": {"id": paper["id"]}}],
        }
    }
    return made


def words_of(paper: Mapping[str, Any]) -> list[str]:
    """What is looked up in the other language: title and keywords of the only language that the paper is in; else nothing."""
    codes = {code for name in ("titles", "abstracts", "keywords") for code, text in paper[name].items() if text}
    if len(codes) != 1:
        return []
    (code,) = codes
    title = paper["titles"].get(code, paper["title"])
    return [title, *paper["keywords"].get(code, ())[:MAX_KEYWORDS]]


def trusted(found: Sequence[Expansion]) -> list[Expansion]:
    """The expansions of `words_of` by which papers are looked for: each term once; none when there are too few."""
    terms = {one.source: one for one in found if one.is_found and one.origin in TRUSTED}
    return list(terms.values())[:MAX_TERMS] if len(terms) >= MIN_TERMS else []


def _related(paper: Mapping[str, Any], others: Sequence[Expansion]) -> Clause:
    title = " ".join(paper["titles"].values())
    keywords = [word for words in paper["keywords"].values() for word in words[:MAX_KEYWORDS]]
    text = " ".join([title] * TITLE_TIMES + keywords + list(paper["abstracts"].values()))[:MAX_TEXT]
    own: Clause = {
        "more_like_this": {
            "fields": ["all"],
            "like": [text],
            "max_query_terms": MAX_TERMS,
            "minimum_should_match": SHARE,
            "min_term_freq": 1,
            "min_doc_freq": MIN_PAPERS,
        }
    }
    if not others:
        return own
    translated = {"should": [_any(one) for one in others], "minimum_should_match": OTHER_SHARE}
    return any_of([own, {"bool": {**translated, "boost": OTHER_WEIGHT}}])


def _any(one: Expansion) -> Clause:
    """A term in the other language: its best sense counts."""
    senses: list[Clause] = [{"match": {"all": {"query": sense, "operator": "and"}}} for sense in one.senses]
    return senses[0] if len(senses) == 1 else {"dis_max": {"queries": senses}}


def _shared(paper: Mapping[str, Any]) -> list[Clause]:
    """What lifts a related paper: words of the title in its title, keywords in common."""
    titles = paper["titles"].items()
    found: list[Clause] = [
        {"match": {f"titles.{code}": {"query": text, "boost": TITLE_WEIGHT}}} for code, text in titles if code in TEXT_LANGUAGES
    ]
    for words in paper["keywords"].values():
        for word in words[:MAX_KEYWORDS]:
            found.append({"term": {"keyword_keys": {"value": bounded_key(fold(word)), "boost": KEYWORD_WEIGHT}}})
    return found
