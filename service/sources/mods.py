"""MODS of the Library of Congress: one work or a collection, also in answers of SRU and OAI-PMH.

What a work consists of or belongs to is no record of its own, and where a library keeps it is not asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from service.paper import Author, Category, Notice, Paper, Reject
from service.sources.facts import countries, kinds, librarysubjects, nameparts, oairecords, references, relators
from service.sources.facts.licences import is_open, licence
from service.sources.facts.texts import texts
from service.sources.input import Input
from service.sources.reading import xmlpapers, xmlstream
from service.sources.reading.envelopes import NoPaper
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import all_of, elements, first_of, plain

_IDS = {"doi": "doi", "hdl": "handle", "handle": "handle", "arxiv": "arxiv", "pmid": "pmid", "pubmed": "pmid", "pmc": "pmcid",
        "pmcid": "pmcid", "uri": "url", "url": "url"}  # fmt: skip
_TYPES: Mapping[str, str] = {
    "conference publication": "inproceedings", "academic journal": "article", "abstract or summary": "article",
    "book chapter": "chapter", "technical report": "report", "government publication": "report", "working paper": "report",
    "web site": "webpage", "theses": "thesis", "instruction": "other", "doctoral thesis": "thesis", "master thesis": "thesis",
}  # fmt: skip
_WHOLE_JOURNAL = "no paper: the record of a whole journal"
_CONTAINERS = frozenset({"periodical", "academic journal", "newspaper", "series", "journal", "magazine"})
# Behind a name of a catalogue: years of a life, a fuller form, the last dot.
_BEHIND = re.compile(
    r"(?:,?\s*[\[(]?(?:b\. |d\. |ca\. )?\d{3,4}\??\s?[-–]\s?(?:\d{3,4})?\??[\])]?)?(?:\s*\([^()]*\))?(?:(?<=[^\W\d_]{3})\.)?\Z"
)


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a collection, or of one record."""
    return xmlpapers.papers(data, ("mods", "header"), read_record, oairecords.only_deletions)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is MODS: by its root, or by a record in another service's envelope."""
    names = xmlstream.root_names(head, 60)
    if names and names[0] in ("mods", "modsCollection"):
        return 0.98
    # METS and others hold a description in MODS among much else.
    return 0.95 if "mods" in names and names[0] in ("OAI-PMH", "record", "searchRetrieveResponse", "records", "mets") else 0.0


def read_record(mods: Element, label: str, notices: list[str]) -> Paper | Notice:  # noqa: ARG001 (a format's signature)
    """The paper of a `mods`, or the Notice of a header of a deleted record. Raises NoPaper."""
    if mods.tag == "header":
        return oairecords.deletion(mods, label)
    record = _record(mods, label)
    host = next(elements(mods, "relatedItem[@type='host']"), None)
    kind = _type(mods, host)
    if kind == _WHOLE_JOURNAL:
        raise NoPaper(_WHOLE_JOURNAL, record)
    declared = _language(mods)
    authors, editors = _people(mods)
    origin = [*elements(mods, "originInfo"), *elements(host, "originInfo")]
    year, date = _date(mods, host, origin)
    parts = [*elements(host, "part"), *elements(mods, "part")]
    terms = licence(*(one.get("href") or plain(one) for one in elements(mods, "accessCondition")))
    titles = _titles(mods, declared)
    return Paper(
        titles=titles,
        abstracts=_abstracts(mods, declared),
        authors=authors,
        editors=editors or (_people(host)[1] if host is not None else ()),
        categories=_categories(mods),
        keywords=_keywords(mods, declared),
        venue=references.venue(_title(host)) if host is not None else None,
        series=next((title for one in elements(mods, "relatedItem[@type='series']") if (title := _title(one))), None),
        volume=_detail(parts, "volume") or None,
        issue=_detail(parts, "issue", "number") or None,
        pages=_pages(parts),
        publisher=next((name for one in origin if (name := first_of(one, "publisher"))), None),
        issn=references.numbers("issn", _identifiers(mods, host, "issn")),
        isbn=references.numbers("isbn", _identifiers(mods, host, "isbn")),
        year=year,
        date=date,
        language=declared,
        type=kind,
        ids=references.ids(_ids(mods)),
        licence=terms if is_open(terms) else None,
        open_access=True if is_open(terms) else None,
        retracted=references.retracted(titles, []),
        links=references.links(_addresses(mods)),
        record=record,
    )


