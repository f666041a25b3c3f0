"""What stands in an element: by path, as text with its formulas readable. For records of xmlstream, whose names are plain.

It knows no format's fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text

# Elements that begin a new line where they are shown; in a text they leave a blank.
_BLOCKS = frozenset(
    "p sec title abstracttext label list list-item disp-formula br break div para head section simple-para row cell td tr".split()
)
# What is no part of the text around it.
_LEFT_OUT = frozenset(("fn", "xref-group", "annotation", "annotation-xml", "graphic", "object-id", "note"))
# No formula nests more deeply.
_FORMULA_DEPTH = 100
_TEX = re.compile(r"\\begin\{document\}(.*?)\\end\{document\}", re.DOTALL)
# Signs that line breaks between elements set apart from what they stand behind.
_LOOSE = re.compile(r" ([,.])(?= |\Z)")
_DELIMITED = re.compile(r"\A(?:\$\$?|\\[(\[])?\s*(.*?)\s*(?:\$\$?|\\[)\]])?\Z", re.DOTALL)


def all_of(element: etree._Element | None, *paths: str) -> list[str]:
    """The texts below some paths (`journal/title`), in the order of the paths and the document, empty ones left out."""
    if element is None:
        return []
    return [kept for path in paths for found in element.findall(path) if (kept := plain(found))]


def first_of(element: etree._Element | None, *paths: str) -> str:
    """The first text below some paths that is not empty, else the empty text."""
    if element is None:
        return ""
    for path in paths:
        found = element.find(path)
        if found is not None:
            if kept := plain(found):
                return kept
            if kept := next((kept for other in element.findall(path)[1:] if (kept := plain(other))), ""):
                return kept
    return ""


def elements(element: etree._Element | None, *paths: str) -> Iterator[etree._Element]:
    """The elements below some paths, in the order of the paths and the document."""
    if element is not None:
        for path in paths:
            yield from element.findall(path)


def plain(element: etree._Element) -> str:
    """The whole text of an element: markup gone, blocks divided by blanks, formulas as `$...$` where TeX is given."""
    if not len(element):
        return text(without_markup(said)) if (said := element.text) else ""
    return _LOOSE.sub(r"\1", text(without_markup("".join(_pieces(element)))))


def _pieces(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if isinstance(child.tag, str):
            name = child.tag.lower()
            if (tex := _tex(child, name)) is not None:
                yield _formula("".join(map(str, tex.itertext())))
            elif name == "math":
                yield _shown(child, _FORMULA_DEPTH)
            elif name not in _LEFT_OUT:
                yield from (" ", *_pieces(child), " ") if name in _BLOCKS else _pieces(child)
        yield child.tail or ""


def _shown(element: etree._Element, levels: int) -> str:
    """A formula of MathML on one line: `1/2`, `10^14`, `CO2`, `η′`; without the blanks between its elements."""
    name = str(element.tag).lower()
    if name in _LEFT_OUT or levels == 0:
        return ""
    parts = [_shown(one, levels - 1) for one in element.iterchildren(etree.Element)]
    if name == "mfrac" and len(parts) == 2:
        return "/".join(parts)
    if name == "msqrt":
        return f"√({''.join(parts)})"
    if name in ("msup", "mover") and len(parts) == 2 and parts[1].lstrip("-−+")[:1].isalnum():
        return "^".join(parts)
    if name == "mfenced":
        return (element.get("open") or "(") + ",".join(parts) + (element.get("close") or ")")
    return " ".join((element.text or "").split()) + "".join(parts)


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
