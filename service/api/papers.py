"""/papers: the search, and one paper by its id or an identifier.

Reading parameters is schemas', searching is searching's; routes only join them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import MethodNotAllowed, UnsupportedMediaType

from service import syntax
from service.api.access import OPEN_TO_POST
from service.api.answers import answer, moved_to
from service.api.formats import in_format
from service.api.links import Place, linked, links
from service.query import SearchRequest
from service.results import SearchPage
from service.schemas import read_search
from service.schemas.arguments import read_posted_search
from service.schemas.exports import read_paper
from service.searching import Searcher


def add_to(api: Blueprint) -> None:
    """Adds the routes of this resource."""
    api.add_url_rule("/papers", view_func=search)
    api.add_url_rule("/papers/search", view_func=posted_search, methods=["POST"])
    api.add_url_rule("/papers/<path:paper_id>", view_func=one)


def searcher() -> Searcher:
    """The searcher of this application."""
    found: Searcher = current_app.extensions["searcher"]
    return found


def search() -> Response:
    """GET /papers"""
    wanted = read_search(request.args.to_dict(flat=False))
    return listed(wanted, searcher().search(wanted), here())


def posted_search() -> Response:
    """POST /papers/search"""
    wanted, parameters = read_posted_search(posted_json())
    place = Place(request.path.removesuffix("/search"), parameters)
    return listed(wanted, searcher().search(wanted), place)


def one(paper_id: str) -> Response:
    """GET /papers/{id}. Raises MethodNotAllowed for what is no id but the address of something that is posted."""
    if request.path.rstrip("/") in OPEN_TO_POST:
        raise MethodNotAllowed(["POST"])
    wanted = read_paper(request.args.to_dict(flat=False))
    paper = searcher().paper(paper_id)
    return moved(paper_id, paper) or in_format(paper, wanted)


def moved(paper_id: str, paper: Mapping[str, Any], rest: str = "") -> Response | None:
    """Where the paper of a merged id is now, with the rest of the path behind its id and the query; None for its own id."""
    if ":" in paper_id or "/" in paper_id or paper["id"] == paper_id:
        return None
    return moved_to(f"/api/v1/papers/{quote(paper['id'])}{rest}")


def posted_json() -> bytes:
    """The body of a POST request. Raises UnsupportedMediaType for one that is not said to be JSON."""
    if not request.is_json:
        raise UnsupportedMediaType("The body must be JSON: send it with Content-Type: application/json.")
    return request.get_data(cache=False)


def here() -> Place:
    """The address of this request."""
    return Place(request.path, request.args.to_dict(flat=False))


def listed(wanted: SearchRequest, page: SearchPage, place: Place) -> Response:
    """The answer to a search, with its links in the header, too."""
    content = page_content(wanted, page, place)
    return linked(answer(content), place, wanted, content["links"])


def page_content(wanted: SearchRequest, page: SearchPage, place: Place | None = None) -> dict[str, Any]:
    """The contract's answer to a search; `place` is where its other pages are, this request's address when none is given.

    A walk by cursor has no page numbers: `page` is null.
    """
    meta = {
        "count": page.count,
        "page": wanted.page if wanted.cursor is None else None,
        "size": wanted.size,
        "took_ms": page.took_ms,
        "timed_out": page.timed_out,
        "next_cursor": page.next_cursor,
        "query": {"q": wanted.q, "read_as": syntax.parse(wanted.q).read_as, "expanded": list(page.expanded)},
        "warnings": list(page.warnings),
        "suggestion": page.suggestion,
    }
    beside = links(place or here(), wanted, page.count, page.next_cursor)
    return {"meta": meta, "results": page.results, "facets": page.facets, "links": beside}
