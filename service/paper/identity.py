"""Which records are the same paper: the contract's one rule, as pure functions of the records.

It knows no index and no order of loading: the same set of records always falls into the same groups.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from service import names
from service.folding import fold, squash
from service.languages import MAPPINGS
from service.paper.identifiers import SHARED
from service.paper.joining import Face, Joining, Look, State
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

# The DOI of a book ends in its ISBN; lists of papers give it for papers of the book (83 of ECCV 2022), which it would make one.
_VOLUME = re.compile(r"10\.\d{4,9}/(?:\w+\.)?97[89](?:-?\d){10}")
THESIS, _NO_THESIS = "thesis", frozenset({"article", "inproceedings", "chapter"})
_IN_VOLUMES = frozenset({None, "article", "chapter", "inproceedings"})

# A paper without a title is known by how its abstract begins: so many letters that no two of 97,000 real
# abstracts begin alike, and few enough that a shortened abstract is still known.
ABSTRACT_LETTERS = 160
# What publishers set before the title of a paper that they withdraw; a notice of it (Retraction: ...) is another paper.
_RETRACTED = re.compile(
    r"\W*(?:(?:retracted|withdrawn)(?:\s+(?:article|paper|chapter|publication))?|(?:已)?撤稿|已撤回)\s*[\])】）:：]\W*",
    re.IGNORECASE,
)
# Most titles have no sign that may matter.
_MAY_DIFFER = re.compile(r"[+#*＋＃＊∗⋆★☆⁎✱✶﹡♯\\]|(?<!\w)\.net\b", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W_]+|(?<=[^\W_])(?:\+\++|[#*](?![^\W_]))|(?<!\w)\.(?=net\b)")
_STARS = str.maketrans("＋＃＊∗⋆★☆⁎✱✶﹡♯", "+#" + 9 * "*" + "#")
# At the end of a title a star is a footnote's, but for names of one capital such as A*.
_FOOTNOTE = re.compile(r"(?<!\b[A-Z])(?<!\*)\*+\W*$")
_TEX = re.compile(r"\\[A-Za-z]+|[{}$\\^_~]")
_TEX_NAME = re.compile(r"\\(?:var)?([A-Za-z]+)")
_TEX_SIGNS = {
    **dict(zip("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi "
               "chi psi omega".split(), "αβγδεζηθικλμνξοπρστυφχψω", strict=True)),
    "ell": "l", "ast": "*", "star": "*", "sharp": "#",
}  # fmt: skip
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
    identifiers = frozenset(f"{kind}:{value}" for kind, values in _naming(paper).items() for value in values)
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
    ids = _naming(paper)
    for kind in (*STRENGTH, *sorted(ids)):
        if values := ids.get(kind):
            return identifier_id(kind, min(values))
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
    found = _identifying([letters(text)])
    return f"t:{_digest(found[0])}:" if found else None


def letters(title: str) -> str:
    """Letters and digits of a title, folded, with the signs by which titles differ: `C++` and `C#`, `A*`, `k-means++`, `.NET`.

    Greek letters are the same by themselves and in TeX.
    """
    if not _MAY_DIFFER.search(title):
        return squash(title)
    text = _TEX_NAME.sub(lambda match: _TEX_SIGNS.get(match[1].lower(), match[0]), title)
    text = _FOOTNOTE.sub("", _TEX.sub("", text).translate(_STARS))
    return "".join(_LETTERS.findall(fold(text)))


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

    First everything that shares an identifier (where other identifiers contradict, the title as well: publishers give one DOI to
    two papers by mistake) or is given the id of another. Then, one group after another in an order that
    depends on the names alone: each joins the earlier ones that it agrees with in title, first author and year, from the
    first on, as long as nothing contradicts: no identifier, and no two of the records that it would then have (years more than
    one apart, first authors that are not one person, a thesis and an article; what shares an identifier counts as one
    record); before that those alone that agree in venue, too, because a paper and
    its workshop version have one title. So no two papers are left that agree and do not contradict, the order of the
    candidates does not matter, and the time grows with their number, not its square.
    """
    groups = _by_identifier(candidates)
    faces = {}
    if len(groups) > 1:
        faces = {i: face for members in groups for face in (_face([candidates[i] for i in members]),) for i in members}
    for strictly in (True, False):
        if len(groups) > 1:
            groups = _joined(groups, candidates, faces, strictly)
    return [sorted(members) for members in groups]


