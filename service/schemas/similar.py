"""Reads and checks the parameters of related papers: those of a search, but for what a query or a walk brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from marshmallow import RAISE, Schema

from service.query import SearchRequest
from service.schemas.arguments import SearchArguments, search_request, too_deep
from service.schemas.reading import checked

# Related papers are in the order of relation, and without a query there are no words to mark or to remark upon. Nobody
# walks through all that are a little related.
OF_A_QUERY = ("q", "sort", "cursor", "highlight", "strict")


class SimilarArguments(SearchArguments):  # type: ignore[misc, valid-type]
    """The parameters of a search without OF_A_QUERY."""

    class Meta(Schema.Meta):
        exclude = OF_A_QUERY


_SIMILAR = SimilarArguments(unknown=RAISE)


def read_similar(parameters: Mapping[str, Sequence[str]]) -> SearchRequest:
    """The request that parameters (each with all its values) ask for. Raises InvalidRequest naming every fault."""
    values = checked(_SIMILAR, parameters, too_deep("narrow the list by filters instead"))
    return replace(search_request(values), sort="relevance")
