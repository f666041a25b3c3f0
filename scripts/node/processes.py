"""Finds the processes of nodes by what stands on their command lines, and ends them.

It trusts no file with a process number: numbers are used again, and a file survives a crash.
"""

import contextlib
import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from scripts.node.errors import NodeError

SERVER_MARK = "-Dlunwen.node="
LAUNCHER_MARK = "-Dlunwen.launcher"  # the engine's own start program, which lives as long as an attached server
CONFIG_MARK = "-Des.path.conf="  # follows LAUNCHER_MARK and names the folder, which the former can't for its blanks
PATIENCE = 30.0  # seconds for an orderly end; an idle node takes 0.5


@dataclass(frozen=True)
class NodeProcess:
    """A Java process of a node."""

    pid: int
    folder: Path
    is_server: bool


def node_processes(folder: Path | None = None) -> tuple[NodeProcess, ...]:
    """All processes of nodes on this machine, or of the node in `folder`."""
    wanted = folder and folder.resolve()
    found = (read(pid, words) for pid, words in _command_lines())
    return tuple(process for process in found if process and wanted in (None, process.folder))


def server_pid(folder: Path) -> int:
    """The process id of the server in `folder`, 0 if none runs."""
    return next((process.pid for process in node_processes(folder) if process.is_server), 0)


def end(folder: Path, patience: float = PATIENCE) -> bool:
    """End every process of the node in `folder` and everything below them; whether there was one.

    NodeError if they belong to somebody else.
    """
    processes = node_processes(folder)
    groups = {group for process in processes if (group := _group(process.pid)) not in (0, os.getpgrp())}
    for process in processes:
        _send(process.pid, signal.SIGTERM)
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline and node_processes(folder):
        time.sleep(0.05)
    for process in node_processes(folder):
        _send(process.pid, signal.SIGKILL)
    # A node is started as the leader of a group of its own, so whatever is left of the group is the node's.
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
    return bool(processes)


def read(pid: int, words: list[str]) -> NodeProcess | None:
    """The node's process that has these words on its command line, None if it is another program."""
    for word in words:
        if word.startswith(SERVER_MARK):
            return NodeProcess(pid, Path(word.removeprefix(SERVER_MARK)), is_server=True)
        if word.startswith(CONFIG_MARK) and LAUNCHER_MARK in words:
            return NodeProcess(pid, Path(word.removeprefix(CONFIG_MARK)).parent, is_server=False)
    return None


def _command_lines() -> list[tuple[int, list[str]]]:
    if Path("/proc/self/cmdline").exists():
        found: list[tuple[int, list[str]]] = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):  # it ended while we looked
                    found.append((int(entry.name), os.fsdecode((entry / "cmdline").read_bytes()).split("\0")))
        return found
    listing = subprocess.run(["ps", "-axww", "-o", "pid=,args="], capture_output=True, text=True, check=True).stdout
    # Here words can't be told from blanks inside them: our marks are followed by an option, so cut before " -".
    rows = (line.split(None, 1) for line in listing.splitlines())
    return [(int(row[0]), [f"-{word}" for word in row[1].split(" -")]) for row in rows if len(row) == 2]


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0


def _send(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return
    except PermissionError as error:
        raise NodeError(f"Process {pid} of the node belongs to another user: stop it as that user or as root.") from error