def _joined(
    groups: Sequence[list[int]], candidates: Sequence[Candidate], faces: Mapping[int, Face], strictly: bool
) -> list[list[int]]:
    joining = Joining()
    groups = sorted(groups, key=lambda members: min(candidates[i].name for i in members))
    for members in groups:
        looks = {look for i in members for look in _looks(candidates[i], strictly)}
        kinds = _kinds(identifier for i in members for identifier in candidates[i].mark.identifiers)
        joining.add(looks, State(kinds, frozenset(faces[i] for i in members)))
    papers: dict[int, list[int]] = defaultdict(list)
    for number, members in enumerate(groups):
        papers[joining.first_of(number)] += members
    return list(papers.values())


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
    holders: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        for identifier in candidate.mark.identifiers:
            holders[identifier].append(candidate)
    doubtful = {identifier for identifier, all_ in holders.items() if len(all_) > 1 and _contradict(all_)}
    keys: list[list[str]] = []
    for candidate in candidates:
        keys.append([f"id:{name}" for name in {candidate.paper.given_id, *candidate.ids} & given])
        for identifier in candidate.mark.identifiers:
            keys[-1] += [f"{identifier} {title}" for title in candidate.mark.titles] if identifier in doubtful else [identifier]
    return connected(keys)


def _contradict(candidates: Iterable[Candidate]) -> bool:
    """Whether records have different identifiers of one kind: then one that they share was given to one of them by mistake."""
    common: dict[str, set[str]] = {}
    for candidate in candidates:
        for kind, values in _by_kind(candidate.mark.identifiers).items():
            common[kind] = common[kind] & values if kind in common else values
    return any(not values for kind, values in common.items() if kind not in _SEVERAL)


def _face(records: Sequence[Candidate]) -> Face:
    types = {record.paper.type for record in records}
    return Face(
        frozenset(record.mark.year for record in records if record.mark.year is not None),
        frozenset(form for record in records for form in _forms(record)),
        # Many sources know no types, or call everything an article's preprint.
        True if THESIS in types else False if types & _NO_THESIS else None,
    )


def _forms(one: Candidate) -> frozenset[str]:
    return frozenset({one.mark.first_author, *one.paper.authors[0].names.values()}) if one.mark.first_author else frozenset()


def _looks(one: Candidate, strictly: bool) -> list[Look]:
    author, mark, forms = one.mark.first_author, one.mark, _forms(one)
    if not strictly:
        return [Look(title, forms, mark.year, None if author else one.paper.venue) for title in mark.titles]
    if mark.year is None or not one.paper.venue:
        return []
    # As part of the title it has to be the same.
    place = f"{squash(one.paper.venue)} {mark.year}"
    return [Look(f"{title} {place}", forms, None, None if author else one.paper.venue) for title in mark.titles]


def _by_kind(identifiers: Iterable[str]) -> dict[str, set[str]]:
    kinds: dict[str, set[str]] = defaultdict(set)
    for identifier in identifiers:
        kinds[identifier.partition(":")[0]].add(identifier)
    return kinds


def _kinds(identifiers: Iterable[str]) -> frozenset[str]:
    """The kinds of which two different identifiers are two papers."""
    return frozenset(identifier.partition(":")[0] for identifier in identifiers) - _SEVERAL


def _naming(paper: Paper) -> Mapping[str, Sequence[str]]:
    """The identifiers that name this paper; not those that the papers of a journal share, nor the DOI of the whole volume."""
    ids: Mapping[str, Sequence[str]] = paper.ids
    if not SHARED.isdisjoint(ids):
        ids = {kind: values for kind, values in ids.items() if kind not in SHARED}
    dois = ids.get("doi", ())
    if paper.type in _IN_VOLUMES and any(_VOLUME.fullmatch(doi) for doi in dois):
        ids = {**ids, "doi": [doi for doi in dois if not _VOLUME.fullmatch(doi)]}
    return ids


def _texts(paper: Paper) -> list[str]:
    """The squashed titles, or how the abstracts begin where there is no title."""
    if texts := [text for title in paper.titles.values() if (text := letters(_RETRACTED.sub("", title)))]:
        return texts
    beginnings = (squash(text[: ABSTRACT_LETTERS * 4])[:ABSTRACT_LETTERS] for text in paper.abstracts.values())
    return [text for text in beginnings if text] or [""]


def _identifying(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if text and text not in GENERIC_TITLES and not text.isdigit()]


def _digest(text: str, size: int = 8) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).hexdigest()
