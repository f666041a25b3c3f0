"""/papers/{id}/similar: related papers, answered like a search.

How they are found is query/similar.py's; the route only joins.
"""

from __future__ import annotations

from urllib.parse import quote

from flask import Blueprint, Response, redirect, request

from service.api.answers import answer
from service.api.papers import page_content, searcher
from service.schemas.similar import read_similar


def add_to(api: Blueprint) -> None:
    """Adds the route of this resource."""
    api.add_url_rule("/papers/<path:paper_id>/similar", view_func=similar)


def similar(paper_id: str) -> Response:
    """GET /papers/{id}/similar"""
    wanted = read_similar(request.args.to_dict(flat=False))
    paper = searcher().paper(paper_id)
    if ":" not in paper_id and paper["id"] != paper_id:
        asked = f"?{request.query_string.decode('ascii', 'replace')}" if request.query_string else ""
        return redirect(f"/api/v1/papers/{quote(paper['id'])}/similar{asked}", 301)  # type: ignore[return-value]
    content = page_content(wanted, searcher().similar(paper, wanted))
    content["meta"]["query"]["similar_to"] = {"id": paper["id"], "title": paper["title"]}
    return answer(content)
