"""The envelope of OAI-PMH around a record: its header, and the metadata inside.

It knows no metadata format, and reads nothing of the lists around records: that is the harvester's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from service.paper import Notice
from service.sources.reading import xmlpapers
from service.sources.reading.envelopes import NoPaper
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import all_of, first_of

# What is told of a record that its repository has deleted; the notice is named by the record's identifier.
DELETED = "deleted in its repository: no paper, though one that an earlier load made of it is still kept"
EMPTY = "no paper: a record without metadata"
# What stands between `metadata` and the record itself: `oai_datacite/payload/resource`.
_WRAPPERS = frozenset(("oai_datacite", "payload"))


@dataclass(frozen=True, slots=True)
class Header:
    """What a repository says of a record itself: its identifier there, and the sets that it belongs to."""

    identifier: str = ""
    sets: tuple[str, ...] = ()
    is_deleted: bool = False


def header(record: Element) -> Header:
    """The header of a `record`; an empty one where there is none."""
    found = record.find("header")
    if found is None:
        return Header()
    return Header(
        first_of(found, "identifier"), tuple(all_of(found, "setSpec")), found.get("status", "").strip().lower() == "deleted"
    )


def metadata(record: Element) -> Element | None:
    """What stands in a record's `metadata`, out of its wrappers; None where nothing does."""
    found = record.find("metadata")
    while found is not None and (found.tag == "metadata" or found.tag in _WRAPPERS):
        inner = list(found.iterchildren(etree.Element))
        # What a wrapper says of a record stands before the record.
        found = inner[-1] if inner else None
    return found


def opened(record: Element, label: str) -> tuple[Header, Element] | Notice:
    """Header and metadata of a record; a Notice for one that is deleted. Raises NoPaper for an empty one."""
    found = header(record)
    name = xmlpapers.name_of(found.identifier, label)
    if found.is_deleted:
        return Notice(name, DELETED)
    inside = metadata(record)
    if inside is None:
        raise NoPaper(EMPTY, name)
    return found, inside


def is_deletion(head: Element) -> bool:
    """Whether a `header` says that its record is deleted: then nothing but the header stands in the record."""
    return (head.get("status") or "").strip().lower() == "deleted"


def only_deletions(element: Element) -> Iterator[Element]:
    """An element itself, but of `header`s only those of deleted records: the others' records follow them."""
    if element.tag != "header" or is_deletion(element):
        yield element


def deletion(head: Element, label: str) -> Notice:
    """What is to be told of a `header` of a deleted record."""
    return Notice(xmlpapers.name_of(first_of(head, "identifier"), label), DELETED)
