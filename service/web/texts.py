"""The texts of a paper as the page shows them, cut into marked and plain pieces: titles, abstracts, excerpts.

It builds no HTML: templates print the pieces escaped, so that nothing a paper says can become markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

from service.languages import UNDETERMINED

# Width of an abstract's beginning, in Latin letters; a Han character is two of them wide. About three lines.
EXCERPT = 300

_MARK = re.compile("(</?mark>)")
_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\U00020000-\U000323af]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text, marked or not."""

    text: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A text of a paper with its language (BCP 47; empty where unknown)."""

    language: str
    pieces: tuple[Piece, ...]

    @property
    def plain(self) -> str:
        """The text without its marks."""
        return "".join(piece.text for piece in self.pieces)


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


def excerpt_of(paper: Mapping[str, Any], title: Text, abstracts: Sequence[Text]) -> Text | None:
    """What of the abstract stands under a result: the marked fragments, else its beginning; None without abstract."""
    if not abstracts:
        return None
    marked: Mapping[str, Sequence[str]] = paper["highlights"].get("abstracts", {})
    first = main_language(paper, "abstracts")
    code = first if first in marked else next(iter(marked), None)
    if code is not None:
        return _fragments(code if code in paper["abstracts"] else first, marked[code], paper["abstracts"])
    text = abstracts[0].plain
    if paper["title_is_derived"] and text.startswith(title.plain.rstrip("…")):
        # The first sentence is above already, as the title.
        text = text[len(title.plain.rstrip("…")) :].strip() or text
    return Text(abstracts[0].language, (Piece(beginning(text)),))


def _fragments(code: str, fragments: Sequence[str], abstracts: Mapping[str, str]) -> Text:
    whole = abstracts.get(code, "")
    pieces: list[Piece] = []
    for fragment in fragments:
        cut = _pieces(fragment)
        plain = "".join(piece.text for piece in cut)
        gap = " … " if pieces else "" if whole.startswith(plain) else "… "
        pieces += [*([Piece(gap)] if gap else []), *cut]
    if pieces and not whole.endswith(pieces[-1].text):
        pieces.append(Piece(" …"))
    return Text(_code(code), tuple(pieces))


def beginning(text: str, width: int = EXCERPT) -> str:
    """The text's beginning, cut between words and with an ellipsis when it is longer than `width` Latin letters."""
    used = 0
    for place, char in enumerate(text):
        used += 2 if _WIDE.match(char) else 1
        if used > width:
            cut = text[:place]
            blank = cut.rfind(" ")
            # Chinese has no blanks to cut at; a word of 30 letters is none either.
            return (cut[:blank] if blank > place - 30 else cut).rstrip(" ,;:，；：、。.") + " …"
    return text


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
