"""Rows of the endpoints that answer papers."""

from __future__ import annotations

from service.exports import EXPORTS
from service.schemas import answers
from service.schemas.arguments import PostedSearch, SearchArguments
from service.schemas.described import Told
from service.schemas.endpoints.row import API, JSON, Endpoint
from service.schemas.endpoints.sets import OPTIONS
from service.schemas.exports import PaperFormatArguments
from service.schemas.lookup import LookupBody
from service.schemas.similar import SimilarArguments

PAPERS: tuple[Endpoint, ...] = (
    Endpoint(
        "search",
        "papers",
        f"{API}/papers",
        ("Search papers", "检索论文"),
        (
            "Up to four words are all required; of a longer query any word will do, and papers with more of them come first. "
            "When no paper has all words, the nearest are shown and `meta.warnings` says `relaxed`. Facet counts are "
            "disjunctive: a facet's own selection does not narrow its counts, every other selection does.",
            "不超过四个词时每个词都要出现；更多时有其一即可，有得越多越靠前。没有论文包含全部检索词时，给出最接近的结果，并在 "
            "meta.warnings 中以 relaxed 说明。分面计数不受该分面自身所选值的限制，但受其他所有筛选的限制。",
        ),
        arguments=SearchArguments,
        answers={JSON: answers.SearchPage},
        parameters={"q": "机器翻译", "language": "zh", "facets": "year", "facet.year.size": 2, "size": 1},
        defaults={"size": 20},
    ),
    Endpoint(
        "search_by_post",
        "papers",
        f"{API}/papers/search",
        ("Search papers, for long queries", "检索论文（长检索式）"),
        (
            "The same as a JSON body, with q of up to 10,000 characters; sizes of facets are written "
            '`{"facet": {"author": {"size": 50}}}`.',
            '同上，以 JSON 请求体提交，q 最长 10,000 字符；分面大小写作 {"facet": {"author": {"size": 50}}}。',
        ),
        method="post",
        body=PostedSearch,
        answers={JSON: answers.SearchPage},
        statuses=(413, 415),
        cached=False,
        parameters={
            "q": "翻译",
            "year": ["2015.."],
            "category.not": ["Deep Learning"],
            "facets": ["venue"],
            "facet": {"venue": {"size": 1}},
            "fields": ["id", "title"],
            "size": 2,
        },
        defaults={"size": 20},
    ),
    Endpoint(
        "paper",
        "papers",
        f"{API}/papers/{{id}}",
        ("One paper", "一篇论文"),
        (
            "In the format that `format` or `Accept` asks for. The id of a paper that has become part of another answers 301, "
            "that of a deleted one 410.",
            "格式由 format 或 Accept 决定。已并入另一篇的论文编号答 301，已删除的答 410。",
        ),
        arguments=PaperFormatArguments,
        answers={JSON: answers.Paper, "application/ld+json": None, **{one.media_type: None for one in EXPORTS.values()}},
        statuses=(404, 406, 410),
        moves=True,
        has_head=True,
        parameters={"id": "arxiv:1703.06870", "fields": "id,title,year,authors.name"},
        told={**OPTIONS, "format": Told("The format, whatever `Accept` says.", "格式，优先于 Accept。", "bibtex")},
    ),
    Endpoint(
        "similar",
        "papers",
        f"{API}/papers/{{id}}/similar",
        ("Related papers", "相关论文"),
        (
            "Papers that share the likeliest words of this one's title, abstract and keywords, answered like a search.",
            "与该论文的标题、摘要、关键词中最有代表性的词相同的论文，答复与检索相同。",
        ),
        arguments=SimilarArguments,
        answers={JSON: answers.SearchPage},
        statuses=(404, 410),
        moves=True,
        parameters={"id": "arxiv:1703.06870", "size": 2, "fields": "id,title", "facets": "none"},
        defaults={"size": 20},
    ),
    Endpoint(
        "lookup",
        "papers",
        f"{API}/papers/lookup",
        ("Many papers at once", "一次取多篇论文"),
        (
            "Papers by their ids or identifiers, in the order asked for; `null` where there is none. One bad id fails nothing.",
            "按编号或标识符取论文，次序与请求相同，没有的为 null；个别编号有误不影响其余。",
        ),
        method="post",
        body=LookupBody,
        answers={JSON: answers.Papers},
        statuses=(413, 415),
        cached=False,
        parameters={"ids": ["arxiv:1703.06870", "doi:10.1000/nothing"], "fields": ["id", "title"]},
    ),
)
