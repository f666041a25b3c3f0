"""One item of CSL-JSON as a Paper. What is of the wrong type is left out and told: programs differ in what they write.

It reads no files, and of a note only the variables of CSL that Zotero keeps there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from service.languages import normal_code
from service.paper import Author, Paper, identifiers
from service.sources.facts import fields, references
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text, texts_by_language

Record = Mapping[str, Any]

TYPES: Mapping[str, str] = {
    **dict.fromkeys("article-journal article-magazine article-newspaper journal-article review review-book".split(), "article"),
    **dict.fromkeys("paper-conference speech proceedings-article".split(), "inproceedings"), "thesis": "thesis",
    "dissertation": "thesis",
    **dict.fromkeys("book monograph edited-book collection classic".split(), "book"),
    **dict.fromkeys("chapter book-chapter entry entry-dictionary entry-encyclopedia".split(), "chapter"),
    "report": "report", "dataset": "dataset",
    "patent": "patent", "standard": "standard", **dict.fromkeys("webpage post post-weblog".split(), "webpage"),
    **dict.fromkeys("article preprint posted-content".split(), "preprint"),
}  # fmt: skip
OTHER_TYPES = frozenset(
    "bill broadcast document manuscript event figure graphic hearing interview legal_case legislation map motion_picture "
    "musical_score pamphlet performance periodical personal_communication regulation software song treaty".split()
)
_IDS = {"DOI": "doi", "PMID": "pmid", "PMCID": "pmcid", "arXiv": "arxiv", "arxiv": "arxiv", "URL": "url"}
# Variables of CSL that Zotero keeps in its field of notes, a line each.
_EXTRA = re.compile(r"^\{?:?\s*([A-Za-z][A-Za-z -]{1,30}?)\s*:\s*(\S.*?)\}?$", re.MULTILINE)
_EXTRA_KEYS = frozenset(
    "doi pmid pmcid isbn issn arxiv volume issue page publisher container-title collection-title event-title original-title "
    "issued status".split()
)


def read(item: Record, label: str, notices: list[str]) -> Paper:
    """The paper of an item; messages about what was left out of it are added to `notices`. `label` names it otherwise."""
    extra = _extra(item)

    def word(name: str) -> str:
        return _word(item, name, notices) or extra.get(name.lower(), "")

    kind = word("type").lower()
    declared = references.language(word("language"))
    custom = _custom(item)
    derived = custom.get("title_is_derived") is True
    titles = {} if derived else references.several_texts([word("title"), *_other_titles(item), word("original-title")], declared)
    pdf = fields.address(_word(custom, "pdf", []))
    authors, cut = _people(item.get("author"), "author", notices)
    year, date = _date(item, extra, notices)
    return Paper(
        titles=_texts(custom, "titles") or titles,
        abstracts=_texts(custom, "abstracts") or references.several_texts([word("abstract")], declared),
        authors=authors,
        authors_truncated=cut,
        editors=_people(item.get("editor"), "editor", notices)[0],
        keywords=_keywords(custom)
        or references.keywords([*_listed(item, "keyword", notices), *_listed(item, "subject", notices)], declared),
        venue=references.venue(_plain(word("container-title")) or _plain(word("event-title") or word("event"))),
        series=_plain(word("collection-title")) or None,
        volume=references.number(word("volume")) or None,
        issue=references.number(word("issue") or (word("number") if kind != "article" else "")) or None,
        pages=references.pages(word("page") or word("article-number")),
        publisher=text(word("publisher")) or None,
        issn=references.numbers("issn", [*_listed(item, "ISSN", notices), extra.get("issn", "")]),
        isbn=references.numbers("isbn", [*_listed(item, "ISBN", notices), extra.get("isbn", "")]),
        year=year,
        date=date,
        language=declared,
        type=TYPES.get(kind, "other"),
        ids=references.ids([*((kind_of_id, word(name)) for name, kind_of_id in _IDS.items() if word(name)), *_ids(custom)]),
        citations=_count(item.get("is-referenced-by-count")),
        retracted=references.retracted(titles, [word("status"), _word(item, "note", [])]),
        links=references.links([word("URL")]) | ({"pdf": pdf} if pdf else {}),
        record=text(word("id") or word("citation-key"))[:200] or label,
    )


def _word(item: Record, name: str, notices: list[str]) -> str:
    """A text; numbers are taken for texts, and of a list of texts the first."""
    value = item.get(name)
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if value is not None and not isinstance(value, str):
        notices.append(f"{name}: no text, left out")
    return value if isinstance(value, str) else ""


def _listed(item: Record, name: str, notices: list[str]) -> list[str]:
    value = item.get(name)
    if isinstance(value, list):
        return [one for one in value if isinstance(one, str)]
    found = _word(item, name, notices)
    return [found] if found else []


def _plain(value: str) -> str:
    return text(without_markup(value)) if value else ""


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31 else None


def _extra(item: Record) -> Mapping[str, str]:
    note = item.get("note")
    if not isinstance(note, str) or ":" not in note:
        return {}
    found: dict[str, str] = {}
    for match in _EXTRA.finditer(note[:20_000]):
        if (key := match[1].strip().lower().replace(" ", "-")) in _EXTRA_KEYS:
            found.setdefault(key, match[2])
    return found


def _custom(item: Record) -> Record:
    """What our own export says beyond CSL's variables: texts by language, keywords, all identifiers."""
    value = item.get("custom")
    return value if isinstance(value, dict) else {}


