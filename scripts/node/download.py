"""Fetches what the pins name: the server's zip in resumable pieces, the modules as single members of a remote zip.

It never lets anything through whose checksum differs from its pin, and keeps no repository address of its own.
"""

import hashlib
import shutil
import sys
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any, TypeVar

from scripts.node import pins
from scripts.node.diagnosis import in_short
from scripts.node.errors import NodeError

PIECE = 4 << 20  # bytes of one range request: 24 pieces for the server; what a killed download loses at most
ATTEMPTS = 4
TIMEOUT = 30.0  # seconds without a byte
T = TypeVar("T")


def fetch_server(folder: Path) -> Path:
    """The server's zip in `folder`, gone on with where an earlier run ended; NodeError if there is none."""
    target = folder / f"{pins.SERVER_ROOT}.zip"
    part = target.with_suffix(".zip.part")
    if target.exists() and _sha256(target) == pins.SERVER_SHA256:
        return target
    resumed = part.exists() and part.stat().st_size > 0
    _from_any_repository(pins.SERVER, lambda url: _fetch_pieces(url, part, pins.SERVER_SIZE))
    if resumed and _sha256(part) != pins.SERVER_SHA256:
        # What an earlier run left may be the culprit, so one fresh download before anybody is blamed.
        part.unlink()
        _from_any_repository(pins.SERVER, lambda url: _fetch_pieces(url, part, pins.SERVER_SIZE))
    if _sha256(part) != pins.SERVER_SHA256:
        part.unlink()
        raise _refused(pins.SERVER, "the file")
    part.replace(target)
    return target


def fetch_modules(folder: Path) -> Path:
    """A folder below `folder` with all modules of the pins; those that an earlier run left whole are kept."""
    target = folder / "modules"
    if _missing(target):
        _from_any_repository(pins.EXTRAS, lambda url: _repeated(lambda: _fetch_members(url, target)))
    return target


@contextmanager
def progress(text: str, total: int) -> Iterator[Any]:
    """A progress bar in bytes on a terminal, one plain line elsewhere."""
    from tqdm import tqdm

    if not sys.stderr.isatty():
        print(f"{text} ({total / 1e6:.0f} MB)", file=sys.stderr)
    with tqdm(desc=text, total=total, unit="B", unit_scale=True, unit_divisor=1000, disable=None) as bar:
        yield bar


def _fetch_pieces(url: str, part: Path, size: int) -> None:
    if part.exists() and part.stat().st_size > size:
        part.unlink()
    with part.open("ab") as file, progress(f"Elasticsearch {pins.VERSION}", size) as bar:
        position = file.tell()
        bar.update(position)
        while position < size:
            piece = _read_range(url, position, min(position + PIECE, size) - 1)
            file.write(piece)
            file.flush()
            position += len(piece)
            bar.update(len(piece))


def _read_range(url: str, first: int, last: int) -> bytes:
    """The bytes `first` to `last` (inclusive); a failed request is repeated."""
    from remotezip import RemoteFetcher, RemoteIOError

    # "identity": a repository that compresses on the way would make the ranges meaningless.
    fetcher = RemoteFetcher(url, headers={"Accept-Encoding": "identity"}, timeout=TIMEOUT)

    def read() -> bytes:
        piece: bytes = fetcher.fetch((first, last)).read()
        if not piece:
            raise RemoteIOError("the answer was empty")
        return piece

    return _repeated(read)


def _fetch_members(url: str, target: Path) -> None:
    """Write what is missing in `target`; called again after a failure, it goes on with the next module."""
    from remotezip import RemoteZip

    with RemoteZip(url, timeout=TIMEOUT) as archive:
        members = {name: _members(archive, name) for name in _missing(target)}
        total = sum(member.compress_size for chosen in members.values() for member in chosen)
        with progress("its modules", total) as bar:
            for name, chosen in members.items():
                files: list[tuple[str, bytes]] = []
                for member in chosen:
                    files.append((_inner_path(member, name), archive.read(member)))
                    bar.update(member.compress_size)
                _write_module(target / name, name, files)


def _missing(target: Path) -> list[str]:
    return [name for name, digest in pins.MODULES.items() if _digest_of(target / name) != digest]


def _members(archive: zipfile.ZipFile, name: str) -> list[zipfile.ZipInfo]:
    start = f"{pins.EXTRAS_ROOT}/{name}/"
    return [member for member in archive.infolist() if member.filename.startswith(start) and not member.is_dir()]


def _inner_path(member: zipfile.ZipInfo, name: str) -> str:
    return PurePosixPath(member.filename).relative_to(f"{pins.EXTRAS_ROOT}/{name}").as_posix()


def _write_module(folder: Path, name: str, files: list[tuple[str, bytes]]) -> None:
    """Write a module after its check: the pinned digest covers the names too, so none can lead out of the folder."""
    if pins.tree_digest(files) != pins.MODULES[name]:
        raise _refused(pins.EXTRAS, f"the module {name}")
    shutil.rmtree(folder, ignore_errors=True)
    for path, content in files:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def _digest_of(folder: Path) -> str:
    files = (path for path in folder.rglob("*") if path.is_file())
    return pins.tree_digest((path.relative_to(folder).as_posix(), path.read_bytes()) for path in files)


def _sha256(path: Path) -> str:
    file: IO[bytes]
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _refused(artifact: pins.Artifact, what: str) -> NodeError:
    return NodeError(
        f"{what[0].upper()}{what[1:]} of {artifact.name} {artifact.version} does not match its pinned SHA-256 and was "
        "thrown away: start again, and if it repeats, ask who runs the proxy or mirror between here and the repository."
    )


def _from_any_repository(artifact: pins.Artifact, fetch: Callable[[str], None]) -> None:
    """Call `fetch` with the artifact's address in each known repository until one succeeds."""
    reasons: list[str] = []
    for repository in _repositories():
        try:
            return fetch(f"{repository.rstrip('/')}/{artifact.path}")
        except ConnectionError as error:
            reasons.append(in_short(str(error)))
    raise NodeError(
        f"{artifact.name} {artifact.version} could not be fetched ({'; '.join(reasons)}): check the network or set "
        "HTTPS_PROXY and start again (what has arrived is kept), or set ELASTICSEARCH_URL to an engine that runs."
    )


def _repositories() -> list[str]:
    try:
        from jgo.maven import MavenContext
    except ImportError as error:
        raise NodeError(f"{error.name} is missing, which assembling the engine needs: pip install 'lunwen[node]'.") from error
    return list(MavenContext().remote_repos.values())


def _repeated(read: Callable[[], T]) -> T:
    """What `read` returns, tried up to ATTEMPTS times; ConnectionError with the last reason.

    No OSError is caught here: those of the network arrive as RemoteZipError, so what is left is the disk.
    """
    import urllib3.exceptions
    from remotezip import RemoteZipError

    broken = (RemoteZipError, urllib3.exceptions.HTTPError, zipfile.BadZipFile, zlib.error, EOFError)
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return read()
        except broken as error:
            if attempt == ATTEMPTS or str(error).startswith("404"):
                raise ConnectionError(str(error)) from error
            time.sleep(2 ** (attempt - 2))
    raise AssertionError("unreachable")
