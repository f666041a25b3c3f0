"""Reads from the papers' index: searches, single papers, and what a loader must know of papers already there.

It changes nothing in the engine and builds no queries but look-ups by key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from elasticsearch import Elasticsearch

from service.errors import NotFound, ServiceError
from service.index import points
from service.index.client import check_whole, connect, engine_errors
from service.index.deleted import Deleted
from service.paper.document import SEARCH_ONLY
from service.paper.identity import identifier_id
from service.query.cursor import KEEP
from service.settings import Settings

log = structlog.get_logger(__name__)

# More look-up terms than this in one request are split; the engine's own limit is 65,536.
MAX_TERMS = 8192
_LOOKUP_FIELDS = [
    "id", "aliases", "keys", "added", "updated", "digest",
    "contributions.source", "contributions.file", "contributions.id", "contributions.n", "contributions.digest",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Known:
    """What a loader needs of a paper in the index. `document` is whole or, after `find`, only its outline."""

    document: Mapping[str, Any]
    seq_no: int
    primary_term: int

    @property
    def id(self) -> str:
        """The paper's id."""
        return str(self.document["id"])

    @property
    def contribution_keys(self) -> list[str]:
        """The keys of its contributions, in their order (see paper.merging.Contribution.key)."""
        return [f"{one['source']}|{one['file']}|{one['id']}|{one['n']}" for one in self.document["contributions"]]


