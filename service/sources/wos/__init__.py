"""Web of Science exports, tagged or tab-delimited, also of its other databases (Inspec, BIOSIS, CABI, MEDLINE, Derwent).

Cited references, funding and addresses for letters are passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.paper import Notice, Paper, Reject
from service.sources.input import Input
from service.sources.reading import tagged
from service.sources.reading.lines import beginning
from service.sources.wos.record import read
from service.sources.wos.records import HEAD, records

_BEGINNING = re.compile(
    r"^FN [^\n]{0,100}(?:ISI|Thomson|Clarivate|Web of|Export)|^PT [A-Z]$\n(?:[A-Z][A-Z0-9] |UT )", re.MULTILINE
)
_END = re.compile(r"^(?:ER|UT [A-Z]{2,8}:[^\n]*|SO [^\n]*)[ \t]*$", re.MULTILINE)


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a file, in its order."""
    return tagged.papers(records(data.stream), read, lambda record: record.first("UT", "AN"))


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (its lines say it)
    """How sure it is that this is an export of the Web of Science: its first line, or a record with its tags."""
    shown = beginning(head)
    if HEAD.match(shown):
        return 0.97
    found = _BEGINNING.search(shown)
    return 0.95 if found and (_END.search(shown) or shown.startswith("FN ")) else 0.0
