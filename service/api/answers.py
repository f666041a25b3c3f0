"""Writes answers: JSON by a fast library, with the headers that all of them have.

It decides no status and knows no resource.
"""

from __future__ import annotations

from typing import Any

import orjson
from flask import Response, redirect, request

JSON = "application/json"
PROBLEM = "application/problem+json"


def answer(content: Any, status: int = 200, mimetype: str = JSON) -> Response:
    """A JSON response in UTF-8."""
    try:
        body = orjson.dumps(content)
    except TypeError:
        # A key that is no text. To look out for them always takes twice the time: 0.13 ms of 140 kB against 0.07.
        body = orjson.dumps(content, option=orjson.OPT_NON_STR_KEYS)
    return Response(body, status, mimetype=mimetype)


def moved_to(address: str) -> Response:
    """301 to where the same is now, with the request's parameters."""
    asked = f"?{request.query_string.decode('ascii', 'replace')}" if request.query_string else ""
    return redirect(address + asked, 301)  # type: ignore[return-value]
