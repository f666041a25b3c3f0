"""Clauses of single words, phrases, prefixes and identifiers: the leaves of a query's tree."""

from __future__ import annotations

import re
from collections.abc import Sequence

from service import syntax
from service.facets import Clause
from service.folding import fold
from service.mapping import MULTILINGUAL, TEXT_LANGUAGES
from service.paper import identifiers
from service.syntax import Phrase, Word

# Of a Han word's bigrams so many must be there: all of up to three, then three quarters.
HAN_WORD = "3<75%"
# Of a word's beginning so many parts are asked for: `A*A*` five hundred times over took more than a second.
MAX_PARTS = 8
# The engine refuses to look for beginnings of more than 1,000 bytes, and cuts words at 255 characters.
MAX_BEGINNING = 240
# Signs that make another word of the word before them: C++, C#.
_SIGNS = frozenset("+#＋＃")
_HYPHENS = re.compile(r"[-‐‑–]")
_DOI = re.compile(r"10\.\d{4,9}/")
_ARXIV = re.compile(r"(?i:arxiv:)?\d{4}\.\d{4,5}(?:v\d+)?")
_NAMED = re.compile(r"([A-Za-z]+):(\S+)")


def any_of(clauses: Sequence[Clause]) -> Clause:
    """At least one of the clauses."""
    return clauses[0] if len(clauses) == 1 else {"bool": {"should": list(clauses), "minimum_should_match": 1}}


def all_of(clauses: Sequence[Clause]) -> Clause:
    """All of the clauses, each counting for the order."""
    return clauses[0] if len(clauses) == 1 else {"bool": {"must": list(clauses)}}


def weighed(clause: Clause, weight: float) -> Clause:
    """The clause with its part of the score multiplied."""
    return clause if weight == 1.0 else {"bool": {"must": [clause], "boost": weight}}


def anywhere(word: Word, relaxed: bool) -> Clause:
    """One word anywhere in a paper: text of either language, keywords, authors, venue; or as an identifier."""
    if word.is_han:
        return _han(["all"], word, relaxed)
    found = _match(["all"], word, relaxed)
    names = identified(word.text)
    return any_of([found, names]) if names else found


def in_fields(fields: Sequence[str], word: Word, relaxed: bool) -> Clause:
    """One word in one of several fields."""
    return _han(fields, word, relaxed) if word.is_han else _match(fields, word, relaxed)


def _han(fields: Sequence[str], word: Word, relaxed: bool) -> Clause:
    """A run of Han characters; a single one is looked for as such, since bigrams do not know it."""
    if len(word.text) == 1:
        paths = MULTILINGUAL if fields == ["all"] else {field.partition(".")[0] for field in fields} & set(MULTILINGUAL)
        single = [f"{name}.zh.characters" for name in sorted(paths, key=MULTILINGUAL.index)]
        others = ["author_names"] if fields == ["all"] else [] if single else list(fields)
        return {"multi_match": {"query": word.text, "fields": [*single, *others], "type": "most_fields"}}
    least = None if relaxed or len(word.text) > syntax.MAX_HAN_WORD else HAN_WORD
    return _query(fields, word.text, **({"minimum_should_match": least} if least else {}))


def _match(fields: Sequence[str], word: Word, relaxed: bool = False) -> Clause:
    """A word of other scripts; written with a hyphen it is also found written together."""
    plain = _query(fields, word.text, **({} if relaxed else {"operator": "and"}))
    together = joined(word)
    if together == word.text or not together:
        return plain
    # The better of both counts: a paper that has one has the other, too, by the compounds that the index keeps joined.
    return {"dis_max": {"queries": [plain, _query(fields, together)]}}


def joined(word: Word) -> str:
    """The word without its hyphens: how it may be written as well."""
    return _HYPHENS.sub("", word.text)


def _query(fields: Sequence[str], text: str, **options: str) -> Clause:
    if len(fields) == 1:
        return {"match": {fields[0]: {"query": text, **options}}}
    return {"multi_match": {"query": text, "fields": list(fields), **options}}


