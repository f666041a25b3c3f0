"""What stands in an archive: a name, and what can be read under it.

Names are only shown and never opened.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from service.loading.inputs.finding import is_ignored
from service.loading.inputs.guarding import Guarded
from service.sources.reading.encoding import detect

_PARTS = re.compile(r"[/\\]")
# Control characters would break a line of the report in two.
_CONTROLS = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive, or why it is none that can be read."""

    name: str
    stream: Guarded | None = None
    size: int = 0
    problem: str | None = None

    @property
    def is_ignored(self) -> bool:
        """Whether it or a folder of it is what systems leave there."""
        # `./a` and `../a` are ways, not hidden files.
        return any(is_ignored(part) for part in _PARTS.split(self.name) if part not in (".", ".."))


def as_text(raw: bytes, encoding: str = "cp437") -> str:
    """A member's name: UTF-8 where it is, else `encoding`."""
    try:
        return clean_name(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return clean_name(raw.decode(encoding_of([raw], encoding), "replace"))


def encoding_of(names: Iterable[bytes], otherwise: str) -> str:
    """The encoding of the names of one archive, by all of them: UTF-8, GB18030, Big5, or what its format prescribes."""
    found = detect(b"\n".join(names), whole=True)
    return found if found in ("utf-8", "gb18030", "big5") else otherwise


def clean_name(name: str) -> str:
    """The name as it may be shown."""
    return _CONTROLS.sub("\ufffd", name)
