"""A row of the table of endpoints: what one path and method takes and answers.

It says nothing that the schemas say: they check what comes in, and describe what goes out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from marshmallow import Schema

from service.schemas.described import Told

API = "/api/v1"
JSON = "application/json"
PROBLEM = "application/problem+json"
TEXT = "text/plain"
# What any request may be answered with whatever it asks for: too slow, too long an address, too large headers, a fault.
ALWAYS = (408, 414, 431, 500)
# What most may be answered with beside it: wrong parameters, too many requests, no engine.
COMMON = (*ALWAYS, 400, 429, 503)

# A text in English and Chinese.
Both = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One path and method.

    `answers` maps media types to what is in them: a schema, or None for what is
    described elsewhere; the example is answered as `shown`. `body` is the schema of
    a JSON body. `statuses` are the errors beside COMMON; `moves`: 301 where a paper has become part of another;
    `cached`: ETag and 304. `parameters` is an example request. `defaults` are those of this endpoint alone, and `told`
    what a parameter means here when that is something else than elsewhere; `needed` are those without which nothing is
    answered. `headers` are those of its answer beside the usual ones.
    """

    name: str
    tag: str
    path: str
    summary: Both
    more: Both = ("", "")
    method: str = "get"
    arguments: type[Schema] | None = None
    body: type[Schema] | None = None
    answers: Mapping[str, type[Schema] | None] = field(default_factory=dict)
    shown: str = JSON
    statuses: tuple[int, ...] = ()
    common: tuple[int, ...] = COMMON
    moves: bool = False
    cached: bool = True
    has_head: bool = False
    parameters: Mapping[str, Any] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)
    told: Mapping[str, Told] = field(default_factory=dict)
    needed: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
