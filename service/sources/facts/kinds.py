"""Words for kinds of documents, in English and Chinese, as the vocabulary of `Paper.type`.

It reads words of exports and tables; formats with codes of their own (RIS, CSL, GB/T 7714) have their own tables.
"""

from __future__ import annotations

from collections.abc import Mapping

from service.folding import squash

# Letters and digits only, folded: `Journal Article`, `journalArticle` and `journal-article` are one word here.
_KINDS: Mapping[str, str] = {
    **dict.fromkeys(
        "journalarticle articlejournal article journal review reviewarticle articleinpress newspaperarticle "
        "magazinearticle articlemagazine articlenewspaper editorial letter note shortsurvey editorialmaterial earlyaccess "
        "erratum correction datapaper ieeejournals ieeemagazines ieeeearlyaccessarticles retractedpublication retracted "
        "期刊 期刊论文 学术期刊 中文期刊 外文期刊 期刊文献 学术辑刊 辑刊 特色期刊 报纸 报纸全文 重要报纸 综述 论著 "
        "研究论文 会议摘要 j n s".split(),
        "article",
    ),
    **dict.fromkeys(
        "inproceedings conferencepaper conferenceproceedings conference proceedings proceedingspaper proceedingsarticle "
        "paperconference conferencearticle ieeeconferences presentation 会议 会议论文 中国会议 国际会议 国内会议 重要会议 "
        "会议文献 c".split(),
        "inproceedings",
    ),
    **dict.fromkeys(
        "thesis dissertation phdthesis mastersthesis doctoraldissertation dissertationthesis 学位论文 硕士 博士 硕士论文 "
        "博士论文 博硕 博硕士 硕士学位论文 博士学位论文 博硕士论文 d".split(),
        "thesis",
    ),
    **dict.fromkeys(
        "book monograph wholebook editedbook ebook electronicbook 图书 专著 书籍 著作 汇编 b m".split(),
        "book",
    ),
    **dict.fromkeys(
        "booksection bookchapter chapter inbook incollection encyclopediaarticle dictionaryentry "
        "图书章节 析出文献 年鉴 统计年鉴".split(),
        "chapter",
    ),
    **dict.fromkeys(
        "report technicalreport techreport 报告 科技报告 成果 科技成果 r".split(),
        "report",
    ),
    **dict.fromkeys(
        "dataset data onlinedatabase database 数据集 数据库 科学数据".split(),
        "dataset",
    ),
    **dict.fromkeys(
        "patent 专利 中国专利 发明专利 实用新型 外观设计 海外专利 p".split(),
        "patent",
    ),
    **dict.fromkeys(
        "standard 标准 国家标准 行业标准 地方标准 标准全文 国外标准 法规标准".split(),
        "standard",
    ),
    **dict.fromkeys(
        "webpage blogpost forumpost electronicsource electronicsources 网页 网络文献 电子资源".split(),
        "webpage",
    ),
    **dict.fromkeys(
        "preprint postedcontent preprints 预印本".split(),
        "preprint",
    ),
    **dict.fromkeys(
        "other misc generic computerprogram software film artwork map 其他 其它 其他文献 法律法规".split(),
        "other",
    ),
}  # fmt: skip


def kind(word: str) -> str | None:
    """The type that a word names: `Journal Article` and 期刊 are `article`; None for an unknown word."""
    return _KINDS.get(squash(word)) if word and len(word) < 100 else None


def kind_of(words: str) -> str | None:
    """The type that the first known of several words names: `Article; Early Access`, `Journal article - review`."""
    whole = kind(words)
    if whole or not words:
        return whole
    parts = words[:300].replace("；", ";").replace("|", ";").replace("/", ";").replace(" - ", ";").replace(",", ";").split(";")
    return next((found for part in parts if (found := kind(part))), None)
