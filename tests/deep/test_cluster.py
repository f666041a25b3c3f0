"""Three nodes with copies and TLS between them, with the settings of docker-compose.yml: any one may be lost under load.

They run on loopback: on other addresses the engine wants more file handles than a small machine may give.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import KNOWN_PAPERS, PROJECT, served
from elasticsearch import ApiError, Elasticsearch, TransportError

from scripts.node import engine, ensure_assembled, processes
from scripts.node.account import engine_account
from scripts.node.assembly import cache_folder
from scripts.node.folder import NodeSpec, claim
from scripts.node.java import find_java
from service.loading import LoadOptions, Report, find_inputs, run_load
from service.settings import Settings

pytestmark = [pytest.mark.deep, pytest.mark.engine]

PASSWORD = "of-this-test-alone"
MORE = 20_000
PATHS = [
    "/api/v1/papers?q=bert", "/api/v1/papers?q=%E5%9B%BD%E9%99%85%E7%94%B5%E5%AD%90&size=5", "/api/v1/suggest?q=be",
    "/api/v1/papers?author=san+zhang", "/api/v1/papers?sort=citations&size=3", "/api/v1/stats?by=year",
]  # fmt: skip


@dataclass
class Cluster:
    """Nodes by name, and what is done to them."""

    nodes: dict[str, NodeSpec]
    transports: dict[str, int]

    @property
    def settings(self) -> Settings:
        """As the documentation tells an operator of a cluster."""
        urls = ",".join(f"http://127.0.0.1:{spec.port}" for spec in self.nodes.values())
        given = {"ELASTICSEARCH_USER": "elastic", "ELASTICSEARCH_PASSWORD": PASSWORD, "REPLICAS": "1"}
        return Settings.from_environment({"ELASTICSEARCH_URL": urls, **given})

    def ask(self, path: str) -> Any:
        """What the cluster says of itself."""
        user = (self.settings.elasticsearch_user, PASSWORD)
        with Elasticsearch(
            self.settings.elasticsearch_url.split(","), basic_auth=user, request_timeout=60, max_retries=5
        ) as client:
            return client.perform_request("GET", path, headers={"accept": "application/json"}).body

    def master(self) -> str:
        """The name of the node that rules the others."""
        return str(self.ask("/_cat/master?format=json")[0]["node"])

    def wait(self, colour: str, nodes: int) -> float:
        """Seconds until the cluster has a colour and so many nodes."""
        began = time.monotonic()
        health: Any = None
        while time.monotonic() - began < 90:
            # Without a master nobody is known, and nothing is told.
            with contextlib.suppress(ApiError, TransportError):
                health = self.ask("/_cluster/health?master_timeout=1s")
                if (health["status"], health["number_of_nodes"]) == (colour, nodes):
                    return time.monotonic() - began
            time.sleep(0.1)
        raise AssertionError(f"not {colour} with {nodes} nodes: {health}")

    def kill(self, name: str) -> None:
        """Ends a node as a loss of power would."""
        os.kill(processes.server_pid(self.nodes[name].folder), signal.SIGKILL)

    def start(self, *names: str) -> None:
        """Starts nodes, at once."""
        with ThreadPoolExecutor() as pool:
            list(pool.map(engine.start, [self.nodes[name] for name in names]))

    def end(self) -> None:
        """Stops all."""
        for spec in self.nodes.values():
            processes.end(spec.folder, patience=5)


def shipped(names: list[str]) -> dict[str, Any]:
    """The settings of a node in docker-compose.yml, with what docs/operations.md says of a cluster in `.env`."""
    page = (PROJECT / "docs" / "operations.md").read_text(encoding="utf-8")
    chosen = dict(re.findall(r"^(ENGINE_\w+)=(.+)$", page, re.MULTILINE))
    assert chosen["ENGINE_NODES"].split(",") == names
    given = yaml.safe_load((PROJECT / "docker-compose.yml").read_text(encoding="utf-8"))["x-node-environment"]
    filled = {
        name: re.sub(r"\$\{(\w+)(?::-([^}]*))?[^}]*\}", lambda found: chosen.get(found[1], found[2] or ""), value)
        for name, value in given.items()
    }
    return {name: value for name, value in filled.items() if "." in name and name != "path.repo"}


def tool(home: Path, config: Path, name: str, *arguments: str, text: str | None = None) -> None:
    """A command of the engine's own."""
    environment = {
        "PATH": engine.SYSTEM_PATH, "ES_PATH_CONF": str(config),
        "ES_JAVA_HOME": str(find_java(engine_account(), cache_folder())), "CLI_JAVA_OPTS": "-XX:TieredStopAtLevel=1",
    }  # fmt: skip
    command = [str(home / "bin" / name), *arguments]
    subprocess.run(command, env=environment, input=text, text=True, check=True, capture_output=True, timeout=60)


