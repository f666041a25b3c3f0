"""DOAJ's articles in JSON: answers of its API, its public data dump, one a line.

It takes no journals and applications for papers, and what DOAJ lists is open access."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from service.paper import Author, Category, Paper
from service.sources.facts import countries, fields, nameparts, references
from service.sources.facts.abstracts import abstract
from service.sources.facts.licences import licence
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text, texts
from service.sources.reading import envelopes
from service.sources.reading.jsonfields import Fields, Record

_HOLDERS = ("results",)
# The Library of Congress Classification's main classes, by which DOAJ arranges its journals.
_CLASSES: Mapping[str, str] = {
    "A": "General Works", "B": "Philosophy. Psychology. Religion", "C": "Auxiliary sciences of history",
    "D": "History (General) and history of Europe", "E": "History America", "F": "History America",
    "G": "Geography. Anthropology. Recreation", "H": "Social Sciences", "J": "Political science", "K": "Law", "L": "Education",
    "M": "Music and books on Music", "N": "Fine Arts", "P": "Language and Literature", "Q": "Science", "R": "Medicine",
    "S": "Agriculture", "T": "Technology", "U": "Military Science", "V": "Naval Science",
    "Z": "Bibliography. Library science. Information resources",
}  # fmt: skip

_CORRESPONDING = re.compile(r"[;,.]?\s*\(?corresponding author\b.{0,200}\Z", re.IGNORECASE | re.DOTALL)


def _sureness(first: Record, whole: Record) -> float:  # noqa: ARG001 (the first record says it)
    """How sure it is that these are DOAJ's records: by the first one's `bibjson`."""
    return 0.97 if "bibjson" in first else 0.0


def _read(item: Fields, label: str) -> Paper:
    article = item.inner("bibjson")
    journal = article.inner("journal")
    own = text(item.text("id"))[:200]
    if not journal.record and not article.record.get("author") and {"pissn", "eissn", "apc", "oa_start"} & article.record.keys():
        raise envelopes.NoPaper("no paper: the record of a whole journal", own)
    languages = [one for word in journal.texts("language") if (one := references.language(word))]
    declared = languages[0] if len(languages) == 1 else None
    titles = texts(without_markup(article.text("title")), declared)
    year = fields.year(article.text("year"))
    month = references.month_and_day(article.text("month"))[0] if year else 0
    pages = "-".join(dict.fromkeys(page for page in (article.text("start_page"), article.text("end_page")) if page))
    numbers = [(one.text("type").lower(), one.text("id")) for one in article.inners("identifier")]
    return Paper(
        titles=titles,
        abstracts=abstract(article.text("abstract"), declared),
        authors=tuple(_authors(article)),
        categories=_categories(article),
        keywords=references.keywords(article.texts("keywords"), declared),
        venue=references.venue(journal.plain("title")),
        volume=references.volume(journal.text("volume")),
        issue=references.volume(journal.text("number")),
        pages=references.pages(pages),
        publisher=journal.plain("publisher") or None,
        issn=references.numbers(
            "issn", [*(number for kind, number in numbers if kind.endswith("issn")), *journal.texts("issns")]
        ),
        year=year,
        date=references.iso(year, month, 0) if year else None,
        language=declared,
        type="article",
        ids=references.ids((kind, number) for kind, number in numbers if kind in ("doi", "pmid", "pmcid")),
        licence=licence(*(one.text(key) for one in journal.inners("license") for key in ("type", "title"))),
        open_access=True,
        retracted=references.retracted(titles, []),
        links=references.links(one.text("url") for one in article.inners("link")),
        record=own or label,
    )


def _authors(article: Fields) -> Iterator[Author]:
    people = article.inners("author")
    for one, name in zip(people, nameparts.turned([without_markup(one.text("name")) for one in people]), strict=True):
        said = _CORRESPONDING.sub("", without_markup(one.text("affiliation")))
        place = countries.affiliation(said) if said else None
        author = references.literal(name) if references.is_body(name) else references.person(name)
        if author := nameparts.with_details(author, [place], one.text("orcid_id")):
            yield author


def _categories(article: Fields) -> tuple[Category, ...]:
    """Main class and class: `RC254-282` is of medicine."""
    found: dict[Category, None] = {}
    for one in article.inners("subject"):
        term, area = (
            one.plain("term"),
            _CLASSES.get(one.text("code")[:1].upper()) if one.text("scheme").upper() == "LCC" else None,
        )
        if term and area:
            found[Category(area, term if term.casefold() != area.casefold() else None)] = None
        elif term and (category := fields.category(term)):
            found[category] = None
    detailed = {one.area for one in found if one.subarea}
    return tuple(one for one in found if one.subarea or one.area not in detailed)


parse, recognise = envelopes.reader(_HOLDERS, _read, _sureness)
