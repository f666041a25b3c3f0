"""Shows which records of overlapping lists become one paper: `python -m scripts.overlaps PATH...`

It reads files as the loader does, groups their records by the same rule, and writes no index. For judging the rule: pairs
of records that were joined, drawn by a seed, to be read by a person; papers that stayed apart under one title, by reason; and,
where the identifiers of a source are hidden from the rule (`--hide`), what it makes of these records without them.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from service import names
from service.folding import squash
from service.loading import LoadOptions, Report, find_inputs
from service.loading.reading import Load
from service.loading.report import Rejects
from service.paper import Paper
from service.paper.identity import Candidate, connected, fingerprint, group

# Identifiers of which a paper may have several without being two.
_SHOWN = ("doi", "arxiv", "acl", "openreview", "dblp")


@dataclass(frozen=True, slots=True)
class Grouped:
    """All records, and the papers that they make as lists of their positions."""

    records: Sequence[Candidate]
    papers: Sequence[Sequence[int]]

    @property
    def joined(self) -> list[Sequence[int]]:
        """The papers of several records."""
        return [members for members in self.papers if len(members) > 1]


@dataclass(frozen=True, slots=True)
class Apart:
    """Two papers under one title, a year apart at most: why they were not joined, and a record of each."""

    reason: str
    one: int
    other: int


def read(paths: Sequence[str], rejects: Path) -> Iterator[Candidate]:
    """The records of files, without their abstracts, each named by its file and position."""
    load = Load(LoadOptions(rejects=rejects), Report(), Rejects(rejects), find_inputs(paths))
    for number, (_, one) in enumerate(load.contributions()):
        paper = replace(one.paper, abstracts={}) if one.paper.titles else one.paper
        yield Candidate(f"{one.key}|{number}", paper, fingerprint(one.paper))


def hidden(records: Iterable[Candidate], source: str) -> list[Candidate]:
    """The records with those of a source as they would be without identifiers."""
    return [
        replace(record, mark=fingerprint(replace(record.paper, ids={}))) if record.name.startswith(f"{source}|") else record
        for record in records
    ]


def grouped(records: Sequence[Candidate]) -> Grouped:
    """Groups records as a load of all of them would."""
    papers: list[Sequence[int]] = []
    for near in connected([record.mark.keys for record in records]):
        papers += [[near[i] for i in members] for members in group([records[i] for i in near])]
    return Grouped(records, papers)


def drawn(found: Grouped, count: int, seed: int) -> list[tuple[int, int]]:
    """Pairs of records that were joined, of so many papers, half of them without a common identifier where there are enough."""
    chance = random.Random(seed)  # noqa: S311
    kinds: dict[bool, list[tuple[int, int]]] = defaultdict(list)
    for members in found.joined:
        one, other = chance.sample(list(members), 2)
        kinds[by_identifier(found.records[one], found.records[other])].append((one, other))
    hard = chance.sample(kinds[False], min(len(kinds[False]), max(count // 2, count - len(kinds[True]))))
    return hard + chance.sample(kinds[True], min(len(kinds[True]), count - len(hard)))


def by_identifier(one: Candidate, other: Candidate) -> bool:
    """Whether two records share an identifier themselves."""
    return bool(one.mark.identifiers & other.mark.identifiers)


def apart(found: Grouped) -> Iterator[Apart]:
    """Pairs of papers with one title, at most a year apart, that were not joined. Of a title with many papers the first ten."""
    titled: dict[str, list[int]] = defaultdict(list)
    for number, members in enumerate(found.papers):
        for title in {title for i in members for title in found.records[i].mark.titles}:
            titled[title].append(number)
    for title, numbers in titled.items():
        for place, one in enumerate(numbers[:10]):
            for other in numbers[place + 1 : 10]:
                yield from _compared(found, title, found.papers[one], found.papers[other])


def _compared(found: Grouped, title: str, one: Sequence[int], other: Sequence[int]) -> Iterator[Apart]:
    mine, theirs = ([i for i in members if title in found.records[i].mark.titles] for members in (one, other))
    pairs = [(i, j) for i in mine for j in theirs if _is_near(found.records[i], found.records[j])]
    if not pairs:
        return
    kinds = _kinds(found, one) & _kinds(found, other)
    same = [(i, j) for i, j in pairs if _has_same_author(found.records[i].paper, found.records[j].paper)]
    if same and kinds:
        yield Apart("another " + ", ".join(sorted(kinds)), *same[0])
    elif same:
        yield Apart("a year in one record only", *same[0])
    elif any(not found.records[i].paper.authors or not found.records[j].paper.authors for i, j in pairs):
        yield Apart("no authors in one record", *pairs[0])
    else:
        yield Apart("another first author", *pairs[0])


def _is_near(one: Candidate, other: Candidate) -> bool:
    mine, theirs = one.mark.year, other.mark.year
    return mine is None or theirs is None or abs(mine - theirs) <= 1


def _has_same_author(one: Paper, other: Paper) -> bool:
    forms = [{paper.authors[0].name, *paper.authors[0].names.values()} if paper.authors else set() for paper in (one, other)]
    return any(names.agree(a, b) for a in forms[0] for b in forms[1])


def _kinds(found: Grouped, members: Iterable[int]) -> set[str]:
    return {identifier.partition(":")[0] for i in members for identifier in found.records[i].mark.identifiers}


def judged(found: Grouped, blind: Grouped) -> Iterator[tuple[str, int, int]]:
    """Pairs of records by what hiding made of them, `found` being the truth: joined `rightly`, `wrongly`, or `missed`.

    Wrong are records that have different identifiers of one kind; missed those of one paper that are several now.
    """
    truth, now = ({i: n for n, members in enumerate(one.papers) for i in members} for one in (found, blind))
    for members in blind.joined:
        for i in members[1:]:
            same = truth[i] == truth[members[0]]
            other = not same and _kinds(found, [i]) & _kinds(found, [members[0]])
            yield "rightly" if same else "wrongly" if other else "newly", members[0], i
    for members in found.joined:
        for i in members[1:]:
            if now[i] != now[members[0]]:
                yield "missed", members[0], i


def shown(record: Candidate) -> str:
    """A record on three lines."""
    paper = record.paper
    people = ", ".join(author.name for author in paper.authors[:6]) + (
        f" +{len(paper.authors) - 6}" if len(paper.authors) > 6 else ""
    )
    ids = " ".join(f"{kind}:{value}" for kind in _SHOWN for value in paper.ids.get(kind, ()))
    title = " | ".join(paper.titles.values()) or "(no title)"
    return (
        f"    {title}\n      {people}\n      {paper.venue} {paper.year} {paper.pages or ''} {ids}  [{record.name.split('|')[1]}]"
    )


def report(found: Grouped, pairs: int, seed: int) -> Iterator[str]:
    """The lines of the report: counts, reasons with examples, pairs to be read."""
    joined = found.joined
    known = sum(by_identifier(found.records[one], found.records[other]) for one, other in drawn(found, len(joined) * 2, seed))
    yield f"{len(found.records):,} records, {len(found.papers):,} papers, {len(joined):,} of several records"
    yield f"by a pair drawn from each of these: {known:,} share an identifier, {len(joined) - known:,} title, author and year"
    reasons: dict[str, list[Apart]] = defaultdict(list)
    for one in apart(found):
        reasons[one.reason].append(one)
    venues = Counter(reason for reason, all_ in reasons.items() for one in all_ if _have_same_venue(found, one))
    for reason, all_ in sorted(reasons.items(), key=lambda item: -len(item[1])):
        yield f"apart under one title, {reason}: {len(all_):,} ({venues[reason]:,} in one venue and year)"
        examples = [one for one in all_ if _have_same_venue(found, one)] or all_
        for one in random.Random(seed).sample(examples, min(8, len(examples))):  # noqa: S311
            yield f"{shown(found.records[one.one])}\n{shown(found.records[one.other])}\n"
    yield f"pairs that were joined, seed {seed}:"
    for number, (first, second) in enumerate(drawn(found, pairs, seed), start=1):
        yield f"{number:3}\n{shown(found.records[first])}\n{shown(found.records[second])}"


def blindly(found: Grouped, blind: Grouped, seed: int) -> Iterator[str]:
    """The lines on what became of records whose identifiers were hidden."""
    pairs: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for verdict, one, other in judged(found, blind):
        pairs[verdict].append((one, other))
    for verdict, all_ in pairs.items():
        yield f"without identifiers {verdict} joined: {len(all_):,}" if verdict != "missed" else f"missed: {len(all_):,}"
        for one, other in random.Random(seed).sample(all_, min(5 if verdict == "rightly" else 40, len(all_))):  # noqa: S311
            yield f"{shown(found.records[one])}\n{shown(found.records[other])}\n"


def _have_same_venue(found: Grouped, one: Apart) -> bool:
    mine, theirs = found.records[one.one].paper, found.records[one.other].paper
    return mine.year == theirs.year and squash(mine.venue or "") == squash(theirs.venue or "")


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the report; returns 0."""
    parser = argparse.ArgumentParser(prog="python -m scripts.overlaps", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files, archives or folders that hold the same papers")
    parser.add_argument("--pairs", type=int, default=200, help="pairs to show (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which pairs (%(default)s)")
    parser.add_argument("--hide", metavar="SOURCE", help="hide the identifiers of this source from the rule, and see")
    parser.add_argument("--rejects", type=Path, default=Path("rejects.jsonl"), help="file for rejected records (%(default)s)")
    args = parser.parse_args(arguments)
    found = grouped(list(read(args.paths, args.rejects)))
    lines = report(found, args.pairs, args.seed)
    if args.hide:
        lines = blindly(found, grouped(hidden(found.records, args.hide)), args.seed)
    for line in lines:
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
