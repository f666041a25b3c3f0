"""One line of names: one person, one body, or several; divided where it is sure that they are several.

It reads no name, and leaves a line whole where its commas may stand inside of one name.
"""

from __future__ import annotations

import re

from service import names
from service.folding import SIMPLIFIED
from service.languages import has_han, is_han_only
from service.names.syllables import SURNAME_SYLLABLES, divisions
from service.sources.facts import bodies, fields

_LETTER = re.compile(r"[^\W\d_]")
_SHARP = re.compile("[;；、]")
_COMMA = re.compile(r"\s*[,，]\s*")
# `J. R. Smith`, `Smith JR`, `Smith, J.`: initials tell a person.
_INITIALS = r"(?:[A-ZÀ-ÖØ-Þ]\.?[ -]?){1,3}(?<! )"
_WORD = r"[^\W\d_][^\W\d_'’.-]*(?:['’-][^\W\d_]+)*"
_FAMILY = rf"{_WORD}(?: {_WORD}){{0,2}}"
_WITH_INITIALS = re.compile(rf"(?:[A-ZÀ-ÖØ-Þ]\.[ -]?){{1,4}}{_FAMILY}|[A-ZÀ-ÖØ-Þ] {_WORD}|{_FAMILY} {_INITIALS}")
# `Zhang, San`: one word before one comma.
_TURNED = re.compile(r"[A-Za-z'-]+, ?[A-Za-z. '-]+")
_SUFFIX = re.compile(r" (?:Jr|Sr|II|III|IV)\.?\Z")
# The commonest Chinese family names, by which two Han words are two people: 石原 慎太郎 and 田中 文雄 are one each.
_COMMON = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石"
    "廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙陶黎贺顾毛郝龚邵万钱严覃戴莫孔向汤"
)
# `San1, Si2`, `San1,2*`: figures of affiliations behind names.
_FIGURES = re.compile(
    r"(?:(?<=[a-zß-ÿ\u3400-\u9fff])|(?<= [A-Z]))[\d¹²³⁴-⁹]{1,2}(?:[,，][\d¹²³⁴-⁹]{1,2})*[*†‡]?(?=\s*(?:[,，;；、&]|and\b|\Z))"
)
# 张三(清华大学): an institution behind a name.
_PLACED = re.compile(r"(?<=[\u3400-\u9fff])\s?[(（]([\u3400-\u9fff]{2,40})[)）](?=\s*(?:[,，;；、]|\Z))")
_GROUP = re.compile(r"(?:the )?(?P<name>(?:[^\s,]+ ){0,6}(?:group|team|consortium|collaboration|investigators))", re.IGNORECASE)
_SMALL = frozenset("of for the and in on at to de la".split()) - names.PARTICLES
# The most words of a family name or of given names.
_FEW = 4
# More people than this nobody lists on a line without another sign between them than commas, each with two of them.
_CERTAINLY_SEVERAL = 4


def divided(line: str) -> tuple[list[str], bool]:
    """The names of a line, in its order, and whether the list stops early (等, et al.).

    Semicolons and 、 divide whatever stands between them. `and` divides people and no bodies (`Ministry of Health and
    Welfare`). Commas divide where all between them are whole names by themselves: `张三,李四`, `Zhang San, Li Si`,
    `J. Ko, D. Fox`, `Ko J, Fox D`, `Ko, J., Fox, D.`; not `Zhang, San`. Blanks divide Han names: `张三 李四`.
    """
    line, cut = fields.cut_truncation(" ".join(line.split()))
    # Told at a fifth of the time: it is how most names are written.
    return [line] if _TURNED.fullmatch(line) and " and " not in line.lower() else _names(_unnoted(line)), cut


def is_pair_at_blank(line: str) -> bool:
    """Whether this is two Han words, which may be two people or, as in Japanese, one."""
    return is_han_only(line) and len(line.split()) == 2


def is_han_name(name: str) -> bool:
    """Whether this is a Chinese person's whole name: two to four characters behind a surname, and no body's."""
    return 2 <= len(name) <= 4 and is_han_only(name) and _surname(name) not in ("", name) and not bodies.is_han_body(name)


def _names(line: str) -> list[str]:
    if _SHARP.search(line):
        return [name for part in _SHARP.split(line) if _LETTER.search(part) for name in _names(part.strip())]
    groups = [group.strip(" ,，") for group in fields.AND.split(line)]
    groups = [group for group in groups if group]
    if len(groups) > 1:
        # Where the last one is not turned (`..., Jane Doe and Ann Poe`), commas divide whole names.
        unturned = _COMMA.search(groups[-1]) is None and _is_whole(groups[-1])
        found = [_people(group, unturned) for group in groups]
        # `Smith J, Doe K, and the ABC Study Group`
        if not found[-1] and sum(map(len, found)) > 1 and (group := _GROUP.fullmatch(groups[-1])):
            found[-1] = [group["name"]]
        return [name for several in found for name in several] if all(found) else [line]
    line = groups[0] if groups else ""
    if _COMMA.search(line) is None:
        several = fields.han_names(line) if is_han_only(line) else []
        return several if _are_han_names(several) else [line] if line else []
    return _at_commas(line) or [line]


def _unnoted(line: str) -> str:
    """A line of names without the figures or the institutions behind them, where more than one name has these."""
    if len(_FIGURES.findall(line)) > 1:
        line = _FIGURES.sub("", line)
    places = _PLACED.findall(line)
    return _PLACED.sub("", line) if len(places) > 1 and all(map(bodies.is_han_body, places)) else line


