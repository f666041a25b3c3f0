"""/papers: the search, and one paper by its id or an identifier.

Reading parameters is schemas', searching is searching.py's; routes only join them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, current_app, redirect, request

from service import results, syntax
from service.api.answers import answer
from service.query import SearchRequest
from service.results import SearchPage
from service.schemas import read_paper_fields, read_search
from service.searching import Searcher


def add_to(api: Blueprint) -> None:
    """Adds the routes of this resource."""
    api.add_url_rule("/papers", view_func=search)
    api.add_url_rule("/papers/<path:paper_id>", view_func=one)


def searcher() -> Searcher:
    """The searcher of this application."""
    found: Searcher = current_app.extensions["searcher"]
    return found


def search() -> Response:
    """GET /papers"""
    wanted = read_search(request.args.to_dict(flat=False))
    return answer(page_content(wanted, searcher().search(wanted)))


def one(paper_id: str) -> Response:
    """GET /papers/{id}"""
    fields = read_paper_fields(request.args.to_dict(flat=False))
    paper = searcher().paper(paper_id)
    return moved(paper_id, paper) or answer(results.select(paper, fields))


def moved(paper_id: str, paper: Mapping[str, Any], rest: str = "") -> Response | None:
    """Where the paper of a merged id is now, with the rest of the address behind its id; None for a paper's own id."""
    if ":" in paper_id or paper["id"] == paper_id:
        return None
    return redirect(f"/api/v1/papers/{quote(paper['id'])}{rest}", 301)  # type: ignore[return-value]


def page_content(wanted: SearchRequest, page: SearchPage) -> dict[str, Any]:
    """The contract's answer to a search."""
    meta = {
        "count": page.count,
        "page": wanted.page,
        "size": wanted.size,
        "took_ms": page.took_ms,
        "timed_out": page.timed_out,
        "next_cursor": None,
        "query": {"q": wanted.q, "read_as": syntax.parse(wanted.q).read_as, "expanded": list(page.expanded)},
        "warnings": list(page.warnings),
        "suggestion": page.suggestion,
    }
    return {"meta": meta, "results": page.results, "facets": page.facets, "links": _links(wanted, page)}


def _links(wanted: SearchRequest, page: SearchPage) -> dict[str, str | None]:
    last = results.last_page(page.count, wanted.size)
    return {
        "self": _address(wanted.page),
        "next": _address(wanted.page + 1) if wanted.page < last else None,
        "prev": _address(min(wanted.page - 1, last)) if wanted.page > 1 else None,
    }


def _address(page: int) -> str:
    """This request's address with another page; relative, so that it holds behind any proxy."""
    pairs = [(name, value) for name, value in request.args.items(multi=True) if name != "page"]
    pairs += [("page", str(page))] if page > 1 else []
    query = "&".join(f"{quote(name, safe='.')}={quote(value, safe='', errors='replace')}" for name, value in pairs)
    return f"{request.path}?{query}" if query else request.path
