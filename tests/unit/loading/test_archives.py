"""Archives: members of zip and tar, packed in whatever, each an input of its own."""

from __future__ import annotations

import gzip
import io
import os
import struct
import sys
import tarfile
import tracemalloc
import zipfile
import zlib
from pathlib import Path

import pytest
import zstandard
from unit.loading.packing import COMPRESSIONS, contents, records, tarred, written, zipped

from service.loading.inputs import Choices, Found, open_inputs
from service.loading.inputs.guarding import RATIO, RATIO_FREE

TWO = {"a/one.jsonl": records(2), "two.jsonl": records(3, 2)}


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_the_members_of_a_zip_are_inputs(method: int, tmp_path: Path) -> None:
    assert contents(written(tmp_path, "x.zip", zipped(TWO, method))) == TWO


@pytest.mark.parametrize("kind", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT])
@pytest.mark.parametrize("compression", [None, *COMPRESSIONS])
def test_the_members_of_a_tar_are_inputs(compression: str | None, kind: int, tmp_path: Path) -> None:
    data = tarred(TWO, kind)
    assert contents(written(tmp_path, "x", COMPRESSIONS[compression](data) if compression else data)) == TWO


def test_a_tar_of_the_oldest_form_is_one(tmp_path: Path) -> None:
    data = bytearray(tarred({"one.jsonl": records(2)}, tarfile.USTAR_FORMAT))
    data[257:512] = bytes(255)
    data[148:156] = b" " * 8
    data[148:156] = b"%06o\0 " % sum(data[:512])
    assert contents(written(tmp_path, "x.tar", bytes(data))) == {"one.jsonl": records(2)}


def test_a_long_window_is_no_obstacle(tmp_path: Path) -> None:
    parameters = zstandard.ZstdCompressionParameters.from_level(3, window_log=27, enable_ldm=True)
    data = zstandard.ZstdCompressor(compression_params=parameters).compress(tarred(TWO))
    assert contents(written(tmp_path, "x.tar.zst", data)) == TWO


def test_every_file_has_its_path_its_name_its_format_and_its_encoding(tmp_path: Path) -> None:
    chinese = "TY  - JOUR\nTI  - 深度学习在文本分类中的应用研究\nAU  - 张三\nPY  - 2020\nER  - \n"
    members = {"deep/文献.ris": chinese.encode("gb18030"), "b.jsonl.gz": gzip.compress(records(1))}
    found = written(tmp_path, "x.zip", zipped(members))
    opened = [
        (one.found.path, one.found.relative, one.input.name, one.source and one.source.name, one.encoding)
        for one in open_inputs(found)
    ]
    assert opened == [
        (f"{found.path}!deep/文献.ris", "x.zip!deep/文献.ris", "文献.ris", "ris", "gb18030"),
        (f"{found.path}!b.jsonl.gz", "x.zip!b.jsonl.gz", "b.jsonl", "jsonl", "utf-8"),
    ]


@pytest.mark.parametrize("outer", [zipped, tarred])
@pytest.mark.parametrize("inner", [zipped, tarred])
def test_an_archive_in_an_archive_is_read_and_one_in_that_is_told(outer: type, inner: type, tmp_path: Path) -> None:
    packed = gzip.compress(inner({"a.jsonl": records(2), "b.zip": zipped(TWO)}))
    found = contents(written(tmp_path, "x", outer({"inner.gz": packed, "z.jsonl": records(1)})))
    assert list(found) == ["inner.gz!a.jsonl", "inner.gz!b.zip", "z.jsonl"]
    assert found["inner.gz!a.jsonl"] == records(2)
    assert "archive in an archive in an archive" in str(found["inner.gz!b.zip"])


def test_what_is_compressed_again_and_again_is_told(tmp_path: Path) -> None:
    twice = gzip.compress(gzip.compress(records(1)))
    assert contents(written(tmp_path, "two.gz", twice)) == {"": records(1)}
    assert "more than 2 times" in str(contents(written(tmp_path, "three.gz", gzip.compress(twice)))[""])


