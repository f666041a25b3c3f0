"""Writes answers: JSON by a fast library, with the headers that all of them have.

It decides no status and knows no resource.
"""

from __future__ import annotations

from typing import Any

import orjson
from flask import Response

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
