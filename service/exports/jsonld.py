"""JSON-LD in the vocabulary of schema.org, for search engines that read a paper's page.

It writes no markup around it; `in_page` makes it safe inside of a script element.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.exports import facts, people
from service.exports.facts import Paper
from service.exports.jsonlines import dumped

CONTEXT = "https://schema.org"
_TYPES: Mapping[str, str] = {
    "thesis": "Thesis", "book": "Book", "chapter": "Chapter", "report": "Report", "dataset": "Dataset", "webpage": "WebPage",
}  # fmt: skip


def article(paper: Paper, base: str = "") -> dict[str, Any]:
    """The paper as a ScholarlyArticle (or Thesis, Book, Chapter, Report, Dataset, WebPage). `base`: the service's address."""
    title = facts.title(paper)
    page = f"{base}/papers/{paper['id']}" if paper.get("id") else None
    ids = paper.get("ids") or {}
    found: dict[str, Any] = {
        "@context": CONTEXT,
        "@type": _TYPES.get(facts.kind(paper), "ScholarlyArticle"),
        "@id": page,
        "url": page,
        "mainEntityOfPage": page,
        "name": title,
        "headline": title,
        "alternateName": list(facts.other_texts(paper, "titles", paper.get("title")).values()),
        "author": [_person(one) for one in paper.get("authors") or () if people.shown(one)],
        "editor": [_person(one) for one in paper.get("editors") or () if people.shown(one)],
        "datePublished": facts.iso_date(paper),
        "abstract": facts.line(paper.get("abstract")),
        "keywords": facts.keywords(paper),
        "about": facts.categories(paper),
        "inLanguage": facts.line(paper.get("language")),
        "isPartOf": _part_of(paper),
        "pagination": facts.line(paper.get("pages")),
        "publisher": _organisation(paper.get("publisher")),
        "isbn": list(paper.get("isbn") or ()),
        "identifier": [_identifier(kind, value) for kind, values in ids.items() for value in values],
        "sameAs": _elsewhere(paper),
        "license": facts.line(paper.get("licence")),
        "isAccessibleForFree": paper.get("open_access"),
        "creativeWorkStatus": "Retracted" if paper.get("retracted") else None,
        "encoding": {"@type": "MediaObject", "contentUrl": facts.pdf(paper), "encodingFormat": "application/pdf"}
        if facts.pdf(paper)
        else None,
    }
    return _filled(found)


def in_page(value: Mapping[str, Any]) -> str:
    """JSON that can stand inside a script element: nothing in it ends the element or begins a comment."""
    text = dumped(value)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _person(author: Mapping[str, Any]) -> dict[str, Any]:
    name = people.divide(author)
    orcid = author.get("orcid")
    shown = people.shown(author)
    return _filled({
        "@type": "Person",
        "name": shown,
        "alternateName": [form for form in dict.fromkeys((author.get("names") or {}).values()) if form and form != shown],
        "familyName": name.whole_family if name else None,
        "givenName": name.given if name else None,
        "affiliation": [_organisation(one["name"]) for one in author.get("affiliations") or ()],
        "sameAs": f"https://orcid.org/{orcid}" if orcid else None,
    })  # fmt: skip


def _organisation(name: Any) -> dict[str, str] | None:
    text = facts.line(name)
    return {"@type": "Organization", "name": text} if text else None


def _part_of(paper: Paper) -> dict[str, Any] | None:
    """The issue in its volume in its journal, as far as they are known; a collection for what is in no journal."""
    venue = facts.line(paper.get("venue"))
    if not venue:
        return None
    if facts.kind(paper) != "article":
        return {"@type": "PublicationIssue" if paper.get("issue") else "CreativeWork", "name": venue}
    whole: dict[str, Any] = _filled({"@type": "Periodical", "name": venue, "issn": list(paper.get("issn") or ())})
    for part, field in (("PublicationVolume", "volume"), ("PublicationIssue", "issue")):
        if number := facts.line(paper.get(field)):
            whole = {"@type": part, f"{field}Number": number, "isPartOf": whole}
    return whole


def _identifier(kind: str, value: str) -> dict[str, str]:
    return {"@type": "PropertyValue", "propertyID": kind, "value": value}


def _elsewhere(paper: Paper) -> list[str]:
    ids = paper.get("ids") or {}
    places = [facts.resolved(of, value) for of in ("doi", "arxiv") for value in ids.get(of) or ()]
    return list(dict.fromkeys([*places, *([page] if (page := facts.address(paper)) else [])]))


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in (None, "", [], {})}
