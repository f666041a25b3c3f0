"""arXiv's own metadata in JSON (docmeta), as its search index is fed, that index's documents, and the public snapshot's lines.

It takes no lists of identifiers for papers; submitters and their addresses are not read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from email.utils import parsedate

from service import names
from service.paper import Author, Category, Paper
from service.sources.facts import arxivsubjects, countries, eprints, nameparts
from service.sources.reading import envelopes
from service.sources.reading.jsonfields import Fields, Record

_HOLDERS = ("results", "documents")
_TELLING = frozenset(
    "abs_categories authors_parsed authors_freeform author_owners primary_classification secondary_classification metadata_id "
    "document_id submitted_date_all submitted_date announced_date_first paper_id_v is_withdrawn title_utf8 abstract_utf8".split()
)


def _sureness(first: Record, whole: Record) -> float:  # noqa: ARG001 (the first record says it)
    """How sure it is that these are arXiv's documents: by the keys of the first one."""
    # The identifier may stand behind a list of 500 authors.
    telling = len(first.keys() & _TELLING)
    if {"id", "submitter", "versions", "authors_parsed"} <= first.keys():
        return 0.97
    return 0.97 if telling > 2 or ("paper_id" in first and telling > 1) else 0.0


def _read(item: Fields, label: str) -> Paper:
    line = item.text("authors_utf8", "authors_freeform", "authors")
    listed, truncated = eprints.people(line)
    # arXiv's own division is the surer one.
    authors = tuple(_authors(item)) or listed
    paper = eprints.paper(
        eprints.Eprint(
            name=item.text("paper_id", "paper_id_v", "id"),
            title=item.text("title_utf8", "title"),
            abstract=item.text("abstract_utf8", "abstract"),
            authors=_with_numbers(authors, item),
            categories=_categories(item),
            classes=[*item.texts("msc_class"), *item.texts("acm_class")],
            comment=item.text("comments_utf8", "comments"),
            journal=item.text("journal_ref_utf8", "journal_ref", "journal-ref"),
            dois=item.texts("doi"),
            licence=item.inner("license").text("uri", "label") if "paper_id" in item else item.text("license"),
            posted=_posted(item),
            truncated=truncated,
        ),
        label,
    )
    return replace(paper, retracted=True) if item.flag("is_withdrawn") else paper


def _authors(item: Fields) -> Iterator[Author]:
    people = item.record.get("authors_parsed") or item.record.get("authors")
    for one in people if isinstance(people, list) else ():
        if isinstance(one, list):
            # The snapshot's lines: family name, given name, suffix, institutions.
            one = dict(zip(("last_name", "first_name", "suffix"), one, strict=False)) | {"affiliation": one[3:]}
        if not isinstance(one, dict):
            continue
        one = Fields(one, item.notices)
        family, given = (eprints.plain(one.text(key)) for key in ("last_name", "first_name"))
        author = nameparts.person(family, given, one.text("suffix"), one.text("full_name"))
        places = [countries.affiliation(eprints.plain(place)) for place in one.texts("affiliation")]
        if author := nameparts.with_details(author, places):
            yield author


def _with_numbers(authors: tuple[Author, ...], item: Fields) -> tuple[Author, ...]:
    """The authors with the ORCIDs of those who own the paper on arXiv, where one name alone agrees."""
    found = list(authors)
    for owner in item.inners("author_owners"):
        shown = nameparts.person(owner.text("last_name"), owner.text("first_name"))
        places = [place for place, one in enumerate(found) if shown and names.agree(one.name, shown.name)]
        if len(places) == 1 and (
            author := nameparts.with_details(found[places[0]], found[places[0]].affiliations, owner.text("orcid"))
        ):
            found[places[0]] = author
    return tuple(found)


def _categories(item: Fields) -> tuple[Category, ...]:
    """By their codes; documents without them name group and category."""
    if found := arxivsubjects.categories(item.text("abs_categories", "categories")):
        return found
    classes = [item.inner("primary_classification"), *item.inners("secondary_classification")]
    codes = " ".join(one.inner("category").text("id") or one.inner("archive").text("id") for one in classes)
    return arxivsubjects.categories(codes)


def _posted(item: Fields) -> str:
    """The day of the first version."""
    if versions := item.inners("versions"):
        created = parsedate(versions[0].text("created"))
        return f"{created[0]:04}-{created[1]:02}-{created[2]:02}" if created else item.text("update_date")
    dates = item.texts("submitted_date_all") or item.texts("submitted_date_first") or item.texts("submitted_date")
    return min(dates, key=_day) if dates else item.text("created", "announced_date_first")


def _day(date: str) -> str:
    try:
        return datetime.fromisoformat(date[:10]).date().isoformat()
    except ValueError:
        return "9999"


parse, recognise = envelopes.reader(_HOLDERS, _read, _sureness)
