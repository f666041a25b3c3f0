"""What is marked in the results, told apart for every field since words are asked of the field of all text."""

from __future__ import annotations

from collections.abc import Mapping

from service.facets import Clause
from service.mapping import TEXT_LANGUAGES
from service.query.words import any_of
from service.syntax import Query


def highlight(query: Query) -> Clause:
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
            fields[f"{name}.{code}"] = {**shape, "highlight_query": any_of(clauses)}
            if len(variants) > 1:
                fields[f"{name}.{code}"]["matched_fields"] = variants
    return {"type": "unified", "encoder": "html", "pre_tags": ["<mark>"], "post_tags": ["</mark>"], "fields": fields}


def _marked(query: Query, path: str, code: str) -> list[Clause]:
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
