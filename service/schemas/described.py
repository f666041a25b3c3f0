"""What each parameter means, in English and Chinese, with an example: the one place for all endpoints.

Types, limits and values are not said here: they follow from the schemas that check them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.facets import DEFAULT_FACETS, FACETS


@dataclass(frozen=True, slots=True)
class Told:
    """A parameter's meaning in both languages; `example` as it is sent; `default` where it is the same everywhere."""

    en: str
    zh: str
    example: Any = None
    default: Any = None


# Shape of a year or a range of years, as the filter takes it.
YEARS = r"^(\d{1,4}(\.\.(\d{1,4})?)?|\.\.\d{1,4})$"

_EXAMPLES: Mapping[str, str] = {
    "category": "Natural Language Processing",
    "author": "yoshua bengio",
    "venue": "CVPR",
    "year": "2015..2020",
    "language": "zh",
    "keyword": "机器翻译",
    "affiliation": "google brain",
    "country": "China",
    "source": "json",
    "type": "article",
    "has": "pdf",
}
_MORE: Mapping[str, tuple[str, str]] = {
    "category": (
        " An area includes its sub-areas; a sub-area is `Area::Sub-area`.",
        "领域包含其子领域；子领域写作“领域::子领域”。",
    ),
    "year": (" `2024`, `2019..2022`, `2019..` or `..2015`.", "可写 2024、2019..2022、2019.. 或 ..2015。"),
    "has": (" What a paper has: abstract, pdf, doi, title and more.", "论文含有的内容：摘要、PDF、DOI、标题等。"),
}

_PARAMETERS: Mapping[str, Told] = {
    "q": Told(
        "The query: words, phrases, fields and operators of the query language. Empty or absent: everything.",
        "检索式：词语、引号、字段与运算符。为空则列出全部。",
        "机器翻译",
    ),
    "retracted": Told("Only papers that were withdrawn, or only others.", "只要已撤稿的，或只要未撤稿的。", True),
    "open_access": Told("Only papers that are free to read, or only others.", "只要可免费阅读的，或只要其余的。", True),
    "added_since": Told(
        "Only papers that came in at or after this date or instant.", "只要此日期或时刻及以后收录的。", "2026-01-31"
    ),
    "updated_since": Told(
        "Only papers that changed at or after this date or instant.", "只要此日期或时刻及以后更新的。", "2026-01-31T12:00:00Z"
    ),
    "expand": Told(
        "`terms`: Chinese terms also find English papers and the other way round, below literal hits. `off`: they don't.",
        "terms：中文词也找英文论文，反之亦然，排在字面命中之后；off：不扩展。",
        "off",
        "terms",
    ),
    "strict": Told(
        "`true`: a query with remarks answers 400, and nothing is relaxed.",
        "true：检索式有问题即答 400，也不放宽检索。",
        True,
        False,
    ),
    "facets": Told(
        "Which facets to count; `none`, alone, switches them off.",
        "要计数的分面；单独写 none 则不计。",
        ["author", "year"],
        list(DEFAULT_FACETS),
    ),
    "sort": Told(
        "Order of the results. Without it: by relevance where there is a query, else the newest first.",
        "排序。缺省：有检索词按相关度，否则最新在前。",
        "citations",
    ),
    "page": Told(
        "Number of the page, from 1, up to 10,000 results deep; beyond that use `cursor`.",
        "页码，从 1 起，最多到第 10,000 条；再往后用 cursor。",
        2,
        1,
    ),
    "size": Told("How many are listed at most.", "最多列出多少条。", 5),
    "cursor": Told(
        "`*` for the first page, then each page's `next_cursor`. Bound to the other parameters that choose and order.",
        "首页写 *，以后各页用上一页的 next_cursor；与筛选和排序的参数绑定。",
        "*",
    ),
    "fields": Told(
        "Which fields of a paper to give; nested ones with dots.",
        "只要论文的这些字段；下级字段用点号。",
        ["id", "title", "authors.name"],
    ),
    "highlight": Told(
        "Whether to mark what matched. Without it: where there is a query.", "是否标出命中的文字。缺省：有检索词时标出。", False
    ),
    "types": Told("Which kinds of completions to give.", "要哪些种类的补全。", ["keyword", "author"]),
    "contains": Told(
        "Only values with words that begin so: in either language, Han, pinyin or its initials, accents ignored.",
        "只要含有以此开头的词的值：中英文、汉字、拼音或其首字母皆可，不计重音符号。",
        "jiqi",
    ),
    "by": Told("What to count by.", "按什么计数。", "year", "year"),
    "split": Told("What to split each count by.", "每个计数再按什么细分。", "language"),
    "split.size": Told("How many values each count is split into at most.", "每个计数最多细分成多少个值。", 5),
    "format": Told("The format of the answer.", "答复的格式。"),
    "since": Told("Only what happened at or after this date or instant.", "只要此日期或时刻及以后的。", "2026-01-31"),
    "ids": Told(
        "Ids of papers: ours, or `doi:10.1000/x`, `arxiv:2401.00001`, ...",
        "论文编号：本站的，或 doi:10.1000/x、arxiv:2401.00001 等。",
        ["arxiv:1703.06870", "acl:N19-1423"],
    ),
    "facet": Told(
        'Sizes of facets: `{"author": {"size": 50}}`.', '各分面列出多少个值：{"author": {"size": 50}}。', {"author": {"size": 50}}
    ),
}

PATHS: Mapping[str, Told] = {
    "id": Told(
        "Our id of a paper, or an identifier: `doi:10.1000/x`, `arxiv:2401.00001`, `acl:N19-1423`, ...; slashes may be encoded.",
        "论文编号：本站的，或 doi:10.1000/x、arxiv:2401.00001、acl:N19-1423 等标识符；斜杠可编码也可不编码。",
        "arxiv:1703.06870",
    ),
    "facet": Told("Name of the facet.", "分面名称。", "author"),
    "key": Told("Key of the author, as the facet `author` gives it.", "作者的键，即分面 author 所给的值。", "yoshua bengio"),
}


def described(name: str) -> Told:
    """What a parameter means. Raises KeyError for one that nobody has described."""
    if name in _PARAMETERS:
        return _PARAMETERS[name]
    if name.startswith("facet.") and name.endswith(".size"):
        facet = FACETS[name.removeprefix("facet.").removesuffix(".size")]
        return Told(
            f"How many values of the facet {facet.name} to list at most.",
            f"“{facet.label['zh']}”分面最多列出多少个值。",
            5,
            facet.size,
        )
    base, _, variant = name.partition(".")
    facet, example = FACETS[base], _EXAMPLES.get(base, base)
    label_zh, label_en = facet.label["zh"], facet.label["en"].lower()
    more_en, more_zh = _MORE.get(base, ("", ""))
    texts = {
        "": (
            f"Filter by {label_en}: only papers with this value of the facet `{base}`. Repeated: any of the values.{more_en}",
            f"按{label_zh}筛选：只要分面 {base} 取此值的论文；可重复，有其一即可。{more_zh}",
        ),
        "not": (f"Excludes papers with this value of `{base}`; may be repeated.", f"排除{label_zh}取此值的论文；可重复。"),
        "all": (f"Only papers with every one of these values of `{base}`.", f"只要{label_zh}同时有这些值的论文。"),
    }
    return Told(*texts[variant], [example])
