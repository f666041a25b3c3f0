"""A catalogue card of MARC in XML: its fields by number, with the same fields in another script beside them.

It knows no field's meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from service.sources.facts.texts import text
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import plain

_LINK = re.compile(r"(\d{3})-(\d{2})")
_ABBREVIATED = re.compile(r"(?:\b(?:etc|inc|ltd|corp|dept|univ|assoc|bros)|\.\w+)\.\Z", re.IGNORECASE)
# The signs with which cards divide what stands in different subfields.
_SIGNS = " /:;,="


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its number, its two indicators, its subfields in their order. `link` ties it to its form in another script."""

    tag: str
    first: str
    second: str
    subfields: tuple[tuple[str, str], ...]
    link: str = ""

    def all(self, codes: str) -> list[str]:
        """The subfields of some codes in the field's order, without the signs that divide them."""
        return [kept for code, value in self.subfields if code in codes and (kept := bare(value))]

    def get(self, codes: str) -> str:
        """The first of them, or the empty text."""
        return next(iter(self.all(codes)), "")


@dataclass(frozen=True, slots=True)
class Card:
    """A record: leader, control fields by number, data fields in order, those of field 880 by what they are a form of."""

    leader: str
    control: dict[str, str]
    fields: tuple[Field, ...]
    others: dict[str, list[Field]] = field(default_factory=dict)
    linked: dict[str, Field] = field(default_factory=dict)

    @classmethod
    def of(cls, record: Element) -> Card:
        """The card of a `record` without namespaces."""
        leader = "".join(one.text or "" for one in record.iterchildren("leader"))
        control = {one.get("tag") or "": (one.text or "").strip("\n") for one in record.iterchildren("controlfield")}
        fields, others = [], dict[str, list[Field]]()
        for one in record.iterchildren("datafield"):
            found = _field(one)
            if found.tag == "880":
                target, _, link = found.link.partition("-")
                others.setdefault(target, []).append(
                    Field(target, found.first, found.second, found.subfields, f"{target}-{link}" if link != "00" else "")
                )
            else:
                fields.append(found)
        linked = {one.link: one for several in reversed(others.values()) for one in reversed(several) if one.link}
        return cls(leader, control, tuple(fields), others, linked)

    @property
    def number(self) -> str:
        """The card's number in its catalogue."""
        return text(self.control.get("001", ""))[:200]

    def all(self, *tags: str) -> Iterator[Field]:
        """The fields of some numbers, in the order of the numbers."""
        for tag in tags:
            yield from (one for one in self.fields if one.tag == tag)

    def other(self, one: Field) -> Field | None:
        """The same field in another script."""
        if not one.link:
            return None
        return self.linked.get(one.link)

    def every(self, *tags: str) -> Iterator[Field]:
        """The fields of some numbers, and then those in other scripts."""
        yield from self.all(*tags)
        for tag in tags:
            yield from self.others.get(tag, ())

    def values(self, tag: str, codes: str) -> list[str]:
        """The subfields of all fields of a number."""
        return [value for one in self.all(tag) for value in one.all(codes)]

    def first(self, tag: str, codes: str) -> str:
        """The first of them, or the empty text."""
        return next(iter(self.values(tag, codes)), "")


def bare(value: str) -> str:
    """A subfield without the signs behind it: `Luxembourg :`, `Atlantic,`, `Jazz.`; an abbreviation keeps its dot."""
    value = value.strip().rstrip(_SIGNS)
    return (
        value[:-1] if re.search(r"(?:(?<=\w{3})|(?<=[\u3400-\u9fff]))\.\Z", value) and not _ABBREVIATED.search(value) else value
    )


def _field(element: Element) -> Field:
    subfields = tuple((one.get("code") or "", plain(one)) for one in element.iterchildren("subfield"))
    said = next((value for code, value in subfields if code == "6"), "")
    found = _LINK.match(said)
    link = f"{found[1]}-{found[2]}" if found else ""
    tag = element.get("tag") or ""
    # `880-01` in a field names its other form; `245-01` in field 880 the field of which it is one.
    if tag != "880" and link:
        link = f"{tag}-{link[4:]}"
    return Field(tag, element.get("ind1") or " ", element.get("ind2") or " ", subfields, link)
