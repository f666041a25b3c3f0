"""The members of a zip by its directory or, where that was cut off, by what stands before each member.

Nothing is unpacked: names only name, and links are told and passed over.
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO

from service.errors import SourceError
from service.loading.inputs.guarding import DAMAGES, PIECE, Guarded
from service.loading.inputs.members import Member, as_text, clean_name, encoding_of

_LOCAL, _BEHIND = b"PK\x03\x04", b"PK\x07\x08"
_STARTS = (_LOCAL, b"PK\x05\x06", _BEHIND + _LOCAL)
_ENCRYPTED, _SIZES_BEHIND, _UTF8 = 0x1, 0x8, 0x800
_UNIX = 3
_UNICODE_PATH, _ZIP64 = 0x7075, 0x0001
_FIELDS = struct.Struct("<4s5H3L2H")
# More than any file has.
_UNKNOWN = 2**62
_BLOCK = 1024 * 1024
# What programs that are no archivers pack as zip, by members that they all have.
_DOCUMENTS = frozenset({"[Content_Types].xml", "mimetype", "META-INF/MANIFEST.MF"})
# Bytes read at once: the library unpacks all that it reads of the last two, up to 20,000 times as much.
_METHODS = {zipfile.ZIP_STORED: PIECE, zipfile.ZIP_DEFLATED: PIECE, zipfile.ZIP_BZIP2: 4096, zipfile.ZIP_LZMA: 4096}


def is_zip(head: bytes) -> bool:
    """Whether an input that begins so is a zip."""
    return head.startswith(_STARTS)


def zip_members(file: io.BufferedReader) -> Iterator[Member]:
    """The files of a zip in a file that can be sought in. Raises SourceError where the zip is damaged or none of papers."""
    try:
        archive = zipfile.ZipFile(file)
    except DAMAGES:
        yield from _salvaged(file)
        return
    with archive:
        infos = archive.infolist()
        if any(info.filename in _DOCUMENTS for info in infos):
            raise SourceError("is a document or a program that is packed as zip, no list of papers: save it as text, CSV or RIS")
        encoding = encoding_of([raw for info in infos if (raw := _raw_name(info))], "cp437")
        for info in infos:
            if not info.filename.endswith("/"):
                yield _member(info, _name(info, encoding), partial(archive.open, info))


def _member(info: zipfile.ZipInfo, name: str, opened: Callable[[], IO[bytes] | zipfile.ZipExtFile]) -> Member:
    problem = None
    kind = stat.S_IFMT(info.external_attr >> 16) if info.create_system == _UNIX else 0
    if info.flag_bits & _ENCRYPTED:
        problem = "is encrypted: unpack it with its password and load the folder"
    elif kind and not stat.S_ISREG(kind):
        problem = "is a link: passed over" if stat.S_ISLNK(kind) else "is no file: passed over"
    elif info.compress_type not in _METHODS:
        problem = (
            f"is compressed by a method (number {info.compress_type}) that can't be read here: unpack it and load the folder"
        )
    if problem:
        return Member(name, problem=problem)
    stream: IO[bytes] | zipfile.ZipExtFile | None = None

    def read(size: int) -> bytes:
        nonlocal stream
        if stream is None:
            stream = opened()
        piece: bytes = stream.read1(size)  # type: ignore[union-attr]
        return piece

    return Member(name, Guarded(read, piece=_METHODS[info.compress_type]), info.file_size)


def _raw_name(info: zipfile.ZipInfo) -> bytes:
    """The name's own bytes where the zip does not say that it is UTF-8."""
    if info.flag_bits & _UTF8 or info.orig_filename.isascii():
        return b""
    return info.orig_filename.encode("cp437", "replace")


def _name(info: zipfile.ZipInfo, encoding: str) -> str:
    raw = _raw_name(info)
    if raw and (said := _said(info.extra, raw)):
        return clean_name(said)
    return clean_name(raw.decode(encoding, "replace") if raw else info.filename)


def _said(extra: bytes, raw: bytes) -> str | None:
    """The name in UTF-8 that some programs add (Info-ZIP's Unicode path: version, CRC of the other name, name)."""
    field = _extra(extra, _UNICODE_PATH)
    if field is None or len(field) < 6 or int.from_bytes(field[1:5], "little") != zlib.crc32(raw):
        return None
    return field[5:].decode("utf-8", "replace")


def _extra(extra: bytes, wanted: int) -> bytes | None:
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<HH", extra)
        if kind == wanted:
            return extra[4 : 4 + size]
        extra = extra[4 + size :]
    return None


def _salvaged(file: io.BufferedReader) -> Iterator[Member]:
    """What stands before the place where a zip was cut off; then raises SourceError."""
    position, met = _find(file, 0), False
    while position is not None:
        file.seek(position)
        info = _local(file)
        if info is None:
            position = _find(file, position + len(_LOCAL))
            continue
        met, start = True, file.tell()
        end: int | None = start + info.compress_size
        if info.flag_bits & _SIZES_BEHIND:
            end = _find(file, start, _BEHIND) or _find(file, start)
            # What is compressed knows by itself where it ends.
            stored = info.compress_type == zipfile.ZIP_STORED
            info.compress_size = end - start if end and stored else _UNKNOWN
        if not info.filename.endswith("/"):
            yield _member(info, clean_name(info.filename), partial(_opened, file, info, start))
        position = _find(file, end) if end else None
    cut = "the archive is damaged or cut off: its directory at the end is missing"
    raise SourceError(f"{cut}, and what could be read stands above" if met else cut)


def _local(file: io.BufferedReader) -> zipfile.ZipInfo | None:
    """A member by what stands before it; its sizes are 0 where they stand behind it. None where it is no such place."""
    fixed = file.read(_FIELDS.size)
    if len(fixed) < _FIELDS.size:
        return None
    _, version, flags, method, _, _, crc, packed, size, name_length, extra_length = _FIELDS.unpack(fixed)
    name, extra = file.read(name_length), file.read(extra_length)
    if version & 0xFF > 63 or not name or len(extra) < extra_length:
        return None
    info = zipfile.ZipInfo(name.decode("utf-8", "replace") if flags & _UTF8 else as_text(name))
    info.flag_bits, info.compress_type, info.extra = flags, method, extra
    if packed == 0xFFFFFFFF and len(large := _extra(extra, _ZIP64) or b"") >= 16:
        size, packed = struct.unpack_from("<QQ", large)
    if flags & _SIZES_BEHIND:
        info.file_size, info.compress_size = _UNKNOWN, 0
    else:
        info.file_size, info.compress_size, info.CRC = size, packed, crc
    return info


def _opened(file: io.BufferedReader, info: zipfile.ZipInfo, start: int) -> zipfile.ZipExtFile:
    file.seek(start)
    return zipfile.ZipExtFile(_Kept(file), "r", info)


def _find(file: io.BufferedReader, start: int, mark: bytes = _LOCAL) -> int | None:
    """Where the next member may begin, or another mark stands."""
    file.seek(start)
    held = b""
    while block := file.read(_BLOCK):
        held += block
        if (at := held.find(mark)) >= 0:
            return start + at
        start += len(held) - 3
        held = held[-3:]
    return None


class _Kept:
    """A file for a member that must neither close it nor go back in it."""

    def __init__(self, file: io.BufferedReader) -> None:
        self.read = file.read

    def seekable(self) -> bool:
        return False
