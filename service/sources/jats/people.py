"""The people of a JATS article with their institutions: names in two scripts, groups, references to institutions.

It gives no institution to an author to whom the article refers none, but one that all of a group share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from service.languages import has_han, normal_code
from service.paper import Affiliation, Author
from service.sources.facts import countries, nameparts, references
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text
from service.sources.reading.xmlpapers import Element
from service.sources.reading.xmltext import elements, first_of, plain

# Parts of an address that stand beside each other without a sign between them.
_PARTS = frozenset(
    "institution institution-wrap addr-line named-content country city state postal-code post-code postcode cou".split()
)
_NO_PLACE = frozenset("label email institution-id xref sup fn ext-link uri phone fax x".split())
# Nobody has more institutions.
_MOST = 100
_AUTHORS = frozenset("author authors collab corresp contributor group consortium".split())
_NUMBERED = re.compile(r"\A[\d,\s]*[*†‡§]*\s*(?=\S)")
# What is left of an address behind which an e-mail stood.
_CONTACT = re.compile(r"[\s;,.(]*\b(?:e-?mails?|electronic address|tel|fax)\b[\s:.;)]*\Z", re.IGNORECASE)
# `Moderator: Scott`, and what a printed list of authors has behind its names.
_ROLE = re.compile(r"\A[^:]{3,30}:\s*")


def people(meta: Element, declared: str | None, notices: list[str]) -> tuple[tuple[Author, ...], tuple[Author, ...], bool]:
    """Authors, editors, and whether the list of authors stops early."""
    groups = list(elements(meta, "contrib-group"))
    known = {place.get("id") or str(n): tuple(_place(place)) for n, place in enumerate(meta.iter("aff"))}
    contributors = [(group, list(_contributors(group))) for group in groups]
    is_keyed = any(_references(one) or one.find("aff") is not None for _, several in contributors for one in several)
    authors: list[Author] = []
    editors: list[Author] = []
    for group, several in contributors:
        shared = _shared(group, meta)
        for one in several:
            role = (one.get("contrib-type") or group.get("content-type") or "author").lower()
            if "editor" not in role and role not in _AUTHORS:
                continue
            places = (_places(one, known) if is_keyed else []) or shared
            if author := nameparts.with_details(_author(one, declared), places, _orcid(one)):
                (editors if "editor" in role else authors).append(author)
    if authors and known and not any(author.affiliations for author in authors):
        notices.append(references.UNASSIGNED)
    return tuple(authors), tuple(editors), any(True for group in groups for _ in group.iter("etal"))


def _contributors(group: Element) -> Iterator[Element]:
    """The contributors of a group; where a collaboration is the only one, its members too."""
    several = list(elements(group, "contrib"))
    for one in several:
        yield one
        if len(several) == 1:
            yield from elements(one, "collab/contrib-group/contrib", "collab-alternatives/collab/contrib-group/contrib")


def _author(contrib: Element, declared: str | None) -> Author | None:
    forms = [
        found
        for one in elements(contrib, "name", "string-name", "name-alternatives/name", "name-alternatives/string-name")
        if (found := _name(one))
    ]
    if not forms:
        group = next(elements(contrib, "collab", "collab-alternatives/collab"), None)
        return references.body(_without_members(group)) if group is not None else None
    native = next((one for one in forms if has_han(one[0].name)), None)
    latin = next((one for one in forms if not has_han(one[0].name)), None)
    if native is None or latin is None:
        return forms[0][0]
    shown = native[0] if declared in ("zh", "ja", "ko") else latin[0]
    return replace(shown, names={native[1] or "zh": native[0].name, "en": latin[0].name})


def _name(element: Element) -> tuple[Author, str | None] | None:
    family, given, suffix = (first_of(element, part) for part in ("surname", "given-names", "suffix"))
    given = _ROLE.sub("", given)
    author = nameparts.person(family, given, suffix) if family or given else references.person(plain(element))
    code = normal_code(element.get("lang") or "")
    return (author, code if code in ("zh", "ja", "ko") else None) if author else None


def _without_members(group: Element) -> str:
    members = group.find("contrib-group")
    return (
        plain(group)
        if members is None
        else text(without_markup(group.text or "")) or first_of(group, "named-content", "institution")
    )


def _orcid(contrib: Element) -> str:
    for one in elements(contrib, "contrib-id", "ext-link", "uri"):
        said = f"{one.get('contrib-id-type')} {one.get('ext-link-type')} {one.get('content-type')}".lower()
        value = plain(one) or one.get("href") or ""
        if "orcid" in said or "orcid.org/" in value:
            return value
    return ""


def _references(contrib: Element) -> list[str]:
    return [rid for one in elements(contrib, "xref") if one.get("ref-type") == "aff" for rid in (one.get("rid") or "").split()]


def _places(contrib: Element, known: Mapping[str, tuple[Affiliation | None, ...]]) -> list[Affiliation | None]:
    """The institutions of one contributor: its own, else those to which it refers."""
    alternative = next(elements(contrib, "aff-alternatives/aff"), None)
    own = [alternative] if alternative is not None else list(elements(contrib, "aff"))
    if own:
        return [place for one in own[:_MOST] for place in _place(one)]
    return [place for rid in list(dict.fromkeys(_references(contrib)))[:_MOST] for place in known.get(rid, ())]


def _shared(group: Element, meta: Element) -> list[Affiliation | None]:
    """The one institution of a group, which is everybody's."""
    several = list(elements(group, "aff", "aff-alternatives/aff")) or list(elements(meta, "aff"))
    return list(_place(several[0])) if len(several) == 1 else []


def _place(element: Element) -> Iterator[Affiliation | None]:
    """An institution; several where all parts of an address between semicolons end in a country."""
    country = next(element.iter("country", "cou"), None)
    known = (countries.country(plain(country)) or country.get("country") or "") if country is not None else ""
    whole = _CONTACT.sub("", _NUMBERED.sub("", " ".join(_address(element).split()), count=1))
    parts = [part.removeprefix("and ").strip() for part in re.split(r";\s*", whole.rstrip(" .;"))]
    if len(parts) > 1 and all(map(countries.of_address, parts)):
        yield from map(countries.affiliation, parts)
    else:
        yield countries.affiliation(whole, known)


def _address(element: Element) -> str:
    """The text of an address, its parts divided by commas where nothing stands between them."""
    said = element.text or ""
    is_bare = not said.strip()
    for child in element:
        if isinstance(child.tag, str) and child.tag not in _NO_PLACE:
            inner = _address(child)
            ends = said.rstrip()
            if child.tag in _PARTS and is_bare and ends and ends[-1] not in ",;:(" and inner.strip():
                said = f"{ends}, "
            said += inner if inner.strip() else ""
        tail = child.tail or ""
        is_bare = not tail.strip()
        said += tail
    return said
