"""Takes records of a service, by the names they have there, out of the papers that they are in.

What remains of a paper stays one; how papers are made anew is the resolver's work.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from service.loading.resolving import Resolver
from service.paper.merging import record_key
from service.paper.model import Origin


def withdraw(resolver: Resolver, origin: Origin, records: Sequence[str]) -> tuple[int, list[str]]:
    """Returns how many of the records there were, and the ids that no paper answers to when everything is written.

    Nothing else may be on its way to the index, which has to be refreshed.
    """
    keys = {record_key(origin, record) for record in records}
    if not keys:
        return 0, []
    holders: dict[str, set[str]] = defaultdict(set)
    for key, ids in resolver.table.candidates(keys).items():
        holders[key].update(ids)
    for known in resolver.index.find(sorted(keys), resolver.target):
        for key in known.document["keys"]:
            holders[key].add(known.id)
    papers = resolver.shelf.papers({paper_id for key in keys for paper_id in holders[key]})
    leaving = {key: one for paper in papers for key, one in paper.contributions.items() if keys & one.mark.keys}
    if not leaving:
        return 0, []
    left = resolver.take_out(leaving, holders)
    return len(leaving), [name for paper in left for name in (paper.id, *paper.aliases)]
