"""Crossref's works in JSON: one work, answers of its REST API, its public data files, CSL of its content negotiation.

It takes no records of journals, members or funders for papers, and no XML (see crossrefxml)."""

from __future__ import annotations

from service.sources.crossref.record import read
from service.sources.reading import envelopes
from service.sources.reading.jsonfields import Record

# `{"message": {"items": [..]}}` is a page of works, `{"message": {..}}` one; data files have `items` alone.
_HOLDERS = ("message", "items")
_TELLING = frozenset(
    "is-referenced-by-count reference-count references-count indexed deposited member content-domain container-title issued "
    "prefix references-count short-container-title published-print published-online".split()
)
_ANSWERS = frozenset("work work-list member member-list journal journal-list funder funder-list type-list prefix".split())


def _sureness(first: Record, whole: Record) -> float:
    """How sure it is that these are Crossref's works: by the answer's kind, else by the keys of the first record."""
    if isinstance(whole.get("message-type"), str) and "message-version" in whole:
        return 0.98 if whole["message-type"] in _ANSWERS or "message" in whole else 0.0
    if not isinstance(first.get("DOI"), str):
        return 0.0
    telling = len(first.keys() & _TELLING)
    # CSL-JSON of others has the rest, and titles that are no lists.
    own = bool(first.keys() & {"reference-count", "references-count", "indexed", "deposited", "content-domain"})
    own = own or ("is-referenced-by-count" in first and isinstance(first.get("title"), list))
    return 0.97 if own and telling > 1 else 0.0


parse, recognise = envelopes.reader(_HOLDERS, read, _sureness)
