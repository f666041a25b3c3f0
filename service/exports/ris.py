"""RIS, as EndNote, Zotero, NoteExpress and CNKI read it: a tag a line, one record behind the other.

Not held: affiliations, ORCID, categories, citations, licence, open access, where a paper came from; identifiers other than
DOI, arXiv, PMID and PMCID beyond what their addresses say; of a name in both scripts the form that is not shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from service.exports import facts, people
from service.exports.facts import Paper

_TYPES: Mapping[str, str] = {
    "article": "JOUR", "inproceedings": "CPAPER", "thesis": "THES", "book": "BOOK", "chapter": "CHAP", "preprint": "UNPB",
    "report": "RPRT", "dataset": "DATA", "patent": "PAT", "standard": "STAND", "webpage": "ELEC",
}  # fmt: skip
_OTHER = "GEN"
# Types whose second people are editors; of others, readers look for them under ED.
_EDITED = frozenset({"JOUR", "CPAPER", "BOOK", "CHAP", "RPRT"})


def record(paper: Paper) -> str:
    """One record, from TY to ER, with an empty line behind it. Lines end as the format wants: in CR and LF."""
    of = _TYPES.get(facts.kind(paper), _OTHER)
    lines = [f"{tag}  - {value}" for tag, value in _tags(paper, of) if value]
    return "\r\n".join([f"TY  - {of}", *lines, "ER  - ", "", ""])


def _tags(paper: Paper, of: str) -> Iterator[tuple[str, str]]:
    yield "ID", facts.line(paper.get("id"))
    for author in paper.get("authors") or ():
        yield "AU", _person(author)
    if paper.get("authors_truncated"):
        yield "AU", "et al."
    for editor in paper.get("editors") or ():
        yield "A2" if of in _EDITED else "ED", _person(editor)
    yield "TI", facts.title(paper)
    for text in facts.other_texts(paper, "titles", paper.get("title")).values():
        yield "TT", facts.line(text)
    yield "T2", facts.line(paper.get("venue"))
    if of == "JOUR":
        yield "JO", facts.line(paper.get("venue"))
    yield "T3", facts.line(paper.get("series"))
    yield "VL", facts.line(paper.get("volume"))
    yield "IS", facts.line(paper.get("issue"))
    first, last = facts.pages(paper)
    yield "SP", first
    yield "EP", last
    yield "PB", facts.line(paper.get("publisher"))
    for number in [*(paper.get("issn") or ()), *(paper.get("isbn") or ())]:
        yield "SN", facts.line(number)
    yield from _dates(paper)
    yield "LA", facts.line(paper.get("language"))
    for word in facts.keywords(paper):
        yield "KW", word
    yield "AB", facts.line(paper.get("abstract"))
    for text in facts.other_texts(paper, "abstracts", paper.get("abstract")).values():
        yield "N2", facts.line(text)
    yield from _places(paper)
    if paper.get("retracted"):
        yield "N1", "Retracted"


def _dates(paper: Paper) -> Iterator[tuple[str, str]]:
    year, date = facts.year(paper), facts.date(paper)
    yield "PY", str(year) if year is not None else ""
    if len(date) > 1:
        # Year, month, day, and a fourth part for whatever else; empty parts keep their slashes.
        parts = [f"{part:02d}" for part in date[1:]]
        yield "DA", "/".join([f"{date[0]:04d}", *parts, *[""] * (3 - len(parts))])


def _places(paper: Paper) -> Iterator[tuple[str, str]]:
    ids = paper.get("ids") or {}
    for doi in ids.get("doi") or ():
        yield "DO", facts.line(doi)
    yield "UR", facts.page(paper) or ""
    yield "L1", facts.pdf(paper) or ""
    for arxiv in ids.get("arxiv") or ():
        yield "AN", f"arXiv:{facts.line(arxiv)}"
    if pmid := facts.first_id(paper, "pmid"):
        yield "DB", "PubMed"
        yield "AN", facts.line(pmid)
    yield "C2", facts.line(facts.first_id(paper, "pmcid"))


def _person(author: Mapping[str, Any]) -> str:
    name = people.certain(author)
    if name is None:
        return people.shown(author)
    return ", ".join(part for part in (name.whole_family, name.given, name.suffix) if part)
