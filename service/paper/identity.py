"""Which records are the same paper: the contract's one rule, as pure functions of the records.

It knows no index and no order of loading: the same set of records always falls into the same groups.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from service import names
from service.folding import squash
from service.languages import MAPPINGS
from service.paper.identifiers import SHARED
from service.paper.model import Paper

# From the strongest: which identifier names a paper whose source gives several.
STRENGTH = ("doi", "arxiv", "acl", "openreview", "pmid", "pmcid", "ieee", "dblp")
# Identifiers that one paper may have several of without being two papers; they join but never contradict.
_SEVERAL = frozenset({"dblp", "s2", "openalex", "mag", "corpusid"})

# Titles that many papers share; such records are one paper only when they share an identifier.
GENERIC_TITLES = frozenset(
    squash(line)
    for line in (MAPPINGS / "generic_titles.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
)

# A paper without a title is known by how its abstract begins: so many letters that no two of 97,000 real
# abstracts begin alike, and few enough that a shortened abstract is still known.
ABSTRACT_LETTERS = 160
_SAFE = re.compile(r"[^A-Za-z0-9.\-_]")
MAX_ID = 200


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What identity looks at in one record. `keys` is what the index is asked for; equal keys are candidates only."""

    own_id: str
    identifiers: frozenset[str]
    titles: frozenset[str]
    first_author: str
    year: int | None
    keys: frozenset[str]


def fingerprint(paper: Paper) -> Fingerprint:
    """The identifiers, title digests, first author and year of a record, and the keys under which it is found."""
    identifiers = frozenset(f"{kind}:{value}" for kind, values in paper.ids.items() if kind not in SHARED for value in values)
    texts = _texts(paper)
    titles = frozenset(_digest(title) for title in _identifying(texts))
    author = paper.authors[0].name if paper.authors else ""
    forms = {author, *paper.authors[0].names.values()} if paper.authors else set()
    words = {word for form in forms for word in names.tokens(form)} or {"-"}
    own = own_id(paper, texts)
    keys = identifiers | {f"t:{title}:{word}" for title in titles for word in words} | {f"id:{own}"}
    return Fingerprint(own, identifiers, titles, author, paper.year, keys)


def own_id(paper: Paper, texts: Sequence[str] | None = None) -> str:
    """The id a record has by itself: the one given, else its strongest identifier, else a digest of what it is known by.

    `texts` are its squashed titles, for a caller who has them already.
    """
    if paper.given_id:
        return paper.given_id
    for kind in STRENGTH:
        if values := paper.ids.get(kind):
            return identifier_id(kind, min(values))
    for kind in sorted(paper.ids):
        if paper.ids[kind] and kind not in SHARED:
            return identifier_id(kind, min(paper.ids[kind]))
    texts = sorted(_texts(paper)) if texts is None else sorted(texts)
    known_by = [*texts, names.key(paper.authors[0].name) if paper.authors else "", str(paper.year or "")]
    if not _identifying(texts):
        # A preface is told from the next one by where it stands.
        known_by += [detail or "" for detail in (paper.venue, paper.volume, paper.issue, paper.pages)]
    if not texts[0]:
        known_by.append(paper.record)
    return "p-" + _digest("\x1f".join(known_by), size=10)


def title_prefix(text: str) -> str | None:
    """How the keys of papers with this title begin, whatever its case, blanks and signs; None for a title that says nothing."""
    found = _identifying([squash(text)])
    return f"t:{_digest(found[0])}:" if found else None


def identifier_id(kind: str, value: str) -> str:
    """An identifier as a paper's id: `doi` and `10.1000/x` give `doi-10.1000~2Fx`. Reversible, safe in addresses."""
    made = f"{kind}-" + _SAFE.sub(lambda match: "".join(f"~{byte:02X}" for byte in match[0].encode()), value)
    return made if len(made) <= MAX_ID else f"{kind}-{_digest(value, size=16)}"


