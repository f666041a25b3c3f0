"""Whatever bytes come as an archive or compressed file: files and reasons come out, never an error, and never too much."""

from __future__ import annotations

import io
import sys
import tarfile
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from unit.loading.packing import COMPRESSIONS, records, tarred, zipped

from service.loading.inputs import Choices, Found, open_inputs

LIMIT = 3_000_000
MEMBERS = {"a/b.jsonl": records(20), "论文.bib": b"@article{a, title = {A title}}", "c.json": b"[" + b" " * 200_000 + b"]"}
SOUND = [
    *(zipped(MEMBERS, method) for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)),
    *(tarred({**MEMBERS, "long/" * 30 + "x": b"x"}, kind) for kind in (tarfile.PAX_FORMAT, tarfile.GNU_FORMAT)),
    zipped({"inner.tar": tarred(MEMBERS), "inner.zip": zipped(MEMBERS)}),
    *(compress(records(50)) for compress in COMPRESSIONS.values()),
    *(compress(tarred(MEMBERS)) for compress in COMPRESSIONS.values()),
]
CHANGES = st.lists(st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=6), st.booleans()), max_size=6)
# Where the tables of a zip and the headers of a tar stand.
PLACES = st.one_of(st.floats(0, 1), st.floats(0, 0.02), st.floats(0.95, 1))


@st.composite
def broken(draw: st.DrawFn) -> bytes:
    """A sound archive with some bytes written over or put in, and perhaps cut off."""
    data = draw(st.sampled_from(SOUND))
    for where, new, inserts in draw(CHANGES.map(list)):
        at = int(draw(PLACES) * len(data)) if where < 0.5 else int(where * len(data))
        data = data[:at] + new + data[at if inserts else at + len(new) :]
    return data[: int(draw(st.sampled_from([1.0, 1.0, 0.5, 0.9])) * len(data))]


def check(data: bytes, monkeypatch: pytest.MonkeyPatch, *, piped: bool) -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return not piped

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Pipe(data))))
    size = files = 0
    for opened in open_inputs(Found("-", "-", 0), Choices(unpack_limit=LIMIT)):
        files += 1
        opened.found.path.encode()
        (opened.found.problem or "").encode()
        assert opened.found.problem is None or opened.source is None
        assert "\n" not in opened.found.path
        while piece := len(opened.input.stream.read(100_000)):
            size += piece
        assert opened.damage() is None or opened.damage()
    assert files
    assert size <= max(LIMIT, len(data))


@pytest.mark.parametrize("piped", [False, True], ids=["file", "pipe"])
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(data=broken())
def test_a_broken_archive_gives_files_and_reasons(piped: bool, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    check(data, monkeypatch, piped=piped)


BEGINNINGS = st.sampled_from(
    [
        b"PK\x03\x04",
        b"PK\x05\x06" + bytes(18),
        b"\x1f\x8b\x08",
        b"\x28\xb5\x2f\xfd",
        b"BZh91AY&SY",
        b"\xfd7zXZ\0",
        b"\x50\x2a\x4d\x18",
    ]
)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.builds(bytes.__add__, BEGINNINGS, st.binary(max_size=300)))
def test_any_bytes_behind_a_beginning_give_files_and_reasons(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    check(data, monkeypatch, piped=False)
