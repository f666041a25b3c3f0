"""The texts of a paper as the page shows them, cut into marked and plain pieces: titles, abstracts, excerpts.

It builds no HTML: templates print the pieces escaped, so that nothing a paper says can become markup. Formulas are formulas.py's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

from markupsafe import Markup

from service.languages import UNDETERMINED
from service.web.formulas import formulas

# Width of an abstract's beginning, in Latin letters; a Han character is two of them wide. About three lines.
EXCERPT = 300

_MARK = re.compile("(</?mark>)")
_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\U00020000-\U000323af]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text, marked or not."""

    text: str
    marked: bool = False
    # The text as a formula, where it is one.
    math: Markup | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A text of a paper with its language (BCP 47; empty where unknown)."""

    language: str
    pieces: tuple[Piece, ...]

    @property
    def plain(self) -> str:
        """The text without its marks."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def shown(self) -> tuple[Piece, ...]:
        """The pieces, with formulas as pieces of their own; one that is marked in part is marked as a whole."""
        plain = self.plain
        found = list(formulas(plain))
        return _with(self.pieces, found, plain) if found else self.pieces


def titles_of(paper: Mapping[str, Any]) -> tuple[Text, ...]:
    """The title to show, then those in other languages; one empty text when there is nothing at all."""
    language = main_language(paper, "abstracts" if paper["title_is_derived"] else "titles")
    others = [(code, text) for code, text in paper["titles"].items() if code != language]
    marks = list(paper["highlights"].get("titles", {}).values())
    shown = [(language, paper["title"]), *(() if paper["title_is_derived"] else others)]
    return tuple(_marked(code, text, marks) for code, text in shown)


def abstracts_of(paper: Mapping[str, Any]) -> tuple[Text, ...]:
    """The abstracts, that of the paper's own language first."""
    first = main_language(paper, "abstracts")
    ordered = sorted(paper["abstracts"].items(), key=lambda pair: pair[0] != first)
    return tuple(Text(_code(code), (Piece(text),)) for code, text in ordered)


def main_language(paper: Mapping[str, Any], texts: str) -> str:
    """The language in which the paper's `titles` or `abstracts` are shown first."""
    code: str = paper["language"] if paper["language"] in paper[texts] else next(iter(paper[texts]), "")
    return code


def title_and_excerpt(paper: Mapping[str, Any]) -> tuple[Text, Text | None]:
    """The title to show and what of the abstract stands under it: marked fragments, else its beginning.

    A derived title is the abstract's first sentence: its marks are the abstract's, and the excerpt does not repeat it.
    """
    title = titles_of(paper)[0]
    fragments = _fragments(paper)
    if fragments is None:
        return title, None
    code, pieces = fragments
    if not paper["title_is_derived"]:
        return title, Text(code, pieces)
    sentence = title.plain.removesuffix("…")
    head, rest = _split(pieces, len(sentence))
    if "".join(piece.text for piece in head) != sentence:
        return title, Text(code, pieces)
    ellipsis = (Piece("…"),) if title.plain != sentence else ()
    return Text(title.language, (*head, *ellipsis)), Text(code, rest) if rest else None


def beginning(text: str, width: int = EXCERPT) -> str:
    """The text's beginning, cut between words and with an ellipsis when it is longer than `width` Latin letters."""
    used = 0
    for place, char in enumerate(text):
        used += 2 if _WIDE.match(char) else 1
        if used > width:
            cut = text[: _outside(text, place)[0]]
            blank = cut.rfind(" ")
            # Chinese has no blanks to cut at; a word of 30 letters is none either.
            return (cut[:blank] if blank > max(0, place - 30) else cut).rstrip(" ,;:，；：、。.") + " …"
    return text


