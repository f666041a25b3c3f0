"""A page of search results as plain text: an optional category, a line of authors, an abstract; sometimes a title.

It finds no titles where there are none, and takes nothing for a paper that has neither authors nor an abstract."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from service.languages import has_han
from service.paper import Category, Notice, Paper, Reject
from service.sources.facts import fields
from service.sources.facts.texts import excerpt, texts
from service.sources.input import Input
from service.sources.listing import looks, reading
from service.sources.listing.looks import Label, Line, plain
from service.sources.reading.encoding import as_utf8, decode

# Lines that are read together; the last paper of them is read again with the next ones.
WINDOW = 1500
# No paper's part of a page has more lines and characters.
_PAPER_LINES = 2 * WINDOW
_PAPER_LENGTH = 4_000_000
LINE_BYTES = 1024 * 1024
# No editor wraps lines wider than this.
_WIDEST = 160

# What a page may cost to read and still be taken for a listing. Measured: wrapped, broken and titled forms of real listings
# cost at most 0.5 a line and 5 a paper, 5,700 other files of a Linux system at least one of 0.57 and 5.4.
_COST_OF_LINE = 0.55
_COST_OF_PAPER = 5.0

_RULE = re.compile(r"[\s\-—–_=*·.~#+]*")
_BINARY = re.compile(rb"[\x00-\x06\x0e-\x1a\x1c-\x1f]")
# Other formats by how they begin: JSON, XML, BibTeX, EndNote, Markdown, tables; RIS and MEDLINE; tabs; mail; code.
_FOREIGN = re.compile(
    r"\s*(?:[<{@%|]|\[\s*[{\[\"]|#\s?[A-Za-z])|[A-Z][A-Z0-9 ]{1,3} ?- |[^\t\n]*\t[^\t\n]*\t"
    r"|[A-Za-z-]+: \S+\n[A-Za-z-]+: |(?:def|import|from|class) \w"
)
_HYPHEN_END = re.compile(r"\w-{1,2}\Z")
# `long- and short-range` is two words, wherever the line ends.
_SUSPENDED = re.compile(r"(?:and|or|to|und|oder)\s")
_LATIN_END = re.compile(r"[^\u2e80-\u9fff\uff00-\uffef\U00020000-\U000323af]\Z")


@dataclass(slots=True)
class _Page:
    """What one window of a page shows about the next ones."""

    areas: set[str] = field(default_factory=set)
    width: int = 0
    titled: bool | None = None


_Part = tuple[Label, str]
_Row = tuple[str, bool, int]


def parse(data: Input) -> Iterator[Paper | Reject | Notice]:
    """The papers of a page, numbered from 1; what belongs to no paper is a reject."""
    for number, parts in enumerate(_records(_lines(data)), start=1):
        yield _paper(parts, str(number))


def recognise(head: bytes, name: str) -> float:  # noqa: ARG001 (a page of text has any name)
    """How sure it is that this is a listing: only where nearly every line has its place in a paper with authors and abstract."""
    if _BINARY.search(head) and not head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return 0.0
    shown = decode(head[: 32 * 1024])
    if not shown.strip() or _FOREIGN.match(shown.lstrip("\ufeff")):
        return 0.0
    rows = _rows(shown.splitlines()[:-1] if len(head) > 32 * 1024 else shown.splitlines())[:200]
    lines = _look(rows, _Page())
    labels, _, cost = reading.read(lines)
    records = [parts for _, parts in _divide(lines, labels)]
    sure = [parts for parts in records if _is_sure(parts)]
    plain_lists = sum(1 for parts in sure if any(label is Label.AUTHORS and _is_plain_list(line) for label, line in parts))
    # Sections below headings of two words look like papers of one author each; something must say more.
    if not sure or len(sure) * 2 < len(records) or not (plain_lists or {Label.HEADING, Label.CATEGORY} & set(labels)):
        return 0.0
    # A heading, or three lists of several plain names, speak for themselves: then abstracts may be in many pieces.
    leave = 2.0 if Label.HEADING in labels or (plain_lists > 2 and plain_lists * 4 >= len(sure) * 3) else 1.0
    if cost > leave * min(_COST_OF_LINE * len(lines), _COST_OF_PAPER * len(records)):
        return 0.0
    if Label.HEADING in labels:
        return 0.9
    return 0.8 if len(sure) > 1 else 0.5


def _is_plain_list(line: str) -> bool:
    return looks.names_cost(line) < 1.0 and len(fields.split_authors(plain(line))[0]) > 1


def _is_sure(parts: Sequence[_Part]) -> bool:
    """Authors that look like nothing else, and an abstract that is more than a few words."""
    people = [content for label, content in parts if label is Label.AUTHORS]
    abstract = "".join(content for label, content in parts if label in (Label.ABSTRACT, Label.MORE))
    # A Chinese character says about as much as three letters.
    return bool(people) and looks.names_cost(people[0]) < 2.5 and len(abstract) * (3 if has_han(abstract[:50]) else 1) >= 60


def _lines(data: Input) -> Iterator[str]:
    stream = as_utf8(data.stream)
    while raw := stream.readline(LINE_BYTES):
        yield from (
            decode(raw).replace("\r", "\n").replace("\x0c", "\n\n").split("\n")
            if b"\r" in raw or b"\x0c" in raw
            else (decode(raw),)
        )


def _rows(lines: Sequence[str]) -> list[_Row]:
    """The lines that are not blank, where they stand, and whether a blank line or a rule stands before each."""
    rows = []
    gap = True
    for place, line in enumerate(lines):
        cleaned = line.strip(" \t\r\n\f\v\ufeff\u3000\xa0\0")
        if _RULE.fullmatch(cleaned):
            gap = True
        else:
            rows.append((cleaned, gap, place))
            gap = False
    return rows


def _look(rows: Sequence[_Row], page: _Page) -> list[Line]:
    page.areas |= {area for content, _, _ in rows if len(content) < 200 and (area := looks.area_of(content))}
    page.width = _width([len(content) for content, _, _ in rows]) if len(rows) > 20 or page.width == 0 else page.width
    found: list[Line] = []
    before = ""
    for content, gap, _ in rows:
        wrapped = page.width > 0 and len(before) + 1 + len(content.partition(" ")[0]) >= page.width
        found.append(Line(content, gap, wrapped, looks.look(content, gap, page.areas)))
        before = content
    return found


def _width(lengths: Sequence[int]) -> int:
    """The width at which the page's lines are wrapped: few are longer. 0 where lines are as long as their paragraphs."""
    usual = sorted(lengths)[len(lengths) * 9 // 10] if lengths else 0
    return usual if 20 <= usual <= _WIDEST else 0


def _records(lines: Iterator[str]) -> Iterator[list[_Part]]:
    """The lines of every paper, window by window, so that a page of any length needs the same memory."""
    page = _Page()
    pending: list[str] = []
    ended = False
    while not ended:
        ended = _fill(pending, lines)
        rows = _rows(pending)
        read = _look(rows, page)
        # The first window shows whether there are titles; the rest of the page is read alike.
        labels, page.titled, _ = reading.read(read, page.titled)
        records = list(_divide(read, labels))
        # The last paper may go on in the next window.
        endless = len(pending) > _PAPER_LINES or sum(map(len, pending)) > _PAPER_LENGTH
        whole = records if ended or endless else records[:-1]
        yield from (parts for _, parts in whole)
        pending = pending[rows[records[-1][0]][2] :] if len(whole) < len(records) else []


def _fill(pending: list[str], lines: Iterator[str]) -> bool:
    """Puts the next window's lines behind those that wait; says whether they were the last."""
    length = 0
    for count, line in enumerate(lines, start=1):
        pending.append(line)
        length += len(line)
        if count >= WINDOW or length > _PAPER_LENGTH:
            return False
    return True


def _divide(lines: Sequence[Line], labels: Sequence[Label]) -> Iterator[tuple[int, list[_Part]]]:
    """Where each paper begins, and its lines. Lines that belong to none stand together as one of their own."""
    start = 0
    parts: list[_Part] = []
    for place, (line, label) in enumerate(zip(lines, labels, strict=True)):
        if parts and (label is Label.HEADING or _is_new(parts, label)):
            yield start, parts
            parts = []
        if label is not Label.HEADING:
            start = start if parts else place
            parts.append((label, line.text))
    if parts:
        yield start, parts


def _is_new(parts: Sequence[_Part], label: Label) -> bool:
    if (label is Label.OTHER) != (parts[-1][0] is Label.OTHER):
        return True
    # Only a category or title has nothing but its like before it in its paper.
    return label in (Label.CATEGORY, Label.TITLE, Label.AUTHORS) and parts[-1][0] not in (Label.CATEGORY, Label.TITLE)


def _paper(parts: Sequence[_Part], number: str) -> Paper | Reject:
    def having(*labels: Label) -> list[str]:
        return [content for label, content in parts if label in labels]

    whole = excerpt(" ".join(content for _, content in parts))
    if having(Label.OTHER):
        return Reject(number, "no paper: these lines are neither authors nor an abstract", whole)
    people, truncated = fields.split_authors(_joined([plain(line) for line in having(Label.AUTHORS, Label.MORE_AUTHORS)]))
    abstract = [plain(line) if looks.label_of(line) else line for line in having(Label.ABSTRACT, Label.MORE)]
    paper = Paper(
        titles=texts(_joined([plain(line) for line in having(Label.TITLE)])),
        abstracts=texts(_joined(abstract)),
        authors=fields.authors(people),
        authors_truncated=truncated,
        categories=tuple(dict.fromkeys(one for line in having(Label.CATEGORY) for one in _categories(plain(line)))),
        keywords=_keywords(having(Label.KEYWORDS)),
        record=number,
    )
    if not (paper.titles or paper.abstracts or paper.authors):
        return Reject(number, "no paper: only a category", whole)
    if not paper.authors and not any(looks.label_of(content) for _, content in parts):
        return Reject(number, "no paper: there is no line of authors", whole)
    return paper


def _categories(line: str) -> Iterator[Category]:
    for part in re.split(r"\s*[;；|]\s*", line):
        if category := fields.category(part):
            yield category


def _keywords(lines: Sequence[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for word in re.split("[;；,，、]", ";".join(plain(line) for line in lines)):
        for code, kept in texts(word).items():
            found.setdefault(code, {})[kept] = None
    return {code: tuple(words) for code, words in found.items()}


def _joined(lines: Sequence[str]) -> str:
    """Wrapped lines as one text: no blank between Chinese characters, nor behind a hyphen at a line's end."""
    pieces: list[str] = []
    end = ""
    for line in lines:
        hyphen = _HYPHEN_END.search(end) and not _SUSPENDED.match(line)
        if end and not hyphen and _LATIN_END.search(end) and _LATIN_END.search(line[:1]):
            pieces.append(" ")
        pieces.append(line)
        end = line[-4:]
    return "".join(pieces)
