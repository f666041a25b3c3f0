"""Authors and editors of native records: names, forms per language, affiliations, ORCID.

Contact data of people is dropped here and never kept.
"""

from __future__ import annotations

from typing import Any

from service import names
from service.paper import Affiliation, Author
from service.sources.facts import fields
from service.sources.native import values
from service.sources.native.values import Record, WrongType

CONTACT = frozenset(
    "email emails e-mail mail phone phones telephone tel mobile fax address addresses homepage homepages contact wechat qq "
    "corresponding_email 邮箱 电子邮件 电话 手机 传真 地址 通讯地址 通信地址 微信".split()
)
DROPPED = "contact data dropped"
_PLACE_KEYS = frozenset({"name", "country"})
_KEYS = frozenset({"name", "names", "family", "given", "key", "affiliations", "affiliation", "orcid"})


def people(value: Any, field: str, notices: list[str]) -> tuple[tuple[Author, ...], bool]:
    """The people of a list, and whether it stops early (等, et al.). One text is divided into its names."""
    if isinstance(value, str):
        found, truncated = fields.split_authors(value)
        return fields.authors(found), truncated
    people: list[Author] = []
    truncated = False
    for one in values.items(value, field):
        if isinstance(one, str):
            one, cut = fields.cut_truncation(one)
            truncated |= cut
            author = _from_string(one, notices)
        elif isinstance(one, dict):
            author = _from_object(one, field, notices)
        else:
            raise WrongType(field, "names or objects with a name", one)
        if author is not None:
            people.append(author)
    return tuple(people), truncated


def without_contact(record: Record, notices: list[str]) -> Record:
    """The record without keys of contact data; says so once."""
    if CONTACT.isdisjoint(map(str.lower, record)):
        return record
    notices.append(DROPPED)
    return {key: value for key, value in record.items() if key.lower() not in CONTACT}


def hide_contact(value: Any, levels: int = 20) -> Any:
    """A value without keys of contact data, for showing it in a list of rejects; what is nested deeper is not shown."""
    if not levels:
        return None
    if isinstance(value, dict):
        return {key: hide_contact(one, levels - 1) for key, one in value.items() if key.lower() not in CONTACT}
    return [hide_contact(one, levels - 1) for one in value[:20]] if isinstance(value, list) else value


def _from_string(name: str, notices: list[str]) -> Author | None:
    if "@" in name:
        notices.append(DROPPED)
    return fields.author(name)


def _from_object(record: Record, field: str, notices: list[str]) -> Author | None:
    record = without_contact(record, notices)
    notices += values.unknown(record, _KEYS, f"{field}.")
    forms = {code: names.display(form) for code, form in values.language_map(record.get("names"), f"{field}.names").items()}
    forms = {code: form for code, form in forms.items() if form}
    name = values.string(record, "name") or _two_parts(record) or next(iter(forms.values()), None)
    author = _from_string(name, notices) if name else None
    if author is None:
        raise WrongType(f"{field}.name", "a name", record.get("name"))
    affiliations = record.get("affiliations") or record.get("affiliation")
    if isinstance(affiliations, (str, dict)):
        affiliations = [affiliations]
    found = [_affiliation(one, f"{field}.affiliations", notices) for one in values.items(affiliations, f"{field}.affiliations")]
    orcid = values.string(record, "orcid")
    if orcid and not fields.orcid(orcid):
        notices.append(f"{field}.orcid: a value that is none was left out")
    return Author(
        author.name,
        {**author.names, **forms},
        tuple(dict.fromkeys(one for one in found if one)),
        fields.orcid(orcid) if orcid else None,
    )


def _two_parts(record: Record) -> str | None:
    family, given = values.string(record, "family"), values.string(record, "given")
    return f"{family}, {given}" if family and given else family or given


def _affiliation(value: Any, field: str, notices: list[str]) -> Affiliation | None:
    if isinstance(value, str):
        return fields.affiliation(value)
    if not isinstance(value, dict):
        raise WrongType(field, "texts or objects with a name", value)
    value = without_contact(value, notices)
    notices += values.unknown(value, _PLACE_KEYS, f"{field}.")
    name = values.string(value, "name")
    return fields.affiliation(name, values.string(value, "country")) if name else None
