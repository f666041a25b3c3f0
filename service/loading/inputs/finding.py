"""Finds the files of a load below what was named, in a stable order, and the name by which each is known.

It opens none of them.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from service.errors import LoadError

STANDARD_INPUT = "-"
# What systems leave in folders and archives beside what was put there. Names that begin with a dot are passed over as well.
_IGNORED = frozenset({"thumbs.db", "desktop.ini", "__macosx"})


@dataclass(frozen=True, slots=True)
class Found:
    """A file to load: `path` as given or found, and the name by which it is known in contributions.

    That is `relative` to the folder that was named, or the file's own name. Of a member of an archive both go on with `!` and
    its name.
    """

    path: str
    relative: str
    size: int
    # Why it can't be read, where that was seen already.
    problem: str | None = None


def find_inputs(paths: Sequence[str], origin: str = "") -> list[Found]:
    """All files below `paths`, each once, in a stable order. Raises LoadError for a path that does not exist.

    Different files of one name get as many of their folders in front as tell them apart. All are known below `origin`.
    """
    found: list[Found] = []
    for given in paths:
        if given == STANDARD_INPUT:
            found.append(Found(STANDARD_INPUT, STANDARD_INPUT, 0))
            continue
        path = Path(given)
        if path.is_dir():
            found += _below(path)
        elif path.exists():
            found.append(Found(given, path.name, path.stat().st_size if path.is_file() else 0))
        else:
            raise LoadError(f"{given}: no such file or folder.")
    found = _told_apart(found)
    return [replace(one, relative=f"{origin}/{one.relative}") for one in found] if origin else found


def is_ignored(name: str) -> bool:
    """Whether a file or folder of this name (without those above it) is none that somebody put there."""
    return name.startswith(".") or name.lower() in _IGNORED


def plain(error: BaseException) -> str:
    """What an error of reading says, without numbers and names of classes."""
    return (error.strerror if isinstance(error, OSError) and error.strerror else str(error)) or type(error).__name__


def _below(folder: Path) -> Iterator[Found]:
    for directory, names, files in os.walk(folder):
        names[:] = sorted(name for name in names if not is_ignored(name))
        for name in sorted(files):
            if not is_ignored(name):
                yield _met(Path(directory) / name, folder)


def _met(path: Path, folder: Path) -> Found:
    """A file of a folder; what is none (a pipe, a link to nowhere) is reported and not opened."""
    relative = path.relative_to(folder).as_posix()
    try:
        status = path.stat()
    except OSError as error:
        return Found(str(path), relative, 0, f"can't be read: {plain(error)}")
    problem = None if stat.S_ISREG(status.st_mode) else "is no file: name it by itself to read from a pipe"
    return Found(str(path), relative, status.st_size, problem)


def _told_apart(found: Sequence[Found]) -> list[Found]:
    """The files under names of which no two are equal. One that was met before is not read again."""
    folders: dict[str, tuple[str, ...]] = {}
    places: list[tuple[str, ...]] = []
    for one in found:
        folder, name = os.path.split(one.path)
        if folder not in folders:
            folders[folder] = PurePosixPath(os.path.realpath(folder)).parts[1:]
        places.append((STANDARD_INPUT,) if one.path == STANDARD_INPUT else (*folders[folder], name))
    first = {place: n for n, place in reversed(list(enumerate(places)))}
    lengths = {n: len(PurePosixPath(found[n].relative).parts) for n in first.values()}
    while True:
        names = {n: "/".join(places[n][-length:]) for n, length in lengths.items()}
        counts = Counter(names.values())
        if len(counts) == len(names):
            break
        lengths |= {n: lengths[n] + 1 for n, name in names.items() if counts[name] > 1}
    again = "was named before: it is read once"
    return [
        replace(one, relative=names[first[place]], problem=one.problem if first[place] == n else again)
        for n, (one, place) in enumerate(zip(found, places, strict=True))
    ]
