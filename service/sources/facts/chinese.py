"""What exports of Chinese databases share: numbers as 第3期, names in both scripts, classes, CNKI's marks.

It knows no format's fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from service.languages import has_han
from service.paper import Affiliation, Author, Category
from service.sources.facts import countries, fields, namelists, references
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text

# 第3期, 第 12 卷, 总第5期: the number alone.
_NUMBERED = re.compile(r"(?:总?第)?\s*([0-9０-９][0-9０-９A-Za-z/、,，+（）()-]*)\s*[卷期号辑册]?\Z")
_PADDING = re.compile(r"(?<!\d)0+(?=\d)")
# `<正>` begins an abstract that CNKI cut out of the text; `(#br)` is a line break.
_MARKS = re.compile(r"\A\s*(?:<正>\s*[~～]*|正[~～])|\(#br\)|\A\s*(?:摘\s*要|[Aa]bstract|ABSTRACT)\s*(?:[:：]|\(#br\))\s*")
# `CD4~+`, `Ca~(2+)`: raised signs; `~([1-3])`: a raised number of a reference.
_RAISED_REFERENCE = re.compile(r"~\(\[[\d,，、\s–-]{1,20}\]\)")
_RAISED = re.compile(r"(?<=[A-Za-z0-9)])~(?:\(([\d+–−-]{1,6})\)|(?=[+–−-]))")
# A class of the Chinese Library Classification: one or two letters, numbers, further signs.
_CLC = re.compile(r"\s*([A-KN-VXZ])([A-Z]?[\d.]*(?:[-+:=/\"()（）\[\].\d]+)?)\s*\Z")
# The 22 classes by which libraries of China shelve; the fifth edition's names.
CLC_CLASSES: Mapping[str, str] = {
    "A": "马克思主义、列宁主义、毛泽东思想、邓小平理论", "B": "哲学、宗教", "C": "社会科学总论", "D": "政治、法律",
    "E": "军事", "F": "经济", "G": "文化、科学、教育、体育", "H": "语言、文字", "I": "文学", "J": "艺术", "K": "历史、地理",
    "N": "自然科学总论", "O": "数理科学和化学", "P": "天文学、地球科学", "Q": "生物科学", "R": "医药、卫生", "S": "农业科学",
    "T": "工业技术", "U": "交通运输", "V": "航空、航天", "X": "环境科学、安全科学", "Z": "综合性图书",
}  # fmt: skip
_FOOTNOTE = re.compile(r"\A\s*[(（\[]?\d{1,2}[)）\]]?[.．、]?\s*(?=[A-Z\u3400-\u9fff])")
_POSTCODE = re.compile(r"\A\s*\d{6}[\s,，]+|[\s,，]*(?<!\d)\d{6}\s*\Z")
_IS_WIDE = re.compile("[\u3000-\u303f\u3400-\u9fff\uff00-\uff60]")
# People whom exports name in the place of authors without meaning one.
_NO_AUTHORS = frozenset({"anon", "本刊讯", "无作者"})


def number(value: str) -> str | None:
    """A volume or issue as a number: `第3期` and `03` are 3; what is none stays as it is (`增刊1`, `S1`)."""
    shown = references.number(value)
    if found := _NUMBERED.fullmatch(shown):
        shown = found[1]
    return _PADDING.sub("", shown)[:100] or None


def joined(lines: Iterable[str]) -> str:
    """A text that was broken into lines: between Han characters there was no blank."""
    whole = ""
    for line in filter(None, lines):
        is_one = not whole or (_IS_WIDE.match(whole[-1]) and _IS_WIDE.match(line))
        whole += line if is_one else f" {line}"
    return whole


def unmarked(value: str) -> str:
    """An abstract or title without CNKI's marks: `<正>`, `(#br)`, `CD4~+`."""
    if "~" in value:
        value = _RAISED.sub(lambda match: match[1] or "", _RAISED_REFERENCE.sub("", value))
    return _MARKS.sub(" ", value).strip()


def people(values: Iterable[str]) -> tuple[tuple[Author, ...], bool]:
    """Authors of fields that hold one name or several (`张三;李四;`, `张三,李四`), and whether a list stops early."""
    found: list[Author] = []
    truncated = False
    for value in values:
        line, cut = fields.cut_truncation(" ".join(text(without_markup(value)).split()))
        truncated |= cut
        several, _ = namelists.divided(line)
        pieces = re.split("[,，]", line)
        if len(several) == 1 < len(pieces) and not references.is_body(line) and all(map(_is_whole, pieces)):
            several, _ = fields.split_authors(line)
        for name in several:
            if name.strip(" .").lower() not in _NO_AUTHORS:
                one = references.body(name) if references.is_body(name) else references.person(name)
                found += [one] if one else []
    return tuple(found), truncated


def _is_whole(name: str) -> bool:
    """Whether this is no family or given name alone, as these exports write people."""
    return has_han(name) or " " in name.strip()


def in_both_scripts(authors: Sequence[Author], others: Sequence[Author]) -> tuple[Author, ...]:
    """The authors with their names in the other script too, where each has one: 张三 beside `San Zhang`."""
    if len(authors) != len(others):
        return tuple(authors)
    both = []
    for author, other in zip(authors, others, strict=True):
        han, latin = (author, other) if has_han(author.name) else (other, author)
        different = has_han(han.name) and not has_han(latin.name) and not author.names
        both.append(replace(author, names={"zh": han.name, "en": latin.name}) if different else author)
    return tuple(both)


def affiliated(authors: Sequence[Author], places: Sequence[str], in_turn: bool) -> tuple[Author, ...] | None:
    """The authors with their institutions; None where it is not clear whose is whose.

    `in_turn`: there is one for each author, repeated where two share one. Otherwise each institution is named once: one
    alone is everybody's, and of several nobody can tell.
    """
    known = [found for place in places if (found := _institutions(place))]
    if not authors or not known:
        return tuple(authors)
    if len(set(known)) == 1 or len(authors) == 1:
        several = tuple(dict.fromkeys(one for found in known for one in found))
        return tuple(replace(author, affiliations=several) for author in authors)
    if in_turn and len(known) == len(authors):
        return tuple(replace(author, affiliations=found) for author, found in zip(authors, known, strict=True))
    return None


@lru_cache(maxsize=4096)
def _institutions(place: str) -> tuple[Affiliation, ...]:
    """The institutions of a text without numbers of footnotes and postcodes: `1.武汉大学, 湖北 武汉 430072; 2.中山大学`."""
    parts = [_POSTCODE.sub("", _FOOTNOTE.sub("", part)) for part in re.split("[;；]", place)]
    # An old export of CNKI repeats it: `中国地质大学政法学院,中国地质大学政法学院 湖北武汉`.
    parts = [
        first if first and rest.strip().startswith(first) else part for part in parts for first, _, rest in [part.partition(",")]
    ]
    return tuple(dict.fromkeys(one for part in parts if (one := countries.affiliation(part))))


def clc(value: str) -> tuple[Category, ...]:
    """The classes of the Chinese Library Classification in a text (`H314; F832.5`): main class, and the number as sub-area."""
    found: dict[Category, None] = {}
    for part in re.split(r"[;；,，、\s]+", value[:500]):
        if match := _CLC.fullmatch(part):
            found[Category(CLC_CLASSES[match[1]], match[1] + match[2] if match[2] else None)] = None
    return tuple(found)
