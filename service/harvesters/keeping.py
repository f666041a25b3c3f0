"""Pages as they came, kept in a folder with a journal, so that they can be loaded again without asking the service.

It reads nothing of a page. A page is there whole before its line in the journal; what has no line is written over.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import orjson
import zstandard

from service.errors import HarvestError
from service.harvesters.model import Harvester, Page
from service.harvesters.state import sync_folder, write_whole

JOURNAL = "journal.jsonl"
# What one kept page may unpack to; the transport takes no larger one.
MAX_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Kept:
    """A page of a folder, and of which service it is: see Harvester."""

    name: str
    source: str
    page: Page


class Keeper:
    """Adds pages to a folder. Use it as a context: the folder is locked meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._pages = folder / "pages"
        self._journal: IO[bytes] | None = None
        self._count = 0

    def __enter__(self) -> Self:
        self._pages.mkdir(parents=True, exist_ok=True)
        self._journal = (self.folder / JOURNAL).open("a+b")
        try:
            fcntl.flock(self._journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._journal.close()
            raise HarvestError(f"Another harvest keeps its pages in {self.folder}: name another folder.") from error
        self._journal.seek(0)
        lines = self._journal.read()
        # A line that was cut off by a kill is as good as none.
        whole = lines.rfind(b"\n") + 1
        self._journal.truncate(whole)
        self._count = lines[:whole].count(b"\n")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._journal is not None:
            self._journal.close()

    def add(self, harvester: Harvester, page: Page) -> None:
        """Keeps a page."""
        assert self._journal is not None, "not in its context"  # noqa: S101
        number = self._count + 1
        file = self._pages / f"{number:06}.{harvester.ending}.zst"
        write_whole(file, zstandard.ZstdCompressor(level=6).compress(page.body))
        line: dict[str, Any] = {
            "file": f"pages/{file.name}", "at": datetime.now(UTC).isoformat(timespec="seconds"), "request": page.request,
            "name": harvester.name, "source": harvester.source, "records": page.records,
        }  # fmt: skip
        line |= {name: value for name in ("deleted", "problem") if (value := getattr(page, name))}
        self._journal.write(orjson.dumps(line) + b"\n")
        self._journal.flush()
        sync_folder(self.folder)
        self._count = number


def kept_pages(folder: Path) -> Iterator[Kept]:
    """The pages of a folder in the order in which they came. Raises HarvestError for a folder that holds none."""
    try:
        lines = (folder / JOURNAL).read_bytes().split(b"\n")
    except OSError as error:
        raise HarvestError(f"{folder} holds no kept pages: {error.strerror}.") from error
    for number, line in enumerate(lines[:-1], start=1):
        try:
            told = orjson.loads(line)
            file = folder / told["file"]
            deleted, problem = tuple(told.get("deleted", ())), told.get("problem")
            kept = Kept(
                told["name"], told["source"], Page(told["request"], b"", None, told["records"], None, None, deleted, problem)
            )
        except (orjson.JSONDecodeError, KeyError, TypeError) as error:
            raise HarvestError(f"{folder / JOURNAL}, line {number}: it can't be read.") from error
        yield replace(kept, page=replace(kept.page, body=_unpacked(file)))


def _unpacked(file: Path) -> bytes:
    try:
        packed = file.read_bytes()
        size = zstandard.frame_content_size(packed)
        if not 0 <= size <= MAX_BYTES:
            raise HarvestError(f"{file}: more than {MAX_BYTES // 1024 // 1024} MB, or of unknown size, is no page of papers.")
        return zstandard.ZstdDecompressor().decompress(packed)
    except (OSError, zstandard.ZstdError) as error:
        raise HarvestError(f"{file}: it can't be read, or is cut off.") from error
