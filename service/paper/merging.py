"""How the records of one paper become one: a pure function of the set of contributions.

Order, grouping and repetition of loading do not matter. It decides no identity and writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

import orjson

from service.languages import has_han
from service.paper.identity import Fingerprint, fingerprint
from service.paper.model import SCALARS, Author, Category, Origin, Paper, from_dict, to_dict

# Which source's value wins where two differ; higher is better (docs/loading.md). What somebody wrote for this service beats lists
# curated by hand, these what publishers register, these what indexes collect of others, and last what is read off a printed page.
# Exports of reference managers, which anybody may have edited, stand in the middle.
RANK: Mapping[str, int] = {
    **dict.fromkeys(("json", "jsonl"), 60),
    "paperlists": 50,
    "acl": 48,
    **dict.fromkeys(("crossref", "crossrefxml"), 46),
    **dict.fromkeys(("pubmed", "medline", "jats", "elsevier", "ieee", "copernicus", "doaj", "dblp"), 44),
    **dict.fromkeys(("datacite", "datacitexml", "openreview", "mathscinet", "wos", "jalc"), 42),
    **dict.fromkeys(("arxiv", "arxivdocmeta"), 41),
    "openalex": 38,
    **dict.fromkeys(("semanticscholar", "table"), 36),
    "gb7714": 30,
    "s2orc": 25,
    **dict.fromkeys(("listing", "tei"), 20),
    "grobidjson": 15,
}
DEFAULT_RANK = 40


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one record of one source says of a paper, with what identity sees in it.

    `occurrence` counts the records with one own id in one file; of a service whose records have names it tells these apart.
    The digest changes exactly when the content does.
    """

    origin: Origin
    occurrence: int
    paper: Paper
    mark: Fingerprint
    digest: str
    # The paper's plain form, kept from making the digest: a document of one contribution begins with it.
    plain: Mapping[str, Any] = field(compare=False, repr=False)

    # Names the record among all: the same record loaded again replaces it.
    key: str = ""


def contribution(paper: Paper, origin: Origin, mark: Fingerprint | None = None, occurrence: int = 0) -> Contribution:
    """Makes the contribution of a record."""
    plain = to_dict(paper)
    digest = blake2b(orjson.dumps(plain, option=orjson.OPT_SORT_KEYS), digest_size=8).hexdigest()
    mark = mark or fingerprint(paper)
    if origin.names_records and paper.record:
        mark, occurrence = _named(mark, origin, paper.record), int.from_bytes(_digest(paper.record, 4)) >> 1
    return Contribution(origin, occurrence, paper, mark, digest, plain, contribution_key(origin, mark.own_id, occurrence))


def record_key(origin: Origin, record: str) -> str:
    """The key under which the paper of a service's record is found, by the record's own name."""
    return f"record:{_digest(f'{origin.source}|{origin.file}|{record}', 12).hex()}"


def _named(mark: Fingerprint, origin: Origin, record: str) -> Fingerprint:
    return replace(mark, keys=mark.keys | {record_key(origin, record)})


def _digest(text: str, size: int) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).digest()


def contribution_key(origin: Origin, own_id: str, occurrence: int) -> str:
    """Source, file, own id and the how-manieth record with that id in the file."""
    return f"{origin.source}|{origin.file}|{own_id}|{occurrence}"


def again(one: Contribution, occurrence: int) -> Contribution:
    """The same contribution as a later one with its id in its file."""
    return replace(one, occurrence=occurrence, key=contribution_key(one.origin, one.mark.own_id, occurrence))


def contribution_to_dict(one: Contribution, with_paper: bool) -> dict[str, Any]:
    """Plain JSON of a contribution; without its paper where the index document itself says the same."""
    out: dict[str, Any] = {
        "source": one.origin.source, "file": one.origin.file, "id": one.mark.own_id, "n": one.occurrence, "digest": one.digest,
    }  # fmt: skip
    if with_paper:
        out["paper"] = one.plain
    else:
        out |= {name: value for name, value in _not_in_document(one.paper).items() if value}
    return out


def _not_in_document(paper: Paper) -> dict[str, Any]:
    """What the index document computes or leaves out, though the record said it (or did not say it)."""
    return {"given_id": paper.given_id, "record": paper.record, "declared_language": paper.language}


def contribution_from_dict(record: Mapping[str, Any], paper: Mapping[str, Any] | None = None) -> Contribution:
    """Reads a contribution back; `paper` is the document's own content where the contribution has none."""
    if "paper" in record:
        content = from_dict(record["paper"])
    else:
        content = replace(
            from_dict(paper or {}),
            given_id=record.get("given_id"),
            record=record.get("record", ""),
            language=record.get("declared_language"),
        )
    mark = fingerprint(content)
    if mark.own_id != record["id"]:
        # Written when ids were made by another rule: a record keeps the id of its first sight.
        mark = replace(mark, own_id=record["id"], keys=mark.keys | {f"id:{record['id']}"})
    origin, number = Origin(record["source"], record["file"]), record["n"]
    if origin.names_records and content.record:
        mark = _named(mark, origin, content.record)
    return Contribution(
        origin, number, content, mark, record["digest"], to_dict(content), contribution_key(origin, record["id"], number)
    )