def _fragments(paper: Mapping[str, Any]) -> tuple[str, tuple[Piece, ...]] | None:
    """What is shown of the abstract, with its language; None when there is none."""
    abstracts: Mapping[str, str] = paper["abstracts"]
    if not abstracts:
        return None
    first = main_language(paper, "abstracts")
    marked: Mapping[str, Sequence[str]] = paper["highlights"].get("abstracts", {})
    code = first if first in marked else next(iter(marked), None)
    if code is None:
        # A derived title takes its sentence from the beginning; what is left should still be three lines.
        taken = len(paper["title"]) if paper["title_is_derived"] else 0
        return _code(first), (Piece(beginning(abstracts[first], EXCERPT + _width(abstracts[first][:taken]))),)
    whole = abstracts.get(code, "")
    pieces: list[Piece] = []
    plain = ""
    for fragment in marked[code]:
        cut = _pieces(fragment)
        plain = "".join(piece.text for piece in cut)
        begin, end = _kept(plain, whole)
        cut, plain = tuple(_between(cut, begin, end)), plain[begin:end]
        gap = " … " if pieces else "" if whole.startswith(plain) else "… "
        pieces += [*([Piece(gap)] if gap else []), *cut]
    if not whole.endswith(plain):
        pieces.append(Piece(" …"))
    return _code(code if code in abstracts else first), tuple(pieces)


def _with(pieces: Sequence[Piece], found: Iterable[tuple[int, int, Markup]], plain: str) -> tuple[Piece, ...]:
    shown: list[Piece] = []
    at = 0
    for begin, end, math in found:
        shown += _between(pieces, at, begin)
        marked = any(piece.marked for piece in _between(pieces, begin, end))
        shown.append(Piece(plain[begin:end], marked, math))
        at = end
    return (*shown, *_between(pieces, at, len(plain)))


def _between(pieces: Iterable[Piece], begin: int, end: int) -> Iterator[Piece]:
    """What lies between two places of the text."""
    at = 0
    for piece in pieces:
        text = piece.text[max(0, begin - at) : max(0, end - at)]
        at += len(piece.text)
        if text:
            yield Piece(text, piece.marked)


def _outside(text: str, place: int) -> tuple[int, int]:
    """The ends of the formula that a place of the text lies in; the place itself, twice, where there is none."""
    return next(((begin, end) for begin, end, _ in formulas(text) if begin < place < end), (place, place))


def _kept(fragment: str, whole: str) -> tuple[int, int]:
    """From where to where a fragment of a text has no half of a formula at its ends."""
    at = whole.find(fragment)
    if at < 0:
        return 0, len(fragment)
    first, last = _outside(whole, at)[1] - at, _outside(whole, at + len(fragment))[0] - at
    if first >= last:
        return 0, len(fragment)
    left = fragment[first:last]
    return first + len(left) - len(left.lstrip()), last - len(left) + len(left.rstrip())


def _split(pieces: Iterable[Piece], length: int) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """The first `length` characters, and what follows without the blanks between."""
    head: list[Piece] = []
    rest: list[Piece] = []
    for piece in pieces:
        left = max(0, length - sum(len(one.text) for one in head))
        before, after = piece.text[:left], piece.text[left:] if rest else piece.text[left:].lstrip()
        head += [Piece(before, piece.marked)] if before else []
        rest += [Piece(after, piece.marked)] if after else []
    return tuple(head), tuple(rest)


def _width(text: str) -> int:
    return sum(2 if _WIDE.match(char) else 1 for char in text)


def _marked(code: str, text: str, marks: Iterable[str]) -> Text:
    """The text with the marks of the highlight that is this very text, if there is one."""
    for highlight in marks:
        pieces = _pieces(highlight)
        if "".join(piece.text for piece in pieces) == text:
            return Text(_code(code), pieces)
    return Text(_code(code), (Piece(text),))


def _pieces(highlight: str) -> tuple[Piece, ...]:
    """A highlight's HTML (`<mark>` and entities, nothing else) as plain pieces."""
    pieces, marked = [], False
    for part in _MARK.split(highlight):
        if part in ("<mark>", "</mark>"):
            marked = part == "<mark>"
        elif part:
            pieces.append(Piece(unescape(part), marked))
    return tuple(pieces)


def _code(code: str) -> str:
    return "" if code == UNDETERMINED else code
