"""/feed: the newest arrivals of any query, for feed readers: the alert that everybody asks for.

How feeds are written is exports' matter; the route only joins.
"""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.urls import iri_to_uri

from service.api.export import streamer
from service.exports import FEEDS, Feed
from service.query import SearchRequest
from service.schemas.exports import read_feed
from service.web.addresses import Address

# Parameters that say nothing about which papers are meant.
_FORM = ("format", "size")
MAX_TITLE = 200


def add_to(api: Blueprint) -> None:
    """Adds the route of this resource."""
    api.add_url_rule("/feed", view_func=feed)


def feed() -> Response:
    """GET /feed"""
    wanted = read_feed(request.args.to_dict(flat=False))
    of = FEEDS[wanted.format]
    content = of.write(_about(wanted.request), streamer().newest(wanted.request))
    return Response(content.encode("utf-8", "replace"), content_type=f"{of.media_type}; charset=utf-8")


def base() -> str:
    """The service's address as the client wrote it, without a slash at its end."""
    return iri_to_uri(request.host_url).rstrip("/")


def _about(wanted: SearchRequest) -> Feed:
    page = Address.of("/", request.args.to_dict(flat=False)).without_all(_FORM)
    question = "&".join(sorted(f"{name}={value}" for name, value in page.pairs))
    return Feed(_title(wanted), question, iri_to_uri(request.url), f"{base()}{page}", base())


def _title(wanted: SearchRequest) -> str:
    chosen = [value for values in (*wanted.filters.values(), *wanted.all_of.values()) for value in values]
    told = " · ".join(part for part in (wanted.q.strip(), *chosen) if part)
    return f"论文检索: {told[:MAX_TITLE] or '全部论文 All papers'}"
