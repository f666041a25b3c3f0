"""Rows of the endpoints that say something about queries or the service itself."""

from __future__ import annotations

from service.schemas import answers
from service.schemas.arguments import SearchArguments
from service.schemas.endpoints.row import ALWAYS, API, JSON, TEXT, Endpoint

ABOUT: tuple[Endpoint, ...] = (
    Endpoint(
        "explain",
        "about",
        f"{API}/explain",
        ("How a query was read", "检索式是如何理解的"),
        (
            "Takes every parameter of `/papers`; `elasticsearch` is the exact body that `/papers` sends for them.",
            "参数与 /papers 相同；elasticsearch 是 /papers 为此发给引擎的请求体。",
        ),
        arguments=SearchArguments,
        answers={JSON: answers.Explanation},
        cached=False,
        parameters={"q": "title:图神经网络 -survey", "facets": "none"},
        defaults={"size": 20},
    ),
    Endpoint(
        "fields",
        "about",
        f"{API}/fields",
        ("What may be asked", "可用的参数、字段与限制"),
        (
            "Filters, fields of queries with their Chinese names, sorts, facets, formats, languages and limits.",
            "筛选参数、检索式的字段及其中文名称、排序、分面、格式、语言与各项限制。",
        ),
        answers={JSON: answers.Catalogue},
    ),
    Endpoint(
        "openapi",
        "about",
        f"{API}/openapi.json",
        ("This document", "本文档"),
        answers={JSON: None},
        common=(*ALWAYS, 429),
    ),
    Endpoint(
        "metrics",
        "about",
        "/metrics",
        ("Measures for Prometheus", "供 Prometheus 采集的指标"),
        answers={TEXT: None},
        common=ALWAYS,
        cached=False,
    ),
    Endpoint(
        "livez",
        "about",
        "/livez",
        ("Whether the process lives", "进程是否存活"),
        answers={JSON: answers.Status},
        common=ALWAYS,
        cached=False,
    ),
    Endpoint(
        "readyz",
        "about",
        "/readyz",
        ("Whether a real query can be answered", "能否答复真实的检索"),
        answers={JSON: answers.Status},
        common=(*ALWAYS, 503),
        cached=False,
    ),
)
