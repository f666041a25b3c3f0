"""Puts the engine together once, in a cache that all nodes and all processes share.

It starts nothing and never changes an engine in place: a new one is made aside and renamed.
"""

import errno
import fcntl
import hashlib
import json
import os
import shutil
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.node import download, pins
from scripts.node.errors import NodeError

STAMP = "lunwen-stamp.json"
NEEDED = 350 << 20  # bytes: 98 MB archive + 120 MB engine, with room to spare
ROOT_CACHE = Path("/var/cache/lunwen")  # what root's cache must be: readable by the account that runs the engine
SHARED_OWNER = 0  # only root may offer an engine to others


def cache_folder() -> Path:
    """Where this user's engine lives: LUNWEN_CACHE, else the platform's cache folder."""
    chosen = os.environ.get("LUNWEN_CACHE")
    if chosen:
        return Path(chosen).expanduser().absolute()
    if os.geteuid() == 0:
        return Path("/Library/Caches/lunwen") if sys.platform == "darwin" else ROOT_CACHE
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/lunwen"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lunwen"


def assembled_home() -> Path:
    """The folder of the assembled engine, whether or not it is there yet: this user's, else root's if that is whole."""
    own = _home_in(cache_folder())
    shared = _home_in(ROOT_CACHE)
    if not os.environ.get("LUNWEN_CACHE") and fault(own) and not fault(shared) and shared.stat().st_uid == SHARED_OWNER:
        return shared
    return own


def ensure_assembled(*, thorough: bool = False) -> Path:
    """The folder of a whole engine, assembled now if there is none; NodeError if that can't be done.

    `thorough` compares every file's checksum (0.3 s) and not only its size.
    """
    home = assembled_home()
    if not fault(home, thorough=thorough):
        return home
    cache = cache_folder()
    with _disk_errors_explained(cache):
        _make_readable_folder(cache)
        with _lock(cache / "lock"):
            return _assemble(cache, thorough)


def fault(home: Path, *, thorough: bool = False) -> str:
    """What is wrong with an assembled engine in a few words, "" if nothing is."""
    try:
        stamp = json.loads((home / STAMP).read_text(encoding="utf-8"))
        recipe, files = stamp["recipe"], stamp["files"]
    except FileNotFoundError:
        return "it is not there"
    except (OSError, ValueError, KeyError, TypeError):
        return f"{STAMP} is unreadable"
    if recipe != pins.recipe_digest():
        return "it was made from other parts"
    for name, (size, digest) in files.items():
        path = home / name
        try:
            found = path.stat().st_size
        except OSError:
            return f"{name} is missing"
        if found != size:
            return f"{name} has {found} bytes and not {size}"
        if thorough and _sha256(path) != digest:
            return f"{name} differs from what was assembled"
    return ""


def _home_in(cache: Path) -> Path:
    return cache / f"{pins.SERVER_ROOT}-{pins.recipe_digest()[:8]}"


def _assemble(cache: Path, thorough: bool) -> Path:
    """Make the engine; called with the lock held, so another process may have made it in the meantime."""
    home = _home_in(cache)
    problem = fault(home, thorough=thorough)
    if not problem:
        return home
    if home.exists():
        print(f"the engine in {home} is broken ({problem}): making it again", file=sys.stderr)
    downloads, aside = cache / "downloads", cache / "assembling"
    _check_space(cache)
    downloads.mkdir(exist_ok=True)
    archive, modules = download.fetch_server(downloads), download.fetch_modules(downloads)
    shutil.rmtree(aside, ignore_errors=True)
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(aside)
    shutil.copytree(modules, aside / pins.SERVER_ROOT / "modules", dirs_exist_ok=True)
    _finish(aside / pins.SERVER_ROOT)
    if home.exists():
        home.replace(aside / "discarded")
    (aside / pins.SERVER_ROOT).replace(home)
    shutil.rmtree(aside, ignore_errors=True)
    shutil.rmtree(downloads, ignore_errors=True)
    return home


def _finish(home: Path) -> None:
    """Give every file its mode, whatever the umask, and write the stamp."""
    files: dict[str, tuple[int, str]] = {}
    home.chmod(0o755)
    for path in sorted(home.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)
            continue
        name = path.relative_to(home)
        path.chmod(0o755 if name.parts[0] == "bin" else 0o644)
        files[name.as_posix()] = (path.stat().st_size, _sha256(path))
    stamp = home / STAMP
    stamp.write_text(json.dumps({"recipe": pins.recipe_digest(), "files": files}, indent=0), encoding="utf-8")
    stamp.chmod(0o644)


def _make_readable_folder(cache: Path) -> None:
    if not cache.is_dir():
        # Another process may make it at this moment.
        cache.mkdir(parents=True, exist_ok=True)
        cache.chmod(0o755)


def _check_space(cache: Path) -> None:
    free = shutil.disk_usage(cache).free
    if free < NEEDED:
        raise OSError(errno.ENOSPC, f"{free / 1e6:.0f} MB are free")


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Hold an exclusive lock, which the system frees when its holder dies; say so when it must be waited for."""
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("another process is assembling the engine: waiting for it", file=sys.stderr)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def _disk_errors_explained(cache: Path) -> Iterator[None]:
    """Turn the system's words for a full disk or a closed folder into ours."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NodeError(
                f"The disk is full ({error}): assembling the engine needs {NEEDED >> 20} MB in {cache}, so free some "
                "or name another folder with LUNWEN_CACHE."
            ) from error
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR):
            raise NodeError(
                f"The cache folder {cache} can't be written ({error}): name another one with LUNWEN_CACHE."
            ) from error
        raise


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
