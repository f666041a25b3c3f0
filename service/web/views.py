"""The view of a search: a page of results with everything around them.

It says what is shown and where links lead; how it looks is the templates' and the style sheets'.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from service.exports import EXPORTS
from service.query import MAX_RESULTS, SORTS, SearchRequest
from service.results import SearchPage, last_page
from service.schemas.arguments import NARROWING
from service.web import listing
from service.web.addresses import LANG, PAGE, Address, Link
from service.web.languages import foreign
from service.web.notices import Also, Notice, also, notices, reading
from service.web.selection import Chip, FacetList, chips, facet_lists, filter_parameters, shown
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
    # The whole result set in other formats: (name, address).
    exports: tuple[Link, ...]
    feeds: tuple[Link, ...]
    trends: str
    # The author's page, where the results are one author's.
    author: Link | None


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
        exports=_files("/api/v1/export", [(one.name, one.title) for one in EXPORTS.values()], (*NARROWING, "sort"), here),
        feeds=_files("/api/v1/feed", [("atom", "Atom"), ("json", "JSON Feed")], NARROWING, here),
        trends=str(here.carrying("/trends", NARROWING)),
        author=_author(request, page, here, wording),
    )


def _files(path: str, formats: Iterable[tuple[str, str]], names: Iterable[str], here: Address) -> tuple[Link, ...]:
    """The results of this search in each of the formats."""
    asked = here.carrying(path, names).dropping(LANG)
    return tuple(Link(text, str(Address(path, (("format", name), *asked.pairs)))) for name, text in formats)


def _author(request: SearchRequest, page: SearchPage, here: Address, wording: Wording) -> Link | None:
    """The page of the one author whose papers are searched."""
    chosen = (*request.filters.get("author", ()), *request.all_of.get("author", ()))
    if len(chosen) != 1:
        return None
    name = shown("author", chosen[0], page.facets, wording)
    return Link(name, str(here.elsewhere(f"/authors/{chosen[0]}")), foreign(name, wording))


def hidden_fields(here: Address, only: Iterable[str] | None = None) -> tuple[tuple[str, str], ...]:
    """What the search form carries along: the language and the filters, or `only` some of the parameters."""
    kept = None if only is None else frozenset(only)
    return tuple(pair for pair in here.pairs if (pair[0] in kept if kept is not None else pair[0] not in _FORM_FIELDS))


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
