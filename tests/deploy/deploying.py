"""A deployment of a copy of this very tree, with a name and ports of its own, and what an operator does with it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from testcontainers.compose import DockerCompose

from scripts.docker import plugin
from scripts.secure import read, write

PROJECT = Path(__file__).resolve().parents[2]
# What a person has who cloned the project.
CLONED = ("Dockerfile", "Makefile", "docker-compose.yml", "requirements.lock", ".dockerignore")
FOLDERS = ("service", "scripts", "mappings", "sample", "deploy")
LASTING = ("elasticsearch", "api-1", "api-2", "proxy")
UP_SECONDS = 240.0
# No command takes so long; one that does is ended with what it has said and with the logs of the containers.
LONGEST = 400.0
COMPOSE = ("docker", "compose") if plugin.is_there() else ("docker-compose",)


@dataclass(frozen=True, slots=True)
class Deployment:
    """A copy of the project under its own name, and what an operator does with it."""

    folder: Path
    name: str
    port: int
    tls_port: int

    @property
    def url(self) -> str:
        """Where the proxy answers."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def secrets(self) -> dict[str, str]:
        """What `.env` holds."""
        return read(self.folder / ".env")

    def choose(self) -> None:
        """Writes what an operator chooses into `.env`, before secrets are added to it."""
        chosen = {
            "COMPOSE_PROJECT_NAME": self.name, "PORT": str(self.port), "TLS_PORT": str(self.tls_port), "ENGINE_HEAP": "512m",
            "ENGINE_MEMORY": "1500m", "LUNWEN_VERSION": self.name,
        }  # fmt: skip
        write(self.folder / ".env", chosen)

    @property
    def compose(self) -> DockerCompose:
        """The containers, by testcontainers."""
        return DockerCompose(self.folder, build=False, wait=True)

    def run(self, *command: str, check: bool = True, text: str | None = None) -> subprocess.CompletedProcess[str]:
        """A command in the project's folder, with the deployment's name, ports and image."""
        # The engine of these tests outside is none of the deployment's.
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("ELASTICSEARCH_", "PAPERS_"))}
        environment = kept | {"PIP_NO_INDEX": "1"}
        try:
            done = subprocess.run(
                command,
                cwd=self.folder,
                env=environment,
                capture_output=True,
                text=True,
                input=text,
                check=False,
                timeout=LONGEST,
            )
        except subprocess.TimeoutExpired as late:
            said = b"\n".join(part[-3000:] for part in (late.stdout, late.stderr) if isinstance(part, bytes)).decode(
                errors="replace"
            )
            logs = "" if "logs" in command else self.logs()
            raise AssertionError(f"{' '.join(command)} did not end within {LONGEST:.0f} s\n{said}\n{logs}") from None
        assert not check or done.returncode == 0, (
            f"{' '.join(command)} -> {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
        )
        return done

    def docker_compose(self, *command: str, check: bool = True, text: str | None = None) -> subprocess.CompletedProcess[str]:
        """`docker compose ...`, or `docker-compose ...` where only that is."""
        return self.run(*COMPOSE, *command, check=check, text=text)

    def loader(self, *command: str, check: bool = True, text: str | None = None) -> str:
        """What a command of the loader's container says."""
        done = self.docker_compose("run", "--rm", "-T", "loader", *command, check=check, text=text)
        return done.stdout + ("" if check else done.stderr)

    def container(self, service: str) -> str:
        """The id of the container of a service."""
        return self.docker_compose("ps", "-q", service).stdout.strip()

    def inspect(self, service: str) -> dict[str, Any]:
        """What the engine says of the container of a service."""
        found: dict[str, Any] = json.loads(self.run("docker", "inspect", self.container(service)).stdout)[0]
        return found

    def get(self, path: str, **headers: str) -> Any:
        """The JSON at an address, asked through the proxy."""
        with urllib.request.urlopen(urllib.request.Request(self.url + path, headers=headers), timeout=30) as answer:  # noqa: S310
            return json.load(answer)

    def wait(self, path: str = "/readyz", seconds: float = UP_SECONDS) -> None:
        """Until an address answers 200."""
        until, last = time.monotonic() + seconds, ""
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(self.url + path, timeout=5) as answer:  # noqa: S310
                    if answer.status == 200:
                        return
            except (OSError, urllib.error.HTTPError) as error:
                last = str(error)
            time.sleep(0.5)
        raise AssertionError(f"{path} did not answer 200 within {seconds:.0f} s: {last}\n{self.logs()}")

    def logs(self) -> str:
        """The last lines of all logs."""
        return self.docker_compose("logs", "--tail", "15", check=False).stdout[-6000:]

    def remove(self, *options: str) -> None:
        """Takes everything down."""
        self.docker_compose("--profile", "tools", "--profile", "cluster", "down", "--remove-orphans", "--timeout", "20", *options)


def copy(folder: Path, wheels: Path) -> None:
    """What of a clone the deployment needs, with the packages beside it."""
    for name in CLONED:
        shutil.copy2(PROJECT / name, folder / name)
    for name in FOLDERS:
        shutil.copytree(PROJECT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(wheels, folder / "wheels")


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
