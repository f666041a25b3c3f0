"""Crossref's XML: deposits of publishers, answers of its resolvers, answers of OAI-PMH with either inside.

It takes whole journals and series for no papers, nor reviews, figures and grants, as in Crossref's JSON (see crossref)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from service.paper import Notice, Paper, Reject
from service.sources.crossref import record as crossref_work
from service.sources.crossrefxml.works import as_json
from service.sources.facts import oairecords, references
from service.sources.facts.texts import text, texts_by_language
from service.sources.input import Input
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.envelopes import NoPaper
from service.sources.reading.jsonfields import Fields
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import elements, plain

_WORKS = (
    "journal", "conference", "book", "posted_content", "preprint", "dissertation", "report-paper", "standard", "database",
    "sa_component", "peer_review", "pending_publication", "grant",
)  # fmt: skip
# What a work holds that has a DOI of its own.
_PARTS = ("journal_article", "conference_paper", "content_item", "dataset")
_ENVELOPES = frozenset(("doi_records", "doi_record", "crossref_result", "doi_batch", "crossref"))


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of works, however many a file holds."""
    return xmlpapers.papers(data, (*_WORKS, "error", "header"), _read, _parts)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is Crossref's XML: by its envelopes, or by an element of this name in others."""
    names = xmlstream.root_names(head, 60)
    if not names:
        return 0.0
    if names[0] in _ENVELOPES or "doi_batch" in names[:4]:
        return 0.97
    if names[0] in ("OAI-PMH", "OAI", "ListRecords", "GetRecord", "record"):
        return 0.95 if _ENVELOPES & set(names) and set(_WORKS) & set(names) else 0.0
    return 0.9 if names[0] in _WORKS and set(names[:12]) & {"journal_metadata", "event_metadata", "book_metadata"} else 0.0


def _parts(element: Element) -> Iterator[Element]:
    """The articles of a journal's issue, the papers of a conference, the chapters of a book; else the work itself.

    A publisher that deposits a book means the book too; an answer that holds one chapter names the book for its sake.
    """
    if element.tag == "header":
        # The head of a record, which says something only of a deleted one; a deposit's has another name.
        yield from (element,) if oairecords.is_deletion(element) else ()
        return
    parts = list(elements(element, *_PARTS))
    has_own = element.tag == "book" and _is_deposit(element) and element.find("*/doi_data") is not None
    if has_own or not parts:
        yield element
    yield from xmlpapers.alone(parts)


def _is_deposit(element: Element) -> bool:
    parent = element.getparent()
    return parent is not None and xmlstream.local(str(parent.tag)) == "body"


def _read(element: Element, label: str, notices: list[str]) -> Paper | Notice:
    if element.tag == "header":
        return oairecords.deletion(element, label)
    if element.tag == "error":
        raise NoPaper(f"no paper: a message of the service ({text(plain(element))[:200]})", label)
    work = element if element.tag in _PARTS else None
    whole = element.getparent() if work is not None else element
    record = as_json(element if whole is None else whole, work)
    paper = crossref_work.read(Fields(record, notices), label)
    abstracts = texts_by_language(
        {references.language(one.get("lang") or "") or f"{n}": plain(one) for n, one in enumerate(elements(element, "abstract"))}
    )
    return replace(paper, abstracts={**abstracts, **paper.abstracts}) if len(abstracts) > len(paper.abstracts) else paper
