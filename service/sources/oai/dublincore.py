"""Dublin Core (oai_dc) as repositories write it: journals' sites, university repositories, arXiv.

The fifteen elements are free text. What can't be told to be a citation, an abstract or an identifier is not taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from service.paper import Author, Category, Paper, identifiers
from service.sources.facts import arxivsubjects, countries, eprints, fields, journalrefs, kinds, nameparts, references
from service.sources.facts.abstracts import abstract
from service.sources.facts.licences import is_open, licence
from service.sources.facts.oairecords import Header
from service.sources.facts.texts import texts
from service.sources.reading import xmlpapers
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import all_of, first_of, plain

# The vocabulary of European repositories, and words of its kind; others are those of `kinds`.
_TYPES: Mapping[str, str] = {
    **dict.fromkeys("article researcharticle review bookreview contributiontoperiodical annotation".split(), "article"),
    **dict.fromkeys("conferenceobject conferenceitem conferencepaper lecture conferenceposter".split(), "inproceedings"),
    **dict.fromkeys("doctoralthesis masterthesis bachelorthesis studythesis thesis etd".split(), "thesis"),
    "bookpart": "chapter", "book": "book", "conferenceproceedings": "book", "preprint": "preprint",
    **dict.fromkeys("report workingpaper technicaldocumentation researchproposal".split(), "report"),
    "dataset": "dataset", "patent": "patent", "other": "other", "software": "other",
}  # fmt: skip
_SEMANTICS = re.compile(r"info:eu-repo/semantics/", re.IGNORECASE)
_OPEN, _CLOSED = (
    re.compile(r"open\s?access", re.IGNORECASE),
    re.compile(r"(?:closed|restricted|embargoed)\s?access", re.IGNORECASE),
)
_COPYRIGHT = re.compile(r"\s*(?:copyright|©|\(c\)|all rights|版权)", re.IGNORECASE)
_ALTERNATIVE = re.compile(r"info:eu-repo/semantics/altIdentifier/(?P<kind>\w+)/(?P<value>.+)", re.IGNORECASE)
_DATE_SEMANTICS = re.compile(r"info:eu-repo/date/", re.IGNORECASE)
_SCHEMES = re.compile(
    r"(?P<kind>doi|arxiv|pmid|pmcid|handle|hdl|isbn|issn)\s*[:=]\s*(?P<value>\S.*)|info:(?P<kind2>doi|hdl|arxiv)[:/](?P<value2>\S+)",
    re.IGNORECASE,
)
_KINDS = {"hdl": "handle", "eissn": "issn", "pissn": "issn", "wos": "", "ark": "", "urn": "", "purl": "url"}
# What descriptions hold besides abstracts.
_REMARK = re.compile(
    r"\s*(?:comments?:|thesis\b|dissertation\b|includes bibliograph|includes index|bibliograph|made available in|submitted by"
    r"|approved for|title from|peer[- ]?review|published version|accepted version|\d+\s*(?:p\b|pages|págs|seiten|leaves|s\.)|https?://\S+\s*\Z"
    r"|international audience|national audience|vol(?:ume)?\.?\s*\d|issn)",
    re.IGNORECASE,
)
_ARXIV_COMMENT = re.compile(r"\s*Comment:\s*")
_ABSTRACT_WIDTH = 60
_DDC_ADDRESS = re.compile(r"info:eu-repo/classification/|ddc:|udc:|\[\w+\]\s|\A\d{3}(?:\.\d+)?\Z", re.IGNORECASE)
# `Shannon, Claude Elwood, 1916-2001`: libraries tell people of one name apart by the years of their lives.
_LIFE = re.compile(r",\s*(?:b\.\s*|d\.\s*)?\d{4}\s*-?\s*(?:\d{4})?\.?\s*\Z")
_INSTITUTION = re.compile(r"大学|大學|学院|學院|研究所|研究院|医院|醫院|公司|中心|实验室|學校|学校")
# Neither an address nor an identifier.
_IS_WORDS = re.compile(r"(?!info:|\w+:\S+\Z|10\.\d{4}|[\d.-]+\Z)(?!.*://).*\s", re.DOTALL)
_IS_PART = re.compile(r";\s*isPartOf\s*\Z", re.IGNORECASE)
# Repositories whose own identifiers say which paper it is.
_NAMED = (
    (re.compile(r"oai:hal:(hal\S+|\w+-\d{6,9})", re.IGNORECASE), "hal"),
    (re.compile(r"oai:pubmedcentral\.nih\.gov:(\d+)"), "pmcid"),
)


def read(record: Element, header: Header, label: str, notices: list[str]) -> Paper:  # noqa: ARG001 (a format's signature)
    """The paper of a `dc` element; that of arXiv is read as arXiv writes it."""
    arxiv = eprints.identifier(header.identifier) if header.identifier.lower().startswith("oai:arxiv.org:") else None
    own = all_of(record, "identifier")
    arxiv = arxiv or next((found[1] for one in own if (found := identifiers.from_url(one)) and found[0] == "arxiv"), None)
    return _of_arxiv(record, header, arxiv, label) if arxiv else _of_repository(record, header, label)


def _of_arxiv(record: Element, header: Header, name: str, label: str) -> Paper:
    said = all_of(record, "description")
    comments = [_ARXIV_COMMENT.sub("", one, count=1) for one in said if _ARXIV_COMMENT.match(one)]
    own = [one for one in all_of(record, "identifier") if "://" not in one]
    dois = [one for one in own if identifiers.normalise("doi", one)]
    subjects = [(one, arxivsubjects.of_name(one)) for one in all_of(record, "subject")]
    found = tuple(category for _, category in subjects if category)
    return eprints.paper(
        eprints.Eprint(
            name=name,
            title=first_of(record, "title"),
            abstract=next((one for one in said if not _ARXIV_COMMENT.match(one)), ""),
            authors=tuple(author for author, _ in _people(record) if author),
            categories=found or _sets(header),
            classes=[one for one, category in subjects if category is None],
            comment=" ".join(comments),
            journal=next((one for one in own if one not in dois), ""),
            dois=dois,
            licence=first_of(record, "rights"),
            posted=first_of(record, "date"),
        ),
        label,
    )  # fmt: skip


def _sets(header: Header) -> tuple[Category, ...]:
    """`cs:cs:CL` and `physics:hep-th`, where no subject is given."""
    codes = [one.split(":") for one in header.sets]
    return arxivsubjects.categories(" ".join(".".join(parts[1:]) or parts[0] for parts in codes))


def _of_repository(record: Element, header: Header, label: str) -> Paper:
    declared = references.language(first_of(record, "language"))
    own, related, sources = (all_of(record, name) for name in ("identifier", "relation", "source"))
    titles = _texts(record, "title", declared)
    people = list(_people(record))
    reference = _reference(sources, [*own, *related])
    year, date = _date(all_of(record, "date"))
    rights = all_of(record, "rights")
    named = licence(
        *(one for one in rights if not _COPYRIGHT.match(one) and not _OPEN.fullmatch(one) and not _CLOSED.search(one))
    )
    described = [one for name in ("abstract", "description") for one in record.iterfind(name)]
    categories, keywords = _subjects(record, declared)
    pairs = list(_identifiers([header.identifier, *own], related))
    numbers = [*own, *sources, *(value for kind, value in pairs if kind in ("issn", "isbn"))]
    return Paper(
        titles=titles,
        abstracts=_abstracts(described, declared),
        authors=tuple(author for author, _ in people if author),
        authors_truncated=any(cut for _, cut in people),
        categories=categories,
        keywords=keywords,
        venue=references.venue(reference.venue) if reference else None,
        volume=reference.volume if reference else None,
        issue=reference.issue if reference else None,
        pages=reference.pages if reference else None,
        publisher=first_of(record, "publisher") or None,
        issn=references.numbers("issn", numbers),
        isbn=references.numbers("isbn", [one for one in numbers if not identifiers.normalise("doi", one)]),
        year=year,
        date=date,
        language=declared,
        type=_type(all_of(record, "type")),
        ids=references.ids(one for one in pairs if one[0] not in identifiers.SHARED),
        licence=named,
        open_access=_is_open(rights, named),
        retracted=references.retracted(titles, []),
        links=references.links(sorted((one for one in [*own, *related] if "://" in one), key=lambda one: "doi.org/" in one)),
        record=label,
    )


def _texts(record: Element, name: str, declared: str | None) -> dict[str, str]:
    """Texts under the language of their attribute, else the declared one, which is that of the first alone."""
    found: dict[str, str] = {}
    for one in record.iterfind(name):
        said = references.language(one.get("lang", ""))
        for code, kept in texts(plain(one), said or (None if found else declared)).items():
            found.setdefault(code, kept)
    return found


def _abstracts(described: Iterable[Element], declared: str | None) -> dict[str, str]:
    """The first text of each language that is none of the remarks which repositories keep in the same element."""
    found: dict[str, str] = {}
    for one in described:
        value = plain(one)
        width = len(value.encode("utf-8")) if not value.isascii() else len(value)
        if width < _ABSTRACT_WIDTH or _REMARK.match(value):
            continue
        said = references.language(one.get("lang", ""))
        for code, kept in abstract(value, said or (None if found else declared)).items():
            found.setdefault(code, kept)
    return found


def _people(record: Element) -> Iterator[tuple[Author | None, bool]]:
    """Creators, and whether a list of them stops early. `Zhang, San; Some University` is one person, `Zhang, San; Li, Si` two."""
    for one in record.iterfind("creator"):
        value = _LIFE.sub("", plain(one).replace("；", ";"))
        name, _, behind = value.partition(";")
        orcid = next((found for said in (one.get("id", ""), one.get("authority", "")) if (found := _orcid(said))), "")
        if behind.strip() and (references.is_body(behind.replace(",", " ")) or _INSTITUTION.search(behind)):
            yield nameparts.with_details(references.person(name), [countries.affiliation(behind)], orcid), False
        elif behind.strip():
            several, cut = fields.split_authors(value)
            yield from ((references.person(part), cut) for part in several)
        elif references.is_truncation(value):
            yield None, True
        else:
            author = references.body(value) if references.is_body(value) else references.person(value)
            yield nameparts.with_details(author, (), orcid), False


def _orcid(value: str) -> str | None:
    return fields.orcid(re.sub(r".*orcid\.org/", "", value)) if value else None


def _subjects(record: Element, declared: str | None) -> tuple[tuple[Category, ...], dict[str, tuple[str, ...]]]:
    words: dict[str, dict[str, None]] = {}
    categories: dict[Category, None] = {}
    listed = list(record.iterfind("subject"))
    # One element alone may hold all words; of several each holds one, commas and all.
    divided = references.keywords if len(listed) == 1 else xmlpapers.keywords
    for one in listed:
        value = plain(one)
        if category := arxivsubjects.of_name(value) if " - " in value else None:
            categories[category] = None
        elif value and not _DDC_ADDRESS.match(value):
            said = references.language(one.get("lang", "")) or declared
            for code, several in divided([value], said).items():
                words.setdefault(code, {}).update(dict.fromkeys(several))
    return tuple(categories), {code: tuple(several) for code, several in words.items()}


def _reference(sources: Iterable[str], others: Iterable[str]) -> journalrefs.JournalReference | None:
    """The first text that names a journal with volume or year; else the first that names what it is part of."""
    told = [one for value in sources if "://" not in value and (one := journalrefs.read(value))]
    rest = [
        (one, _IS_PART.search(value))
        for value in others
        if _IS_WORDS.match(value) and (one := journalrefs.read(_IS_PART.sub("", value)))
    ]
    sure = [one for one in told if one.volume or one.issue] + [
        one for one, _ in rest if one.volume and (one.pages or one.issue or one.year)
    ]
    return next(iter([*sure, *(one for one, is_part in rest if is_part), *told]), None)


def _date(values: list[str]) -> tuple[int | None, str | None]:
    """The day of publication: other dates are instants (when a repository received it) or are named (end of an embargo)."""
    plain_ones = [one for one in values if not _DATE_SEMANTICS.match(one)]
    best = next((one for one in plain_ones if "T" not in one and fields.year(one)), None)
    return references.dated(best or min((one for one in plain_ones if fields.year(one)), default=""))


def _type(values: Iterable[str]) -> str | None:
    """By the vocabulary of repositories, else by the words; `Text` says nothing."""
    for value in values:
        word = _SEMANTICS.sub("", value).rsplit("/", 1)[-1]
        found = _TYPES.get(re.sub(r"[^a-z]", "", word.lower())) or kinds.kind_of(word)
        if found:
            return found
    return None


def _is_open(rights: Iterable[str], named: str | None) -> bool | None:
    if is_open(named) or any(_OPEN.search(one) for one in rights):
        return True
    return False if any(_CLOSED.search(one) for one in rights) else None


def _identifiers(own: Iterable[str], related: Iterable[str]) -> Iterator[tuple[str, str]]:
    for value in own:
        yield from _own(value)
    for value in related:
        if found := _ALTERNATIVE.match(value):
            kind = found["kind"].lower()
            if known := _KINDS.get(kind, kind):
                yield known, found["value"]


def _own(value: str) -> Iterator[tuple[str, str]]:
    for pattern, kind in _NAMED:
        if named := pattern.match(value):
            yield kind, named[1]
    if found := _SCHEMES.match(value):
        kind = (found["kind"] or found["kind2"]).lower()
        yield _KINDS.get(kind, kind), found["value"] or found["value2"]
    elif "://" in value:
        yield "url", value
    elif re.match(r"10\.\d{4,9}/", value):
        yield "doi", value
