"""Results of the Collection of Computer Science Bibliographies: a feed of RSS with Dublin Core.

Its descriptions repeat title, author and year, which are read from there only where the elements lack them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.paper import Notice, Paper, Reject
from service.sources.facts import fields, references
from service.sources.facts.texts import texts
from service.sources.input import Input
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.lines import beginning
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import all_of, first_of

_CCSB = re.compile(r"<title>\s*CCSB:|liinwww\.ira\.uka\.de")
_SAID = re.compile(r"(Author|Title|Year|Journal|Booktitle|Abstract)s?:\s*(.*?)\s*(?:;\s*(?=[A-Z\d])|;?\s*\Z)", re.DOTALL)


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of the items of feeds; an empty answer has none."""
    return xmlpapers.papers(data, ("item",), _read)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is such a feed: RSS whose first title or address says so."""
    names = xmlstream.root_names(head, 3)
    return 0.97 if names[:1] == ["rss"] and _CCSB.search(beginning(head[:4096])) else 0.0


def _read(item: Element, label: str, notices: list[str]) -> Paper:  # noqa: ARG001 (a format's signature)
    said = dict(_SAID.findall(first_of(item, "description")[:5000]))
    year = first_of(item, "date") or said.get("Year", "") or first_of(item, "title")[:7]
    creators = all_of(item, "creator") or [said.get("Author", "")]
    people = [fields.split_authors(one) for one in creators]
    # A result has one title; where RSS has two, the one of Dublin Core has no year before it.
    titles = [one for one in all_of(item, "title") if not re.match(r"\[\d{4}\] ", one)]
    found, date = references.dated(year)
    return Paper(
        titles=texts(titles[0] if titles else said.get("Title", "")),
        authors=fields.authors(name for names, _ in people for name in names),
        authors_truncated=any(cut for _, cut in people),
        venue=said.get("Journal") or said.get("Booktitle") or None,
        year=found,
        date=date,
        links=references.links(all_of(item, "link")),
        record=label,
    )
