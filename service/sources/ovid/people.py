"""Authors of an Ovid record without what databases set behind their names: degrees, roles, addresses, marks of institutions.

It gives no institution to an author whom neither a mark nor a name ties to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from service.paper import Affiliation, Author
from service.sources.facts import countries, creators, references
from service.sources.reading.tagged import Record

_ROLE = re.compile(r"\s*\[(?P<said>[^\[\]]*)(?:\]|\Z)")
_EDITOR = re.compile(r"\bEds?\b|\bEditors?\b", re.IGNORECASE)
_MARKS = re.compile(
    r"\s*(?P<marks>(?:\(?\d{1,3}\)?|\*+|\+{1,3}|\[(?:S|P|dagger|section)\]|#|\++)(?:\s?,?\s?(?:\(?\d{1,3}\)?|\*+|\++|#))*)\s*\Z"
)
_DEGREE = re.compile(
    r"(?:ph\.?\s?d|m\.?d|m\.?sc?|b\.?sc?|m\.?a|b\.?a|mph|mhs|mba|mbbs|mbchb|mbbch|mrcp|frcp|frcs|facs|facc|faan|facsm|fahs|frcpc|frcsc|"
    r"dphil|dsc|scd|drph|dnsc|dnp|edd|ed\.?d|psyd|pharmd|dds|dmd|dvm|do|rn|rpn|np|ms|jd|llm|llb|meng|msw|med|mphil|facp|msph|crna|bsn|msn|"
    r"cns|aprn|fesc|faha|fapa|faap|mrcs|mrcpsych|esq|pt|dpt|ot|rd|cnm)",
    re.IGNORECASE,
)
# Some journals set what their authors have done in the place of where they are.
_BIOGRAPHY = re.compile(r"\b(?:is|was|are|were)\s+(?:an?|the)\b")
_DIVIDED = re.compile(r";\s*")
# `(1)Centre for Things, (2)School of That`, `From the (*)Department of This`, `From the *Department; and +Institute`.
_PLACE_MARK = re.compile(r"(?:\A|[\s;,.]|From the )\s*(?:\((?P<round>\d{1,3}|\*+|\++|#)\)|(?P<bare>[*+#]{1,3}))\s*(?=[^\s,;])")


@dataclass(frozen=True, slots=True)
class _Named:
    name: str
    marks: tuple[str, ...]
    role: str


def read(record: Record, notices: list[str]) -> tuple[tuple[Author, ...], tuple[Author, ...], bool]:
    """Authors, the editors among them, and whether the list stops early."""
    listed = [one for value in record.joined("AU", "FA") if value for one in _divided(value)] if record.has("AU", "FA") else []
    truncated = any(references.is_truncation(one) for one in listed)
    found = [_named(one) for one in listed if not references.is_truncation(one)]
    editors = [one for one in found if _EDITOR.search(one.role) and "author" not in one.role.lower()]
    authors = [one for one in found if one not in editors]
    people = [(one, author) for one in authors if (author := _author(one.name))]
    placed = _placed(people, record, notices)
    return placed, tuple(author for one in editors if (author := _author(one.name))), truncated


def of_list(value: str) -> tuple[Author, ...]:
    """The people of a list with marks behind names: `Neenan, Michael [Ed]; Palmer, Stephen [Ed]`."""
    # Where a comma divides people too, only the marks tell one from the next.
    parts = re.split(r"(?<=\])\s*[,;&]\s*|;\s*", value)
    return tuple(author for part in parts if (author := _author(_named(part).name)))


def _divided(value: str) -> list[str]:
    """The people of one field; what follows a semicolon may be a degree of the one before it."""
    found: list[str] = []
    depth = 0
    for part in _DIVIDED.split(value):
        bare = _MARKS.sub("", part).strip(" .")
        if found and (depth > 0 or _DEGREE.fullmatch(bare)):
            found[-1] += ("; " if depth > 0 else ", ") + part
        elif part.strip():
            found.append(part)
        depth = max(depth, 0) + part.count("[") - part.count("]")
    return found


def _named(value: str) -> _Named:
    role = "; ".join(match["said"] for match in _ROLE.finditer(value) if len(match["said"]) > 1)
    name = _ROLE.sub(lambda match: match[0] if len(match["said"]) < 2 else "", value).strip()
    marks: tuple[str, ...] = ()
    if found := _MARKS.search(name[-60:]):
        marks = tuple(re.findall(r"\d+|\*+|\++|#", found["marks"]))
        name = name[: len(name) - len(name[-60:]) + found.start()]
    return _Named(_without_degrees(name), marks, role)


def _without_degrees(name: str) -> str:
    """Degrees stand behind the given name: `Peterson, James A. Ph.D., FACSM`, `Gazic, Barbara MD, PhD`."""
    family, comma, rest = name.strip(" ,").partition(",")
    if not comma:
        return family
    words = rest.replace(",", " ").split()
    while len(words) > 1 and _DEGREE.fullmatch(words[-1].strip(".")):
        words.pop()
    # The dot behind a whole word, or behind initials without dots, ends the field; that of an initial belongs to it.
    if words and (re.fullmatch(r"[^\W\d_]{2,}\.", words[-1]) or (len(words) > 1 and len(words[-2]) == 1)):
        words[-1] = words[-1].removesuffix(".")
    return f"{family}, {' '.join(words)}" if words else family


def _author(name: str) -> Author | None:
    """A person; family names in capitals (`AHMED, Mughees`) become words."""
    family, comma, given = name.partition(",")
    if comma and family.isupper() and len(family) > 2 and not given.isupper():
        name = f"{family.title()},{given}"
    return creators.person_or_body(creators.initials_set_out(name))


def _placed(people: list[tuple[_Named, Author]], record: Record, notices: list[str]) -> tuple[Author, ...]:
    """The authors with their institutions: by marks, by names before addresses, or those of the one whom letters reach."""
    authors = tuple(author for _, author in people)
    lines = [line for value in record.all("IN") for line in value.split("\n") if line.strip()]
    lines = [line for line in lines if not _BIOGRAPHY.search(line)]
    if not lines or not authors or record.has("PN"):
        return authors
    if len(authors) == 1:
        places = [_PLACE_MARK.sub(" ", _behind_name(line)) for line in lines]
        return creators.at_places(authors, [places])
    if by_name := _by_name(authors, lines):
        return by_name
    if any(one.marks for one, _ in people) and (marked := _by_mark(" ".join(lines))):
        return tuple(
            replace(author, affiliations=tuple(dict.fromkeys(place for mark in one.marks for place in marked.get(mark, ()))))
            for one, author in people
        )
    reached = [place for place, (one, _) in enumerate(people) if "reprint author" in one.role.lower()]
    if len(reached) == 1:
        places_of = [lines if place == reached[0] else [] for place in range(len(people))]
        return creators.at_places(authors, places_of)
    notices.append(references.UNASSIGNED)
    return authors


def _by_mark(text: str) -> dict[str, tuple[Affiliation, ...]]:
    found = list(_PLACE_MARK.finditer(text))
    if not found:
        return {}
    ends = [match.start() for match in found[1:]] + [len(text)]
    marked: dict[str, tuple[Affiliation, ...]] = {}
    for match, end in zip(found, ends, strict=True):
        place = re.sub(r"[\s,;.]+(?:and)?\s*\Z", "", text[match.end() : end])
        if one := countries.affiliation(place):
            marked[match["round"] or match["bare"]] = (one,)
    return marked


def _by_name(authors: tuple[Author, ...], lines: list[str]) -> tuple[Author, ...] | None:
    """`Kobori, Osamu: Chiba University, Chiba, Japan`, a line for each of some authors."""
    find = creators.finder(authors)
    where: dict[int, list[str]] = {}
    for line in lines:
        name, colon, place = line.partition(":")
        if colon and len(name) < 100 and (at := find(name)) is not None:
            where.setdefault(at, []).append(place)
    return creators.at_places(authors, [where.get(at, []) for at in range(len(authors))]) if where else None


def _behind_name(line: str) -> str:
    name, colon, place = line.partition(": ")
    return place if colon and "," in name and len(name) < 60 else line