def _record(mods: Element, label: str) -> str:
    key = next((plain(one) for one in elements(mods, "identifier") if one.get("type") == "citekey"), "")
    return xmlpapers.name_of(first_of(mods, "recordInfo/recordIdentifier") or key or mods.get("ID") or "", label)


def _language(mods: Element) -> str | None:
    for one in elements(mods, "language"):
        if one.get("objectPart") in (None, "", "text"):
            for said in [*all_of(one, "languageTerm"), plain(one)]:
                if found := references.language(said):
                    return found
    return None


def _title(element: Element, *kinds_of_title: str) -> str:
    """The title proper, without articles set apart: `The`, `Cell`; those of the kinds that are named."""
    allowed = kinds_of_title or ("", "uniform")
    for one in elements(element, "titleInfo"):
        if (one.get("type") or "") in allowed and (found := _whole_title(one)):
            return found
    return ""


def _whole_title(info: Element) -> str:
    article, title, second = (first_of(info, name) for name in ("nonSort", "title", "subTitle"))
    whole = f"{article}{'' if article.endswith(chr(39)) else ' '}{title}".strip()
    whole = f"{whole.rstrip(' :')}: {second}" if second else whole
    return ". ".join(part for part in [whole, *all_of(info, "partNumber", "partName")] if part)


def _titles(mods: Element, declared: str | None) -> dict[str, str]:
    found: dict[str, str] = {}
    main = [one for one in elements(mods, "titleInfo") if not one.get("type")]
    others = [one for one in elements(mods, "titleInfo") if one.get("type") in ("translated", "alternative")]
    for one in main or others or list(elements(mods, "titleInfo")):
        said = references.language(one.get("lang") or "")
        for code, kept in texts(_whole_title(one), said or (declared if not found else None)).items():
            found.setdefault(code, kept)
    for one in others if main else ():
        # A second title of the same language is a short form or the title of a part.
        for code, kept in texts(_whole_title(one), references.language(one.get("lang") or "")).items():
            if code in ("en", "zh") or one.get("type") == "translated":
                found.setdefault(code, kept)
    return found


def _abstracts(mods: Element, declared: str | None) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in elements(mods, "abstract"):
        said = references.language(one.get("lang") or "")
        for code, kept in texts(plain(one), said or (declared if not found else None)).items():
            found.setdefault(code, kept)
    return found


def _people(element: Element) -> tuple[tuple[Author, ...], tuple[Author, ...]]:
    """Authors and editors; whoever did something else is an author where nobody is, as performers and photographers are."""
    by_role = relators.nobody()
    for one in elements(element, "name"):
        author, said = _person(one), all_of(one, "role/roleTerm", "role/text", "role/code")
        orcid = next((plain(n) for n in elements(one, "nameIdentifier") if "orcid" in f"{n.get('type')} {plain(n)}".lower()), "")
        places = [countries.affiliation(place) for place in all_of(one, "affiliation")]
        if author := nameparts.with_details(author, places, orcid):
            is_meeting = one.get("type") == "conference" and not said
            by_role[relators.OTHER if is_meeting else relators.role(said)].append(author)
    return relators.settled(by_role)


def _person(name: Element) -> Author | None:
    parts = [(one.get("type") or "", plain(one)) for one in elements(name, "namePart")]
    family, given = (" ".join(value for kind, value in parts if kind == wanted) for wanted in ("family", "given"))
    whole = next((value for kind, value in parts if not kind), "") or first_of(name, "displayForm")
    if name.get("type") in ("corporate", "conference"):
        return references.body(". ".join(value.rstrip(" .") for kind, value in parts if kind != "date" and value) or whole)
    if family or given:
        return nameparts.person(family, given)
    whole = _BEHIND.sub("", whole, count=1)
    return references.literal(whole) if name.get("type") is None else references.person(whole)


def _type(mods: Element, host: Element | None) -> str:
    """By genre, else by what it is in and how it is issued."""
    genres = [plain(one).lower() for one in elements(mods, "genre")]
    issued = " ".join(all_of(mods, "originInfo/issuance")).lower()
    if host is None and ("serial" in issued or (_CONTAINERS & set(genres) and "monographic" not in issued)):
        return _WHOLE_JOURNAL
    if host is None and "continuing" in issued and "web site" not in genres:
        return _WHOLE_JOURNAL
    found = next((known for one in genres if (known := _TYPES.get(one) or kinds.kind(one)) and one not in _CONTAINERS), None)
    if found == "inproceedings" and (host is None or "monographic" in issued):
        return "book"
    if found and found != "book":
        return found
    resource = first_of(mods, "typeOfResource").lower()
    if host is not None:
        hosts = [plain(one).lower() for one in elements(host, "genre")]
        if "continuing" in first_of(host, "originInfo/issuance") or _CONTAINERS & set(hosts) or _has(host, "issn"):
            return "article"
        if resource in ("text", ""):
            if host.find("part/extent") is not None or _has(host, "isbn") or "book" in hosts:
                return "chapter"
            return found or ("book" if "monographic" in issued else "other")
    if found:
        return found
    if resource in ("text", ""):
        return "book" if resource or "monographic" in issued else "other"
    return "dataset" if resource in ("dataset", "software, multimedia and dataset") else "other"


