"""Completions while typing: how they are asked of the values and of the papers' titles, and how the answers are read.

Exact before beginning before inside (see service.values.forms), and among equals the values with more papers first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.facets import FACETS, Clause
from service.folding import fold
from service.labels import Label
from service.languages import has_han
from service.mapping import TEXT_LANGUAGES
from service.names.syllables import written_with_u
from service.paper.document import shown_title
from service.paper.model import LEVEL
from service.values.documents import COMPLETED
from service.values.forms import ALOUD, BEGINNING, EXACT, INSIDE, MAX_FORM, match, spelled

TITLE = "title"
TYPES = (*COMPLETED, TITLE)
# A title among its like is found by its beginning alone up to so many Latin letters: every other title has a word with `a`.
MAX_LETTERS = 2
# Words that are looked for inside a facet; who gives more has named the value.
MAX_WORDS = 16
# One title in five completions: values count many papers and would otherwise always stand before titles, which count one.
TITLE_SHARE = 5

_TONE = re.compile(r"(?<=[a-z])[1-5]")


@dataclass(frozen=True, slots=True)
class Completion:
    """What is asked: how `text` goes on, among values of `types`, at most `size`."""

    text: str
    types: tuple[str, ...] = TYPES
    size: int = 10

    @property
    def spelled(self) -> str:
        """The text as forms are spelled; empty when nothing can go on from it."""
        return spelled(self.text)


def values_body(wanted: Completion) -> Clause | None:
    """The search body for the index of values: exact before beginning before inside, then by papers. None: titles alone."""
    kinds = [kind for kind in COMPLETED if kind in wanted.types]
    if not kinds:
        return None
    text = wanted.spelled[:MAX_FORM]
    joined = _TONE.sub("", text.replace(" ", ""))
    # Forms have u for ü.
    aloud = (joined, *written_with_u(joined)[:1]) if joined.isascii() else (joined,)
    tiers: list[Clause] = [
        _tier(EXACT, {"bool": {"should": [{"term": {"names": text}}, {"terms": {"joined": list(aloud)}}]}}),
        _tier(BEGINNING, {"bool": {"should": [{"prefix": {"names": text}}, {"term": {"initials": joined}}]}}),
        _tier(INSIDE, {"prefix": {"inside": text}}),
    ]
    if joined.isascii():
        begun: list[Clause] = [{"prefix": {"initials": joined}}, *({"prefix": {"joined": form}} for form in aloud)]
        tiers.append(_tier(ALOUD, {"bool": {"should": begun}}))
    return {
        "query": {"bool": {"must": [{"dis_max": {"queries": tiers}}], "filter": [{"terms": {"kind": kinds}}]}},
        "size": wanted.size,
        "sort": [{"_score": "desc"}, {"count": "desc"}, {"key": "asc"}],
        "track_total_hits": False,
        "_source": ["kind", "key", "label", "count"],
    }


def titles_body(wanted: Completion) -> Clause | None:
    """The search body for the papers' index: titles in the same tiers, then by citations. None: no titles wanted."""
    if TITLE not in wanted.types:
        return None
    text, words = fold(wanted.text)[: 2 * MAX_FORM], wanted.spelled[: 2 * MAX_FORM]
    beginning: Clause = {"range": {"title_sort": {"gte": text, "lt": text + "\U0010ffff"}}}
    query: Clause = {"bool": {"filter": [beginning, {"term": {"has": "title"}}]}}
    sort: list[Clause] = [{"citations": {"order": "desc", "missing": "_last"}}, {"id": "asc"}]
    if len(words) > MAX_LETTERS or not words.isascii():
        anywhere = {"bool": {"should": [_goes_on(f"titles.{code}.exact", words) for code in TEXT_LANGUAGES]}}
        tiers = [_tier(EXACT, {"term": {"title_sort": text}}), _tier(BEGINNING, beginning), _tier(INSIDE, {"match_all": {}})]
        query = {"bool": {"filter": [anywhere], "must": [{"dis_max": {"queries": tiers}}]}}
        sort.insert(0, {"_score": "desc"})
    return {
        "query": query,
        "size": wanted.size,
        "sort": sort,
        "track_total_hits": False,
        "_source": ["id", "titles", "language"],
    }


