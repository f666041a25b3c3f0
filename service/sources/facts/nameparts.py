"""A person whose name a source gives in parts: family name, given name, what stands behind.

It turns down parts that hold no letter, and leaves the order of a name given whole to service.names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from service import names
from service.languages import has_han
from service.paper import Affiliation, Author
from service.sources.facts import creators, fields, references
from service.sources.facts.markup import without_markup

_LETTER = re.compile(r"[^\W\d_]")

_INITIALS_LAST = re.compile(r"(?P<family>[^\W\d_][^\W\d_]+(?:[ '’-][^\W\d_]+){0,3}) (?P<given>[A-Z]{1,3})")


def person(family: str, given: str = "", suffix: str = "", whole: str = "") -> Author | None:
    """The author of a name in parts; `whole` stands for those whose parts the source does not know. None without a name."""
    family, given, suffix = (_clean(part) for part in (family, given, suffix))
    if not _LETTER.search(family):
        whole = given if _LETTER.search(given) else whole
        family = ""
    if not family or not _LETTER.search(given):
        return references.person(_clean(family or whole)) if family or whole else None
    if has_han(family) and has_han(given):
        return references.person(family + given)
    # With the parts known no comma has to tell them apart again.
    return references.person(" ".join(part for part in (given, family, suffix) if part))


def with_details(author: Author | None, places: Iterable[Affiliation | None], orcid: str = "") -> Author | None:
    """The author with affiliations, each once, and ORCID where it is one."""
    known = tuple(dict.fromkeys(place for place in places if place))
    number = fields.orcid(orcid) if orcid else None
    return replace(author, affiliations=known, orcid=number) if author and (known or number) else author


def fuller(printed: str, known: str) -> str:
    """Of a name as it was printed and as a service knows the person: the latter where both agree and it says no less."""
    if not printed or not known:
        return printed or known
    return (
        known
        if len(known) >= len(printed.replace(",", "")) and names.agree(names.display(printed), names.display(known))
        else printed
    )


def turned(listed: Sequence[str]) -> list[str]:
    """The names of one list, with a comma where all are written family name first without one: `Bansal S`, `Kaur IP`.

    One single initial at least has to stand there: `Xiaoming LI`, `Wei HU` are written the other way.
    """
    found = [_INITIALS_LAST.fullmatch(" ".join(name.split())) for name in listed]
    if not listed or not all(found) or not any(len(match["given"]) == 1 for match in found if match):
        return list(listed)
    return [creators.initials_set_out(name) for name in listed]


def _clean(part: str) -> str:
    return " ".join(without_markup(part).split()) if part else ""
