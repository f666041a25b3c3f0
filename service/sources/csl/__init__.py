"""CSL-JSON: items of citation processors, Zotero, Pandoc and DOI registries, a list or one object.

It takes no other JSON about papers (answers of Crossref, Zotero's own items), and keeps no notes of a library's owner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from service.paper import Notice, Paper, Reject
from service.sources.csl.record import OTHER_TYPES, TYPES, read
from service.sources.facts import references
from service.sources.input import Input
from service.sources.native import values
from service.sources.native.people import hide_contact
from service.sources.native.values import WrongType
from service.sources.reading import jsonstream

_TELLING = frozenset(
    "container-title issued citation-key citation-label publisher-place event-place event-title title-short "
    "container-title-short collection-title number-of-pages accessed DOI ISBN ISSN".split()
)
# Keys of other JSON about papers.
_FOREIGN = frozenset(
    "itemType creators message message-type indexed member attributes types titles paperId bibjson authorships".split()
)


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a list of items, of one item, or of an object that holds items."""
    position = 0
    for _, value in jsonstream.values(data.stream):
        inner = value.get("items") if isinstance(value, dict) and "type" not in value else None
        for one in inner if isinstance(inner, list) else [value]:
            position += 1
            yield from _item(one, str(position))


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the keys say it)
    """How sure it is that this is CSL-JSON: by the keys and the type of the first item."""
    first = jsonstream.first_object(head)
    if first is not None and isinstance(first.get("items"), list) and "type" not in first and first["items"]:
        first = first["items"][0] if isinstance(first["items"][0], dict) else None
    if first is None or first.keys() & _FOREIGN or isinstance(first.get("title"), list):
        return 0.0
    kind = first.get("type")
    if not isinstance(kind, str) or (kind not in TYPES and kind not in OTHER_TYPES):
        return 0.0
    people = first.get("author") or first.get("editor")
    has_people = (
        isinstance(people, list) and people and isinstance(people[0], dict) and bool(people[0].keys() & {"family", "literal"})
    )
    telling = len(first.keys() & _TELLING) + 2 * bool(has_people)
    return 0.95 if telling > 1 else 0.6 if telling or ("id" in first and "title" in first) else 0.0


def _item(value: Any, label: str) -> Iterator[Paper | Reject | Notice]:
    if isinstance(value, jsonstream.Broken):
        yield Reject(label, value.reason, value.excerpt)
        return
    try:
        if not isinstance(value, dict):
            raise WrongType("record", "an object", value)
        notices: list[str] = []
        paper = read(value, label, notices)
    except WrongType as error:
        yield Reject(label, str(error), _shown(value))
        return
    if not (paper.titles or paper.abstracts or paper.authors):
        yield Reject(paper.record, references.NO_PAPER, _shown(value))
        return
    for message in sorted(set(notices)):
        yield Notice(paper.record, message)
    yield paper


def _shown(value: Any) -> str:
    """How an item begins: its texts and numbers, without contact data; lists may be nested beyond measure."""
    if not isinstance(value, dict):
        return values.kind(value)
    return values.dump(hide_contact({key: one for key, one in value.items() if isinstance(one, (str, int, float))}))
