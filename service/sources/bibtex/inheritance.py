"""What entries inherit from others: `crossref` to a volume, `xdata` to a container of fields.

A child may stand before its parent. What waits for one is bounded, so that memory does not grow with the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.sources.bibtex.entries import Entry

# Characters of entries that wait for a parent, and of what volumes pass on; in a small file every entry is kept for others.
WAITING = 32 * 1024 * 1024
KEPT = 32 * 1024 * 1024
KEPT_OF_ALL = 2 * 1024 * 1024
NO_PARENT = "crossref or xdata to an entry that is not there"
CONTAINER = "xdata"

_PARENTS = frozenset(
    "proceedings mvproceedings book mvbook collection mvcollection periodical reference mvreference xdata software".split()
)
# What a volume says of the papers in it. Its own DOI, pages, abstract and authors are not theirs.
_PASSED_ON = frozenset(
    "booktitle booktitleaddon journal journaltitle series volume number issue year date month publisher organization institution "
    "isbn issn editor language langid maintitle eventtitle".split()
)
_LEVELS = 4


class Family:
    """Takes entries one by one and gives back those that have all they inherit."""

    def __init__(self) -> None:
        self._parents: dict[str, dict[str, str]] = {}
        self._waiting: dict[int, tuple[Entry, int]] = {}
        self._kept = self._waits = self._count = 0

    def take(self, entry: Entry) -> Iterator[Entry]:
        """The entries that can go on now; containers (`xdata`) are none."""
        self._remember(entry)
        if entry.kind == CONTAINER:
            return
        if all(key in self._parents for key in _named(entry.fields)):
            yield self._whole(entry)
            return
        size = sum(map(len, entry.fields.values()))
        self._count += 1
        self._waiting[self._count] = (entry, size)
        self._waits += size
        while self._waits > WAITING:
            oldest, (released, size) = next(iter(self._waiting.items()))
            del self._waiting[oldest]
            self._waits -= size
            yield self._whole(released)

    def rest(self) -> Iterator[Entry]:
        """The entries that still wait, with what they inherit from the parents that have come."""
        for entry, _ in self._waiting.values():
            yield self._whole(entry)
        self._waiting.clear()

    def _remember(self, entry: Entry) -> None:
        if not entry.key or self._kept > (KEPT if entry.kind in _PARENTS else KEPT_OF_ALL):
            return
        own = entry.fields
        if entry.kind != CONTAINER:
            own = {name: value for name, value in own.items() if name in _PASSED_ON or name in ("crossref", "xdata")}
            if title := entry.fields.get("title"):
                own.setdefault("booktitle", title)
        if self._parents.setdefault(entry.key.lower(), own) is own:
            self._kept += sum(map(len, own.values())) + 200

    def _whole(self, entry: Entry) -> Entry:
        seen: set[str] = set()
        names = list(_named(entry.fields))
        for _ in range(_LEVELS):
            further: list[str] = []
            for key in names:
                parent = self._parents.get(key)
                if parent is None:
                    entry.notices.append(NO_PARENT)
                elif key not in seen:
                    seen.add(key)
                    for name, value in parent.items():
                        if not (name in ("year", "date", "month") and _is_dated(entry.fields, name)):
                            entry.fields.setdefault(name, value)
                    further += _named(parent)
            names = further
        return entry


def _named(fields: dict[str, str]) -> Iterator[str]:
    """The keys of the parents, in small letters as BibTeX compares them."""
    if key := fields.get("crossref", "").strip():
        yield key.lower()
    if "xdata" in fields:
        yield from (key for key in re.split(r"[\s,]+", fields["xdata"].lower()[:2000]) if key)


def _is_dated(fields: dict[str, str], name: str) -> bool:
    """A paper's own year is not joined with its volume's date."""
    return name not in fields and ("date" in fields or ("year" in fields and name == "date"))
