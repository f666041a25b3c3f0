"""What is evaluated: a corpus (papers to load), and tasks (questions asked of it with their right answers).

It reads no files and asks nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SHARED = Path(os.environ.get("LUNWEN_SHARED", Path(__file__).resolve().parents[2].parent / "shared"))
DATA = SHARED / "data"

# A paper in the native shape that the loader reads.
Record = dict[str, Any]
# The titles of an index, by the id of the paper.
Titles = Callable[[], Mapping[str, str]]

# MAP is published over 1,000 results, so far must be paged where a question has many right answers.
DEEP, PAGES, FIRST_PAGE = 1000, 100, 10


class Skipped(Exception):
    """A task can't be run here; the message says why."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Papers loaded into an index of their own: records made by a reader, or a folder as it is."""

    name: str
    records: Callable[[], Iterable[Record]] | None = None
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Questions:
    """Queries by id, and for each the ids of the papers that answer it.

    1 is relevant; 0 is judged and not relevant, which only some sets tell from never judged.
    """

    queries: Mapping[str, str]
    relevant: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Task:
    """One set of questions. `questions` is given the titles of the index, for sets that are made from what was loaded."""

    name: str
    title: str
    corpus: str
    questions: Callable[[Titles], Questions]
    measures: tuple[str, ...]
    depth: int = PAGES


def record(own_id: str, **fields: Any) -> Record:
    """A record that stays itself: without an identifier of its own a paper of equal title would be joined with it."""
    return {"id": own_id, "ids": {"collection": own_id}, **{name: value for name, value in fields.items() if value}}
