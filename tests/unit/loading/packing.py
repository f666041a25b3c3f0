"""Archives and compressed files for tests, sound and broken."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import zstandard

from service.loading.inputs import Choices, Found, find_inputs, open_inputs

COMPRESSIONS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress, "zstd": zstandard.compress, "bzip2": bz2.compress, "xz": lzma.compress,
}  # fmt: skip


def zipped(members: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return out.getvalue()


def tarred(members: Mapping[str, bytes], kind: int = tarfile.PAX_FORMAT) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=kind) as archive:
        for name, data in members.items():
            header = tarfile.TarInfo(name)
            header.size = len(data)
            archive.addfile(header, io.BytesIO(data))
    return out.getvalue()


def records(count: int, start: int = 0) -> bytes:
    """So many papers as JSON Lines."""
    return b"".join(
        b'{"title": "Paper %d of these", "authors": ["San Zhang"], "year": 2020}\n' % (start + n) for n in range(count)
    )


def written(folder: Path, name: str, data: bytes) -> Found:
    path = folder / name
    path.write_bytes(data)
    return find_inputs([str(path)])[0]


def contents(found: Found, choices: Choices | None = None) -> dict[str, bytes | str]:
    """What is in a file: for each file that is met its bytes, or why it can't be read."""
    out: dict[str, bytes | str] = {}
    for opened in open_inputs(found, choices):
        name = opened.found.relative.partition("!")[2]
        if opened.found.problem:
            out[name] = opened.found.problem
        else:
            data = opened.input.stream.read()
            out[name] = opened.damage() or data
    return out
