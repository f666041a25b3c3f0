"""Licences under one name each: `http://creativecommons.org/licenses/by/4.0/legalcode` and `cc-by-4.0` are `CC BY 4.0`.

It judges no licence that is not one of Creative Commons: its address or name stays as it is."""

from __future__ import annotations

import re

from service.sources.facts import fields
from service.sources.facts.texts import text

_CC_ADDRESS = re.compile(
    r"creativecommons\.org/(?:licen[sc]es/(?P<kind>by(?:-n[cd]|-sa){0,2})(?:/(?P<version>\d\.\d))?"
    r"|(?:licen[sc]es/)?publicdomain/(?P<public>zero|mark)(?:/(?P<of>\d\.\d))?)",
    re.IGNORECASE,
)
_CC_NAME = re.compile(
    r"(?:\A|(?<=[\s(]))cc[\s-]?(?:0|(?P<kind>by(?:[\s-]n[cd]|[\s-]sa){0,2}))(?:[\s/-]?(?P<version>\d(?:\.\d)?))?(?![\w-])",
    re.IGNORECASE,
)
# In words, as licences are named in the text of articles.
_CC_WORDS = re.compile(
    r"creative commons attribution(?P<nc>[\s-]+non-?commercial)?(?P<nd>[\s-]+no-?deriv\w*)?(?P<sa>[\s-]+share-?alike)?"
    r"(?:[\s,-]+(?:unported )?(?P<version>\d\.\d))?",
    re.IGNORECASE,
)
_LONGEST = 200
# These say who may read, not under which terms.
_NO_LICENCE = re.compile(
    r"(?:open[\s-]?access|open|closed|restricted|free|default license|other-oa|publisher-specific.*|info:eu-repo/.*)\Z", re.I
)


def licence(*said: str) -> str | None:
    """The licence that one of several texts or addresses names, those of Creative Commons first; None where none says one."""
    listed = [one for one in said if one and one.strip()]
    for one in listed:
        if found := _creative_commons(one):
            return found
    for one in listed:
        kept = fields.address(one) or text(one)
        if re.search(r"\w{2}", kept) and len(kept) <= _LONGEST and not _NO_LICENCE.match(kept):
            return kept
    return None


def is_open(name: str | None) -> bool:
    """Whether everybody may read what stands under this licence (a name that `licence` gave)."""
    return name is not None and name.startswith(("CC BY", "CC0", "Public domain"))


def _creative_commons(value: str) -> str | None:
    if address := _CC_ADDRESS.search(value[:1000]):
        if public := address["public"]:
            return f"CC0 {address['of'] or '1.0'}" if public.lower() == "zero" else "Public domain"
        return _named(address["kind"], address["version"])
    if name := _CC_NAME.search(value[:1000]):
        return _named(name["kind"], name["version"])
    if words := _CC_WORDS.search(value[:1000]):
        return _named("-".join(["by", *(part for part in ("nc", "nd", "sa") if words[part])]), words["version"])
    return None


def _named(kind: str | None, version: str | None) -> str:
    if kind is None:
        return "CC0 1.0"
    version = f"{version}.0" if version and "." not in version else version
    return " ".join(part for part in ("CC", re.sub(r"[\s-]+", "-", kind.upper()), version) if part)
