"""CSL-JSON, the form in which citation processors (citeproc, Pandoc, Zotero) take papers.

Names whose parts are uncertain are `literal`. What CSL has no variables for stands under `custom`, as its schema allows: both
languages of titles, abstracts and keywords, all identifiers, names in other scripts.
Not held: affiliations, ORCID, categories, citations, licence, open access, where a paper came from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.exports import facts, people
from service.exports.facts import Paper

_TYPES: Mapping[str, str] = {
    "article": "article-journal", "inproceedings": "paper-conference", "thesis": "thesis", "book": "book", "chapter": "chapter",
    # As of CSL 1.0.2 the plain `article` is for preprints.
    "preprint": "article", "report": "report", "dataset": "dataset", "patent": "patent", "standard": "standard",
    "webpage": "webpage",
}  # fmt: skip
_OTHER = "document"


def item(paper: Paper) -> dict[str, Any]:
    """One item of the list."""
    date = list(facts.date(paper))
    arxiv = facts.first_id(paper, "arxiv")
    found: dict[str, Any] = {
        "id": facts.line(paper.get("id")) or facts.title(paper),
        "type": _TYPES.get(facts.kind(paper), _OTHER),
        "title": facts.title(paper),
        "author": _authors(paper),
        "editor": _people(paper.get("editors") or ()),
        "container-title": facts.line(paper.get("venue")),
        "collection-title": facts.line(paper.get("series")),
        "volume": facts.line(paper.get("volume")),
        "issue": facts.line(paper.get("issue")),
        "page": facts.line(paper.get("pages")),
        "publisher": facts.line(paper.get("publisher")),
        "issued": {"date-parts": [date]} if date else None,
        "language": facts.line(paper.get("language")),
        "abstract": facts.line(paper.get("abstract")),
        "keyword": _keywords(facts.keywords(paper)),
        "DOI": facts.first_id(paper, "doi"),
        "PMID": facts.first_id(paper, "pmid"),
        "PMCID": facts.first_id(paper, "pmcid"),
        "ISSN": ", ".join(paper.get("issn") or ()),
        "ISBN": ", ".join(paper.get("isbn") or ()),
        "URL": facts.page(paper) or (facts.resolved("arxiv", arxiv) if arxiv else None),
        "status": "retracted" if paper.get("retracted") else None,
        "custom": _custom(paper),
    }
    return {name: value for name, value in found.items() if value}


def _custom(paper: Paper) -> dict[str, Any]:
    found = {
        **{name: dict(paper.get(name) or {}) for name in ("titles", "abstracts") if _is_telling(paper, name)},
        # Whose language does not follow from that of the paper: BERT stands among Chinese keywords.
        "keywords": {code: list(words) for code, words in (paper.get("keywords") or {}).items()},
        "ids": dict(paper.get("ids") or {}),
        "pdf": facts.pdf(paper),
        "title_is_derived": bool(paper.get("title_is_derived")),
    }
    return {name: value for name, value in found.items() if value}


def _is_telling(paper: Paper, name: str) -> bool:
    """Whether texts by language say more than the variable of the same text and `language` do."""
    return list(paper.get(name) or {}) not in ([], [paper.get("language")])


def _authors(paper: Paper) -> list[dict[str, str]]:
    found = _people(paper.get("authors") or ())
    # A list that the source cut: styles print its end, and readers know it.
    return [*found, {"literal": "等" if paper.get("language") == "zh" else "others"}] if paper.get("authors_truncated") else found


def _people(several: Any) -> list[dict[str, str]]:
    return [person(one) for one in several if people.shown(one)]


def person(author: Mapping[str, Any]) -> dict[str, str]:
    """A name variable: its parts where they are certain, else `literal`."""
    name = people.certain(author)
    if name is None:
        return {"literal": people.shown(author)}
    parts = {"family": name.family, "given": name.given, "non-dropping-particle": name.particle, "suffix": name.suffix}
    return {part: text for part, text in parts.items() if text}


def _keywords(words: list[str]) -> str:
    return ("; " if any("," in word for word in words) else ", ").join(words)
