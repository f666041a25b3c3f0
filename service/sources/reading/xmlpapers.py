"""The records of an XML format as papers, rejects and notices, and what such formats share: dates in parts, single keywords.

It knows no format's elements: which are records, and how one is read, the format says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from lxml import etree

from service.paper import Notice, Paper, Reject
from service.sources.facts import fields, references
from service.sources.facts.texts import excerpt, text
from service.sources.input import Input
from service.sources.reading import xmlstream
from service.sources.reading.envelopes import NoPaper
from service.sources.reading.xmltext import first_of

Element = etree._Element
DAMAGED = "the record is damaged (errors of XML): what could be read of it was kept"
# What an excerpt is made of; the text of a book may be long.
_SHOWN = 1000


def papers(
    data: Input,
    names: Collection[str],
    read: Callable[[Element, str, list[str]], Paper | Notice],
    parts: Callable[[Element], Iterable[Element]] | None = None,
) -> Iterator[Paper | Reject | Notice]:
    """The papers of the outermost elements of these names, in their order.

    `read(element, label, notices)` makes a paper of one or raises NoPaper, or says by a Notice that it is no record at all;
    `label` names its line, for records without a name. `parts` gives the records that stand in one element.
    """
    for one in xmlstream.records(data.stream, *names):
        label = f"line {one.line}"
        if isinstance(one, xmlstream.Broken):
            yield Reject(label, one.reason, one.excerpt) if one.is_record else Notice(label, one.reason)
            continue
        for element in parts(one.element) if parts else (one.element,):
            yield from _record(element, label, read, one.is_damaged)


def _record(
    element: Element, label: str, read: Callable[[Element, str, list[str]], Paper | Notice], is_damaged: bool
) -> Iterator[Paper | Reject | Notice]:
    notices: list[str] = [DAMAGED] if is_damaged else []
    try:
        paper = read(element, label, notices)
        if isinstance(paper, Paper) and not (paper.titles or paper.abstracts or paper.authors):
            raise NoPaper(references.NO_PAPER, paper.record)
    except NoPaper as error:
        reason = f"{error} ({label})" if error.record and error.record != label else str(error)
        yield Reject(error.record or label, reason, _shown(element))
        return
    for message in sorted(set(notices)):
        yield Notice(paper.record, message)
    yield paper


def alone(parts: Sequence[Element]) -> Iterator[Element]:
    """Each of some elements while the others are taken out of their parent: what is asked of it need not pass them all."""
    parents = [part.getparent() for part in parts]
    for part, parent in zip(parts, parents, strict=True):
        if parent is not None:
            parent.remove(part)
    for part, parent in zip(parts, parents, strict=True):
        if parent is not None:
            parent.append(part)
        yield part
        if parent is not None:
            parent.remove(part)


def name_of(value: str, label: str) -> str:
    """The name that a record has in its source, or its label."""
    return text(value)[:200] or label


def date_of(element: Element | None, year: str = "year", month: str = "month", day: str = "day") -> tuple[int | None, str | None]:
    """The year and the ISO date of an element whose children are its parts; months in figures or words."""
    known = fields.year(first_of(element, year))
    if known is None:
        return None, None
    months, _ = references.month_and_day(first_of(element, month))
    days = first_of(element, day)
    return known, references.iso(known, months, int(days) if days.isdecimal() and len(days) < 3 else 0)


def keywords(values: Sequence[str], declared: str | None = None) -> dict[str, tuple[str, ...]]:
    """Keywords of which each has an element of its own: a comma divides none (`Economics, Hospital`), semicolons do."""
    return references.keywords([*values, *values[:1]] if len(values) == 1 else values, declared)


def _shown(element: Element) -> str:
    return excerpt(" ".join(" ".join(map(str, element.itertext()))[:_SHOWN].split()))
