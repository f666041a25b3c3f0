"""A paper as the index keeps it: the contract's values plus the fields that searching, counting and merging need.

Everything here is computed from the contributions; nothing is asked of the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from service import names
from service.folding import fold
from service.languages import LANGUAGES, UNDETERMINED
from service.paper.merging import Contribution, contribution_from_dict, contribution_to_dict, merge
from service.paper.model import Author, Paper, to_dict

# What serves searching only and is never part of an answer; the rest of a document is the contract's Paper.
SEARCH_ONLY = (
    "contributions", "keys", "author_names", "author_keys", "affiliation_keys", "category_keys", "category_names", "areas",
    "keyword_keys", "also", "title_sort", "published", "has", "digest", "countries", "aliases",
)  # fmt: skip
# The engine refuses terms of more than 32,766 bytes; longer keys are cut and told apart by a digest.
MAX_KEY = 512
_COMPOUND = re.compile(r"[^\W\d_]\w*(?:-\w+)+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_a-z])|(?<=[。！？])")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|et al|cf|vs|Fig|Eq|Dr|Prof|Mr|Mrs|St|No|Vol|resp|approx)|\b[A-Z])\.\Z")
# Keeps names and words of the field `also` apart: no pair of Han characters reaches across it.
SEPARATOR = " ; "
# Longer compounds are lists or formulas, not words.
MAX_COMPOUND = 60
# A derived title longer than this is cut at a word.
MAX_DERIVED = 200


def to_document(
    paper_id: str, contributions: Sequence[Contribution], added: str, updated: str, aliases: Iterable[str] = ()
) -> dict[str, Any]:
    """The index document of one paper. `added` and `updated` are ISO 8601 instants; `aliases` are earlier ids of it."""
    ordered = sorted(contributions, key=lambda one: one.key) if len(contributions) > 1 else contributions
    paper = _known_languages_first(merge(ordered))
    document = dict(ordered[0].plain) if len(ordered) == 1 else to_dict(paper)
    document.pop("record", None)
    document["id"] = paper_id
    document["language"] = main_language(paper)
    _move_other_languages(document)
    document |= _search_fields(paper)
    document |= _facet_fields(paper)
    earlier = sorted(set(aliases) - {paper_id})
    if earlier:
        document["aliases"] = earlier
    document["keys"] = sorted(
        {key for one in ordered for key in one.mark.keys}.union(f"id:{name}" for name in (paper_id, *earlier))
    )
    document["sources"] = sorted({one.origin.source for one in ordered})
    document["origins"] = [_origin(one) for one in ordered]
    document["contributions"] = [contribution_to_dict(one, with_paper=len(ordered) > 1) for one in ordered]
    document["digest"] = digest(ordered)
    document["added"], document["updated"] = added, updated
    return document


def contributions_of(document: Mapping[str, Any]) -> list[Contribution]:
    """The contributions that a document was made of."""
    content = with_all_languages(document)
    return [contribution_from_dict(record, content) for record in document["contributions"]]


def digest(contributions: Iterable[Contribution]) -> str:
    """Changes exactly when a contribution comes, goes or changes."""
    lines = sorted(f"{one.key} {one.digest}" for one in contributions)
    return blake2b("\n".join(lines).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def main_language(paper: Paper) -> str:
    """The language that the paper itself is in: declared by the source, else that of its title, else of its abstract."""
    if paper.language:
        return paper.language
    for texts in (paper.titles, paper.abstracts):
        if texts:
            return _first_language(texts)
    return UNDETERMINED


def _first_language(texts: Mapping[str, Any]) -> str:
    """Chinese before English: Chinese journals translate their titles, English ones don't. Then by code."""
    return min(texts, key=lambda code: (code != "zh", code != "en", code))


def shown_title(document: Mapping[str, Any]) -> tuple[str, bool]:
    """The title to show, and whether it is derived (the source had none: the abstract's first sentence)."""
    for texts, derived in ((document.get("titles"), False), (document.get("abstracts"), True)):
        if texts:
            text = texts.get(document.get("language")) or texts[_first_language(texts)]
            return (first_sentence(text), True) if derived else (text, False)
    return "", True


