"""OAI-PMH: records of any repository in Dublin Core, and in the formats of arXiv and DataCite, in answers or by themselves.

Errors and lists of a protocol's answer are no records; a deleted record is a Notice of its identifier (oairecords.DELETED)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from service.paper import Notice, Paper, Reject
from service.sources import datacitexml, marcxml, mods
from service.sources.facts import oairecords
from service.sources.facts.oairecords import Header
from service.sources.input import Input
from service.sources.oai import arxivxml, dublincore
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.envelopes import NoPaper
from service.sources.reading.lines import beginning
from service.sources.reading.xmlpapers import Element

_READERS: Mapping[str, Callable[[Element, Header, str, list[str]], Paper]] = {
    "dc": dublincore.read,
    "qualifieddc": dublincore.read,
    "arXiv": arxivxml.read,
    "arXivRaw": arxivxml.read,
    "resource": lambda element, _, label, notices: datacitexml.read(element, label, notices),
}
# Formats that have sources of their own, which know their pages, but not those that begin with many deleted records.
_OTHERS: Mapping[str, Callable[[Element, str, list[str]], Paper | Notice]] = {
    "mods": mods.read_record, "record": marcxml.read_record,
}  # fmt: skip
_COLLECTIONS = frozenset(("modsCollection", "collection"))
_ENVELOPES = frozenset(("OAI-PMH", "ListRecords", "GetRecord", "ListIdentifiers"))


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of the records of an answer, of records in a row, or of metadata without an envelope."""
    return xmlpapers.papers(data, ("record", *_READERS), _read)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is OAI-PMH: by an envelope and the format inside; other formats in envelopes are surer."""
    names = xmlstream.root_names(head)
    if not names:
        return 0.0
    inside = next((one for one in names if one in _READERS), None)
    if names[0] in _ENVELOPES:
        # An answer with formats of others, or with none: an error, an empty list, deleted records.
        return 0.9 if inside and inside != "resource" else 0.5
    if names[:2] == ["record", "header"] and inside:
        return 0.9
    if names[0] in ("arXiv", "arXivRaw") or (names[0] in ("dc", "qualifieddc") and "purl.org/dc/" in beginning(head[:4096])):
        return 0.9
    return 0.6 if names[:3] == ["record", "header", "identifier"] else 0.0


def _read(element: Element, label: str, notices: list[str]) -> Paper | Notice:
    if element.tag != "record":
        return _READERS[str(element.tag)](element, Header(), label, notices)
    found = oairecords.opened(element, label)
    if isinstance(found, Notice):
        return found
    header, inside = found
    name = xmlpapers.name_of(header.identifier, label)
    if inside.tag in _COLLECTIONS:
        inside = next(inside.iterchildren(*_OTHERS), inside)
    if other := _OTHERS.get(str(inside.tag)):
        return other(inside, name, notices)
    reader = _READERS.get(str(inside.tag))
    if reader is None:
        raise NoPaper(f"records in the format {str(inside.tag)[:40]!r} are not read: ask the repository for oai_dc", name)
    paper = reader(inside, header, name, notices)
    return replace(paper, record=xmlpapers.name_of(header.identifier, paper.record))
