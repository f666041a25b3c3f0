"""An entry of BibTeX or BibLaTeX as a Paper.

It follows no reference to other entries (see inheritance.py) and keeps nobody's notes, files and contact data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from service.paper import Author, Paper, identifiers
from service.sources.bibtex.entries import Entry
from service.sources.bibtex.people import joined, people
from service.sources.facts import dates, fields, references, tex
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text

_TYPES: Mapping[str, str] = {
    **dict.fromkeys("article newspaper review suppperiodical".split(), "article"),
    **dict.fromkeys("inproceedings conference".split(), "inproceedings"),
    **dict.fromkeys("book mvbook booklet collection mvcollection proceedings mvproceedings reference".split(), "book"),
    **dict.fromkeys("inbook incollection bookinbook suppbook suppcollection inreference".split(), "chapter"),
    **dict.fromkeys("thesis phdthesis mastersthesis bachelorsthesis masterthesis".split(), "thesis"),
    **dict.fromkeys("techreport report".split(), "report"), **dict.fromkeys("dataset data".split(), "dataset"),
    **dict.fromkeys("online electronic www webpage".split(), "webpage"), "patent": "patent",
    **dict.fromkeys("standard norm".split(), "standard"), **dict.fromkeys("preprint eprint".split(), "preprint"),
}  # fmt: skip
# Fields in a second language, as many files write them: title_en, title-zh, abstracten, en_keywords, author_chinese.
_SECOND = re.compile(
    r"(?P<base>title|abstract|keywords|author)(?:[_-](?P<code>[a-z]{2}(?:-[a-z]{2,4})?|english|chinese)|(?P<glued>en|zh|cn|english))"
    r"|(?P<before>en|zh|cn|english)_?(?P<of>title|abstract|keywords|author)|(?P<title>title-?translation|translatedtitle|origtitle)"
)
_KEYWORDS = ("keywords", "keyword", "author_keywords", "keywords-plus")
_IDS = {"hal_id": "hal", "hdl": "handle", **{kind: kind for kind in identifiers.KINDS}}
_PUBLISHERS = ("publisher", "school", "institution", "organization")
_ARXIV_JOURNAL = re.compile(r"\s*(?:arxiv|corr\b)", re.IGNORECASE)
_ARXIV_NUMBER = re.compile(r"(?:arxiv:\s*|abs/)?((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?)", re.IGNORECASE)
_CITED = re.compile(r"\bcited by:?\s*:?\s*(\d{1,7})\b", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://[^\s{}\"<>]{3,1900}")


def read(entry: Entry) -> tuple[Paper, list[str]]:
    """The paper of an entry, and messages about what was left out of it."""
    given = {name: value for name, value in entry.fields.items() if value.strip()}
    kind = _TYPES.get(entry.kind, "other")
    if "title" not in given and "booktitle" in given and (kind == "book" or entry.kind.startswith(("software", "codefragment"))):
        given["title"] = given.pop("booktitle")  # A volume is its own book; a version bears the name of its software.
    notices = list(entry.notices)
    languages = (references.language(_text(given, name)) for name in ("language", "langid", "hyphenation"))
    declared = next((code for code in languages if code), None)
    titles = _several(given, "title", declared)
    authors, cut = _authors(given, notices)
    editors, _ = people(given.get("editor", ""))
    year, date = _date(given)
    notices += dates.unread(year, [_text(given, name) for name in ("year", "date")])
    notes = [_text(given, name) for name in ("note", "addendum", "pubstate") if name in given]
    ids = references.ids(_ids(entry, given, notes))
    journal = _text(given, "journaltitle") or _text(given, "journal") or _text(given, "fjournal")
    if "arxiv" in ids and (_ARXIV_JOURNAL.match(journal) or (entry.kind not in _TYPES and not journal)):
        kind = "preprint"
        if given.get("volume", "").startswith("abs/"):
            del given["volume"]
    paper = Paper(
        titles=titles,
        abstracts=_several(given, "abstract", declared),
        authors=authors,
        authors_truncated=cut,
        editors=editors,
        keywords=_keywords(given, declared),
        venue=references.venue(
            journal or _text(given, "booktitle") or (_text(given, "eventtitle") if kind == "inproceedings" else "")
        ),
        series=_text(given, "series") or None,
        volume=_text(given, "volume") or None,
        issue=_text(given, "number") or _text(given, "issue") or None,
        pages=references.pages(_text(given, "pages") or _text(given, "eid") or _text(given, "article-number")),
        publisher=next((found for name in _PUBLISHERS if (found := _text(given, name))), None),
        issn=references.numbers("issn", [_text(given, "issn"), _text(given, "eissn")]),
        isbn=references.numbers("isbn", [_text(given, "isbn")]),
        year=year,
        date=date,
        language=declared,
        type=kind,
        ids=ids,
        citations=_citations(given, notes),
        licence=_text(given, "license") or _text(given, "licence") or None,
        retracted=references.retracted(titles, notes),
        links=_links(given),
        record=text(entry.key)[:200] or f"line {entry.line}",
    )
    return paper, notices


def _text(given: Mapping[str, str], name: str) -> str:
    value = given.get(name)
    return text(without_markup(tex.to_text(value))) if value else ""


def _several(given: Mapping[str, str], name: str, declared: str | None) -> dict[str, str]:
    first = tex.to_text(given[name]) if name in given else ""
    if name == "title" and first and "subtitle" in given:
        first = f"{first.rstrip()}: {tex.to_text(given['subtitle'])}"
    found = references.several_texts([first], declared)
    for code, value in _second(given, name):
        for language, kept in references.several_texts([tex.to_text(value)], code).items():
            found.setdefault(language, kept)
    return found


def _second(given: Mapping[str, str], base: str) -> Iterator[tuple[str | None, str]]:
    """The fields that give a field in other languages, and the languages that their names say."""
    for name, value in given.items():
        if (found := _SECOND.fullmatch(name)) and (found["base"] or found["of"] or (found["title"] and "title")) == base:
            yield references.language(found["code"] or found["glued"] or found["before"] or ""), value


def _keywords(given: Mapping[str, str], declared: str | None) -> dict[str, tuple[str, ...]]:
    found = references.keywords((_text(given, name) for name in _KEYWORDS if name in given), declared)
    for code, value in _second(given, "keywords"):
        for language, words in references.keywords([text(tex.to_text(value))], code).items():
            found[language] = tuple(dict.fromkeys((*found.get(language, ()), *words)))
    return found


def _authors(given: Mapping[str, str], notices: list[str]) -> tuple[tuple[Author, ...], bool]:
    authors, cut = people(given.get("author", ""))
    for _, others in _second(given, "author"):
        authors = joined(authors, people(others)[0])
    for name in ("orcid", "orcid-numbers", "researcherid-numbers"):
        for place, orcid in references.numbers_of_people(tex.verbatim(given.get(name, "")), authors).items():
            authors = (*authors[:place], replace(authors[place], orcid=orcid), *authors[place + 1 :])
    if where := _text(given, "affiliation") or _text(given, "affiliations"):
        if len(authors) == 1:
            places = tuple(one for part in where.split(";") if (one := fields.affiliation(part)))
            authors = (replace(authors[0], affiliations=tuple(dict.fromkeys(places))),)
        else:
            notices.append(references.UNASSIGNED)
    return authors, cut


def _date(given: Mapping[str, str]) -> tuple[int | None, str | None]:
    year, date = references.dated(_text(given, "date"))
    own, own_date = references.dated(_text(given, "year"))
    if year is None or (date is None and own == year):
        month, day = references.month_and_day(_text(given, "month"))
        if digits := re.fullmatch(r"\d{1,2}", _text(given, "day")):
            day = int(digits[0])
        year = year or own
        date = own_date or (references.iso(year, month, day) if year else None)
    return year, date


def _ids(entry: Entry, given: Mapping[str, str], notes: list[str]) -> Iterator[tuple[str, str]]:
    for name, kind in _IDS.items():
        if name in given:
            yield kind, tex.verbatim(given[name])
    eprint = tex.verbatim(given.get("eprint", ""))
    kind = (tex.verbatim(given.get("archiveprefix", "")) or tex.verbatim(given.get("eprinttype", ""))).lower()
    if eprint:
        where = {"pubmed": "pmid", "": "arxiv", "jstor": "jstor", "hdl": "handle", "hal": "hal"}.get(kind, kind)
        if where in ("arxiv", "pmid", "handle", "hal", "doi"):
            yield where, eprint
    for place in ("journal", "journaltitle", "volume", "note", "howpublished", "number"):
        # `arXiv preprint arXiv:1706.03762`, `CoRR` and `abs/1706.03762`.
        value = given.get(place, "")
        if ("arxiv" in value.lower() or (place == "volume" and value.startswith("abs/"))) and (
            found := _ARXIV_NUMBER.search(value)
        ):
            yield "arxiv", found[1]
    if entry.key.startswith("DBLP:"):
        yield "dblp", entry.key[5:]
    for name in ("biburl", "url"):
        if name in given:
            yield "url", tex.verbatim(given[name])
    for note in notes:
        yield from references.ids_in_note(note)


def _links(given: Mapping[str, str]) -> dict[str, str]:
    def addresses(*names: str) -> Iterator[str]:
        for name in names:
            if name in given and (found := _ADDRESS.search(tex.verbatim(given[name]))):
                yield found[0]

    pdf = next((usable for address in addresses("pdf", "evastar_pdf") if (usable := fields.address(address))), None)
    return references.links(addresses("url", "howpublished", "ee")) | ({"pdf": pdf} if pdf else {})


def _citations(given: Mapping[str, str], notes: list[str]) -> int | None:
    times = _text(given, "times-cited")
    if times.isascii() and times.isdigit() and len(times) < 8:
        return int(times)
    return next((int(found[1]) for note in notes if (found := _CITED.search(note))), None)
