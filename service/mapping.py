"""Composes mappings/papers.json and the languages into the body with which an index is created.

It sends nothing: the golden file tests/golden/index_body.json shows exactly what Elasticsearch will get.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any

from service.folding import SIMPLIFIED
from service.languages import LANGUAGES, MAPPINGS, UNDETERMINED

_SPEC: Mapping[str, Any] = json.loads((MAPPINGS / "papers.json").read_text(encoding="utf-8"))

SCHEMA_VERSION: int = _SPEC["_meta"]["version"]
MULTILINGUAL: tuple[str, ...] = tuple(_SPEC["multilingual"])
TEXT_LANGUAGES: tuple[str, ...] = (*LANGUAGES, UNDETERMINED)


def index_body(shards: int = 1, replicas: int = 0) -> dict[str, Any]:
    """Settings and mappings of a new index: one sub-field per language under each multilingual field."""
    spec = json.loads(json.dumps(_SPEC))
    settings: dict[str, Any] = {"number_of_shards": shards, "number_of_replicas": replicas, **spec["settings"]}
    analysis = settings["analysis"]
    analysis["char_filter"] = {"fold_characters": {"type": "mapping", "mappings": _character_mappings()}}
    for language in LANGUAGES.values():
        for kind, parts in language.analysis.items():
            analysis.setdefault(kind, {}).update(copy.deepcopy(parts))
    properties = spec["properties"]
    for field in MULTILINGUAL:
        properties[field] = {"properties": {code: _text_field(field, code) for code in TEXT_LANGUAGES}}
    return {
        "settings": settings,
        "mappings": {"dynamic": "strict", "_meta": dict(spec["_meta"]), "properties": properties},
    }


def _text_field(field: str, code: str) -> dict[str, Any]:
    language = LANGUAGES.get(code)
    made: dict[str, Any] = copy.deepcopy(dict(language.text_field if language else _SPEC["neutral_text_field"]))
    if field == "abstracts" and language and language.abstracts_analyzer:
        made["analyzer"] = language.abstracts_analyzer
    if field in _SPEC["copied"]:
        made["copy_to"] = "all"
    return made


def _character_mappings() -> list[str]:
    """Rules of a `mapping` char filter, which keeps the offsets of marks on the original text."""
    spec = _SPEC["characters"]
    deleted = list(spec["delete"])
    for first, last in spec["delete_ranges"]:
        deleted += [chr(code) for code in range(ord(first), ord(last) + 1)]
    rules = dict.fromkeys(deleted, "") | dict(spec["replace"]) | {chr(code): to for code, to in SIMPLIFIED.items()}
    return [f"{_escaped(text)} => {_escaped(to)}" for text, to in rules.items()]


def _escaped(text: str) -> str:
    """Marks as \\uXXXX, so that a reader of the index body sees them and the engine trims none."""
    return "".join(char if char.isalnum() or char in "+#°'`" else f"\\u{ord(char):04x}" for char in text)
