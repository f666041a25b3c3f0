"""What a harvester gives: pages of a remote service's records, each with the place from which to go on behind it.

It asks nothing and keeps nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

# Where a harvest stands: plain JSON, made and read by one harvester alone.
Place = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Page:
    """One answer with records.

    `body` is what the source parses; `place` is from where to go on behind it, None when this round ends with it. `since`,
    known with the last page of a round, is what the next round is to be told: then it asks for later changes only (None: it
    has to ask for everything). `deleted` are records, by the names that the source gives them, which the service says are
    no more. `problem` says why the page could not be read whole. `total` is how many records there are in all, where the
    service tells, and `records` how many stand in this page.
    """

    request: str
    body: bytes
    place: Place | None
    records: int
    since: str | None = None
    total: int | None = None
    deleted: tuple[str, ...] = ()
    problem: str | None = None
    notices: tuple[str, ...] = field(default=())


class Harvester(Protocol):
    """A service and what is asked of it.

    `name` stands for the service in contributions: records of one name replace each other whatever was asked. `query` is what
    was asked, for the state's name and for people. `source` is the format of its pages (service.sources.SOURCES), `ending`
    that of their files.
    """

    name: str
    source: str
    ending: str
    query: Mapping[str, str]

    def pages(self, place: Place | None, since: str | None) -> Iterator[Page]:
        """The pages from a place on, or (None) those of a new round. Raises HarvestError when it can't go on.

        `since` is what the last round left: records that have not changed since need not come again.
        """
        ...