@pytest.mark.parametrize("packed", [zipped(TWO), tarred(TWO), gzip.compress(tarred(TWO)), gzip.compress(zipped(TWO))])
def test_standard_input_may_be_an_archive(packed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with open(writing, "wb") as pipe:  # noqa: PTH123
        pipe.write(packed)
    with open(reading, encoding="latin-1") as stdin:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdin", stdin)
        assert contents(Found("-", "-", 0)) == TWO
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(packed))))
    assert contents(Found("-", "-", 0)) == TWO


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_what_systems_leave_in_archives_is_passed_over(pack: type, tmp_path: Path) -> None:
    rubbish = dict.fromkeys(["__MACOSX/._one.jsonl", ".DS_Store", "a/Thumbs.db", "._two.jsonl", ".git/x.jsonl"], b"\0\1")
    assert contents(written(tmp_path, "x", pack({**rubbish, **TWO}))) == TWO
    assert contents(written(tmp_path, "y", pack(rubbish))) == {"": "there is no file in it"}
    assert contents(written(tmp_path, "z", pack({"./one.jsonl": records(1)}))) == {"./one.jsonl": records(1)}


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_names_that_lead_elsewhere_only_name(pack: type, tmp_path: Path) -> None:
    place = tmp_path / "in" / "deep"
    place.mkdir(parents=True)
    names = ["../../escaped.jsonl", f"{tmp_path}/absolute.jsonl", "..\\..\\windows.jsonl", "line\nbreak.jsonl"]
    found = contents(written(place, "x", pack(dict.fromkeys(names, records(1)))))
    assert set(found.values()) == {records(1)}
    assert list(found) == [name.replace("\n", "\ufffd") for name in names]
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["deep", "in", "x"]


def test_links_devices_and_encrypted_members_are_told_and_passed_over(tmp_path: Path) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, kind in (("l", tarfile.SYMTYPE), ("h", tarfile.LNKTYPE), ("d", tarfile.CHRTYPE), ("p", tarfile.FIFOTYPE)):
            header = tarfile.TarInfo(name)
            header.type, header.linkname = kind, "/etc/passwd"
            archive.addfile(header)
        header = tarfile.TarInfo("folder")
        header.type = tarfile.DIRTYPE
        archive.addfile(header)
        header = tarfile.TarInfo("one.jsonl")
        header.size = len(records(1))
        archive.addfile(header, io.BytesIO(records(1)))
    found = contents(written(tmp_path, "x.tar", out.getvalue()))
    assert {name: str(said)[:9] for name, said in found.items() if isinstance(said, str)} == {
        "l": "is a link", "h": "is a link", "d": "is a devi", "p": "is a pipe",
    }  # fmt: skip
    assert found["one.jsonl"] == records(1)
    link = zipfile.ZipInfo("link")
    link.create_system, link.external_attr = 3, 0o120777 << 16
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as zipped_:
        zipped_.writestr(link, "/etc/passwd")
        zipped_.writestr("secret.jsonl", records(1))
        zipped_.writestr("folder/", b"")
        zipped_.writestr("odd.jsonl", records(1))
        zipped_.writestr("one.jsonl", records(1))
    data = bytearray(out.getvalue())
    for name, place, value in ((b"secret", 6, 1), (b"odd", 8, 98)):
        data[data.index(name) - 30 + place] = value
        data[data.rindex(name) - 46 + place + 2] = value
    found = contents(written(tmp_path, "x.zip", bytes(data)))
    assert "link" in str(found["link"])
    assert "encrypted" in str(found["secret.jsonl"])
    assert "number 98" in str(found["odd.jsonl"])
    assert found["one.jsonl"] == records(1)
    assert "folder/" not in found


