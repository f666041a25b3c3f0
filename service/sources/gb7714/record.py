"""One reference after GB/T 7714, or a Chinese and an English one of the same work, as a Paper.

What the form does not hold (given names in full, the fourth author) is not made up.
"""

from __future__ import annotations

import re
from dataclasses import replace

from service.languages import has_han
from service.paper import Paper
from service.sources.facts import chinese, references
from service.sources.facts.markup import without_markup
from service.sources.gb7714 import imprint, people
from service.sources.gb7714.marks import MARK, TYPES, half

# Where the people in front of a title may end.
_DOT = re.compile(r"[.．。](?!\d)")
_DOTS = 12
_HEAD_LENGTH = 4000
_PREPRINTS = re.compile(
    r"\b(?:\w*[rR]xiv|SSRN|Preprints?|Research Square|PubPub|预印本)\b|Xiv\b|//[\w.-]*(?:xiv|ssrn)\.|10\.(?:1101|48550|31234)/"
)
_ARXIV = re.compile(r"\barxiv[:\s]\s?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})", re.IGNORECASE)
# 全智能节电器: CN101106276A; ...: 中国, 88105607.3; 信息与文献 资源描述: GB/T 3792—2021
_NUMBER = re.compile(
    r"\s?[:：]\s?(?:[\u3400-\u9fff]{2,6}[,，]\s?)?"
    r"(?P<number>(?:[A-Z]{1,10}(?:[/ -][A-Z]{1,8}){0,4}[\s/-]{0,2})?\d[\w.:()/（） —–-]{2,30})\Z"
)
# GB/T 16159-1996, 汉语拼音正词法基本规则
_NUMBER_BEFORE = re.compile(r"(?P<number>[A-Z]{1,6}(?:/[A-Z]{1,3})?\s?\d[\d.]*\s?[-—–:]\s?\d{2,4})[\s,，.．]+(?=[\u3400-\u9fff])")
_NUMBERED = frozenset({"P", "S", "R"})
_IN_CHINESE = re.compile(r"\s*[(（\[]\s*in Chinese[^()\[\]]{0,40}[)）\]]\.?", re.IGNORECASE)
_SERIAL = re.compile(r"[12]\d{3}\s?[,，年]?\s?[^.。]{0,20}?[(（]\d+[)）]|[12]\d{3}[,，]\s?\d{1,4}\s?[:：]")


def read(texts: list[str], label: str) -> Paper:
    """The paper of a reference, or of the two references of a pair: the first is its own language."""
    papers = [_one(text, label) for text in texts]
    first = papers[0]
    for other in papers[1:]:
        titles = {**other.titles, **first.titles}
        first = replace(
            first,
            titles={code: titles[code] for code in dict.fromkeys([*first.titles, *titles])},
            authors=chinese.in_both_scripts(first.authors, other.authors) or other.authors,
            ids={**other.ids, **first.ids},
            links={**other.links, **first.links},
            pages=first.pages or other.pages,
            year=first.year or other.year,
        )
    return first


