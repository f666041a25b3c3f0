"""Atom of arXiv's API and the daily feeds of arXiv (Atom and RSS): an entry is a paper.

It takes no other feed, and an entry that tells an error is no paper."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from service.paper import Author, Notice, Paper, Reject
from service.sources.facts import arxivsubjects, countries, eprints, nameparts, references
from service.sources.facts.eprints import Eprint
from service.sources.input import Input
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.envelopes import NoPaper
from service.sources.reading.lines import beginning
from service.sources.reading.xmltext import all_of, elements, first_of

_OF_ARXIV = re.compile(
    r"arxiv\.org/schemas/atom|<(?:\w+:)?id[^>]*>\s*(?:https?://(?:export\.|api\.)?arxiv\.org/|oai:arXiv\.org:)|<(?:guid|link)[^>]*>\s*(?:https?://(?:export\.|rss\.)?arxiv\.org/|oai:arXiv\.org:)"
)
# What the daily feeds write before an abstract.
_ANNOUNCED = re.compile(r"\s*(?:arXiv:\S+\s+Announce Type:.*?\s)?Abstract:\s*", re.DOTALL)
_TITLE_TAIL = re.compile(r"\s*\(arXiv:\S+ \[[\w.-]+\][^()]*\)\s*\Z")


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of the entries of feeds."""
    yield from xmlpapers.papers(data, ("entry", "item"), read)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is a feed of arXiv: by its elements, and arXiv's namespace or identifiers in it."""
    names = xmlstream.root_names(head, 1)
    if not names or names[0] not in ("feed", "entry", "rss", "RDF"):
        return 0.0
    return 0.95 if _OF_ARXIV.search(beginning(head[: 16 * 1024])) else 0.0


def read(entry: etree._Element, label: str, notices: list[str]) -> Paper:  # noqa: ARG001 (nothing to tell)
    """The paper of an entry; NoPaper for an error message."""
    identifier = first_of(entry, "id", "guid") or first_of(entry, "link")
    if "/api/errors" in identifier:
        raise NoPaper(f"no paper: an error message of arXiv ({first_of(entry, 'summary') or 'no more is said'})", label)
    if eprints.identifier(identifier) is None and (link := first_of(entry, "link")):
        identifier = link
    summary = _ANNOUNCED.sub("", first_of(entry, "summary", "description"), count=1)
    codes = [one.get("term") or one.text or "" for one in elements(entry, "primary_category", "category")]
    found = [(code, arxivsubjects.category(code)) for code in codes]
    links = list(entry.iterfind("link"))
    authors, cut = _people(entry)
    return eprints.paper(
        Eprint(
            name=identifier,
            title=_TITLE_TAIL.sub("", first_of(entry, "title")),
            abstract=summary,
            authors=authors,
            truncated=cut,
            categories=tuple(dict.fromkeys(category for _, category in found if category)),
            classes=[code for code, category in found if category is None],
            comment=first_of(entry, "comment"),
            journal=first_of(entry, "journal_ref", "journal_reference"),
            dois=[*all_of(entry, "doi"), *(one.get("href", "") for one in links if one.get("title") == "doi")],
            licence=next((one.get("href", "") for one in links if one.get("rel") == "license"), "") or first_of(entry, "rights"),
            posted=first_of(entry, "published", "pubDate"),
        ),
        label,
    )


def _people(entry: etree._Element) -> tuple[tuple[Author, ...], bool]:
    found: list[Author] = []
    for one in entry.iterfind("author"):
        name = eprints.plain(first_of(one, "name"))
        author = references.body(name) if references.is_body(name) else references.person(name)
        places = [countries.affiliation(eprints.plain(place)) for place in all_of(one, "affiliation")]
        if author := nameparts.with_details(author, places):
            found.append(author)
    if found:
        return tuple(found), False
    line = first_of(entry, "creator")
    return eprints.people(line) if line else ((), False)
