"""Answers that list: values of a facet, the tree of categories, deleted papers, and the catalogue of what may be asked."""

from __future__ import annotations

from marshmallow import fields

from service.schemas.answers.counts import Read
from service.schemas.answers.kinds import Answer, anything, flag, instant, many, named, one, optional, text, whole
from service.schemas.answers.papers import Label
from service.schemas.answers.searches import Facet, FacetValue, Remark


class ListMeta(Answer):
    """What is to be said of the papers that were counted."""

    count = whole("papers found", "命中论文数")
    timed_out = flag("time ran out: the counts are of a part of the papers", "超时：计数只涉及部分论文")
    query = one(Read, "the query", "检索式")
    warnings = many(Remark, "what was remarkable", "提示")


class FacetPage(Answer):
    """One page of the values of a facet."""

    meta = one(ListMeta, "of the papers that were counted", "概况")
    facet = one(Facet, "the values of this page; `distinct` is of all pages", "本页的值；distinct 为全部值的个数")
    next_cursor = text("`cursor` of the next page; null at the end", "下一页的 cursor；末页为 null", null=True)


class Categories(Answer):
    """The whole tree of categories."""

    meta = one(ListMeta, "of the papers that were counted", "概况")
    categories = many(FacetValue, "areas with their sub-areas", "领域及其子领域")


class Deletion(Answer):
    """A paper that is no longer there."""

    id = text("its id", "论文编号")
    deleted = instant("when it was deleted", "删除时间")


class Deletions(Answer):
    """One page of deleted papers, the earliest first."""

    deleted = many(Deletion, "ids that nothing answers to any more", "已不存在的编号")
    next_cursor = text("`cursor` of the next page; null at the end", "下一页的 cursor；末页为 null", null=True)


class Filter(Answer):
    """A filter of searches."""

    name = text("the parameter", "参数名")
    kind = text("what its values are", "取值种类", names=("key", "year", "hierarchy", "boolean", "instant"))
    label = optional(one(Label, "name of its facet", "其分面的名称"))
    variants = many(fields.String(), "parameters that exclude, or want all values at once", "排除与“同时有”的参数")
    meaning = one(Label, "in both languages", "说明")


class Meaning(Answer):
    """What something means."""

    meaning = one(Label, "in both languages", "说明")


class Choice(Meaning):
    """What may be chosen, and what it means."""

    values = many(fields.String(), "the choices", "可选值")


class Marks(Meaning):
    """How what matched is marked."""

    default = text("when it is marked without being asked for", "缺省时何时标出")
    mark = text("the mark", "标记")


class FieldNames(Answer):
    """The names of a field by language."""

    zh = many(fields.String(), "Chinese", "中文")
    en = many(fields.String(), "English", "英文")


class QueryField(Answer):
    """A field that a query may name before a colon."""

    name = text("the field", "字段")
    names = one(FieldNames, "all its names", "全部名称")


class QueryLanguage(Answer):
    """What the query language knows."""

    by_name = named("fields", many(QueryField, "fields", "字段"))
    operators = many(fields.String(), "operators", "运算符")
    expand = one(Choice, "expansion into the other language", "跨语言扩展")
    strict = one(Meaning, "strictness", "严格方式")


class Sort(Answer):
    """An order of results."""

    name = text("value of `sort`", "sort 的值")
    label = one(Label, "in both languages", "中英文名称")
    default = many(fields.String(), "when it is the default", "何时为默认")


class FacetKind(Answer):
    """A facet that may be counted."""

    name = text("its name", "名称")
    label = one(Label, "in both languages", "中英文名称")
    kind = text("what its values are", "取值种类", names=("key", "year", "hierarchy"))
    several = flag("a paper may have more than one value", "一篇论文可有多个值")
    default = flag("counted without being asked for", "缺省即计数")
    size = whole("values listed by default", "默认列出的个数")
    size_parameter = text("the parameter that changes that", "改变个数的参数")
    exact_distinct = whole("up to so many values `distinct` is exact", "distinct 精确计数的上限")


class Selectable(Answer):
    """What `fields` may name."""

    paper = many(fields.String(), "fields of papers", "论文的字段")
    author = many(fields.String(), "fields of authors", "作者的字段")


class Charts(Answer):
    """What charts may count by."""

    by = many(fields.String(), "values of `by`", "by 的值")
    split = many(fields.String(), "values of `split`", "split 的值")


class Kinds(Answer):
    """Kinds of completions."""

    types = many(fields.String(), "values of `types`", "types 的值")


class ExportFormat(Answer):
    """A format of exports."""

    name = text("value of `format`", "format 的值")
    title = text("its name", "名称")
    media_types = many(fields.String(), "what it is sent as, then what else it may be asked for by", "媒体类型")


class FeedKind(Answer):
    """A format of feeds."""

    name = text("value of `format`", "format 的值")
    media_type = text("what it is sent as", "媒体类型")


class Formats(Answer):
    """Formats beside JSON."""

    export = many(ExportFormat, "of exports", "导出格式")
    feed = many(FeedKind, "of feeds", "订阅格式")


class LanguageKind(Answer):
    """A language with a chain of its own."""

    code = text("BCP 47 code", "语言代码（BCP 47）")
    label = one(Label, "in both languages", "中英文名称")
    script = text("script by which it is recognised", "据以识别的文字", null=True)


class Catalogue(Answer):
    """Everything that may be asked, read from the tables that the service works by."""

    filters = many(Filter, "filters", "筛选参数")
    query = one(QueryLanguage, "the query language", "检索语言")
    sorts = many(Sort, "orders", "排序")
    facets = many(FacetKind, "facets", "分面")
    highlight = one(Marks, "marks", "标记")
    choosable = named("fields", one(Selectable, "what `fields` may name", "fields 可选的字段"))
    stats = one(Charts, "charts", "统计")
    suggest = one(Kinds, "completions", "补全")
    formats = one(Formats, "formats", "格式")
    languages = many(LanguageKind, "languages", "语言")
    limits = anything("limits by name", "各项限制")