def containing(text: str) -> Clause | None:
    """A filter for values with words that begin with each word of `text`, in any order, or whose pinyin or initials do.

    Of a text without letters and digits its signs are looked for. For searching inside a facet: add the facet's kind. None when
    there is nothing to look for.
    """
    words = spelled(text).split()[:MAX_WORDS] or [form for form in [fold(text)] if form]
    clauses = []
    for word in words:
        begun: list[Clause] = [
            {"prefix": {field: word[:MAX_FORM]}} for field in ("names", "inside", "joined", "initials", "aloud")
        ]
        # Forms have u for ü.
        begun += [{"prefix": {field: form}} for form in written_with_u(word[:MAX_FORM])[:1] for field in ("joined", "aloud")]
        clauses.append({"bool": {"should": begun}})
    return {"bool": {"filter": clauses}} if clauses else None


def read(wanted: Completion, values: Sequence[Mapping[str, Any]], titles: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The contract's suggestions from the hits of both bodies: by tier, then by papers, with some room kept for titles."""
    found = [one for hit in values if (one := _value(wanted, hit)) is not None]
    papers = [one for hit in titles if (one := _title(wanted, hit)) is not None]
    room = min(len(papers), wanted.size // TITLE_SHARE) if found else 0
    best = sorted([*found, *papers], key=_rank)[: wanted.size]
    missing = room - sum(1 for one in best if one[1]["type"] == TITLE)
    if missing > 0 and len(best) == wanted.size:
        # Titles that are in stay: only values give way, the last ones first.
        kept = [one for one in best if one[1]["type"] != TITLE][: wanted.size - room]
        best = sorted([*kept, *sorted(papers, key=_rank)[:room]], key=_rank)
    return [suggestion for _, suggestion in best]


def _goes_on(field: str, words: str) -> Clause:
    """Titles in which these words stand in this order, the last of them perhaps only begun."""
    if words.isascii() and words.isalnum():
        return {"prefix": {field: words}}
    return {"match_phrase_prefix": {field: {"query": words, "max_expansions": 50}}}


def _tier(weight: int, clause: Clause) -> Clause:
    return {"constant_score": {"filter": clause, "boost": weight}}


def _rank(one: tuple[int, dict[str, Any]]) -> tuple[int, int, int]:
    """Order of suggestions; equals keep the engine's order (values by key, titles by citations)."""
    tier, suggestion = one
    return -tier, -suggestion["count"], TYPES.index(suggestion["type"])


def _value(wanted: Completion, hit: Mapping[str, Any]) -> tuple[int, dict[str, Any]] | None:
    value = hit["_source"]
    language = _language(wanted, value["label"])
    if language is None:
        return None
    text = value["label"][language]
    if value["kind"] == "category" and LEVEL in value["key"]:
        text = f"{FACETS['category'].value_label(value['key'].split(LEVEL)[0])[language]} · {text}"
    return int(hit["_score"]), {"type": value["kind"], "text": text, "key": value["key"], "count": value["count"]}


def _language(wanted: Completion, texts: Label) -> str | None:
    """The language whose label is the one that was found. None: a long input goes on otherwise than the form's beginning."""
    ordered = ("zh", "en") if has_han(wanted.text) else ("en", "zh")
    best = max(ordered, key=lambda code: match(wanted.spelled, texts[code]))
    if match(wanted.spelled, texts[best]):
        return best
    if len(wanted.spelled) > MAX_FORM:
        return None
    # Letters that stand in neither are the pinyin of the Chinese one.
    return "zh" if has_han(texts["zh"]) else ordered[0]


def _title(wanted: Completion, hit: Mapping[str, Any]) -> tuple[int, dict[str, Any]] | None:
    paper = hit["_source"]
    shown, _ = shown_title(paper)
    texts = [shown, *(text for found in paper["titles"].values() for text in ([found] if isinstance(found, str) else found))]
    text = max(texts, key=lambda one: match(wanted.spelled, one))
    tier = match(wanted.spelled, text)
    return (tier, {"type": TITLE, "text": text, "key": paper["id"], "count": 1}) if tier else None
