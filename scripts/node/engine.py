"""Starts a node, waits until it answers, tells how it is and stops it.

It assembles nothing, and knows nothing of what the node is used for.
"""

import ctypes
import fcntl
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scripts.node import account, assembly, diagnosis, folder, health, java, processes
from scripts.node.errors import NodeDiedError, NodeError
from scripts.node.folder import NodeSpec

PAUSE = 0.1  # seconds between two looks
RECOVERY = 60.0  # seconds that a node which answers gets to open its indices before it is handed over with a warning
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
ORDERLY = (0, 128 + signal.SIGTERM)  # exit codes of the start program when somebody stopped the node


@dataclass(frozen=True)
class NodeStatus:
    """How a node is: `pid` 0 if it does not run, `version` "" if it does not answer."""

    folder: Path
    pid: int = 0
    url: str = ""
    version: str = ""

    @property
    def running(self) -> bool:
        """Whether it runs and answers."""
        return bool(self.version)


def status(place: Path) -> NodeStatus:
    """How the node in a folder is."""
    place = place.resolve()
    pid = processes.server_pid(place)
    url = _address(place) if pid else ""
    return NodeStatus(place, pid, url, health.version(url) if url else "")


def folder_at(port: int) -> Path:
    """The folder of the node that listens at `port`, else the default folder for that port."""
    for process in processes.node_processes():
        if f"http://127.0.0.1:{port}" in folder.addresses(process.folder):
            return process.folder
    return folder.default_folder(port)


def make_ready(spec: NodeSpec) -> Path:
    """The assembled engine's home, after a check of what would make the node fail: all that may take minutes."""
    _check(spec)
    return assembly.ensure_assembled()


def start(spec: NodeSpec) -> NodeStatus:
    """A node that lives on when this process ends; one that runs in the folder already is simply reported."""
    with _lock(spec.folder):
        found = status(spec.folder)
        if found.running and not spec.fresh:
            return found
        _launch_repaired(spec, lambda: True, detached=True).wait()
        return status(spec.folder)


def run(spec: NodeSpec, ready: Callable[[str], None], wanted: Callable[[], bool]) -> None:
    """A node that lives while `wanted()` is true and this process lives; `ready` is told its address.

    Returns when it is no longer wanted or was stopped; NodeDiedError if it ends by itself.
    """
    with _lock(spec.folder):
        launcher = _launch_repaired(spec, wanted, detached=False)
    try:
        if wanted():
            ready(_address(spec.folder))
        while wanted() and launcher.poll() is None:
            time.sleep(PAUSE)
        if launcher.poll() not in (None, *ORDERLY):
            raise diagnosis.explain(spec.part("logs"), "the node ended by itself")
    finally:
        processes.end(spec.folder)
        launcher.wait()


