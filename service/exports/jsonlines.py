"""JSON Lines: the contract's Paper, one a line, as the loader reads it back.

What only a search gives a paper (highlights, score) is left out.
"""

from __future__ import annotations

import json
from typing import Any

import orjson

from service.exports.facts import Paper

_OF_A_SEARCH = ("highlights", "score")


def line(paper: Paper) -> str:
    """One paper."""
    return dumped({name: value for name, value in paper.items() if name not in _OF_A_SEARCH}) + "\n"


def dumped(value: Any) -> str:
    """JSON in one line. Halves of characters, which no text in UTF-8 can hold, are written as escapes."""
    try:
        return orjson.dumps(value).decode()
    except orjson.JSONEncodeError:
        return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
