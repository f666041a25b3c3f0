"""Values that are written nearly like a text: for `did you mean`. A body for the index of values, and how its hits are read.

It knows nothing of the query that the text is from (query/spelling.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.facets import Clause
from service.languages import has_han
from service.query.nearby import edits, sounds_alike
from service.values.documents import COMPLETED
from service.values.forms import MAX_FORM, spelled

# Shorter texts are near to too much; from TWO_EDITS letters on, two edits are looked for.
MIN_LETTERS, MIN_HAN, TWO_EDITS = 4, 2, 12
# Two Han characters must sound alike.
SURE_HAN = 3
MAX_TEXTS = 6
SIZE = 20


def body(texts: Sequence[str]) -> Clause | None:
    """The search body for values near to any of the texts, those of most papers first; None when none can be looked for."""
    asked = {form: _allowed(form) for form in (spelled(text)[: MAX_FORM + 1] for text in texts[:MAX_TEXTS])}
    clauses: list[Clause] = [
        {"fuzzy": {"names": {"value": form, "fuzziness": most, "prefix_length": 0 if has_han(form) else 1}}}
        for form, most in asked.items()
        if most
    ]
    if not clauses:
        return None
    return {
        "query": {"bool": {"filter": [{"bool": {"should": clauses}}, {"terms": {"kind": list(COMPLETED)}}]}},
        "size": SIZE,
        "sort": [{"count": "desc"}, {"key": "asc"}],
        "track_total_hits": False,
        "_source": ["kind", "label", "count"],
    }


def read(texts: Sequence[str], hits: Sequence[Mapping[str, Any]]) -> dict[str, tuple[str, int]]:
    """For each text the value that it is nearest to, as it is shown, and its papers; nothing where it is one itself."""
    found: dict[str, tuple[str, int]] = {}
    for text in texts[:MAX_TEXTS]:
        form = spelled(text)
        ranked = []
        for hit in hits:
            for shown in set(hit["_source"]["label"].values()):
                apart = edits(form, spelled(shown))
                if apart <= _allowed(form) and _sure(form, spelled(shown)):
                    ranked.append((apart, -hit["_source"]["count"], shown))
        if ranked and (best := min(ranked))[0]:
            found[text] = (best[2], -best[1])
    return found


def _allowed(form: str) -> int:
    """How many edits a form may be away; 0: it is not looked for."""
    if len(form) > MAX_FORM:
        return 0
    if has_han(form):
        return 1 if len(form) >= MIN_HAN else 0
    return 0 if len(form) < MIN_LETTERS else 1 if len(form) < TWO_EDITS else 2


def _sure(form: str, other: str) -> bool:
    return not has_han(form) or min(len(form), len(other)) >= SURE_HAN or sounds_alike(form, other)
