"""Countries under one English name each: `CN`, `P. R. China` and 中国 are China. The names stand in mappings/labels.tsv.

It finds no country in the middle of a text, and guesses none from a city."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from service.folding import fold
from service.languages import MAPPINGS
from service.paper import Affiliation
from service.sources.facts import fields

# At the end of an address this is as likely the state of the USA.
_AMBIGUOUS = frozenset({"georgia"})
# `MA 02139 USA`, `710049 China`: what stands before a country without a comma.
_POSTCODE = re.compile(r"(?:[A-Z]{2}\s)?(?:[A-Z]{1,2}-)?\d[\d-]{3,9}\s+(?=[A-Z])|[A-Z]{2}\s+(?=USA\Z)")
# States with which addresses in the USA end, and `MA 02139`.
_STATES = frozenset(
    "alabama;alaska;arizona;arkansas;california;colorado;connecticut;delaware;district of columbia;florida;hawaii;idaho;illinois;"
    "indiana;iowa;kansas;kentucky;louisiana;maine;maryland;massachusetts;michigan;minnesota;mississippi;missouri;montana;nebraska;"
    "nevada;new hampshire;new jersey;new mexico;new york;north carolina;north dakota;ohio;oklahoma;oregon;pennsylvania;"
    "rhode island;south carolina;south dakota;tennessee;texas;utah;vermont;virginia;west virginia;wisconsin;wyoming".split(";")
)
_STATE = re.compile(r"[A-Z]{2} \d{5}(?:-\d{4})?")
# Names in addresses that no list of countries has.
_ALSO = {
    **dict.fromkeys(("england", "scotland", "wales", "northern ireland", "britain"), "GB"),
    **dict.fromkeys(("peoples r china", "peoples republic of china", "prc", "mainland china"), "CN"),
    **dict.fromkeys(("us", "united states of america usa"), "US"), "hong kong sar china": "HK", "macau sar": "MO",
    **dict.fromkeys(("deutschland", "fed rep ger"), "DE"), "brasil": "BR", "espana": "ES", "italia": "IT", "osterreich": "AT",
    "schweiz": "CH", "suisse": "CH", "nederland": "NL", "polska": "PL", "korea": "KR", "ksa": "SA",
}  # fmt: skip


def _read() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Names by code, and by folded name in English and Chinese: names with the same Chinese one are one country's."""
    rows = [line.split("\t") for line in (MAPPINGS / "labels.tsv").read_text(encoding="utf-8").splitlines()]
    countries = [(key, zh, en) for kind, key, zh, en in rows if kind == "country"]
    codes = {key: en for key, _, en in countries if len(key) == 2 and key.isupper() and key != "UK"}
    shown = {zh: en for key, zh, en in countries if key in codes}
    names = {_plain(form): shown.get(zh, en) for key, zh, en in countries if key not in codes for form in (key, zh, en)}
    return codes, names | {name: codes[code] for name, code in _ALSO.items()}


def _plain(name: str) -> str:
    return fold(name.replace(".", "").replace("'", "").replace("’", "").strip(" ,;"))


_CODES, _NAMES = _read()


def country(value: str) -> str | None:
    """The country that a code of two letters or a name means, or None."""
    value = value.strip()
    return _CODES.get(value.upper()) if len(value) == 2 and value.upper() in _CODES else _NAMES.get(_plain(value))


def affiliation(place: str, known: str = "") -> Affiliation | None:
    """An institution with its country: the one that is known (code or name), else the one with which its address ends."""
    return fields.affiliation(place, (country(known) if known else None) or of_address(place))


@lru_cache(maxsize=4096)
def of_address(place: str) -> str | None:
    """The country that ends an address: `..., Xi'an 710049, China`, `Cambridge, MA 02139 USA.`. None where it names none."""
    parts = re.split("[,，;；]", place[-200:].rstrip(" .,;；，。"))
    last = _plain(_POSTCODE.sub("", parts[-1].strip())) if len(parts) > 1 else ""
    if last in _STATES or (len(parts) > 1 and _STATE.fullmatch(parts[-1].strip())):
        return _CODES["US"]
    return _NAMES.get(last) if last not in _AMBIGUOUS else None
