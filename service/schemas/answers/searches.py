"""The answer to a search: papers, facets, what was found out about the query; and how a query was read."""

from __future__ import annotations

from marshmallow import fields

from service.schemas.answers.kinds import Answer, anything, by_name, flag, many, named, one, optional, text, told, whole
from service.schemas.answers.papers import Label, Paper


class Remark(Answer):
    """Something remarkable about how a request was read."""

    code = text("which kind of remark", "提示的种类")
    position = whole("place in q, counted in characters from 0", "在 q 中的位置，从 0 起按字符计", null=True)
    message = one(Label, "in both languages", "中英文说明")
    fix = text("a query without the fault", "改正后的检索式", null=True)


class Expansion(Answer):
    """A term of the query and what it was also looked up as."""

    term = named("from", text("term", "检索词"))
    to = many(fields.String(), "terms of the other language", "另一语言的对应词")


class SimilarTo(Answer):
    """The paper whose relatives were asked for."""

    id = text("its id", "论文编号")
    title = text("its title", "论文标题", null=True)


class Query(Answer):
    """The query, as it came and as it was read."""

    q = text("as it came", "原检索式")
    read_as = text("as it was read", "理解为")
    expanded = many(Expansion, "words of the other language that were added", "补充的另一语言检索词")
    similar_to = optional(one(SimilarTo, "of related papers only: the paper itself", "仅用于相关论文：原论文"))


class SearchMeta(Answer):
    """What is to be said of the results as a whole."""

    count = whole("papers found, exactly", "命中论文数（精确）")
    page = whole("number of this page; null when paged by cursor", "页码；以 cursor 翻页时为 null", null=True)
    size = whole("papers a page", "每页篇数")
    took_ms = whole("milliseconds that the engine took", "引擎用时（毫秒）")
    timed_out = flag("time ran out: counts and results are of a part of the papers", "超时：计数与结果只涉及部分论文")
    next_cursor = text("`cursor` of the next page; null at the end", "下一页的 cursor；末页为 null", null=True)
    query = one(Query, "the query", "检索式")
    warnings = many(Remark, "what was remarkable", "提示")
    suggestion = text("a query that may have been meant", "您要找的是不是", null=True)


class FacetChild(Answer):
    """A sub-area of an area."""

    key = text("value for the filter of this name", "用于筛选的值")
    label = one(Label, "name in both languages", "中英文名称")
    count = whole("papers", "论文数")
    selected = flag("it is among the filters of this request", "本次请求已选")
    children = many(fields.Raw(), "always empty", "总为空")


class FacetValue(Answer):
    """A value of a facet. Choosing it alone in its facet gives exactly `count` papers."""

    key = text("value for the filter of this name", "用于筛选的值")
    label = one(Label, "name in both languages", "中英文名称")
    count = whole("papers", "论文数")
    selected = flag("it is among the filters of this request", "本次请求已选")
    children = many(FacetChild, "sub-areas of an area, else empty", "领域的子领域，否则为空")


class Facet(Answer):
    """The values of a facet, counted without the facet's own selection and with every other one."""

    label = one(Label, "name of the facet in both languages", "分面的中英文名称")
    values = many(FacetValue, "selected values are always among them", "值；已选的总会列出")
    distinct = whole("how many values there are", "不同值的个数")
    distinct_is_estimate = optional(flag("there and true where `distinct` is an estimate", "仅当 distinct 为估计值时出现"))
    other = whole("sum of the counts of the values not listed", "未列出的值的计数之和")
    missing = whole("papers without a value", "没有值的论文数")
    error = whole("bound on the error of the counts, 0 when exact", "计数误差的上界，0 为精确")


class PageLinks(Answer):
    """Addresses of this page of results and its neighbours."""

    self = text("this page; null where a query is too long for an address", "本页；检索式过长时为 null", null=True)
    next = text("the next page", "下一页", null=True)
    prev = text("the page before", "上一页", null=True)


class SearchPage(Answer):
    """One page of papers."""

    meta = one(SearchMeta, "what is to be said of the results as a whole", "结果概况")
    results = many(Paper, "the papers of this page, whole or as `fields` asks", "本页论文，或其由 fields 选定的部分")
    facets = by_name(Facet, "by name, as `facets` asks", "各分面，按 facets 所选")
    links = one(PageLinks, "neighbouring pages", "相邻页")


class Papers(Answer):
    """Papers that were asked for by their names."""

    results = fields.List(
        fields.Nested(Paper, allow_none=True),
        required=True,
        metadata=told("in the order asked for; null where there is none", "次序与请求相同，没有的为 null"),
    )


class Token(Answer):
    """What the engine made of a piece of the query."""

    token = text("term", "词项")
    start = whole("where it begins, in UTF-16 units", "起点（UTF-16 单位）")
    end = whole("where it ends", "终点")
    position = whole("which word it is", "词位")


class Tokens(Answer):
    """The query's words as each field's analyzer sees them."""

    words = named("text", text("the words without operators", "去掉运算符后的文字"))
    by_field = named("fields", by_name(fields.List(fields.Nested(Token)), "terms by field of the index", "各索引字段的词项"))


class Required(Answer):
    """What a paper must have to be found."""

    rule = text("which rule was followed", "所循规则", names=("everything", "all", "any", "structured", "nearest"))
    message = one(Label, "the rule in words", "规则说明")
    parts = many(fields.String(), "the parts of the query", "检索式的各部分")
    excluded = many(fields.String(), "what must not be there", "排除的部分")
    clauses = many(fields.Raw(), "as sent to the engine", "发给引擎的子句")


class Favoured(Answer):
    """What only lifts a paper among those found."""

    message = one(Label, "in words", "说明")
    clauses = many(fields.Raw(), "as sent to the engine", "发给引擎的子句")


class Sent(Answer):
    """Something else that was sent to the engine along."""

    purpose = named("for", text("its purpose", "用途"))
    body = anything("search body", "检索请求体")


class Explanation(Answer):
    """How a query was read, and what was sent to the engine."""

    meta = one(SearchMeta, "as `/papers` answers", "与 /papers 相同")
    tree = anything("the query as it was read", "理解后的检索树", null=True)
    required = one(Required, "what finds a paper", "命中条件")
    favoured = one(Favoured, "what ranks it", "排序条件")
    tokens = one(Tokens, "what analyzers made of the words", "分词结果")
    relaxed = flag("no paper had all words: these are the nearest", "没有论文包含全部检索词，以最接近者代替")
    elasticsearch = anything("the body that `/papers` sends to the engine", "/papers 发给引擎的请求体")
    also_sent = many(Sent, "what was sent along", "同时发送的其他请求")
