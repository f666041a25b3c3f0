"""Rows of the endpoints that answer values and counts: facets, completions, charts, authors."""

from __future__ import annotations

from service.schemas import answers
from service.schemas.authors import AuthorArguments
from service.schemas.described import Told
from service.schemas.endpoints.row import API, JSON, Endpoint
from service.schemas.facets import FacetArguments
from service.schemas.stats import StatsArguments
from service.schemas.suggestions import SuggestArguments

VALUES: tuple[Endpoint, ...] = (
    Endpoint(
        "facet",
        "values",
        f"{API}/facets/{{facet}}",
        ("Values of a facet", "分面的值"),
        (
            "All of them, page by page, under the query and filters of a search; the facet's own selection does not narrow them. "
            "An unknown facet answers 404 with the valid ones.",
            "逐页列出全部值，检索式和筛选与检索相同；该分面自身所选的值不作限制。分面名称不存在时答 404 并列出可用者。",
        ),
        arguments=FacetArguments,
        answers={JSON: answers.FacetPage},
        statuses=(404,),
        parameters={"facet": "author", "contains": "beng", "size": 1},
        told={
            "size": Told("How many values a page has; 20 by default, of years 50.", "每页多少个值；默认 20，年份 50。", 5),
            "sort": Told(
                "`count`: most papers first, 10,000 deep. `key`: by key, without end. Years by key, others by count by default.",
                "count：论文多的在前，最多到第 10,000 个；key：按键，没有尽头。年份默认按键，其他默认按论文数。",
                "key",
            ),
        },
    ),
    Endpoint(
        "categories",
        "values",
        f"{API}/categories",
        ("The tree of categories", "类别树"),
        (
            "All areas with their sub-areas and the papers of each. Under a query or filters: `/facets/category`.",
            "全部领域及其子领域和各自的论文数。要按检索式或筛选计数，用 /facets/category。",
        ),
        answers={JSON: answers.Categories},
    ),
    Endpoint(
        "suggest",
        "values",
        f"{API}/suggest",
        ("Completions while typing", "输入时的补全"),
        (
            "Titles, authors, keywords, categories and venues, from one letter or one Han character on; pinyin and its initials "
            "find Han.",
            "标题、作者、关键词、类别、期刊会议；输入一个字母或一个汉字即有，拼音和首字母也可。",
        ),
        arguments=SuggestArguments,
        answers={JSON: answers.Suggestions},
        parameters={"q": "jiqi", "size": 2},
        defaults={"size": 10},
    ),
    Endpoint(
        "stats",
        "values",
        f"{API}/stats",
        ("Counts for charts", "统计计数"),
        (
            "Papers by year or by another facet, under the query and filters of a search; each count may be split once more. "
            "Years come all, in order, with those between that have no papers; gaps of more than 50 years stay open.",
            "按年份或其他分面计数，检索式和筛选与检索相同；每个计数可再细分一次。年份按次序全部列出，中间没有论文的年份计为 0；"
            "超过 50 年的空档不补。",
        ),
        arguments=StatsArguments,
        answers={JSON: answers.Stats},
        parameters={"by": "year", "split": "language", "category": "Deep Learning", "year": "2015..2017"},
        defaults={"split.size": 10},
        told={
            "size": Told(
                "How many values to count at most; not for years, which come all.", "最多列出多少个值；年份总是全部列出。", 5
            )
        },
    ),
    Endpoint(
        "author",
        "values",
        f"{API}/authors/{{key}}",
        ("An author", "一位作者"),
        (
            "All that the papers with this key say: a key is a name, and `may_be_several` says where it may be several people's. "
            "Another writing of the name answers 301 where just one author is meant; 404 names near keys.",
            "具有此键的论文所说的一切；键即姓名，可能为多人共有时由 may_be_several 说明。姓名的其他写法若只指一人则答 301；"
            "404 会列出相近的键。",
        ),
        arguments=AuthorArguments,
        answers={JSON: answers.AuthorPage},
        statuses=(404,),
        moves=True,
        parameters={"key": "yoshua bengio", "fields": "key,name,papers,first_year,last_year,coauthors,may_be_several"},
        told={
            "fields": Told(
                "Which fields to give; nested ones with dots.",
                "只要这些字段；下级字段用点号。",
                ["name", "papers", "coauthors.key"],
            )
        },
    ),
)
