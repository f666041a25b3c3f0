"""RIS, as databases and reference managers of many makes write it: CR LF, `TY - `, lines that go on, records without an end.

Fields whose meaning differs from program to program (C1 to C8, U3, M2) are passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.paper import Notice, Paper, Reject
from service.sources.input import Input
from service.sources.reading import tagged
from service.sources.reading.lines import beginning
from service.sources.ris.record import read
from service.sources.ris.records import records

_TYPE = re.compile(r"^[ \t\ufeff]{0,3}TY {1,2}-[ \t]?[A-Z]{2,8}[ \t]*$", re.MULTILINE)
_TAG = re.compile(r"^[ \t\ufeff]{0,3}[A-Z][A-Z0-9] {1,2}-(?:[ \t]|$)", re.MULTILINE)
_STRICT_TAG = re.compile(r"^[A-Z][A-Z0-9]  -(?:[ \t]|$)", re.MULTILINE)
_END = re.compile(r"^ER  -", re.MULTILINE)
# MEDLINE pads its tags to four characters.
_MEDLINE = re.compile(r"^(?:PMID|OWN |STAT|DCOM|EDAT|FAU |[A-Z]{3,4} ?)- ", re.MULTILINE)


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a file, in its order."""
    return tagged.papers(records(data.stream), read, lambda record: record.first("ID"))


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (its lines say it)
    """How sure it is that this is RIS: a line that names a type, and lines with tags of two characters."""
    shown = beginning(head)
    tags = len(_TAG.findall(shown[: 16 * 1024]))
    if _TYPE.search(shown) and tags > 1:
        # Another format's text may quote a record, with more lines before it than any database writes.
        return 0.95 if shown[: _first(shown)].count("\n") < 50 else 0.3
    if _MEDLINE.search(shown) or not _END.search(shown):
        return 0.0
    lines = [line for line in shown.split("\n")[:40] if line.strip()]
    return 0.5 if len(_STRICT_TAG.findall("\n".join(lines))) * 2 > len(lines) else 0.0


def _first(shown: str) -> int:
    found = _TAG.search(shown)
    return found.start() if found else 0
