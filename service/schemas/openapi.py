"""The OpenAPI 3.1 document, made from the table of endpoints and the schemas of what goes in and out.

It describes; it checks nothing and answers nothing. English or Chinese: texts come in both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, cast

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, fields

from service.exports import EXPORTS
from service.schemas import answers, samples
from service.schemas.answers import ZH
from service.schemas.described import PATHS, YEARS, Told, described
from service.schemas.endpoints import ENDPOINTS, JSON, PROBLEM, TAGS, Both, Endpoint
from service.schemas.reading import Flag, Instant, Names
from service.schemas.replies import BESIDE, HEADERS, NUMBERS, PROBLEMS

OPENAPI = "3.1.0"
# Of the contract, not of the program: it changes when a client would have to.
VERSION = "1.0.0"
TITLE: Both = ("Lunwen: academic papers in Chinese and English", "论文检索：中英文学术论文")
ABOUT: Both = (
    "Read-only JSON in UTF-8, open to any origin. Unknown parameters, fields, facets, sorts and formats answer 400 with the "
    "valid ones; all faults of a request are told at once. Languages are BCP 47 codes.",
    "只读，JSON，UTF-8，任何来源的网页都可调用。未知的参数、字段、分面、排序或格式答 400 并列出可用者；一次请求的错误一次说全。"
    "语言以 BCP 47 代码表示。",
)


@lru_cache(maxsize=2)
def document(language: str = "en") -> Mapping[str, Any]:
    """The document with its texts in English or Chinese. Not to be changed: it is made once a process."""
    return _Maker().made(language)


class _Maker:
    """Puts one document together."""

    def __init__(self) -> None:
        plugin = MarshmallowPlugin(schema_name_resolver=lambda schema: _class_of(schema).__name__)
        info = {f"{ZH}-title": TITLE[1], **_told(ABOUT), "license": _LICENCE}
        self.spec = APISpec(TITLE[0], VERSION, OPENAPI, plugins=[plugin], info=info, servers=[{"url": "/"}])
        self.converter = cast(Any, plugin.converter)
        self.converter.add_attribute_function(_own_kinds)

    def made(self, language: str) -> dict[str, Any]:
        """The whole document."""
        self._shared_by_all()
        for endpoint in ENDPOINTS:
            operations = {endpoint.method: self._operation(endpoint)}
            if endpoint.has_head:
                operations["head"] = self._operation(endpoint, is_head=True)
            self.spec.path(endpoint.path, operations=operations)
        whole = self.spec.to_dict()
        settled = _described()
        for name, schema in whole["components"]["schemas"].items():
            if name in settled:
                _settle(schema, settled[name])
        found: dict[str, Any] = _in_language(whole, language)
        return found

    def _shared_by_all(self) -> None:
        """Tags, headers and problems, as far as any endpoint has them."""
        for tag, texts in TAGS.items():
            if any(endpoint.tag == tag for endpoint in ENDPOINTS):
                self.spec.tag({"name": tag, **_told(texts)})
        for name, texts in HEADERS.items():
            kind = "integer" if name in NUMBERS else "string"
            self.spec.components.header(name, {**_told(texts), "schema": {"type": kind}})
        for status in sorted({status for endpoint in ENDPOINTS for status in (*endpoint.common, *endpoint.statuses)}):
            problem = _response(PROBLEMS[status], {PROBLEM: answers.Problem}, *BESIDE.get(status, ()))
            self.spec.components.response(f"Problem{status}", problem)

    def _operation(self, endpoint: Endpoint, is_head: bool = False) -> dict[str, Any]:
        summary = tuple(f"{text}{more}" for text, more in zip(endpoint.summary, _HEAD if is_head else ("", ""), strict=True))
        operation: dict[str, Any] = {
            "operationId": f"{endpoint.name}_head" if is_head else endpoint.name,
            "tags": [endpoint.tag],
            "summary": summary[0],
            f"{ZH}-summary": summary[1],
            **(_told(endpoint.more) if endpoint.more[0] else {}),
            "parameters": list(self._parameters(endpoint)),
            "responses": dict(_responses(endpoint, is_head)),
        }
        if not is_head:
            operation["x-codeSamples"] = [{"lang": "shell", "label": "curl", "source": samples.curl(endpoint)}]
        if endpoint.body is not None:
            media = {"schema": self._body(endpoint), "example": dict(endpoint.parameters)}
            operation["requestBody"] = {"required": True, "content": {JSON: media}}
        return operation

    def _body(self, endpoint: Endpoint) -> dict[str, Any]:
        """A reference to the schema of a JSON body; `facet.author.size` is written there as nested objects."""
        if endpoint.body is None:
            return {}
        properties: dict[str, Any] = {}
        required = []
        sizes: dict[str, Any] = {}
        for name, field in endpoint.body().fields.items():
            name = field.data_key or name
            told = endpoint.told.get(name) or described(name)
            schema = _value(self.converter.field2property(field), name, told, endpoint)
            if name.startswith("facet."):
                sizes[name.split(".")[1]] = {"type": "object", "properties": {"size": schema}, "additionalProperties": False}
                continue
            properties[name] = {**schema, **_told((told.en, told.zh))}
            required += [name] if field.required else []
        if sizes:
            facet = described("facet")
            nested = {"type": "object", "properties": sizes, "additionalProperties": False}
            properties["facet"] = nested | _told((facet.en, facet.zh))
        whole = {"type": "object", "properties": properties, "additionalProperties": False}
        name = endpoint.body.__name__
        self.spec.components.schema(name, whole | ({"required": required} if required else {}))
        return {"$ref": f"#/components/schemas/{name}"}

    def _parameters(self, endpoint: Endpoint) -> Iterator[Any]:
        for name in re.findall(r"{(\w+)}", endpoint.path):
            yield self._shared(_path_parameter(name, PATHS[name]), name)
        if endpoint.arguments is None:
            return
        for parameter in self.converter.schema2parameters(endpoint.arguments, location="query"):
            told = endpoint.told.get(parameter["name"]) or described(parameter["name"])
            yield self._shared(_query_parameter(parameter, told, endpoint), parameter["name"])

    def _shared(self, parameter: dict[str, Any], name: str) -> str | dict[str, Any]:
        """The name of a parameter that several operations share; itself where it is another than theirs."""
        known = self.spec.components.parameters
        if name not in known:
            self.spec.components.parameter(name, parameter["in"], parameter)
        return name if known[name] == parameter else parameter


CSL = EXPORTS["csl"].media_type
_LICENCE = {"name": "Apache-2.0", "identifier": "Apache-2.0"}
_HEAD: Both = (": headers only", "（仅头部）")


def _told(texts: Both) -> dict[str, str]:
    return {"description": texts[0], ZH: texts[1]}


def _response(texts: Both, content: Mapping[str, type[Schema] | None], *headers: str) -> dict[str, Any]:
    media = {kind: {"schema": schema or _plain(kind)} for kind, schema in content.items()}
    return {**_told(texts), "headers": {name: name for name in ("X-Request-ID", *headers)}, "content": media}


def _plain(kind: str) -> dict[str, str]:
    """The schema of what is described elsewhere: in the standard of its media type."""
    if kind == CSL:
        return {"type": "array"}
    return {"type": "object" if kind.endswith("json") else "string"}


def _responses(endpoint: Endpoint, is_head: bool) -> Iterator[tuple[str, Any]]:
    headers = [*(["ETag"] if endpoint.cached else []), *endpoint.headers]
    if answers.SearchPage in endpoint.answers.values():
        headers.append("Link")
    found = _response(endpoint.summary, {} if is_head else endpoint.answers, *headers)
    if endpoint.shown in found["content"] and endpoint.name in samples.shortened():
        found["content"][endpoint.shown]["example"] = samples.shortened()[endpoint.name]
    yield "200", found
    if endpoint.moves:
        yield "301", _response(("It has become part of another paper", "已并入另一篇论文"), {}, "Location")
    if endpoint.cached:
        yield "304", _response(("Nothing has changed since `If-None-Match`", "自 If-None-Match 以来没有变化"), {}, "ETag")
    for status in sorted({*endpoint.common, *endpoint.statuses}):
        yield str(status), _response(PROBLEMS[status], {}) if is_head else f"Problem{status}"


def _path_parameter(name: str, told: Told) -> dict[str, Any]:
    schema = {"type": "string", "minLength": 1}
    return {"in": "path", "name": name, "required": True, "schema": schema, "example": told.example, **_told((told.en, told.zh))}


def _query_parameter(parameter: dict[str, Any], told: Told, endpoint: Endpoint) -> dict[str, Any]:
    schema = _value(parameter["schema"], parameter["name"], told, endpoint)
    if schema["type"] == "array" and not parameter.get("explode"):
        # Names separated by commas.
        parameter |= {"style": "form", "explode": False}
    example = {} if told.example is None else {"example": told.example}
    parameter["required"] = parameter["name"] in endpoint.needed
    return {**parameter, "schema": schema, **_told((told.en, told.zh)), **example}


def _value(schema: dict[str, Any], name: str, told: Told, endpoint: Endpoint) -> dict[str, Any]:
    """The schema of a parameter's value with what its field can't say of it."""
    if name.split(".")[0] == "year":
        schema["items"]["pattern"] = YEARS
    default = endpoint.defaults.get(name, told.default)
    return schema if default is None else {**schema, "default": default}


def _own_kinds(_converter: Any, field: fields.Field[Any], ret: dict[str, Any]) -> dict[str, Any]:
    """What OpenAPI says of our own kinds of fields."""
    if isinstance(field, Flag):
        return {"type": "boolean"}
    if isinstance(field, Instant):
        return {"type": "string", "anyOf": [{"format": "date"}, {"format": "date-time"}]}
    if isinstance(field, Names):
        names = [*field.known, *([field.alone] if field.alone else [])]
        items = {"pattern": f"^({'|'.join(names)})(\\.[^,]+)?$"} if field.nested else {"enum": names}
        return {"type": "array", "minItems": 1, "items": {"type": "string", **items}}
    # A kind of its own, such as a cursor, is a text to a client.
    is_unknown = not ret.keys() & {"type", "$ref", "anyOf"} and not isinstance(field, fields.Raw)
    return {"type": "string"} if is_unknown else {}


def _class_of(schema: Any) -> type[Schema]:
    found: type[Schema] = schema if isinstance(schema, type) else type(schema)
    return found


def _described() -> Mapping[str, type[answers.Answer]]:
    """The schemas of answers by name."""
    found = [answers.Answer]
    for one in found:
        found += one.__subclasses__()
    return {one.__name__: one for one in found}


def _settle(schema: dict[str, Any], of: type[answers.Answer]) -> None:
    """Clients should bear fields that come later; and what `fields` may leave out is not promised."""
    schema.pop("additionalProperties", None)
    if of.selectable:
        schema.pop("required", None)


def _in_language(node: Any, language: str) -> Any:
    """The document with one of the two languages of its texts."""
    if isinstance(node, list):
        return [_in_language(one, language) for one in node]
    if not isinstance(node, dict):
        return node
    kept = {name: _in_language(value, language) for name, value in node.items() if not name.startswith(ZH)}
    if language == "zh":
        # `x-zh` is the Chinese of the description, `x-zh-summary` that of the summary.
        kept |= {name.removeprefix(ZH).lstrip("-") or "description": value for name, value in node.items() if name.startswith(ZH)}
    return kept
