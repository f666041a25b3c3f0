"""An author's page: how the name is written, when and where the author published, with whom, and the newest papers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.labels import label
from service.web.addresses import LANG, Address, Link, Pairs
from service.web.bars import Bars, bars_of
from service.web.languages import foreign
from service.web.listing import Listing, listing
from service.web.wording import Wording

# So many of the newest papers, variants, affiliations and values of each kind are shown.
NEWEST, VARIANTS, PLACES, VALUES, COAUTHORS = 10, 12, 8, 10, 24


@dataclass(frozen=True, slots=True)
class Counted:
    """Something with the number of the author's papers; `share` is of the most frequent one, in steps of 5 of 100."""

    link: Link
    count: int
    share: int


@dataclass(frozen=True, slots=True)
class AuthorView:
    """One author, or several people of one name, which `several` then says; `lists` are (field, values)."""

    name: str
    language: str
    names: tuple[Link, ...]
    variants: tuple[Counted, ...]
    several: str
    orcid: str
    count: int
    period: str
    affiliations: tuple[tuple[Link, str], ...]
    years: Bars | None
    lists: tuple[tuple[str, tuple[Counted, ...]], ...]
    coauthors: tuple[Counted, ...]
    papers: tuple[Listing, ...]
    search: str
    trends: str
    feed: str
    json: str
    hidden: Pairs


def author_view(author: Mapping[str, Any], newest: Iterable[Mapping[str, Any]], here: Address, wording: Wording) -> AuthorView:
    """The view of the contract's author with the newest papers."""
    key, search = author["key"], here.elsewhere("/", ("author", author["key"]))
    several = author["may_be_several"]
    return AuthorView(
        name=author["name"],
        language=foreign(author["name"], wording),
        names=tuple(
            Link(form, "", foreign(form, wording)) for form in dict.fromkeys(author["names"].values()) if form != author["name"]
        ),
        variants=_counted(author["variants"][:VARIANTS], lambda one: str(here.elsewhere(f"/authors/{one['key']}")), wording)
        if len(author["variants"]) > 1
        else (),
        several=wording.of(several["reason"]) if several else "",
        orcid=f"https://orcid.org/{author['orcid']}" if author["orcid"] else "",
        count=author["papers"],
        period=_period(author["first_year"], author["last_year"], wording),
        affiliations=tuple(_place(one, wording) for one in author["affiliations"][:PLACES]),
        years=bars_of(
            {int(one["key"]): one["count"] for one in author["years"]}, lambda year: str(search.adding("year", str(year)))
        ),
        lists=tuple(
            (field, _counted(author[field][:VALUES], _narrowing(search, name), wording))
            for field, name in (("categories", "category"), ("venues", "venue"), ("keywords", "keyword"))
            if author[field]
        ),
        coauthors=_counted(author["coauthors"][:COAUTHORS], lambda one: str(here.elsewhere(f"/authors/{one['key']}")), wording),
        papers=tuple(listing(paper, here, wording) for paper in newest),
        search=str(search),
        trends=str(here.elsewhere("/trends", ("author", key))),
        feed=str(Address("/api/v1/feed", (("author", key),))),
        json=author["links"]["self"],
        hidden=tuple(pair for pair in here.pairs if pair[0] == LANG),
    )


def _narrowing(search: Address, name: str) -> Any:
    return lambda one: str(search.adding(name, one["key"]))


def _counted(values: Sequence[Mapping[str, Any]], address: Any, wording: Wording) -> tuple[Counted, ...]:
    most = max((one["count"] for one in values), default=1)
    found = []
    for one in values:
        text = wording.of(one["label"]) if "label" in one else one["name"]
        found.append(Counted(Link(text, address(one), foreign(text, wording)), one["count"], -(-one["count"] * 20 // most) * 5))
    return tuple(found)


def _place(one: Mapping[str, Any], wording: Wording) -> tuple[Link, str]:
    country = wording("comma") + wording.of(label("country", one["country"])) if one["country"] else ""
    return Link(one["name"] + country, "", foreign(one["name"], wording)), _period(one["first_year"], one["last_year"], wording)


def _period(first: int | None, last: int | None, wording: Wording) -> str:
    if first is None or last is None:
        return ""
    return str(first) if first == last else wording("years.span", first=str(first), last=str(last))
