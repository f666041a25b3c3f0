"""Every real file of the shared data: the format that is found for it, and how many records, papers and rejects it holds.

The tables are `golden/counts/<folder>.tsv`: file, format (`-` for none), papers, rejects. LUNWEN_WRITE_GOLDEN writes
those of folders whose table is there; every row was compared with the file itself. No engine is needed: files are only parsed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.loading.inputs import Found, open_input
from service.paper import Paper, Reject

COUNTS = Path(__file__).parents[1] / "golden" / "counts"
TABLES = sorted(path.stem for path in COUNTS.glob("*.tsv"))
PARENTS = (Path("data/formats"), Path("data/papers_zh/exports"), Path("data/papers_zh"))


def folder_of(shared: Path, table: str) -> Path:
    return next(shared / parent / table for parent in PARENTS if (shared / parent / table).exists())


def files(folder: Path) -> Iterator[Path]:
    """All files of a folder but what other programs read in them."""
    yield from (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.endswith(".expected.json"))


def row(path: Path, folder: Path) -> str:
    relative = path.relative_to(folder).as_posix()
    opened = open_input(Found(str(path), relative, path.stat().st_size))
    with opened.raw:
        if opened.source is None:
            return f"{relative}\t-\t0\t0"
        items = list(opened.source.parse(opened.input))
    papers, rejects = (sum(1 for item in items if isinstance(item, kind)) for kind in (Paper, Reject))
    return f"{relative}\t{opened.source.name}\t{papers}\t{rejects}"


@pytest.mark.parametrize("table", TABLES)
def test_every_real_file_is_recognised_and_read_whole(table: str, shared: Path) -> None:
    folder, path = folder_of(shared, table), COUNTS / f"{table}.tsv"
    found = [row(one, folder) for one in files(folder)]
    if os.environ.get("LUNWEN_WRITE_GOLDEN"):
        path.write_text("\n".join(["file\tformat\tpapers\trejects", *found]) + "\n", encoding="utf-8")
    assert found == path.read_text(encoding="utf-8").splitlines()[1:]
