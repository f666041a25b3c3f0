"""The view of the page /docs: the OpenAPI document as sections, tables and examples. Pure: a dict in, a view out.

It knows no endpoint by name; what it says of them stands in the document.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from service.facets import FACETS
from service.schemas.arguments import FLAGS, INSTANTS
from service.schemas.samples import SERVER

Node = Mapping[str, Any]
# Parts of a sentence: what it says, and whether that is code.
Sentence = tuple[tuple[str, bool], ...]

# Characters of a line of an example.
LINE = 100
# The words of the page itself, in Chinese and English.
WORDS: Mapping[str, tuple[str, str]] = {
    "title": ("接口文档", "The REST API"),
    "contents": ("目录", "Contents"),
    "document": ("OpenAPI 3.1 文档", "OpenAPI 3.1 document"),
    "parameters": ("参数", "Parameters"),
    "body": ("请求体（JSON）", "Body (JSON)"),
    "request": ("请求示例", "Example"),
    "answer": ("答复（节选）", "Its answer, shortened"),
    "formats": ("答复格式", "Formats of the answer"),
    "errors": ("其他状态", "Other statuses"),
    "filters": ("筛选参数", "Filters"),
    "filters.text": (
        "凡标有“筛选参数”的接口都可使用；不同的参数须同时满足。",
        "For every endpoint that names them; different ones narrow together.",
    ),
    "filters.link": ("以及全部筛选参数", "and all filters"),
    "sizes": ("分面的大小，各分面均可", "sizes of facets, for each of them"),
    "default": ("默认 {}", "default {}"),
    "required": ("必需", "required"),
    "text": ("文字", "text"),
    "text.most": ("文字，最多 {} 个字符", "text of at most {} characters"),
    "whole": ("整数", "whole number"),
    "whole.range": ("整数，{} 到 {}", "whole number from {} to {}"),
    "flag": ("true 或 false", "true or false"),
    "instant": ("日期或时刻", "date or instant"),
    "one": ("其一：{}", "one of {}"),
    "names": ("以逗号分隔：{}", "comma separated: {}"),
    "repeated": ("可重复，最多 {} 次", "may be repeated, up to {} times"),
    "fields": ("字段名，以逗号分隔", "names of fields, comma separated"),
    "object": ("对象", "object"),
    "list": ("列表，最多 {} 项", "list of at most {}"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A parameter: its name, what it takes, what it means, its default as text ("" for none)."""

    name: str
    kind: str
    text: Sentence
    default: str


@dataclass(frozen=True, slots=True)
class EndpointView:
    """An operation. `has_filters`: it takes all that the page lists once for all; `statuses` are (code, meaning)."""

    anchor: str
    method: str
    path: str
    summary: str
    more: Sentence
    rows: tuple[Row, ...]
    has_filters: bool
    body: tuple[Row, ...]
    curl: str
    answer: str
    formats: tuple[str, ...]
    statuses: tuple[tuple[str, Sentence], ...]


@dataclass(frozen=True, slots=True)
class DocsView:
    """The page: `groups` are (title, endpoints), `filters` the parameters that many endpoints share."""

    words: Mapping[str, str]
    about: Sentence
    groups: tuple[tuple[str, tuple[EndpointView, ...]], ...]
    filters: tuple[Row, ...]


def docs_view(document: Node, language: str, server: str) -> DocsView:
    """The page's view of the document, whose texts are in this language; examples are asked of `server`."""
    return _Reader(document, {name: texts[language == "en"] for name, texts in WORDS.items()}, server).view()


