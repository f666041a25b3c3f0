"""One record of DataCite as a Paper.

It reads no funding, places, sizes and formats, and of what is related only what is the same or contains it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from service.languages import UNDETERMINED
from service.paper import Author, Paper
from service.sources.datacite.subjects import subjects
from service.sources.facts import countries, fields, kinds, nameparts, references, subtitles
from service.sources.facts.abstracts import abstract
from service.sources.facts.licences import is_open, licence
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text, texts
from service.sources.reading.envelopes import NoPaper
from service.sources.reading.jsonfields import Fields

TYPES: Mapping[str, str] = {
    **dict.fromkeys("journalarticle datapaper".split(), "article"), "conferencepaper": "inproceedings",
    **dict.fromkeys("book conferenceproceeding".split(), "book"), "bookchapter": "chapter", "dissertation": "thesis",
    "preprint": "preprint", "report": "report", "standard": "standard", "dataset": "dataset",
}  # fmt: skip
_OTHER_RECORDS: Mapping[str, str] = {
    "journal": "no paper: the record of a whole journal",
    "peerreview": "no paper: a review of a paper",
    **dict.fromkeys("award project".split(), "no paper: a grant or project"),
    "instrument": "no paper: an instrument",
}
_IDS = {
    "doi": "doi", "arxiv": "arxiv", "pmid": "pmid", "pmcid": "pmcid", "handle": "handle", "url": "url",
}  # fmt: skip
# `(:unav)` and its kind: codes for values that are not there; `[S.N.]` says the same in libraries.
_NOBODY = re.compile(
    r"\s*(?:\(:\w+\)|\[?s\.\s?n\.\]?|unknown|anonymous|none|n/a|n\.\s?a\.|null|not available|unbekannt)\s*\Z", re.IGNORECASE
)
_OPEN = re.compile(r"/semantics/openAccess|\Aopen[\s-]?access\Z", re.IGNORECASE)
_AND = re.compile(r"\s*(?:and|und|&)\s+(?=\S+\s+\S)", re.IGNORECASE)
# Bodies that no word of theirs tells: `GLIS Of The ITPGRFA`.
_BODY = re.compile(r"\b(?:of|the|for|für|del|des)\b", re.IGNORECASE)
# `Antonino (University Of Florence)`: an institution behind a given name.
_BEHIND = re.compile(r"\s*\([^()]*\s[^()]*\)|\s*\(\d{4}[^()]*\)")
# `GMS Medizin - Bibliothek - Information; 15(1-2):Doc10`: DataCite leaves series as they were written.
_CITED = re.compile(
    r"(?P<title>[^;]+?);\s*(?P<volume>\d[\w./-]*)(?:\((?P<issue>[^()]{1,30})\))?(?::\s*(?P<pages>\S{1,40}))?\s*\Z"
)
_PAGE = re.compile(r"(?:pp?\.\s*)?([A-Za-z]{0,4}\d[\w.:]{0,12})\s*\Z")


def read(item: Fields, label: str) -> Paper:
    """The paper of a record; NoPaper for what is none."""
    if isinstance(item.record.get("attributes"), dict) and item.text("type") not in ("", "dois"):
        raise NoPaper("no paper: the record of an account or a prefix", text(item.text("id"))[:200])
    record = item.inner("attributes") if "attributes" in item else item
    doi = record.text("doi") or item.text("id")
    types = record.inner("types")
    general = types.text("resourceTypeGeneral").lower()
    if reason := _OTHER_RECORDS.get(general):
        raise NoPaper(reason, text(doi)[:200])
    declared = references.language(record.text("language"))
    titles = _titles(record, declared)
    container, type_ = _container(record), _type(types, record)
    publisher = (
        record.inner("publisher").plain("name") if isinstance(record.record.get("publisher"), dict) else record.plain("publisher")
    )
    categories, keywords = subjects(record.inners("subjects"), declared)
    year, date = _date(record)
    rights = [(one.text("rightsIdentifier"), one.text("rightsUri"), one.text("rights")) for one in record.inners("rightsList")]
    named = licence(*(part for parts in rights for part in parts))
    ids = references.ids(_ids(record, doi))
    is_arxiv = "arxiv" in ids and publisher.lower() == "arxiv"
    return Paper(
        titles=titles,
        abstracts=_abstracts(record, declared),
        authors=tuple(_people(record.inners("creators"))),
        authors_truncated=any(references.is_truncation(one.text("name", "raw_name")) for one in record.inners("creators")),
        editors=tuple(_people([one for one in record.inners("contributors") if one.text("contributorType") == "Editor"])),
        categories=categories,
        keywords=keywords,
        venue="arXiv" if is_arxiv else references.venue(container.get("title", "")),
        volume=references.volume(container.get("volume", "")),
        issue=references.volume(container.get("issue", "")),
        pages=references.pages(container.get("pages", "")),
        publisher=None if is_arxiv or _NOBODY.match(publisher) else publisher or None,
        issn=references.numbers("issn", _numbers(record, "issn")),
        isbn=references.numbers("isbn", _numbers(record, "isbn")),
        year=year,
        date=date,
        language=declared,
        type="preprint" if is_arxiv else type_,
        ids=ids,
        citations=record.count("citationCount"),
        licence=named,
        open_access=True if is_open(named) or any(_OPEN.search(part) for parts in rights for part in parts) else None,
        retracted=references.retracted(titles, []),
        links=references.links([record.text("url") or doi, *(one for one in record.texts("contentUrl") if one.endswith(".pdf"))]),
        record=text(doi)[:200] or label,
    )


def _titles(record: Fields, declared: str | None) -> dict[str, str]:
    """The title, lengthened by its subtitle, and those in other languages; none is lost where no language tells them apart."""
    found: dict[str, str] = {}
    shown = ""
    for one in record.inners("titles"):
        title, kind = subtitles.joined(one.plain("title"), one.plain("subtitle")), one.text("titleType").lower()
        if not title:
            continue
        said = references.language(one.text("lang"))
        if kind == "subtitle" and shown:
            code = said if said in found else shown
            found[code] = subtitles.joined(found[code], title)
            continue
        # What the record declares is the language of the work, and so of its first title and others of that title.
        of_work = kind != "translatedtitle" and (kind or not shown)
        for code, kept in texts(title, said or (declared if of_work else None)).items():
            shown = shown or code
            if kept.casefold() not in (other.casefold() for other in found.values()):
                found.setdefault(code if code not in found else UNDETERMINED, kept)
    return found


def _abstracts(record: Fields, declared: str | None) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in record.inners("descriptions"):
        if one.text("descriptionType").lower() in ("abstract", "") and (said := " ".join(one.texts("description")).strip()):
            for code, kept in abstract(said, references.language(one.text("lang")) or (None if found else declared)).items():
                found.setdefault(code, kept)
    return found


def _people(people: list[Fields]) -> Iterator[Author]:
    for one in people:
        whole = one.text("name", "raw_name")[: fields.MAX_NAME]
        if references.is_truncation(whole):
            continue
        if _NOBODY.match(whole) and not one.text("familyName", "family").strip():
            continue
        family, given = one.text("familyName", "family"), _BEHIND.sub("", one.text("givenName", "given")[: fields.MAX_NAME])
        is_body = "," not in whole and (references.is_body(whole) or _BODY.search(whole))
        if one.text("nameType") == "Organizational" or (not family and is_body):
            author = references.body(whole)
        else:
            author = nameparts.person(family, given, whole=_BEHIND.sub("", _AND.sub("", whole)))
        orcids = [number.text("nameIdentifier") for number in one.inners("nameIdentifiers")]
        orcid = next((found for number in orcids if (found := fields.orcid(number))), "")
        if author := nameparts.with_details(author, (countries.affiliation(place) for place in _places(one)), orcid):
            yield author


def _places(one: Fields) -> Iterator[str]:
    """Affiliations are texts in older answers, objects in newer ones; brackets stand around some."""
    value = one.record.get("affiliation")
    for place in value if isinstance(value, list) else [value]:
        name = place.get("name") if isinstance(place, dict) else place
        if isinstance(name, str) and not _NOBODY.match(name):
            yield without_markup(name).strip(" ()")


def _type(types: Fields, record: Fields) -> str:
    """By the general type; `Text` may be anything, and then the specific word decides, if it is one."""
    general = types.text("resourceTypeGeneral").lower()
    if known := TYPES.get(general):
        return known
    if general in ("text", "other", "collection", ""):
        if found := kinds.kind_of(types.text("resourceType")):
            return found
        if types.text("citeproc") in ("thesis", "report", "chapter", "book"):
            return types.text("citeproc")
        if general == "text" and (types.text("ris") == "JOUR" or record.inner("container").text("type") == "Journal"):
            return "article"
    return "other"


def _container(record: Fields) -> dict[str, str]:
    """Title, volume, issue and pages of the journal or series; a repository is none."""
    container = record.inner("container")
    found = {name: container.plain(name) for name in ("title", "volume", "issue")}
    if container.text("type") == "DataRepository":
        return {}
    if not re.search(r"[^\W\d_]{3}", found["title"]):
        found["title"] = ""
    pages = [page[1] for name in ("firstPage", "lastPage") if (page := _PAGE.match(container.text(name)))]
    found["pages"] = "-".join(dict.fromkeys(pages))
    if cited := _CITED.match(found["title"][: fields.MAX_AFFILIATION]):
        found |= {name: value for name, value in cited.groupdict().items() if value and not (found[name] and name != "title")}
    for item in record.inners("relatedItems"):
        if item.text("relationType") == "IsPublishedIn" and not found["title"]:
            pages = [item.text("firstPage"), item.text("lastPage")]
            found = {
                "title": item.inners("titles")[0].plain("title") if item.inners("titles") else "",
                "volume": item.text("volume"), "issue": item.text("issue"), "pages": "-".join(page for page in pages if page),
            }  # fmt: skip
    return found


def _date(record: Fields) -> tuple[int | None, str | None]:
    """The year of publication, and the day of issue where it is in that year."""
    dates = [(one.text("dateType"), references.dated(one.text("date"))) for one in record.inners("dates")]
    of_type = [found for kind in ("Issued", "Available", "Copyrighted") for said, found in dates if said == kind and found[0]]
    year = fields.year(record.text("publicationYear")) or next((one for one, _ in of_type), None)
    return year, next((date for one, date in of_type if one == year and date), None)


def _ids(record: Fields, doi: str) -> Iterator[tuple[str, str]]:
    yield "doi", doi
    for one in record.inners("identifiers"):
        if kind := _IDS.get(one.text("identifierType").lower()):
            yield kind, one.text("identifier").strip()
    for one in record.inners("relatedIdentifiers"):
        kind = _IDS.get(one.text("relatedIdentifierType").lower())
        if kind and one.text("relationType") == "IsIdenticalTo":
            yield kind, one.text("relatedIdentifier").strip()


def _numbers(record: Fields, kind: str) -> Iterator[str]:
    """ISSNs and ISBNs of the work and of what it is part of."""
    container = record.inner("container")
    if container.text("identifierType").lower().endswith(kind):
        yield container.text("identifier")
    for one in record.inners("identifiers"):
        if one.text("identifierType").lower().endswith(kind):
            yield one.text("identifier")
    for one in record.inners("relatedIdentifiers"):
        if one.text("relatedIdentifierType").lower().endswith(kind) and one.text("relationType") in ("IsPartOf", "IsPublishedIn"):
            yield one.text("relatedIdentifier")
    for item in record.inners("relatedItems"):
        number = item.inner("relatedItemIdentifier")
        if number.text("relatedItemIdentifierType").lower().endswith(kind) and item.text("relationType") == "IsPublishedIn":
            yield number.text("relatedItemIdentifier")
