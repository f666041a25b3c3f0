"""Counts the values of a papers' index, reads how papers write them, asks for completions and for the terms mined.

It decides nothing about values: what is kept of them and how they are asked for is service.values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from elasticsearch import Elasticsearch

from service.index.client import check_whole, connect, engine_errors
from service.index.walking import Hits, slices, walk
from service.settings import Settings
from service.values.documents import TERM, term_of

# Values counted by one request: half of what the engine is asked to list at the most, since it parts them by a hash.
PART = 8192
MOST = 2 * PART
# Terms read at the most, in pages of so many; best supported first.
MAX_TERMS, TERM_PAGE = 20_000, 10_000
# Papers read by one request while their forms are collected, and requests at once.
PAGE, SLICES = 500, 2


class ValueSource:
    """Reads from one papers' index what an index of values is made of. For loaders."""

    def __init__(self, settings: Settings, index: str, client: Elasticsearch | None = None) -> None:
        self.index = index
        self._client = client or connect(settings, timeout=120.0, connections=2)

    def counts(self, field: str) -> Iterator[list[tuple[str, int]]]:
        """Every value of a keyword field with the number of its papers, exactly, some thousands at a time, in no order.

        Parts by a hash, because the pages of a `composite` aggregation go through all papers again each time: 137,000
        authors took 30 s by pages of 10,000 and 1.3 s in 12 parts.
        """
        with engine_errors():
            answer = self._client.search(
                index=self.index, size=0, aggs={"values": {"cardinality": {"field": field}}}, track_total_hits=False
            )
        parts = -(-int(answer["aggregations"]["values"]["value"]) // PART) or 1
        with ThreadPoolExecutor(1) as ahead:
            # The engine counts the next part while this one is used.
            found = ahead.submit(self._part, field, 0, parts)
            for part in range(1, parts + 1):
                pages = found.result()
                if part < parts:
                    found = ahead.submit(self._part, field, part, parts)
                yield from pages

    def _part(self, field: str, part: int, parts: int) -> list[list[tuple[str, int]]]:
        terms: dict[str, Any] = {"field": field, "size": MOST}
        if parts > 1:
            terms["include"] = {"partition": part, "num_partitions": parts}
        with engine_errors():
            answer = self._client.search(
                index=self.index, size=0, aggs={"values": {"terms": terms}}, track_total_hits=False, request_cache=False
            )
        check_whole(answer, in_time=True)
        found = answer["aggregations"]["values"]
        if found["sum_other_doc_count"] or found["doc_count_error_upper_bound"]:
            # The number of values was an estimate; what falls into one part of n falls into two parts of 2n.
            return self._part(field, part, 2 * parts) + self._part(field, part + parts, 2 * parts)
        return [[(str(bucket["key"]), bucket["doc_count"]) for bucket in found["buckets"]]]

    def papers(self, fields: Sequence[str], query: Mapping[str, Any] | None = None) -> Iterator[Hits]:
        """These parts of all stored papers (that `query` finds), as of now, in no order, a page at a time.

        Several parts are read at once: the engine takes the fields out of each paper on one processor a search.
        """
        body = {"size": PAGE, "_source": list(fields), "query": query or {"match_all": {}}}
        for hits in walk(self._client, self.index, body, slices(SLICES)):
            yield [hit["_source"] for hit in hits]


class ValueIndex:
    """Asks for completions and for terms. Safe for threads."""

    def __init__(self, settings: Settings, client: Elasticsearch | None = None) -> None:
        self.settings = settings
        self._client = client or connect(settings)

    def suggest(self, values: Mapping[str, Any] | None, titles: Mapping[str, Any] | None) -> tuple[Hits, Hits]:
        """The hits of a body for the values and one for the papers, in one round trip; None asks for nothing.

        Raises NothingLoaded, EngineUnavailable. Papers loaded by a release without values have none until the next load.
        """
        alias, timeout = self.settings.papers_alias, f"{round(self.settings.search_timeout * 1000)}ms"
        searches: list[Mapping[str, Any]] = []
        if values is not None:
            searches += [{"index": f"{alias}-values", "ignore_unavailable": True}, {**values, "timeout": timeout}]
        # The papers are asked for in any case, so that an absent index is told apart from an absent value.
        searches += [{"index": alias}, {**(titles or {"size": 0, "terminate_after": 1}), "timeout": timeout}]
        with engine_errors():
            answers = list(self._client.msearch(searches=searches)["responses"])
            for n, answer in enumerate(answers):
                if "error" in answer or answer["_shards"].get("failed"):
                    # Asked alone, it succeeds or raises what any other search raises.
                    answers[n] = self._client.search(**searches[2 * n], **searches[2 * n + 1])
        for answer in answers:
            check_whole(answer)
        hits = [answer["hits"]["hits"] for answer in answers]
        return (hits[0] if values is not None else []), hits[-1]

    def search(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The engine's answer to a search body; without an index of values one that finds nothing. Raises EngineUnavailable."""
        timeout = f"{round(self.settings.search_timeout * 1000)}ms"
        with engine_errors():
            answer = self._client.search(
                index=f"{self.settings.papers_alias}-values", ignore_unavailable=True, body={**body, "timeout": timeout}
            )
        check_whole(answer)
        return dict(answer.body)

    def made(self) -> str | None:
        """The index behind the alias, another one whenever values have been made anew; None when it has nothing.

        By a search, since a key that may only read may not look aliases up. Raises EngineUnavailable.
        """
        hits = self._hits({"size": 1, "_source": False, "query": {"match_all": {}}})
        return str(hits[0]["_index"]) if hits else None

    def pairs(self) -> dict[str, list[tuple[str, int]]]:
        """The terms mined, best supported first: Chinese -> [(English, papers that say so)], at most MAX_TERMS.

        Raises EngineUnavailable. When the values are made anew meanwhile, those of the first page.
        """
        body: dict[str, Any] = {
            "query": {"bool": {"filter": [{"term": {"kind": TERM}}]}},
            "size": TERM_PAGE,
            "sort": [{"count": "desc"}, {"key": "asc"}],
            "_source": ["key", "senses"],
        }
        found: list[Mapping[str, Any]] = []
        while len(found) < MAX_TERMS:
            hits = self._hits(body)
            if not hits or (found and hits[0]["_index"] != found[0]["_index"]):
                break
            found += hits
            if len(hits) < TERM_PAGE:
                break
            body["search_after"] = hits[-1]["sort"]
        return dict(term_of(hit["_source"]) for hit in found)

    def _hits(self, body: Mapping[str, Any]) -> Hits:
        with engine_errors():
            answer = self._client.search(
                index=f"{self.settings.papers_alias}-values", ignore_unavailable=True, body={**body, "track_total_hits": False}
            )
        check_whole(answer, in_time=True)
        hits: Hits = answer["hits"]["hits"]
        return hits
