"""The contract's Paper and its parts."""

from __future__ import annotations

from marshmallow import fields

from service.schemas.answers.kinds import Answer, by_name, decimal, flag, instant, many, one, optional, text, whole


class Label(Answer):
    """The name of a value in both languages; what has none in one of them falls back to the other."""

    zh = text("in Chinese", "中文名称")
    en = text("in English", "英文名称")


class Part(Answer):
    """A part of a paper, which `fields` may cut down."""

    selectable = True


class Affiliation(Part):
    """An institution as the source writes it."""

    name = text("as the source writes it", "机构名称（按来源的写法）")
    country = text("country, where known", "国家（已知时）", null=True)


class Author(Part):
    """A person of a paper's list of authors or editors."""

    name = text("the name to show", "显示用的姓名")
    names = by_name(fields.String(), "forms by language (BCP 47)", "各语言的写法（BCP 47 语言代码）")
    key = text("value for the filter `author`", "用于筛选参数 author 的值")
    affiliations = many(Affiliation, "institutions", "机构")
    orcid = text("ORCID iD", "ORCID 号", null=True)


class CategoryLabel(Part):
    """The name of a category in both languages."""

    zh = text("in Chinese", "中文名称")
    en = text("in English", "英文名称")


class Category(Part):
    """An area, or a sub-area in its area."""

    key = text(
        "value for the filter `category`: `Area` or `Area::Sub-area`", "用于筛选参数 category 的值：领域，或“领域::子领域”"
    )
    area = text("area", "领域")
    subarea = text("sub-area", "子领域", null=True)
    label = one(CategoryLabel, "name in both languages", "中英文名称")


class PaperLinks(Part):
    """Where a paper is found."""

    self = text("its address in this API", "本接口中的地址")
    html = text("its page at the publisher or archive", "出版者或存储库的网页", null=True)
    pdf = text("its PDF", "PDF 地址", null=True)


class Origin(Part):
    """One record that the paper was made of."""

    source = text("name of the source", "来源名称")
    file = optional(text("file, relative to what was loaded", "所载入的文件（相对路径）"))
    record = optional(text("the record's own name in its source", "记录在来源中的编号"))


class Highlights(Part):
    """Marked passages: `<mark>` around what matched, everything else HTML-escaped."""

    titles = optional(by_name(fields.String(), "whole titles by language", "各语言的标题（整句）"))
    abstracts = optional(by_name(fields.List(fields.String()), "passages of abstracts by language", "各语言摘要中的片段"))


class Paper(Part):
    """A paper. All fields are always there, unless `fields` asks for some of them only."""

    id = text("our id: `A-Za-z0-9._~-`, at most 200 characters", "本站编号：A-Za-z0-9._~-，最长 200 字符")
    title = text("the title to show", "显示用的标题", null=True)
    titles = by_name(fields.String(), "titles by language (BCP 47)", "各语言的标题（BCP 47 语言代码）")
    title_is_derived = flag("the source had no title: it is the abstract's first sentence", "来源没有标题，此处为摘要的第一句")
    abstract = text("the abstract to show", "显示用的摘要", null=True)
    abstracts = by_name(fields.String(), "abstracts by language", "各语言的摘要")
    authors = many(Author, "in the paper's order", "作者，按论文中的次序")
    authors_truncated = flag("the source ended its list in et al. or 等", "来源的作者列表以“等”或 et al. 结尾")
    editors = many(Author, "editors", "编者")
    categories = many(Category, "true (area, sub-area) pairs", "类别（领域与子领域）")
    keywords = by_name(fields.List(fields.String()), "keywords by language", "各语言的关键词")
    venue = text("journal, conference or the like", "期刊、会议等", null=True)
    series = text("series", "丛书", null=True)
    volume = text("volume", "卷", null=True)
    issue = text("issue", "期", null=True)
    pages = text("pages", "页码", null=True)
    publisher = text("publisher", "出版者", null=True)
    issn = many(fields.String(), "ISSN", "ISSN")
    isbn = many(fields.String(), "ISBN", "ISBN")
    year = whole("year of publication", "发表年份", null=True)
    date = text("date or month of publication, ISO 8601", "发表日期或月份（ISO 8601）", null=True)
    language = text("BCP 47 code; `und` where it is not known", "语言代码（BCP 47）；未知为 und")
    type = text("kind of publication", "文献类型", null=True)
    ids = by_name(fields.List(fields.String()), "identifiers by kind: doi, arxiv, acl, ...", "各种标识符：doi、arxiv、acl 等")
    citations = whole("how often it is cited, as the source says", "被引次数（按来源）", null=True)
    licence = text("licence", "许可协议", null=True)
    open_access = flag("free to read", "可免费阅读", null=True)
    retracted = flag("withdrawn", "已撤稿", null=True)
    links = one(PaperLinks, "addresses", "链接")
    sources = many(Origin, "the records that it was made of", "来源记录")
    added = instant("when it came in", "收录时间", null=True)
    updated = instant("when it last changed", "更新时间", null=True)
    highlights = one(Highlights, "marked passages; empty without a query", "命中的片段；没有检索词时为空")
    score = decimal("of the ranking; null where nothing is ranked", "相关度得分；不按相关度排序时为 null", null=True)
