"""/papers/{id}: one paper with its references and related papers."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from service import exports, results
from service.api.answers import answer
from service.api.export import today
from service.api.feed import base
from service.api.papers import searcher
from service.exports import EXPORTS, Options, jsonld
from service.pages import asking, showing
from service.query import SearchRequest
from service.schemas import read_paper_fields
from service.web.addresses import Address
from service.web.onepaper import CITED, paper_view

# So many related papers are named.
RELATED = SearchRequest(size=6, facets={}, sort="relevance")


def add_to(pages: Blueprint) -> None:
    """Adds the route of this page."""
    pages.add_url_rule("/papers/<path:paper_id>", view_func=paper)


def paper(paper_id: str) -> Response:
    """GET /papers/{id}: 301 for an id that has become another's."""
    fields = asking.read(read_paper_fields)
    found, here = searcher().paper(paper_id), asking.here()
    if ":" not in paper_id and "/" not in paper_id and found["id"] != paper_id:
        return showing.moved(Address(f"/papers/{found['id']}", here.pairs))
    if asking.wants_json():
        return showing.varied(answer(results.select(found, fields)))
    related = searcher().similar(found, RELATED).results
    view = paper_view(found, related, _cited(found), here, asking.wording())
    return showing.html("paper.html", here, view=view, jsonld=jsonld.in_page(jsonld.article(found, base())))


def _cited(paper: dict[str, Any]) -> dict[str, str]:
    """The paper as a reference in each of the forms that the page shows."""
    options = Options(accessed=today())
    return {name: "".join(exports.write(EXPORTS[name], [paper], options)).strip() for name in CITED}
