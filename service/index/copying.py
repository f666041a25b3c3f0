"""Reads whole papers out of one concrete index to make another of them: all of a moment, then what was changed after it.

It writes nothing and knows nothing of what a paper is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from elasticsearch import Elasticsearch

from service.index.client import check_whole, connect, engine_errors
from service.index.walking import Hits, slices, walk
from service.settings import Settings

# Papers of one request, and requests at once: the engine reads on one processor while Python works on another.
# Twice as many papers gain nothing and take 30 MB more.
PAGE, SLICES = 500, 2
# Ids looked at by one request; the engine lists at most 10,000.
IDS = 5000
_WHOLE = {"size": PAGE, "seq_no_primary_term": True}


@dataclass(frozen=True, slots=True)
class Stored:
    """A paper as it is stored, and the sequence number of its last change, which rises with each."""

    document: dict[str, Any]
    seq_no: int


# For each shard the number up to which everything has been read.
Places = dict[int, int]


class PaperSource:
    """The papers of one concrete index. For administration; not for several threads."""

    def __init__(self, settings: Settings, index: str, client: Elasticsearch | None = None) -> None:
        self.index = index
        self._client = client or connect(settings, timeout=120.0, connections=SLICES + 1)

    def count(self, query: Mapping[str, Any] | None = None) -> int:
        """How many papers (that a query finds) can be found. Raises EngineUnavailable."""
        with engine_errors():
            return int(self._client.count(index=self.index, query=query)["count"])

    def places(self) -> Places:
        """The numbers up to which every change is done on all copies; when it returns, searches see all those changes.

        A change with a higher number may be seen as well. The highest number that is seen would be no such place: one below it
        may still be under way.
        """
        with engine_errors():
            answer = self._client.indices.stats(index=self.index, metric="docs", level="shards")
            shards = answer["indices"][self.index]["shards"]
            found = {
                int(number): int(copy["seq_no"]["global_checkpoint"])
                for number, copies in shards.items()
                for copy in copies
                if copy["routing"]["primary"]
            }
            self._client.indices.refresh(index=self.index)
        return found

    def papers(self, query: Mapping[str, Any] | None = None, parts: int = SLICES) -> Iterator[list[Stored]]:
        """All papers (that a query finds) as of now, a page at a time, each once; in no order unless `parts` is 1."""
        body = {**_WHOLE, "query": query or {"match_all": {}}}
        yield from map(_stored, walk(self._client, self.index, body, slices(parts)))

    def changed(self, since: Places) -> Iterator[list[Stored]]:
        """The papers changed behind `places`, a page at a time. What was deleted is not among them."""
        for shard, number in since.items():
            body = {**_WHOLE, "query": {"range": {"_seq_no": {"gt": number}}}}
            preference = f"_shards:{shard}" if len(since) > 1 else None
            yield from map(_stored, walk(self._client, self.index, body, [{}], preference))

    def changes(self, since: Places) -> int:
        """How many papers were changed behind `places`."""
        count = 0
        for shard, number in since.items():
            with engine_errors():
                answer = self._client.count(
                    index=self.index,
                    query={"range": {"_seq_no": {"gt": number}}},
                    preference=f"_shards:{shard}" if len(since) > 1 else None,
                )
            count += int(answer["count"])
        return count

    def sample(self, size: int) -> list[dict[str, Any]]:
        """So many papers, at most, drawn by chance."""
        body = {"size": size, "query": {"function_score": {"random_score": {}, "boost_mode": "replace"}}}
        with engine_errors():
            answer = self._client.search(index=self.index, body=body)
        check_whole(answer, in_time=True)
        return [hit["_source"] for hit in answer["hits"]["hits"]]

    def surplus(self, other: str) -> Iterator[str]:
        """The ids of papers that the index `other` does not have. Both refreshed."""
        for ids in self.ids():
            body = {"size": len(ids), "query": {"terms": {"id": ids}}, "stored_fields": "_none_", "sort": [{"id": "asc"}]}
            with engine_errors():
                answer = self._client.search(index=other, body={**body, "track_total_hits": False})
            check_whole(answer, in_time=True)
            there = {hit["sort"][0] for hit in answer["hits"]["hits"]}
            yield from (paper_id for paper_id in ids if paper_id not in there)

    def ids(self) -> Iterator[list[str]]:
        """All ids in their order, some thousands at a time."""
        body: dict[str, Any] = {"size": IDS, "stored_fields": "_none_", "sort": [{"id": "asc"}], "track_total_hits": False}
        while True:
            with engine_errors():
                answer = self._client.search(index=self.index, body=body)
            check_whole(answer, in_time=True)
            hits = answer["hits"]["hits"]
            if hits:
                # From the sort's column: not one stored paper is read.
                yield [hit["sort"][0] for hit in hits]
            if len(hits) < IDS:
                return
            body["search_after"] = hits[-1]["sort"]


def _stored(hits: Hits) -> list[Stored]:
    return [Stored(hit["_source"], hit["_seq_no"]) for hit in hits]
