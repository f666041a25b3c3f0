"""The views that the templates print: a page of results, one paper, an error.

They say what is shown and where links lead; how it looks is the templates' and page.css's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from service.labels import label
from service.query import MAX_RESULTS, SORTS, SearchRequest
from service.results import SearchPage, last_page
from service.schemas.arguments import NARROWING
from service.web import listing
from service.web.addresses import LANG, PAGE, Address, Link
from service.web.languages import foreign
from service.web.notices import Also, Notice, also, notices, reading
from service.web.selection import Chip, FacetList, chips, facet_lists, filter_parameters
from service.web.texts import Text, abstracts_of, titles_of
from service.web.wording import Wording

SIZES = (10, 20, 50, 100)
# Page numbers on each side of the current one.
AROUND = 2
# What the search form holds itself; the rest of the address travels as hidden fields.
_FORM_FIELDS = frozenset({"q", "sort", "size", PAGE})


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of a select. The default's value is empty, so that it is not fixed in the address."""

    value: str
    text: str
    selected: bool


@dataclass(frozen=True, slots=True)
class Paging:
    """Where we are. `numbers` are (page, address), with (0, "") for a gap; addresses are empty where there is no page."""

    page: int
    last: int
    previous: str
    next: str
    numbers: tuple[tuple[int, str], ...]
    # The results end here although there are more of them.
    is_cut: bool


@dataclass(frozen=True, slots=True)
class SearchView:
    """A page of results."""

    q: str
    count: int
    took_ms: int
    start: int
    papers: tuple[listing.Listing, ...]
    facets: tuple[FacetList, ...]
    chips: tuple[Chip, ...]
    without_filters: str
    # Did you mean: the search for a better spelling, where there is one.
    suggestion: Link | None
    notices: tuple[Notice, ...]
    reading: str
    also: Also
    paging: Paging
    sorts: tuple[Option, ...]
    sizes: tuple[Option, ...]
    hidden: tuple[tuple[str, str], ...]
    json: str
    feed: str


@dataclass(frozen=True, slots=True)
class Person:
    """An author of one paper: the name, its other forms, affiliations, the address of the ORCID."""

    link: Link
    forms: tuple[Link, ...]
    affiliations: tuple[Link, ...]
    orcid: str


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
    hidden: tuple[tuple[str, str], ...]
    address: str
    json: str


def search_view(request: SearchRequest, page: SearchPage, here: Address, wording: Wording) -> SearchView:
    """The view of a search and its results."""
    return SearchView(
        q=request.q.strip(),
        count=page.count,
        took_ms=page.took_ms,
        start=(request.page - 1) * request.size + 1,
        papers=tuple(listing.listing(paper, here, wording) for paper in page.results),
        facets=facet_lists(page.facets, request, here, wording),
        chips=chips(page.facets, request, here, wording),
        without_filters=str(here.without_all(filter_parameters())),
        suggestion=(
            Link(page.suggestion, str(here.asking(page.suggestion)), foreign(page.suggestion, wording))
            if page.suggestion
            else None
        ),
        notices=notices(request, page, here, wording),
        reading=reading(request.q),
        also=also(request, page, here, wording),
        paging=_paging(request, page.count, here),
        sorts=_sorts(request, wording),
        sizes=_sizes(request, wording),
        hidden=hidden_fields(here),
        json=str(Address("/api/v1/papers", here.dropping("lang").pairs)),
        feed=str(Address("/api/v1/feed", tuple(pair for pair in here.pairs if pair[0] in NARROWING))),
    )


def hidden_fields(here: Address, only: Iterable[str] | None = None) -> tuple[tuple[str, str], ...]:
    """What the search form carries along: the language and the filters, or `only` some of the parameters."""
    kept = None if only is None else frozenset(only)
    return tuple(pair for pair in here.pairs if (pair[0] in kept if kept is not None else pair[0] not in _FORM_FIELDS))


def paper_view(paper: Mapping[str, Any], here: Address, wording: Wording) -> PaperView:
    """The view of one paper."""
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
        hidden=hidden_fields(here, only=[LANG]),
        address=str(Address(f"/papers/{paper['id']}")),
        json=paper["links"]["self"],
    )


def _paging(request: SearchRequest, count: int, here: Address) -> Paging:
    last = last_page(count, request.size)
    page = request.page
    near = range(max(1, page - AROUND), min(last, page + AROUND) + 1)
    numbers: list[tuple[int, str]] = []
    before = 0
    for number in sorted({1, last, *near}):
        # A gap of one page is no shorter than its number.
        skipped = [before + 1] if number == before + 2 else [0] if number > before + 2 else []
        numbers += [(one, str(here.on_page(one)) if one else "") for one in (*skipped, number)]
        before = number
    return Paging(
        page,
        last,
        previous=str(here.on_page(min(page - 1, last))) if page > 1 else "",
        next=str(here.on_page(page + 1)) if page < last else "",
        numbers=tuple(numbers),
        is_cut=count > MAX_RESULTS and page >= last,
    )


def _sorts(request: SearchRequest, wording: Wording) -> tuple[Option, ...]:
    default = SearchRequest(q=request.q).order
    # Without words all papers are equally relevant.
    offered = [name for name in SORTS if name != "relevance" or default == "relevance" or request.sort == name]
    return tuple(Option("" if name == default else name, wording(f"sort.{name}"), name == request.order) for name in offered)


def _sizes(request: SearchRequest, wording: Wording) -> tuple[Option, ...]:
    default = SearchRequest().size
    sizes = sorted({*SIZES, request.size})
    return tuple(Option("" if n == default else str(n), wording("size.value", n=n), n == request.size) for n in sizes)


def _people(authors: Iterable[Mapping[str, Any]], here: Address, wording: Wording) -> tuple[Person, ...]:
    return tuple(
        Person(
            listing.people([author], here, wording)[0],
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
