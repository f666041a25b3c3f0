"""BibTeX, with the fields and types of BibLaTeX where BibTeX has none (date, eprint, @online, @dataset).

Titles, abstracts and authors in the other language stand in fields of their own, such as title_en, which styles pass over.
Not held: affiliations, ORCID, categories, citations, licence, open access, where a paper came from; of several identifiers
of one kind the second; names in both scripts where not all authors have both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from service.exports import facts, people, tex
from service.exports.citekeys import Keys
from service.exports.facts import Paper
from service.paper.identifiers import KINDS

# The kind of a paper -> the type of its entry, as far as the name is another one.
_TYPES: Mapping[str, str] = {
    "thesis": "phdthesis", "chapter": "incollection", "report": "techreport", "webpage": "online", "other": "misc",
}  # fmt: skip
# Styles that do not know the other types take them for @misc.
_KNOWN = frozenset({"article", "inproceedings", "book", "dataset", "patent", "standard", "preprint"})
_PUBLISHERS = {"phdthesis": "school", "techreport": "institution"}
# Babel's names, by which styles choose between 等 and et al.
_LANGUAGES = {
    "zh": "chinese", "en": "english", "ja": "japanese", "ko": "korean", "fr": "french", "de": "german", "es": "spanish",
    "ru": "russian", "pt": "portuguese", "it": "italian",
}  # fmt: skip
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# Identifiers that stand under the names of their kinds, which styles pass over; DOI and arXiv have fields of their own.
_KINDS = tuple(kind for kind in KINDS if kind not in ("doi", "arxiv"))


def entry(paper: Paper, keys: Keys) -> str:
    """One entry, a field a line, with a line's end at its end."""
    of = _entry_type(paper)
    fields = {name: value for name, value in _fields(paper, of) if value}
    body = ",\n".join(f"  {name} = {value}" for name, value in fields.items())
    return f"@{of}{{{keys.key(paper)},\n{body}\n}}\n"


def _entry_type(paper: Paper) -> str:
    kind = facts.kind(paper)
    if kind == "preprint" and facts.first_id(paper, "arxiv"):
        return "misc"  # As arXiv itself writes them: with an eprint.
    return _TYPES.get(kind, kind if kind in _KNOWN else "misc")


def _fields(paper: Paper, of: str) -> Iterator[tuple[str, str]]:
    """Names and values as they stand in the file, braces included."""
    shown_abstract = paper.get("abstract")
    date = facts.date(paper)
    authors = paper.get("authors") or ()
    yield "author", _people(authors, is_cut=bool(paper.get("authors_truncated")))
    for code in _other_scripts(authors):
        yield f"author_{code}", _people(authors, code)
    yield "title", f"{{{tex.protected(facts.title(paper))}}}"
    for code, text in facts.other_texts(paper, "titles", paper.get("title")).items():
        yield f"title_{code.lower()}", _value(text)
    yield "editor", _people(paper.get("editors") or ())
    venue = _value(paper.get("venue"))
    yield "journal" if of == "article" else "booktitle", venue
    if of not in ("article", "inproceedings", "incollection"):
        # These print no title of a book.
        yield "howpublished", venue
    yield "series", _value(paper.get("series"))
    if of == "phdthesis":
        # Takes the place of the words "PhD thesis": nobody said what degree it was for.
        yield "type", "{学位论文}" if paper.get("language") == "zh" else "{Thesis}"
    yield "year", _value(facts.year(paper))
    if len(date) > 1 and 1 <= date[1] <= 12:
        yield "month", _MONTHS[date[1] - 1]
        yield "date", _value(facts.iso_date(paper))
    yield "volume", _value(paper.get("volume"))
    yield "number", _value(paper.get("issue"))
    first, last = map(tex.escape, facts.pages(paper))
    yield "pages", f"{{{first}--{last}}}" if last else f"{{{first}}}" if first else ""
    yield _PUBLISHERS.get(of, "publisher"), _value(paper.get("publisher"))
    yield "issn", _value(", ".join(paper.get("issn") or ()))
    yield "isbn", _value(", ".join(paper.get("isbn") or ()))
    yield from _identifiers(paper)
    yield "language", _value(_LANGUAGES.get(paper.get("language") or "", paper.get("language")))
    yield "keywords", _keywords(facts.keywords(paper))
    yield "abstract", _value(shown_abstract)
    for code, text in facts.other_texts(paper, "abstracts", shown_abstract).items():
        yield f"abstract_{code.lower()}", _value(text)
    if paper.get("retracted"):
        yield "note", "{Retracted}"


def _identifiers(paper: Paper) -> Iterator[tuple[str, str]]:
    yield "doi", _verbatim(facts.first_id(paper, "doi"))
    if arxiv := facts.first_id(paper, "arxiv"):
        yield "eprint", _verbatim(arxiv)
        yield "archiveprefix", "{arXiv}"
    for kind in _KINDS:
        yield kind, _verbatim(facts.first_id(paper, kind))
    yield "url", _verbatim(facts.page(paper))
    yield "pdf", _verbatim(facts.pdf(paper))


def _other_scripts(authors: Any) -> list[str]:
    """Languages in which every author has a name that is not the shown one."""
    return [
        code
        for code in ("zh", "en")
        if authors and all((form := (one.get("names") or {}).get(code)) and form != one.get("name") for one in authors)
    ]


def _people(several: Any, language: str | None = None, is_cut: bool = False) -> str:
    written = [_person(one, language) for one in several if people.shown(one, language)]
    if is_cut:
        written.append("others")
    return f"{{{' and '.join(written)}}}" if written else ""


def _person(author: Mapping[str, Any], language: str | None) -> str:
    name = people.certain(author, language)
    if name is None:
        return f"{{{tex.escape(people.shown(author, language))}}}"
    family = tex.escape(name.family)
    # Ortega y Gasset: without braces BibTeX would take all of it but the last word for particles.
    family = f"{{{family}}}" if " " in family else family
    family = f"{tex.escape(name.particle)} {family}" if name.particle else family
    return ", ".join(part for part in (family, tex.escape(name.suffix), tex.escape(name.given)) if part)


def _keywords(words: list[str]) -> str:
    # Commas are what BibLaTeX divides at; where a keyword has one, semicolons.
    return _value(("; " if any("," in word for word in words) else ", ").join(words))


def _value(value: Any) -> str:
    text = facts.line(value)
    return f"{{{tex.escape(text)}}}" if text else ""


def _verbatim(value: str | None) -> str:
    """An identifier or an address: readers and styles take these as they stand, so only what would break the file is changed."""
    if not value:
        return ""
    text = facts.line(value)
    for sign, code in (("{", "%7B"), ("}", "%7D"), ("\\", "%5C")):
        text = text.replace(sign, code)
    return f"{{{text}}}" if text else ""