def legacy_zip(names: list[bytes], extra: bytes = b"") -> bytes:
    """A zip whose names are these bytes, as programs wrote them before UTF-8."""
    marks = [f"{n:0{len(name)}d}" for n, name in enumerate(names)]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for mark in marks:
            info = zipfile.ZipInfo(mark)
            info.extra = extra
            archive.writestr(info, records(1))
    data = out.getvalue()
    for mark, name in zip(marks, names, strict=True):
        data = data.replace(mark.encode(), name)
    return data


@pytest.mark.parametrize(
    ("names", "codec"),
    [
        (["参考文献/知网导出.ris", "数据/万方.net"], "gb18030"),
        (["參考文獻/華藝匯出.ris", "資料/國圖.txt"], "big5"),
        (["Märchen.bib", "résumé.bib"], "cp437"),
        (["参考文献.bib", "é.bib"], "utf-8"),
    ],
)
def test_names_of_zips_are_read_in_the_encoding_of_their_time(names: list[str], codec: str, tmp_path: Path) -> None:
    data = legacy_zip([name.encode(codec) for name in names])
    assert list(contents(written(tmp_path, "x.zip", data))) == names


def test_a_name_in_unicode_beside_the_old_one_is_taken(tmp_path: Path) -> None:
    raw, name = "论文列表.bib".encode("gb18030"), "论文列表.bib"
    field = b"\1" + struct.pack("<L", zlib.crc32(raw)) + name.encode()
    extra = struct.pack("<HH", 0x7075, len(field)) + field
    assert list(contents(written(tmp_path, "x.zip", legacy_zip([raw], extra)))) == [name]


def test_names_of_tars_are_read_too(tmp_path: Path) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT, encoding="gb18030") as archive:
        header = tarfile.TarInfo("参考文献/知网导出.ris")
        archive.addfile(header)
    assert list(contents(written(tmp_path, "x.tar", out.getvalue()))) == ["参考文献/知网导出.ris"]