def _has(item: Element, kind: str) -> bool:
    return any(one.get("type") == kind for one in elements(item, "identifier"))


def _date(mods: Element, host: Element | None, origin: list[Element]) -> tuple[int | None, str | None]:
    """The date of issue, in a form for machines where there is one; that of creation or copyright else."""
    known: list[tuple[int | None, str | None]] = []
    for path in ("dateIssued", "copyrightDate", "dateCreated", "dateCaptured"):
        several = [one for place in origin for one in elements(place, path) if one.get("point") != "end"]
        several.sort(key=lambda one: not (one.get("keyDate") or one.get("encoding") in ("w3cdtf", "iso8601")))
        known += [found for one in several if (found := references.dated(plain(one)))[0]]
        if path == "dateIssued" and not known:
            parts = [*elements(host, "part/date"), *elements(mods, "part/date")]
            known += [found for one in parts if (found := references.dated(plain(one)))[0]]
    if not known:
        return None, None
    year = known[0][0]
    return year, next((date for of, date in known if of == year and date), None)


def _detail(parts: list[Element], *names: str) -> str:
    for name in names:
        for part in parts:
            for one in elements(part, f"detail[@type='{name}']"):
                if found := references.number(first_of(one, "number", "title", "caption")):
                    return found
    return ""


def _pages(parts: list[Element]) -> str | None:
    for part in parts:
        for one in elements(part, "extent"):
            if (one.get("unit") or "pages").lower() in ("page", "pages", "p", "pp"):
                start, end = first_of(one, "start"), first_of(one, "end")
                if found := references.pages(
                    f"{start}-{end}" if start and end and start != end else start or first_of(one, "list")
                ):
                    return found
        if found := references.pages(_detail([part], "page", "pages", "article")):
            return found
    return None


def _identifiers(mods: Element, host: Element | None, kind: str) -> list[str]:
    several = [*elements(mods, "identifier"), *elements(host, "identifier")]
    return [plain(one) for one in several if (one.get("type") or "").lower().startswith(kind) and one.get("invalid") != "yes"]


def _ids(mods: Element) -> Iterator[tuple[str, str]]:
    for one in elements(mods, "identifier"):
        kind = _IDS.get((one.get("type") or "").lower())
        if kind and one.get("invalid") != "yes":
            yield kind, plain(one)
    yield from (("url", address) for address in _addresses(mods))
    for note in all_of(mods, "note"):
        yield from references.ids_in_note(note[:2000])


def _addresses(mods: Element) -> list[str]:
    """Addresses of the work itself, the one for readers first; pictures of it are none."""
    several = [one for one in elements(mods, "location/url") if one.get("access") != "preview"]
    several.sort(key=lambda one: "primary" not in (one.get("usage") or ""))
    uris = [plain(one) for one in elements(mods, "identifier") if (one.get("type") or "").lower() in ("uri", "url")]
    return [*map(plain, several), *uris]


def _categories(mods: Element) -> tuple[Category, ...]:
    several = [(one.get("authority") or "", plain(one)) for one in elements(mods, "classification")]
    return tuple(dict.fromkeys(found for scheme, number in several for found in librarysubjects.categories(scheme, number)))


def _keywords(mods: Element, declared: str | None) -> dict[str, tuple[str, ...]]:
    """Topics, places and people that a work is about."""
    words = [
        plain(one) if one.tag in ("topic", "geographic") else " ".join(all_of(one, "namePart")[:1]) or first_of(one, "title")
        for subject in elements(mods, "subject")
        for one in elements(subject, "topic", "geographic", "name", "titleInfo")
    ]
    found = xmlpapers.keywords([word.rstrip(".") for word in words if word], None)
    return {declared if declared not in (None, "zh") and code == "und" else code: several for code, several in found.items()}
