"""The ACL Anthology in XML: collections of volumes of papers.

Front matter is no paper; of what stands beside papers (videos, data sets, code, awards) nothing is kept."""

from __future__ import annotations

from collections.abc import Iterator

from service.paper import Notice, Paper, Reject
from service.sources.acl.record import Reader
from service.sources.input import Input
from service.sources.reading import xmlpapers, xmlstream


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a collection, each with what its volume says of all."""
    return xmlpapers.papers(data, ("paper",), Reader().read)


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the elements say it)
    """How sure it is that this is a collection of the Anthology: by its first elements."""
    names = xmlstream.root_names(head, 30)
    if names[:2] != ["collection", "volume"]:
        return 0.0
    return 0.98 if {"meta", "paper", "frontmatter"} & set(names) else 0.0
