"""`python -m scripts.docker start|stop`: a Docker engine with all that tests of the deployment need, or the reason why not."""

from __future__ import annotations

import argparse
import shutil
import sys

from scripts.docker import engine, images, plugin
from scripts.docker.errors import DockerMissing


def main(arguments: list[str] | None = None) -> int:
    """0: done; 1: it can't be had, and why; 2: wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m scripts.docker", description=__doc__)
    parser.add_argument("action", choices=("start", "stop"))
    try:
        if parser.parse_args(arguments).action == "start":
            print(start())
        else:
            print("stopped" if engine.stop() else "no engine of ours runs")
    except DockerMissing as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def start() -> str:
    """Makes everything ready; returns the engine's address. Raises DockerMissing."""
    host = engine.ensure()
    images.ensure(host)
    engine.check(host, images.PYTHON)
    try:
        plugin.ensure()
    except DockerMissing:
        # The older Compose does as well.
        if shutil.which("docker-compose") is None:
            raise
    return host


if __name__ == "__main__":
    sys.exit(main())
