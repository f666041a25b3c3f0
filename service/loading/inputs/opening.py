"""Opens files through compression and archives, and finds their formats and encodings.

What can't be opened is told with its reason, never raised: one bad file of a load stops none of the others.
"""

from __future__ import annotations

import io
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

from service.errors import SourceError
from service.loading.inputs.compression import LAYERS, SUFFIXES, decompressed, peeked
from service.loading.inputs.finding import STANDARD_INPUT, Found, plain
from service.loading.inputs.guarding import UNPACK_LIMIT, Budget, Guarded
from service.loading.inputs.members import Member
from service.loading.inputs.tars import is_tar, tar_members
from service.loading.inputs.webpages import web_page
from service.loading.inputs.zips import is_zip, zip_members
from service.sources import SOURCES, Input, Source, detect_format
from service.sources.reading import encoding
from service.sources.registry import HEAD_BYTES

Guards = tuple[Guarded, ...]
# How many archives may stand in each other.
NESTED = 2
_BUFFER = 256 * 1024
# A zip that can't be sought in is kept in memory up to this size, then in a temporary file.
_SPOOLED = 16 * 1024**2
# What people have beside their lists: told by name instead of "no format".
_NOT_READ = (
    (b"%PDF-", "a PDF: load the reference that goes with it"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it and load the folder"),
    (b"Rar!\x1a\x07", "a RAR archive: unpack it and load the folder"),
    (b"\x1f\x9d", "compressed by `compress`: unpack it first"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an office document: save it as text or CSV"),
    *(
        (begins, "a picture: load the reference as text")
        for begins in (b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*")
    ),
    (b"SQLite format 3\0", "a database: export the papers from the program that made it"),
)


@dataclass(frozen=True, slots=True)
class Choices:
    """What the caller of a load overrules or bounds: a format's name, a codec's name, bytes that one input may unpack to.

    `columns` maps fields to the columns of tables; with it a file that no format recognises is taken for a table.
    """

    format: str | None = None
    encoding: str | None = None
    unpack_limit: int = UNPACK_LIMIT
    columns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Opened:
    """An opened file, or why it can't be read (`found.problem`). `raw` is the file on disk, for progress.

    `source` is None where no format recognises it; `likely` is the format that does where the caller named another.
    `damage()`, asked when all was read, says why the input ended too early.
    """

    found: Found
    raw: io.BufferedReader = field(default_factory=lambda: io.BufferedReader(io.BytesIO()))
    source: Source | None = None
    input: Input = field(default_factory=lambda: Input(io.BytesIO()))
    encoding: str | None = None
    damage: Callable[[], str | None] = lambda: None
    likely: str | None = None


def open_input(found: Found, format_name: str | None = None) -> Opened:
    """Opens one file that is no archive (an archive is of no format). Raises SourceError when nothing of it can be read.

    The caller closes `raw`.
    """
    try:
        raw = _raw(found)
        layers = decompressed(raw, Budget(UNPACK_LIMIT, found.size or 1))
        opened = _file(found, raw, layers.stream, Choices(format_name), layers.guards)
    except OSError as error:
        raise SourceError(f"can't be read: {plain(error)}") from error
    if layers.problem and opened.found.problem == layers.problem:
        raw.close()
        raise SourceError(layers.problem)
    return opened


def open_inputs(found: Found, choices: Choices | None = None) -> Generator[Opened, None, None]:
    """A file, or the files in an archive in its order. Each is to be read before the next is asked for; none raises.

    After those of an archive that is damaged, or has none, comes the archive itself with its problem.
    """
    with ExitStack() as stack:
        try:
            if found.problem:
                raise SourceError(found.problem)
            raw = stack.enter_context(_raw(found))
            walk = _Walk(raw, choices or Choices(), found.size)
        except OSError as error:
            yield Opened(_with(found, f"can't be read: {plain(error)}"))
        except SourceError as error:
            yield Opened(_with(found, error.detail))
        else:
            yield from walk.walk(found, walk.stream, (), 0)


class _Walk:
    """One input with all that is in it."""

    def __init__(self, raw: io.BufferedReader, choices: Choices, size: int) -> None:
        self.raw, self.choices, self.stream = raw, choices, raw
        if not size and raw.seekable():
            size = raw.seek(0, io.SEEK_END)
            raw.seek(0)
        self.budget = Budget(choices.unpack_limit, size)
        if not raw.seekable():
            # Of a pipe the bytes are counted as they come, because its size is not known before.
            self.stream = io.BufferedReader(Guarded(self._counted, piece=_BUFFER), _BUFFER)

    def walk(self, found: Found, stream: io.BufferedReader, guards: Guards, depth: int) -> Iterator[Opened]:
        """The files in a stream: itself, or what is in it. `guards` know why it ended too early."""
        try:
            layers = decompressed(stream, self.budget)
            head, content = peeked(layers.stream, 512)
        except OSError as error:
            yield Opened(_with(found, f"can't be read: {plain(error)}"), self.raw)
            return
        guards = (*guards, *layers.guards)
        if layers.is_too_deep:
            yield Opened(_with(found, f"is compressed more than {LAYERS} times: unpack it first"), self.raw)
        elif not (is_zip(head) or is_tar(head)):
            yield _file(found, self.raw, content, self.choices, guards)
        elif depth == NESTED:
            problem = "is an archive in an archive in an archive: unpack the outer one and load the folder"
            yield Opened(_with(found, problem), self.raw)
        else:
            yield from self._archive(found, self._zip(content) if is_zip(head) else tar_members(content), guards, depth)

    def _archive(self, found: Found, members: Iterator[Member], guards: Guards, depth: int) -> Iterator[Opened]:
        met, problem = False, None
        try:
            for member in members:
                if not member.is_ignored:
                    met = True
                    yield from self._member(found, member, depth)
                if problem := self.budget.problem:
                    break
        except SourceError as error:
            problem = error.detail
        if problem := _damage(guards) or problem or (None if met else "there is no file in it"):
            yield Opened(_with(found, problem), self.raw)

    def _member(self, found: Found, member: Member, depth: int) -> Iterator[Opened]:
        one = Found(f"{found.path}!{member.name}", f"{found.relative}!{member.name}", member.size, member.problem)
        if member.stream is None:
            yield Opened(one, self.raw)
        else:
            yield from self.walk(one, io.BufferedReader(member.stream, _BUFFER), (member.stream,), depth + 1)

    def _zip(self, content: io.BufferedReader) -> Iterator[Member]:
        """A zip's members, counted; where it can't be sought in, it is kept aside first."""
        with ExitStack() as stack:
            if not content.seekable():
                aside = stack.enter_context(tempfile.SpooledTemporaryFile(max_size=_SPOOLED))
                shutil.copyfileobj(content, aside, _BUFFER)
                content = cast(io.BufferedReader, aside)
            for member in zip_members(content):
                if member.stream is not None:
                    member.stream.learn = self.budget.spend
                yield member

    def _counted(self, size: int) -> bytes:
        piece = self.raw.read1(size)
        self.budget.packed += len(piece)
        return piece


def _raw(found: Found) -> io.BufferedReader:
    if found.path == STANDARD_INPUT:
        return cast(io.BufferedReader, sys.stdin.buffer)
    return Path(found.path).open("rb")


def _file(found: Found, raw: io.BufferedReader, content: io.BufferedReader, choices: Choices, guards: Guards) -> Opened:
    """A file with its format and encoding, or what is wrong with it."""
    last = Guarded(content.read1, piece=_BUFFER)
    stream: io.BufferedReader = io.BufferedReader(last, _BUFFER)
    if choices.encoding:
        stream = encoding.recoded(stream, choices.encoding)
    head, stream = peeked(stream, HEAD_BYTES)
    guards = (*guards, last)
    name = _plain_name(found.relative)
    # Whoever names columns has a table, whatever stands in its first line.
    unknown_is = SOURCES["table"] if choices.columns else None
    page = None if choices.format else web_page(head)
    source = SOURCES[choices.format] if choices.format else (None if page else detect_format(head, name)) or unknown_is
    if not head or source is None:
        told = page or next((what for begins, what in _NOT_READ if head.startswith(begins)), None)
        unknown = f"is {told}" if told else "no format recognises it: name one with --format, or a table's columns with --columns"
        return Opened(_with(found, _damage(guards) or (unknown if head.strip() else "empty file")), raw)
    data = Input(stream, name, choices.columns)
    seen = detect_format(head, name) if choices.format else None
    likely = seen.name if seen and seen is not source else None
    return Opened(found, raw, source, data, choices.encoding or encoding.detect(head), lambda: _damage(guards), likely)


def _damage(guards: Guards) -> str | None:
    """Why an input ended too early: the outermost layer knows it best."""
    return next((guard.problem for guard in guards if guard.problem), None)


def _with(found: Found, problem: str) -> Found:
    return replace(found, problem=problem)


def _plain_name(name: str) -> str:
    """The file's name without those of folders and archives and without what compression adds to it."""
    name = re.split(r"[/\\!]", name)[-1]
    suffix = next((suffix for suffix in SUFFIXES if name.lower().endswith(suffix)), "")
    return name.removesuffix(name[len(name) - len(suffix) :]) if suffix else name
