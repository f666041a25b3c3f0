"""Which papers were deleted and when: a small index of its own beside the papers', behind `<alias>-deleted`.

A record alone says little: deleted is what has a record and what no live paper answers to. So records are written before
papers go, a paper that is loaded again is deleted no more, and nothing has to be taken back when a load is killed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from elasticsearch import BadRequestError, Elasticsearch, helpers

from service.errors import Gone, LoadError
from service.index.client import check_whole, connect, engine_errors
from service.languages import MAPPINGS
from service.settings import Settings

ENDING = "-deleted"
# Ids looked at by one request; the engine lists at most 10,000.
PAGE = 5000
SETTLE_TIMEOUT = 3600.0

_SPEC: Mapping[str, Any] = json.loads((MAPPINGS / "deleted.json").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Record:
    """A deleted id, the instant (ISO 8601, UTC) from which on nothing answered to it, and its place in the list."""

    id: str
    deleted: str
    place: tuple[int, str]


class Deleted:
    """Asks what was deleted. Safe for threads. An absent index means that nothing was."""

    def __init__(self, settings: Settings, client: Elasticsearch | None = None) -> None:
        self.alias = settings.papers_alias
        self._client = client or connect(settings, connections=settings.threads * 2)

    def check(self, paper_id: str) -> None:
        """Raises Gone for an id that was deleted. To be asked only when no live paper answers to it."""
        hits = self._hits({"size": 1, "query": {"term": {"id": paper_id}}, "_source": ["deleted"]})
        if hits:
            raise Gone(f"The paper {paper_id!r} was deleted at {hits[0]['_source']['deleted']}.")

    def page(self, since: str | None, after: tuple[int, str] | None, size: int) -> tuple[list[Record], tuple[int, str] | None]:
        """Deleted ids from an instant on, in the order of their deletion: at most `size` behind the place `after`.

        With them the place from which to go on; None at the end. A page has fewer where records are not in force any more.
        Raises NothingLoaded, EngineUnavailable.
        """
        body: dict[str, Any] = {
            "size": size + 1,
            "query": {"range": {"deleted": {"gte": since}}} if since else {"match_all": {}},
            "sort": [{"deleted": "asc"}, {"id": "asc"}],
            "_source": ["id", "deleted"],
        }
        if after is not None:
            body["search_after"] = list(after)
        hits = self._hits(body)
        records = [Record(hit["_source"]["id"], hit["_source"]["deleted"], tuple(hit["sort"])) for hit in hits[:size]]
        alive = answered(self._client, self.alias, [record.id for record in records])
        return [record for record in records if record.id not in alive], records[-1].place if len(hits) > size else None

    def _hits(self, body: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        with engine_errors():
            answer = self._client.search(
                index=self.alias + ENDING, ignore_unavailable=True, body={**body, "track_total_hits": False}
            )
        check_whole(answer, in_time=True)
        hits: Sequence[Mapping[str, Any]] = answer["hits"]["hits"]
        return hits


class Deletions:
    """Keeps the records. For loaders; every method may be repeated without harm."""

    def __init__(self, settings: Settings, client: Elasticsearch | None = None) -> None:
        self.settings = settings
        self.alias = settings.papers_alias
        self._client = client or connect(settings, timeout=120.0, connections=2)

    def record(self, ids: Iterable[str], by: str | None = None) -> int:
        """Notes that these papers are deleted from now on; returns how many. The index is made when there is one to note.

        `by` names the index of a build in which they will be missing: they become deleted when it is live and `settle` is
        called. Without it they must be gone already, found by no search.
        """
        rest = iter(ids)
        first = next(rest, None)
        if first is None:
            return 0
        self._create()
        values = {"deleted": _now(), **({"by": by} if by else {})}
        actions = ({"_id": paper_id, "_source": {"id": paper_id, **values}} for paper_id in chain([first], rest))
        count = 0
        with engine_errors():
            for ok, _ in helpers.streaming_bulk(self._client, actions, index=self.alias + ENDING, require_alias=True):
                count += ok
            self._client.indices.refresh(index=self.alias + ENDING)
        return count

    def restore(self, records: Iterable[tuple[str, str]]) -> int:
        """Notes (id, instant of its deletion) as they once were noted; returns how many are new. What is noted already stays."""
        rest = iter(records)
        first = next(rest, None)
        if first is None:
            return 0
        self._create()
        count = 0
        actions = (
            {"_op_type": "create", "_id": paper_id, "_source": {"id": paper_id, "deleted": instant}}
            for paper_id, instant in chain([first], rest)
        )
        with engine_errors():
            done = helpers.streaming_bulk(
                self._client, actions, index=self.alias + ENDING, require_alias=True, raise_on_error=False
            )
            for ok, result in done:
                if not ok and result["create"]["status"] != 409:
                    raise LoadError(f"The deletion of {result['create']['_id']!r} can't be noted: start again.")
                count += ok
            self._client.indices.refresh(index=self.alias + ENDING)
        return count

    def records(self) -> Iterator[tuple[str, str]]:
        """All (id, instant of its deletion) in the order of the ids, but for what a build is about to delete."""
        body = {"query": {"bool": {"must_not": [{"exists": {"field": "by"}}]}}, "_source": ["id", "deleted"]}
        for hits in self._hits(self.alias + ENDING, body):
            yield from ((hit["_source"]["id"], hit["_source"]["deleted"]) for hit in hits)

    def lost(self, old: str, new: str) -> Iterator[str]:
        """The ids, and earlier ids, of papers in the index `old` to which nothing in the index `new` answers. Both refreshed.

        A page at a time: memory does not grow with their number.
        """
        for page in chain(self._ids(old), self._aliases(old)):
            there = answered(self._client, new, page)
            yield from (paper_id for paper_id in page if paper_id not in there)

    def settle(self, live: str) -> None:
        """Makes deletions by the build of the live index hold from now on.

        Called after the alias has moved, and by every load before it begins, since one may have been killed in between.
        """
        with engine_errors():
            # 97,541 records took seven seconds on a busy machine; a million must not time out.
            self._client.options(request_timeout=SETTLE_TIMEOUT).update_by_query(
                index=self.alias + ENDING,
                ignore_unavailable=True,
                query={"term": {"by": live}},
                script={
                    "source": "ctx._source.deleted = params.now; ctx._source.remove('by')",
                    "params": {"now": _now()},
                },
                conflicts="proceed",
                refresh=True,
            )

    def forget(self) -> int:
        """Drops records of papers that are back; returns how many. Lists leave them out anyway, but read them each time."""
        count = 0
        # What a build is about to delete is still there.
        settled = {"bool": {"must_not": [{"exists": {"field": "by"}}]}}
        for page in self._pages(self.alias + ENDING, settled):
            back = answered(self._client, self.alias, page)
            actions = ({"_op_type": "delete", "_id": paper_id} for paper_id in page if paper_id in back)
            with engine_errors():
                done = helpers.streaming_bulk(
                    self._client, actions, index=self.alias + ENDING, require_alias=True, raise_on_error=False
                )
                count += sum(ok for ok, _ in done)
        return count

    def _create(self) -> None:
        """One fixed name with its alias in one step, so that two loads at once can't make two."""
        name = f"{self.alias}{ENDING}-v{_SPEC['_meta']['version']}"
        settings = {"number_of_shards": 1, "number_of_replicas": self.settings.replicas, **_SPEC["settings"]}
        mappings = {"dynamic": "strict", "_meta": _SPEC["_meta"], "properties": _SPEC["properties"]}
        with engine_errors():
            if self._client.indices.exists_alias(name=self.alias + ENDING):
                return
            try:
                self._client.indices.create(index=name, settings=settings, mappings=mappings, aliases={self.alias + ENDING: {}})
            except BadRequestError as error:
                if error.error == "resource_already_exists_exception":
                    return
                if error.error == "invalid_alias_name_exception":
                    raise LoadError(
                        f"{self.alias + ENDING!r} is an index of another program, so deletions can't be noted there: "
                        "set PAPERS_ALIAS to another name, or delete that index first."
                    ) from error
                raise

    def _ids(self, index: str) -> Iterator[list[str]]:
        return self._pages(index, {"match_all": {}})

    def _aliases(self, index: str) -> Iterator[list[str]]:
        """Earlier ids of papers that were merged."""
        body: dict[str, Any] = {"query": {"exists": {"field": "aliases"}}, "_source": ["aliases"]}
        for hits in self._hits(index, body):
            names = [name for hit in hits for name in hit["_source"]["aliases"]]
            yield from (names[start : start + PAGE] for start in range(0, len(names), PAGE))

    def _pages(self, index: str, query: Mapping[str, Any]) -> Iterator[list[str]]:
        # Ids come from the sort's column alone: not one stored paper is read.
        for hits in self._hits(index, {"query": query, "stored_fields": "_none_"}):
            yield [hit["sort"][0] for hit in hits]

    def _hits(self, index: str, body: Mapping[str, Any]) -> Iterator[Sequence[Mapping[str, Any]]]:
        """All hits in the order of their ids, a page at a time."""
        page = {**body, "size": PAGE, "sort": [{"id": "asc"}], "track_total_hits": False}
        while True:
            with engine_errors():
                answer = self._client.search(index=index, ignore_unavailable=True, body=page)
            check_whole(answer, in_time=True)
            hits = answer["hits"]["hits"]
            if hits:
                yield hits
            if len(hits) < PAGE:
                return
            page["search_after"] = hits[-1]["sort"]


def answered(client: Elasticsearch, index: str, ids: Sequence[str]) -> set[str]:
    """Those of at most PAGE ids to which a paper in the index answers, by its id or an earlier one."""
    if not ids:
        return set()
    own = {"query": {"terms": {"id": list(ids)}}, "stored_fields": "_none_", "sort": [{"id": "asc"}]}
    found = {str(hit["sort"][0]) for hit in _all_hits(client, index, own)}
    if rest := [paper_id for paper_id in ids if paper_id not in found]:
        # Few, as a rule: reading stored papers costs more than reading a column.
        earlier = {"query": {"terms": {"keys": [f"id:{paper_id}" for paper_id in rest]}}, "_source": ["aliases"]}
        names = {name for hit in _all_hits(client, index, earlier) for name in hit["_source"].get("aliases", ())}
        found |= names & set(rest)
    return found


def _all_hits(client: Elasticsearch, index: str, body: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    with engine_errors():
        answer = client.search(index=index, body={**body, "size": PAGE, "track_total_hits": False})
    check_whole(answer, in_time=True)
    hits: Sequence[Mapping[str, Any]] = answer["hits"]["hits"]
    return hits


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
