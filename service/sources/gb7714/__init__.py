"""Lists of references after GB/T 7714 as plain text, Markdown or HTML: numbered or not, with the year in front or not, in pairs.

The form holds initials for given names, and three authors at most. Translators, editions and days of looking up are not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.paper import Notice, Paper, Reject
from service.sources.facts import references
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import excerpt
from service.sources.gb7714.entries import Entry, entries
from service.sources.gb7714.marks import MARK, half
from service.sources.gb7714.record import read
from service.sources.input import Input
from service.sources.reading.lines import beginning

NO_MARK = "no mark of a kind of document, such as [J] or [M], and nothing that could be told apart without one"
SEVERAL = "a further mark of a kind of document stands in the venue: several references may stand on this line"
REPEATS = "it only repeats an earlier reference (同上, ibid.)"
WHOLE_JOURNAL = "no paper: a journal as a whole"
_REPEATS = re.compile(r"(?:同上|同前|同\s?\d{1,4}|出处同|ibid\b|op\.? ?cit\b)", re.IGNORECASE)
_WHOLE = re.compile(r"\A[.,，\s]*\d{4}(?:/\[?\d{4}\]?)?[,，].{0,20}?[)）]\s*[—–-]")
_NUMBERED = re.compile(r"^[ \t]*(?:[\[［【〔(（]\d{1,4}[\]］】〕)）]|\d{1,4}[.、．)]|<sup>\d{1,4}</sup>)", re.MULTILINE)


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a list, in its order; a pair of a Chinese and an English reference is one paper."""
    for entry in entries(data.stream):
        label = entry.number or f"line {entry.line}"
        if reason := _refused(entry):
            yield Reject(label, f"{reason} (line {entry.line})", excerpt(" ".join(entry.texts)))
            continue
        paper = read(entry.texts, label)
        if not (paper.titles or paper.authors):
            yield Reject(label, f"{references.NO_PAPER} (line {entry.line})", excerpt(" ".join(entry.texts)))
            continue
        yield paper
        if paper.venue and MARK.search(paper.venue):
            yield Notice(label, f"{SEVERAL} (line {entry.line})")


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (its lines say it)
    """How sure it is that this is a list of references: how many of its lines have the mark of a kind of document."""
    if head.isascii() and b"[" not in head:
        return 0.0
    shown = beginning(head)
    if shown.lstrip()[:1] in ("{", "@"):
        return 0.0
    lines = [line for line in shown.split("\n")[:400] if line.strip()]
    marked = sum(1 for line in lines if MARK.search(line) and len(line) > 20)
    entry_lines = shown.count('class="csl-entry"')
    if not marked or (marked < 2 and len(lines) > 4):
        return 0.0
    numbered = len(_NUMBERED.findall(shown))
    if entry_lines > 1 and marked * 3 > entry_lines:
        return 0.9
    share = marked / len(lines)
    return 0.9 if share > 0.5 else 0.8 if share > 0.2 and numbered > 1 else 0.35 if numbered > 1 and marked > 2 else 0.0


def _refused(entry: Entry) -> str | None:
    whole = without_markup(" ".join(entry.texts))
    mark = MARK.search(whole)
    if _REPEATS.match(whole) and (mark is None or len(whole) < 30):
        return REPEATS
    if mark is None and entry.sentences < 3:
        return NO_MARK
    return WHOLE_JOURNAL if mark and half(mark["kind"]) == "J" and _WHOLE.match(whole[mark.end() :]) else None
