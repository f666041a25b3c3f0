"""Turns records into papers: finds what each record may be of, groups by the one rule, and says what to write.

It reads no files; the rule itself is paper.identity, the merging is paper.merging.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import orjson

from service.index import Known, PaperIndex
from service.loading import clustering
from service.loading.keytable import KeyTable
from service.loading.shelf import Held, Shelf
from service.paper.document import digest, to_document
from service.paper.identity import Candidate, group, survivor
from service.paper.merging import Contribution

Refuse = Callable[[Contribution, str], None]


@dataclass(slots=True)
class Resolver:
    """Resolves records chunk by chunk. `past` is the index that a build replaces: it says how papers were called.

    `target_has_papers`: whether papers may be in the target that this load did not write.
    """

    index: PaperIndex
    target: str
    shelf: Shelf
    table: KeyTable
    refuse: Refuse
    past: str | None = None
    target_has_papers: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    # How many records of each file said the same as before, and how many something else.
    kept: Counter[str] = field(default_factory=Counter)
    changed: Counter[str] = field(default_factory=Counter)
    _keys: list[tuple[str, str]] = field(default_factory=list)
    # The papers of the past that the chunk in hand may continue, by the contributions that they had.
    _now: str = ""
    _past: dict[str, Known] = field(default_factory=dict)

    def resolve(self, chunk: Sequence[Contribution]) -> None:
        """Writes what a chunk of records changes. Each is counted as new, updated, unchanged or merged."""
        self._now = _instant()
        keys = {key for one in chunk for key in one.mark.keys}
        local = self.table.candidates(keys)
        outlines = self.index.find(sorted(keys), self.target) if self.target_has_papers else []
        changed = self._without_unchanged(chunk, outlines, local)
        past = self.index.find(sorted(keys), self.past) if self.past else []
        self._past = {name: known for known in past for name in known.contribution_keys}
        holders = clustering.holders(outlines, local)
        for cluster in clustering.clusters(changed, holders):
            self._resolve_cluster(cluster, holders)
        # Clusters of one chunk share no keys, so none needs to see another's before here.
        self.table.add(self._keys)
        self._keys.clear()

    def take_out(self, leaving: Mapping[str, Contribution], holders: dict[str, set[str]]) -> list[Held]:
        """Writes the papers of these records anew without them; returns those of which nothing is left, which are deleted.

        `holders` are the papers behind each key of the records, as far as they are known.
        """
        papers = self._regroup(list(leaving.values()), holders, leaving)
        return [paper for paper in papers if not paper.contributions.keys() - leaving.keys()]

    def rejoin(self, paper_id: str) -> set[str]:
        """Groups a paper of the refreshed index and all that share keys with it anew; returns the ids of all these."""
        records = [one for paper in self.shelf.papers([paper_id]) for one in paper.contributions.values()]
        outlines = self.index.find(sorted({key for one in records for key in one.mark.keys}), self.target)
        return {paper_id, *(paper.id for paper in self._regroup(records, clustering.holders(outlines, {}), ()))}

    def _regroup(self, records: Sequence[Contribution], holders: dict[str, set[str]], leaving: Collection[str]) -> list[Held]:
        self._now = _instant()
        papers = self._reachable(records, holders)
        everything = {key: one for paper in papers for key, one in paper.contributions.items() if key not in leaving}
        self._write_groups(everything, papers, [], dict.fromkeys(leaving, ""))
        self.table.add(self._keys)
        self._keys.clear()
        return papers

    def move(self, target: str) -> None:
        """Goes on in another index with the same papers; nothing may be on its way."""
        self.target = target
        self.shelf.move(target)

    def _without_unchanged(
        self, chunk: Sequence[Contribution], outlines: Sequence[Known], local: dict[str, list[str]]
    ) -> list[Contribution]:
        """Records that their paper already holds as they are need no more work."""
        digests: dict[str, list[str]] = defaultdict(list)
        for known in outlines:
            for key, one in zip(known.contribution_keys, known.document["contributions"], strict=True):
                digests[key].append(one["digest"])
        touched = set(local)
        changed = []
        for one in chunk:
            # Twice in the index: a merge was cut off between its two writes; it is done again.
            if digests.get(one.key) == [one.digest] and touched.isdisjoint(one.mark.keys):
                self._count_known(one, is_same=True)
            else:
                changed.append(one)
        return changed

    def _resolve_cluster(self, cluster: Sequence[Contribution], holders: dict[str, set[str]]) -> None:
        papers = self._reachable(cluster, holders)
        if not papers and len(cluster) == 1:
            self.counts["new"] += 1
            if not self._past:
                self._write_new(cluster[0])
            else:
                self._write_group({cluster[0].key: cluster[0]}, [], cluster, set())
            return
        everything = {key: one for paper in papers for key, one in paper.contributions.items()}
        fresh, successors = [], {}
        for one in cluster:
            if not self._is_acceptable(one, everything, papers):
                continue
            fresh.append(one)
            before = everything.get(one.key)
            for earlier in clustering.earlier(one, everything):
                # The same record of a service as it was, under another id or title.
                before = everything.pop(earlier)
                successors[earlier] = one.key
            everything[one.key] = one
            if before is not None:
                self._count_known(one, is_same=before.digest == one.digest)
        if not fresh:
            return
        self._write_groups(everything, papers, fresh, successors)

    def _write_groups(
        self,
        everything: dict[str, Contribution],
        papers: Sequence[Held],
        fresh: Sequence[Contribution],
        successors: Mapping[str, str],
    ) -> None:
        """Writes the papers that all these records make. `successors` name what takes the place of records that are no more."""
        answers: dict[str, set[str]] = defaultdict(set)
        known = {key for paper in papers for key in paper.contributions} | set(successors.values())
        for paper in papers:
            for key in paper.contributions:
                answers[key] |= {paper.id, *paper.aliases}
        candidates = [
            Candidate(key, one.paper, one.mark, frozenset({one.mark.own_id} | answers[key]))
            for key, one in sorted(everything.items())
        ]
        groups = [{candidates[i].name: everything[candidates[i].name] for i in members} for members in group(candidates)]
        owners = [[paper for paper in papers if clustering.founder(paper, successors) in members] for members in groups]
        taken = {paper.id for paper in papers}
        for members, owned in zip(groups, owners, strict=True):
            newcomers = [one for one in fresh if one.key in members and one.key not in known]
            founds = not owned and bool(newcomers)
            self.counts["new"] += founds
            self.counts["merged"] += len(newcomers) - founds
            self._write_group(members, owned, [one for one in fresh if one.key in members], taken)
        for paper in papers:
            if not clustering.founder(paper, successors):
                self._remove(paper)

    def _write_new(self, one: Contribution) -> None:
        """Writes a paper of one record that nothing was known of: what nearly all records of a first load are."""
        paper_id, now, mark = one.mark.own_id, self._now, digest((one,))
        document = to_document(paper_id, (one,), now, now)
        self._keys += ((key, paper_id) for key in document["keys"])
        self.shelf.put(Held(paper_id, {one.key: one}, now, now, mark), orjson.dumps(document))

    def _write_group(
        self,
        members: dict[str, Contribution],
        owned: Sequence[Held],
        fresh: Sequence[Contribution],
        taken: set[str],
    ) -> None:
        """Writes one paper: `owned` are the papers that it continues, `taken` the ids that other papers have."""
        now = self._now
        earlier = list({known.id: known for key in members if (known := self._past.get(key))}.values()) if not owned else []
        first = next((paper for paper in owned if paper.id == survivor(one.id for one in owned)), None)
        if first is not None:
            paper_id, added = first.id, min(paper.added for paper in owned)
        elif earlier:
            oldest = min(earlier, key=lambda known: (known.document["added"], known.id))
            paper_id, added = clustering.free(oldest.id, taken), oldest.document["added"]
        else:
            founder = fresh[0] if fresh else next(iter(members.values()))
            paper_id, added = clustering.free(founder.mark.own_id, taken), now
        mark = digest(members.values())
        names = {one.mark.own_id for one in members.values()} | {name for paper in owned for name in (paper.id, *paper.aliases)}
        names |= {name for known in earlier for name in (known.id, *known.document.get("aliases", ()))}
        aliases = tuple(sorted(names - {paper_id} - (taken - {paper.id for paper in owned})))
        taken.add(paper_id)
        if first is not None and first.digest == mark and first.aliases == aliases and len(owned) == 1:
            return
        same = next((known.document["updated"] for known in earlier if known.document["digest"] == mark), None)
        held = Held(paper_id, members, added, same or now, mark, aliases, first.expected if first else None)
        document = to_document(paper_id, list(members.values()), held.added, held.updated, aliases)
        self._keys += ((key, paper_id) for key in document["keys"])
        self.shelf.put(held, orjson.dumps(document))
        # The merged paper is written before those that it swallows are deleted: a kill in between loses nothing.
        for paper in owned:
            if paper.id != paper_id:
                self._remove(paper)

    def _count_known(self, one: Contribution, is_same: bool) -> None:
        self.counts["unchanged" if is_same else "updated"] += 1
        if not one.origin.names_records:
            (self.kept if is_same else self.changed)[one.origin.file] += 1

    def _remove(self, paper: Held) -> None:
        self.shelf.put(Held(paper.id, {}, paper.added, self._now, "", (), paper.expected), None)
        self.counts["removed"] += 1

    def _reachable(self, cluster: Sequence[Contribution], holders: dict[str, set[str]]) -> list[Held]:
        """All papers that share keys with the records, or with papers that do, and so on."""
        found: dict[str, Held] = {}
        wanted = {paper_id for one in cluster for key in one.mark.keys for paper_id in holders.get(key, ())}
        if not wanted:
            return []
        asked = {key for one in cluster for key in one.mark.keys}
        while wanted:
            loaded = self.shelf.papers(wanted)
            found |= {paper.id: paper for paper in loaded}
            keys = {key for paper in loaded for one in paper.contributions.values() for key in one.mark.keys} - asked
            if not keys:
                break
            asked |= keys
            near = {paper_id for ids in self.table.candidates(keys).values() for paper_id in ids}
            if self.target_has_papers:
                near |= {known.id for known in self.index.find(sorted(keys), self.target)}
            wanted = near - found.keys()
        return list(found.values())

    def _is_acceptable(self, one: Contribution, everything: dict[str, Contribution], papers: Iterable[Held]) -> bool:
        """An id given again for what is clearly another paper is a reject."""
        given = one.paper.given_id
        if not given or one.key in everything:
            return True
        holders = [other for other in everything.values() if other.mark.own_id == given]
        holders += [other for paper in papers if paper.id == given for other in paper.contributions.values()]
        if not holders or any(_may_be_one(one, other) for other in holders):
            return True
        title = next(iter(holders[0].paper.titles.values()), "")[:80]
        self.refuse(
            one,
            f"id {given!r} belongs to another paper ({title!r}), with another title and no common identifier: "
            "give this record its own id, or leave the id out",
        )
        return False


def _instant() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _may_be_one(one: Contribution, other: Contribution) -> bool:
    if not one.mark.titles or not other.mark.titles:
        return True
    return bool(one.mark.titles & other.mark.titles or one.mark.identifiers & other.mark.identifiers)
