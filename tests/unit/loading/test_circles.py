"""A load runs without Python's collector: whatever ties objects in circles stays in memory as long as it lasts, file by file."""

from __future__ import annotations

import bz2
import gc
import gzip
import io
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from unit.loading.packing import zipped

from service.loading import LoadOptions, find_inputs
from service.loading.quiet import without_collector
from service.loading.reading import Load
from service.loading.report import Rejects, Report

GOLDEN = Path(__file__).parents[2] / "golden" / "sources"
FILES = sorted({folder.name: min(folder.glob("*.in")) for folder in GOLDEN.iterdir() if any(folder.glob("*.in"))}.items())
PACKED: dict[str, Callable[[bytes], bytes]] = {
    "": bytes, ".gz": gzip.compress, ".zst": zstandard.compress, ".bz2": bz2.compress, ".xz": lzma.compress,
    ".zip": lambda data: zipped({"x.jsonl": data}),
}  # fmt: skip


def left_in_circles(path: Path) -> set[str]:
    """The kinds of streams and buffers that reading a file leaves behind for the collector."""
    options = LoadOptions(rejects=path.parent / "rejects.jsonl")

    def read() -> None:
        for _ in Load(
            options, Report(), Rejects(options.rejects), find_inputs([str(path)]), lambda _bytes, _records: None
        ).contributions():
            pass

    read()
    gc.collect()
    with without_collector():
        read()
        gc.set_debug(gc.DEBUG_SAVEALL)
        try:
            gc.collect()
            return {
                type(one).__name__
                for one in gc.garbage
                if isinstance(one, io.IOBase) or type(one).__module__.startswith("service.")
            }
        finally:
            gc.set_debug(0)
            gc.garbage.clear()


@pytest.mark.parametrize(("name", "path"), FILES, ids=[name for name, _ in FILES])
def test_no_format_leaves_a_file_in_a_circle(name: str, path: Path, tmp_path: Path) -> None:
    copy = tmp_path / f"{name}.txt"
    copy.write_bytes(path.read_bytes())
    assert left_in_circles(copy) == set()


@pytest.mark.parametrize("ending", PACKED)
def test_no_packing_leaves_a_file_in_a_circle(ending: str, tmp_path: Path) -> None:
    packed = tmp_path / f"x.jsonl{ending}"
    packed.write_bytes(PACKED[ending](b'{"title": "A study", "year": 2020, "authors": ["San Zhang"]}\n' * 100))
    assert left_in_circles(packed) == set()
