"""DataCite's subjects: classes of real classifications become categories, everything else keywords.

It knows no class by its number alone but those of Dewey's ten main classes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from service.paper import Category
from service.sources.facts import arxivsubjects, fields, references
from service.sources.reading.jsonfields import Fields

# Classifications whose classes are written with number and name, and those without numbers.
_NUMBERED = re.compile(
    r"ddc|dewey|anzsrc|\bfor\b|fields? of research|lcc|library of congress classification|\bbk\b|basisklassifikation"
    r"|udc|msc|jel|rvk|acm|pacs",
    re.IGNORECASE,
)
_NAMED = re.compile(r"fields of science|\bfos\b|oecd|three-tiered taxonomy|asjc", re.IGNORECASE)
# Schemes that name substances or records, which are no words of a text.
_NO_WORDS = re.compile(r"inchi|smiles|\bcas\b|doi\b", re.IGNORECASE)
_NUMBER = re.compile(r"(\A|::)\s*[A-Z]{0,3}\d[\d.]*[A-Z]{0,2}\s+(?:[-–:]\s*)?(?=[^\W\d_])")
_BARE_DDC = re.compile(r"\s*(?:ddc:?\s*)?(\d)\d\d(?:\.\d+)?\s*\Z", re.IGNORECASE)
_REST = re.compile(r"\s+not elsewhere classified\Z", re.IGNORECASE)
_ARXIV = re.compile(r"\(([a-z-]+(?:\.[A-Za-z-]+)?)\)\s*\Z")
_DDC = (
    "Computer science, information and general works", "Philosophy and psychology", "Religion", "Social sciences", "Language",
    "Science", "Technology", "Arts and recreation", "Literature", "History and geography",
)  # fmt: skip


def subjects(listed: Iterable[Fields], declared: str | None) -> tuple[tuple[Category, ...], dict[str, tuple[str, ...]]]:
    """Categories, and keywords under their languages."""
    categories: dict[Category, None] = {}
    keywords: dict[str, dict[str, None]] = {}
    for one in listed:
        said, scheme = one.plain("subject"), f"{one.text('subjectScheme')} {one.text('schemeUri')}"
        if not said or _NO_WORDS.search(scheme):
            continue
        if category := _category(said, scheme, one.text("subjectScheme")):
            categories[category] = None
            continue
        language = references.language(one.text("lang")) or declared
        # A field that holds a whole list is divided; a single word with a comma (`Shanghai, China`) stays.
        several = ";" in said or " , " in said or said.count(",") == said.count(", ") > 2
        for code, words in references.keywords([said] if several else [said, said], language).items():
            keywords.setdefault(code, {}).update(dict.fromkeys(words))
    return tuple(categories), {code: tuple(words) for code, words in keywords.items()}


def _category(said: str, scheme: str, name: str) -> Category | None:
    if name.lower() == "arxiv":
        code = _ARXIV.search(said)
        return arxivsubjects.category(code[1]) if code else None
    if bare := _BARE_DDC.match(said) if re.search("ddc|dewey", name, re.IGNORECASE) else None:
        return Category(_DDC[int(bare[1])])
    plain = _NUMBER.sub(r"\1", said)
    if _NAMED.search(scheme) or said.startswith("FOS: ") or (_NUMBERED.search(name) and plain != said):
        return fields.category(_REST.sub("", plain.removeprefix("FOS: ")).replace(": ", ", "))
    return None
