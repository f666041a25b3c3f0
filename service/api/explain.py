"""/explain: how a query was read, and what `/papers` sends to the engine for the same parameters.

The search itself is carried out by searching, as for `/papers`; the route only joins.
"""

from __future__ import annotations

from flask import Blueprint, Response, request

from service.api.answers import answer
from service.api.papers import page_content, searcher
from service.schemas import read_search
from service.searching import explaining


def add_to(api: Blueprint) -> None:
    """Adds the route of this resource."""
    api.add_url_rule("/explain", view_func=explain)


def explain() -> Response:
    """GET /explain"""
    wanted = read_search(request.args.to_dict(flat=False))
    outcome = searcher().outcome(wanted)
    text = explaining.analysed(wanted)
    tokens = searcher().index.tokens(text, explaining.analyzers()) if text else {}
    meta = page_content(wanted, outcome.page)["meta"] | {"suggestion": outcome.suggestion}
    return answer({"meta": meta, **explaining.explain(wanted, outcome, tokens)})
