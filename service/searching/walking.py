"""Walks through all results by cursor: where a page begins, what the next one is, and what the engine keeps meanwhile.

What a cursor holds and how bodies are made of it is query/cursor.py's; searches are carried out by searcher.py.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from service import results
from service.errors import EngineUnavailable
from service.expansion import Expansion, shown
from service.facets import Clause
from service.index import PaperIndex
from service.query import Expand, SearchRequest, cursor, unexpanded
from service.query.cursor import Call, Cursor
from service.results import SearchPage


class Expanding:
    """Expands the words of one request and remembers what was found; `known` is what an earlier page has found."""

    def __init__(self, expand: Expand = unexpanded, known: Iterable[Call] = ()) -> None:
        self._expand = expand
        self._found = {(words, required): found for words, required, found in known}

    def __call__(self, words: Sequence[str], required: bool) -> tuple[Expansion, ...]:
        """The expansions of words, the same however often they are asked for."""
        asked = (tuple(words), required)
        if asked not in self._found:
            self._found[asked] = self._expand(words, required)
        return self._found[asked]

    @property
    def calls(self) -> tuple[Call, ...]:
        """What was asked for and found."""
        return tuple((words, required, found) for (words, required), found in self._found.items() if found)

    def shown(self) -> tuple[dict[str, Any], ...]:
        """What `meta.query.expanded` says."""
        return tuple(shown([one for found in self._found.values() for one in found]))


@dataclass(frozen=True, slots=True)
class Walk:
    """The place of one request. `cursor` is None for a page by number; at the start of a walk its `after` is empty."""

    index: PaperIndex
    request: SearchRequest
    cursor: Cursor | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether an earlier page has decided how the query is read."""
        return self.cursor is not None and bool(self.cursor.after)

    @property
    def place(self) -> Cursor:
        """The cursor of a walk that is under way."""
        if self.cursor is None:
            raise ValueError("a page by number has no cursor")
        return self.cursor

    def body(self, made: Clause) -> Clause:
        """A search body for this place."""
        if self.cursor is None:
            return made
        if self.cursor.after:
            return cursor.resume(made, self.cursor)
        return cursor.begin(made, self.index.alias, self.cursor.point)

    def read(
        self, answer: Mapping[str, Any], warnings: Sequence[dict[str, Any]], expanded: Sequence[Call], relaxed: bool = False
    ) -> SearchPage:
        """The page, of a walk with its next cursor. Raises EngineUnavailable when papers are missing: a walk would lose them."""
        if self.cursor is None:
            return results.read(answer, self.request, warnings)
        if answer["timed_out"]:
            raise EngineUnavailable("The search engine did not look at all papers in time. Try again in a moment.")
        here = replace(self.cursor, relaxed=relaxed, expanded=tuple(expanded))
        following = cursor.following(here, answer, self.request.size)
        hits = {**answer["hits"], "hits": answer["hits"]["hits"][: self.request.size]}
        page = results.read({**answer, "hits": hits}, self.request, warnings)
        sealed = cursor.seal(following, _key(self.index)) if following else None
        return replace(page, next_cursor=sealed)

    def close(self) -> None:
        """Frees what the engine keeps for it."""
        if self.cursor is not None and self.cursor.point:
            self.index.close_point(self.cursor.point)


def enter(index: PaperIndex, request: SearchRequest) -> Walk:
    """The walk that a request begins or goes on with. Raises CursorRefused, EngineUnavailable."""
    if request.cursor is None:
        return Walk(index, request)
    of = cursor.fingerprint(request)
    if request.cursor == cursor.START:
        point = index.open_point() if request.order == "relevance" else ""
        return Walk(index, request, Cursor(of, (), point=point, begun=int(time.time()) if point else 0))
    found = cursor.unseal(request.cursor, _key(index))
    if found.of != of:
        raise cursor.mismatch()
    if found.point:
        if not cursor.belongs(found.index, index.alias):
            raise cursor.invalid()
        if time.time() - found.begun > cursor.LONGEST:
            raise cursor.expired()
    return Walk(index, request, found)


def _key(index: PaperIndex) -> bytes:
    return index.settings.key(cursor.PURPOSE)
