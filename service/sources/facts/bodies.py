"""Which names are institutions', by their words: companies, ministries, groups, in English and Chinese.

It reads no list of names, and takes what no word tells for no body.
"""

from __future__ import annotations

import re

from service.languages import has_han

_WORDS = (
    r"universit\w+|institut\w*|society|associations?|committee|council|group|team|department|collaboration|consortium"
    r"|organi[sz]ation|centers?|centres?|laborator\w+|agency|ministry|office|academy|foundation|bureau|librar\w+|commission"
    r"|federation|administration|services?|corporation|company|division|hospital|research|school|college|board|sciences"
    r"|technologies|industries"
)
# A word that tells a body, or a sign between parts of one.
BODY = re.compile(rf"\b(?:inc|ltd|llc|gmbh|corp|co|{_WORDS})\b|[&/]", re.IGNORECASE)
_BODY_WORD = re.compile(rf"\b(?:{_WORDS})\b", re.IGNORECASE)
# 中国科学院, 计算技术研究所: bodies in Chinese, by how they end.
_HAN = re.compile(
    "(?:大学|学院|学校|中学|小学|研究所|研究会|研究室|中心|实验室|公司|集团|学会|协会|委员会|编辑部|课题组|项目组|小组|办公室|图书馆"
    "|博物馆|出版社|杂志社|银行|政府|联盟|基金会|事务所|工作室|本刊|编委会|联合会|党校|.{2}[部局厅署院]|.{4}[所系处室社会科馆厂站])\\Z"
)
_COMPANY = re.compile(r",\s*(?:inc|ltd|llc|co)\.?\Z", re.IGNORECASE)


def is_body(name: str) -> bool:
    """Whether a name is plainly an institution's: a word says so, or it is one like ISO.

    Of a name with commas the words before the first have to: `Ministry of Health, Labour and Welfare`, 中国科学院, 计算所.
    """
    if has_han(name):
        first, comma, rest = name.replace("，", ",").partition(",")
        return is_han_body(first.strip()) if comma and has_han(rest) else BODY.search(name) is not None and not comma
    if "," in name and not _COMPANY.search(name):
        name = name.partition(",")[0]
        return " " in name and _BODY_WORD.search(name) is not None
    return BODY.search(name) is not None or (name.isupper() and name.isalpha() and name.isascii() and 1 < len(name) < 6)


def is_han_body(name: str) -> bool:
    """Whether a name in Han characters is plainly an institution's."""
    return _HAN.search(name) is not None
