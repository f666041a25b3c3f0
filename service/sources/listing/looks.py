"""What a line of a listing looks like by itself: a heading, a category, a title, names, running text.

The answers are costs from 0 (just so) to NEVER; what a line is, its neighbours decide: see reading.py.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from service import names
from service.folding import SIMPLIFIED
from service.languages import has_han, is_han_only
from service.sources.facts import fields

NEVER = 99.0
# Long enough for two hundred authors; a longer line is looked at no further.
_LOOKED_AT = 6000


class Label(Enum):
    """What a line is. MORE_AUTHORS and MORE go on with the line before them; OTHER belongs to no paper."""

    HEADING = "heading"
    CATEGORY = "category"
    TITLE = "title"
    AUTHORS = "authors"
    MORE_AUTHORS = "more authors"
    ABSTRACT = "abstract"
    MORE = "more"
    KEYWORDS = "keywords"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank, and what each label would cost.

    `gap` says that a blank line stands before it, `wrapped` that the line before was full: its first word had no room there.
    """

    text: str
    gap: bool
    wrapped: bool
    costs: Mapping[Label, float]


_HEADING = re.compile(
    r"[#=*\s]*(?:论文(?:检索|列表|搜索|查询|目录)?(?:结果)?|[检搜]索结果|paper (?:search|list)|search results)[=*\s]*"
    r"|第\s*\d+\s*页.{0,12}|(?:page|第)\s*\d+(?:\s*(?:of|/|页)\s*\d*)?|共\s*\d+\s*(?:条|篇|个|页).{0,12}",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"(?P<authors>作\s*者|authors?)|(?P<abstract>(?:内容)?摘\s*要|abstract)|(?P<title>[标標]\s*[题題]|[题題]\s*[名目]|title)"
    r"|(?P<category>[类類]\s*[别別]|分\s*[类類]|[领領]\s*域|categor(?:y|ies)|topics?|area)|(?P<keywords>[关關]\s*[键鍵]\s*[词詞字]|key\s?words)",
    re.IGNORECASE,
)
_ENUMERATION = re.compile(r"\A(?:[-*•]\s+|\[\d{1,4}\]\s*|\(\d{1,4}\)\s*|\d{1,4}[.)、．]\s*(?=\D))")
_CATEGORY = re.compile(
    r"[^.。!?！？:：]{2,90}?(?:\s+[·•‧∙⋅・]\s+|\s*(?:::|->|→)\s*|(?<=[\u3400-\u9fff])·(?=[\u3400-\u9fff]))[^。!?！？]{2,120}"
)
_SENTENCE_END = re.compile(r"[.!?。！？…][\"'”’)）\]]*\Z")
_INNER_END = re.compile(r"[.!?]\s+[A-Z]|[。！？；]")
# Dots of initials and abbreviations (`Ch. B. Li`) and semicolons stand between names too.
_SENTENCE = re.compile(r"[a-z]{3}[.!?]\s+[A-Z]|[。！？]")
_WORD = re.compile(r"[^\W\d_][\w'’.\-]*")
_NAME_WORD = re.compile(r"\(?[^\W\d_]+(?:['’.\-][^\W\d_]*)*\.?\)?")
_FOOTNOTE = re.compile(r"[\d*†‡§¶∗⋆✉,\s]+\Z")
_DASHES = str.maketrans("‐‑–", "---")
# One word that holds a whole name: `LinchuanXie`, `Y.N.Xu`.
_HUMPS = re.compile(r"(?:[A-Z][a-z]+){2,4}|(?:[A-Z]\.)+[A-Z][a-z]+")
# Words of titles, sentences and categories that are nobody's name; the small ones only when they are written small.
_NO_NAMES = frozenset(
    "abstract accuracy adaptive agent agents algorithm algorithms analysis application applications approach approaches "
    "artificial aspects attack attacks attention automatic autonomous bayesian benchmark causal challenge chinese "
    "classification clustering cognitive complexity computational computer computing control convolutional cross data "
    "dataset datasets decision deep department detection diffusion distributed domain dynamic efficient empirical encoder "
    "encoding engineering estimation evaluation experiments fast features federated framework frameworks game general "
    "generation generative global gradient graph graphs high human hybrid image images improved index inference information "
    "installation institute intelligence interaction introduction kernel knowledge label language languages large learning "
    "license linear local loss low machine machines matching memory method methods mining model modeling modelling models "
    "motion multi multimodal multitask natural network networks neural new novel object objective online open optimal "
    "optimization overview parallel pattern performance planning policy pose prediction privacy probabilistic problem "
    "processing programming project quantum question ranking real reasoning recognition recommendation recommender "
    "references regression regularized reinforcement representation representations research results retrieval robot "
    "robotics robots robust robustness sampling scale scaling scene science search security segmentation self semantic "
    "sensing sequential series shot simulation social software sparse spatial speech statistical stochastic structure study "
    "supervised survey synthesis system systems task tasks team temporal text theory time tracking training transfer "
    "transform transformer transformers translation trust tuning uncertainty understanding university unsupervised usage "
    "variants verification video vision visual wireless zero".split()
)
_SMALL_WORDS = frozenset(
    "a about across all also an and are as at based be been between beyond both by can each few for from has have how in "
    "into is it its more most not of on or our over show shows such than that the their then these they this those through "
    "to toward towards under using via we when where which while with within without yet".split()
)
_NO_NAMES_ZH = re.compile(
    "研究|方法|分析|系统|模型|网络|算法|学习|检测|识别|图像|设计|应用|技术|数据|基于|优化|控制|计算|理论|工程|大学"
)