def _people(group: str, unturned: bool) -> list[str]:
    """The people of a part beside an `and`; none where it may be a part of a body's name."""
    if bodies.is_body(group):
        return []
    pieces = fields.with_suffixes(_COMMA.split(group))
    several = pieces if unturned and len(pieces) > 1 and all(map(_is_whole, pieces)) else _at_commas(group)
    if several:
        return several
    given = pieces[1] if len(pieces) == 2 else ""
    is_person = (_is_named(pieces[0]) and _is_named(given)) if given else len(pieces) == 1 and _is_whole(pieces[0])
    return [group] if is_person else []


def _at_commas(line: str) -> list[str]:
    """The names between commas; none where the line is one name, or not surely several."""
    pieces = fields.with_suffixes([piece for piece in _COMMA.split(line) if piece])
    if len(pieces) < 2 or pieces[0].translate(SIMPLIFIED) in names.COMPOUND_SURNAMES:
        return []
    if len(pieces) % 2 == 0 and len(pieces) > 2 and not has_han(line) and fields.are_pairs(pieces):
        return [f"{family}, {given}" for family, given in zip(pieces[::2], pieces[1::2], strict=True)]
    sure = [_is_surely_whole(piece) for piece in pieces]
    if all(sure) or _are_foreign_in_han(pieces) or _are_group_and_people(pieces):
        return pieces
    others = [
        not known and (bodies.is_body(piece) or bodies.is_han_body(piece)) for known, piece in zip(sure, pieces, strict=True)
    ]
    if all(known or body for known, body in zip(sure, others, strict=True)):
        # `Hebei University, Bao Ding` may be one body and its place.
        return pieces if sum(sure) > 1 or any(is_han_name(piece) for piece in pieces) else []
    if any(others):
        return []
    if len(pieces) > 2 and all(map(_is_whole, pieces)):
        return pieces
    return pieces if len(pieces) >= _CERTAINLY_SEVERAL and all(map(_is_named, pieces)) else []


def _are_foreign_in_han(pieces: list[str]) -> bool:
    """马克思，恩格斯，列宁 or 列夫·托尔斯泰，马克·吐温: three names of Han characters or more, or each with a point in it."""
    if any(not is_han_only(piece.replace("·", "")) or " " in piece or bodies.is_han_body(piece) for piece in pieces):
        return False
    return all("·" in piece for piece in pieces) or (
        len(pieces) > 2 and all(2 <= len(piece) <= 5 or "·" in piece for piece in pieces)
    )


def _are_group_and_people(pieces: list[str]) -> bool:
    """`Gemini Team, Rohan Anil, Sebastian Borgeaud`"""
    return len(pieces) > 2 and _GROUP.fullmatch(pieces[0]) is not None and all(map(_is_whole, pieces[1:]))


def _is_surely_whole(name: str) -> bool:
    """Whether this can't be a family name or given names alone: initials, or a whole Chinese name, say so."""
    if has_han(name):
        joined = fields.han_names(name) if is_han_only(name) else []
        return len(joined) == 1 and is_han_name(joined[0])
    name = _SUFFIX.sub("", name)
    return (_WITH_INITIALS.fullmatch(name) is not None and not bodies.is_body(name)) or _is_romanised(name)


def _is_romanised(name: str) -> bool:
    """Zhang San, San Zhang, Xiao-Ming Li: a Chinese surname of this reading, and syllables for the rest."""
    if names.PARTICLES.intersection(name.split()):
        return False
    words = name.lower().split()
    if not 2 <= len(words) <= 3 or not name.isascii():
        return False
    ways = ((words[0], words[1:]), (words[-1], words[:-1]))
    return any(family in SURNAME_SYLLABLES and all(divisions(one.replace("-", "")) for one in given) for family, given in ways)


def _is_whole(name: str) -> bool:
    """Whether this may be a whole name: two words or more, or Han characters."""
    if has_han(name):
        return _is_surely_whole(name) or "·" in name
    return _is_named(name) and (" " in name or "." in name.rstrip("."))


def _is_named(part: str) -> bool:
    """Whether this may be a name or a part of one: a few words with capitals, particles among them, and nothing of a body."""
    words = [word for word in part.split() if len(word.rstrip(".")) > 1]
    if has_han(part):
        return not bodies.is_han_body(part)
    return (
        bool(part.strip())
        and len(words) <= _FEW
        and not bodies.is_body(part.title())  # A family name in capitals is no ISO.
        and not re.search(r"\d", part)
        and all(word[:1].isupper() or word.lower() in names.PARTICLES or not word.isascii() for word in words)
        and not any(word in _SMALL for word in words)
    )


def _are_han_names(several: list[str]) -> bool:
    """Whether these are people: two bear a common surname each, of more the half any (Mongols, Manchus and others do not)."""
    if len(several) < 2 or any(not 2 <= len(name) <= 4 or bodies.is_han_body(name) for name in several):
        return False
    if len(several) == 2:
        plain = [name.translate(SIMPLIFIED) for name in several]
        return all(name[0] in _COMMON or name[:2] in names.COMPOUND_SURNAMES for name in plain)
    known = sum(map(is_han_name, several))
    return known * 2 >= len(several)


def _surname(name: str) -> str:
    simplified = name.translate(SIMPLIFIED)
    if simplified[:2] in names.COMPOUND_SURNAMES and len(name) > 2:
        return simplified[:2]
    return simplified[:1] if simplified[:1] in names.SURNAMES else ""
