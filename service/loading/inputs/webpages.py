"""Tells a saved web page, whose text is no list of papers, and says what to load instead.

It reads nothing of the page.
"""

from __future__ import annotations

import re

from service.sources.reading.lines import beginning

_PAGE = re.compile(r"(?:\s|<!--.{0,2000}?-->|<\?xml[^>]{0,200}\?>)*(?:<!DOCTYPE\s+html\b|<html\b)", re.IGNORECASE | re.DOTALL)
# Lists of references that a citation processor made are read, whatever stands around them.
_BIBLIOGRAPHY = re.compile(r'class="csl-(?:bib-body|entry)"')
# What pages of papers tell search engines: Highwire's tags, Dublin Core, and others of the same kind.
_CITATION = re.compile(
    r"<meta\b[^<>]{0,200}?\bname\s*=\s*[\"']?((?:citation_title|(?:dc|dcterms|eprints|prism|bepress_citation)[._]title))\b",
    re.IGNORECASE,
)
_EXPORT = (
    "an HTML page: use the site's export (CNKI: 导出与分析 > NoteExpress, RefWorks or EndNote; Wanfang: 导出 > NoteExpress), "
    "and load that file"
)


def web_page(head: bytes) -> str | None:
    """What a file that begins as a web page is, and what to load instead; None for any other."""
    shown = beginning(head)
    if not _PAGE.match(shown) or _BIBLIOGRAPHY.search(shown):
        return None
    tags = _CITATION.search(shown)
    return f"{_EXPORT}; its citation tags ({tags[1]}) describe one paper, which the export holds in full" if tags else _EXPORT
