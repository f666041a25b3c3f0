"""BibTeX and BibLaTeX: @string, crossref and xdata resolved, TeX read as text, both languages of a field kept.

A broken entry is a reject and the rest is read; preambles, comments and a program's own fields are passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.paper import Notice, Paper, Reject
from service.sources.bibtex.entries import NO_RECORDS, Broken, Entry, split_entries
from service.sources.bibtex.inheritance import Family
from service.sources.bibtex.record import read
from service.sources.facts import references
from service.sources.facts.texts import excerpt, text
from service.sources.input import Input
from service.sources.reading.lines import beginning

_ENTRY = re.compile(r"^[ \t]*@[ \t]*(?P<kind>\w+)[ \t]*[{(]\s*(?P<rest>[^\s,={}\"]*[ \t]*(?:,|\Z|$|[})]))?", re.MULTILINE)
_KNOWN = frozenset(
    "article book booklet collection comment conference dataset electronic inbook incollection inproceedings inreference "
    "manual mastersthesis misc mvbook mvcollection online other patent periodical phdthesis preamble proceedings report software "
    "standard string techreport thesis unpublished www xdata".split()
)
_FIELD = re.compile(r"^[\s,]*[^\W\d][\w:+-]*\s*=\s*(?:[{\"]|\d|\w+\s*[,#}])", re.MULTILINE)
# Texts that quote an entry: Markdown, HTML, TeX, programs.
_QUOTING = re.compile(
    r"\A\s*[<{\[]|^(?:#{1,6} |```|\\(?:documentclass|begin|usepackage)|(?:import|from|package|def|class) \w)", re.MULTILINE
)


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a file, in its order but for those that wait for the volume that they name."""
    family = Family()
    for found in split_entries(data.stream):
        if isinstance(found, Broken):
            yield Reject(text(found.key)[:200] or f"line {found.line}", found.reason, excerpt(found.raw))
        else:
            for entry in family.take(found):
                yield from _paper(entry)
    for entry in family.rest():
        yield from _paper(entry)


def recognise(head: bytes, name: str) -> float:
    """How sure it is that this is BibTeX: a line that begins an entry, and no sign of a text that only quotes one."""
    shown = beginning(head)
    first = _ENTRY.search(shown)
    if first is None:
        return 0.0
    if name.lower().endswith((".bib", ".bibtex")):
        return 0.9
    if _QUOTING.search(shown[: first.start()]):
        return 0.0
    known = any(
        (kind := match["kind"].lower()) in _KNOWN and (match["rest"] is not None or kind in NO_RECORDS)
        for match in _ENTRY.finditer(shown[: 32 * 1024])
    )
    has_field = _FIELD.search(shown, first.end()) is not None
    if known:
        return 0.9 if has_field else 0.6
    return 0.5 if has_field else 0.0


def _paper(entry: Entry) -> Iterator[Paper | Reject | Notice]:
    paper, notices = read(entry)
    if not (paper.titles or paper.abstracts or paper.authors):
        yield Reject(paper.record, f"{references.NO_PAPER} (line {entry.line})", excerpt(entry.raw))
        return
    for message in sorted(set(notices)):
        yield Notice(paper.record, message)
    yield paper