def secure(first: Path, others: list[Path]) -> None:
    """A password and the nodes' certificate into their configurations, as the container `prepare` and the image do it."""
    home = ensure_assembled()
    shutil.copytree(home / "config", first)
    certificates = first / "certificates"
    certificates.mkdir()
    authority, pair = certificates / "ca.p12", certificates / "transport.p12"
    tool(home, first, "elasticsearch-certutil", "ca", "--silent", "--pass", "", "--out", str(authority))
    signed = ("--ca", str(authority), "--ca-pass", "", "--pass", "", "--out", str(pair))
    tool(home, first, "elasticsearch-certutil", "cert", "--silent", *signed)
    tool(home, first, "elasticsearch-keystore", "create", "-s")
    tool(home, first, "elasticsearch-keystore", "add", "-x", "bootstrap.password", text=PASSWORD)
    for other in others:
        shutil.copytree(first, other)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Three nodes that know each other, empty."""
    # Not below tmp_path, which whoever runs the engine may not enter.
    place = Path(tempfile.mkdtemp(prefix="lunwen-cluster-"))
    place.chmod(0o755)
    names = ["elasticsearch", "elasticsearch-2", "elasticsearch-3"]
    transports = {name: engine.free_port() for name in names}
    settings = shipped(names) | {"discovery.seed_hosts": [f"127.0.0.1:{port}" for port in transports.values()]}
    made = Cluster(
        {
            name: NodeSpec(
                place / name,
                engine.free_port(),
                "400m",
                {**settings, "node.name": name, "transport.port": transports[name]},
                brisk=True,
            )
            for name in names
        },
        transports,
    )
    for spec in made.nodes.values():
        claim(spec.folder)
    first, *others = [spec.part("config") for spec in made.nodes.values()]
    secure(first, others)
    try:
        made.start(*names)
        made.wait("green", len(names))
        yield made
    finally:
        made.end()
        shutil.rmtree(place, ignore_errors=True)


def test_nobody_without_the_nodes_certificate_speaks_with_them(cluster: Cluster) -> None:
    for port in cluster.transports.values():
        assert "BEGIN CERTIFICATE" in ssl.get_server_certificate(("127.0.0.1", port))
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with (
            socket.create_connection(("127.0.0.1", port), timeout=10) as plain,
            pytest.raises(ssl.SSLError, match=r"(?i)certificate"),
            context.wrap_socket(plain) as stranger,
        ):
            stranger.recv(1)
        with socket.create_connection(("127.0.0.1", port), timeout=10) as plain:
            plain.sendall(b"ES\x00\x00\x00\x13" + bytes(19))
            assert plain.recv(100)[:2] != b"ES"


class Searches:
    """Searches one after another in some threads; `failed` has what was not answered with 200."""

    def __init__(self, url: str) -> None:
        self.url, self.answered, self.slowest = url, 0, 0.0
        self.failed: list[str] = []
        self._end = threading.Event()

    @contextlib.contextmanager
    def going_on(self) -> Iterator[Searches]:
        """Until the block ends."""
        threads = [threading.Thread(target=self._ask, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        try:
            yield self
        finally:
            self._end.set()
            for thread in threads:
                thread.join()

    def _ask(self, number: int) -> None:
        while not self._end.wait(0.02):
            number += 1
            request = urllib.request.Request(self.url + PATHS[number % len(PATHS)], headers={"Cache-Control": "no-cache"})  # noqa: S310
            began = time.monotonic()
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
                    json.load(answer)
                self.answered += 1
            except urllib.error.HTTPError as error:
                self.failed.append(f"{request.full_url}: {error.code} {error.read()[:300]!r}")
            except (OSError, ValueError) as error:
                self.failed.append(f"{request.full_url}: {error!r}")
            self.slowest = max(self.slowest, time.monotonic() - began)


def many(file: Path) -> Path:
    """Papers of which none is another."""
    with file.open("w", encoding="utf-8") as out:
        for number in range(MORE):
            paper = {
                "title": f"Cluster study number {number}",
                "authors": ["Li Wei"],
                "year": 2000 + number % 20,
                "id": f"x{number}",
            }
            out.write(json.dumps(paper) + "\n")
    return file


def ids(url: str) -> set[str]:
    with urllib.request.urlopen(f"{url}/api/v1/export?format=jsonl", timeout=120) as answer:  # noqa: S310
        return {json.loads(line)["id"] for line in answer}


def other_than(cluster: Cluster, name: str) -> str:
    """A node that has been there all the time."""
    return next(other for other in cluster.nodes if other != name)


def test_any_node_may_be_lost_under_searches_and_a_load(cluster: Cluster, tmp_path: Path) -> None:
    settings = replace(cluster.settings, papers_alias="papers")
    options = LoadOptions(rejects=tmp_path / "rejects.jsonl")
    run_load(settings, find_inputs(KNOWN_PAPERS), options)
    cluster.wait("green", 3)
    more = many(tmp_path / "more.jsonl")
    credentials = {"ELASTICSEARCH_USER": "elastic", "ELASTICSEARCH_PASSWORD": PASSWORD, "LOG_LEVEL": "ERROR"}
    seen = {}
    with served(settings, **credentials) as url:
        before = ids(url)
        searches = Searches(url)
        with searches.going_on(), ThreadPoolExecutor(1) as pool:
            load = pool.submit(run_load, settings, find_inputs([str(more)]), options)
            # Midway: once the master, at the worst moment, and once another one.
            time.sleep(1.5)
            assert not load.done()
            lost = cluster.master()
            cluster.kill(lost)
            seen["yellow"] = cluster.wait("yellow", 2)
            report: Report = load.result(timeout=180)
            assert searches.answered
            cluster.start(lost)
            seen["green"] = cluster.wait("green", 3)
            processes.end(cluster.nodes[other_than(cluster, lost)].folder)
            seen["yellow again"] = cluster.wait("yellow", 2)
            time.sleep(2)
        after = ids(url)
    print(  # noqa: T201
        f"\n{', '.join(f'{name} after {wait:.1f} s' for name, wait in seen.items())}; "
        f"{searches.answered} searches, {len(searches.failed)} failed, slowest {searches.slowest:.2f} s; "
        f"{report.records} papers loaded meanwhile in {report.seconds:.1f} s"
    )
    assert not searches.failed, searches.failed[:3]
    assert before < after
    assert len(after) == len(before) + MORE
