"""Authors of paper lists with the affiliations, countries and ORCIDs that stand beside them in lists of their own.

What can't be told whose it is is attached to nobody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from service.paper import Affiliation, Author
from service.sources.facts import fields

UNASSIGNED = "affiliations left out: not one for each author"
NO_NAME = "an author without a name was left out"

_AND = re.compile(r"\s(?:and|&)\s|\A\s*and\s")
# Not the signs of `Face++`.
_SEVERAL = re.compile(r"(?<=[\w)\].”’\"'])\s*\+\s*(?=[\w(“´△\"'])")
_COUNTRY_WORDS = {
    "United States": ("USA", "U.S.A", "United States"), "United Kingdom": ("UK", "U.K.", "United Kingdom", "England", "Scotland"),
    "South Korea": ("Korea",), "Türkiye": ("Türkiye", "Turkey"), "Russian Federation": ("Russia",), "Czech Republic": ("Czech",),
    "Netherlands": ("Netherlands",), "United Arab Emirates": ("UAE", "United Arab Emirates"), "China": ("China",),
}  # fmt: skip


def authors(
    names: str | list[str], affiliations: str, norms: str, countries: str, orcids: str
) -> tuple[tuple[Author, ...], list[str]]:
    """The authors of a record, and messages about what could not be used.

    `names` and `affiliations` are divided by semicolons, several affiliations of one author by `+`; `norms` are the
    normalised institutions of the paper and `countries` theirs.
    """
    listed, aligned = _listed(names)
    single = _undoubled(listed)
    places = _aligned(affiliations, listed, single, aligned)
    notices = [UNASSIGNED] if places is None else []
    where = _affiliations(places, norms, countries) if places else [()] * len(single)
    if "and " in names or "&" in names:
        single, where = _divided(single, where)
    numbers = [fields.orcid(number.strip()) for number in orcids.split(";")] if len(orcids) > len(single) else []
    if len(numbers) != len(single):
        numbers = [None] * len(single)
    found: list[Author] = []
    for name, institutions, number in zip(single, where, numbers, strict=True):
        if author := fields.author(name, institutions, number):
            found.append(author)
        elif found and fields.is_suffix(name):
            found[-1] = replace(found[-1], name=f"{found[-1].name} {name}")
        elif name:
            notices.append(NO_NAME)
    return tuple(found), notices


def _listed(names: str | list[str]) -> tuple[list[str], bool]:
    """The names as listed, and whether other lists go by the same places: not where commas divide them."""
    if isinstance(names, list):
        return names, True
    if ";" in names or "," not in names:
        return names.split(";"), True
    found, _ = fields.split_authors(names)
    return found, len(found) == 1


def _undoubled(names: list[str]) -> list[str]:
    """The list without its repetitions: some lists of IEEE conferences hold every author two or four times."""
    names = [name.strip() for name in names]
    while len(names) > 1 and len(names) % 2 == 0 and names[: len(names) // 2] == names[len(names) // 2 :]:
        names = names[: len(names) // 2]
    return names


def _aligned(affiliations: str, listed: list[str], single: list[str], aligned: bool) -> list[str] | None:
    """What stands at each author's place; [] without affiliations, None when it can't be told whose they are."""
    places = affiliations.split(";")
    if not any(place.strip() for place in places):
        return []
    if len(single) == 1:
        return ["+".join(place for place in places if place.strip())]
    if aligned and len(places) in (len(single), len(listed)):
        return places[: len(single)]
    if aligned and len(places) == sum(1 for name in single if name):
        # An empty place among the authors has none among the affiliations.
        rest = iter(places)
        return [next(rest) if name else "" for name in single]
    return None


def _affiliations(places: list[str], norms: str, countries: str) -> Sequence[tuple[Affiliation, ...]]:
    """The affiliations at every place. Colleagues share them, so each is read once."""
    if ";" not in countries:
        country = countries.strip()
        return [_at_place(place[: fields.MAX_AFFILIATION], country[: fields.MAX_NAME]) for place in places]
    country_of = _country_of(norms, countries)
    read = {place: _read(place, country_of, fields.affiliation) for place in set(places)}
    return [read[place] for place in places]


@lru_cache(maxsize=4096)
def _at_place(place: str, country: str) -> tuple[Affiliation, ...]:
    known = country if country and country != "Unknown" else None
    return _read(place, lambda _: known, fields.read_affiliation)


def _read(
    place: str, country_of: Callable[[str], str | None], affiliation: Callable[[str, str | None], Affiliation | None]
) -> tuple[Affiliation, ...]:
    """The affiliations of one author: several stand with a `+` between them."""
    if "+" not in place:
        one = affiliation(place, country_of(place))
        return (one,) if one else ()
    parts = _SEVERAL.split(place)
    return tuple(dict.fromkeys(one for part in parts if (one := affiliation(part, country_of(part)))))


def _country_of(norms: str, countries: str) -> Callable[[str], str | None]:
    """The country of an affiliation of a paper: that of the institution it names, else one of the paper's that it names."""
    institutions = [norm.strip() for norm in norms.split(";")]
    listed = [country.strip() if country.strip() != "Unknown" else "" for country in countries.split(";")]
    # As many countries as institutions: theirs in turn. Otherwise they are the different ones, and only the first is certain.
    sure = zip(institutions, listed, strict=True) if len(listed) == len(institutions) else [(institutions[0], listed[0])]
    signs = [(institution, country) for institution, country in sure if institution]
    signs += [(word, country) for country in listed if country for word in _COUNTRY_WORDS.get(country, (country,))]

    def find(affiliation: str) -> str | None:
        for sign, country in signs:
            if sign in affiliation:
                return country or None
        return None

    return find


def _divided(names: list[str], where: Sequence[tuple[Affiliation, ...]]) -> tuple[list[str], Sequence[tuple[Affiliation, ...]]]:
    """`J. Ko and D. Fox` at one place are two people with what stands there."""
    pairs = [
        (one, institutions)
        for name, institutions in zip(names, where, strict=True)
        for one in (fields.split_authors(name)[0] if _AND.search(name) else [name])
    ]
    return [name for name, _ in pairs], [institutions for _, institutions in pairs]
