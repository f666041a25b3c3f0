"""What is marked in the results, told apart for every field since words are asked of the field of all text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from service.expansion import Expansion
from service.facets import Clause
from service.mapping import TEXT_LANGUAGES
from service.query.expanded import SLOP
from service.query.words import any_of, begins, joined
from service.syntax import Leaf, Phrase, Prefix, Query, Word

# The texts with marks: the name of each in a query, and how it is cut.
_SHAPES: Mapping[str, tuple[str, Clause]] = {
    "titles": ("title", {"number_of_fragments": 0}),
    "abstracts": ("abstract", {"fragment_size": 200, "number_of_fragments": 2}),
}
# So many Han words are marked as wholes; a query of more is a text, in which parts of words are as good.
MAX_WHOLE = 16
# So many senses of words of the other language are marked.
MAX_SENSES = 24


def highlight(query: Query, expansions: Sequence[Expansion] = ()) -> Clause:
    """Marks in titles (whole) and abstracts (two fragments), everything else HTML-escaped.

    `expansions` are the words of the other language that found papers too.

    Words are asked of the field of all text, so each field is told apart what to mark in it.
    """
    fields: Clause = {}
    for name, (field, shape) in _SHAPES.items():
        leaves = [leaf for asked, leaf in query.leaves if asked in ("", field)]
        for code in TEXT_LANGUAGES:
            clauses = [*_marked(leaves, f"{name}.{code}", code), *_senses(expansions, f"{name}.{code}", code)]
            if clauses:
                variants = sorted({f"{name}.{code}", *(path for path, _ in clauses)})
                fields[f"{name}.{code}"] = {**shape, "highlight_query": any_of([clause for _, clause in clauses])}
                if len(variants) > 1:
                    fields[f"{name}.{code}"]["matched_fields"] = variants
    return {"type": "unified", "encoder": "html", "pre_tags": ["<mark>"], "post_tags": ["</mark>"], "fields": fields}


def _senses(expansions: Sequence[Expansion], path: str, code: str) -> list[tuple[str, Clause]]:
    """The words of the other language, those of one sense together."""
    senses = [sense for one in expansions if one.is_found and one.target == code for sense in one.senses]
    return [
        (path, {"match_phrase": {path: {"query": sense, "slop": SLOP}}}) for sense in list(dict.fromkeys(senses))[:MAX_SENSES]
    ]


def _marked(leaves: Sequence[Leaf], path: str, code: str) -> Iterator[tuple[str, Clause]]:
    """What is marked in one field, each with the sub-field it is found in: words by the field's own chain, phrases and
    beginnings in their exact forms, single Han characters."""
    exact, characters = f"{path}.exact", f"{path}.characters"
    for leaf in leaves:
        if isinstance(leaf, Phrase) or (isinstance(leaf, Prefix) and Phrase(leaf.text).has_han):
            yield exact, {"match_phrase": {exact: {"query": leaf.text}}}
            if code == "zh" and Phrase(leaf.text).has_lone_character:
                yield characters, {"match_phrase": {characters: {"query": leaf.text}}}
        elif isinstance(leaf, Prefix):
            yield exact, begins(exact, leaf.text)
    every = [leaf for leaf in leaves if isinstance(leaf, Word)]
    words = [word for word in every if not word.is_stop]
    if not words:
        if every:
            yield exact, {"match": {exact: {"query": " ".join(word.text for word in every)}}}
        return
    wholes = list(dict.fromkeys(word.text for word in words if word.is_han and len(word.text) > 2))
    if len(wholes) > MAX_WHOLE:
        wholes = []
    plain = [form for word in words if word.text not in wholes for form in dict.fromkeys((word.text, joined(word)))]
    if plain:
        yield path, {"match": {path: {"query": " ".join(plain)}}}
    for whole in wholes:
        yield path, _whole(path, whole)
    single = "".join(word.text for word in words if word.is_han and len(word.text) == 1)
    if single and code == "zh":
        yield characters, {"match": {characters: {"query": single}}}


def _whole(path: str, text: str) -> Clause:
    """A Han word as it was typed; its parts only where the whole is nowhere in the text, else they would be chance."""
    whole: Clause = {"match_phrase": {path: {"query": text}}}
    return any_of([whole, {"bool": {"must": [{"match": {path: {"query": text}}}], "must_not": [whole]}}])