class PaperIndex:
    """The searched side of the papers. One object per process; safe for threads."""

    def __init__(self, settings: Settings, client: Elasticsearch | None = None) -> None:
        self.settings = settings
        self.alias = settings.papers_alias
        self._client = client or connect(settings, connections=settings.threads * 2)
        self.deleted = Deleted(settings, self._client)

    def search(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Sends a search body; returns the engine's answer. Raises EngineUnavailable when shards failed.

        A body that goes on behind a paper or in a point in time which is no more raises CursorRefused.
        """
        with engine_errors(), points.lost(body):
            answer = self._client.perform_request(
                "POST",
                # A point in time names its index itself.
                "/_search" if "pit" in body else f"/{self.alias}/_search",
                body=body,
                headers={"accept": "application/json", "content-type": "application/json"},
            )
        found: dict[str, Any] = answer.body
        points.check(body, found)
        check_whole(found)
        return found

    def open_point(self) -> str:
        """A point in time of the papers as they are now, kept as long as query.cursor.KEEP. Raises EngineUnavailable."""
        with engine_errors():
            return str(self._client.open_point_in_time(index=self.alias, keep_alive=KEEP)["id"])

    def close_point(self, point: str) -> None:
        """Frees a point in time. It never fails: one that can't be closed ends by itself."""
        try:
            with engine_errors():
                self._client.options(ignore_status=404).close_point_in_time(id=point)
        except ServiceError as error:
            log.info("point_not_closed", error=error.detail)

    def search_beside(
        self, body: Mapping[str, Any], values: Mapping[str, Any] | None
    ) -> tuple[dict[str, Any], Sequence[Mapping[str, Any]]]:
        """The answer to a search body, and the hits of a body for the index of values, in one round trip.

        Raises as `search` does. What the values can't answer (none made yet, a shard lost) are no hits.
        """
        if values is None:
            return self.search(body), []
        papers = {} if "pit" in body else {"index": self.alias}
        searches = [papers, body, {"index": f"{self.alias}-values", "ignore_unavailable": True}, values]
        with engine_errors():
            found, beside = self._client.msearch(searches=searches)["responses"]
        if "error" in found or found["_shards"].get("failed"):
            # Asked alone, it succeeds or raises what any other search raises.
            found = self.search(body)
        return found, [] if "error" in beside else beside["hits"]["hits"]

    def tokens(self, text: str, analyzers: Mapping[str, str]) -> dict[str, list[dict[str, Any]]]:
        """What the engine makes of a text for each field, by the named analyzer: {field: [{token, start, end, position}]}.

        By way of an artificial document, since a key that may only read may not use `_analyze`. Places count UTF-16 units.
        """
        document: dict[str, Any] = {}
        for field in analyzers:
            branch = document
            *above, last = field.split(".")[:2]
            for step in above:
                branch = branch.setdefault(step, {})
            branch[last] = text
        with engine_errors():
            answer = self._client.termvectors(
                index=self.alias,
                doc=document,
                fields=list(analyzers),
                per_field_analyzer=dict(analyzers),
                field_statistics=False,
                term_statistics=False,
            )
        # Copies of other fields stand behind the field's own text.
        length = len(text.encode("utf-16-le", "surrogatepass")) // 2
        found: dict[str, list[dict[str, Any]]] = {field: [] for field in analyzers}
        for field, vector in answer["term_vectors"].items():
            found[field] = sorted(
                (
                    {"token": token, "start": at["start_offset"], "end": at["end_offset"], "position": at["position"]}
                    for token, content in vector["terms"].items()
                    for at in content["tokens"]
                    if at["end_offset"] <= length
                ),
                key=lambda one: (one["position"], one["start"], one["token"]),
            )
        return found

    def get(self, paper_id: str) -> dict[str, Any]:
        """The document with this id or alias. Raises NotFound, and Gone where there was one."""
        body = {
            "size": 2,
            "query": {"bool": {"filter": [{"bool": {"should": [{"term": {"id": paper_id}}, {"term": {"aliases": paper_id}}]}}]}},
            "_source": {"excludes": list(SEARCH_ONLY)},
        }
        hits = [hit["_source"] for hit in self.search(body)["hits"]["hits"]]
        if not hits:
            self.deleted.check(paper_id)
            raise NotFound(f"There is no paper with the id {paper_id!r}.")
        return next((hit for hit in hits if hit["id"] == paper_id), hits[0])

    def several(self, keys: Sequence[str]) -> list[dict[str, Any]]:
        """The documents that answer to any of the keys (identifiers, or `id:` and an id), with `keys` and `aliases`.

        In the order of their ids. Raises EngineUnavailable.
        """
        body = {
            # One paper answers to one key but while a load is about to join two.
            "size": min(10_000, 2 * len(keys)),
            "query": {"constant_score": {"filter": {"terms": {"keys": list(keys)}}}},
            "sort": [{"id": "asc"}],
            "track_total_hits": False,
            "_source": {"excludes": [name for name in SEARCH_ONLY if name not in ("keys", "aliases")]},
        }
        return [hit["_source"] for hit in self.search(body)["hits"]["hits"]]

    def by_key(self, key: str) -> dict[str, Any]:
        """The document that answers to an identifier such as `doi:10.1000/x`. Raises NotFound."""
        body = {
            "size": 1,
            "query": {"term": {"keys": key}},
            "sort": [{"id": "asc"}],
            "_source": {"excludes": list(SEARCH_ONLY)},
        }
        hits = self.search(body)["hits"]["hits"]
        if not hits:
            kind, _, value = key.partition(":")
            # A paper without an id of its own is called by its identifier.
            self.deleted.check(value if kind == "id" else identifier_id(kind, value))
            raise NotFound(f"There is no paper with the identifier {key!r}.")
        document: dict[str, Any] = hits[0]["_source"]
        return document

    def check(self) -> None:
        """Answers quietly when a real query can be answered; raises what stands in the way."""
        self.search({"size": 1, "query": {"match_all": {}}, "_source": False, "track_total_hits": False})

    def find(self, keys: Sequence[str], index: str | None = None) -> list[Known]:
        """Outlines of all papers that have any of the keys (see paper.identity), from the refreshed index."""
        found: dict[str, Known] = {}
        for start in range(0, len(keys), MAX_TERMS):
            self._find(list(keys[start : start + MAX_TERMS]), index or self.alias, found)
        return list(found.values())

    def _find(self, keys: list[str], index: str, found: dict[str, Known]) -> None:
        body = {
            "size": 10_000,
            "query": {"constant_score": {"filter": {"terms": {"keys": keys}}}},
            "sort": ["_doc"],
            "_source": _LOOKUP_FIELDS,
            "seq_no_primary_term": True,
        }
        with engine_errors():
            answer = self._client.search(index=index, body=body)
        hits = answer["hits"]["hits"]
        if len(hits) == 10_000 and len(keys) > 1:
            self._find(keys[: len(keys) // 2], index, found)
            self._find(keys[len(keys) // 2 :], index, found)
            return
        found.update((hit["_id"], Known(hit["_source"], hit["_seq_no"], hit["_primary_term"])) for hit in hits)

    def whole(self, ids: Iterable[str], index: str | None = None) -> list[Known]:
        """Whole documents by id, as last written (also before a refresh); unknown ids are left out."""
        wanted = list(ids)
        if not wanted:
            return []
        with engine_errors():
            answer = self._client.mget(index=index or self.alias, ids=wanted)
        return [Known(doc["_source"], doc["_seq_no"], doc["_primary_term"]) for doc in answer["docs"] if doc.get("found")]
