"""Compose v2 as a plugin of the docker command, built with Go where only docker-compose 1.29 is installed.

It changes nothing where `docker compose` works.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from scripts.docker.errors import DockerMissing

MODULE = "github.com/docker/compose/v2/cmd@v2.29.7"
PLUGIN = Path("cli-plugins") / "docker-compose"
# Seconds that building it may take.
LONGEST = 600.0


def ensure() -> None:
    """Makes `docker compose` work; two minutes the first time. Raises DockerMissing."""
    if is_there():
        return
    if shutil.which("go") is None:
        raise DockerMissing("`docker compose` (v2) is not installed, and without Go it can't be built.")
    with tempfile.TemporaryDirectory(prefix="lunwen-compose-") as place:
        environment = {**os.environ, "GOBIN": place, "GOFLAGS": "-trimpath -ldflags=-s", "CGO_ENABLED": "0"}
        try:
            made = subprocess.run(
                ["go", "install", MODULE], env=environment, capture_output=True, text=True, check=False, timeout=LONGEST
            )
        except subprocess.TimeoutExpired:
            raise DockerMissing(f"`docker compose` could not be built within {LONGEST / 60:.0f} minutes.") from None
        if made.returncode:
            raise DockerMissing(f"`docker compose` could not be built:\n{made.stderr.strip()[-500:]}")
        target = Path(os.environ.get("DOCKER_CONFIG") or Path.home() / ".docker") / PLUGIN
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(Path(place) / "cmd", target)


def is_there() -> bool:
    """Whether `docker compose` works."""
    asked = subprocess.run(["docker", "compose", "version"], capture_output=True, check=False)
    return asked.returncode == 0
