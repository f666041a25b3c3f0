"""What the page says of how a query was read: remarks, its plain reading, the words of the other language.

It reads no query and searches nothing: syntax and searching have done so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service import syntax
from service.errors import FieldError
from service.folding import squash
from service.query import SearchRequest
from service.results import SearchPage
from service.syntax.remarks import MESSAGES
from service.web.addresses import Address, Link
from service.web.languages import foreign
from service.web.wording import Wording

EXPAND = "expand"
# So many terms of the other language stand in the line; all of them with all their senses unfold.
TERMS = 4
# A reading longer than this is no help to anybody.
LONGEST_READING = 200

_FIELD = re.compile(r"([^\W\d_]+)\s*[:：]")


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to know about an answer; `mended` leads to the query without the fault, where there is one."""

    text: str
    mended: Link | None = None


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the query and what is searched for it in the other language, best first."""

    source: Link
    senses: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Also:
    """The search in the other language. `switch` turns it off, or on again where it `is_off`; empty without a query."""

    terms: tuple[Term, ...]
    is_off: bool
    switch: str

    @property
    def in_line(self) -> tuple[Link, ...]:
        """The best sense of each of the first terms."""
        return tuple(term.senses[0] for term in self.terms[:TERMS])

    @property
    def has_more(self) -> bool:
        """Whether there are terms or senses beside those in the line."""
        return sum(len(term.senses) for term in self.terms) > len(self.in_line)


def notices(request: SearchRequest, page: SearchPage, here: Address, wording: Wording) -> tuple[Notice, ...]:
    """Everything remarkable about an answer, each thing once."""
    # The nearest papers are promised where the filters leave some; else only the facets count them.
    warnings = [one for one in page.warnings if page.count or one["code"] != "relaxed"]
    found = list(told(warnings, here, wording))
    if request.q.strip() and syntax.parse(request.q).is_empty:
        found.append(Notice(wording("query.nothing")))
    if page.timed_out:
        found.append(Notice(wording("timed_out")))
    return tuple(dict.fromkeys(found))


def told(warnings: Iterable[Mapping[str, Any]], here: Address, wording: Wording) -> tuple[Notice, ...]:
    """What an answer's `warnings` say, each with the way to the query without the fault."""
    return tuple(Notice(wording.of(one["message"]), _mended(one["fix"], here, wording)) for one in warnings)


def reading(q: str) -> str:
    """How a query was read, where a person would not expect it; else empty.

    Blanks, signs, the language of field names and the form of an exclusion are no difference to a person.
    """
    read_as = syntax.parse(q).read_as
    return read_as if _bare(read_as) != _bare(q) and 0 < len(read_as) <= LONGEST_READING else ""


def also(request: SearchRequest, page: SearchPage, here: Address, wording: Wording) -> Also:
    """What was searched in the other language, and the way to switch that."""
    terms = tuple(
        Term(_word(one["from"], wording), tuple(_word(sense, wording) for sense in one["to"]))
        for one in page.expanded
        if one["to"]
    )
    if not request.expand:
        return Also((), True, "" if syntax.parse(request.q).is_empty else str(here.without(EXPAND)))
    return Also(terms, False, str(here.without(EXPAND).adding(EXPAND, "off")) if terms else "")


def faults_told(faults: Sequence[FieldError], q: str, wording: Wording) -> list[tuple[str, str]]:
    """(parameter, what is wrong with it) in the interface's language; a strict search refuses a query's remarks in order."""
    remarks = [remark.to_dict()["message"] for remark in syntax.parse(q).warnings]
    told = []
    for fault in faults:
        is_remark = is_of_query(fault) and bool(remarks)
        told.append((fault.field, wording.of(remarks.pop(0)) if is_remark else wording.fault(fault)))
    return told


def is_of_query(fault: FieldError) -> bool:
    """Whether it is a remark on a query, which only a strict search refuses."""
    return fault.field == "q" and fault.code in MESSAGES


def _mended(fix: str | None, here: Address, wording: Wording) -> Link | None:
    return Link(fix, str(here.asking(fix)), foreign(fix, wording)) if fix else None


def _word(text: Any, wording: Wording) -> Link:
    return Link(str(text), "", foreign(str(text), wording))


def _bare(query: str) -> str:
    """A query's letters and digits, fields by their English names, without NOT."""
    english = _FIELD.sub(lambda found: syntax.FIELDS.get(found[1].lower(), found[1]) + ":", query)
    return squash(re.sub(r"(?<!\S)NOT(?!\S)", " ", english))
