"""What stands in an element: by path, as text with its formulas readable. For records of xmlstream, whose names are plain.

It knows no format's fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from service.sources.markup import without_markup
from service.sources.texts import text

# Elements that begin a new line where they are shown; in a text they leave a blank.
_BLOCKS = frozenset(
    "p sec title abstracttext label list list-item disp-formula br break div para head section simple-para row cell td tr".split()
)
# What is no part of the text around it.
_LEFT_OUT = frozenset(("fn", "xref-group", "annotation", "annotation-xml", "graphic", "object-id", "note"))
_TEX = re.compile(r"\\begin\{document\}(.*?)\\end\{document\}", re.DOTALL)
_DELIMITED = re.compile(r"\A(?:\$\$?|\\[(\[])?\s*(.*?)\s*(?:\$\$?|\\[)\]])?\Z", re.DOTALL)


def all_of(element: etree._Element | None, *paths: str) -> list[str]:
    """The texts below some paths (`journal/title`), in the order of the paths and the document, empty ones left out."""
    return [kept for found in elements(element, *paths) if (kept := plain(found))]


def first_of(element: etree._Element | None, *paths: str) -> str:
    """The first text below some paths that is not empty, else the empty text."""
    return next((kept for found in elements(element, *paths) if (kept := plain(found))), "")


def elements(element: etree._Element | None, *paths: str) -> Iterator[etree._Element]:
    """The elements below some paths, in the order of the paths and the document."""
    if element is not None:
        for path in paths:
            yield from element.findall(path)


def plain(element: etree._Element) -> str:
    """The whole text of an element: markup gone, blocks divided by blanks, formulas as `$...$` where TeX is given."""
    if not len(element):
        return text(without_markup(element.text or ""))
    return text(without_markup("".join(_pieces(element))))


def _pieces(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if isinstance(child.tag, str):
            name = child.tag.lower()
            if (tex := _tex(child, name)) is not None:
                yield _formula("".join(map(str, tex.itertext())))
            elif name not in _LEFT_OUT:
                yield from (" ", *_pieces(child), " ") if name in _BLOCKS else _pieces(child)
        yield child.tail or ""


def _tex(element: etree._Element, name: str) -> etree._Element | None:
    """Where an element gives its formula in TeX."""
    if name == "alternatives":
        return element.find(".//tex-math")
    if name == "math":
        return element.find(".//annotation[@encoding='application/x-tex']")
    return element if name == "tex-math" else None


def _formula(tex: str) -> str:
    """A formula in TeX, out of the document that publishers wrap it in."""
    inner = _TEX.search(tex)
    bare = _DELIMITED.match((inner[1] if inner else tex).strip())
    return f"${bare[1]}$" if bare and bare[1] else ""
