"""DataCite's metadata in XML (schema 2 to 4), alone or in the envelopes of OAI-PMH: each record is read as its JSON is.

It reads no funding, places, sizes and formats: see the source `datacite`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from service.paper import Notice, Paper, Reject
from service.sources.datacite import record as datacite
from service.sources.facts import journalrefs, oairecords, references
from service.sources.input import Input
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.jsonfields import Fields
from service.sources.reading.lines import beginning
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import first_of, plain

# Lists of the schema: the element, the key of its JSON, the child, and the key of its text; attributes keep their names.
_LISTS = (
    ("titles/title", "titles", "title"),
    ("subjects/subject", "subjects", "subject"),
    ("descriptions/description", "descriptions", "description"),
    ("rightsList/rights", "rightsList", "rights"),
    ("rights", "rightsList", "rights"),
    ("dates/date", "dates", "date"),
    ("relatedIdentifiers/relatedIdentifier", "relatedIdentifiers", "relatedIdentifier"),
)
_ISSN = re.compile(r"[;,.]?\s*[ep]?ISSN\s*:?\s*[\dX-]+", re.IGNORECASE)
_KEYS = {"rightsURI": "rightsUri", "schemeURI": "schemeUri"}


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of records, alone or in envelopes."""
    return xmlpapers.papers(data, ("record", "resource"), _read)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is DataCite's XML: a `resource` with creators and titles, or DataCite's envelope."""
    names = xmlstream.root_names(head)
    if "oai_datacite" in names:
        return 0.97
    if "resource" not in names or names[0] not in ("OAI-PMH", "ListRecords", "GetRecord", "record", "resource", "metadata"):
        return 0.0
    inside = names[names.index("resource") :]
    if "schema.datacite.org" in (shown := beginning(head[: 16 * 1024])) or "datacite.org/schema/" in shown:
        return 0.97
    return 0.9 if {"creators", "titles", "creatorName"} <= set(inside) else 0.0


def _read(element: Element, label: str, notices: list[str]) -> Paper | Notice:
    if element.tag == "resource":
        return read(element, label, notices)
    found = oairecords.opened(element, label)
    if isinstance(found, Notice):
        return found
    header, inside = found
    paper = read(inside, xmlpapers.name_of(header.identifier, label), notices)
    return replace(paper, record=xmlpapers.name_of(header.identifier, paper.record))


def read(resource: Element, label: str, notices: list[str]) -> Paper:
    """The paper of a `resource`; NoPaper for what is none. `label` names it where it has no DOI."""
    return datacite.read(Fields(as_json(resource), notices), label)


def as_json(resource: Element) -> Mapping[str, Any]:
    """A record in the shape of DataCite's JSON."""
    found: dict[str, Any] = {
        "language": first_of(resource, "language"),
        "publisher": first_of(resource, "publisher"),
        "publicationYear": first_of(resource, "publicationYear"),
        "identifiers": [
            {"identifierType": one.get("alternateIdentifierType", ""), "identifier": plain(one)}
            for one in resource.iterfind("alternateIdentifiers/alternateIdentifier")
        ],
        "creators": [_person(one, "creatorName") for one in resource.iterfind("creators/creator")],
        "contributors": [
            {"contributorType": one.get("contributorType", "")} | _person(one, "contributorName")
            for one in resource.iterfind("contributors/contributor")
        ],
        "relatedItems": [_related(one) for one in resource.iterfind("relatedItems/relatedItem")],
    }
    for path, key, text in _LISTS:
        found.setdefault(key, []).extend({text: plain(one)} | _attributes(one) for one in resource.iterfind(path))
    identifier = resource.find("identifier")
    if identifier is not None:
        # Other identifiers stand in the place of a DOI where a repository gives none.
        kind = identifier.get("identifierType", "DOI")
        found |= {"doi": plain(identifier)} if kind.upper() == "DOI" else {"id": plain(identifier)}
        if kind.upper() != "DOI":
            found["identifiers"].append({"identifierType": kind, "identifier": plain(identifier)})
    type_ = resource.find("resourceType")
    if type_ is not None:
        found["types"] = {"resourceTypeGeneral": type_.get("resourceTypeGeneral", ""), "resourceType": plain(type_)}
    # What it is part of stands among the descriptions.
    series = next((one["description"] for one in found["descriptions"] if one.get("descriptionType") == "SeriesInformation"), "")
    return found | ({"container": _container(series)} if series else {})


def _container(series: str) -> dict[str, str]:
    """`MEYNIANA; 57; 101-115; ISSN 0076-7689` in its parts."""
    issn = next(iter(references.numbers("issn", [series])), "")
    told = journalrefs.read(_ISSN.sub("", series))
    if told is None:
        return {"title": series}
    first, _, last = (told.pages or "").partition("-")
    known = {"title": told.venue, "volume": told.volume or "", "issue": told.issue or "", "firstPage": first, "lastPage": last}
    return known | ({"identifierType": "ISSN", "identifier": issn} if issn else {})


def _attributes(element: Element) -> dict[str, str]:
    return {_KEYS.get(str(name), str(name)): str(value) for name, value in element.attrib.items()}


def _person(element: Element, name: str) -> dict[str, Any]:
    whole = element.find(name)
    return {
        "name": plain(whole) if whole is not None else "",
        "nameType": whole.get("nameType", "") if whole is not None else "",
        "givenName": first_of(element, "givenName"),
        "familyName": first_of(element, "familyName"),
        # Other numbers of people (ISNI) have the same digits as an ORCID.
        "nameIdentifiers": [
            {"nameIdentifier": plain(one)} | _attributes(one)
            for one in element.iterfind("nameIdentifier")
            if "orcid" in f"{one.get('nameIdentifierScheme')} {one.get('schemeURI')} {one.text}".lower()
        ],
        "affiliation": [plain(one) for one in element.iterfind("affiliation")],
    }


def _related(element: Element) -> dict[str, Any]:
    number = element.find("relatedItemIdentifier")
    return {
        "relationType": element.get("relationType", ""),
        "titles": [{"title": plain(one)} for one in element.iterfind("titles/title")],
        "relatedItemIdentifier": {"relatedItemIdentifier": plain(number)} | _attributes(number) if number is not None else {},
    } | {name: first_of(element, name) for name in ("volume", "issue", "firstPage", "lastPage", "publisher")}
