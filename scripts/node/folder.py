"""One node's folder: its data, logs, configuration and snapshots, and how they are written.

It starts nothing, and takes over or empties no folder that holds other things.
"""

import errno
import json
import os
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scripts.node.account import Account
from scripts.node.errors import NodeError

MARKER = ".lunwen-node"
EMPTIED = ("data", "logs", "config", "tmp")  # by a fresh start
PARTS = (*EMPTIED, "snapshots")  # snapshots outlive a fresh start: they may be somebody's backups
SPARE = 1 << 30  # bytes that must be free: below half of it the engine makes its indices read-only
Settings = Mapping[str, object]


@dataclass(frozen=True)
class NodeSpec:
    """What a node shall be.

    `port` 0 means any free one. `heap` is written as Java does (`512m`,
    `2g`). `settings` are further lines of elasticsearch.yml. `brisk` compiles less: up 2 s sooner (7.7 s instead of 9.9
    on two cores), slower under load.
    """

    folder: Path
    port: int = 9200
    heap: str = "1g"
    settings: Settings = field(default_factory=dict)
    fresh: bool = False
    timeout: float = 120.0
    brisk: bool = False

    def __post_init__(self) -> None:
        # One spelling for one folder: a node's processes are found by it.
        object.__setattr__(self, "folder", self.folder.resolve())
        if not re.fullmatch(r"[1-9]\d*[mMgG]", self.heap):
            raise NodeError(f"{self.heap!r} is no heap size: write it like 512m or 2g.")
        if not 0 <= self.port <= 65_535:
            raise NodeError(f"{self.port} is no port: give one from 1 to 65535, or 0 for any free one.")

    def part(self, name: str) -> Path:
        """One of PARTS inside the node's folder."""
        return self.folder / name


def default_folder(port: int) -> Path:
    """Where a node's data lies when nobody says otherwise: one folder for each port."""
    if os.geteuid() == 0:
        root = Path("/var/lib/lunwen")
    elif sys.platform == "darwin":
        root = Path.home() / "Library/Application Support/lunwen"
    else:
        root = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "lunwen"
    return root / f"node-{port}"


def claim(folder: Path) -> Path:
    """Make a folder a node's, if it is empty or is one already; the path of its marker. NodeError if it is neither."""
    marker = folder / MARKER
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = {path.name for path in folder.iterdir()}
        if not names:
            marker.write_text("The folder of an embedded Elasticsearch node of Lunwen.\n", encoding="utf-8")
    except OSError as error:
        raise _explained(error, folder) from error
    if names and MARKER not in names:
        raise NodeError(f"{folder} holds other things than a node's data: choose an empty folder with --data.")
    return marker


def prepare(spec: NodeSpec, account: Account, home: Path) -> None:
    """Make the folder ready for a start as `account`; NodeError where that is impossible."""
    try:
        for part in EMPTIED if spec.fresh else ("tmp",):
            shutil.rmtree(spec.part(part), ignore_errors=True)
        for part in PARTS:
            spec.part(part).mkdir(exist_ok=True)
        _configure(spec, home)
        for stale in (*spec.part("logs").glob("*.ports"), spec.part("logs") / "startup.log"):
            stale.unlink(missing_ok=True)
    except OSError as error:
        raise _explained(error, spec.folder) from error
    if account.switched:
        _hand_over(spec.folder, account)
    _check_access(spec.folder, account)
    free = shutil.disk_usage(spec.folder).free
    if free < SPARE:
        raise NodeError(
            f"The disk is full: {free / 1e6:.0f} MB are free in {spec.folder} and the engine needs {SPARE >> 20}, so "
            "free some or choose another folder with --data."
        )


def addresses(folder: Path) -> tuple[str, ...]:
    """The addresses that a node in this folder listens at, as it wrote them itself; empty until it does."""
    try:
        lines = (folder / "logs/http.ports").read_text(encoding="utf-8").split()
    except OSError:
        return ()
    return tuple(f"http://{line}" for line in lines if line.startswith("127."))


def mark(folder: Path) -> str:
    """The word on the Java command line by which a node's process is told from all others."""
    return f"-Dlunwen.node={folder}"


def _configure(spec: NodeSpec, home: Path) -> None:
    """Write the node's configuration: the engine's own files, our settings and our Java options."""
    config = spec.part("config")
    for source in (home / "config").rglob("*"):
        target = config / source.relative_to(home / "config")
        if source.is_dir():
            target.mkdir(exist_ok=True)
        else:
            target.unlink(missing_ok=True)
            shutil.copyfile(source, target)
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in engine_settings(spec).items()]
    (config / "elasticsearch.yml").write_text("".join(lines), encoding="utf-8")
    options = "".join(f"{option}\n" for option in java_options(spec))
    (config / "jvm.options.d/lunwen.options").write_text(options, encoding="utf-8")


def engine_settings(spec: NodeSpec) -> dict[str, object]:
    """The lines of elasticsearch.yml: a single node on loopback without passwords, for development and tests."""
    return {
        "cluster.name": "lunwen",
        "node.name": "lunwen",
        "discovery.type": "single-node",
        "network.host": "127.0.0.1",
        "http.port": spec.port,
        "transport.port": 0,
        "node.portsfile": True,  # the node writes the ports it got to logs/*.ports: no race for a free one
        "xpack.security.enabled": False,
        "path.data": str(spec.part("data")),
        "path.logs": str(spec.part("logs")),
        "path.repo": [str(spec.part("snapshots"))],
        "action.destructive_requires_name": True,
        # The usual watermarks are shares of the disk and stop a node on a nearly full laptop that has room enough.
        "cluster.routing.allocation.disk.watermark.low": "800mb",
        "cluster.routing.allocation.disk.watermark.high": "650mb",
        "cluster.routing.allocation.disk.watermark.flood_stage": "500mb",
        **spec.settings,
    }


def java_options(spec: NodeSpec) -> list[str]:
    """Options for the node's Java, one a line of a file in jvm.options.d."""
    options = [f"-Xms{spec.heap}", f"-Xmx{spec.heap}", mark(spec.folder), "-Xlog:disable"]
    return [*options, "-XX:TieredStopAtLevel=1", "-XX:-AlwaysPreTouch"] if spec.brisk else options


def _hand_over(folder: Path, account: Account) -> None:
    """Give the folder to the account that runs the engine; links are not followed."""
    os.chown(folder, account.uid, account.gid, follow_symlinks=False)
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            os.chown(Path(place) / name, account.uid, account.gid, follow_symlinks=False)


def _check_access(folder: Path, account: Account) -> None:
    if not (account.can("w", folder) and account.can("x", folder)):
        raise NodeError(
            f"{folder} can't be reached by {account.name}, who runs the engine: choose a folder with --data that "
            "this user may enter (for a temporary node with TMPDIR)."
        )


def _explained(error: OSError, folder: Path) -> NodeError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return NodeError(f"The disk is full ({error}): free some or choose another folder with --data.")
    return NodeError(f"The node's folder {folder} can't be used ({error}): choose another one with --data.")
