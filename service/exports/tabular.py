"""CSV by RFC 4180: a line a paper, a column a field; several values of one field are joined by `; `.

No cell is ever a formula: where a spreadsheet would read one, an apostrophe stands before it.
Not held: which author has which affiliation; names in scripts other than the shown one.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping
from typing import Any

from service.exports import facts
from service.exports.facts import Paper

BOM = "\ufeff"
JOINT = "; "
# What makes a spreadsheet compute, also in full width, which some fold; an apostrophe before one of these is taken to be ours.
_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
_DOUBTFUL = frozenset("'=+-@\t\r\n＝＋－＠")
_COLUMN_KINDS = ("doi", "arxiv")


def neutral(text: str) -> str:
    """A cell that is no formula; `plain` takes it back."""
    return f"'{text}" if text[:1] in _DOUBTFUL and _FORMULA.match(text) else text


def plain(cell: str) -> str:
    """What `neutral` was given."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell


def header(bom: bool = False) -> str:
    """The line of the columns' names; with `bom` Excel knows that UTF-8 follows."""
    return (BOM if bom else "") + _line(list(COLUMNS))


def row(paper: Paper) -> str:
    """One paper."""
    return _line([_cell(read(paper)) for read in _READERS])


def _line(cells: list[str]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return neutral(value)
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        return neutral(JOINT.join(str(one) for one in value if one)) if value else ""
    return str(value).lower() if isinstance(value, bool) else neutral(str(value))


def _field(name: str) -> Callable[[Paper], Any]:
    return lambda paper: paper.get(name)


def _in_language(name: str, code: str) -> Callable[[Paper], Any]:
    return lambda paper: (paper.get(name) or {}).get(code)


def _names(name: str) -> Callable[[Paper], Any]:
    return lambda paper: [one.get("name") for one in paper.get(name) or ()]


def _affiliations(paper: Paper) -> list[str]:
    return list(dict.fromkeys(one["name"] for author in paper.get("authors") or () for one in author.get("affiliations") or ()))


def _ids_of(kind: str) -> Callable[[Paper], Any]:
    return lambda paper: (paper.get("ids") or {}).get(kind)


def _other_ids(paper: Paper) -> list[str]:
    ids = paper.get("ids") or {}
    return [f"{kind}:{value}" for kind, values in ids.items() if kind not in _COLUMN_KINDS for value in values]


COLUMNS: Mapping[str, Callable[[Paper], Any]] = {
    "id": _field("id"),
    "title": _field("title"),
    "title_zh": _in_language("titles", "zh"),
    "title_en": _in_language("titles", "en"),
    "authors": _names("authors"),
    "authors_truncated": _field("authors_truncated"),
    "editors": _names("editors"),
    "affiliations": _affiliations,
    "year": facts.year,
    "date": _field("date"),
    "venue": _field("venue"),
    "series": _field("series"),
    "volume": _field("volume"),
    "issue": _field("issue"),
    "pages": _field("pages"),
    "publisher": _field("publisher"),
    "type": _field("type"),
    "language": _field("language"),
    "categories": facts.categories,
    "keywords": facts.keywords,
    "doi": _ids_of("doi"),
    "arxiv": _ids_of("arxiv"),
    "other_ids": _other_ids,
    "issn": _field("issn"),
    "isbn": _field("isbn"),
    "citations": _field("citations"),
    "licence": _field("licence"),
    "open_access": _field("open_access"),
    "retracted": _field("retracted"),
    "url": facts.page,
    "pdf": facts.pdf,
    "abstract": _field("abstract"),
    "added": _field("added"),
    "updated": _field("updated"),
}
_READERS = tuple(COLUMNS.values())