@pytest.mark.parametrize("compression", [None, *COMPRESSIONS])
def test_a_tar_that_is_cut_off_keeps_what_stands_before_and_says_so(compression: str | None, tmp_path: Path) -> None:
    noise = os.urandom(1_500_000).hex().encode()
    data = tarred({"a.jsonl": records(2), "b.jsonl": records(1) + noise, "c.jsonl": records(1)})
    packed = COMPRESSIONS[compression](data) if compression else data
    found = contents(written(tmp_path, "x", packed[: len(packed) // 2]))
    assert list(found) == ["a.jsonl", "b.jsonl", ""]
    assert found["a.jsonl"] == records(2)
    assert "cut off" in str(found["b.jsonl"])
    assert "cut off" in str(found[""])


def test_a_tar_without_its_end_mark_says_so(tmp_path: Path) -> None:
    data = tarred({"a.jsonl": records(2)})[: 512 * 2]
    found = contents(written(tmp_path, "x", data))
    assert found["a.jsonl"] == records(2)
    assert "cut off" in str(found[""])


@pytest.mark.parametrize("behind", [False, True], ids=["sizes-before", "sizes-behind"])
@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_zip_that_is_cut_off_keeps_what_stands_before_and_says_so(method: int, behind: bool, tmp_path: Path) -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return not behind

        def tell(self) -> int:
            if behind:
                raise OSError("a pipe")
            return super().tell()

    out = Pipe()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("a.jsonl", records(2))
        archive.writestr("论文.jsonl", records(1))
        archive.writestr("c.jsonl", records(1) + os.urandom(100_000).hex().encode())
    data = out.getvalue()
    found = contents(written(tmp_path, "x.zip", data[: len(data) - 20_000]))
    assert list(found) == ["a.jsonl", "论文.jsonl", "c.jsonl", ""]
    assert (found["a.jsonl"], found["论文.jsonl"]) == (records(2), records(1))
    assert "cut off" in str(found[""])
    assert "cut off" in str(found["c.jsonl"])


def test_a_member_whose_check_sum_is_wrong_is_told(tmp_path: Path) -> None:
    data = zipped({"a.jsonl": records(2), "b.jsonl": records(1)}, zipfile.ZIP_STORED)
    found = contents(written(tmp_path, "x.zip", data.replace(b"Paper 1 of", b"Paper 7 of")))
    assert "CRC" in str(found["a.jsonl"])
    assert found["b.jsonl"] == records(1)


@pytest.mark.parametrize("name", sorted(COMPRESSIONS))
def test_a_compressed_file_that_is_cut_off_keeps_what_stands_before(name: str, tmp_path: Path) -> None:
    lines = b"".join(b'{"title": "%s"}\n' % os.urandom(60).hex().encode() for _ in range(20_000))
    packed = COMPRESSIONS[name](lines)
    data, damage = read(written(tmp_path, "x", packed[: len(packed) * 9 // 10]))
    assert lines.startswith(data)
    assert len(data) > len(lines) // 4
    assert "cut off" in (damage or "")


def test_zstd_that_ends_between_two_blocks_is_no_whole_file(tmp_path: Path) -> None:
    """Its decompressor takes that for the end."""
    compressor = zstandard.ZstdCompressor().compressobj()
    first = compressor.compress(records(2)) + compressor.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
    data, damage = read(written(tmp_path, "x.zst", first))
    assert data == records(2)
    assert "cut off" in (damage or "")


@pytest.mark.parametrize("level", [1, 19])
@pytest.mark.parametrize("checksum", [False, True])
@pytest.mark.parametrize("size", [False, True])
def test_sound_zstd_of_all_kinds_is_whole(level: int, checksum: bool, size: bool, tmp_path: Path) -> None:
    compressor = zstandard.ZstdCompressor(level=level, write_checksum=checksum, write_content_size=size)
    skippable = struct.pack("<LL", 0x184D2A53, 5) + b"extra"
    for data in (b"", b"a", b"a" * 1_000_000, os.urandom(300_000), records(5000)):
        frame = compressor.compress(data)
        found = written(tmp_path, "x", skippable + frame + skippable + frame)
        if data:
            assert read(found, Choices(format="jsonl")) == (data * 2, None)


def test_what_stands_behind_the_end_of_a_compressed_file_is_told(tmp_path: Path) -> None:
    for compress in COMPRESSIONS.values():
        data, _ = read(written(tmp_path, "x", compress(records(3)) + b"and something else that is no stream"))
        assert data == records(3)
    for compress in COMPRESSIONS.values():
        assert contents(written(tmp_path, "x", compress(records(3)) + compress(records(1)))) == {"": records(3) + records(1)}


def read(found: Found, choices: Choices | None = None) -> tuple[bytes, str | None]:
    """What is in a file that is no archive, and why it ended too early."""
    for opened in open_inputs(found, choices):
        return opened.input.stream.read(), opened.damage()
    raise AssertionError("nothing is opened")


def bomb(size: int, compress: str) -> bytes:
    if compress == "gzip":
        out = io.BytesIO()
        with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=1) as stream:
            for _ in range(size // 2**20):
                stream.write(b" " * 2**20)
        return out.getvalue()
    compressor = zstandard.ZstdCompressor().compressobj()
    return b"".join(compressor.compress(b" " * 2**20) for _ in range(size // 2**20)) + compressor.flush()


def drained(found: Found, choices: Choices | None = None) -> tuple[int, str | None]:
    """How many bytes come out of all files of an input, and the last that is said of it."""
    size, said = 0, None
    for opened in open_inputs(found, choices):
        while piece := len(opened.input.stream.read(2**20)):
            size += piece
        said = opened.found.problem or opened.damage()
    return size, said


@pytest.mark.parametrize("compress", ["gzip", "zstd"])
@pytest.mark.parametrize("packed", [False, True], ids=["alone", "in-a-zip"])
def test_a_bomb_is_bounded_by_its_ratio(compress: str, packed: bool, tmp_path: Path) -> None:
    data = bomb(RATIO_FREE * 2, compress)
    found = written(tmp_path, "x", zipped({"a.json": data, "b.json": data}) if packed else data)
    choices = Choices(format="jsonl")
    tracemalloc.start()
    size, said = drained(found, choices)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    most = max(RATIO_FREE, RATIO * found.size)
    assert most * 0.9 < size <= most
    assert "more than 200 times its size" in (said or "")
    assert peak < 20 * 2**20


def test_all_that_one_input_unpacks_to_is_bounded(tmp_path: Path) -> None:
    members = {f"{n}.jsonl": records(2000, n * 2000) for n in range(20)}
    limit = Choices(unpack_limit=10 * len(members["0.jsonl"]))
    for data in (zipped(members), gzip.compress(tarred(members)), zipped({"inner.zip": zipped(members)})):
        size, said = drained(written(tmp_path, "x", data), limit)
        assert size <= limit.unpack_limit
        assert "--unpack-limit" in (said or "")


def test_members_that_share_their_bytes_are_a_bomb(tmp_path: Path) -> None:
    """A zip whose directory names one member many times is small and endless."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.jsonl", b" " * 2**20)
        only = archive.infolist()[0]
        archive.filelist.extend([only] * 2000)
    size, said = drained(written(tmp_path, "x.zip", out.getvalue()), Choices(format="jsonl"))
    assert size <= RATIO_FREE
    # Newer versions of the library see it themselves.
    assert "200 times" in (said or "") or "Overlapped entries" in (said or "")


def test_a_name_without_end_takes_no_memory(tmp_path: Path) -> None:
    header = tarfile.TarInfo("././@LongLink")
    header.type, header.size = tarfile.GNUTYPE_LONGNAME, 2**33
    found = written(tmp_path, "x.tar", header.tobuf(tarfile.GNU_FORMAT) + b"a" * 100_000)
    assert "longer than 1 MB" in str(contents(found)[""])


def test_documents_that_are_zips_are_told_as_one(tmp_path: Path) -> None:
    for name in ("[Content_Types].xml", "mimetype"):
        found = contents(written(tmp_path, "x.docx", zipped({name: b"x", "word/document.xml": b"<a/>"})))
        assert list(found) == [""]
        assert "document" in str(found[""])
    pdf = contents(written(tmp_path, "x.pdf", b"%PDF-1.7\n" + bytes(range(256)) * 10))
    assert "a PDF" in str(pdf[""])
    assert "a picture" in str(contents(written(tmp_path, "x.png", b"\x89PNG\r\n\x1a\n" + bytes(100)))[""])
    assert "empty file" in str(contents(written(tmp_path, "x.ris", b" \n\n"))[""])


def test_a_tar_of_many_members_takes_flat_memory(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        found = written(tmp_path, f"{count}.tar", tarred({f"{n}.jsonl": records(1, n) for n in range(count)}))
        tracemalloc.start()
        for opened in open_inputs(found):
            opened.input.stream.read()
        highest = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return highest

    assert peak(2000) < peak(200) * 1.5


@pytest.mark.parametrize("codec", ["gb18030", "utf-16", "utf-16-le", "big5", "cp1252"])
def test_a_named_encoding_is_taken_at_its_word(codec: str, tmp_path: Path) -> None:
    text = {"cp1252": "TY  - JOUR\nTI  - Über naïve Leser\n", "big5": "TY  - JOUR\nTI  - 機器\n"}.get(
        codec, "TY  - JOUR\nTI  - 机器\n"
    )
    found = written(tmp_path, "x.ris", text.encode(codec))
    opened = next(inputs := open_inputs(found, Choices(encoding=codec)))
    assert opened.input.stream.read().decode("utf-8-sig") == text
    assert opened.encoding == codec
    assert opened.source is not None
    assert opened.source.name == "ris"
    inputs.close()
