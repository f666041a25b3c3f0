"""JSON Feed 1.1: a feed of papers.

It carries abstracts as plain text and no markup.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from service.exports import facts, feeds, people
from service.exports.facts import Paper
from service.exports.feeds import Feed
from service.exports.jsonlines import dumped

VERSION = "https://jsonfeed.org/version/1.1"
MEDIA_TYPE = "application/feed+json"


def write(feed: Feed, papers: Iterable[Paper]) -> str:
    """The whole document."""
    return dumped({
        "version": VERSION,
        "title": facts.line(feed.title),
        "home_page_url": feed.page,
        "feed_url": feed.address,
        "items": [_item(feed, paper) for paper in papers],
    })  # fmt: skip


def _item(feed: Feed, paper: Paper) -> dict[str, Any]:
    pdf = facts.pdf(paper)
    found = {
        "id": feeds.entry_id(paper),
        "url": feeds.page_of(feed, paper),
        "external_url": facts.address(paper),
        "title": facts.title(paper),
        # An item must have a content: the title again where there is no abstract.
        "content_text": facts.line(paper.get("abstract")) or facts.title(paper),
        "date_published": paper.get("added"),
        "date_modified": feeds.changed(paper),
        "authors": [{"name": name} for one in paper.get("authors") or () if (name := people.shown(one))],
        "tags": list(dict.fromkeys([*facts.categories(paper), *facts.keywords(paper)])),
        "language": paper.get("language") if paper.get("language") != "und" else None,
        "attachments": [{"url": pdf, "mime_type": "application/pdf"}] if pdf else None,
    }
    return {name: value for name, value in found.items() if value}
