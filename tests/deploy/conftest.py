"""A Docker engine, the locked packages as files, and the deployment that the tests share.

Everything is removed at the end but the engine's images, which the next run uses again.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from deploying import PROJECT, Deployment, copy, free_port

from scripts.docker import __main__ as docker
from scripts.docker.errors import DockerMissing


@pytest.fixture(scope="session")
def docker_host() -> str:
    """The address of a Docker engine with the base images and `docker compose`."""
    try:
        host = docker.start()
    except DockerMissing as error:
        pytest.skip(f"no Docker engine to test the deployment on: {error}")
    os.environ["DOCKER_HOST"] = host
    return host


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The locked packages as files: an image is built from them without a network."""
    folder = tmp_path_factory.mktemp("wheels")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes", "--only-binary=:all:", "--no-deps"]
    options = ["--python-version", "3.11", "--dest", str(folder), "-r", str(PROJECT / "requirements.lock")]
    subprocess.run([*command, *options], check=True, timeout=300)
    return folder


@pytest.fixture(scope="session")
def deployment(docker_host: str, wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """The project, copied and brought up by `make up` as the documentation says."""
    folder = tmp_path_factory.mktemp("project")
    copy(folder, wheels)
    made = Deployment(folder, f"lunwen-test-{secrets.token_hex(3)}", free_port(), free_port())
    made.choose()
    try:
        made.run("make", "up")
        made.wait("/livez")
        yield made
    finally:
        if (folder / ".env").exists():
            made.remove("--volumes")
        made.run("docker", "image", "rm", "--force", f"lunwen:{made.name}", f"lunwen:{made.name}-next", check=False)
