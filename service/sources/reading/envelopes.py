"""What the JSON formats of services share: an answer's envelope is taken off its records, and each becomes a paper or a reject.

It knows no format's fields: which keys hold records, and how one is read, the format says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from service.paper import Notice, Paper, Reject
from service.sources.facts import references
from service.sources.input import Input
from service.sources.native import values
from service.sources.native.people import hide_contact
from service.sources.native.values import WrongType
from service.sources.reading import jsonstream
from service.sources.reading.jsonfields import Fields, Record

Item = Paper | Reject | Notice
MESSAGE = "no paper: a message of the service, not a record"
NOTHING = "no record: the service had none for what it was asked for"
# An answer that says what went wrong has nothing but these.
_MESSAGE_KEYS = frozenset(
    "error errors message code status detail title reason message-type message-version statuscode type value".split()
)
# Answers hold records in objects in objects: a person's list in a list of people.
_LEVELS = 4


class NoPaper(ValueError):
    """A record that is none of a paper; the message is for the reject. `record` names it, where it has a name."""

    def __init__(self, reason: str, record: str = "") -> None:
        super().__init__(reason)
        self.record = record


def reader(
    holders: Collection[str], read: Callable[[Fields, str], Paper], sureness: Callable[[Record, Record], float]
) -> tuple[Callable[[Input], Iterator[Item]], Callable[[bytes, str], float]]:
    """`parse` and `recognise` of a format: of one object, a list, one a line, or answers that hold records under `holders`.

    `read(fields, label)` makes a record a paper, or raises NoPaper; `label` is its position from 1. `sureness(first, whole)` says
    how sure the first record and what it stands in make the format; without any they are the same object.
    """

    def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (the keys say it)
        found, whole = first(head, holders), first(head, ())
        return 0.0 if found is None or whole is None else sureness(found, whole)

    return lambda data: parse(data, holders, read), recognise


def parse(data: Input, holders: Collection[str], read: Callable[[Fields, str], Paper]) -> Iterator[Item]:
    """The records of a JSON text as papers, rejects and notices; see `reader`."""
    position = 0
    for _, value in jsonstream.values(data.stream, inside=holders):
        for one in _unwrapped(value, holders, _LEVELS):
            position += 1
            yield from record(one, str(position), read)


def record(value: Any, label: str, read: Callable[[Fields, str], Paper]) -> Iterator[Item]:
    """One value as a paper with its notices, or as a reject that says why not."""
    if isinstance(value, jsonstream.Broken):
        yield Reject(label, value.reason, value.excerpt)
        return
    notices: list[str] = []
    try:
        if value is None:
            raise NoPaper(NOTHING)
        if not isinstance(value, dict):
            raise WrongType("record", "an object", value)
        if value.keys() <= _MESSAGE_KEYS and (value.keys() & {"error", "message", "errors"}):
            raise NoPaper(MESSAGE)
        paper = read(Fields(value, notices), label)
        if not (paper.titles or paper.abstracts or paper.authors):
            raise NoPaper(references.NO_PAPER, paper.record)
    except WrongType as error:
        yield Reject(label, str(error), values.kind(value))
        return
    except NoPaper as error:
        yield Reject(error.record or label, str(error), excerpt(value) if value else "")
        return
    for message in sorted(set(notices)):
        yield Notice(paper.record, message)
    yield paper


def first(head: bytes, holders: Collection[str]) -> Record | None:
    """The first record of a JSON text of which only the beginning is known, as far as it goes; None where none begins."""
    value: Any = jsonstream.first_object(head)
    for _ in range(_LEVELS):
        inner = next((value[name] for name in holders if value.get(name)), None) if isinstance(value, dict) else None
        if isinstance(inner, list):
            inner = inner[0]
        elif isinstance(inner, dict) and isinstance(found := next(iter(inner.values())), list):
            inner = found[0] if found else None
        if not isinstance(inner, dict):
            break
        value = inner
    return value if isinstance(value, dict) else None


def excerpt(value: Record) -> str:
    """How a record begins: its texts and numbers, without contact data; lists may be nested beyond measure."""
    return values.dump(hide_contact({key: one for key, one in value.items() if isinstance(one, (str, int, float))}))


def _unwrapped(value: Any, holders: Collection[str], levels: int) -> Iterator[Any]:
    if not isinstance(value, dict) or not levels or value.keys().isdisjoint(holders):
        yield value
        return
    held = [value[name] for name in holders if isinstance(value.get(name), (list, dict))]
    if not held and any(value.get(name) for name in holders):
        yield value
    for inner in held:
        if isinstance(inner, dict):
            # A record alone, or lists of records under names of their own.
            lists = [one for one in inner.values() if isinstance(one, list)]
            inner = [one for several in lists for one in several] if inner and len(lists) == len(inner) else [inner]
        for one in inner:
            yield from _unwrapped(one, holders, levels - 1)
