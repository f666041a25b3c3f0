"""The frozen records that travel between sources, merging and the index: Paper and its parts.

They hold values and their plain-JSON form; they don't decide identity and don't parse foreign formats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from service import names

# Separates area and sub-area in a category's key; no source uses it inside a name.
LEVEL = "::"
# How the "file" of a harvested service begins; no file below a folder is called so.
HARVESTED = "harvest:"


@dataclass(frozen=True, slots=True)
class Affiliation:
    """An institution as the source writes it, and its country where known."""

    name: str
    country: str | None = None


@dataclass(frozen=True, slots=True)
class Author:
    """A person of a paper's author or editor list. `names` maps languages to forms; `name` is the one to show."""

    name: str
    names: Mapping[str, str] = field(default_factory=dict)
    affiliations: tuple[Affiliation, ...] = ()
    orcid: str | None = None

    @property
    def key(self) -> str:
        """The facet key; see service.names.key."""
        return names.key(self.name)


@dataclass(frozen=True, slots=True)
class Category:
    """An area, or a sub-area in its area."""

    area: str
    subarea: str | None = None

    @property
    def key(self) -> str:
        """`Area` or `Area::Sub-area`."""
        return f"{self.area}{LEVEL}{self.subarea}" if self.subarea else self.area


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a record came from: the source's name and the file, relative to what was loaded."""

    source: str
    file: str = ""

    @property
    def names_records(self) -> bool:
        """Whether records keep their names for ever (`Paper.record`): then a changed one is known whatever has changed in it."""
        return self.file.startswith(HARVESTED)


@dataclass(frozen=True, slots=True)
class Reject:
    """A record that can't become a paper: which one of its file (from 1, or a name), why, and how it begins."""

    record: str
    reason: str
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something of a record that was left out or could not be used while its paper was kept. No record by itself.

    `message` names no record and no value, so that equal messages can be counted.
    """

    record: str
    message: str


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper as one source, or all of them together, know it. Texts are keyed by BCP 47 language codes.

    `year` is the year of publication, `date` an ISO 8601 date or month, `ids` maps kinds (doi, arxiv, ...) to
    normalised identifiers, `links` has `html` and `pdf`. `given_id` is an id that native input asks for.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    abstracts: Mapping[str, str] = field(default_factory=dict)
    authors: tuple[Author, ...] = ()
    authors_truncated: bool = False
    editors: tuple[Author, ...] = ()
    categories: tuple[Category, ...] = ()
    keywords: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    venue: str | None = None
    series: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    publisher: str | None = None
    issn: tuple[str, ...] = ()
    isbn: tuple[str, ...] = ()
    year: int | None = None
    date: str | None = None
    language: str | None = None
    type: str | None = None
    ids: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    citations: int | None = None
    licence: str | None = None
    open_access: bool | None = None
    retracted: bool | None = None
    links: Mapping[str, str] = field(default_factory=dict)
    given_id: str | None = None
    # The record's own name in its source; what a reader of `sources` can look it up by.
    record: str = ""


SCALARS = (
    "venue", "series", "volume", "issue", "pages", "publisher", "year", "date", "language", "type", "citations",
    "licence", "open_access", "retracted",
)  # fmt: skip


def to_dict(paper: Paper) -> dict[str, Any]:
    """The paper as plain JSON in the contract's shape, empty values left out; `from_dict` reads it back."""
    out: dict[str, Any] = {}
    if paper.given_id:
        out["id"] = paper.given_id
    for name in ("titles", "abstracts", "links"):
        if value := getattr(paper, name):
            out[name] = dict(value)
    if paper.authors:
        out["authors"] = [author_to_dict(author) for author in paper.authors]
    if paper.authors_truncated:
        out["authors_truncated"] = True
    if paper.editors:
        out["editors"] = [author_to_dict(editor) for editor in paper.editors]
    if paper.categories:
        out["categories"] = [{"area": c.area, "subarea": c.subarea} if c.subarea else {"area": c.area} for c in paper.categories]
    for name in ("keywords", "ids"):
        if value := getattr(paper, name):
            out[name] = {k: list(v) for k, v in value.items()}
    for name in ("issn", "isbn"):
        if value := getattr(paper, name):
            out[name] = list(value)
    for name in SCALARS:
        if (value := getattr(paper, name)) is not None:
            out[name] = value
    if paper.record:
        out["record"] = paper.record
    return out


def author_to_dict(author: Author) -> dict[str, Any]:
    """An author as plain JSON, empty values left out."""
    out: dict[str, Any] = {"name": author.name}
    if author.names:
        out["names"] = dict(author.names)
    if author.affiliations:
        out["affiliations"] = [
            {"name": a.name, "country": a.country} if a.country else {"name": a.name} for a in author.affiliations
        ]
    if author.orcid:
        out["orcid"] = author.orcid
    return out


def from_dict(record: Mapping[str, Any]) -> Paper:
    """The paper that `to_dict` wrote. It trusts its input: foreign JSON goes through sources/native."""
    values: dict[str, Any] = {name: record.get(name) for name in SCALARS}
    for name in ("titles", "abstracts", "links"):
        values[name] = record.get(name) or {}
    for name in ("keywords", "ids"):
        values[name] = {k: tuple(v) for k, v in (record.get(name) or {}).items()}
    for name in ("issn", "isbn"):
        values[name] = tuple(record.get(name) or ())
    for name in ("authors", "editors"):
        values[name] = tuple(author_from_dict(author) for author in record.get(name) or ())
    values["categories"] = tuple(Category(c["area"], c.get("subarea")) for c in record.get("categories") or ())
    values["authors_truncated"] = bool(record.get("authors_truncated"))
    values["given_id"] = record.get("id")
    values["record"] = record.get("record") or ""
    return Paper(**values)


def author_from_dict(record: Mapping[str, Any]) -> Author:
    """The author that `author_to_dict` wrote."""
    affiliations = tuple(Affiliation(a["name"], a.get("country")) for a in record.get("affiliations") or ())
    return Author(record["name"], record.get("names") or {}, affiliations, record.get("orcid"))
