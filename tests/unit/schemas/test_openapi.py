"""The OpenAPI document: valid, complete, in both languages, and nothing in it that the schemas don't say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from schemathesis.specs.openapi.definitions import OPENAPI_31

from service.app import create_app
from service.schemas import answers, samples
from service.schemas.answers import kinds
from service.schemas.described import PATHS, described
from service.schemas.endpoints import ENDPOINTS, JSON, Endpoint
from service.schemas.openapi import document
from service.schemas.reading import checked
from service.settings import Settings

# Of the contract's table, what nobody has built yet. Nothing may stand here that exists.
NOT_YET: set[str] = set()
# Addresses for people: the document is of the API alone.
PAGES = {
    "/", "/papers/{id}", "/authors/{key}", "/facets/{facet}", "/browse", "/trends", "/docs", "/help", "/static/{filename}",
}  # fmt: skip
EN, ZH = document("en"), document("zh")


def named(endpoint: Endpoint) -> str:
    return endpoint.name


def nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for below in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from nodes(below)


def resolved(node: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in node:
        found: Any = EN
        for step in node["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        node = found
    return node


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in EN["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(Settings.from_environment({"LOG_LEVEL": "WARNING"}))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_document_is_valid_openapi_3_1(language: str) -> None:
    jsonschema_rs.Draft202012Validator(OPENAPI_31).validate(json.loads(json.dumps(document(language))))


def test_every_schema_in_it_is_a_valid_json_schema() -> None:
    for schema in EN["components"]["schemas"].values():
        jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})


def test_every_reference_leads_somewhere() -> None:
    for node in nodes(EN):
        if "$ref" in node:
            assert resolved(node)


def test_nothing_in_it_is_left_over() -> None:
    used = {node["$ref"] for node in nodes(EN) if "$ref" in node}
    for kind, components in EN["components"].items():
        assert {f"#/components/{kind}/{name}" for name in components} <= used, kind


def test_both_languages_say_the_same_of_the_same() -> None:
    def bare(node: Any) -> Any:
        if isinstance(node, list):
            return [bare(one) for one in node]
        if not isinstance(node, dict):
            return node
        return {name: bare(one) for name, one in node.items() if name not in ("description", "summary", "title")}

    assert bare(EN) == bare(ZH)
    assert "x-zh" not in json.dumps([EN, ZH])
    assert len(EN["tags"]) == len(ZH["tags"])


def test_everything_is_described_in_both_languages() -> None:
    for whole, letters in ((EN, "[A-Za-z]"), (ZH, "[\u4e00-\u9fff]")):
        described_nodes = [resolved(one) for path in whole["paths"].values() for op in path.values() for one in op["parameters"]]
        for node in (*whole["components"]["parameters"].values(), *whole["components"]["responses"].values()):
            assert re.search(letters, node["description"]), node
        for path in whole["paths"].values():
            for operation in path.values():
                assert re.search(letters, operation["summary"])
        assert all(node["description"] for node in described_nodes)


def test_every_field_of_an_answer_is_described() -> None:
    found = [answers.Answer]
    for schema in found:
        found += schema.__subclasses__()
        for name, field in schema().fields.items():
            assert field.metadata.get("description"), f"{schema.__name__}.{name}"
            assert field.metadata.get(kinds.ZH), f"{schema.__name__}.{name}"


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=named)
def test_each_parameter_of_an_endpoint_is_in_the_document_as_it_is_checked(endpoint: Endpoint) -> None:
    operation = EN["paths"][endpoint.path][endpoint.method]
    parameters = {one["name"]: one for one in map(resolved, operation["parameters"])}
    expected = (
        [] if endpoint.arguments is None else [field.data_key or name for name, field in endpoint.arguments().fields.items()]
    )
    assert {name for name, one in parameters.items() if one["in"] == "query"} == set(expected)
    assert {name for name, one in parameters.items() if one["in"] == "path"} == set(re.findall(r"{(\w+)}", endpoint.path))
    for name, one in parameters.items():
        told = PATHS[name] if one["in"] == "path" else endpoint.told.get(name) or described(name)
        assert one["description"] == told.en
        kind = one["schema"]["type"]
        # What is joined by `&` and what by commas can't be guessed from the name.
        assert kind != "array" or one["style"] == "form", name
        assert kind in ("string", "array", "boolean", "integer"), name


@pytest.mark.parametrize("endpoint", [one for one in ENDPOINTS if one.arguments], ids=named)
def test_examples_and_defaults_of_parameters_are_accepted(endpoint: Endpoint) -> None:
    operation = EN["paths"][endpoint.path][endpoint.method]
    assert endpoint.arguments is not None
    for one in map(resolved, operation["parameters"]):
        schema = one["schema"]
        for value in [one.get("example"), schema.get("default")]:
            if one["in"] != "query" or value is None:
                continue
            assert not list(jsonschema_rs.validator_for(schema).iter_errors(value)), (one["name"], value)
            texts = (
                [str(part).lower() if isinstance(part, bool) else str(part) for part in value]
                if isinstance(value, list)
                else [str(value)]
            )
            if isinstance(value, bool):
                texts = [str(value).lower()]
            sent = texts if one.get("explode", True) else [",".join(texts)]
            assert checked(endpoint.arguments(), {one["name"]: sent})


@pytest.mark.parametrize("name", list(samples.shortened()))
def test_a_shown_answer_fits_the_schema_that_describes_it(name: str) -> None:
    endpoint = next(one for one in ENDPOINTS if one.name == name)
    shown = EN["paths"][endpoint.path][endpoint.method]["responses"]["200"]["content"][endpoint.shown]
    assert shown["example"] == samples.shortened()[name]
    schema = endpoint.answers[endpoint.shown]
    if schema is not None:
        assert schema().validate(samples.shortened()[name], partial=True) == {}


def test_every_answer_that_is_described_has_an_example() -> None:
    assert {endpoint.name for endpoint in ENDPOINTS if endpoint.answers.get(JSON)} <= set(samples.shortened())


def test_names_of_operations_are_unique() -> None:
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(names) == len(set(names))


def test_every_error_is_a_problem_document() -> None:
    for path, method, operation in operations():
        for status, response in operation["responses"].items():
            content = resolved(response).get("content", {})
            if int(status) >= 400 and method != "head":
                assert list(content) == ["application/problem+json"], (path, status)
            elif int(status) >= 300:
                assert not content


def rules(app: Flask) -> set[tuple[str, str]]:
    """All (method, path) that the application answers, in the document's spelling."""
    found = set()
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda m: "{%s}" % {"paper_id": "id"}.get(m[1], m[1]), rule.rule)  # noqa: UP031
        found |= {(method.lower(), path) for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    return found


def test_the_document_has_every_route_and_no_other(app: Flask) -> None:
    documented = {(method, path) for path, method, _ in operations() if method != "head"}
    assert documented == {(method, path) for method, path in rules(app) if path not in PAGES}


def test_the_document_has_what_the_contract_names(shared: Path) -> None:
    contract = (shared / "api.md").read_text(encoding="utf-8")
    named_there = re.findall(r"`(GET|POST)(?:\|HEAD)? (/[\w/{}.]*)", contract)
    assert len(named_there) > 20
    wanted = {(method.lower(), path) for method, path in named_there if path not in PAGES}
    documented = {(method, path) for path, method, _ in operations()}
    assert not NOT_YET & {path for _, path in documented}, "what is built must be taken off the list"
    assert {one for one in wanted if one[1] not in NOT_YET} <= documented
    heads = set(re.findall(r"`GET\|HEAD (/[\w/{}.]*)", contract))
    assert {("head", path) for path in heads} <= documented


def test_page_addresses_of_the_contract_exist(app: Flask) -> None:
    assert {("get", path) for path in PAGES} <= {(m, p.replace("{path:filename}", "{filename}")) for m, p in rules(app)}
