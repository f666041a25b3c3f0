"""What a source reads: a binary stream and the name under which it was found.

It neither opens files nor guesses formats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class Input:
    """An opened input: a binary stream and its name (the file's name, compression suffixes taken off)."""

    stream: BinaryIO
    name: str = ""