def phrase(wanted: Phrase, names: Sequence[str], others: Sequence[str] = ()) -> Clause:
    """Words in this order and these forms in one of the texts `names`, or in one of the `others`."""
    fields = [f"{name}.{code}.exact" for name in names for code in TEXT_LANGUAGES]
    exact: Clause = {"multi_match": {"query": wanted.text, "fields": [*fields, *others], "type": "phrase"}}
    if wanted.has_lone_character:
        exact = any_of([exact, *_phrases_of_characters(wanted, names)])
    if not set(wanted.text) & _SIGNS or not others:
        return exact
    # The exact English fields know no signs, for speed of loading; the field of all text does.
    return {"bool": {"must": [exact, {"match": {"all": {"query": wanted.text, "operator": "and"}}}]}}


def _phrases_of_characters(wanted: Phrase, names: Sequence[str]) -> list[Clause]:
    """The phrase over single characters, one clause a field: pairs of characters know no character that stands alone.

    Other letters leave gaps there, so they must stand in the same field as well.
    """
    between = [piece.text for piece in wanted.pieces if not piece.is_han]
    return [
        {
            "bool": {
                "must": [{"match_phrase": {f"{name}.zh.characters": {"query": wanted.text}}}]
                + [{"match_phrase": {f"{name}.zh.exact": {"query": text}}} for text in between]
            }
        }
        for name in names
    ]


def beginning(text: str, names: Sequence[str], others: Sequence[str] = ()) -> Clause:
    """Unstemmed words that begin so. In Han text a word may begin anywhere, so there it is a phrase."""
    wanted = Phrase(text)
    if wanted.has_han:
        return (
            phrase(wanted, names, others) if names else any_of([{"match_phrase": {field: {"query": text}}} for field in others])
        )
    fields = [f"{name}.{code}.exact" for name in names for code in TEXT_LANGUAGES]
    return any_of([begins(field, text) for field in [*fields, *others]])


def begins(field: str, text: str) -> Clause:
    """A word of one unstemmed field that begins so."""
    # Analysed like the words of these fields: of `pre-train*` the last part is the beginning, the rest stands before it.
    parts = [part for part in re.split(r"[\W_]+", fold(text)) if part]
    if not parts:
        return {"match_phrase": {field: {"query": text}}}  # Signs that are words by themselves, such as emoji.
    *before, last = parts[-MAX_PARTS:]
    start: Clause = {"prefix": {field: {"value": last[:MAX_BEGINNING]}}}
    return {"bool": {"must": [{"match_phrase": {field: {"query": " ".join(before)}}}, start]}} if before else start


def unstemmed(words: Sequence[Word], names: Sequence[str]) -> Clause:
    """Stop words alone (`to be or not to be`): only the exact fields have them."""
    fields = [f"{name}.{code}.exact" for name in names for code in TEXT_LANGUAGES]
    return {"multi_match": {"query": " ".join(word.text for word in words), "fields": fields, "operator": "and"}}


def identified(text: str) -> Clause | None:
    """Papers that a DOI, an arXiv number, an address or `kind:value` names; None when the text is no such thing."""
    found = None
    if "://" in text:
        found = identifiers.from_url(text)
    elif _DOI.match(text):
        found = identifiers.identify("doi", text)
    elif _ARXIV.fullmatch(text):
        found = identifiers.identify("arxiv", text)
    elif (named := _NAMED.fullmatch(text)) and named[1].lower() in identifiers.KINDS:
        found = identifiers.identify(named[1].lower(), named[2])
    return (
        {"constant_score": {"filter": {"term": {"keys": f"{found[0]}:{found[1]}"}}, "boost": IDENTIFIER_WEIGHT}}
        if found
        else None
    )


# A paper that is named comes before all that mention the name.
IDENTIFIER_WEIGHT = 1000.0


def named(text: str, field: str) -> Clause:
    """Papers by what stands behind `doi:` or `id:`; the beginning of a DOI finds all that begin so."""
    if field == "doi":
        found = identifiers.identify("doi", text)
        return (
            {"term": {"keys": f"{found[0]}:{found[1]}"}}
            if found
            else {"prefix": {"keys": {"value": f"doi:{text.lower()[:MAX_BEGINNING]}"}}}
        )
    return any_of([{"terms": {"keys": [f"id:{text}"]}}, *([known] if (known := identified(text)) else [])])
