"""Backups by snapshots of the engine: `python -m scripts.backup take|list|restore`.

It only reads arguments and prints; the work is service.index.snapshots. Where the engine has no disk for snapshots, use
`python -m scripts.index export`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from service.errors import ServiceError
from service.index.snapshots import Snapshot, Snapshots
from service.settings import Settings

# Where docker-compose.yml mounts the volume of snapshots in the engine.
FOLDER = "/usr/share/elasticsearch/snapshots"


def main(arguments: Sequence[str] | None = None) -> int:
    """0: done; 1: failed, and why; 2: wrong usage."""
    args = _parser().parse_args(arguments)
    try:
        snapshots = Snapshots(Settings.from_environment())
        snapshots.register(args.folder)
        if args.action == "take":
            print(f"taken: {_line(snapshots.take())}")
        elif args.action == "restore":
            print(f"restored: {_line(snapshots.restore(args.name or _newest(snapshots)))}")
        else:
            for one in snapshots.list():
                print(_line(one))
    except ServiceError as error:
        print(f"error: {error.detail}", file=sys.stderr)
        return 1
    return 0


def _newest(snapshots: Snapshots) -> str:
    whole = [one.name for one in snapshots.list() if one.state == "SUCCESS"]
    if not whole:
        raise ServiceError("There is no snapshot to restore: `backup take` makes one.")
    return whole[0]


def _line(one: Snapshot) -> str:
    return f"{one.name}  {one.begun}  {one.state}  {one.indices} indices"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.backup", description=__doc__)
    parser.add_argument("action", choices=("take", "list", "restore"))
    parser.add_argument("name", nargs="?", help="the snapshot to restore (default: the newest whole one)")
    parser.add_argument("--folder", default=FOLDER, help="the repository's folder on the engine's machine (%(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
