"""One work of Crossref as a Paper.

It reads no references, funders, trial numbers and dates of depositing, which say nothing that a paper here holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from service.paper import Author, Category, Paper
from service.sources.facts import countries, fields, nameparts, references, subtitles
from service.sources.facts.abstracts import abstract
from service.sources.facts.licences import is_open, licence
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text, texts
from service.sources.reading.envelopes import NoPaper
from service.sources.reading.jsonfields import Fields

TYPES: Mapping[str, str] = {
    **dict.fromkeys("journal-article article-journal".split(), "article"),
    **dict.fromkeys("proceedings-article paper-conference".split(), "inproceedings"),
    **dict.fromkeys("book monograph edited-book reference-book proceedings".split(), "book"),
    **dict.fromkeys("book-chapter book-section book-part book-track reference-entry chapter".split(), "chapter"),
    **dict.fromkeys("dissertation thesis".split(), "thesis"),
    "report": "report", "report-component": "report", "standard": "standard",
    **dict.fromkeys("dataset database".split(), "dataset"), "posted-content": "preprint",
}  # fmt: skip
_POSTED: Mapping[str, str] = {"dissertation": "thesis", "report": "report", "other": "other", "letter": "article"}
# What has a DOI and is no paper.
_OTHER_RECORDS: Mapping[str, str] = {
    "journal": "no paper: the record of a whole journal",
    "journal-issue": "no paper: the record of a whole issue of a journal",
    "journal-volume": "no paper: the record of a whole volume of a journal",
    **dict.fromkeys(
        "book-series proceedings-series report-series standard-series book-set".split(), "no paper: the record of a whole series"
    ),
    "component": "no paper: a part of a paper, such as a figure or a supplement",
    "peer-review": "no paper: a review of a paper",
    "grant": "no paper: a grant",
}
_IN_SERIES = frozenset({"chapter", "inproceedings"})
_WITHDRAWING = frozenset({"retraction", "withdrawal", "removal"})
_IN_ADDRESS = str.maketrans({"<": "%3C", ">": "%3E", "[": "%5B", "]": "%5D"})
_DATES = ("issued", "published", "published-print", "published-online", "posted", "approved", "accepted")


def read(work: Fields, label: str) -> Paper:
    """The paper of a work; NoPaper for what is none."""
    doi = work.text("DOI")
    kind = work.text("type").lower()
    if reason := _other_record(work, kind):
        raise NoPaper(reason, text(doi or work.text("ISSN", "id"))[:200])
    type_ = TYPES.get(kind, "other")
    if kind == "posted-content":
        type_ = _POSTED.get(work.text("subtype").lower(), "preprint")
    declared = references.language(work.text("language"))
    titles = _titles(work, declared)
    year, date = _date(work)
    venue, series = _containers(work, type_)
    if year is None and type_ == "inproceedings":
        year = fields.year(venue)  # The year of the conference, which the name of its proceedings tells.
    terms = list(_licences(work))
    open_ = next((one for one, at_once in terms if at_once and is_open(one)), None)
    institution = work.inners("institution")[0].plain("name") if work.inners("institution") else ""
    return Paper(
        titles=titles,
        abstracts=abstract(work.text("abstract")),
        authors=_people(work, "author"),
        editors=_people(work, "editor"),
        categories=_categories(work),
        venue=references.venue(venue or (institution if type_ == "preprint" else "")),
        series=series or None,
        volume=references.number(work.text("volume")) or None,
        issue=references.number(work.text("issue") or work.inner("journal-issue").text("issue")) or None,
        pages=references.pages(work.text("page", "article-number")),
        publisher=(institution if type_ in ("thesis", "report") else "") or work.plain("publisher") or institution or None,
        issn=references.numbers("issn", [*work.texts("ISSN"), *(one.text("value") for one in work.inners("issn-type"))]),
        isbn=references.numbers("isbn", [*work.texts("ISBN"), *(one.text("value") for one in work.inners("isbn-type"))]),
        year=year,
        date=date,
        language=declared,
        type=type_,
        ids=references.ids([("doi", doi), *_same_works(work)]),
        citations=work.count("is-referenced-by-count"),
        licence=open_ or next((one for one, _ in terms), None),
        open_access=True if open_ else None,
        retracted=_retracted(work, titles),
        links=references.links(
            # Old DOIs have signs that must not stand in an address as they are.
            [(work.inner("resource").inner("primary").text("URL") or work.text("URL")).translate(_IN_ADDRESS)],
            [
                link.text("URL")
                for link in work.inners("link")
                if link.text("content-type") == "application/pdf" and link.text("intended-application") != "similarity-checking"
            ],
        ),
        record=text(doi)[:200] or label,
    )


def _other_record(work: Fields, kind: str) -> str:
    if kind in _OTHER_RECORDS:
        return _OTHER_RECORDS[kind]
    if "DOI" not in work and "title" not in work:
        if "location" in work or "tokens" in work:
            return "no paper: the record of a publisher or funder"
    elif "DOI" not in work and ("ISSN" in work or "coverage" in work) and ("counts" in work or "breakdowns" in work):
        return _OTHER_RECORDS["journal"]
    return ""


def _titles(work: Fields, declared: str | None) -> dict[str, str]:
    """Title with subtitle; an original title has the declared language, and then the title is a translation."""
    titles = [text(without_markup(one)) for one in work.texts("title")]
    title = next((one for one in titles if one), "")
    for one in work.texts("subtitle"):
        title = subtitles.joined(title, text(without_markup(one)))
    original = work.plain("original-title")
    if not original or original.casefold() == title.casefold():
        return texts(title or original, declared)
    found = texts(title)
    for code, kept in texts(original, declared).items():
        # Two titles of which nothing says that the second is in another language than the first: none is lost.
        found.setdefault(code if code not in found else "und", kept)
    return found


def _people(work: Fields, role: str) -> tuple[Author, ...]:
    found = []
    for one in work.inners(role):
        author = nameparts.person(
            one.text("family"), one.text("given"), one.text("suffix"), one.text("name", "literal")
        ) if one.text("family", "given") else references.literal(one.text("name", "literal"))  # fmt: skip
        places = []
        for place in one.inners("affiliation"):
            known = place.texts("place")
            name = ", ".join(part for part in [place.plain("name"), *place.texts("department")] if part)
            places.append(countries.affiliation(name, countries.of_address("," + known[-1]) or "" if known else ""))
        if author := nameparts.with_details(author, places, one.text("ORCID")):
            found.append(author)
    return tuple(found)


def _categories(work: Fields) -> tuple[Category, ...]:
    """Subjects of the journal (Scopus's classification), and the section of a preprint server."""
    areas = [*work.texts("subject"), *([work.text("group-title")] if work.text("type") == "posted-content" else [])]
    return tuple(dict.fromkeys(Category(area[: fields.MAX_NAME]) for one in areas if (area := text(without_markup(one)))))


def _containers(work: Fields, type_: str) -> tuple[str, str]:
    """Venue and series: of two containers the first is the series in which the second, a book, stands."""
    containers = [found for one in work.texts("container-title") if (found := text(without_markup(one)))]
    if type_ == "book":
        return "", containers[0] if containers else ""
    if len(containers) > 1 and type_ in _IN_SERIES:
        return containers[1], containers[0]
    venue = containers[0] if containers else work.plain("short-container-title")
    return venue or (work.inner("event").plain("name", "acronym") if type_ == "inproceedings" else ""), ""


def _date(work: Fields) -> tuple[int | None, str | None]:
    """Crossref's own day of issue, which is the earlier one of print and online, as exactly as any of its dates tells."""
    found: list[tuple[int, str | None]] = []
    for name in _DATES:
        said = work.record.get(name)
        parts = said.get("date-parts") if isinstance(said, dict) else None
        first = parts[0] if isinstance(parts, list) and parts and isinstance(parts[0], list) else []
        numbers = [one if type(one) is int else int(one) if isinstance(one, str) and one.isdecimal() else 0 for one in first[:3]]
        year, month, day = [*numbers, 0, 0, 0][:3]
        if known := fields.year(year):
            found.append((known, references.iso(known, month, day)))
    if not found:
        said = work.record.get("issued")
        said = said if isinstance(said, str) else work.inner("issued").text("raw", "literal")
        return references.dated(said)
    year, date = found[0]
    exact = [other for of, other in found if of == year and other and other.startswith(date or "")]
    return year, max(exact, key=len, default=None)


def _same_works(work: Fields) -> Iterator[tuple[str, str]]:
    """Identifiers of the same work: what is said to be identical, and its preprint on arXiv, which shares its record here."""
    for name in ("is-same-as", "is-identical-to", "has-preprint"):
        for one in work.inner("relation").inners(name):
            kind, value = one.text("id-type").lower(), one.text("id")
            known = dict(references.ids([(kind if kind in ("doi", "arxiv", "pmid", "pmcid") else "url", value)]))
            yield from ((of, several[0]) for of, several in known.items() if name != "has-preprint" or of == "arxiv")


def _licences(work: Fields) -> Iterator[tuple[str, bool]]:
    """Licences and whether they hold from the beginning; terms for text mining are none for readers."""
    for one in work.inners("license"):
        found = licence(one.text("URL"))
        if found and (one.text("content-version") != "tdm" or is_open(found)):
            yield found, not one.count("delay-in-days")


def _retracted(work: Fields, titles: Mapping[str, str]) -> bool | None:
    """`updated-by` names what was published about this work; its own `update-to` is about another."""
    if any(one.text("type").lower() in _WITHDRAWING for one in work.inners("updated-by")):
        return True
    return references.retracted(titles, [])
