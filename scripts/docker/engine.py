"""A Docker engine: the one that is there, else one of our own with its data in a folder of its own.

It installs nothing: Debian's packages docker.io and docker-compose have to be there.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from scripts.docker.errors import DockerMissing

# Images stay here from one run to the next.
DATA = Path("/var/lib/lunwen/docker")
# The path of a socket may have 107 bytes.
RUN = Path("/run/lunwen-docker")
SOCKET = f"unix://{RUN}/docker.sock"
WAIT_SECONDS = 60.0
# What the base images, our image twice and the data of the tests take, twice over.
SPARE = 6 * 1024**3


def host() -> str | None:
    """The address of an engine that answers (DOCKER_HOST, the usual one, ours), or None."""
    for address in (os.environ.get("DOCKER_HOST"), "", SOCKET):
        if address is not None and _answers(address):
            return address or "unix:///var/run/docker.sock"
    return None


def ensure() -> str:
    """The address of an engine, started when none answers. Raises DockerMissing."""
    if found := host():
        return found
    if shutil.which("docker") is None or shutil.which("dockerd") is None:
        raise DockerMissing("Docker is not installed. On Debian: apt-get install docker.io docker-compose.")
    if os.geteuid() != 0:
        raise DockerMissing("No Docker engine answers, and only root can start one: start it, or name it with DOCKER_HOST.")
    DATA.mkdir(parents=True, exist_ok=True)
    if (free := shutil.disk_usage(DATA).free) < SPARE:
        raise DockerMissing(
            f"{free / 1e9:.1f} GB are free in {DATA}, and images and tests may take {SPARE / 1e9:.1f}: make room."
        )
    _start()
    return SOCKET


def stop() -> bool:
    """Stops the engine that `ensure` started, if it runs; its images stay."""
    pid = _pid()
    if pid is None:
        return False
    os.kill(pid, signal.SIGTERM)
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until and _is_alive(pid):
        time.sleep(0.2)
    if _is_alive(pid):
        os.kill(pid, signal.SIGKILL)
    return True


def restart() -> None:
    """Stops and starts our engine, as a reboot of the machine would. Raises DockerMissing where it is not ours."""
    if not stop():
        raise DockerMissing("The Docker engine that runs is not ours to restart.")
    _start()


def check(host: str, image: str) -> None:
    """Runs a container with a network and a limit, as the deployment does. Raises DockerMissing where the system lacks a part."""
    command = ["docker", "--host", host, "run", "--rm", "--memory", "64m", "--publish", "127.0.0.1::80", image, "true"]
    try:
        tried = subprocess.run(command, capture_output=True, text=True, check=False, timeout=WAIT_SECONDS)
    except subprocess.TimeoutExpired:
        raise DockerMissing(f"The Docker engine does not get a container to run within {WAIT_SECONDS:.0f} s.") from None
    if tried.returncode:
        raise DockerMissing(f"The Docker engine can't run a container here: {tried.stderr.strip()[-500:]}")


def is_ours() -> bool:
    """Whether the engine that answers was started here."""
    return _pid() is not None and _answers(SOCKET)


def _start() -> None:
    RUN.mkdir(parents=True, exist_ok=True)
    log = (RUN / "log").open("ab")
    command = [
        "dockerd",
        "--data-root",
        str(DATA),
        "--exec-root",
        str(RUN),
        "--host",
        SOCKET,
        "--pidfile",
        str(RUN / "docker.pid"),
    ]
    if _pid() is None:
        # What a killed engine left would be taken for a running one.
        (RUN / "docker.pid").unlink(missing_ok=True)
    process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True)
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until:
        if _answers(SOCKET):
            return
        if process.poll() is not None:
            break
        time.sleep(0.3)
    last = (RUN / "log").read_text(encoding="utf-8", errors="replace").strip().splitlines()[-3:]
    raise DockerMissing("dockerd did not start; its log ends with:\n" + "\n".join(last))


def _answers(address: str) -> bool:
    if shutil.which("docker") is None:
        return False
    environment = {**os.environ, **({"DOCKER_HOST": address} if address else {})}
    if not address:
        environment.pop("DOCKER_HOST", None)
    try:
        asked = subprocess.run(["docker", "version"], capture_output=True, env=environment, check=False, timeout=30)
    except subprocess.TimeoutExpired:
        return False
    return asked.returncode == 0


def _pid() -> int | None:
    try:
        pid = int((RUN / "docker.pid").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return pid if _is_alive(pid) else None


def _is_alive(pid: int) -> bool:
    try:
        name = Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip()
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return name == "dockerd" and state != "Z"
