"""One paper in the format that `?format=` or `Accept` asks for: JSON, JSON-LD, or one of the exports.

It finds no papers and reads no other parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Response, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import NotAcceptable

from service import exports, results
from service.api.answers import JSON, answer
from service.api.export import attachment, content_type, today
from service.api.feed import base
from service.exports import EXPORTS, jsonld
from service.schemas.exports import PaperRequest

JSON_LD = "application/ld+json"
# In the order of preference where `Accept` leaves a choice.
_BY_TYPE: Mapping[str, str] = {
    JSON: "json",
    JSON_LD: "jsonld",
    **{media_type: export.name for export in EXPORTS.values() for media_type in export.media_types},
}


def in_format(paper: dict[str, Any], wanted: PaperRequest) -> Response:
    """The answer to a request for a paper. Raises NotAcceptable (406) where `Accept` refuses even JSON."""
    name = wanted.format or negotiated(request.accept_mimetypes)
    if name == "json":
        response = answer(results.select(paper, wanted.fields))
    elif name == "jsonld":
        response = answer(jsonld.article(paper, base()), mimetype=JSON_LD)
    else:
        options = replace(wanted.options, accessed=today())
        text = "".join(exports.write(EXPORTS[name], [paper], options))
        response = Response(text.encode("utf-8", "replace"), content_type=content_type(EXPORTS[name]))
        if wanted.format:
            response.headers["Content-Disposition"] = attachment(str(paper["id"]), EXPORTS[name].ending)
    return response


def negotiated(accept: MIMEAccept) -> str:
    """The format that an `Accept` header likes best. JSON where it names nothing that there is, unless it refuses JSON."""
    best = accept.best_match(_BY_TYPE) if accept else JSON
    if best is not None:
        return _BY_TYPE[best]
    if any(quality == 0 and value in (JSON, "application/*", "*/*") for value, quality in accept):
        raise NotAcceptable(f"Papers are given as {', '.join(_BY_TYPE)}.")
    return "json"
