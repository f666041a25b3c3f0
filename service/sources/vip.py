"""VIP's own lines (`【题　名】...`), as its export of text and of chosen fields writes them.

They are a row of a table written as lines, and read as one: see table. Funds, call numbers and CN numbers are not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from service.paper import Notice, Paper, Reject
from service.sources.facts import chinese
from service.sources.input import Input
from service.sources.reading import tagged
from service.sources.reading.lines import beginning, lines
from service.sources.reading.tagged import Record
from service.sources.table.columns import field_of
from service.sources.table.record import read

_BLANK = "[ \t\u3000\ufeff]"
# Every name is written four characters wide: 【题　名】, 【序  号】, 【C N 号】, 【ISSN号】.
_NAMES = (
    "序号 题名 标题 篇名 英文题名 作者 英文作者 机构 作者单位 刊名 来源 出处 文献来源 英文刊名 "
    "年 年份 出版年 卷 卷号 期 期号 页码 页数 ISSN ISSN号 CN CN号 ISBN 馆藏号 关键词 英文关键词 "
    "分类号 中图分类号 文摘 摘要 英文文摘 英文摘要 网址 链接 DOI DOI号 基金 基金项目 "
    "语种 文献类型 出版社 学位授予单位"
).split()
_WIDE = "|".join(f"{_BLANK}{{0,4}}".join(name) for name in sorted(_NAMES, key=len, reverse=True))
_TAG = re.compile(rf"【{_BLANK}{{0,4}}({_WIDE}){_BLANK}{{0,4}}】{_BLANK}*[:：]?{_BLANK}*")
_SHOWN = re.compile(rf"^{_BLANK}{{0,8}}{_TAG.pattern}", re.MULTILINE)
_TITLE = re.compile(rf"^{_BLANK}{{0,8}}【{_BLANK}{{0,4}}(?:英文)?[题标篇]{_BLANK}{{0,4}}[名题]{_BLANK}{{0,4}}】", re.MULTILINE)
# 〖检索结果〗选中2篇: what stands above the records.
_ABOVE = re.compile(rf"{_BLANK}*〖[^〗]{{1,20}}〗")
# 【馆　际】: a name that is not known ends the field before it, unless it is a heading inside of an abstract.
_UNKNOWN = re.compile(rf"{_BLANK}*【([^【】]{{2,12}})】")
_HEADING = re.compile("目的|背景|方法|结果|结论|讨论|意义|材料|资料|对象|设计|^[A-Za-z]+$")
_ABSTRACTS = frozenset("文摘 摘要 英文文摘 英文摘要".split())
_MOST_SIGNS = 6
_FIRST = frozenset({"序号", "题名", "标题", "篇名"})
# 情报学报.2010(5).-889-896 | 情报学报 2010,29(5):889-896 | 《情报学报》2010年第29卷第5期 889-896,共8页
_SOURCE = re.compile(
    r"《?(?P<venue>[^《》]{1,120}?)》?[\s.．,，]*(?P<year>(?:19|20)\d\d)(?!\d)年?[\s.．,，]*(?:第?(?P<volume>\d{1,4})卷?[\s,，]*)?"
    r"(?:[(（](?P<issue>[^()（）]{1,12})[)）]|第?(?P<nth>[\w增刊/-]{1,8})期)?[\s.．:：,，-]*(?P<pages>\w?\d[\d\w,，+-]{0,30}?)?"
    r"(?:[,，]\s*共?\d+页.{0,10})?[\s.．]*\Z"
)


# 张三[1] 李四[1,2]; [1]某大学
_FOOTNOTED, _FOOTNOTE = frozenset({"authors", "affiliations"}), re.compile(r"\[[\d,，\s]{1,10}\]")
_BESIDE_HAN = re.compile(rf"(?<=[\u3400-\u9fff]){_BLANK}+|{_BLANK}+(?=[\u3400-\u9fff])")


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a file, in its order."""
    return tagged.papers(_records(data.stream), _read, lambda _: "")


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (its lines say it)
    """How sure it is that this is VIP's: a line of a title, and lines of two more of its names."""
    if b"\0" not in head and head.isascii():
        return 0.0
    shown = beginning(head)[: 16 * 1024]
    first = _SHOWN.search(shown)
    if first is None or not _TITLE.search(shown) or len({found[1] for found in _TAG.finditer(shown, first.start())}) < 3:
        return 0.0
    # Another text may quote a record.
    above = shown[: first.start()].split("\n")
    return 0.95 if all(not line.strip() or _ABOVE.match(line) for line in above) else 0.4


def _records(stream: BinaryIO) -> Iterator[Record]:
    """From a number or a title to the next; a text may go on in the next line, and a line of a name hold further ones."""
    record: Record | None = None
    for number, line in enumerate(lines(stream), start=1):
        # Names and texts in turn, behind an empty text; a line that begins with a text is all text: it may quote a name.
        before, *parts = _TAG.split(line) if _SHOWN.match(line) else [line]
        if record and before.strip() and not _ABOVE.match(line):
            if unknown := _unknown(record, before):
                record.add(unknown, "")
            else:
                record.go_on(before.strip())
        for name, value in zip(parts[::2], parts[1::2], strict=True):
            tag = re.sub(r"\s", "", name)
            if record and tag in _FIRST and (record.has(tag) or (tag == "序号" and record.items)):
                yield record
                record = None
            record = record or Record(number)
            record.add(tag, value.strip())
    if record:
        yield record


def _unknown(record: Record, line: str) -> str | None:
    """The name that a line begins with, which is none of VIP's; None where it belongs to a text."""
    found = _UNKNOWN.match(line)
    name = re.sub(_BLANK, "", found[1]) if found else ""
    is_heading = _HEADING.search(name) is not None and bool(record.items) and record.items[-1][0] in _ABSTRACTS
    return name if 2 <= len(name) <= _MOST_SIGNS and not is_heading else None


def _read(record: Record, label: str) -> tuple[Paper, list[str]]:
    values: dict[str, list[str]] = {}
    for tag, written in record.items:
        field, value = field_of(tag), chinese.joined(written).strip()
        if field in _FOOTNOTED:
            value = _FOOTNOTE.sub("", value)
        if field == "keywords" and not re.search("[;；,，、]", value):
            value = _BESIDE_HAN.sub(";", value)
        if field == "venue" and (found := _SOURCE.fullmatch(value)):
            value = found["venue"]
            for name, part in (("year", found["year"]), ("volume", found["volume"]), ("pages", found["pages"])):
                values.setdefault(name, []).extend([part] if part else [])
            values.setdefault("issue", []).extend([one] if (one := found["issue"] or found["nth"]) else [])
        if field and value:
            values.setdefault(field, []).append(value)
    return read(values, label)
