"""Which records are to be looked at together, which contribution a paper's id stays with, and which id is free.

Pure: it asks the engine nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from service.index import Known
from service.loading.shelf import Held
from service.paper.identity import connected
from service.paper.merging import Contribution


def holders(outlines: Iterable[Known], local: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    """The papers behind each key: those of the index, and those that this load wrote."""
    holders = defaultdict(set, {key: set(ids) for key, ids in local.items()})
    for known in outlines:
        for key in known.document["keys"]:
            holders[key].add(known.id)
    return holders


def clusters(chunk: Sequence[Contribution], holders: dict[str, set[str]]) -> list[list[Contribution]]:
    """Records that share a key, or a paper that one of their keys leads to, are resolved together."""
    if not holders and sum(len(one.mark.keys) for one in chunk) == len({key for one in chunk for key in one.mark.keys}):
        return [[one] for one in chunk]
    keys = [
        [name for key in one.mark.keys for name in (key, *(f"paper {paper_id}" for paper_id in holders.get(key, ())))]
        for one in chunk
    ]
    return [[chunk[i] for i in members] for members in connected(keys)]


def founder(paper: Held, successors: Mapping[str, str]) -> str:
    """The contribution that a paper's id stays with when others leave it; empty where nothing is left of it."""
    keys = sorted(paper.contributions, key=lambda key: (paper.contributions[key].mark.own_id != paper.id, key))
    return next((left for key in keys if (left := successors.get(key, key))), "")


def earlier(one: Contribution, everything: Mapping[str, Contribution]) -> list[str]:
    """The same record under another key, where records have names of their own."""
    if not one.origin.names_records or not one.paper.record:
        return []
    return [
        key for key, other in everything.items()
        if key != one.key and other.origin == one.origin and other.paper.record == one.paper.record
    ]  # fmt: skip


def free(wanted: str, taken: Collection[str]) -> str:
    """The id that is wanted, or with the first number behind it that makes it free."""
    number, free = 1, wanted
    while free in taken:
        number += 1
        free = f"{wanted}-{number}"
    return free
