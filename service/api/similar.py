"""/papers/{id}/similar: related papers, answered like a search.

How they are found is query/similar.py's; the route only joins.
"""

from __future__ import annotations

from flask import Blueprint, Response, request

from service.api.answers import answer
from service.api.links import linked
from service.api.papers import here, moved, page_content, searcher
from service.schemas.similar import read_similar


def add_to(api: Blueprint) -> None:
    """Adds the route of this resource."""
    api.add_url_rule("/papers/<path:paper_id>/similar", view_func=similar)


def similar(paper_id: str) -> Response:
    """GET /papers/{id}/similar"""
    wanted = read_similar(request.args.to_dict(flat=False))
    paper = searcher().paper(paper_id)
    if elsewhere := moved(paper_id, paper, "/similar"):
        return elsewhere
    content = page_content(wanted, searcher().similar(paper, wanted))
    content["meta"]["query"]["similar_to"] = {"id": paper["id"], "title": paper["title"]}
    return linked(answer(content), here(), wanted, content["links"])
