"""A card of UNIMARC as a Paper: CNMARC, the cards of libraries in China, and those of France, Italy, Portugal, Russia.

It is told from MARC 21 by its field of titles alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.languages import has_han
from service.paper import Author, Category, Paper
from service.sources.facts import chinese, librarysubjects, references, relators
from service.sources.facts.texts import texts
from service.sources.marcxml.card import Card, Field
from service.sources.marcxml.marc21 import WHOLE_JOURNAL
from service.sources.reading import xmlpapers
from service.sources.reading.envelopes import NoPaper


def is_unimarc(card: Card) -> bool:
    """Whether the card's title stands where UNIMARC has it."""
    return any(one.all("a") for one in card.all("200")) and not any(True for _ in card.all("245"))


def read(card: Card, label: str) -> Paper:
    """The paper of a card; NoPaper for a whole journal."""
    record = xmlpapers.name_of(card.number, label)
    host = next(card.all("463", "461"), None)
    if card.leader[7:8] == "s" and host is None:
        raise NoPaper(WHOLE_JOURNAL, record)
    declared = next((found for value in card.values("101", "a") if (found := references.language(value))), None)
    title = next(card.all("200"))
    titles = _titles(title, declared)
    authors, editors = _people(card, title)
    year, date = _date(card)
    thesis = any(True for _ in card.all("328"))
    inner = [_inner(one) for one in card.all("463", "461")]
    return Paper(
        titles=titles,
        abstracts=references.several_texts(card.values("330", "a"), declared),
        authors=authors,
        editors=editors,
        categories=_categories(card),
        keywords=_keywords(card),
        venue=references.venue(next((one["title"] for one in inner if one.get("title")), "")),
        series=card.first("225", "a") or card.first("410", "t") or None,
        volume=chinese.number(card.first("463", "v") or card.first("225", "v")),
        publisher=card.first("210", "c") or card.first("214", "c") or None,
        issn=references.numbers("issn", [*card.values("011", "a"), *(one.get("issn", "") for one in inner)]),
        isbn=references.numbers("isbn", card.values("010", "a")),
        year=year,
        date=date,
        language=declared,
        type="thesis" if thesis else "article" if host is not None else "book" if card.leader[6:7] in ("a", "", " ") else "other",
        ids=references.ids([("doi", value) for value in card.values("017", "a") if value.startswith("10.")]),
        retracted=references.retracted(titles, []),
        links=references.links(card.values("856", "u")),
        record=record,
    )


def _titles(title: Field, declared: str | None) -> dict[str, str]:
    """Title and second part, and the same in another language (`$d`)."""
    whole = title.get("a")
    parts = [value for code in "hi" for value in title.all(code)]
    if second := title.get("e"):
        whole = f"{whole}: {second}"
    whole = ". ".join([whole, *parts])
    found = dict(texts(whole, declared))
    for other in title.all("d"):
        for code, kept in texts(other.lstrip("= ")).items():
            found.setdefault(code, kept)
    return found


def _people(card: Card, title: Field) -> tuple[tuple[Author, ...], tuple[Author, ...]]:
    by_role = relators.nobody()
    for one in card.all("700", "701", "702", "710", "711", "712"):
        author = _author(one)
        if author:
            by_role[relators.role(one.all("4"))].append(author)
    if not any(by_role.values()):
        # A card without fields of names: those of the statement of responsibility.
        said = re.sub(r"[\s\[]*(?:等)?\s*(?:主编|编著|著|撰|编)\]?\s*\Z", "", title.get("f"))
        by_role[relators.AUTHOR] += chinese.people([said])[0] if said else ()
    return relators.settled(by_role)


def _author(one: Field) -> Author | None:
    if one.tag in ("710", "711", "712"):
        return references.body(". ".join(one.all("ab")))
    family, given = one.get("a"), one.get("b")
    # In China the whole name stands in `$a`, and in `$A` how it is read.
    if has_han(family):
        return references.person(family + given if has_han(given) else family)
    return references.person(f"{family}, {given}" if given else family)


def _date(card: Card) -> tuple[int | None, str | None]:
    for value in [card.first("210", "d"), card.first("214", "d"), card.first("100", "a")[9:13]]:
        if (found := references.dated(value))[0]:
            return found
    return None, None


def _inner(host: Field) -> dict[str, str]:
    """What stands in a linking field: whole fields in `$1`, or their subfields by themselves."""
    found = {"title": host.get("t"), "issn": host.get("x")}
    tag = ""
    for code, value in host.subfields:
        if code == "1":
            tag = value[:3]
        elif tag == "200" and code == "a":
            found["title"] = found["title"] or value.strip()
        elif tag == "011" and code == "a":
            found["issn"] = found["issn"] or value.strip()
    return found


def _categories(card: Card) -> tuple[Category, ...]:
    numbers = [("clc", value) for value in card.values("690", "a")] + [("ddc", value) for value in card.values("676", "a")]
    numbers += [("lcc", value) for value in card.values("680", "a")]
    return tuple(dict.fromkeys(found for scheme, number in numbers for found in librarysubjects.categories(scheme, number)))


def _keywords(card: Card) -> dict[str, tuple[str, ...]]:
    return xmlpapers.keywords(list(_words(card)))


def _words(card: Card) -> Iterator[str]:
    for one in card.all("606", "607"):
        yield " -- ".join([one.get("a"), *one.all("x")])
    for one in card.all("600", "601", "605", "610"):
        yield from one.all("a") if one.tag == "610" else [one.get("a")]
