"""One object in the API's Paper shape, or in its short forms, as a Paper.

It reads no files; a value of the wrong type is a WrongType that names the field.
"""

from __future__ import annotations

import re
from typing import Any

from service.languages import UNDETERMINED, normal_code
from service.paper import Category, Paper, identifiers
from service.sources.facts import fields
from service.sources.facts.texts import language, text, texts
from service.sources.native import values
from service.sources.native.people import people, without_contact
from service.sources.native.values import Record, WrongType

GIVEN_ID = re.compile(r"[A-Za-z0-9._~-]{1,200}")
_LINKS = frozenset({"self", "html", "pdf"})
_KIND = re.compile(r"[a-z][a-z0-9_.-]{0,30}")

_TEXTS = ("venue", "series", "volume", "issue", "pages", "publisher", "type", "licence")
# Keys of the API's answers that say nothing of the paper itself.
_PASSED_OVER = frozenset({"highlights", "score", "sources", "added", "updated", "title_is_derived"})
KEYS = frozenset({
    "id", "record", "title", "titles", "abstract", "abstracts", "authors", "authors_truncated", "editors", "category",
    "categories", "discipline", "keywords", "issn", "isbn", "year", "date", "language", "ids", "citations", "links",
    "open_access", "retracted", *_TEXTS, *_PASSED_OVER, *identifiers.KINDS,
})  # fmt: skip


def read(record: Record, label: str) -> tuple[Paper, list[str]]:
    """The paper that an object describes, and the messages about what was left out of it. `label` names the record.

    Raises WrongType naming the first field that is not what the contract says.
    """
    notices: list[str] = []
    record = without_contact(record, notices)
    notices += values.unknown(record, KEYS)
    given_id = _given_id(record.get("id"))
    declared = _language(record, notices)
    authors, cut = people(record.get("authors"), "authors", notices)
    editors, _ = people(record.get("editors"), "editors", notices)
    date = values.date(record, "date")
    paper = Paper(
        # A derived title is the beginning of the abstract: the next reader derives it again.
        titles=_texts(record, None if values.boolean(record, "title_is_derived") else "title", "titles", declared),
        abstracts=_texts(record, "abstract", "abstracts", declared),
        authors=authors,
        authors_truncated=cut or bool(values.boolean(record, "authors_truncated")),
        editors=editors,
        categories=_categories(record),
        keywords=_keywords(record.get("keywords"), declared),
        issn=_numbers(record, "issn", notices),
        isbn=_numbers(record, "isbn", notices),
        year=values.year(record, "year") or (int(date[:4]) if date else None),
        date=date,
        language=declared,
        ids=_ids(record, notices),
        citations=values.count(record, "citations"),
        open_access=values.boolean(record, "open_access"),
        retracted=values.boolean(record, "retracted"),
        links=_links(record, notices),
        given_id=given_id,
        record=(values.string(record, "record") or given_id or label)[:200],
        **{name: values.string(record, name) for name in _TEXTS},
    )
    return paper, notices


def _given_id(value: Any) -> str | None:
    if value is None or value == "":
        return None
    plain = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    # `.` and `..` are no names in an address.
    if not isinstance(plain, str) or not GIVEN_ID.fullmatch(plain) or not plain.strip("."):
        raise WrongType("id", "1 to 200 characters of A-Z a-z 0-9 . _ ~ -", value)
    return plain


def _language(record: Record, notices: list[str]) -> str | None:
    declared = values.string(record, "language")
    if not declared:
        return None
    code = normal_code(declared)
    if code == UNDETERMINED and declared.lower() != UNDETERMINED:
        notices.append("language: an unknown code was left out")
    return code if code != UNDETERMINED else None


def _texts(record: Record, short: str | None, long: str, declared: str | None) -> dict[str, str]:
    """Texts per language: of `titles`, and of `title` where that adds one."""
    found = values.language_map(record.get(long), long)
    value = record.get(short) if short else None
    if isinstance(value, dict):
        return {**values.language_map(value, short or long), **found}
    if value is not None and not isinstance(value, str):
        raise WrongType(short or long, "a text, or an object of languages and texts,", value)
    if value and text(value) not in found.values():
        found = {**texts(value, declared), **found}
    return found


def _categories(record: Record) -> tuple[Category, ...]:
    found: list[Category] = []
    for name in ("category", "categories"):
        value = record.get(name)
        for one in [value] if isinstance(value, (str, dict)) else values.items(value, name):
            if category := _category(one, name):
                found.append(category)
    discipline = values.string(record, "discipline")
    if discipline and len(found) == 1 and found[0].subarea is None:
        found = [Category(found[0].area, discipline)]
    elif discipline:
        found.append(Category(discipline))
    return tuple(dict.fromkeys(found))


def _category(value: Any, field: str) -> Category | None:
    if isinstance(value, str):
        return fields.category(value)
    if not isinstance(value, dict):
        raise WrongType(field, "texts or objects with area and subarea", value)
    area, subarea = values.string(value, "area"), values.string(value, "subarea")
    if area is None:
        key = values.string(value, "key") or subarea
        return fields.category(key) if key else None
    return Category(area, subarea)


def _keywords(value: Any, declared: str | None) -> dict[str, tuple[str, ...]]:
    """Keywords per language: as given, else each by its script."""
    found: dict[str, dict[str, None]] = {}
    if isinstance(value, dict):
        for code, several in value.items():
            normal = normal_code(code)
            for word in map(text, values.divided(several, f"keywords.{values.shown(code)}")):
                if word:
                    found.setdefault(normal if normal != UNDETERMINED else language(word), {})[word] = None
    elif value is not None:
        for word in values.divided(value, "keywords"):
            for code, kept in texts(word, declared).items():
                found.setdefault(code, {})[kept] = None
    return {code: tuple(words) for code, words in found.items()}


def _numbers(record: Record, kind: str, notices: list[str]) -> tuple[str, ...]:
    found = [identifiers.normalise(kind, value) for value in values.strings(record.get(kind), kind)]
    if None in found:
        notices.append(f"{kind}: a value that is none was left out")
    return tuple(dict.fromkeys(one for one in found if one))


def _ids(record: Record, notices: list[str]) -> dict[str, tuple[str, ...]]:
    given = {kind: record[kind] for kind in identifiers.KINDS if record.get(kind) is not None}
    found: dict[str, dict[str, None]] = {}
    for kind, several in [*values.mapping(record.get("ids"), "ids").items(), *given.items()]:
        if several is None:
            continue
        if not _KIND.fullmatch(kind.lower()):
            notices.append(f"unknown key ids.{values.shown(kind)}")
            continue
        for value in values.strings(several, f"ids.{values.shown(kind)}"):
            if known := identifiers.identify(kind.lower(), value):
                found.setdefault(known[0], {})[known[1]] = None
            else:
                notices.append(f"ids.{values.shown(kind)}: a value that is none was left out")
    return {kind: tuple(several) for kind, several in found.items()}


def _links(record: Record, notices: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    links = values.mapping(record.get("links"), "links")
    notices += values.unknown(links, _LINKS, "links.")
    for name in ("html", "pdf"):
        if value := values.string(links, name):
            if address := fields.address(value):
                found[name] = address
            else:
                notices.append(f"links.{name}: no http address, left out")
    return found
