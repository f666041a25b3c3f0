"""Ovid exports of all its databases and forms (Journals@Ovid, PsycINFO, BIOSIS, MEDLINE, Zoological Record, books).

References, grants, tests and organisms are passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.paper import Notice, Paper, Reject
from service.sources.input import Input
from service.sources.ovid.record import read
from service.sources.ovid.records import records
from service.sources.reading import tagged
from service.sources.reading.lines import beginning

_NUMBER = re.compile(r"^ {0,3}<\d{1,9}\s?\.?\s?>[ \t]*$", re.MULTILINE)
_TAGGED = re.compile(r"^ ?(?:VN  ?- Ovid|(?:TI|AU|SO|AN|DB) {1,2}- )", re.MULTILINE)
_NAMED = re.compile(
    r"^(?:Author|Title|Source|Accession Number|Publication Type|Abstract|Institution)[ \t]*\n[ \t]+\S", re.MULTILINE
)
_VENDOR = re.compile(r"^ ?VN {1,2}- Ovid", re.MULTILINE)
_BARE = re.compile(r"^Accession Number[ \t]*\n[ \t]+\S.{0,100}\n(?:[A-Z][A-Za-z ]{2,40}[ \t]*\n[ \t]+\S)", re.MULTILINE)


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a file, in its order."""
    return tagged.papers(records(data.stream), read, _name_of)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (its lines say it)
    """How sure it is that this is Ovid's: a record's number, then its tags or names of fields; or its name as the vendor."""
    shown = beginning(head)
    if _VENDOR.search(shown):
        return 0.97
    if _NUMBER.search(shown) and (_TAGGED.search(shown) or _NAMED.search(shown)):
        return 0.95
    return 0.9 if _BARE.search(shown) else 0.0


def _name_of(record: tagged.Record) -> str:
    """The accession number: `Peer Reviewed Journal: 2015-33942-012.` has a word before it."""
    return record.first("AN", "UI").rpartition(": ")[2].rstrip(".")
