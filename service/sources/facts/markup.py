"""Markup of HTML, JATS and MathML inside a field as plain text: `H<sub>2</sub>O`, `<jats:p>`, `&lt;i&gt;`.

Only tags that are known are taken out: `a < b > c` and `<unk>` stay.
"""

from __future__ import annotations

import html
import re

_INLINE = (
    "i|b|u|s|em|strong|sup|sub|sc|tt|small|big|span|font|a|nobr|wbr|mark|code|q|cite|inf|italic|bold|underline|roman|monospace|"
    "ext-link|xref|named-content|styled-content|inline-formula|tex-math|alternatives|"
    "math|mi|mn|mo|mrow|msub|msup|msubsup|mfrac|msqrt|mtext|mover|munder|mspace|mstyle|mfenced|semantics|annotation"
)
_BLOCKS = "p|br|div|li|ul|ol|h[1-6]|sec|section|title|abstract|list|list-item|disp-formula|hr|td|tr|table|tbody|blockquote|pre"
_PREFIX = r"(?:jats:|mml:|ns\d:)?"
_INLINE_TAG = re.compile(rf"</?{_PREFIX}(?:{_INLINE})(?:\s[^<>]{{0,300}})?/?>", re.IGNORECASE)
_BLOCK_TAG = re.compile(rf"</?{_PREFIX}(?:{_BLOCKS})(?:\s[^<>]{{0,300}})?/?>", re.IGNORECASE)
# The heading that stands in many abstracts of publishers says nothing.
_HEADING = re.compile(r"<(?:jats:)?title>\s*(?:abstract|summary|摘要)\s*</(?:jats:)?title>", re.IGNORECASE)
_HIDDEN = re.compile(r"<!--.{0,2000}?-->|<!\[CDATA\[|\]\]>", re.DOTALL)


def without_markup(value: str) -> str:
    """The text without its tags; a block's tag leaves a blank. References of HTML are decoded where tags hide in them."""
    if "&lt;" in value or "&#60;" in value or "&amp;" in value:
        value = html.unescape(html.unescape(value) if "&amp;" in value else value)
    if "<" not in value:
        return value
    value = _HIDDEN.sub("", _HEADING.sub("", value))
    return _BLOCK_TAG.sub(" ", _INLINE_TAG.sub("", value))