def first_sentence(text: str) -> str:
    """The first sentence of an abstract, at most MAX_DERIVED characters (then cut at a word, with an ellipsis)."""
    end = 0
    for piece in _SENTENCE.split(text):
        end += len(piece)
        if not _ABBREVIATION.search(piece):
            break
        end += 1
    sentence = text[:end].strip()
    if len(sentence) <= MAX_DERIVED:
        return sentence
    cut = sentence[:MAX_DERIVED]
    blank = cut.rfind(" ")
    return (cut[:blank] if blank > MAX_DERIVED // 2 else cut).rstrip(" ,;:，；：") + "…"


def with_all_languages(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The document with texts of other languages back under their own codes."""
    other = document.get("other_languages")
    if not other:
        return document
    whole = dict(document)
    for field, texts in other.items():
        kept = {code: text for code, text in (document.get(field) or {}).items() if code != UNDETERMINED}
        whole[field] = kept | texts
    return whole


def _known_languages_first(paper: Paper) -> Paper:
    """The paper with its texts in the order in which they are read back out of a document: which came first is not stored."""
    if all(code in LANGUAGES for texts in (paper.titles, paper.abstracts, paper.keywords) for code in texts):
        return paper

    def in_order(texts: Mapping[str, Any]) -> dict[str, Any]:
        return {code: texts[code] for code in sorted(texts, key=lambda code: code not in LANGUAGES)}

    return replace(paper, titles=in_order(paper.titles), abstracts=in_order(paper.abstracts), keywords=in_order(paper.keywords))


def _move_other_languages(document: dict[str, Any]) -> None:
    """Languages without a chain of their own are searched under `und`, and remembered under their codes."""
    other: dict[str, Any] = {}
    for field in ("titles", "abstracts", "keywords"):
        texts = document.get(field)
        if not texts or not (foreign := {code: text for code, text in texts.items() if code not in LANGUAGES}):
            continue
        other[field] = foreign
        kept = {code: text for code, text in texts.items() if code in LANGUAGES}
        pieces = list(foreign.values())
        kept[UNDETERMINED] = [word for words in pieces for word in words] if field == "keywords" else pieces
        document[field] = kept
    if other:
        document["other_languages"] = other


def _search_fields(paper: Paper) -> dict[str, Any]:
    people = _people(paper.authors)
    fields: dict[str, Any] = {}
    if people:
        # Folded here, so that the engine need not: its analysis of five short texts costs as much as of a long one.
        fields["author_names"] = names.indexed(people)
    compounds = {
        joined for texts in (paper.titles, paper.abstracts) for text in texts.values() for joined in joined_compounds(text)
    }
    words = [word for words in paper.keywords.values() for word in words]
    fields["also"] = SEPARATOR.join([*people, *words, *([paper.venue] if paper.venue else []), " ".join(sorted(compounds))])
    if paper.categories:
        fields["category_names"] = [fold(f"{c.area} {c.subarea}" if c.subarea else c.area) for c in paper.categories]
    if paper.venue or paper.series:
        fields["venue_names"] = [fold(name) for name in (paper.venue, paper.series) if name]
    title, _ = shown_title({"titles": paper.titles, "abstracts": paper.abstracts, "language": main_language(paper)})
    fields["title_sort"] = fold(title)[:256]
    return fields


def joined_compounds(text: str) -> list[str]:
    """`evidence-based` as `evidencebased`, so that it is found written together, too.

    Only the surroundings of hyphens are looked at: a pattern over the whole text would cost more than all the rest.
    """
    if not text.isascii():
        # Two searches in C; a table of characters would look at each one.
        text = text.replace("‐", "-").replace("‑", "-")
    found = []
    at = text.find("-")
    while at >= 0:
        first, end = text.rfind(" ", 0, at) + 1, text.find(" ", at)
        piece = text[first : end if end >= 0 else len(text)]
        found += [match.replace("-", "") for match in _COMPOUND.findall(piece) if len(match) <= MAX_COMPOUND]
        at = text.find("-", end) if end >= 0 else -1
    return found


def _facet_fields(paper: Paper) -> dict[str, Any]:
    fields: dict[str, Any] = {"has": _has(paper)}
    if paper.authors:
        fields["author_keys"] = _keys([names.key(author.name) for author in paper.authors])
    affiliations = [affiliation for author in paper.authors for affiliation in author.affiliations]
    if affiliations:
        fields["affiliation_keys"] = _keys(_affiliation_key(affiliation.name) for affiliation in affiliations)
        fields["countries"] = _keys(affiliation.country for affiliation in affiliations if affiliation.country)
    if paper.categories:
        areas = [category.area for category in paper.categories]
        fields["areas"] = _keys(areas)
        fields["category_keys"] = _keys([*areas, *(category.key for category in paper.categories)])
    if paper.keywords:
        fields["keyword_keys"] = _keys(fold(word) for words in paper.keywords.values() for word in words)
    published = paper.date or (f"{paper.year:04d}" if paper.year is not None else None)
    if published:
        fields["published"] = published
    return fields


def _keys(values: Iterable[str]) -> list[str]:
    return [value if len(value) <= MAX_KEY else bounded_key(value) for value in dict.fromkeys(values) if value]


# The same institutions come again and again.
_affiliation_key = lru_cache(maxsize=32768)(fold)


def bounded_key(value: str) -> str:
    """A facet key as the index can hold it; two keys stay two."""
    if len(value) <= MAX_KEY:
        return value
    return value[: MAX_KEY - 17] + "…" + blake2b(value.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _has(paper: Paper) -> list[str]:
    parts = {
        "title": paper.titles, "abstract": paper.abstracts, "author": paper.authors, "category": paper.categories,
        "keyword": paper.keywords, "venue": paper.venue, "year": paper.year, "pdf": paper.links.get("pdf"),
        "citations": paper.citations is not None,
    }  # fmt: skip
    return sorted([name for name, value in parts.items() if value] + [kind for kind, values in paper.ids.items() if values])


def _people(authors: Sequence[Author]) -> list[str]:
    """All forms of all names, each once."""
    forms = [author.name for author in authors]
    for author in authors:
        if author.names:
            forms += author.names.values()
    return list(dict.fromkeys(forms))


def _origin(one: Contribution) -> dict[str, str]:
    values = {"source": one.origin.source, "file": one.origin.file, "record": one.paper.record}
    return {name: value for name, value in values.items() if value}
