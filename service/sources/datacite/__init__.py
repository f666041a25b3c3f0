"""DataCite's records in JSON: answers of its REST API (`data.attributes`), JSON of its schema, one a line.

It takes no accounts, prefixes and statistics for papers, and no XML (see datacitexml)."""

from __future__ import annotations

from service.sources.datacite.record import read
from service.sources.reading import envelopes
from service.sources.reading.jsonfields import Record

_HOLDERS = ("data",)
_TELLING = frozenset(
    "creators types publicationYear schemaVersion descriptions rightsList relatedIdentifiers nameIdentifiers identifiers "
    "subjects contributors geoLocations fundingReferences clientId providerId agency".split()
)


def _sureness(first: Record, whole: Record) -> float:  # noqa: ARG001 (the first record says it)
    """How sure it is that these are DataCite's records: by the keys of the first one."""
    attributes = first.get("attributes")
    record = attributes if isinstance(attributes, dict) else first
    if first.get("type") == "dois" and ("attributes" in first):
        return 0.98
    titled = isinstance(record.get("titles"), list) or isinstance(record.get("creators"), list)
    telling = len(record.keys() & _TELLING)
    return 0.96 if titled and telling > 1 and ("doi" in record or "types" in record or telling > 3) else 0.0


parse, recognise = envelopes.reader(_HOLDERS, read, _sureness)
