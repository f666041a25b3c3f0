"""Sets up an engine, loads papers and serves the page until Ctrl-C: what `make demo` runs.

It keeps no engine running after its end, and uses ELASTICSEARCH_URL instead of its own engine when that is set.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from scripts import load
from scripts.node import NodeError, engine, folder, processes
from scripts.node.folder import NodeSpec
from service.errors import ServiceError
from service.settings import Settings

PROJECT = Path(__file__).resolve().parent.parent
READY_SECONDS = 60.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Serves until interrupted. Returns 0 then, 1 when something failed, 2 for wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m scripts.demo", description="Engine, papers and page with one command.")
    parser.add_argument("papers", nargs="+", metavar="PATH", help="files or folders to load")
    parser.add_argument("--heap", default="1g", help="memory of the engine (%(default)s)")
    args = parser.parse_args(arguments)
    # Both ways of ending a demo take the engine along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        settings = Settings.from_environment()
        _check_port(settings)
        with _engine(settings.port, args.heap) as url:
            os.environ["ELASTICSEARCH_URL"] = url
            code = load.main([*args.papers, "--replace", "--rejects", str(Path("rejects.jsonl"))])
            return code or _serve(settings)
    except (NodeError, ServiceError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


@contextmanager
def _engine(port: int, heap: str) -> Iterator[str]:
    """ELASTICSEARCH_URL, or an engine of our own in its own folder, stopped at the end."""
    given = os.environ.get("ELASTICSEARCH_URL")
    if given:
        yield given
        return
    # A folder for each port, so that two demos do not share their papers.
    place = folder.default_folder(0).with_name(f"demo-{port}")
    print("starting Elasticsearch (the first time it is put together, which takes a few minutes) ...", file=sys.stderr)
    try:
        yield engine.start(NodeSpec(place, 0, heap)).url
    finally:
        processes.end(place)


def _check_port(settings: Settings) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise ServiceError(
                f"port {settings.port} can't be used ({error.strerror}): choose another, PORT=8001 make demo"
            ) from None


def _serve(settings: Settings) -> int:
    address = f"http://{settings.host}:{settings.port}"
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "-c", "service/gunicorn.conf.py"],
        cwd=PROJECT,
        env={**os.environ, "LOG_LEVEL": os.environ.get("LOG_LEVEL", "WARNING")},
    )
    try:
        _wait_until_ready(server, address)
        print(f"\n论文检索 is served at {address}  (Ctrl-C ends it)", flush=True)
        return server.wait()
    finally:
        server.terminate()
        server.wait()


def _wait_until_ready(server: subprocess.Popen[bytes], address: str) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/readyz", timeout=2):  # noqa: S310
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise ServiceError("the server did not become ready; its messages stand above")


if __name__ == "__main__":
    sys.exit(main())
