"""JSON and JSON Lines in the API's own Paper shape, with the short forms that the contract allows.

A value of the wrong type rejects its record and says what was expected; unknown keys are reported and left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from service.paper import Notice, Paper, Reject
from service.sources.input import Input
from service.sources.native import values
from service.sources.native.people import hide_contact
from service.sources.native.record import KEYS, read
from service.sources.native.values import WrongType
from service.sources.reading import jsonstream

# Keys that say by themselves that an object is in our shape, and keys that only other formats have.
_OWN = frozenset(
    {"titles", "abstracts", "authors_truncated", "title_is_derived", "editors", "categories", "discipline", "licence", "ids"}
)
_FOREIGN = frozenset(
    "DOI ISSN URL abstract_inverted_index aff affs attributes author authors_parsed authorships bib_entries bibjson conference "
    "container-title content corpusId creators display_name documents entry-type externalIds gs_citation invitation "
    "is-referenced-by-count issued itemType message metadata paperId paper_id paper_url pdf_parse site status submitter topic "
    "track versions".split()
)
# What programs and settings with a title do not have; keywords, an author, a language and links they have too.
_EVIDENCE = frozenset(
    {"titles", "abstract", "abstracts", "authors", "authors_truncated", "ids", "doi", "arxiv", "pmid", "venue", "issn", "editors",
     "discipline", "citations", "year", "journal"}
)  # fmt: skip
_TELLING = frozenset({"title", "titles", "abstract", "abstracts", "authors", "ids"})


def parse_json(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of one object, of a list of objects, or of an answer of the API (its `results`)."""
    for position, value in jsonstream.values(data.stream):
        if _is_answer(value):
            for inner, one in enumerate(value["results"], start=1):
                yield from _record(one, str(inner))
        else:
            yield from _record(value, str(position))


def parse_jsonl(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a text with one object a line."""
    for number, value in jsonstream.lines(data.stream):
        yield from _record(value, str(number))


def recognise_json(head: bytes, name: str) -> float:
    """How sure it is that this is one object, or a list, of papers in the API's shape."""
    return 0.0 if _is_lines(head, name) else _likeness(head)


def recognise_jsonl(head: bytes, name: str) -> float:
    """How sure it is that every line is a paper in the API's shape."""
    return _likeness(head) if _is_lines(head, name) else 0.0


def _record(value: Any, label: str) -> Iterator[Paper | Reject | Notice]:
    if isinstance(value, jsonstream.Broken):
        yield Reject(label, value.reason, value.excerpt)
        return
    try:
        if not isinstance(value, dict):
            raise WrongType("record", "an object", value)
        paper, notices = read(value, label)
    except WrongType as error:
        yield Reject(label, str(error), values.dump(hide_contact(value)))
        return
    if not (paper.titles or paper.abstracts or paper.authors):
        yield Reject(label, "no paper: it has neither a title nor an abstract nor authors", values.dump(hide_contact(value)))
        return
    for message in sorted(set(notices)):
        yield Notice(paper.record, message)
    yield paper


def _is_answer(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("results"), list) and not _TELLING & value.keys()


def _is_lines(head: bytes, name: str) -> bool:
    head = head.replace(b"\0", b"").strip()
    # A list is told at its first sign: its lines need not be looked at.
    if not head.lstrip(b"\xef\xbb\xbf\xff\xfe").lstrip().startswith(b"{"):
        return False
    lines = [line.strip() for line in re.split(rb"[\r\n]+", head) if line.strip()]
    if not lines[0].lstrip(b"\xef\xbb\xbf\xff\xfe").startswith(b"{"):
        return False
    if len(lines) == 1:
        return name.lower().endswith((".jsonl", ".ndjson"))
    return lines[0].endswith(b"}") and lines[1].startswith(b"{")


def _likeness(head: bytes) -> float:
    first = jsonstream.first_object(head)
    if first is not None and _is_answer(first):
        inner = first["results"][:1]
        first = inner[0] if inner and isinstance(inner[0], dict) else None
    if first is None or not first.keys() & _TELLING:
        return 0.0
    # Programs and settings have titles; with nothing but keys of ours it may still be a paper of which little is known.
    if not first.keys() & _EVIDENCE and not first.keys() <= KEYS:
        return 0.0
    if first.keys() & _FOREIGN:
        return 0.1
    # Many formats have a title and authors; those that know their own keys better win over this.
    if len(first.keys() & KEYS) * 2 < len(first):
        return 0.2
    return 0.9 if first.keys() & _OWN else 0.6
