"""Zotero's own JSON: items as translators make them, as the Web API answers them (`data`), or as exports hold them (`items`).

Attachments and notes are no papers; a library's own remarks, dates of use and files are not kept.
"""

from __future__ import annotations

from collections.abc import Iterator

from service.paper import Notice, Paper, Reject
from service.sources.input import Input
from service.sources.reading import envelopes
from service.sources.reading.jsonfields import Fields
from service.sources.zotero import record

NO_ITEM = "no item of Zotero: it has no itemType"
NO_PAPERS = {kind: f"no paper: {name} of Zotero" for kind, name in
             (("attachment", "an attachment"), ("note", "a note"), ("annotation", "an annotation"))}  # fmt: skip
# What holds items: an export, an item of the API's answers.
HOLDERS = ("items", "data")


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a list of items, of items in a row, or of an object that holds items."""
    return envelopes.parse(data, HOLDERS, _read)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the keys say it)
    """How sure it is that this is Zotero's JSON: its first item names its type."""
    if b'"itemType"' not in head and b"\0" not in head[:64]:
        return 0.0
    first = envelopes.first(head, HOLDERS)
    return 0.95 if first is not None and isinstance(first.get("itemType"), str) else 0.0


def _read(item: Fields, label: str) -> Paper:
    kind = item.record.get("itemType")
    if not isinstance(kind, str):
        raise envelopes.NoPaper(NO_ITEM)
    if kind in NO_PAPERS:
        raise envelopes.NoPaper(NO_PAPERS[kind])
    return record.read(item.record, label, item.notices)
