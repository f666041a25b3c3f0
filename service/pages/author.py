"""/authors/{key}: an author with years, categories, co-authors and the newest papers."""

from __future__ import annotations

from flask import Blueprint, Response, current_app

from service import results
from service.api.answers import answer
from service.api.papers import searcher
from service.index import ValueIndex
from service.pages import asking, showing
from service.query import SearchRequest
from service.schemas.authors import read_author_fields
from service.searching import people
from service.web.addresses import Address
from service.web.person import NEWEST, author_view


def add_to(pages: Blueprint) -> None:
    """Adds the route of this page."""
    pages.add_url_rule("/authors/<path:key>", view_func=author)


def author(key: str) -> Response:
    """GET /authors/{key}: 301 for another writing of a key. Raises NotFound with near keys."""
    fields, here = asking.read(read_author_fields), asking.here()
    found = people.author(searcher(), key)
    if found is None:
        return _meant(key, here)
    if asking.wants_json():
        return showing.varied(answer(results.select(found, fields)))
    newest = SearchRequest(filters={"author": (key,)}, facets={}, sort="newest", size=NEWEST)
    view = author_view(found, searcher().search(newest).results, here, asking.wording())
    return showing.html("author.html", here, view=view)


def _meant(key: str, here: Address) -> Response:
    values: ValueIndex = current_app.extensions["values"]
    meant = people.meant(values, key)
    if meant.key is None:
        raise people.not_found(key, meant.near)
    return showing.moved(Address(f"/authors/{meant.key}", here.pairs))
