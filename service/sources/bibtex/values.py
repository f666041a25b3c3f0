"""Values of BibTeX fields: `{...}`, `"..."`, names of @string and of months, joined by `#`. What they hold stays TeX.

It resolves names and takes the enclosing signs off; it changes nothing inside them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

# No abbreviation is longer; without a bound a few lines of `#` make a text that fills the memory.
STRING_LENGTH = 10_000
_MONTHS = {name: name.capitalize() for name in "jan feb mar apr may jun jul aug sep oct nov dec".split()}
_BARE = re.compile(r"[^\s#{}\",=]+")
# Unescaped braces, as bibtexparser counts them; BibTeX itself counts all.
_UNESCAPED, _ALL = re.compile(r"(?<!\\)[{}]"), re.compile(r"[{}]")
_QUOTE = re.compile(r"(?<!\\)[{}\"]")
_JOINED = re.compile(r"\s*#\s*")
_BLANKS = re.compile(r"\s*")


class Unclosed(ValueError):
    """A brace or quotation mark that is not closed."""


def read(value: str, strings: Mapping[str, str]) -> tuple[str, str]:
    """A whole field's value, and what stands behind it where a comma is missing; usually nothing."""
    if value[:1] == "{" and value[-1:] == "}":
        inner = value[1:-1]
        if "{" not in inner and "}" not in inner:
            return inner, ""
    elif value[:1] == '"' and value.find('"', 1) == len(value) - 1 > 0 and "\\" not in value:
        return value[1:-1], ""
    try:
        found, end = expression(value, 0, strings, escapes=True)
    except Unclosed:
        return value, ""
    return found, value[end:].strip()


def expression(source: str, at: int, strings: Mapping[str, str], *, escapes: bool = False) -> tuple[str, int]:
    """The value that begins at a place, and where it ends. Raises Unclosed.

    With `escapes` a brace behind a backslash opens and closes nothing.
    """
    parts: list[str] = []
    while True:
        at = _BLANKS.match(source, at).end()  # type: ignore[union-attr]
        sign = source[at : at + 1]
        if sign == "{":
            end = _closing(source, at, _UNESCAPED if escapes else _ALL)
            parts.append(source[at + 1 : end])
            at = end + 1
        elif sign == '"':
            end = _closing_quote(source, at + 1)
            parts.append(source[at + 1 : end])
            at = end + 1
        elif word := _BARE.match(source, at):
            parts.append(_named(word[0], strings))
            at = word.end()
        joined = _JOINED.match(source, at)
        if joined is None or joined.end() == len(source):
            return "".join(parts), at
        at = joined.end()


def _closing(source: str, at: int, braces: re.Pattern[str]) -> int:
    depth = 0
    for brace in braces.finditer(source, at):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.start()
    raise Unclosed


def _closing_quote(source: str, at: int) -> int:
    depth = 0
    for sign in _QUOTE.finditer(source, at):
        if sign[0] == '"' and depth <= 0:
            return sign.start()
        depth += {"{": 1, "}": -1}.get(sign[0], 0)
    raise Unclosed


def _named(word: str, strings: Mapping[str, str]) -> str:
    name = word.lower()
    found = strings.get(name)
    return _MONTHS.get(name, word) if found is None else found
