"""Requests that schemathesis makes of the OpenAPI document, sent to a running server; every answer must be as documented."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import requests
import schemathesis
from hypothesis import strategies as st
from marshmallow import Schema
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.facets import FACETS
from service.schemas.arguments import FLAGS, INSTANTS
from service.schemas.endpoints import ENDPOINTS
from service.schemas.openapi import document

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# What finds something among the known papers: random texts find nothing, and an empty page proves little.
WORDS = [
    "",
    "learning",
    "机器翻译",
    "graph neural networks",
    "bengio",
    '"in space"',
    "translation OR 分类",
    "zhang",
    "year:2015..",
    "网络*",
]
REAL: Mapping[str, list[str]] = {
    "id": ["arxiv:1703.06870", "acl-2021.ccl-1.1", "doi:10.18653/v1/N19-1423", "arxiv-1703.06870", "acl:2021.ccl-1.1"],
    "facet": list(FACETS),
    "key": ["yoshua bengio", "汪浩", "Yoshua BENGIO", "kaiming he"],
}


def _filled(path: str, method: str) -> set[str]:
    return {name for name, value in document()["paths"][path][method].items() if value}


OPERATIONS = [(path, method) for path, methods in document()["paths"].items() for method in methods]
# Those to which different requests can be sent.
VARIED = [(path, method) for path, method in OPERATIONS if {"parameters", "requestBody"} & _filled(path, method)]


def strict_document() -> dict[str, Any]:
    """The document in which answers have nothing that is not described. Clients are told to bear more than that."""
    whole = copy.deepcopy(dict(document()))
    for schema in whole["components"]["schemas"].values():
        if schema.get("type") == "object" and "properties" in schema and schema["properties"]:
            schema["additionalProperties"] = False
    return whole


class Caller:
    """Makes requests of one operation of a running server and judges their answers. `statuses` counts them."""

    def __init__(self, url: str, path: str, method: str) -> None:
        self.url, self.session, self.statuses = url, requests.Session(), dict[int, int]()
        self.operation = schemathesis.openapi.from_dict(strict_document())[path][method]
        row = next(one for one in ENDPOINTS if one.path == path and method in (one.method, "head"))
        taken = (row.arguments or row.body or Schema)().fields
        self.searches = "q" in taken and "strict" in taken
        given = [{name: value} for name, values in REAL.items() if f"{{{name}}}" in path for value in values]
        modes = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
        made = [self.operation.as_strategy(mode) for mode in modes if self._can(mode)]
        made += [self.operation.as_strategy(GenerationMode.POSITIVE, path_parameters=one) for one in given]
        self.cases: st.SearchStrategy[Case[Any]] = st.one_of(made)

    def _can(self, mode: GenerationMode) -> bool:
        """There is nothing wrong that can be sent to an operation that takes nothing."""
        raw = self.operation.definition.raw
        return mode == GenerationMode.POSITIVE or bool(raw.get("parameters") or raw.get("requestBody"))

    def ask(self, case: Case[Any], word: str | None) -> None:
        """Sends a request, with `word` (when there is one) in place of its query and filters, and checks the answer."""
        if word is not None:
            case.query, case.body = self._searching(case.query, word), self._searching(case.body, word)
        response = case.call(base_url=self.url, session=self.session, timeout=20)
        self.statuses[response.status_code] = self.statuses.get(response.status_code, 0) + 1
        case.validate_response(response, checks=CHECKS)

    def _searching(self, part: Any, word: str) -> Any:
        """Parameters or a body that look for a word and for nothing else, where they look for anything."""
        if not isinstance(part, dict) or not self.searches:
            return part
        return {name: value for name, value in part.items() if not is_narrowing(name)} | {"q": word}


def is_narrowing(name: str) -> bool:
    """Whether a parameter leaves papers out."""
    return name.split(".")[0] in FACETS or name in FLAGS or name in INSTANTS or name == "strict"
