"""What several test rooms share: a real engine, an index prefix of their own, the sample loaded, a running server.

`ELASTICSEARCH_URL` is used when it is set; otherwise each test process runs an embedded node of its own.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import hypothesis
import pytest
from elasticsearch import ApiError, Elasticsearch, TransportError
from flask.testing import FlaskClient

from scripts.node import running_node
from service.app import create_app
from service.loading import LoadOptions, Report, find_inputs, run_load
from service.settings import Settings

# The same examples in every run, so that a change is judged by what it changed; LUNWEN_RANDOM=1 looks for new ones.
hypothesis.settings.register_profile("steady", derandomize=True, deadline=None)
hypothesis.settings.register_profile("random", deadline=None)
hypothesis.settings.load_profile("random" if os.environ.get("LUNWEN_RANDOM") else "steady")

PROJECT = Path(__file__).resolve().parent.parent
KNOWN_PAPERS = [str(PROJECT / "sample" / "papers.jsonl"), str(PROJECT / "tests" / "integration" / "known")]
Loader = Callable[..., Report]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data beside the project; tests that need it are skipped where it is absent."""
    place = Path(os.environ.get("LUNWEN_SHARED", PROJECT.parent / "shared"))
    if not (place / "data").is_dir():
        pytest.skip("the real data (../shared, or LUNWEN_SHARED) is not on this machine")
    return place


@pytest.fixture(scope="session")
def engine_url() -> Iterator[str]:
    """The address of a real Elasticsearch."""
    given = os.environ.get("ELASTICSEARCH_URL")
    if given:
        yield given
        return
    with running_node(heap="512m") as url:
        yield url


@pytest.fixture(scope="session")
def base_settings(engine_url: str) -> Iterator[Settings]:
    """Settings with an alias that no other test run has; everything below it is removed at the end."""
    prefix = f"test-{secrets.token_hex(4)}"
    yield Settings.from_environment({"ELASTICSEARCH_URL": engine_url, "PAPERS_ALIAS": prefix})
    remove(engine_url, prefix)


@pytest.fixture
def settings(base_settings: Settings) -> Iterator[Settings]:
    """Settings with an alias for one test alone. Its indices go with it: every index makes the next one slower to create."""
    own = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-{secrets.token_hex(3)}")
    yield own
    # A test may have stopped its engine, or locked an index: what is left goes at the end of the run.
    with contextlib.suppress(ApiError, TransportError):
        remove(own.elasticsearch_url, own.papers_alias)


def remove(engine_url: str, prefix: str) -> None:
    """Deletes all indices whose names begin so."""
    with Elasticsearch(engine_url, request_timeout=60) as client:
        if names := list(client.indices.get(index=f"{prefix}*")):
            client.indices.delete(index=names, ignore_unavailable=True)


@pytest.fixture
def load(settings: Settings, tmp_path: Path) -> Loader:
    """Loads files into the test's own alias: `load(path, ..., replace=True)`."""

    def run(*paths: Path | str, **options: object) -> Report:
        chosen = LoadOptions(**{"rejects": tmp_path / "rejects.jsonl", **options})  # type: ignore[arg-type]
        return run_load(settings, find_inputs([str(path) for path in paths]), chosen)

    return run


@pytest.fixture(scope="session")
def known_settings(base_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of an index with the known papers: the sample and tests/integration/known. Not to be written to."""
    settings = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-known")
    rejects = tmp_path_factory.mktemp("known") / "rejects.jsonl"
    report = run_load(settings, find_inputs(KNOWN_PAPERS), LoadOptions(rejects=rejects))
    assert not report.rejected, rejects.read_text()
    return settings


@pytest.fixture(scope="session")
def client(known_settings: Settings) -> FlaskClient:
    """A test client of the application over the known papers."""
    return create_app(known_settings).test_client()


@pytest.fixture(scope="session")
def server_url(known_settings: Settings) -> Iterator[str]:
    """A real gunicorn over the known papers."""
    with served(known_settings) as url:
        yield url


class served:  # noqa: N801
    """`with served(settings) as url`: gunicorn as it is deployed, on a free port."""

    def __init__(self, settings: Settings, **environment: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **os.environ, "ELASTICSEARCH_URL": settings.elasticsearch_url, "PAPERS_ALIAS": settings.papers_alias,
            "PORT": str(self.port), "LOG_LEVEL": "WARNING", **environment,
        }  # fmt: skip

    def __enter__(self) -> str:
        command = [sys.executable, "-m", "gunicorn", "-c", "service/gunicorn.conf.py"]
        self.process = subprocess.Popen(command, cwd=PROJECT, env=self.environment)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/livez", timeout=2):  # noqa: S310
                    return self.url
            except OSError:
                assert self.process.poll() is None, "gunicorn ended at once; its messages stand above"
                time.sleep(0.1)
        raise AssertionError("gunicorn did not answer within 30 s")

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(30)
