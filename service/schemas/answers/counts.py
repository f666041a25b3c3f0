"""Answers that count: charts and authors."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields

from service.schemas.answers.kinds import Answer, Field, by_name, flag, many, one, optional, text, told, whole
from service.schemas.answers.papers import CategoryLabel, Label, Part
from service.schemas.answers.searches import Remark


def _name_or_year(value: Any) -> None:
    if not isinstance(value, (str, int)) or isinstance(value, bool):
        raise ValidationError("must be a text or a number")


def _key(en: str, zh: str) -> Field:
    kinds: Any = ["string", "integer"]
    return fields.Raw(required=True, validate=_name_or_year, metadata=told(en, zh, type=kinds))


class Read(Answer):
    """A query as it came and as it was read."""

    q = text("as it came", "原检索式")
    read_as = text("as it was read", "理解为")


class StatsMeta(Answer):
    """What is to be said of the counts as a whole."""

    count = whole("papers found", "命中论文数")
    missing = whole("papers without a value", "没有值的论文数")
    distinct = whole("how many values there are", "不同值的个数")
    distinct_is_estimate = optional(flag("there and true where `distinct` is an estimate", "仅当 distinct 为估计值时出现"))
    other = whole("sum of the counts of the values not listed", "未列出的值的计数之和")
    error = whole("bound on the error of the counts, 0 when exact", "计数误差的上界，0 为精确")
    timed_out = flag("time ran out: the counts are of a part of the papers", "超时：计数只涉及部分论文")
    query = one(Read, "the query", "检索式")
    warnings = many(Remark, "what was remarkable", "提示")


class Count(Answer):
    """A value and its papers."""

    key = text("value for the filter of this name", "用于筛选的值")
    label = one(Label, "name in both languages", "中英文名称")
    count = whole("papers", "论文数")


class Point(Answer):
    """One point of a chart."""

    key = _key("the year as a number, or the value of another facet", "年份（数字），或其他分面的值")
    label = optional(one(Label, "name in both languages; years have none", "中英文名称；年份没有"))
    count = whole("papers", "论文数")
    split = optional(many(Count, "this count split once more, where `split` asks for it", "再细分的计数（有 split 时）"))


class Stats(Answer):
    """Counts for a chart."""

    meta = one(StatsMeta, "what is to be said of the counts as a whole", "概况")
    by = text("what is counted by", "按什么计数")
    label = one(Label, "its name in both languages", "其中英文名称")
    points = many(Point, "years ascending; other values by their papers", "年份按升序，其他按论文数")
    series = optional(many(Count, "the values that years are split by, with all their papers", "年份所细分的各值及其论文总数"))


class AuthorPart(Part):
    """A part of an author, which `fields` may cut down."""


class Counted(AuthorPart):
    """A value of the author's papers."""

    key = text("value for the filter of this name", "用于筛选的值")
    label = one(CategoryLabel, "name in both languages", "中英文名称")
    count = whole("papers", "论文数")


class YearCount(AuthorPart):
    """A year of the author's."""

    key = whole("year", "年份")
    count = whole("papers", "论文数")


class Variant(AuthorPart):
    """A written form of the author's name."""

    name = text("as papers write it", "论文中的写法")
    key = text("its key; another one where a paper writes the name in both scripts", "其键；论文以两种文字写同一姓名时可能不同")
    count = whole("papers", "论文数")


class Workplace(AuthorPart):
    """An institution of the author's."""

    name = text("as papers write it", "机构名称")
    country = text("country, where known", "国家（已知时）", null=True)
    count = whole("papers", "论文数")
    first_year = whole("first year of them", "最早年份", null=True)
    last_year = whole("last year of them", "最近年份", null=True)


class Coauthor(AuthorPart):
    """Somebody with papers in common."""

    key = text("value for the filter `author`", "用于筛选参数 author 的值")
    name = text("the name to show", "显示用的姓名")
    count = whole("papers in common", "合著论文数")


class Reason(AuthorPart):
    """A reason in both languages."""

    zh = text("in Chinese", "中文")
    en = text("in English", "英文")


class MayBeSeveral(AuthorPart):
    """Why the papers may be several people's."""

    code = text("which reason", "原因代号")
    reason = one(Reason, "the reason in words", "原因说明")


class AuthorLinks(AuthorPart):
    """Where the author is found."""

    self = text("this address", "本地址")
    papers = text("the author's papers", "该作者的论文")
    html = text("the page for people", "网页")
    feed = text("a feed of new papers", "新论文订阅")


class AuthorPage(AuthorPart):
    """An author: what all papers with this key say. `fields` may ask for some of it only."""

    key = text("value for the filter `author`", "用于筛选参数 author 的值")
    name = text("the name to show", "显示用的姓名")
    names = by_name(fields.String(), "forms by language", "各语言的写法")
    variants = many(Variant, "every written form", "各种写法")
    orcid = text("ORCID iD, where there is just one", "ORCID 号（仅有一个时）", null=True)
    papers = whole("how many", "论文数")
    papers_read = whole("of so many, the newest, names and places were read", "其中读取了姓名与机构的篇数（最新的）")
    first_year = whole("year of the first", "最早年份", null=True)
    last_year = whole("year of the last", "最近年份", null=True)
    years = many(YearCount, "papers by year", "各年论文数")
    categories = many(Counted, "areas", "类别")
    venues = many(Counted, "venues", "期刊与会议")
    keywords = many(Counted, "keywords", "关键词")
    languages = many(Counted, "languages", "语言")
    affiliations = many(Workplace, "institutions", "机构")
    coauthors = many(Coauthor, "those with most papers in common", "合著者")
    may_be_several = one(MayBeSeveral, "the name may be several people's", "可能为多人共有", null=True)
    links = one(AuthorLinks, "addresses", "链接")
