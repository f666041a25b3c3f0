"""A work of Crossref's XML in the shape of Crossref's JSON, so that both are read alike.

It leaves out what the JSON's reader does not read: references, funders, components, the depositor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from service.sources.reading.xmlpapers import Element, date_of
from service.sources.reading.xmltext import all_of, elements, first_of, plain

_TYPES: Mapping[str, str] = {
    "journal_article": "journal-article", "conference_paper": "proceedings-article", "content_item": "book-chapter",
    "dataset": "dataset", "posted_content": "posted-content", "preprint": "posted-content", "dissertation": "dissertation",
    "report-paper": "report", "standard": "standard", "database": "database", "sa_component": "component",
    "peer_review": "peer-review", "pending_publication": "journal-article", "grant": "grant", "book": "book",
    "conference": "proceedings", "journal": "journal",
}  # fmt: skip
# Where each kind of work keeps what is said of it, or of what it is in.
_METADATA = (
    "journal_metadata", "proceedings_metadata", "proceedings_series_metadata", "book_metadata", "book_series_metadata",
    "book_set_metadata", "standard_metadata", "standard_series_metadata", "report-paper_metadata", "report-paper_series_metadata",
    "database_metadata",
)  # fmt: skip
_DATES = ("publication_date", "posted_date", "approval_date", "acceptance_date", "database_date/publication_date")
# `query`, `doi_record` and `crossref` stand around a work.
_LEVELS = 4
_SAME = {"isIdenticalTo": "is-identical-to", "isSameAs": "is-same-as", "hasPreprint": "has-preprint"}


def as_json(whole: Element, part: Element | None) -> Mapping[str, Any]:
    """A work: `part` of `whole` (an article of a journal), or `whole` itself (a book, a preprint)."""
    about = next(elements(whole, *_METADATA), None)
    own = part if part is not None else about if about is not None and whole.tag not in ("journal",) else whole
    kind = _TYPES.get(str((part if part is not None else whole).tag), "other")
    if kind == "journal" and whole.find("journal_issue") is not None:
        kind = "journal-issue"
    title, subtitle = all_of(own, "titles/title"), all_of(own, "titles/subtitle")
    if kind == "proceedings":
        title = all_of(own, "proceedings_title")
    issue = whole.find("journal_issue")
    volume = first_of(issue, "journal_volume/volume") or first_of(about, "volume", "series_metadata/volume")
    found: dict[str, Any] = {
        "DOI": first_of(own, "doi_data/doi", "doi") or first_of(whole, "doi_data/doi"),
        "type": kind,
        "subtype": whole.get("type") or "",
        "title": title or all_of(own, "publication/title", "article_title"),
        "subtitle": subtitle,
        "original-title": first_of(own, "titles/original_language_title"),
        "language": _language(own, about),
        "container-title": list(_containers(whole, about, part is not None)),
        "author": list(_people(own, "author", "first-author", "")),
        "editor": [*_people(own, "editor", "chair"), *(_people(about, "editor", "chair") if part is not None else ())],
        "publisher": first_of(about, "publisher/publisher_name") or first_of(own, "publisher/publisher_name"),
        "institution": [{"name": name} for name in all_of(own, "institution/institution_name")],
        "group-title": first_of(whole, "group_title"),
        "event": {"name": first_of(whole, "event_metadata/conference_name")},
        "volume": volume,
        "issue": first_of(issue, "issue"),
        "page": _pages(own),
        "article-number": _article_number(own),
        "ISSN": all_of(about, "issn", "series_metadata/issn") + all_of(whole, "series_metadata/issn"),
        "ISBN": all_of(about, "isbn") + (all_of(own, "isbn") if own is not about else []),
        "abstract": first_of(own, "abstract"),
        "license": list(_licences(own)),
        "link": list(_files(own)),
        "resource": {"primary": {"URL": first_of(own, "doi_data/resource")}},
        "relation": _relations(own),
        "is-referenced-by-count": _cited(whole),
    }
    return found | _dates(own, issue, about)


def _language(own: Element, about: Element | None) -> str:
    """The language of the work, else that of what it is in."""
    original = own.find("titles/original_language_title")
    declared = original.get("language") if original is not None else None
    return declared or own.get("language") or (about.get("language") if about is not None else "") or ""


def _containers(whole: Element, about: Element | None, is_part: bool) -> Iterator[str]:
    """Series before what stands in it, as in the JSON."""
    yield from all_of(about, "series_metadata/titles/title")[:1]
    if is_part:
        yield from all_of(about, "full_title", "proceedings_title", "titles/title")[:1]
    yield from all_of(whole, "journal_title")[:1]


def _people(element: Element | None, *roles: str) -> Iterator[Mapping[str, Any]]:
    lists = elements(element, "contributors/person_name", "contributors/organization", "person_name", "organization")
    for one in lists:
        role = (one.get("contributor_role") or "").lower()
        if role not in roles:
            continue
        if one.tag == "organization":
            yield {"name": plain(one)}
            continue
        yield {
            "family": first_of(one, "surname"),
            "given": first_of(one, "given_name"),
            "suffix": first_of(one, "suffix"),
            "ORCID": first_of(one, "ORCID"),
            "affiliation": [{"name": name} for name in _places(one)],
        }


def _places(person: Element) -> Iterator[str]:
    yield from all_of(person, "affiliation")
    for one in elements(person, "affiliations/institution"):
        department, city = first_of(one, "institution_department"), first_of(one, "institution_place")
        name = first_of(one, "institution_name")
        yield ", ".join(part for part in (department, name, city) if part)


def _pages(own: Element) -> str:
    first, last, other = (first_of(own, f"pages/{name}") for name in ("first_page", "last_page", "other_pages"))
    whole = f"{first}-{last}" if first and last and first != last else first or last
    return ", ".join(part for part in (whole, other) if part)


def _article_number(own: Element) -> str:
    numbers = elements(own, "publisher_item/item_number")
    return next((plain(one) for one in numbers if "article" in (one.get("item_number_type") or "")), "")


def _licences(own: Element) -> Iterator[Mapping[str, Any]]:
    """Those for readers; what is free to read without a licence is no licence."""
    for one in own.iter("license_ref"):
        yield {"URL": plain(one), "content-version": one.get("applies_to") or "", "delay-in-days": 0}


def _files(own: Element) -> Iterator[Mapping[str, Any]]:
    for one in elements(own, "doi_data/collection"):
        if one.get("property") in ("text-mining", "unspecified", "syndication", "list-based"):
            for resource in one.iter("resource"):
                yield {"URL": plain(resource), "content-type": resource.get("mime_type") or ""}


def _relations(own: Element) -> Mapping[str, Any]:
    found: dict[str, list[Mapping[str, str]]] = {}
    for one in own.iter("intra_work_relation", "inter_work_relation"):
        if kind := _SAME.get(one.get("relationship-type") or ""):
            found.setdefault(kind, []).append({"id": plain(one), "id-type": one.get("identifier-type") or ""})
    return found


def _cited(whole: Element) -> int | None:
    """How often Crossref knows the work to be cited, which stands beside it in an answer."""
    for above in islice(whole.iterancestors(), _LEVELS):
        for one in above.iterchildren("{*}crm-item"):
            if one.get("name") == "citedby-count" and (one.text or "").strip().isdecimal():
                return int((one.text or "").strip()[:9])
    return None


def _dates(own: Element, issue: Element | None, about: Element | None) -> dict[str, Any]:
    """The earliest day of publication as `issued`, as Crossref reckons it, and the others of its kind."""
    for place in (own, issue, about):
        for kind in _DATES:
            known = [(year, date) for one in elements(place, kind) for year, date in (date_of(one),) if year]
            if known:
                first = min(known, key=lambda pair: (pair[0], pair[1] or "9"))
                return {"issued": _parts(*first), "published": _parts(*known[0]), "published-online": _parts(*known[-1])}
    return {}


def _parts(year: int, date: str | None) -> Mapping[str, Any]:
    return {"date-parts": [[int(part) for part in (date or str(year)).split("-")]]}
