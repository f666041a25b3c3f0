"""What a load met and did: counts, a line per file, and the file of rejects.

It decides nothing and prints nothing.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

import orjson

# Files whose reasons are told to a person; an archive may have thousands.
TOLD = 30


@dataclass(slots=True)
class FileReport:
    """One file that was met. `papers + rejected = records`, before merging; `reason` says why there is nothing.

    `name` is what it is known by in contributions.
    """

    path: str
    format: str | None = None
    encoding: str | None = None
    records: int = 0
    papers: int = 0
    rejected: int = 0
    notices: int = 0
    reason: str | None = None
    name: str | None = None


@dataclass(slots=True)
class Report:
    """The totals of a load. `merged` counts records that joined a paper which other records had made."""

    new: int = 0
    updated: int = 0
    unchanged: int = 0
    merged: int = 0
    removed: int = 0
    dry_run: bool = False
    index: str | None = None
    papers_in_index: int | None = None
    # Authors, keywords, categories and venues counted anew after the papers, and how long that took. None: they stayed.
    values: int | None = None
    # Chinese terms whose English was learnt from papers in both languages, written with the values.
    terms: int | None = None
    values_seconds: float = 0.0
    # From the start until the papers could be found.
    searchable_seconds: float | None = None
    # Why the load counts as failed although it ran to its end.
    failure: str | None = None
    # Files of whose records the index knew some, and none as it is now: perhaps others of the same names.
    replacing: list[str] = field(default_factory=list)
    files: list[FileReport] = field(default_factory=list)
    notices: dict[str, int] = field(default_factory=dict)
    started: float = field(default_factory=time.monotonic)
    seconds: float = 0.0

    @property
    def records(self) -> int:
        """Records met in all files."""
        return sum(one.records for one in self.files)

    @property
    def papers(self) -> int:
        """Records that became papers, before merging."""
        return sum(one.papers for one in self.files)

    @property
    def rejected(self) -> int:
        """Records that did not."""
        return sum(one.rejected for one in self.files)

    @property
    def _paper_seconds(self) -> float:
        return self.searchable_seconds or self.seconds

    def as_dict(self) -> dict[str, Any]:
        """The JSON of `--report`: totals, then a line for every file met."""
        totals = {"records": self.records, "papers": self.papers, "rejected": self.rejected}
        rest = asdict(self)
        del rest["started"], rest["files"]
        rate = round(self.papers / self._paper_seconds, 1) if self._paper_seconds else None
        return {**totals, **rest, "papers_per_second": rate, "files": [asdict(one) for one in self.files]}

    def lines(self) -> list[str]:
        """The closing words for a person."""
        seconds = self._paper_seconds
        rate = f", {self.papers / seconds:,.0f} papers/s" if seconds and self.papers else ""
        out = [f"read      {self.records:>9,} records in {len(self.files):,} files ({seconds:.1f} s{rate})"]
        if not self.dry_run:
            out.append(f"new       {self.new:>9,}")
            out.append(f"updated   {self.updated:>9,}")
            out.append(f"unchanged {self.unchanged:>9,}")
            out.append(f"merged    {self.merged:>9,} records into papers that others had made")
        else:
            out.append(f"papers    {self.papers:>9,} (dry run: nothing was written)")
        out.append(f"rejected  {self.rejected:>9,}")
        if self.papers_in_index is not None:
            out.append(f"in all    {self.papers_in_index:>9,} papers in {self.index}")
        if self.values is not None:
            out.append(f"values    {self.values:>9,} values of facets ({self.values_seconds:.1f} s)")
        if self.terms:
            out.append(f"terms     {self.terms:>9,} learnt from papers in Chinese and English")
        out += [f"note: {count:,} x {text}" for text, count in sorted(self.notices.items(), key=lambda item: -item[1])[:10]]
        if self.replacing:
            named = ", ".join(self.replacing[:3]) + (f" and {len(self.replacing) - 3:,} more" if len(self.replacing) > 3 else "")
            out.append(
                f"note: what was known from {named} says something else now, record for record. If that was another file of the "
                "same name, load this one with --origin NAME and then the other one again"
            )
        told = [one for one in self.files if one.reason]
        out += [f"note: {one.path}: {one.reason}" for one in told[:TOLD]]
        if len(told) > TOLD:
            out.append(f"note: {len(told) - TOLD:,} more files with a reason: --report FILE names them all")
        return out


class Rejects:
    """The file of rejects: a JSON line each with file, record, reason and how the record begins. Made when first needed.

    It holds those of the last load alone.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.count, self.latest = 0, ""
        self._file: IO[bytes] | None = None

    def add(self, file: str, record: str, reason: str, excerpt: str = "") -> None:
        """Writes one line at once, so that a kill loses none."""
        if self._file is None:
            self._file = self.path.open("wb")
        line = {"file": file, "record": record, "reason": reason, "excerpt": excerpt[:300]}
        self._file.write(orjson.dumps(line) + b"\n")
        self._file.flush()
        self.count += 1
        self.latest = reason

    def finish(self) -> None:
        """Takes the file of an earlier load away where this one, which went to its end, rejected nothing."""
        if not self.count and self.path.is_file():
            self.path.unlink()

    def close(self) -> None:
        """Closes the file if there is one."""
        if self._file is not None:
            self._file.close()