def _texts(custom: Record, name: str) -> dict[str, str]:
    value = custom.get(name)
    return (
        texts_by_language({str(code): one for code, one in value.items() if isinstance(one, str)})
        if isinstance(value, dict)
        else {}
    )


def _keywords(custom: Record) -> dict[str, tuple[str, ...]]:
    value = custom.get("keywords")
    found: dict[str, dict[str, None]] = {}
    for code, words in value.items() if isinstance(value, dict) else ():
        for word in words if isinstance(words, list) else ():
            if isinstance(word, str) and (kept := text(word)):
                found.setdefault(normal_code(str(code)), {})[kept] = None
    return {code: tuple(words) for code, words in found.items()}


def _ids(custom: Record) -> Iterator[tuple[str, str]]:
    value = custom.get("ids")
    for kind, several in value.items() if isinstance(value, dict) else ():
        if kind in identifiers.KINDS and isinstance(several, list):
            yield from ((kind, one) for one in several if isinstance(one, str))


def _other_titles(item: Record) -> Iterator[str]:
    """Titles in other languages, as Juris-M keeps them."""
    multi = item.get("multi")
    keys = multi.get("_keys") if isinstance(multi, dict) else None
    several = keys.get("title") if isinstance(keys, dict) else None
    if isinstance(several, dict):
        yield from (title for title in several.values() if isinstance(title, str))


def _people(value: Any, field: str, notices: list[str]) -> tuple[tuple[Author, ...], bool]:
    if value is None:
        return (), False
    if isinstance(value, str):
        names, cut = fields.split_authors(value)
        return tuple(one for one in map(references.person, names) if one), cut
    if not isinstance(value, list):
        notices.append(f"{field}: no list of people, left out")
        return (), False
    found: list[Author] = []
    truncated = False
    for one in value:
        author = _person(one) if isinstance(one, dict) else references.literal(one) if isinstance(one, str) else None
        if author is None:
            # `{"literal": "others"}` says that the list stops early.
            truncated |= isinstance(one, dict) and references.is_truncation(_word(one, "literal", []) or _word(one, "family", []))
            if not truncated:
                notices.append(f"{field}: someone without a name was left out")
            continue
        found.append(author)
    return tuple(found), truncated


def _person(value: Record) -> Author | None:
    family, given, literal = (text(_word(value, name, [])) for name in ("family", "given", "literal"))
    if not family and not given:
        literal = literal or text(_word(value, "name", []))
        author = references.literal(literal) if literal and not references.is_truncation(literal) else None
    elif not family or not given:
        alone = family or given
        author = references.person(alone) if not references.is_truncation(alone) else None
    else:
        particle, dropped = text(_word(value, "non-dropping-particle", [])), text(_word(value, "dropping-particle", []))
        parts = [f"{particle} {family}".strip(), text(_word(value, "suffix", [])), f"{given} {dropped}".strip()]
        author = references.person(", ".join(part for part in parts if part))
    places = value.get("affiliation")
    names = [one.get("name") if isinstance(one, dict) else one for one in places] if isinstance(places, list) else []
    affiliations = tuple(dict.fromkeys(one for name in names if isinstance(name, str) and (one := fields.affiliation(name))))
    orcid = fields.orcid(_word(value, "ORCID", []) or _word(value, "orcid", []))
    return replace(author, affiliations=affiliations, orcid=orcid) if author and (affiliations or orcid) else author


def _date(item: Record, extra: Mapping[str, str], notices: list[str]) -> tuple[int | None, str | None]:
    """The day of publication; the parts of a date may be texts, and a range counts from its beginning."""
    for name in ("issued", "published", "published-print", "published-online", "original-date", "submitted"):
        value = item.get(name)
        if isinstance(value, (str, int)) and not isinstance(value, bool):
            value = {"raw": str(value)}
        if not isinstance(value, dict):
            if value is not None:
                notices.append(f"{name}: no date, left out")
            continue
        year, month, day = _parts(value.get("date-parts"))
        if year:
            return year, references.iso(year, month, day)
        for key in ("raw", "literal"):
            found = references.dated(_word(value, key, []))
            if found[0]:
                return found
    return references.dated(extra.get("issued", ""))


def _parts(value: Any) -> tuple[int | None, int, int]:
    first = value[0] if isinstance(value, list) and value and isinstance(value[0], list) else value
    if not isinstance(first, list):
        return None, 0, 0
    numbers = [
        int(part) if isinstance(part, (int, str)) and re.fullmatch(r"\d{1,4}", str(part)) else 0 for part in [*first[:3], 0, 0, 0]
    ]
    return fields.year(numbers[0]), numbers[1], numbers[2]