def merge(contributions: Iterable[Contribution]) -> Paper:
    """The paper that all contributions together describe. At least one is needed.

    Per field the best source's value; texts per language; lists united in the sources' order; the longest author
    list; the most citations known; `retracted` and `open_access` where any source says so.
    """
    known = list(contributions)
    if len(known) == 1:
        return known[0].paper
    papers = [one.paper for one in sorted(known, key=_order)]
    values: dict[str, Any] = {name: _first(papers, lambda p, n=name: getattr(p, n)) for name in SCALARS}  # type: ignore[misc]
    values["citations"] = max((p.citations for p in papers if p.citations is not None), default=None)
    for name in ("open_access", "retracted"):
        said = [getattr(p, name) for p in papers if getattr(p, name) is not None]
        values[name] = any(said) if said else None
    for name in ("titles", "links"):
        values[name] = _first_per_key(getattr(p, name) for p in papers)
    values["abstracts"] = _longest_per_key(p.abstracts for p in papers)
    for name in ("keywords", "ids"):
        values[name] = _united_per_key(getattr(p, name) for p in papers)
    for name in ("issn", "isbn", "categories"):
        values[name] = _united(getattr(p, name) for p in papers)
    values["categories"] = _without_bare_areas(values["categories"])
    authors = max(papers, key=lambda p: (not p.authors_truncated, len(p.authors)))
    values["authors"] = _with_details(authors.authors, [p.authors for p in papers])
    values["authors_truncated"] = authors.authors_truncated
    values["editors"] = max((p.editors for p in papers), key=len)
    values["record"] = papers[0].record
    return replace(papers[0], **values)


def _order(one: Contribution) -> tuple[int, int, str]:
    filled = sum(1 for name in (*SCALARS, "titles", "abstracts", "authors", "categories", "ids") if getattr(one.paper, name))
    return (-RANK.get(one.origin.source, DEFAULT_RANK), -filled, one.key)


def _first(papers: Sequence[Paper], value: Callable[[Paper], Any]) -> Any:
    return next((value(paper) for paper in papers if value(paper) is not None), None)


def _first_per_key(maps: Iterable[Mapping[str, str]]) -> dict[str, str]:
    out: dict[str, str] = {}
    for one in maps:
        for key, value in one.items():
            out.setdefault(key, value)
    return out


def _longest_per_key(maps: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Sources cut abstracts short; none makes them longer."""
    out: dict[str, str] = {}
    for one in maps:
        for key, value in one.items():
            if len(value) > len(out.get(key, "")):
                out[key] = value
    return out


def _united_per_key(maps: Iterable[Mapping[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    out: dict[str, dict[str, str]] = {}
    for one in maps:
        for key, values in one.items():
            seen = out.setdefault(key, {})
            for value in values:
                seen.setdefault(value.casefold(), value)
    return {key: tuple(values.values()) for key, values in out.items()}


def _united(lists: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(value for one in lists for value in one))


def _without_bare_areas(categories: Iterable[Category]) -> tuple[Category, ...]:
    """An area alone says nothing where a sub-area of it is known."""
    known = tuple(categories)
    detailed = {category.area for category in known if category.subarea}
    return tuple(category for category in known if category.subarea or category.area not in detailed)


def _with_details(authors: Sequence[Author], lists: Sequence[Sequence[Author]]) -> tuple[Author, ...]:
    """The chosen list, with what other lists know of the same people: forms in other languages, affiliations, ORCID.

    People are the same by their key; or by their place where the lists are equally long and one gives the name in
    another script (张伟 and Wei Zhang as third author of one paper).
    """
    by_key: dict[str, list[Author]] = {}
    by_place: list[list[Author]] = [[] for _ in authors]
    for one in lists:
        for author in one:
            by_key.setdefault(author.key, []).append(author)
        if len(one) == len(authors):
            for place, author in enumerate(one):
                by_place[place].append(author)
    return tuple(
        _enriched(author, by_key.get(author.key, []) + [other for other in place if _other_script(author, other)])
        for author, place in zip(authors, by_place, strict=True)
    )


def _other_script(one: Author, other: Author) -> bool:
    return has_han(one.name) != has_han(other.name)


def _enriched(author: Author, others: Sequence[Author]) -> Author:
    said = [author.names, *(other.names for other in others)]
    if any(_other_script(author, other) for other in others):
        said += [{"zh" if has_han(one.name) else "en": one.name} for one in (author, *others)]
    forms = _first_per_key(said)
    affiliations = next((one.affiliations for one in (author, *others) if one.affiliations), ())
    return replace(author, names=forms, affiliations=affiliations, orcid=_first_orcid(author, others))


def _first_orcid(author: Author, others: Sequence[Author]) -> str | None:
    return next((one.orcid for one in (author, *others) if one.orcid), None)
