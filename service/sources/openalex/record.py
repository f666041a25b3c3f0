"""One work of OpenAlex as a Paper.

It reads no counts by year, references, related works, grants and scores of its own measures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from service.paper import Affiliation, Author, Category, Paper
from service.sources.facts import countries, fields, nameparts, references
from service.sources.facts.abstracts import abstract
from service.sources.facts.licences import licence
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text, texts
from service.sources.paperlists import areas
from service.sources.reading.envelopes import NoPaper
from service.sources.reading.jsonfields import Fields

TYPES: Mapping[str, str] = {
    **dict.fromkeys("article journal-article review letter editorial erratum retraction data-paper".split(), "article"),
    **dict.fromkeys("proceedings-article conference-paper conference-abstract".split(), "inproceedings"),
    **dict.fromkeys("book monograph edited-book reference-book proceedings".split(), "book"),
    **dict.fromkeys("book-chapter book-section book-part reference-entry".split(), "chapter"),
    "dissertation": "thesis", "preprint": "preprint", "posted-content": "preprint", "report": "report", "standard": "standard",
    **dict.fromkeys("dataset database".split(), "dataset"),
}  # fmt: skip
_OTHER_RECORDS: Mapping[str, str] = {
    "paratext": "no paper: a cover, a table of contents or other front matter",
    "peer-review": "no paper: a review of a paper",
    "grant": "no paper: a grant",
    "component": "no paper: a part of a paper, such as a figure or a supplement",
    "supplementary-materials": "no paper: a part of a paper, such as a figure or a supplement",
}
_ENTITIES: Mapping[str, str] = {
    "A": "no paper: the record of a person", "S": "no paper: the record of a journal or another source",
    "V": "no paper: the record of a journal or another source", "I": "no paper: the record of an institution",
    "P": "no paper: the record of a publisher", "F": "no paper: the record of a funder",
    "C": "no paper: a concept of a classification", "T": "no paper: a topic of a classification",
    "G": "no paper: a grant",
}  # fmt: skip
_COUNTS = "no paper: an answer that only counts (group_by)"
_ENTITY = re.compile(r"(?:https?://)?(?:api\.)?openalex\.org/(?:\w+/)?([A-Z])\d+\Z", re.IGNORECASE)
# `arXiv (Cornell University)`: the repository, then who keeps it.
_KEEPER = re.compile(r"\s+\([^()]*\)\Z")
# Addresses of a work's places name identifiers; only those of kinds that no publisher's page names for another work.
_PLACES = frozenset({"arxiv", "pmid", "pmcid", "hal"})
_CONCEPT_SCORE = 0.3
# No abstract is longer; a position beyond is damage.
_WORDS = 100_000


def read(work: Fields, label: str) -> Paper:
    """The paper of a work; NoPaper for what is none."""
    own = work.text("id") or work.inner("ids").text("openalex")
    label = text(own.rstrip("/").rpartition("/")[2])[:200] or label
    entity = _ENTITY.match(own.strip())
    if entity and entity[1].upper() in _ENTITIES:
        raise NoPaper(_ENTITIES[entity[1].upper()], label)
    if "key" in work and "count" in work and not own:
        raise NoPaper(_COUNTS)
    kind = work.text("type").lower()
    if reason := _OTHER_RECORDS["paratext"] if work.flag("is_paratext") else _OTHER_RECORDS.get(kind):
        raise NoPaper(reason, label)
    declared = references.language(work.text("language"))
    place, best = work.inner("primary_location"), work.inner("best_oa_location")
    source = place.inner("source") if "source" in place else work.inner("host_venue")
    title = without_markup(work.text("title", "display_name"))
    titles = texts(title, declared)
    year, date = _date(work)
    biblio = work.inner("biblio")
    pages = "-".join(dict.fromkeys(page for page in (biblio.text("first_page"), biblio.text("last_page")) if page))
    return Paper(
        titles=titles,
        abstracts=abstract(_abstract(work.record.get("abstract_inverted_index")) or work.text("abstract"), declared),
        authors=tuple(_authors(work)),
        authors_truncated=work.flag("is_authors_truncated") is True,
        categories=_categories(work),
        keywords=_keywords(work),
        venue=_venue(source, place),
        volume=references.number(biblio.text("volume")) or None,
        issue=references.number(biblio.text("issue")) or None,
        pages=references.pages(pages),
        publisher=(source.plain("host_organization_name", "publisher") if source.text("type") != "repository" else "") or None,
        issn=references.numbers("issn", [source.text("issn_l"), *source.texts("issn")]),
        year=year,
        date=date,
        language=declared,
        type=_type(work, kind, source),
        ids=references.ids(_ids(work, own)),
        citations=work.count("cited_by_count"),
        licence=licence(place.text("license"), best.text("license"), source.text("license")),
        open_access=work.inner("open_access").flag("is_oa"),
        retracted=True if work.flag("is_retracted") else references.retracted(titles, []),
        links=references.links(
            [place.text("landing_page_url") or source.text("url") or work.text("doi") or own],
            [best.text("pdf_url") or place.text("pdf_url") or _file(work.inner("open_access").text("oa_url"))],
        ),
        record=label,
    )


def _type(work: Fields, kind: str, source: Fields) -> str:
    """OpenAlex calls papers of conferences articles: Crossref's type, and the kind of source, know it better."""
    by_crossref = TYPES.get(work.text("type_crossref").lower())
    if by_crossref == "inproceedings" or (kind == "article" and source.text("type") == "conference"):
        return "inproceedings"
    return TYPES.get(kind) or by_crossref or "other"


