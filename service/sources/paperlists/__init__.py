"""Conference lists in JSON, as two public collections write them: papers with sessions, areas, affiliations, citations.

It fetches nothing: the list is read as it is, and the keys that say nothing of a paper (reviews, scores) are not kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from service.paper import Notice, Paper, Reject, identifiers
from service.sources.facts import fields
from service.sources.facts.texts import text, texts
from service.sources.input import Input
from service.sources.native import values
from service.sources.native.people import hide_contact
from service.sources.native.values import WrongType
from service.sources.paperlists import areas, people, venues
from service.sources.reading import jsonstream

Record = Mapping[str, Any]

# Submissions that never were in the proceedings: papers all the same, but no publications of the conference.
_UNPUBLISHED = frozenset({"reject", "withdraw", "active", "desk reject", "desk_reject"})
_NO_ABSTRACT = frozenset({"abstract unavailable", "abstract", "no abstract", "none", "n/a", "-", "withdrawn", "tbd"})
_ABSTRACT_LABEL = re.compile(r"Abstract\s*(?:[-—–.:]+\s*(?=[A-Z])|\s(?=We\b|In this\b|This paper\b))")
# Glyph numbers of PDF extraction that are certain: the soft hyphen at a line's end, and the ligatures of TeX's fonts.
_SOFT_HYPHEN = re.compile(r"\s?\(cid:173\)\s*")
_LIGATURES = {"(cid:11)": "ff", "(cid:12)": "fi", "(cid:13)": "fl", "(cid:14)": "ffi", "(cid:15)": "ffl"}
_TAG = re.compile(r"</?(?:p|div|i|b|em|strong|sup|sub|br|span)\s*/?>", re.IGNORECASE)
_TEXTS = frozenset(
    "id title author abstract aff affs aff_unique_norm aff_country_unique orcid keywords primary_area session topic conference "
    "status site openreview oa paper_url doi arxiv pdf".split()
)
# No area is longer.
_AREA = 300
# What only these lists have; one of a row is enough beside a title.
_TELLING = ("track", "gs_citation", "aff", "aff_unique_norm", "primary_area")
_AIRAS = frozenset({"title", "authors", "conference", "year"})


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a list. The file's name (`iclr2017.json`) tells venue and year where the records do not."""
    venue, year = venues.from_file(data.name)
    for position, value in jsonstream.values(data.stream):
        label = str(position)
        if isinstance(value, jsonstream.Broken):
            yield Reject(label, value.reason, value.excerpt)
            continue
        try:
            if not isinstance(value, dict):
                raise WrongType("record", "an object", value)
            paper, notices = _paper(value, label, venue, year)
        except WrongType as error:
            yield Reject(label, str(error), values.dump(hide_contact(value)))
            continue
        if paper.titles or paper.abstracts or paper.authors:
            for message in notices:
                yield Notice(paper.record, message)
            yield paper
        else:
            yield Reject(label, "no paper: it has neither a title nor an abstract nor authors", values.dump(hide_contact(value)))


def recognise(head: bytes, name: str) -> float:
    """How sure it is that this is a list of papers of a conference: by the keys of the first record."""
    first = jsonstream.first_object(head)
    if first is None or not isinstance(first.get("title"), str):
        return 0.0
    if isinstance(first.get("author"), str) and any(key in first for key in _TELLING):
        return 0.95 if venues.from_file(name)[0] else 0.93
    return 0.93 if first.keys() >= _AIRAS and ("topic" in first or "paper_url" in first) else 0.0


def _paper(record: Record, label: str, venue: str | None, year: int | None) -> tuple[Paper, list[str]]:
    words = _texts(record)
    word = words.get
    names = record.get("authors") or word("author", "")
    if not isinstance(names, str) and not (isinstance(names, list) and all(isinstance(name, str) for name in names)):
        raise WrongType("authors", "names", names)
    authors, notices = people.authors(
        names, word("aff") or word("affs", ""), word("aff_unique_norm", ""), word("aff_country_unique", ""), word("orcid", "")
    )
    keywords = word("keywords", "")
    # Elsewhere a colon stands in a keyword without such a meaning.
    hierarchy = keywords if (venue == "IJCAI" or word("primary_area")) and areas.is_hierarchical(keywords) else ""
    citations = record.get("gs_citation")
    paper = Paper(
        titles=texts(word("title", "")),
        abstracts=_abstracts(word("abstract", "")),
        authors=authors,
        categories=areas.categories(
            word("primary_area", "")[:_AREA], word("session", "")[:_AREA], word("topic", "")[:_AREA], hierarchy
        ),
        keywords=_keywords(keywords) if keywords and not hierarchy else {},
        venue=venues.from_name(word("conference", "")[:_AREA]) or venue,
        year=fields.year(record.get("year")) or year,
        type="preprint" if word("status", "").lower() in _UNPUBLISHED else "inproceedings",
        ids=_ids(words),
        citations=citations if isinstance(citations, int) and not isinstance(citations, bool) and citations >= 0 else None,
        links=_links(words),
        record=text(word("id", ""))[:200] or label,
    )
    return paper, notices


def _texts(record: Record) -> Mapping[str, str]:
    """The record's texts. Other values stand in these lists only where a number or nothing may."""
    found = {key: value for key, value in record.items() if type(value) is str}
    if len(found) < len(record):
        for key, value in record.items():
            if key in _TEXTS and value is not None and type(value) is not str:
                if isinstance(value, bool) or not isinstance(value, (int, float)) or key not in ("id", "arxiv"):
                    raise WrongType(key, "a text", value)
                found[key] = str(value)
    return found


def _abstracts(value: str) -> dict[str, str]:
    if "(cid:" in value:
        value = _SOFT_HYPHEN.sub("", value)
        for glyph, letters in _LIGATURES.items():
            value = value.replace(glyph, letters)
    if "</" in value or "<br" in value:
        value = _TAG.sub("", value)
    if len(value) < 40 and value.strip().lower() in _NO_ABSTRACT:
        return {}
    return texts(_ABSTRACT_LABEL.sub("", value, count=1) if value.startswith("Abstract") else value)


def _keywords(value: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for word in value.split(";") if ";" in value else value.split(","):
        for code, kept in texts(word).items():
            found.setdefault(code, {})[kept] = None
    return {code: tuple(words) for code, words in found.items()}


def _ids(words: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Identifiers of the record's own fields, and those that its addresses name."""
    known = [identifiers.from_url(url) for key in ("site", "openreview", "oa", "paper_url") if (url := words.get(key))]
    known += [identifiers.identify(kind, value) for kind in ("doi", "arxiv") if (value := words.get(kind))]
    found: dict[str, tuple[str, ...]] = {}
    for one in known:
        if one and one[1] not in found.get(one[0], ()):
            found[one[0]] = (*found.get(one[0], ()), one[1])
    return found


def _links(words: Mapping[str, str]) -> dict[str, str]:
    found = {}
    if (page := words.get("site") or words.get("oa") or words.get("paper_url")) and (html := fields.address(page)):
        found["html"] = html
    if (file := words.get("pdf")) and (pdf := fields.address(file)):
        found["pdf"] = pdf
    return found
