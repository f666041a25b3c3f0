"""Cursors: where a walk through all results stands, as a short signed text. Pure: nothing here asks the engine.

A walk by a fixed sort goes on behind the last paper's sort values, for as long as one likes; one by relevance does so in a
point in time of the engine, since scores change with every paper that is loaded.
"""

from __future__ import annotations

import hmac
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

import orjson

from service.errors import FieldError, InvalidRequest
from service.expansion import Expansion
from service.facets import Clause
from service.query.request import SearchRequest

START = "*"
# How long the engine keeps a point in time from one page to the next.
KEEP = "2m"
# A walk by relevance ends after a day: whoever asks for one page again and again must not keep an old index's files for ever.
LONGEST = 24 * 3600
PURPOSE = "cursor 1"
MAX_CURSOR = 16_384
_TEXT = re.compile(f"[A-Za-z0-9_-]{{24,{MAX_CURSOR}}}")
_SIGNATURE = 16
# What a text of MAX_CURSOR characters may unfold to.
_MAX_CONTENT = 256 * 1024

# The words of a query that were expanded, whether all were required, and what was found for them.
Call = tuple[tuple[str, ...], bool, tuple[Expansion, ...]]


class CursorRefused(InvalidRequest):
    """A cursor that can't be used; its code is `cursor_invalid`, `cursor_mismatch` or `cursor_expired`."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail, [FieldError("cursor", detail, code)])
        self.code = code


def invalid() -> CursorRefused:
    """For a text that this service did not make."""
    return CursorRefused(
        "cursor_invalid", "This is no cursor of ours: begin with cursor=*, and go on with meta.next_cursor unchanged."
    )


def mismatch() -> CursorRefused:
    """For a cursor of another search."""
    detail = "This cursor belongs to another query, filters or sort: keep them as they were, or begin again with cursor=*."
    return CursorRefused("cursor_mismatch", detail)


def expired() -> CursorRefused:
    """For a walk that can't go on."""
    detail = (
        "This cursor's time is over: by relevance a walk ends two minutes after its last page. "
        "Begin again with cursor=*; walks by other sorts never end so."
    )
    return CursorRefused("cursor_expired", detail)


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a walk stands. `of` is the fingerprint of its request, `after` are the sort values of the last paper given.

    `expanded` are the words of the other language as they were at the start: terms may change while one walks.
    By relevance `point` is the engine's point in time in `index`, `begun` the second since 1970 when it was opened.
    """

    of: str
    after: tuple[str | int | float | None, ...]
    relaxed: bool = False
    expanded: tuple[Call, ...] = ()
    point: str = ""
    index: str = ""
    begun: int = 0


def is_cursor(text: str) -> bool:
    """Whether a text looks like a cursor; whether it is one only its signature tells."""
    return text == START or _TEXT.fullmatch(text) is not None


def fingerprint(request: SearchRequest) -> str:
    """What a cursor is bound to: query, filters and sort. Size, fields, facets and marks may change from page to page."""
    chosen = [request.filters, request.all_of, request.none_of]
    whole = [
        request.q,
        *({name: sorted(values) for name, values in one.items() if values} for one in chosen),
        dict(request.flags),
        dict(request.since),
        request.expand,
        request.strict,
        request.order,
    ]
    return blake2b(orjson.dumps(whole, option=orjson.OPT_SORT_KEYS), digest_size=9).hexdigest()


def seal(cursor: Cursor, key: bytes) -> str:
    """The cursor as a text of letters, digits, `-` and `_`, signed with the key."""
    calls = [[words, required, [_packed(one) for one in found]] for words, required, found in cursor.expanded]
    content = [cursor.of, cursor.after, cursor.relaxed, calls, cursor.point, cursor.index, cursor.begun]
    packed = zlib.compress(orjson.dumps(content), 9)
    return urlsafe_b64encode(_signature(packed, key) + packed).rstrip(b"=").decode()


def unseal(text: str, key: bytes) -> Cursor:
    """The cursor behind a text. Raises CursorRefused for anything that was not sealed with the key."""
    if not _TEXT.fullmatch(text):
        raise invalid()
    try:
        whole = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        packed = whole[_SIGNATURE:]
        if not hmac.compare_digest(whole[:_SIGNATURE], _signature(packed, key)):
            raise invalid()
        unpacked = zlib.decompressobj().decompress(packed, _MAX_CONTENT)
        of, after, relaxed, calls, point, index, begun = orjson.loads(unpacked)
        expanded = tuple((tuple(words), required, tuple(_unpacked(*one) for one in found)) for words, required, found in calls)
        return Cursor(of, tuple(after), relaxed, expanded, point, index, begun)
    except (ValueError, TypeError, zlib.error):
        raise invalid() from None


def begin(body: Clause, alias: str, point: str) -> Clause:
    """A search body for the first page of a walk; `point` is a point in time, or empty."""
    return _walking(body, point, {"prefix": {"_index": f"{alias}-v"}})


def resume(body: Clause, cursor: Cursor) -> Clause:
    """A search body for the page behind the cursor."""
    return _walking(body, cursor.point, {"term": {"_index": cursor.index}}) | {"search_after": list(cursor.after)}


def _walking(body: Clause, point: str, ours: Clause) -> Clause:
    """One paper more than the page has tells whether another page follows.

    Whose key is guessed could name a point in time of another index: nothing of that may be found or counted. All pages have
    the same shape of query, which gives the same scores.
    """
    made = {name: part for name, part in body.items() if name != "from"} | {"size": body["size"] + 1}
    if point:
        made["query"] = {"bool": {"must": [body["query"]], "filter": [ours]}}
        made["pit"] = {"id": point, "keep_alive": KEEP}
    return made


def following(here: Cursor, answer: Mapping[str, Any], size: int) -> Cursor | None:
    """The cursor behind the page of `size` papers that the answer to a walking body begins with; None at the end."""
    hits = answer["hits"]["hits"]
    if len(hits) <= size:
        return None
    last = hits[size - 1]
    point = answer.get("pit_id", "")
    return replace(here, after=tuple(last["sort"]), point=point, index=last["_index"] if point else "")


def belongs(index: str, alias: str) -> bool:
    """Whether an index is one of those that stand, or stood, behind the alias."""
    return re.fullmatch(re.escape(alias) + r"-v\d+-\d{17}", index) is not None


def _signature(packed: bytes, key: bytes) -> bytes:
    return hmac.digest(key, packed, "sha256")[:_SIGNATURE]


def _packed(one: Expansion) -> list[Any]:
    return [one.source, one.senses, one.origin, one.target, one.required, one.is_weak]


def _unpacked(source: str, senses: Sequence[str], *rest: Any) -> Expansion:
    return Expansion(source, tuple(senses), *rest)
