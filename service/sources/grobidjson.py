"""What GROBID reads from the head of a PDF, as JSON: a line a paper, alone or in the last column of a table of crawled files.

It keeps no references of a paper, and repairs nothing that GROBID misread."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader
from typing import Any

from service.paper import Author, Notice, Paper, Reject
from service.sources.facts import countries, nameparts, references
from service.sources.facts.abstracts import abstract
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import excerpt, text, texts
from service.sources.input import Input
from service.sources.reading import envelopes, jsonstream
from service.sources.reading.encoding import as_utf8
from service.sources.reading.jsonfields import Fields
from service.sources.reading.lines import lines

_TELLING = frozenset(
    {"citations", "acknowledgement", "journal", "abstract", "grobid_version", "grobid_timestamp", "pdf_md5", "header"}
)
_IDS = {"doi": "doi", "pmid": "pmid", "pmcid": "pmcid", "arxiv_id": "arxiv"}
# A column of a table that holds an object begins so.
_COLUMN = "\t{"
_NO_COLUMN = "no column of this line holds what GROBID read"
_PEEK = 1024


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a table's lines, or of JSON as it stands."""
    for label, value in _values(data):
        yield from envelopes.record(value, label, _read)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the keys say it)
    """How sure it is that this is GROBID's JSON: by the keys of the first record, whole or in the last column of a line."""
    first_line = head.lstrip(b"\xef\xbb\xbf").split(b"\n", 1)[0]
    in_column = not first_line.startswith((b"{", b"[")) and b"\t{" in first_line
    first = envelopes.first(first_line.rpartition(b"\t")[2] if in_column else head, ())
    if first is None or not ({"title", "header"} & first.keys()) or {"paperId", "externalIds"} & first.keys():
        return 0.0
    header = first.get("header") if isinstance(first.get("header"), dict) else first
    people = header.get("authors") if isinstance(header, dict) else None
    shaped = isinstance(people, list) and all(isinstance(one, dict) and {"name", "full_name"} & one.keys() for one in people)
    own = {"grobid_version", "grobid_timestamp"} & first.keys() or isinstance(first.get("citations"), list)
    return 0.96 if own and shaped and len(first.keys() & _TELLING) > 1 else 0.0


def _values(data: Input) -> Iterator[tuple[str, Any]]:
    utf8 = as_utf8(data.stream)
    if isinstance(utf8, BufferedReader) and utf8.peek(1)[:_PEEK].lstrip()[:1] in (b"{", b"["):
        yield from ((str(position), value) for position, value in jsonstream.values(utf8))
        return
    for number, line in enumerate(lines(utf8), start=1):
        if line.strip():
            column = line.rpartition(_COLUMN)[2]
            value = jsonstream.read(("{" + column).encode("utf-8", "replace")) if _COLUMN in line else None
            yield str(number), value if value is not None else jsonstream.Broken(_NO_COLUMN, excerpt(line))


def _read(item: Fields, label: str) -> Paper:
    """The paper of a record; newer versions hold title and people in a header, dates and numbers as texts."""
    header = item.inner("header") if isinstance(item.record.get("header"), dict) else item
    journal = header.inner("journal") if isinstance(header.record.get("journal"), dict) else header
    declared = references.language(item.text("language_code"))
    titles = texts(without_markup(header.text("title")), declared)
    said = header.record.get("date")
    year, date = references.dated(said) if isinstance(said, str) else (None, None)
    venue = journal.plain("name") if journal is not header else header.plain("journal")
    return Paper(
        titles=titles,
        abstracts=abstract(item.text("abstract") or header.text("abstract"), declared),
        authors=tuple(_authors(header)),
        venue=references.venue(_once(venue)),
        volume=references.number(journal.text("volume")) or None,
        issue=references.number(journal.text("issue")) or None,
        pages=references.pages(header.text("pages")),
        publisher=journal.plain("publisher") or None,
        issn=references.numbers("issn", [journal.text("issn"), journal.text("eissn")]),
        year=year,
        date=date,
        language=declared,
        ids=references.ids((kind, header.text(name)) for name, kind in _IDS.items()),
        retracted=references.retracted(titles, []),
        record=text(header.text("doi"))[:200] or label,
    )


def _authors(header: Fields) -> Iterator[Author]:
    for one in header.inners("authors"):
        whole = one.text("name", "full_name")
        given = " ".join(part for part in (one.text("given_name"), one.text("middle_name")) if part)
        author = nameparts.person(one.text("surname"), given, one.text("suffix"), whole)
        place = one.inner("affiliation")
        country = place.inner("address").text("country", "country_code")
        known = countries.affiliation(place.plain("institution", "laboratory", "department"), country) if place.record else None
        if author := nameparts.with_details(author, [known], one.text("orcid")):
            yield author


def _once(venue: str) -> str:
    """A running title that GROBID read twice in a row."""
    half = len(venue) // 2
    return venue[:half] if len(venue) > 20 and venue[:half] == venue[half + 1 :] else venue
