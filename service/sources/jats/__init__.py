"""JATS and its forerunner NLM: articles of publishers and of PubMed Central, alone, in sets, in answers of repositories.

The text of an article and its references are never read: what stands before them says what a paper here holds."""

from __future__ import annotations

from collections.abc import Iterator

from service.paper import Notice, Paper, Reject
from service.sources.facts import oairecords
from service.sources.input import Input
from service.sources.jats.article import read
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.xmlpapers import Element

# A front alone is what some archives give of an article.
_RECORDS = ("article", "front", "book-part-wrapper")
_TELLING = frozenset("journal-meta article-meta book-part-meta".split())


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of one article or of several."""
    return xmlpapers.papers(data, (*_RECORDS, "header"), _read, oairecords.only_deletions)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (its elements say it)
    """How sure it is that this is JATS: by the elements with which an article begins."""
    names = xmlstream.root_names(head)
    return 0.95 if names and _TELLING & set(names[:60]) and (names[0] in _RECORDS or set(_RECORDS) & set(names[:30])) else 0.0


def _read(element: Element, label: str, notices: list[str]) -> Paper | Notice:
    return oairecords.deletion(element, label) if element.tag == "header" else read(element, label, notices)
