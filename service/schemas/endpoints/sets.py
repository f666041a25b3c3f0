"""Rows of the endpoints that answer whole result sets, and what is new or gone."""

from __future__ import annotations

from collections.abc import Mapping

from service.exports import EXPORTS, FEEDS, KEY_STYLES, REFERENCE_STYLES
from service.schemas import answers
from service.schemas.deleted import DeletedArguments
from service.schemas.described import Told
from service.schemas.endpoints.row import API, JSON, Endpoint
from service.schemas.exports import ExportArguments, FeedArguments

# What only one format has a use for.
OPTIONS: Mapping[str, Told] = {
    "bom": Told(
        "CSV only: whether it begins with a byte order mark, which some spreadsheets need.", "仅用于 CSV：是否以 BOM 开头。", True
    ),
    "keys": Told("BibTeX only: keys of pinyin or of Han.", "仅用于 BibTeX：条目代号用拼音还是汉字。", KEY_STYLES[-1]),
    "style": Told(
        "GB/T 7714 only: `paired` also gives the other language's form.",
        "仅用于 GB/T 7714：paired 为中英文对照。",
        REFERENCE_STYLES[-1],
    ),
}

SETS: tuple[Endpoint, ...] = (
    Endpoint(
        "export",
        "sets",
        f"{API}/export",
        ("A whole result set as a file", "导出整个结果集"),
        (
            "Streamed; `X-Total-Count` says how many papers it has. More than the server's cap answer 400 "
            "`export_too_large`, which names it. Queries are never relaxed here. A broken connection means that the file is not "
            "whole.",
            "边查边传；X-Total-Count 为论文数。超过服务器上限时答 400（export_too_large）并说明上限。此处从不放宽检索。"
            "连接中断即文件不完整。",
        ),
        arguments=ExportArguments,
        answers={one.media_type: None for one in EXPORTS.values()},
        shown=EXPORTS["gb7714"].media_type,
        cached=False,
        has_head=True,
        parameters={"format": "gb7714", "q": "机器翻译", "sort": "newest"},
        needed=("format",),
        headers=("X-Total-Count", "Content-Disposition"),
        told={**OPTIONS, "format": Told("The format of the file.", "文件的格式。", next(iter(EXPORTS)))},
    ),
    Endpoint(
        "feed",
        "sets",
        f"{API}/feed",
        ("Newest arrivals as a feed", "订阅新收录的论文"),
        (
            "The papers of any query that came in last, as Atom or JSON Feed. Queries are never relaxed here.",
            "任意检索式最近收录的论文，Atom 或 JSON Feed 格式。此处从不放宽检索。",
        ),
        arguments=FeedArguments,
        answers={one.media_type: None for one in FEEDS.values()},
        shown=FEEDS["json"].media_type,
        parameters={"format": "json", "q": "机器翻译", "size": 1},
        defaults={"size": 50, "format": "atom"},
        told={"format": Told("The format of the feed.", "订阅的格式。", "json")},
    ),
    Endpoint(
        "deleted",
        "sets",
        f"{API}/papers/deleted",
        ("Deleted papers", "已删除的论文"),
        ("For clients that keep a copy: ids that nothing answers to any more.", "供保留副本的客户端使用：已不存在的论文编号。"),
        arguments=DeletedArguments,
        answers={JSON: answers.Deletions},
        parameters={"since": "2026-01-31"},
        defaults={"size": 1000},
    ),
)
