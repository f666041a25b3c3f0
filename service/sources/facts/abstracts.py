"""An abstract as JSON services hand it out: without the word that announces it, markup taken out, under its language.

It shortens nothing, and takes no summary that a machine wrote for an abstract."""

from __future__ import annotations

import re

from service.sources.facts.markup import without_markup
from service.sources.facts.texts import texts

_LABEL = re.compile(
    r"\s*(?:Abstract|ABSTRACT|Summary|SUMMARY|Resumen|Résumé|Zusammenfassung|Resumo)(?:\s*[-—–.:]+\s*(?=\S)|\s+(?=[A-ZÀ-Þ(“\"]))"
    r"|\s*(?:摘\s?要|内容摘要|【摘要】|\[摘要\])\s*[:：]?\s*"
)
_NONE = frozenset(
    {"abstract", "no abstract", "no abstract available", "abstract not available", "not available", "none", "n/a", "null", "-"}
)
_SHORT = 40


def abstract(value: str, declared: str | None = None) -> dict[str, str]:
    """The abstract under its language (see texts.texts), {} where the text says that there is none."""
    plain = without_markup(value).strip()
    if len(plain) < _SHORT and (plain.rstrip(".").lower() in _NONE or not re.search(r"[^\W\d_]", plain)):
        return {}
    label = _LABEL.match(plain)
    return texts(plain[label.end() :] if label else plain, declared)