def free_port() -> int:
    """A port that is free at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _launch_repaired(spec: NodeSpec, wanted: Callable[[], bool], *, detached: bool) -> subprocess.Popen[bytes]:
    """Launch; if the node dies of a broken cache, which only the thorough check finds, make that again and retry."""
    home = make_ready(spec)
    try:
        return _launch(spec, home, wanted, detached=detached)
    except NodeDiedError:
        if not assembly.fault(home, thorough=True):
            raise
        return _launch(spec, assembly.ensure_assembled(thorough=True), wanted, detached=detached)


def _launch(spec: NodeSpec, home: Path, wanted: Callable[[], bool], *, detached: bool) -> subprocess.Popen[bytes]:
    """Start the engine and wait until it answers (or is not wanted any more); a failure leaves nothing running."""
    runner = account.engine_account()
    java_home = java.find_java(runner, assembly.cache_folder())
    folder.prepare(spec, runner, home)
    with (spec.part("logs") / "startup.log").open("wb") as log:
        launcher = subprocess.Popen(
            [str(home / "bin/elasticsearch"), *(["--daemonize"] if detached else [])],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=spec.folder,
            env=_environment(spec, java_home),
            start_new_session=True,
            preexec_fn=None if detached else _die_with_parent,
            **runner.spawn_arguments(),
        )
    try:
        _wait(spec, launcher, wanted)
    except BaseException:
        launcher.kill()
        launcher.wait()
        processes.end(spec.folder, patience=2)
        raise
    return launcher


def _environment(spec: NodeSpec, java_home: Path) -> dict[str, str]:
    """Only what the engine needs: a JAVA_TOOL_OPTIONS of the caller would change the node or stop it."""
    return {
        "PATH": SYSTEM_PATH,
        "LC_ALL": "C.UTF-8",
        "HOME": str(spec.folder),
        "ES_PATH_CONF": str(spec.part("config")),
        "ES_TMPDIR": str(spec.part("tmp")),
        "ES_JAVA_HOME": str(java_home),
        "CLI_JAVA_OPTS": " ".join(_launcher_options(spec)),
    }


def _launcher_options(spec: NodeSpec) -> list[str]:
    """Options for the Java of the start program; they are parted at blanks, and no quoting helps."""
    # It works for two seconds, so compiling is waste.
    options = ["-XX:TieredStopAtLevel=1", processes.LAUNCHER_MARK]
    # It leaves an empty folder in its temporary folder each time: in ours, which the next start empties.
    temporary = str(spec.part("tmp"))
    return options if " " in temporary else [*options, f"-Djava.io.tmpdir={temporary}"]


def _die_with_parent() -> None:
    """In the child, before the engine: have the system kill it when the parent is gone, however that went (Linux).

    The server ends by itself when the pipe from its start program closes.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # 1 = PR_SET_PDEATHSIG


def _wait(spec: NodeSpec, launcher: subprocess.Popen[bytes], wanted: Callable[[], bool]) -> None:
    """Return when the node is ready; NodeDiedError if it ends or does not answer in time."""
    deadline = time.monotonic() + spec.timeout
    answered_at = 0.0
    while wanted():
        code = launcher.poll()
        if code or (code == 0 and not processes.server_pid(spec.folder)):
            raise diagnosis.explain(spec.part("logs"), "the node died while it started")
        url = _address(spec.folder)
        state = health.state(url) if url else ""
        if state in health.READY:
            return
        now = time.monotonic()
        answered_at = answered_at or (now if state else 0.0)
        if answered_at and now > answered_at + RECOVERY:
            print(f"warning: the node answers, but some of its indices do not ({state})", file=sys.stderr)
            return
        if not answered_at and now > deadline:
            late = f"the node did not answer within {spec.timeout:.0f} s (--timeout gives it more)"
            raise diagnosis.explain(spec.part("logs"), late)
        time.sleep(PAUSE)


def _address(place: Path) -> str:
    return next(iter(folder.addresses(place)), "")


def _check(spec: NodeSpec) -> None:
    """NodeError for what can't work, before 100 MB are fetched for it."""
    if processes.node_processes(spec.folder):
        raise NodeError(f"A node runs in {spec.folder} already: end it first (stop --data {shlex.quote(str(spec.folder))}).")
    _check_port(spec.port)
    runner, home = account.engine_account(), assembly.assembled_home()
    nearest = next(path for path in (home, *home.parents) if path.exists())
    if not runner.can("x", nearest):
        raise NodeError(
            f"{nearest} can't be entered by {runner.name}, who would run the engine: "
            "set LUNWEN_CACHE to a folder that everybody may enter."
        )


def _check_port(port: int) -> None:
    """NodeError if nobody could listen at `port` now; 0 passes, the engine then takes a free one itself."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except PermissionError as error:
            raise NodeError(f"Port {port} is reserved for root: choose one above 1023 with --port.") from error
        except OSError as error:
            raise NodeError(diagnosis.port_taken(port)) from error


@contextmanager
def _lock(place: Path) -> Iterator[None]:
    """Hold a node's folder, so that two starts at once become one node."""
    with folder.claim(place).open("rb") as marker:
        fcntl.flock(marker, fcntl.LOCK_EX)
        yield
