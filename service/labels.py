"""The zh/en names of known categories, venues, languages, types and countries, from mappings/labels.tsv.

It translates nothing: what the table does not know keeps its own name in both languages.
"""

from __future__ import annotations

from collections.abc import Mapping

from service.folding import fold
from service.languages import MAPPINGS, has_han

Label = dict[str, str]


def _read() -> dict[tuple[str, str], Label]:
    table = {}
    for line in (MAPPINGS / "labels.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("kind\t"):
            kind, key, zh, en = line.split("\t")
            table[kind, key] = {"zh": zh or en or key, "en": en or zh or key}
    return table


_LABELS: Mapping[tuple[str, str], Label] = _read()


def keys(kind: str) -> tuple[str, ...]:
    """All keys of a kind that the table knows, in its order."""
    return tuple(key for of, key in _LABELS if of == kind)


def keys_named(kind: str, text: str) -> list[str]:
    """The keys whose label in either language is this text, whatever its case, width and accents.

    A Chinese text may also stand inside the label: 自然语言 names 自然语言处理, as `language` finds the English one.
    """
    wanted = fold(text)
    inside = has_han(wanted) and len(wanted) > 1
    return [
        key
        for (of, key), names in _LABELS.items()
        if of == kind and any(wanted == name or (inside and wanted in name) for name in map(fold, names.values()))
    ]


def label(kind: str, key: str, name: str | None = None) -> Label:
    """The label of a value: {zh, en}. `name` is what is shown where the table has nothing; default: the key."""
    known = _LABELS.get((kind, key))
    if known is not None:
        return dict(known)
    shown = name or key
    return {"zh": shown, "en": shown}
