"""Authors and editors as tagged formats list them: a name a line or all on one, with institutions beside them.

It gives no institution to an author that the source does not name for this one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache

from service import names
from service.paper import Affiliation, Author
from service.sources.facts import countries, fields, namelists, references
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import mend

_SHORTENED = re.compile(
    r"(?P<family>[^\W\d_][^\d_,;()]{0,60}?),? (?P<initials>[A-ZÀ-ÖØ-Þ](?: ?[A-ZÀ-ÖØ-Þ]){0,3})"
    r"(?P<suffix>,? (?:Jr|Sr|II|III|IV|2nd|3rd)\.?)?"
)
_MOST_COMPARED = 500
_PLACES = re.compile(r"[;；\n]")


def people(values: Sequence[str]) -> tuple[tuple[Author, ...], bool]:
    """The people of some fields, and whether the list stops early: a name a line, or several (namelists.divided)."""
    found: list[Author] = []
    truncated = False
    lines = [line for value in values for line in value.split("\n") if line.strip()]
    several = [namelists.divided(mend(without_markup(line))) for line in lines]
    is_name_a_line = any(len(parts) == 1 for parts, _ in several)
    for line, (listed, cut) in zip(lines, several, strict=True):
        truncated |= cut
        parts = listed
        # Beside lines of one name each, two Han words are a family name and given names.
        if is_name_a_line and len(parts) == 2 and namelists.is_pair_at_blank(line):
            parts = [" ".join(parts)]
        found += [one for part in parts if (one := person_or_body(part))]
    return tuple(found), truncated


def person_or_body(name: str) -> Author | None:
    """A person, or an institution where the name says so: that stays as it is written."""
    return references.body(name) if references.is_body(name) else references.person(name)


def initials_set_out(name: str) -> str:
    """`Wong Kee Song LM` and `Wong Kee Song, LM`, as databases shorten names, in the usual form `Wong Kee Song, L. M.`"""
    found = _SHORTENED.fullmatch(name.strip())
    # CHEN LI may be a whole name in capitals.
    if not found or (len(found["initials"]) > 1 and found["family"].isupper()):
        return name
    family = found["family"].title() if found["family"].isupper() else found["family"]
    return f"{family}{found['suffix'] or ''}, {'. '.join(found['initials'].replace(' ', ''))}."


def affiliations(places: Iterable[str]) -> tuple[Affiliation, ...]:
    """The institutions of addresses, divided at semicolons and line ends, with the country that each ends in."""
    parts = [part for place in places for part in _PLACES.split(place)]
    return tuple(dict.fromkeys(one for part in parts if (one := fields.affiliation(part, countries.of_address(part)))))


def at_places(authors: Sequence[Author], places: Sequence[Iterable[str]]) -> tuple[Author, ...]:
    """The authors with the addresses of each, which stand in the same order."""
    return tuple(replace(one, affiliations=affiliations(several)) for one, several in zip(authors, places, strict=True))


def finder(authors: Sequence[Author]) -> Callable[[str], int | None]:
    """What finds the author whom a name means (`Zhang, San`, `Zhang, S`), by place; None where it is nobody of them."""
    exact = {author.key: place for place, author in reversed(list(enumerate(authors)))}
    # Comparing each name with each takes the square of their number: lists of thousands have each name in one form.
    near = authors if len(authors) <= _MOST_COMPARED else ()

    @cache
    def find(name: str) -> int | None:
        shown = names.display(name)
        if not shown:
            return None
        if (found := exact.get(names.key(shown))) is not None:
            return found
        return next((place for place, author in enumerate(near) if names.agree(author.name, shown)), None)

    return find


def at_listed(authors: tuple[Author, ...], places: Sequence[str], notices: list[str]) -> tuple[Author, ...]:
    """The authors with the institutions of a paper, one field of which may list several: as far as it is sure whose they are.

    That is so for one author, for one institution, and for as many fields as authors; a list of as many places as
    authors is in their order where a place is repeated, since other lists name each place once.
    """
    if not authors or not places:
        return authors
    if len(authors) == 1:
        return at_places(authors, [places])
    if len(places) == len(authors):
        return at_places(authors, [[place] for place in places])
    parts = [part for place in places for part in _listed(place)]
    if len(parts) == len(authors) and len(set(parts)) < len(parts):
        return at_places(authors, [[part] for part in parts])
    listed = affiliations(places)
    if len(listed) == 1:
        return tuple(replace(one, affiliations=listed) for one in authors)
    notices.append(references.UNASSIGNED)
    return authors


def _listed(place: str) -> list[str]:
    parts = [part.strip() for part in _PLACES.split(place) if part.strip()]
    return parts if len(parts) > 1 else [part.strip() for part in re.split("[,，]", place) if part.strip()]