def _one(text: str, label: str) -> Paper:
    whole = _IN_CHINESE.sub("", " ".join(without_markup(text).split()))
    found = MARK.search(whole)
    kind = half(found["kind"]) if found else ""
    if found:
        head, rest, has_host = whole[: found.start()], whole[found.end() :], bool(found["host"])
    else:
        head, rest, has_host = _unmarked(whole)
        kind = "J" if _SERIAL.search(rest) else "M"
    if kind == "A" and not has_host and (second := MARK.search(rest)):
        # The older form: `[A]. Editor. Host[C]. Place: Publisher, year.`
        kind, has_host = half(second["kind"]), True
        rest = f"{rest[: second.start()]}. {rest[second.end() :].strip(' .')}"
    elif has_host and (second := MARK.search(rest)):
        rest = rest[: second.start()] + rest[second.end() :]
    head = head[:_HEAD_LENGTH].strip(" .．。,，")
    who, title = _head(half(head))
    # The title as it is written.
    title = head[len(head) - len(title) :]
    printed = imprint.read(rest, kind, has_host)
    number = (_NUMBER.search(title) or _NUMBER_BEFORE.match(title)) if kind in _NUMBERED else None
    titles = references.several_texts([title[: number.start()] + title[number.end() :] if number else title])
    venue = references.venue(printed.venue)
    publisher = printed.publisher
    if kind in ("EB", "DS", "DB") and not venue:
        venue, publisher = references.venue(publisher), ""
    ids = references.ids(
        [
            *([("doi", printed.doi)] if printed.doi else []),
            *(("url", url) for url in printed.urls),
            *(("arxiv", match[1]) for match in [_ARXIV.search(rest)] if match),
        ]
    )
    return Paper(
        titles=titles,
        authors=who.authors,
        authors_truncated=who.truncated,
        editors=printed.editors.authors,
        venue=venue,
        volume=chinese.number(printed.volume),
        issue=number["number"].strip() if number else chinese.number(printed.issue),
        pages=references.pages(re.sub(r"(?<=\d)\s?页\Z", "", printed.pages) if printed.pages[:1].isdigit() else printed.pages),
        publisher=publisher or None,
        year=who.year or printed.year,
        date=printed.date if printed.date and int(printed.date[:4]) == (who.year or printed.year) else None,
        type=_type(kind, printed.is_part, venue or "", ids, printed.urls),
        ids=ids,
        retracted=references.retracted(titles, []),
        links=references.links(printed.urls),
        record=label,
    )


def _type(kind: str, has_host: bool, venue: str, ids: dict[str, tuple[str, ...]], urls: tuple[str, ...]) -> str:
    if ("arxiv" in ids and kind in ("EB", "J", "Z")) or (kind == "EB" and _PREPRINTS.search(f"{venue} {' '.join(urls)}")):
        return "preprint"
    if kind in ("M", "G", "K", "A") and has_host:
        return "chapter"
    return "book" if kind == "C" and not has_host and not venue else TYPES.get(kind, "other")


def _head(head: str) -> tuple[people.People, str]:
    """The people before a title, and the title. Where no dot ends a list of people the whole is a title."""
    for match in list(_DOT.finditer(head))[:_DOTS]:
        left, right = head[: match.start()], head[match.end() :]
        # `Smith J. R. Title`: further initials.
        while people.are_people(left) and (more := re.match(r"\s?[A-Z]\.\s?(?=\S)", right)):
            left, right = f"{left}.{more[0].rstrip()}", right[more.end() :]
        is_apart = right[:1].isspace() or match[0] != "."
        if not right.strip():
            break
        if right.lstrip()[:1] in (",", "，", ";"):
            continue  # `NORD G L Jr., VEBLEN D R`
        if people.are_people(left) or (is_apart and not has_han(left) and people.may_be_body(left) and not _in_sentence(left)):
            return people.read(left), right.strip()
    return people.People(), head.strip()


def _in_sentence(left: str) -> bool:
    """Whether this reads like the beginning of a title: words in small letters that no name of an institution has."""
    small = [word for word in left.split() if word[:1].islower() and word not in _SMALL]
    return len(small) > 1


_SMALL = frozenset("of the and for in on de la du des der und für di del e y van von et & zur at to".split())


def _unmarked(whole: str) -> tuple[str, str, bool]:
    """Head, rest and whether there is a host, of a reference without a mark, as before 2005: `Author. Title. Venue, ...`"""
    before, host, after = whole.partition("//")
    if host and not before.endswith(":"):
        return before, after, True
    parts = imprint.sentences(whole)
    size = 2 if len(parts) > 2 or (parts and people.are_people(parts[0])) else 1
    return ". ".join(parts[:size]), ". ".join(parts[size:]), False
