"""The members of a tar, read once from its beginning to its end.

Nothing is unpacked: names only name, and links and devices are told and passed over.
"""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterator
from typing import Self

from service.errors import SourceError
from service.loading.inputs.guarding import DAMAGES, Guarded
from service.loading.inputs.members import Member, as_text

# Long names and their like stand in blocks of their own; nobody's name is longer.
_NAME_BYTES = 1024 * 1024
_NAMES = (tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE)
_KINDS = {
    tarfile.SYMTYPE: "a link", tarfile.LNKTYPE: "a link to another member", tarfile.CHRTYPE: "a device",
    tarfile.BLKTYPE: "a device", tarfile.FIFOTYPE: "a pipe",
}  # fmt: skip


def is_tar(head: bytes) -> bool:
    """Whether an input that begins so is a tar, of whatever age: its first header has the right check sum."""
    try:
        tarfile.TarInfo.frombuf(head[:512], "utf-8", "surrogateescape")
    except (*DAMAGES, tarfile.HeaderError):
        return False
    return True


def tar_members(stream: io.BufferedReader) -> Iterator[Member]:
    """The files of a tar; each stream must be read before the next is asked for. Raises SourceError where the tar is damaged."""
    try:
        with tarfile.open(fileobj=stream, mode="r|", tarinfo=_Header, encoding="utf-8", errors="surrogateescape") as tar:
            for header in tar:
                # The library would keep all headers.
                tar.members = []  # type: ignore[attr-defined]
                if header.isdir():
                    continue
                name = as_text(header.name.encode("utf-8", "surrogateescape"), "cp1252")
                if kind := _KINDS.get(header.type):
                    yield Member(name, problem=f"is {kind}: passed over")
                elif header.issparse():
                    yield Member(name, problem="is a file with holes: pack it without --sparse")
                elif (file := tar.extractfile(header)) is None:
                    yield Member(name, problem="is no file: passed over")
                else:
                    yield Member(name, Guarded(file.read1), header.size)  # type: ignore[attr-defined]
    except DAMAGES as error:
        raise SourceError(f"the archive is damaged or cut off, nothing behind this could be read: {error}") from error


class _Header(tarfile.TarInfo):
    """A header that is not followed into memory without bound, and whose faults are no silent end of the archive."""

    @classmethod
    def fromtarfile(cls, tar: tarfile.TarFile) -> Self:
        try:
            return super().fromtarfile(tar)
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]
            raise
        except tarfile.HeaderError as error:
            raise SourceError(f"the archive is damaged or cut off, nothing behind this could be read: {error}") from error

    def _proc_member(self, tar: tarfile.TarFile) -> Self:
        if self.type in _NAMES and self.size > _NAME_BYTES:
            raise SourceError("the archive is damaged, nothing behind this could be read: a name in it is longer than 1 MB")
        found: Self = super()._proc_member(tar)  # type: ignore[misc]
        return found
