"""Authors of a Web of Science record: full names, and the institutions and numbers that name their authors.

An address becomes its institution and its country: departments and streets are written in too many ways to be counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from service.paper import Affiliation, Author
from service.sources.facts import countries, creators, fields, references
from service.sources.reading.tagged import Record

# `[Litt, JS; Smith, VC] Harvard Univ, Boston, MA USA`: the authors of an address before it.
_OF = re.compile(r"\[(?P<people>[^\[\]]{1,20000})\]\s*(?P<address>[^\[]+)")


def authors(record: Record, notices: list[str]) -> tuple[tuple[Author, ...], bool]:
    """The authors and whether the list stops early; groups stand behind the people."""
    short, full = _listed(record, "AU"), _listed(record, "AF")
    known = full if len(full) >= len(short) else short
    found, cut = creators.people([creators.initials_set_out(name) for name in known or _listed(record, "BA")])
    if not found:
        known, short = [], []
    people = _with_numbers(record, _with_institutions(record, found, known, short, notices))
    groups = tuple(one for value in _listed(record, "CA") if (one := references.body(value)))
    return (*people, *groups), cut


def editors(record: Record) -> tuple[Author, ...]:
    """The editors of the volume."""
    return creators.people([creators.initials_set_out(name) for name in _listed(record, "BE", "ED")])[0]


def _listed(record: Record, *tags: str) -> list[str]:
    """The names of some tags: a line each, or on one line with semicolons. Addresses for letters are cut off."""
    lines = [line for value in record.all(*tags) for line in value.split("\n")]
    found = [re.sub(r"\s*\([^()]*@[^()]*\)", "", name).strip(" ,") for line in lines for name in line.split(";")]
    return [name for name in found if name]


def _with_institutions(
    record: Record, found: tuple[Author, ...], known: Sequence[str], short: Sequence[str], notices: list[str]
) -> tuple[Author, ...]:
    # Of a patent it is where the first inventor lives.
    lines = [line for value in record.all("C1") for line in value.split("\n")] if record.first("PT") != "P" else []
    text = " ".join(lines)
    if not found or not text:
        return found
    if "[" not in text:
        # One address is everybody's; of several nobody can tell whose they are.
        listed = [one for line in _addresses(lines) if (one := institution(line))]
        if len(set(listed)) == 1 or len(found) == 1:
            return tuple(replace(author, affiliations=tuple(dict.fromkeys(listed))) for author in found)
        if listed:
            notices.append(references.UNASSIGNED)
        return found
    if len(known) != len(found):
        notices.append(references.UNASSIGNED)
        return found
    places = {
        name.lower(): place for several in (short, known) if len(several) == len(found) for place, name in enumerate(several)
    }
    where: dict[int, dict[Affiliation, None]] = {}
    for match in _OF.finditer(text):
        one = institution(match["address"])
        for name in match["people"].split(";") if one else ():
            if one and (place := places.get(name.strip().lower())) is not None:
                where.setdefault(place, {})[one] = None
    return tuple(replace(author, affiliations=tuple(where.get(place, ()))) for place, author in enumerate(found))


def _addresses(lines: Iterable[str]) -> list[str]:
    """Addresses without their authors in one text that lines divide anywhere: only a dot ends an address.

    Inspec sets them behind the authors: `Guarino, A.; Poberaj, G.; Nonlinear Opt. Lab., Zurich, Switzerland`.
    """
    whole = " ".join(lines)
    if ";" in whole:
        return [part for part in whole.split(";") if "," in part and len(part.split(",")) > 2][-1:]
    return [part for part in re.split(r"(?<=[a-z]{3})\.\s+|(?<=USA)\.\s*", whole) if part.strip()]


def institution(address: str) -> Affiliation | None:
    """`Harvard Univ, Sch Publ Hlth, Boston, MA 02115 USA` is Harvard Univ in the United States."""
    address = address.strip(" .;")
    return fields.affiliation(address.partition(",")[0], countries.of_address(address))


def _with_numbers(record: Record, found: tuple[Author, ...]) -> tuple[Author, ...]:
    """ORCIDs of OI, or of RI, where older exports have them."""
    find = creators.finder(found)
    numbers: dict[int, str] = {}
    for value in record.joined("OI", "RI"):
        for part in value.split(";"):
            name, _, number = part.rpartition("/")
            if (orcid := fields.orcid(number)) and (place := find(name)) is not None:
                numbers.setdefault(place, orcid)
    return tuple(replace(author, orcid=numbers.get(place)) for place, author in enumerate(found))
