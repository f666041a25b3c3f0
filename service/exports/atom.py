"""Atom 1.0 (RFC 4287): a feed of papers.

It carries abstracts as plain text and no markup.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree

from service.exports import facts, feeds, people
from service.exports.facts import Paper
from service.exports.feeds import Feed

NAMESPACE = "http://www.w3.org/2005/Atom"
MEDIA_TYPE = "application/atom+xml"


def write(feed: Feed, papers: Iterable[Paper]) -> str:
    """The whole document."""
    listed = list(papers)
    root = ElementTree.Element("feed", {"xmlns": NAMESPACE})
    _text(root, "id", feed.id)
    _text(root, "title", feed.title)
    _text(root, "updated", max(map(feeds.changed, listed), default=feeds.NEVER))
    _link(root, "self", feed.address, MEDIA_TYPE)
    _link(root, "alternate", feed.page, "text/html")
    # Entries without authors of their own take the feed's.
    _text(ElementTree.SubElement(root, "author"), "name", feeds.GENERATOR)
    _text(root, "generator", feeds.GENERATOR)
    for paper in listed:
        _entry(root, feed, paper)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode")


def _entry(root: ElementTree.Element, feed: Feed, paper: Paper) -> None:
    entry = ElementTree.SubElement(root, "entry")
    _text(entry, "id", feeds.entry_id(paper))
    _text(entry, "title", facts.title(paper))
    _text(entry, "updated", feeds.changed(paper))
    if added := paper.get("added"):
        _text(entry, "published", str(added))
    for author in paper.get("authors") or ():
        if name := people.shown(author):
            _text(ElementTree.SubElement(entry, "author"), "name", name)
    _link(entry, "alternate", feeds.page_of(feed, paper), "text/html")
    if source := facts.address(paper):
        _link(entry, "related", source)
    if pdf := facts.pdf(paper):
        _link(entry, "enclosure", pdf, "application/pdf")
    for one in paper.get("categories") or ():
        label = (one.get("label") or {}).get("en")
        ElementTree.SubElement(entry, "category", _lined({"term": one.get("key"), "label": label}))
    for word in facts.keywords(paper):
        ElementTree.SubElement(entry, "category", {"term": word})
    # An entry with a page of its own needs no summary; an empty one says nothing.
    if abstract := facts.line(paper.get("abstract")):
        _text(entry, "summary", abstract)


def _text(parent: ElementTree.Element, tag: str, text: str) -> None:
    ElementTree.SubElement(parent, tag).text = facts.line(text)


def _link(parent: ElementTree.Element, relation: str, address: str, media_type: str | None = None) -> None:
    ElementTree.SubElement(parent, "link", _lined({"rel": relation, "type": media_type, "href": address}))


def _lined(attributes: dict[str, str | None]) -> dict[str, str]:
    return {name: facts.line(value) for name, value in attributes.items() if value}