def look(text: str, gap: bool, areas: Collection[str]) -> Mapping[Label, float]:
    """What each label would cost a line. `areas` are the areas that the page's categories name elsewhere."""
    if len(text) > _LOOKED_AT:
        # How it begins tells what it is, also of the thousand authors of a collaboration.
        cut = max(text.rfind(mark, 0, _LOOKED_AT) for mark in ",，、;；")
        text = text[: cut if cut > 0 else _LOOKED_AT]
    if labelled := label_of(text):
        return {labelled: 0.0, Label.OTHER: 9.0}
    if len(text) < 60 and _HEADING.fullmatch(text.translate(SIMPLIFIED)):
        return {Label.HEADING: 0.0, Label.TITLE: 5.0, Label.OTHER: 9.0}
    people = names_cost(text)
    category = category_cost(text, areas)
    alike = min(people, category)
    # What looks like names or a category is hardly the text of an abstract.
    unlike = 4.5 if alike < 1 else 2.0 if alike < 2.5 else 1.0 if alike < 4 else 0.0
    if gap and areas and people >= 1 and category > 1 and _may_be_area(text):
        category = 2.5
    # A few words by themselves are no paragraph.
    alone = 2.0 if gap and len(text) < 60 and not _SENTENCE_END.search(text) else 0.0
    return {
        Label.CATEGORY: category,
        Label.TITLE: _title_cost(text, alike),
        Label.AUTHORS: people,
        Label.MORE_AUTHORS: 0.0 if len(text) < 300 else NEVER,
        Label.ABSTRACT: _sentence_cost(text) + unlike,
        Label.MORE: unlike + alone,
        Label.OTHER: 6.0,
    }


def label_of(text: str) -> Label | None:
    """What a line says itself to be: `作者：张三`, `Abstract: ...`."""
    match = _LABELLED.match(text.lstrip("*# "))
    if match is None or not re.match(r"\**\s*[:：]\s*\S", text.lstrip("*# ")[match.end() :]):
        return None
    return Label(match.lastgroup)


def plain(text: str) -> str:
    """A line of authors, a category or a title without its own label, number, bullet and marks of markdown."""
    if label_of(text):
        text = re.split("[:：]", text, maxsplit=1)[1]
    return _ENUMERATION.sub("", text.strip(" #*"), count=1).strip(" *")


def category_cost(text: str, areas: Collection[str]) -> float:
    """0 for `Area · Sub-area`, little for an area that the page uses elsewhere."""
    bare = plain(text)
    if len(bare) > 200 or _SENTENCE_END.search(bare):
        return NEVER
    return 0.0 if _CATEGORY.fullmatch(bare) else 0.5 if bare in areas else NEVER