@dataclass(frozen=True, slots=True)
class _Reader:
    document: Node
    words: Mapping[str, str]
    server: str

    def view(self) -> DocsView:
        groups = tuple((tag["description"], tuple(self._endpoints(tag["name"]))) for tag in self.document["tags"])
        shared = self.document["components"]["parameters"]
        filters = tuple(self._row(one["name"], one["schema"], one) for one in shared.values() if _is_filter(one["name"]))
        return DocsView(self.words, _sentence(self.document["info"]["description"]), groups, filters)

    def _endpoints(self, tag: str) -> Iterator[EndpointView]:
        for path, operations in self.document["paths"].items():
            for method, operation in operations.items():
                if tag in operation["tags"] and method != "head":
                    methods = [method, "head"] if "head" in operations else [method]
                    yield self._endpoint(path, " ".join(methods).upper(), operation)

    def _endpoint(self, path: str, method: str, operation: Node) -> EndpointView:
        parameters = [self._resolved(one) for one in operation["parameters"]]
        responses = {status: self._resolved(one) for status, one in operation["responses"].items()}
        content = responses["200"].get("content", {})
        example = next((media["example"] for media in content.values() if "example" in media), None)
        sample = operation["x-codeSamples"][0]["source"]
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        return EndpointView(
            anchor=f"api-{operation['operationId']}",
            method=method,
            path=path,
            summary=operation["summary"],
            more=_sentence(operation.get("description", "")),
            rows=tuple(self._rows(parameters)),
            has_filters=any(_is_filter(one["name"]) for one in parameters),
            body=tuple(self._body(self._resolved(body))),
            curl=sample.replace(SERVER, self.server, 1),
            answer=example if isinstance(example, str) else _laid_out(example) if example is not None else "",
            formats=tuple(content),
            statuses=tuple((status, _sentence(one["description"])) for status, one in responses.items() if status != "200"),
        )

    def _resolved(self, node: Node) -> Node:
        """What a reference leads to; anything else itself."""
        while "$ref" in node:
            found: Any = self.document
            for step in node["$ref"].removeprefix("#/").split("/"):
                found = found[step]
            node = found
        return node

    def _rows(self, parameters: list[Node]) -> Iterator[Row]:
        """The parameters, but for filters; the sizes of all facets are one row."""
        has_sizes = False
        for one in parameters:
            if one["name"].startswith("facet.") and one["name"].endswith(".size"):
                if not has_sizes:
                    yield Row("facet.<name>.size", self._kind(one["schema"]), _sentence(self.words["sizes"]), "")
                has_sizes = True
            elif not _is_filter(one["name"]):
                yield self._row(one["name"], one["schema"], one)

    def _body(self, schema: Node) -> Iterator[Row]:
        for name, field in schema.get("properties", {}).items():
            if not _is_filter(name):
                yield self._row(name, field, {"required": name in schema.get("required", ()), **field})

    def _row(self, name: str, schema: Node, told: Node) -> Row:
        default = self.words["required"] if told.get("required") else ""
        if "default" in schema:
            default = self.words["default"].format(_shown(schema["default"]))
        return Row(name, self._kind(schema, told), _sentence(told.get("description", "")), default)

    def _kind(self, schema: Node, told: Node | None = None) -> str:
        """What a value may be, in words."""
        schema = self._resolved(schema)
        kind = schema.get("type")
        if kind == "array":
            return self._kind_of_list(schema, told or {})
        if "enum" in schema:
            return self.words["one"].format(", ".join(map(str, schema["enum"])))
        if kind == "integer":
            limits = (f"{schema[bound]:,}" for bound in ("minimum", "maximum") if bound in schema)
            return self.words["whole.range"].format(*limits) if "maximum" in schema else self.words["whole"]
        if kind == "string" and "anyOf" in schema:
            return self.words["instant"]
        if kind == "string" and "maxLength" in schema:
            return self.words["text.most"].format(f"{schema['maxLength']:,}")
        return self.words[{"boolean": "flag", "object": "object"}.get(str(kind), "text")]

    def _kind_of_list(self, schema: Node, told: Node) -> str:
        items = schema["items"]
        if told.get("explode"):
            return f"{self.words['text']}; {self.words['repeated'].format(schema.get('maxItems', ''))}"
        if "enum" in items:
            return self.words["names"].format(", ".join(items["enum"]))
        return self.words["list"].format(f"{schema['maxItems']:,}") if "maxItems" in schema else self.words["fields"]


def _is_filter(name: str) -> bool:
    return name.split(".")[0] in FACETS or name in FLAGS or name in INSTANTS


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(value) if isinstance(value, list) else str(value)


def _laid_out(value: Any, indent: str = "") -> str:
    """JSON in which what fits into one line stands in one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= LINE or not isinstance(value, (dict, list)):
        return line
    further = indent + "  "
    if isinstance(value, list):
        inside = [further + _laid_out(one, further) for one in value]
        return "[\n" + ",\n".join(inside) + f"\n{indent}]"
    inside = [f"{further}{json.dumps(name, ensure_ascii=False)}: {_laid_out(one, further)}" for name, one in value.items()]
    return "{\n" + ",\n".join(inside) + f"\n{indent}}}"


def _sentence(text: str) -> Sentence:
    """A text in whose backticks is code."""
    return tuple((part, bool(n % 2)) for n, part in enumerate(text.split("`")) if part)
