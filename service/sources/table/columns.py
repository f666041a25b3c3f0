"""What the columns of a table mean, by their names in English and Chinese (mappings/columns.tsv).

It reads no cell. A name that it does not know stays unknown: nothing is guessed from what stands below it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from service.folding import SIMPLIFIED
from service.languages import MAPPINGS


def _read() -> dict[str, list[str]]:
    table = (MAPPINGS / "columns.tsv").read_text(encoding="utf-8").splitlines()
    return {field: names.split() for field, _, names in (line.partition("\t") for line in table if line[:1] not in ("", "#"))}


# Fields, and the names of their columns.
NAMES: Mapping[str, Sequence[str]] = _read()
# Fields that are read of others, or of nothing: no user names them.
_INNER = frozenset({"passed", "status", "type_of_source", "volume_issue", "place"})
FIELDS: tuple[str, ...] = tuple(sorted(NAMES.keys() - _INNER))
_KNOWN: Mapping[str, str] = {name: field for field, names in NAMES.items() for name in names}
_NOT_TELLING = frozenset("id passed url type status language date issue licence pdf retracted".split())
_SIGNS = re.compile(r"[^0-9a-z\u3400-\u9fff]+")
_NOT_LATIN = re.compile("[^0-9a-z]+")
_HAN = re.compile(r"[^\u3400-\u9fff]+")
# The tags of Web of Science, of which some mean other things elsewhere.
_WOS = frozenset({"PT", "AU", "TI", "SO"})
_WOS_FIELDS = {"ID": "keywords", "SC": "passed", "PD": "passed", "SP": "passed", "NO": "passed"}


@lru_cache(maxsize=1024)
def field_of(name: str) -> str | None:
    """The field that a column's name means, or None: `Author Full Names`, `作者`, `Title-题名`, `DOI`."""
    shown = unicodedata.normalize("NFKC", name).strip().lower().translate(SIMPLIFIED)
    # `Title-题名`, `题名(Title)`, `DOI-DOI`: a name in both languages, of which the Chinese one is the surer.
    tried = (_SIGNS.sub("", shown), _HAN.sub("", shown), _SIGNS.sub("", shown.rpartition("-")[2]), _NOT_LATIN.sub("", shown))
    return next((_KNOWN[one] for one in tried if one in _KNOWN), None)


def fields_of(header: Sequence[str]) -> list[str | None]:
    """The fields of a header's columns; None where it is not known."""
    special = _WOS_FIELDS if set(header) >= _WOS else {}
    return [special.get(name) or (field_of(name) if len(name) < 100 else None) for name in header]


def sureness(found: Sequence[str | None]) -> float:
    """How sure it is that a line with these fields is the header of a table of papers, 0 to 1."""
    several = {one for one in found if one}
    has_text = bool(several & {"title", "title_zh", "title_en", "abstract", "abstract_zh", "abstract_en"})
    if not has_text or len(several) < 2 or not (several - _NOT_TELLING):
        return 0.0
    return min(0.85, 0.4 + 0.1 * len(several)) if len(several) * 4 >= len(found) else 0.3