def area_of(text: str) -> str | None:
    """The area that a category line names, when it is one by itself."""
    found = fields.category(plain(text)) if category_cost(text, ()) == 0.0 else None
    return found.area if found else None


@lru_cache(maxsize=2048)
def names_cost(text: str) -> float:
    """0 for a list of names, more the less its items look like persons; a single name is less sure than several."""
    found, truncated = fields.split_authors(plain(text))
    if not found or _SENTENCE.search(text):
        return NEVER
    likeness = sum(_likeness(item) for item in found) / len(found)
    if likeness < 0.4:
        return NEVER
    cost = (1 - likeness) * 8 + (0.0 if len(found) > 1 or truncated else 1.0)
    if _SENTENCE_END.search(text) and not truncated and not re.search(r"\b(?:[A-Z]|[JS]r)\.\Z", text):
        cost += 3
    return cost


def _likeness(item: str) -> float:
    """How much an item of a list looks like a person, 0 to 1."""
    item = _FOOTNOTE.sub("", item).translate(_DASHES)
    if has_han(item):
        return _han_likeness(item) if is_han_only(item) else (0.9 if fields.author(item) and len(item) < 40 else 0.0)
    words = item.replace(",", " ").split()
    if not words or len(words) > 7 or any(not _NAME_WORD.fullmatch(word) or word.lower() in _NO_NAMES for word in words):
        return 0.0
    small = [word for word in words if word[0].islower() and word not in names.PARTICLES]
    if any(word in _SMALL_WORDS or word.endswith((".", ")")) for word in small):
        return 0.0
    if item.isupper() and len(words) > 2 and any(word.lower() in _SMALL_WORDS for word in words):
        return 0.0
    if len(words) == 1:
        return 0.85 if _HUMPS.fullmatch(item) else 0.5 if not small and len(item) > 2 else 0.2
    if not small:
        shouted = sum(1 for word in words if len(word) > 3 and word.strip("().").isupper())
        return 0.9 if shouted == len(words) else 0.3 if any(word[0] == "(" and word[1:-1].isupper() for word in words) else 1.0
    if len(small) == len(words):
        return 0.5 if len(words) in (2, 3) else 0.1
    return 0.6 if len(small) == 1 and len(words) <= 3 else 0.1


def _han_likeness(item: str) -> float:
    bare = re.sub(r"\s", "", item).translate(SIMPLIFIED)
    if "·" in bare:
        return 0.9 if len(bare) <= 16 else 0.0
    if not 2 <= len(bare) <= 4 or _NO_NAMES_ZH.search(bare):
        return 0.0
    if bare[:2] in names.COMPOUND_SURNAMES or (bare[0] in names.SURNAMES and len(bare) < 4):
        return 1.0
    return 0.6 if bare[0] in names.SURNAMES else 0.45


def _may_be_area(text: str) -> bool:
    """Whether a line by itself can be the name of an area that the page uses only once."""
    bare = plain(text)
    return (
        len(bare) <= 60
        and len(bare.split()) <= 8
        and not bare[:1].islower()
        and not _INNER_END.search(bare)
        and not _SENTENCE_END.search(bare)
    )


def _sentence_cost(text: str) -> float:
    """How little a line looks like the beginning of running text."""
    if len(text) > 200 or _INNER_END.search(text):
        return 0.0
    words = _WORD.findall(text)
    small = sum(1 for word in words if word[0].islower())
    if has_han(text):
        return 0.0 if len(text) >= 30 else 1.0 if _SENTENCE_END.search(text) else 2.5
    if _SENTENCE_END.search(text) and small:
        return 0.3
    if len(words) >= 8 and small * 2 > len(words):
        return 0.6
    return 2.5 if len(words) >= 5 else 3.5


def _title_cost(text: str, alike: float) -> float:
    if len(text) > 350 or alike < 0.4:
        return 4.0 if len(text) <= 350 else NEVER
    cost = 2.0 if alike < 2 else 0.0
    if _SENTENCE_END.search(text) and not text.endswith("?") and not text.endswith("？"):
        cost += 3.5
    if _INNER_END.search(text):
        cost += 1.5
    return cost + (1.5 if text[:1].islower() else 0.0) + (1.0 if len(text) > 200 else 0.0)
