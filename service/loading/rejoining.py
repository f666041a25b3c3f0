"""Joins papers that several loads at once have written apart, because none could see what another was just writing.

It asks the one rule again and decides nothing by itself.
"""

from __future__ import annotations

from datetime import UTC, datetime

from service.index.values import ValueSource
from service.loading.keytable import KeyTable
from service.loading.resolving import Resolver
from service.settings import Settings

# Generations begin with their time (index.naming).
_GENERATION = "%Y%m%dT%H%M%S.%f"


def rejoin(settings: Settings, resolver: Resolver, since: str) -> int:
    """Groups all papers written since a generation anew that share a key with another such paper; returns how many they are.

    Everything has to be written and the index refreshed. An empty `since` means all papers.
    """
    query = {"range": {"updated": {"gte": _instant(since)}}} if since else None
    with KeyTable() as table:
        for page in ValueSource(settings, resolver.target).papers(("id", "keys"), query):
            table.add((key, paper["id"]) for paper in page for key in paper["keys"])
        waiting = table.shared()
    looked: set[str] = set()
    for paper_id in waiting:
        if paper_id not in looked:
            looked |= resolver.rejoin(paper_id)
    return len(waiting)


def _instant(generation: str) -> str:
    began = datetime.strptime(generation.partition("-")[0], _GENERATION).replace(tzinfo=UTC)
    return began.isoformat(timespec="milliseconds")