def survivor(ids: Iterable[str]) -> str:
    """Which of several papers' ids stays when they turn out to be one: a given id, else the strongest, else the smallest.

    It does not look at which was first: after a load that was cut off, that could not be known any more.
    """

    def rank(paper_id: str) -> tuple[int, str]:
        kind = paper_id.split("-")[0]
        return (len(STRENGTH) + 1 if kind == "p" else STRENGTH.index(kind) + 1 if kind in STRENGTH else 0, paper_id)

    return min(ids, key=rank)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A record among those that may be one paper: a unique name, its content, and the ids that it already answers to."""

    name: str
    paper: Paper
    mark: Fingerprint
    ids: frozenset[str] = frozenset()


def group(candidates: Sequence[Candidate]) -> list[list[int]]:
    """Partitions records into papers; returns lists of positions.

    First everything that shares an identifier or is given the id of another; then, in an order that depends on the
    names alone, what agrees in title, first author and year while no identifier contradicts. The order of the
    candidates does not matter.
    """
    groups = _by_identifier(candidates)
    groups.sort(key=lambda members: min(candidates[i].name for i in members))
    holders: dict[str, list[int]] = defaultdict(list)
    for number, members in enumerate(groups):
        for title in sorted({title for i in members for title in candidates[i].mark.titles}):
            holders[title].append(number)
    # Emptied groups stay in place, so that numbers keep their meaning.
    for numbers in holders.values():
        for place, one in enumerate(numbers):
            for other in numbers[place + 1 :]:
                if groups[one] and groups[other] and _same_paper(groups[one], groups[other], candidates):
                    groups[one] = groups[one] + groups[other]
                    groups[other] = []
    return [sorted(members) for members in groups if members]


def contradicts(one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether two sets of identifiers (`kind:value`) name two papers: a kind in both without a common value."""
    mine, theirs = _by_kind(one), _by_kind(other)
    return any(kind not in _SEVERAL and not (mine[kind] & theirs[kind]) for kind in mine.keys() & theirs.keys())


def connected(keys: Sequence[Iterable[str]]) -> list[list[int]]:
    """Joins what shares a key, directly or through others: the keys of each thing in, lists of positions out."""
    parent = list(range(len(keys)))

    def find(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    first_with: dict[str, int] = {}
    for i, own in enumerate(keys):
        for key in own:
            parent[find(i)] = find(first_with.setdefault(key, i))
    groups: dict[int, list[int]] = defaultdict(list)
    for i in range(len(keys)):
        groups[find(i)].append(i)
    return list(groups.values())


def _by_identifier(candidates: Sequence[Candidate]) -> list[list[int]]:
    given = {candidate.paper.given_id for candidate in candidates} - {None}
    return connected(
        [
            [*candidate.mark.identifiers, *(f"id:{name}" for name in {candidate.paper.given_id, *candidate.ids} & given)]
            for candidate in candidates
        ]
    )


def _same_paper(one: Sequence[int], other: Sequence[int], candidates: Sequence[Candidate]) -> bool:
    if not any(_agree(candidates[i], candidates[j]) for i in one for j in other):
        return False
    return not contradicts(
        (identifier for i in one for identifier in candidates[i].mark.identifiers),
        (identifier for i in other for identifier in candidates[i].mark.identifiers),
    )


def _agree(one: Candidate, other: Candidate) -> bool:
    """Same title, first author and year (one apart). Without authors, the same year and venue instead."""
    mine, theirs = one.mark, other.mark
    if not mine.titles & theirs.titles:
        return False
    if not mine.first_author and not theirs.first_author:
        return mine.year == theirs.year and one.paper.venue == other.paper.venue
    if (mine.year is None) != (theirs.year is None):
        return False
    if mine.year is not None and theirs.year is not None and abs(mine.year - theirs.year) > 1:
        return False
    if not mine.first_author or not theirs.first_author:
        return False
    my_forms = {mine.first_author, *one.paper.authors[0].names.values()}
    their_forms = {theirs.first_author, *other.paper.authors[0].names.values()}
    return any(names.agree(a, b) for a in my_forms for b in their_forms)


def _by_kind(identifiers: Iterable[str]) -> dict[str, set[str]]:
    kinds: dict[str, set[str]] = defaultdict(set)
    for identifier in identifiers:
        kind, _, value = identifier.partition(":")
        kinds[kind].add(value)
    return kinds


def _texts(paper: Paper) -> list[str]:
    """The squashed titles, or how the abstracts begin where there is no title."""
    if texts := [text for title in paper.titles.values() if (text := squash(title))]:
        return texts
    beginnings = (squash(text[: ABSTRACT_LETTERS * 4])[:ABSTRACT_LETTERS] for text in paper.abstracts.values())
    return [text for text in beginnings if text] or [""]


def _identifying(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if text and text not in GENERIC_TITLES and not text.isdigit()]


def _digest(text: str, size: int = 8) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).hexdigest()
