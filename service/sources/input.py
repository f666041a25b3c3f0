"""What a source reads: a binary stream and the name under which it was found.

It neither opens files nor guesses formats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class Input:
    """An opened input: a binary stream and its name (the file's name, compression suffixes taken off).

    `columns` is what the user says of a table: fields of ours, and the names or numbers (from 1) of their columns.
    """

    stream: BinaryIO
    name: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
