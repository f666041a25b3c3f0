"""MARC 21 in XML: catalogue cards of libraries, alone, in collections, in answers of SRU and OAI-PMH.

A whole journal or newspaper is no paper; notes of cataloguing and of copies are passed over."""

from __future__ import annotations

from collections.abc import Iterator

from service.paper import Notice, Paper, Reject
from service.sources.facts import oairecords
from service.sources.input import Input
from service.sources.marcxml import unimarc
from service.sources.marcxml.card import Card
from service.sources.marcxml.marc21 import read
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.envelopes import NoPaper
from service.sources.reading.xmlpapers import Element

NO_CARD = "no paper: a record without fields"


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a collection of cards, or of one."""
    return xmlpapers.papers(data, ("record",), read_record, _parts)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is MARC in XML: by fields and subfields below a record."""
    names = xmlstream.root_names(head, 80)
    if not {"datafield", "subfield"} <= set(names) or "record" not in names:
        return 0.0
    return 0.97 if names[0] in ("collection", "record") else 0.95


def _parts(record: Element) -> Iterator[Element]:
    """The cards in a record of an envelope, which has the same name; a record without fields of its own stands for itself."""
    if record.find("datafield") is not None:
        yield record
        return
    inner = [one for one in record.iter("record") if one is not record and one.find("datafield") is not None]
    head = record.find("header")
    yield from inner or ([head] if head is not None and oairecords.is_deletion(head) else [record])


def read_record(record: Element, label: str, notices: list[str]) -> Paper | Notice:  # noqa: ARG001 (a format's signature)
    """The paper of a card, or the Notice of a header of a deleted record. Raises NoPaper."""
    if record.tag == "header":
        return oairecords.deletion(record, label)
    card = Card.of(record)
    if not card.fields:
        raise NoPaper(NO_CARD, card.number or label)
    return unimarc.read(card, label) if unimarc.is_unimarc(card) else read(card, label)
