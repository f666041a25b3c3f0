"""S2ORC: papers as JSON made of their PDFs by GROBID or of LaTeX, with metadata; the shape of CORD-19 too.

It keeps neither the text of a paper nor its references: title, abstract, people and identifiers alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import orjson

from service.paper import Affiliation, Author, Category, Paper
from service.sources.facts import countries, fields, nameparts, references
from service.sources.facts.abstracts import abstract
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text, texts
from service.sources.reading import envelopes
from service.sources.reading.jsonfields import Fields, Record

_PARSES = frozenset({"pdf_parse", "grobid_parse", "latex_parse", "bib_entries", "body_text", "s2_pdf_hash", "_pdf_hash"})
_METADATA = frozenset({"has_pdf_parse", "has_outbound_citations", "mag_field_of_study", "outbound_citations", "arxiv_id"})
_IDS = {
    "doi": "doi", "arxiv_id": "arxiv", "acl_id": "acl", "pmc_id": "pmcid", "pmcid": "pmcid", "pubmed_id": "pmid", "mag_id": "mag",
    "corpusid": "corpusid",
}  # fmt: skip
_EXTERNAL = {
    "DOI": "doi",
    "ArXiv": "arxiv",
    "ACL": "acl",
    "PubMedCentral": "pmcid",
    "PubMed": "pmid",
    "MAG": "mag",
    "DBLP": "dblp",
}
_OFFSET = re.compile(r"[0-9]{1,9}")
# Of one paper no more is kept than an abstract needs.
_PARAGRAPHS = 50


def _sureness(first: Record, whole: Record) -> float:  # noqa: ARG001 (the first record says it)
    """How sure it is that this is S2ORC or CORD-19: by the keys of the first record."""
    if "paper_id" in first:
        shaped = isinstance(first.get("metadata"), dict) or first.keys() & (_PARSES | _METADATA)
        return 0.97 if shaped else 0.0
    content = first.get("content")
    return (
        0.97 if "corpusid" in first and isinstance(content, dict) and {"annotations", "text", "source"} & content.keys() else 0.0
    )


def _read(item: Fields, label: str) -> Paper:
    meta = item.inner("metadata") if "metadata" in item else item
    own = item.text("paper_id", "corpusid")
    content = item.inner("content")
    title = meta.text("title") or _annotated(content, "title")
    titles = texts(without_markup(title))
    year, date = references.dated(meta.text("year"))
    venue = meta.plain("journal", "venue")
    said = _abstract(item, meta) or _annotated(content, "abstract")
    return Paper(
        titles=titles,
        abstracts=abstract(said),
        authors=tuple(_authors(meta)),
        categories=tuple(
            dict.fromkeys(
                Category(area[: fields.MAX_NAME])
                for one in meta.texts("mag_field_of_study")
                if (area := text(without_markup(one)))
            )
        ),
        venue=references.venue(venue),
        year=year,
        date=date,
        ids=references.ids(_ids(item, meta, own)),
        retracted=references.retracted(titles, []),
        links=references.links([meta.text("s2_url")]),
        record=text(own)[:200] or label,
    )


def _abstract(item: Fields, meta: Fields) -> str:
    """The abstract of the metadata, else the paragraphs of a parse."""
    if said := meta.text("abstract") if isinstance(meta.record.get("abstract"), str) else "":
        return said
    for parse_ in (item, item.inner("pdf_parse"), item.inner("grobid_parse"), item.inner("latex_parse")):
        if isinstance(parse_.record.get("abstract"), list):
            found = " ".join(one.text("text") for one in parse_.inners("abstract")[:_PARAGRAPHS])
        else:
            found = parse_.text("abstract")
        if found.strip():
            return found
    return ""


def _ids(item: Fields, meta: Fields, own: str) -> Iterator[tuple[str, str]]:
    for name, kind in _IDS.items():
        yield from ((kind, value) for value in meta.texts(name))
        if meta is not item:
            yield from ((kind, value) for value in item.texts(name))
    external = item.inner("externalids")
    yield from ((kind, external.text(name)) for name, kind in _EXTERNAL.items())
    # CORD-19 names a paper by the digest of its file, S2ORC by its number in the corpus.
    if re.fullmatch(r"\d{1,12}", own):
        yield "corpusid", own


def _authors(meta: Fields) -> Iterator[Author]:
    for one in meta.inners("authors"):
        family, given = one.text("last"), " ".join([one.text("first"), *one.texts("middle")])
        if not family and len(given.strip()) < 2:
            continue  # A sign of the page that was taken for a person.
        author = nameparts.person(family, given, one.text("suffix"), one.text("name"))
        if author := nameparts.with_details(author, [_place(one.inner("affiliation"))]):
            yield author


def _place(place: Fields) -> Affiliation | None:
    location = place.inner("location")
    name = place.plain("institution") or place.plain("laboratory", "department")
    return countries.affiliation(name, location.text("country")) if name else None


def _annotated(content: Fields, what: str) -> str:
    """A part of the whole text: the second edition says where it begins and ends, as JSON in a text."""
    whole = content.record.get("text")
    marks: Any = content.inner("annotations").record.get(what)
    if isinstance(marks, str):
        try:
            marks = orjson.loads(marks)
        except orjson.JSONDecodeError:
            return ""
    if not isinstance(whole, str) or not isinstance(marks, list):
        return ""
    ranges = [(str(one.get("start")), str(one.get("end"))) for one in marks[:_PARAGRAPHS] if isinstance(one, dict)]
    return " ".join(whole[int(start) : int(end)] for start, end in ranges if _OFFSET.fullmatch(start) and _OFFSET.fullmatch(end))


parse, recognise = envelopes.reader((), _read, _sureness)
