"""The bytes of XML made harmless before a parser sees them: no document types, no names of entities, no lone signs.

It parses nothing: what is well-formed stays as it is, and line ends stay where they are."""

from __future__ import annotations

import html.entities
import re
from collections.abc import Iterator
from typing import BinaryIO

_CHUNK = 64 * 1024
# The longest declaration or reference that is waited for when a piece ends inside it.
_DECLARATION_BYTES = 1024 * 1024
# Numbers instead of names: those of XML too, as the parser forgets their meaning once it has met an error.
_NAMED = {
    name[:-1].encode(): "".join(f"&#{ord(char)};" for char in value).encode()
    for name, value in html.entities.html5.items()
    if name.endswith(";")
}
# A reference by name, or a sign that begins none.
_REFERENCE = re.compile(rb"&(?:([A-Za-z][A-Za-z0-9]{1,31});|(?!#(?:\d{1,7}|x[0-9A-Fa-f]{1,6});))")
# A sign that begins no tag, comment or CDATA: `p < 0.05`. It would end the reading of the whole input.
_LONE = re.compile(rb"<(?![A-Za-z_:/?\x80-\xff]|!--|!\[CDATA\[)")
# An end tag with a blank too many.
_SPACED = re.compile(rb"<[ \t]{1,20}/(?=[A-Za-z_])")
# A document type with its own declarations in brackets, and what begins a document.
_QUOTED = rb"\"[^\"]*\"|'[^']*'"
_PROLOG = re.compile(
    rb"<\?xml(?=[\s?])[^>]*>|<!DOCTYPE(?:[^\[\]>\"']|" + _QUOTED + rb")*+(?:\[(?:[^\]\"']|" + _QUOTED + rb")*+\]\s*+)?>",
    re.IGNORECASE,
)
_MARKS = (b"<!DOCTYPE", b"<?XML", b"<!--", b"<![CDATA[")
_OPENED = re.compile(rb"<(?:\?xml(?=[\s?])|!DOCTYPE)", re.IGNORECASE)
# Control characters that no XML may hold.
_FORBIDDEN = bytes(byte for byte in range(0x20) if byte not in b"\t\n\r")


def harmless(utf8: BinaryIO) -> Iterator[bytes]:
    """The input without declarations and forbidden characters, with HTML's named characters as numbers."""
    held = b""
    while piece := utf8.read(_CHUNK):
        piece = held + piece.translate(None, _FORBIDDEN)
        cut = _safe_end(piece)
        held, piece = piece[cut:], piece[:cut]
        if piece:
            yield _plain(piece)
    if held:
        yield _plain(held)


def _plain(piece: bytes) -> bytes:
    piece = _LONE.sub(b"&lt;", _SPACED.sub(b"</", b"".join(_without_declarations(piece))))
    return _REFERENCE.sub(_numbered, piece) if b"&" in piece else piece


def _numbered(match: re.Match[bytes]) -> bytes:
    return _NAMED.get(match[1]) or b"&#38;" + match[0][1:]


def _without_declarations(piece: bytes) -> Iterator[bytes]:
    start = 0
    while opened := _OPENED.search(piece, start):
        yield piece[start : opened.start()]
        start = opened.start()
        declaration = _PROLOG.match(piece, start)
        if declaration is None:
            # It has no end: as text it does no harm, and neither does what follows.
            yield _OPENED.sub(b"&lt;", piece[start:])
            return
        # Line ends stay, so that lines are counted as in the file.
        yield b"\n" * declaration[0].count(b"\n")
        start = declaration.end()
    yield piece[start:]


def _safe_end(piece: bytes) -> int:
    """Where a piece may be cut: not inside a reference or a declaration."""
    end = len(piece)
    mark = piece.rfind(b"&", end - 40)
    if mark >= 0 and b";" not in piece[mark:]:
        end = mark
    start = 0
    while opened := _OPENED.search(piece, start):
        declaration = _PROLOG.match(piece, opened.start())
        if declaration is None:
            return min(end, opened.start()) if len(piece) - opened.start() < _DECLARATION_BYTES else end
        start = declaration.end()
    # The first signs of what is told by what comes next.
    tail = piece.rfind(b"<", max(end - 10, start))
    begun = piece[tail:].upper() if tail >= 0 else b"-"
    return tail if any(whole.startswith(begun) for whole in _MARKS) else end
