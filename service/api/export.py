"""/export: the whole result set of a query as a file, streamed.

What it may hold and how it is written is decided in searching.streaming and exports; here it becomes bytes on the wire.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import quote

import structlog
from flask import Blueprint, Response, current_app, request

from service import exports
from service.exports import EXPORTS, Export, Options
from service.query import SearchRequest
from service.schemas.exports import ExportRequest, read_export
from service.searching.streaming import Stream, Streamer

# So much text goes to the socket at once: a reader that stalls is told from a slow one by taking not even this.
CHUNK = 32 * 1024
# Of a file's name; with its ending well below the 255 bytes that file systems allow.
MAX_NAME = 60
_NO_NAME = re.compile(r"[^\w.+]+")

log = structlog.get_logger(__name__)


def add_to(api: Blueprint) -> None:
    """Adds the route of this resource."""
    api.add_url_rule("/export", view_func=export)


def streamer() -> Streamer:
    """The streamer of this application."""
    found: Streamer = current_app.extensions["streamer"]
    return found


def export() -> Response:
    """GET and HEAD /export"""
    wanted = read_export(request.args.to_dict(flat=False))
    if request.method == "HEAD":
        return _response(wanted, streamer().count(wanted.request), iter(()))
    stream = streamer().open(wanted.request)
    # A reader that stalls must not hold a thread for ever.
    if (socket := request.environ.get("gunicorn.socket")) is not None:
        socket.settimeout(current_app.extensions["searcher"].index.settings.export_stall)
    response = _response(wanted, stream.count, _bytes(wanted, stream))
    response.call_on_close(stream.close)
    return response


def content_type(export: Export) -> str:
    """A format's media type with its charset."""
    return f"{export.media_type}; charset=utf-8" + ("; header=present" if export.name == "csv" else "")


def attachment(name: str, ending: str) -> str:
    """The value of Content-Disposition (RFC 6266): the name in ASCII, and the whole one where it has other letters."""
    whole = _NO_NAME.sub("-", name)[:MAX_NAME].strip("-.") or "papers"
    plain = re.sub(r"[^!-,.-~]+", "-", whole).strip("-.") or "papers"
    value = f'attachment; filename="{plain}.{ending}"'
    return value if plain == whole else f"{value}; filename*=UTF-8''{quote(whole)}.{ending}"


def today() -> str:
    """Today's date in UTC."""
    return datetime.now(UTC).date().isoformat()


def _response(wanted: ExportRequest, count: int, content: Iterator[bytes]) -> Response:
    of = EXPORTS[wanted.format]
    response = Response(content, content_type=content_type(of))
    response.headers["Content-Disposition"] = attachment(_name(wanted.request), of.ending)
    response.headers["X-Total-Count"] = str(count)
    # Nobody keeps it for others, and no proxy collects it before passing it on.
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _name(wanted: SearchRequest) -> str:
    """What the file is called: after the query, else after the chosen values."""
    chosen = [value for values in (*wanted.filters.values(), *wanted.all_of.values()) for value in values]
    return "-".join(["papers", *([wanted.q] if wanted.q.strip() else chosen[:3])])


def _bytes(wanted: ExportRequest, stream: Stream) -> Iterator[bytes]:
    """The file in chunks. An error in between breaks the connection, so that nobody takes a half for the whole."""
    of = EXPORTS[wanted.format]
    options = Options(wanted.options.bom, wanted.options.keys, wanted.options.style, today())
    began, ended, sent = time.perf_counter(), False, 0
    waiting: list[str] = []
    length = 0
    try:
        for piece in exports.write(of, stream.papers, options):
            waiting.append(piece)
            length += len(piece)
            if length >= CHUNK:
                sent += length
                yield _encoded(waiting)
                waiting, length = [], 0
        yield _encoded(waiting)
        ended = True
    finally:
        seconds = round(time.perf_counter() - began, 2)
        report = log.info if ended else log.warning
        report("export", format=of.name, papers=stream.count, characters=sent + length, seconds=seconds, whole=ended)
        stream.close()


def _encoded(pieces: list[str]) -> bytes:
    # Halves of characters have no bytes in UTF-8.
    return "".join(pieces).encode("utf-8", "replace")
