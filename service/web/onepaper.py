"""One paper: everything that is known of it, how it is cited, and related papers.

It says what is shown and where links lead; how it looks is the templates' and the style sheet's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from service.exports import EXPORTS
from service.labels import label
from service.web import listing
from service.web.addresses import LANG, Address, Link, Pairs
from service.web.languages import foreign
from service.web.texts import Text, abstracts_of, titles_of
from service.web.wording import Wording

# The forms of reference that the page shows, first the one that people read.
CITED = ("gb7714", "bibtex", "ris")
# A feed is of so many of the authors: an address has its limits.
FOLLOWED = 50


@dataclass(frozen=True, slots=True)
class Person:
    """An author of one paper: the name, its other forms, affiliations, the address of the ORCID."""

    link: Link
    forms: tuple[Link, ...]
    affiliations: tuple[Link, ...]
    orcid: str


@dataclass(frozen=True, slots=True)
class Citation:
    """The paper as a reference; `address` is that of a file with it."""

    name: str
    label: str
    text: str
    address: str


@dataclass(frozen=True, slots=True)
class PaperView:
    """One paper with everything that is known of it; `facts` are (field, values) for a definition list."""

    title: Text
    is_derived: bool
    other_titles: tuple[Text, ...]
    people: tuple[Person, ...]
    truncated: bool
    abstracts: tuple[Text, ...]
    retracted: bool
    facts: tuple[tuple[str, tuple[Link, ...]], ...]
    links: tuple[Link, ...]
    hidden: Pairs
    address: str
    json: str
    citations: tuple[Citation, ...]
    related: tuple[listing.Listing, ...]
    # New papers of the same authors, as a feed; empty without authors.
    feed: str


def paper_view(
    paper: Mapping[str, Any],
    related: Iterable[Mapping[str, Any]],
    cited: Mapping[str, str],
    here: Address,
    wording: Wording,
) -> PaperView:
    """The view of one paper with related ones; `cited` has the paper as a reference in the forms of CITED."""
    titles = titles_of(paper)
    return PaperView(
        title=titles[0],
        is_derived=paper["title_is_derived"],
        other_titles=titles[1:],
        people=_people(paper["authors"], here, wording),
        truncated=paper["authors_truncated"],
        abstracts=abstracts_of(paper),
        retracted=bool(paper["retracted"]),
        facts=tuple((term, values) for term, values in _facts(paper, here, wording) if values),
        links=listing.outward(paper, wording),
        hidden=tuple(pair for pair in here.pairs if pair[0] == LANG),
        address=str(Address(f"/papers/{paper['id']}")),
        json=paper["links"]["self"],
        citations=tuple(_citation(name, text, paper) for name, text in cited.items()),
        related=tuple(listing.listing(one, here, wording) for one in related),
        feed=str(Address("/api/v1/feed", tuple(("author", author["key"]) for author in paper["authors"][:FOLLOWED])))
        if paper["authors"]
        else "",
    )


def _citation(name: str, text: str, paper: Mapping[str, Any]) -> Citation:
    return Citation(name, EXPORTS[name].title, text, str(Address(paper["links"]["self"], (("format", name),))))


def _people(authors: Iterable[Mapping[str, Any]], here: Address, wording: Wording) -> tuple[Person, ...]:
    return tuple(
        Person(
            Link(author["name"], str(here.elsewhere(f"/authors/{author['key']}")), foreign(author["name"], wording)),
            tuple(
                Link(form, "", foreign(form, wording))
                for form in dict.fromkeys(author["names"].values())
                if form != author["name"]
            ),
            tuple(_affiliation(one, wording) for one in author["affiliations"]),
            f"https://orcid.org/{author['orcid']}" if author["orcid"] else "",
        )
        for author in authors
    )


def _affiliation(affiliation: Mapping[str, Any], wording: Wording) -> Link:
    name, country = affiliation["name"], affiliation["country"]
    place = wording("comma") + wording.of(label("country", country)) if country else ""
    return Link(name + place, "", foreign(name, wording))


def _facts(paper: Mapping[str, Any], here: Address, wording: Wording) -> Iterable[tuple[str, tuple[Link, ...]]]:
    def plain(*values: Any) -> tuple[Link, ...]:
        return tuple(
            Link(wording("yes" if value else "no") if isinstance(value, bool) else str(value))
            for value in values
            if value is not None
        )

    yield "venue", listing.venue(paper, here, wording)
    for name in ("series", "volume", "issue", "pages", "publisher"):
        yield name, plain(paper[name])
    yield "year", listing.year(paper, here, wording)
    yield "date", plain(paper["date"]) if paper["date"] != str(paper["year"]) else ()
    yield "type", plain(wording.of(label("type", paper["type"]))) if paper["type"] else ()
    yield "language", plain(wording.of(label("language", paper["language"])))
    yield "categories", listing.categories(paper, here, wording)
    yield "keywords", listing.keywords(paper, here, wording)
    yield "editors", listing.people(paper["editors"], here, wording)
    yield "ids", listing.identifiers(paper)
    yield "issn", plain(*paper["issn"])
    yield "isbn", plain(*paper["isbn"])
    yield "links", tuple(Link(link.address, link.address) for link in listing.full_texts(paper, wording))
    for name in ("citations", "licence", "open_access", "retracted"):
        yield name, plain(paper[name])
    yield "sources", plain(*(" · ".join(str(part) for part in origin.values() if part) for origin in paper["sources"]))
    for name in ("added", "updated"):
        # To the minute; the instant is in the JSON.
        yield name, plain(f"{paper[name][:16].replace('T', ' ')} UTC") if paper[name] else ()
    yield "id", plain(paper["id"])
