"""Tells how a query was read: its tree, what is required, what the analyzers make of its words, what was sent to the engine.

It decides nothing: everything it says is taken from what a search has done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Any

from service import syntax
from service.mapping import MULTILINGUAL, TEXT_LANGUAGES, index_body
from service.query import SearchRequest
from service.searching.searcher import Outcome
from service.syntax import And, Bag, Field, Node, Not, Or, Word, Years, render

RULES: Mapping[str, tuple[str, str]] = {
    "everything": ("没有检索词：列出全部论文。", "There is no query: everything is found."),
    "all": ("每一项都必须出现。", "Each of these is required."),
    "any": (
        "检索词多于四个（或汉字连写超过八个）：出现任意一项即可，出现得越多越靠前。",
        "More than four words (or more than eight Han characters in a run): any of them will do, and the more the better.",
    ),
    "structured": ("按树中的运算符与括号检索。", "By the operators and parentheses of the tree."),
    "nearest": ("没有论文包含全部检索词：出现任意一项即可。", "No paper has them all: any of these will do."),
}
FAVOURED = (
    "以下条件不决定是否命中，只影响排序。",
    "These find and exclude nothing; papers that have them come before others.",
)


def explain(request: SearchRequest, outcome: Outcome, tokens: Mapping[str, Any]) -> dict[str, Any]:
    """The explanation of a search that was carried out; `tokens` as PaperIndex.tokens gives them for `analysed`."""
    read = syntax.parse(request.q)
    whole = outcome.shown["query"].get("bool", {})
    rule = _rule(read.tree, outcome.is_relaxed)
    return {
        "tree": tree(read.tree),
        "required": {
            "rule": rule,
            "message": _both(RULES[rule]),
            "parts": list(dict.fromkeys(render(Field(name, leaf) if name else leaf) for name, leaf in read.leaves)),
            "excluded": list(dict.fromkeys(render(node.item) for node in _excluded(read.tree))),
            "clauses": whole.get("must", []),
        },
        "favoured": {"message": _both(FAVOURED), "clauses": whole.get("should", [])},
        "tokens": {"text": analysed(request), "fields": dict(tokens)},
        "relaxed": outcome.is_relaxed,
        "elasticsearch": outcome.shown,
        "also_sent": [{"for": purpose, "body": body} for purpose, body in outcome.others],
    }


def analysed(request: SearchRequest) -> str:
    """The words of a query as one text, without its operators and field names."""
    return " ".join(leaf.text for _, leaf in syntax.parse(request.q).leaves if not isinstance(leaf, Years))


@lru_cache(maxsize=1)
def analyzers() -> Mapping[str, str]:
    """The fields that words are looked for in, with the analyzer that a query's words go through there."""
    properties = index_body()["mappings"]["properties"]
    found = {name: _analyzer(properties[name]) for name in ("all", "author_names", "venue_names", "category_names")}
    for name in MULTILINGUAL:
        for code in TEXT_LANGUAGES:
            field = properties[name]["properties"][code]
            found[f"{name}.{code}"] = _analyzer(field)
            found |= {f"{name}.{code}.{sub}": _analyzer(below) for sub, below in field.get("fields", {}).items()}
    return found


def tree(node: Node | None) -> dict[str, Any] | None:
    """A query's tree as JSON: `type` is the kind of a node in small letters, the rest what it holds; None for no query.

    Things side by side (`bag`) say with `needs` whether all or any of their words are required.
    """
    if node is None:
        return None
    found: dict[str, Any] = {"type": type(node).__name__.lower()}
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, tuple):
            found[field.name] = [tree(item) for item in value]
        else:
            found[field.name] = tree(value) if isinstance(value, Node) else value
    if isinstance(node, Bag):
        found["needs"] = "any" if node.is_long else "all"
    return found


def _rule(node: Node | None, is_relaxed: bool) -> str:
    if node is None or is_relaxed:
        return "nearest" if node is not None else "everything"
    if isinstance(node, (And, Or, Not)) or (isinstance(node, Bag) and any(isinstance(n, (And, Or, Bag)) for n in node.items)):
        return "structured"
    plain = node.node if isinstance(node, Field) else node
    if isinstance(plain, Word):
        plain = Bag((plain,))
    return "any" if isinstance(plain, Bag) and plain.is_long else "all"


def _excluded(node: Node | None) -> Iterator[Not]:
    match node:
        case Not():
            yield node
        case Field(_, inner):
            yield from _excluded(inner)
        case And(items) | Or(items) | Bag(items):
            for item in items:
                yield from _excluded(item)


def _analyzer(field: Mapping[str, Any]) -> str:
    return str(field.get("search_analyzer") or field["analyzer"])


def _both(texts: tuple[str, str]) -> dict[str, str]:
    return {"zh": texts[0], "en": texts[1]}
