"""A temporary node for tests and measurements: `with running_node(heap="512m") as url:`.

It keeps nothing: the node and its data are gone after the block, and also when the calling process is killed.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from scripts.node.errors import NodeError
from scripts.node.folder import NodeSpec, Settings

PROJECT = Path(__file__).resolve().parents[2]
GOODBYE = 60.0  # seconds that the guard gets to stop its node


@contextmanager
def running_node(
    *, heap: str = "1g", settings: Settings | None = None, brisk: bool = True, timeout: float = 120.0
) -> Iterator[str]:
    """The address of a node of its own, on free ports, with an empty temporary data folder.

    Several may run side by side, in one process or in many. `settings` are further lines of elasticsearch.yml; `brisk`
    False costs 2 s more at the start and answers faster under load (for measurements). NodeError if it can't be had.
    """
    # The guard removes the folder too, hence no error if it is gone.
    with tempfile.TemporaryDirectory(prefix="lunwen-node-", ignore_cleanup_errors=True) as place:
        spec = NodeSpec(Path(place).resolve(), 0, heap, dict(settings or {}), timeout=timeout, brisk=brisk)
        guard = _hire(spec)
        try:
            yield _first_word(guard)
        finally:
            _dismiss(guard)


def _hire(spec: NodeSpec) -> subprocess.Popen[str]:
    """Start the process that the node hangs on: it sees this one end, even by SIGKILL, and cleans up."""
    return subprocess.Popen(
        [sys.executable, "-m", "scripts.node.guard", str(os.getpid()), json.dumps(asdict(spec), default=str)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        cwd=PROJECT,
        start_new_session=True,
    )


def _first_word(guard: subprocess.Popen[str]) -> str:
    """The address that the guard reports; NodeError with its reason if there is none."""
    line = guard.stdout.readline() if guard.stdout else ""
    if not line:
        raise NodeError(f"The process that guards the node ended without a word (exit code {guard.wait()}): try again.")
    report = json.loads(line)
    if "error" in report:
        raise NodeError(report["error"])
    return str(report["url"])


def _dismiss(guard: subprocess.Popen[str]) -> None:
    guard.terminate()
    try:
        guard.wait(GOODBYE)
    except subprocess.TimeoutExpired:
        guard.kill()  # its node then dies with it
        guard.wait()
    if guard.stdout is not None:
        guard.stdout.close()
