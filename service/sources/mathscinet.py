"""MathSciNet's answers in JSON: items of Mathematical Reviews.

It keeps no reviews and reviewers, and of two issues of a translated journal the original one."""

from __future__ import annotations

from collections.abc import Mapping

from service.paper import Category, Paper
from service.sources.facts import fields, mathclasses, references, tex
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text, texts
from service.sources.reading import envelopes
from service.sources.reading.jsonfields import Fields, Record

_HOLDERS = ("results",)
# A letter for each: journal, book, part of a book, proceedings, dissertation.
_TYPES: Mapping[str, str] = {"J": "article", "BC": "chapter", "BCZ": "book", "BCP": "inproceedings", "D": "thesis"}


def _sureness(first: Record, whole: Record) -> float:  # noqa: ARG001 (the first record says it)
    """How sure it is that these are MathSciNet's items: by the keys of the first one."""
    return 0.97 if "mrnumber" in first and {"titles", "primaryClass", "issue"} & first.keys() else 0.0


def _read(item: Fields, label: str) -> Paper:
    number = item.text("mrnumber")
    issue, book = item.inner("issue").inner("issue"), item.inner("book")
    if not issue.record:
        issue = item.inner("issue").inner("translatedIssue")
    series = book.inners("series")[0] if book.inners("series") else Fields({}, item.notices)
    kind = item.text("entryType").upper()
    titles = dict(texts(_plain(item.inner("titles").text("title"))))
    for code, translated in texts(_plain(item.inner("titles").text("translatedTitle"))).items():
        # The original stays beside its translation, in a language that nobody says.
        titles = {code: translated} | {("und" if of == code else of): one for of, one in titles.items() if one != translated}
    pages = item.inner("paging").inner("paging").text("text")
    publisher = book.inners("publisher")[0] if book.inners("publisher") else Fields({}, item.notices)
    ids = references.ids([("mr", number), ("url", item.text("articleUrl"))])
    return Paper(
        titles=titles,
        authors=fields.authors(_plain(one.text("name")) for one in item.inners("authors")),
        categories=_categories(item.inner("primaryClass")),
        venue=references.venue(_plain(issue.inner("journal").text("title", "shortTitle"))),
        series=_plain(series.text("title", "shortTitle")) or None,
        volume=references.number(issue.text("volume") or series.text("volume")) or None,
        issue=references.number(issue.text("number")) or None,
        # Of a whole book they are counted: viii+244 pp.
        pages=None if "pp." in pages else references.pages(pages),
        publisher=publisher.plain("name") or None,
        isbn=references.numbers("isbn", [*book.texts("isbn"), issue.text("isbn")]),
        year=fields.year(issue.text("pubYear") or book.text("pubYear")),
        type=_TYPES.get(kind) or ("chapter" if kind.startswith("BC") else "book" if kind.startswith("B") else "article"),
        ids=ids,
        citations=item.inner("counts").count("cited"),
        retracted=references.retracted(titles, []),
        links=references.links([item.text("articleUrl")]),
        record=ids.get("mr", (text(number)[:200] or label,))[0],
    )


def _plain(value: str) -> str:
    return text(tex.to_text(without_markup(value))) if value else ""


def _categories(first: Fields) -> tuple[Category, ...]:
    """The class of mathematics with its section: `94B65` Bounds on codes is of information theory."""
    area = mathclasses.area(first.text("code"))
    name = _plain(first.text("description"))
    return (Category(area, name or None),) if area else ()


parse, recognise = envelopes.reader(_HOLDERS, _read, _sureness)
