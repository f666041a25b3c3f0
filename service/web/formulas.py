"""TeX formulas in a text become MathML. The only module that makes markup: of known elements and attributes, all text escaped.

What is no formula, or none that can be read, stays the text that it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape
from xml.etree.ElementTree import Element

from latex2mathml import exceptions
from latex2mathml.converter import convert_to_element
from markupsafe import Markup, escape

# Between dollars a formula neither begins nor ends with a blank, and no digit follows: `$5 and $10` is money.
_FORMULA = re.compile(
    r"\$\$([^$]{1,400}?)\$\$ | \\\((.{1,400}?)\\\) | \\\[(.{1,400}?)\\\]"
    r"| (?<![\\$])\$((?!\s)[^$]{1,300}?)(?<![\s\\])\$(?![\d$])",
    re.DOTALL | re.VERBOSE,
)
# Words between two dollars that only seem to belong together.
_PROSE = re.compile(r"[^\W\d_]+[,.;:]?\s+[^\W\d_]{2,}")
_SIGNS = re.compile(r"[\\^_=<>+{}]")
_ELEMENTS = frozenset(
    "math mrow mi mn mo mtext ms mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle "
    "mpadded mphantom mmultiscripts mprescripts none".split()
)
_ATTRIBUTES = frozenset(
    "display stretchy fence form separator lspace rspace mathvariant accent accentunder linethickness columnalign displaystyle "
    "scriptlevel movablelimits largeop symmetric width minsize maxsize".split()
)
# Words and small lengths: a formula must not reach over the rest of the page.
_VALUE = re.compile(r"[a-z -]{1,40}|\d{0,2}(\.\d{1,3})?(em|ex|pt|px|mu|%)?")
# How the library says that it can't read a formula.
_UNREADABLE: tuple[type[BaseException], ...] = (
    *(one for one in vars(exceptions).values() if isinstance(one, type) and issubclass(one, Exception)),
    ArithmeticError, AttributeError, LookupError, RuntimeError, StopIteration, TypeError, ValueError,
)  # fmt: skip


def formulas(text: str) -> Iterator[tuple[int, int, Markup]]:
    """The formulas of a text in their order: (begin, end, MathML), signs around included."""
    if "$" not in text and "\\(" not in text and "\\[" not in text:
        return
    for found in _FORMULA.finditer(text):
        tex = next(part for part in found.groups() if part)
        if _PROSE.search(tex) and not _SIGNS.search(tex):
            continue
        math = mathml(tex.strip())
        if math is not None:
            yield found.start(), found.end(), math


@lru_cache(maxsize=4096)
def mathml(tex: str) -> Markup | None:
    """A formula as MathML; None where it can't be read as a whole."""
    try:
        root = convert_to_element(tex)
        return None if _has_unknown(root) else _written(root)
    except _UNREADABLE:
        return None


def _has_unknown(root: Element) -> bool:
    """Whether a command or an element is left over that nobody knows."""
    return any(one.tag not in _ELEMENTS or (one.text or "").lstrip().startswith("\\") for one in root.iter())


def _written(one: Element) -> Markup:
    known = ((name, value) for name, value in one.attrib.items() if name in _ATTRIBUTES and _VALUE.fullmatch(value))
    attributes = Markup("").join(Markup(' {}="{}"').format(name, value) for name, value in known)
    inner = escape(unescape(one.text or "")) + Markup("").join(map(_written, one))
    return Markup("<{0}{1}>{2}</{0}>").format(Markup(one.tag), attributes, inner)  # noqa: S704 - a name in _ELEMENTS
