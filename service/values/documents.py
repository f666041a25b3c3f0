"""What the index of values holds: its body, a document for each value of each facet, and terms mined.

It counts nothing: how many papers have a value, and how they write it, is told by who calls.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from service import names
from service.facets import FACETS
from service.folding import fold
from service.labels import label
from service.languages import MAPPINGS, has_han
from service.paper.document import bounded_key
from service.paper.model import LEVEL
from service.values.forms import forms_of

_SPEC: Mapping[str, Any] = json.loads((MAPPINGS / "values.json").read_text(encoding="utf-8"))

SCHEMA_VERSION: int = _SPEC["_meta"]["version"]
# The facets whose values complete what is typed, in the order in which equals are listed.
COMPLETED = ("category", "venue", "keyword", "author")
# The facets whose values are kept: all of them.
KINDS = (*COMPLETED, *(name for name in FACETS if name not in COMPLETED))
# Terms of the cross-language search lie beside the values; they have no forms, so nothing that is typed finds them.
TERM = "term"
# The parts of a stored paper in which the forms of its values are found.
FORM_FIELDS = ("authors.name", "authors.affiliations.name", "keywords")
MAX_ID = 512


def index_body(shards: int = 1, replicas: int = 0) -> dict[str, Any]:
    """Settings and mappings of a new index of values."""
    spec = json.loads(json.dumps(_SPEC))
    settings = {"number_of_shards": shards, "number_of_replicas": replicas, **spec["settings"]}
    return {"settings": settings, "mappings": {"dynamic": "strict", "_meta": spec["_meta"], "properties": spec["properties"]}}


def value_id(kind: str, key: str) -> str:
    """The id of a value's document. Ids may have 512 bytes; longer ones are told apart by a digest."""
    name = f"{kind}:{key}"
    raw = name.encode("utf-8", "surrogatepass")
    return name if len(raw) <= MAX_ID else f"{kind}:{blake2b(raw, digest_size=16).hexdigest()}"


def key_of(kind: str, form: str) -> str:
    """The facet key of a value as papers write it."""
    return bounded_key(names.key(form) if kind == "author" else fold(form))


def unusual_forms(paper: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """(kind, form) of the values that a stored paper writes otherwise than `_usual` makes them of their keys."""
    for author in paper.get("authors", ()):
        if not names.is_plain(author["name"]):
            yield "author", author["name"]
        for affiliation in author.get("affiliations", ()):
            # Hardly any is written in small letters: asking would cost more than keeping those few.
            yield "affiliation", affiliation["name"]
    for words in paper.get("keywords", {}).values():
        for word in words:
            if fold(word) != word:
                yield "keyword", word


def shown_form(kind: str, key: str, count: int, unusual: Mapping[str, int]) -> str:
    """The form that most papers have of a value: `count` papers in all, of which `unusual` ones by their form."""
    usual = _usual(kind, key)
    forms = {usual: count - sum(unusual.values())} | dict(unusual)
    # Among equals the one with more to see (accents, capitals) wins, of Han the simplified, then any, but always the same.
    return max(forms, key=lambda form: (forms[form], form == key if has_han(form) else form != usual, form))


def document(kind: str, key: str, count: int, shown: str | None = None) -> dict[str, Any]:
    """What the index of values holds of one value. `count` is of papers, `shown` how papers write it (None: like its key)."""
    name = shown or _usual(kind, key.rsplit(LEVEL, 1)[-1] if kind == "category" else key)
    found = label(kind, key, name)
    forms = forms_of(kind, dict.fromkeys([*found.values(), name]))
    return {
        "kind": kind,
        "key": key,
        "label": found,
        "count": count,
        **{name: list(texts) for name, texts in forms.items() if texts},
    }


def term_document(chinese: str, senses: Sequence[tuple[str, int]]) -> dict[str, Any]:
    """What the index of values holds of a Chinese term: its English, best first, each with the papers that say so."""
    return {
        "kind": TERM,
        "key": chinese,
        "count": senses[0][1],
        "senses": [{"en": english, "support": support} for english, support in senses],
    }


def term_of(document: Mapping[str, Any]) -> tuple[str, list[tuple[str, int]]]:
    """The term and the senses of such a document."""
    return document["key"], [(sense["en"], sense["support"]) for sense in document["senses"]]


def _usual(kind: str, key: str) -> str:
    """`yuejiang shi` is `Yuejiang Shi` unless papers say otherwise; a keyword is as its key."""
    return " ".join(word.capitalize() for word in key.split(" ")) if kind == "author" and key.isascii() else key
