"""The table of input formats, and finding the format of an input by its content.

It parses nothing itself: one row here, one module beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from service.paper import Notice, Paper, Reject
from service.sources import bibtex, csl, listing, native, paperlists, ris
from service.sources.input import Input

# What detection looks at; enough for the first record of every format.
HEAD_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """A format. `parse` yields papers, rejects and notices; `recognise(head, name)` says how sure it is, 0 to 1."""

    name: str
    title: str
    parse: Callable[[Input], Iterator[Paper | Reject | Notice]]
    recognise: Callable[[bytes, str], float]


SOURCES: dict[str, Source] = {
    source.name: source
    for source in (
        Source("json", "one object or a list of objects in the API's Paper shape", native.parse_json, native.recognise_json),
        Source("jsonl", "objects in the API's Paper shape, one a line", native.parse_jsonl, native.recognise_jsonl),
        Source("paperlists", "conference lists in JSON", paperlists.parse, paperlists.recognise),
        Source("bibtex", "BibTeX and BibLaTeX", bibtex.parse, bibtex.recognise),
        Source("ris", "RIS, as databases and reference managers export it", ris.parse, ris.recognise),
        Source("csl", "CSL-JSON: a list of items, or one", csl.parse, csl.recognise),
        Source("listing", "a page of results as plain text", listing.parse, listing.recognise),
    )
}


def detect_format(head: bytes, name: str) -> Source | None:
    """The source that recognises the beginning of an input best, or None when none does."""
    sureness, best = max(((source.recognise(head, name), source) for source in SOURCES.values()), key=lambda pair: pair[0])
    return best if sureness > 0 else None
