"""Reads all hits of a search at one moment, in no order, in parts: the engine reads the next pages while these are used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

from elasticsearch import Elasticsearch

from service.index.client import check_whole, engine_errors

# How long the engine keeps the moment for the next page.
KEEP = "10m"
Hits = Sequence[Mapping[str, Any]]


def slices(count: int) -> list[Mapping[str, Any]]:
    """What makes `count` parts of one search."""
    return [{"slice": {"id": number, "max": count}} for number in range(count)] if count > 1 else [{}]


def walk(
    client: Elasticsearch, index: str, body: Mapping[str, Any], parts: Sequence[Mapping[str, Any]], preference: str | None = None
) -> Iterator[Hits]:
    """The hits of a body (its `size` is that of a page) and of each of the `parts` added to it, a page at a time, each hit once.

    Raises EngineUnavailable, also in between.
    """
    with engine_errors():
        point = client.open_point_in_time(index=index, keep_alive=KEEP, preference=preference)["id"]
    moment = {"pit": {"id": point, "keep_alive": KEEP}, "sort": [{"_shard_doc": "asc"}], "track_total_hits": False}

    def page(part: int, place: Mapping[str, Any]) -> tuple[int, Hits]:
        with engine_errors():
            answer = client.search(body={**body, **moment, **parts[part], **place})
        check_whole(answer, in_time=True)
        return part, answer["hits"]["hits"]

    try:
        with ThreadPoolExecutor(len(parts)) as ahead:
            due = {ahead.submit(page, part, {}) for part in range(len(parts))}
            while due:
                done, due = wait(due, return_when=FIRST_COMPLETED)
                found = [one.result() for one in done]
                due |= {
                    ahead.submit(page, part, {"search_after": hits[-1]["sort"]})
                    for part, hits in found
                    if len(hits) == body["size"]
                }
                yield from (hits for _, hits in found if hits)
    finally:
        with engine_errors():
            client.options(ignore_status=404).close_point_in_time(id=point)