def _date(work: Fields) -> tuple[int | None, str | None]:
    """The day; the first of January stands for all works of which only the year is known."""
    year, date = references.dated(work.text("publication_date"))
    known = fields.year(work.text("publication_year")) or year
    return known, date if year == known and date and not date.endswith("-01-01") else None


def _abstract(index: object) -> str:
    """The words of an inverted index (`{"word": [0, 7]}`) in their order."""
    if isinstance(index, dict) and isinstance(index.get("InvertedIndex"), dict):
        index = index["InvertedIndex"]
    if not isinstance(index, dict):
        return ""
    placed = [
        (position, word)
        for word, positions in index.items()
        for position in (positions if isinstance(positions, list) else ())
        if type(position) is int and 0 <= position < _WORDS
    ]
    return " ".join(word for _, word in sorted(placed))


def _authors(work: Fields) -> Iterator[Author]:
    for one in work.inners("authorships"):
        known = one.inner("author")
        name = nameparts.fuller(one.text("raw_author_name"), known.text("display_name"))
        if author := nameparts.with_details(references.person(name) if name else None, _places(one), known.text("orcid")):
            yield author


def _places(authorship: Fields) -> Iterable[Affiliation | None]:
    """The institutions that OpenAlex knows, else as they were printed; the countries of a lone country are its."""
    known = [
        countries.affiliation(one.text("display_name"), one.text("country_code")) for one in authorship.inners("institutions")
    ]
    if any(known):
        return known
    listed = authorship.texts("countries")
    printed = authorship.texts("raw_affiliation_strings") or authorship.texts("raw_affiliation_string")
    return [countries.affiliation(one, listed[0] if len(listed) == 1 else "") for one in printed]


def _categories(work: Fields) -> tuple[Category, ...]:
    """Field and subfield of the topics; of older records the root concepts."""
    found: dict[Category, None] = {}
    for topic in [*([work.inner("primary_topic")] if "primary_topic" in work else []), *work.inners("topics")]:
        area, subarea = topic.inner("field").plain("display_name"), topic.inner("subfield").plain("display_name")
        if area:
            found[Category(area, subarea if subarea and subarea != area else None)] = None
    if not found:
        for concept in work.inners("concepts") or work.inners("x_concepts"):
            score = concept.record.get("score")
            if concept.count("level") == 0 and isinstance(score, (int, float)) and score >= _CONCEPT_SCORE:
                found[Category(areas.readable(concept.text("display_name")[: fields.MAX_NAME]))] = None
    return tuple(one for one in found if one.area)


def _keywords(work: Fields) -> dict[str, tuple[str, ...]]:
    """Keywords and headings of MeSH: both vocabularies are English."""
    words = [one.text("display_name", "keyword") for one in work.inners("keywords")]
    words += [one.text("descriptor_name") for one in work.inners("mesh")]
    found = [word for one in words if (word := text(without_markup(one))[: fields.MAX_NAME])]
    return {"en": tuple(dict.fromkeys(found))} if found else {}


def _venue(source: Fields, place: Fields) -> str | None:
    """Where it was published; platforms of e-books are none."""
    if source.text("type") == "ebook platform":
        return None
    name = source.plain("display_name") or place.plain("raw_source_name")
    return references.venue(_KEEPER.sub("", name) if name.startswith("arXiv") else name)


def _ids(work: Fields, own: str) -> Iterator[tuple[str, str]]:
    ids = work.inner("ids")
    yield "openalex", own
    yield "doi", work.text("doi") or ids.text("doi")
    # Addresses of PubMed Central stand there without the letters of its numbers.
    yield from ((kind, ids.text(kind).rstrip("/").rpartition("/")[2]) for kind in ("mag", "pmid", "pmcid"))
    yield "mag", work.text("mag")
    for place in work.inners("locations") or [work.inner("primary_location")]:
        for kind, values in references.ids([("url", place.text("landing_page_url")), ("url", place.text("pdf_url"))]).items():
            yield from ((kind, value) for value in values if kind in _PLACES)


def _file(address: str) -> str:
    return address if address.lower().partition("?")[0].endswith(".pdf") else ""
