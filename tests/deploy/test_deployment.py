"""The deployment as shipped, in the order of its life: up, load, search, rights, restarts, upgrade, backup, loss, return.

Each test leaves the containers running for the next one.
"""

from __future__ import annotations

import json
import re
import ssl
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from deploying import COMPOSE, LASTING, Deployment

from scripts.docker import engine, plugin
from scripts.secure import KEYS, PASSWORDS, write
from service.app import create_app
from service.loading import LoadOptions, find_inputs, run_load
from service.settings import Settings

pytestmark = pytest.mark.deploy

SAMPLE = Path(__file__).resolve().parents[2] / "sample" / "papers.jsonl"
QUESTIONS = (
    "/api/v1/papers?q=%E5%9B%BE%E7%A5%9E%E7%BB%8F%E7%BD%91%E7%BB%9C",
    "/api/v1/papers?q=learning&facets=category,author,venue,year,language,type,has",
    "/api/v1/papers?sort=newest&size=100",
    "/api/v1/stats?by=year&split=category",
    "/api/v1/facets/author?contains=zhang",
    "/api/v1/suggest?q=%E5%9B%BE",
    "/api/v1/categories",
    "/api/v1/fields",
)
EXPORT = "/api/v1/export?format=jsonl"
# What differs between two runs of the same service.
TIMES = re.compile(r'"(took_ms|added|updated|generation)":("[^"]*"|[\d.]+|null)')


def test_make_up_leaves_every_container_healthy(deployment: Deployment) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        states = {name: deployment.inspect(name)["State"]["Health"]["Status"] for name in LASTING}
        if set(states.values()) == {"healthy"}:
            break
        time.sleep(1)
    assert states == dict.fromkeys(LASTING, "healthy"), deployment.logs()


def test_testcontainers_finds_the_services_by_the_compose_file(deployment: Deployment) -> None:
    if not plugin.is_there():
        pytest.skip("testcontainers works with `docker compose` v2, and only 1.29 is here")
    for name in LASTING:
        found = deployment.compose.get_container(name)
        assert found.State == "running"


def test_before_anything_is_loaded_the_service_says_so(deployment: Deployment) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        deployment.get("/api/v1/papers?q=x")
    problem = json.load(refused.value)
    assert (refused.value.code, problem["code"]) == (503, "nothing_loaded")


def test_the_loader_loads_the_sample_and_loading_it_again_changes_nothing(deployment: Deployment) -> None:
    said = deployment.loader("load", "/papers")
    assert re.search(r"\b82\b", said), said
    deployment.wait()
    before = deployment.get("/api/v1/papers?size=1")["meta"]["count"]
    deployment.loader("load", "/papers")
    assert deployment.get("/api/v1/papers?size=1")["meta"]["count"] == before == 82


@pytest.fixture(scope="module")
def outside(base_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the service answers outside of any container, over the same sample."""
    rejects = tmp_path_factory.mktemp("outside") / "rejects.jsonl"
    run_load(base_settings, find_inputs([str(SAMPLE)]), LoadOptions(rejects=rejects))
    client = create_app(base_settings).test_client()
    answers = {question: _plain(client.get(question).get_data(as_text=True)) for question in QUESTIONS}
    return answers | {EXPORT: _lines(client.get(EXPORT).get_data(as_text=True))}


def test_searches_facets_and_exports_answer_as_they_do_outside(deployment: Deployment, outside: dict[str, str]) -> None:
    for question, expected in outside.items():
        with urllib.request.urlopen(deployment.url + question, timeout=30) as answer:  # noqa: S310
            text = answer.read().decode()
        found = _lines(text) if question == EXPORT else _plain(text.replace(deployment.url, "http://localhost"))
        assert found == expected, question


def test_the_page_the_documentation_and_an_explanation_are_served(deployment: Deployment) -> None:
    for path in ("/", "/docs", "/?q=learning"):
        with urllib.request.urlopen(deployment.url + path, timeout=30) as answer:  # noqa: S310
            assert answer.status == 200
            assert "text/html" in answer.headers["Content-Type"]
    assert deployment.get("/api/v1/explain?q=graph+learning")["elasticsearch"]


def test_the_proxy_keeps_metrics_and_forged_addresses_out_and_compresses(deployment: Deployment) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        deployment.get("/metrics")
    assert refused.value.code == 404
    request = urllib.request.Request(deployment.url + "/api/v1/papers?q=learning", headers={"Accept-Encoding": "gzip"})  # noqa: S310
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        assert answer.headers["Content-Encoding"] == "gzip"
    forged = deployment.get("/api/v1/papers?q=learning", **{"X-Forwarded-Host": "evil.example", "X-Forwarded-Prefix": "/evil"})
    assert "evil" not in json.dumps(forged["links"])


class Unfollowed(urllib.request.HTTPRedirectHandler):
    """Shows where an answer sends to, and does not go there."""

    def redirect_request(self, *_: object) -> None:
        return None


def test_with_a_certificate_everything_goes_through_tls(deployment: Deployment) -> None:
    certificates = deployment.folder / "certificates"
    certificates.mkdir()
    key, certificate, both = (certificates / name for name in ("key.pem", "certificate.pem", "lunwen.pem"))
    made = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost")
    names = ("-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    deployment.run(*made, *names, "-keyout", str(key), "-out", str(certificate))
    both.write_text(certificate.read_text(encoding="ascii") + key.read_text(encoding="ascii"), encoding="ascii")
    both.chmod(0o644)
    question, secure = "/api/v1/papers?q=learning&size=1", f"https://127.0.0.1:{deployment.tls_port}"
    context = ssl.create_default_context(cafile=str(certificate))
    proxy_anew = ("up", "-d", "--no-deps", "--no-build", "proxy")
    try:
        write(deployment.folder / ".env", {"TLS_CERTIFICATE": both.name, "TLS_FOLDER": "./certificates"})
        deployment.docker_compose(*proxy_anew)
        deployment.wait("/livez")
        with urllib.request.urlopen(secure + question, timeout=30, context=context) as answer:  # noqa: S310
            assert answer.headers["Strict-Transport-Security"]
            assert json.load(answer)["meta"]["count"]
        with pytest.raises(urllib.error.HTTPError) as sent:
            urllib.request.build_opener(Unfollowed).open(deployment.url + question, timeout=30)
        assert (sent.value.code, sent.value.headers["Location"]) == (308, secure + question)
    finally:
        write(deployment.folder / ".env", {"TLS_CERTIFICATE": "", "TLS_FOLDER": ""})
        deployment.docker_compose(*proxy_anew)
        deployment.wait()


# Of each key what it may ask of the engine and what not.
RIGHTS: list[tuple[str, str, str, object, bool]] = [
    ("READER_KEY", "GET", "/papers/_search?size=0", None, True),
    ("READER_KEY", "POST", "/papers/_pit?keep_alive=1s", None, True),
    ("READER_KEY", "POST", "/papers/_doc", {}, False),
    ("READER_KEY", "DELETE", "/papers-v3-none", None, False),
    ("READER_KEY", "PUT", "/papers-v9-new", None, False),
    ("READER_KEY", "GET", "/_security/user", None, False),
    ("READER_KEY", "GET", "/.security-7/_search", None, False),
    ("READER_KEY", "GET", "/other/_search", None, False),
    ("READER_KEY", "GET", "/_snapshot", None, False),
    ("READER_KEY", "PUT", "/_cluster/settings", {"persistent": {"action.auto_create_index": "true"}}, False),
    ("LOADER_KEY", "GET", "/papers/_search?size=0", None, True),
    ("LOADER_KEY", "PUT", "/other", None, False),
    ("LOADER_KEY", "GET", "/_security/api_key", None, False),
    ("LOADER_KEY", "GET", "/_snapshot", None, False),
    ("SNAPSHOTS_KEY", "GET", "/_snapshot", None, True),
    ("SNAPSHOTS_KEY", "GET", "/papers/_search", None, False),
    ("SNAPSHOTS_KEY", "DELETE", "/papers-v3-none", None, False),
]
ASKING = """
import http.client, json, sys
for key, method, path, body in json.load(sys.stdin):
    engine = http.client.HTTPConnection('elasticsearch', 9200, timeout=20)
    sent = None if body is None else json.dumps(body)
    engine.request(method, path, sent, {'Authorization': 'ApiKey ' + key, 'Content-Type': 'application/json'})
    print(engine.getresponse().status)
"""


@pytest.fixture(scope="module")
def statuses(deployment: Deployment) -> dict[tuple[str, str, str], int]:
    """What the engine answers to each of RIGHTS, asked from inside its network."""
    asked = json.dumps([(deployment.secrets[key], method, path, body) for key, method, path, body, _ in RIGHTS])
    done = deployment.docker_compose("run", "--rm", "-T", "--entrypoint", "python", "loader", "-c", ASKING, text=asked)
    found = map(int, done.stdout.split()[-len(RIGHTS) :])
    return {(key, method, path): status for (key, method, path, *_), status in zip(RIGHTS, found, strict=True)}


@pytest.mark.parametrize(("key", "method", "path", "allowed"), [(*one[:3], one[4]) for one in RIGHTS])
def test_each_key_may_do_its_own_work_and_nothing_else(
    statuses: dict[tuple[str, str, str], int], key: str, method: str, path: str, allowed: bool
) -> None:
    status = statuses[key, method, path]
    assert (status < 300) if allowed else status in (401, 403), status


def test_every_container_is_as_small_in_rights_as_it_can_be(deployment: Deployment) -> None:
    for name in LASTING:
        found = deployment.inspect(name)
        host, config = found["HostConfig"], found["Config"]
        assert host["CapDrop"] == ["ALL"]
        assert "no-new-privileges:true" in host["SecurityOpt"]
        assert host["Memory"] > 0
        assert host["RestartPolicy"]["Name"] == "unless-stopped"
        assert config["User"] not in ("", "root", "0")
        assert host["ReadonlyRootfs"] == (name != "elasticsearch")
        published = [ports for ports in (found["NetworkSettings"]["Ports"] or {}).values() if ports]
        assert bool(published) == (name == "proxy")


def test_no_secret_is_in_an_image_a_log_the_tree_or_a_container_that_does_not_need_it(deployment: Deployment) -> None:
    held = deployment.secrets
    assert set(PASSWORDS) | set(KEYS.values()) <= set(held)
    assert (deployment.folder / ".env").stat().st_mode & 0o077 == 0
    logs = deployment.docker_compose("logs").stdout
    history = deployment.run("docker", "history", "--no-trunc", f"lunwen:{deployment.name}").stdout
    image = deployment.run("docker", "inspect", f"lunwen:{deployment.name}").stdout
    files = deployment.run("docker", "run", "--rm", f"lunwen:{deployment.name}", "sh", "-c", "ls -a / /app; env").stdout
    needed = {"elasticsearch": {"ELASTIC_PASSWORD"}, "api-1": {"READER_KEY", "SECRET_KEY"}, "api-2": {"READER_KEY", "SECRET_KEY"}}
    for name in (*PASSWORDS, *KEYS.values()):
        secret = held[name]
        assert len(secret) >= 40
        assert not any(secret in text for text in (logs, history, image, files)), name
        for service in LASTING:
            assert (secret in json.dumps(deployment.inspect(service))) == (name in needed.get(service, ())), (service, name)
    assert ".env" not in files


@pytest.mark.parametrize("service", [*LASTING, "all"])
def test_a_restart_loses_nothing(deployment: Deployment, service: str) -> None:
    deployment.docker_compose("restart", *([] if service == "all" else [service]))
    deployment.wait()
    assert deployment.get("/api/v1/papers?size=1")["meta"]["count"] == 82


def test_a_restart_of_the_docker_engine_loses_nothing(deployment: Deployment) -> None:
    if not engine.is_ours():
        pytest.skip("the Docker engine is not ours to restart")
    engine.restart()
    deployment.wait()
    assert deployment.get("/api/v1/papers?size=1")["meta"]["count"] == 82


class Stream:
    """Requests one after another, in some threads, until it is told to stop; `failed` has what was not answered right."""

    def __init__(self, url: str, threads: int = 4) -> None:
        self.url, self.answered, self.failed = url, 0, [""][:0]
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._ask, args=(number,)) for number in range(threads)]

    def __enter__(self) -> Stream:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _ask(self, number: int) -> None:
        while not self._stop.is_set():
            posted = b'{"q": "learning"}' if number == 0 else None
            path = "/api/v1/papers/search" if posted else f"/api/v1/papers?q=learning&page={number}"
            request = urllib.request.Request(  # noqa: S310
                self.url + path, posted, {"Content-Type": "application/json", "Cache-Control": "no-cache"}
            )
            try:
                with urllib.request.urlopen(request, timeout=40) as answer:  # noqa: S310
                    json.load(answer)
                self.answered += 1
            except (OSError, ValueError) as error:
                self.failed.append(repr(error))


def test_the_api_is_upgraded_under_a_stream_of_requests_without_one_failed(deployment: Deployment) -> None:
    upgraded = f"{deployment.name}-next"
    (deployment.folder / "service" / "upgraded.txt").write_text("another image\n", encoding="utf-8")
    deployment.run("docker", "build", "-t", f"lunwen:{upgraded}", "--build-arg", "PIP_NO_INDEX=1", ".")
    with Stream(deployment.url) as stream:
        time.sleep(2)
        for service in ("api-1", "api-2"):
            deployment.run("sh", "-c", f"LUNWEN_VERSION={upgraded} {' '.join(COMPOSE)} up -d --no-deps --no-build {service}")
            until = time.monotonic() + 60
            while deployment.inspect(service)["State"]["Health"]["Status"] != "healthy":
                assert time.monotonic() < until, deployment.logs()
                time.sleep(0.5)
            # The proxy's own check brings it back within a second.
            time.sleep(3)
    images = {deployment.inspect(service)["Config"]["Image"] for service in ("api-1", "api-2")}
    assert images == {f"lunwen:{upgraded}"}
    assert not stream.failed, stream.failed[:5]
    assert stream.answered > 50


def ids(deployment: Deployment) -> list[str]:
    with urllib.request.urlopen(deployment.url + EXPORT, timeout=60) as answer:  # noqa: S310
        return _lines(answer.read().decode()).split("\n")


def test_a_backup_brings_everything_back_after_the_loss_of_the_data(deployment: Deployment) -> None:
    before = ids(deployment)
    assert len(before) == 82
    taken = deployment.docker_compose("run", "--rm", "-T", "backup", "take").stdout
    assert "SUCCESS" in taken
    # Nothing is written over what is there.
    refused = deployment.docker_compose("run", "--rm", "-T", "backup", "restore", check=False)
    assert refused.returncode == 1
    assert "nothing is written over" in refused.stderr
    deployment.docker_compose("stop")
    deployment.docker_compose("rm", "-f", "elasticsearch")
    deployment.run("docker", "volume", "rm", f"{deployment.name}_engine-data")
    # The engine is another one now, and does not know the old keys.
    deployment.run("make", "up")
    deployment.wait("/livez")
    restored = deployment.docker_compose("run", "--rm", "-T", "backup", "restore").stdout
    assert "restored" in restored
    deployment.wait()
    assert ids(deployment) == before
    deployment.loader("load", "/papers")
    assert ids(deployment) == before


def test_the_loaders_own_export_and_import_carry_everything(deployment: Deployment) -> None:
    before = ids(deployment)
    deployment.loader("index", "export", "/reports/all.jsonl.zst")
    deployment.docker_compose("stop")
    deployment.docker_compose("rm", "-f", "elasticsearch")
    deployment.run("docker", "volume", "rm", f"{deployment.name}_engine-data")
    deployment.run("make", "up")
    deployment.loader("index", "import", "/reports/all.jsonl.zst")
    deployment.wait()
    assert ids(deployment) == before


def test_a_missing_secret_is_named_with_what_to_do(deployment: Deployment, tmp_path: Path) -> None:
    (tmp_path / "docker-compose.yml").write_bytes((deployment.folder / "docker-compose.yml").read_bytes())
    for command in ((*COMPOSE, "up"), ("docker-compose", "up")):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode
        assert "make up" in done.stderr


def test_the_file_is_understood_by_both_generations_of_compose(deployment: Deployment) -> None:
    for command in (COMPOSE, ("docker-compose",)):
        for profiles in ((), ("--profile", "cluster"), ("--profile", "tools")):
            assert deployment.run(*command, *profiles, "config").stdout


def test_docker_compose_1_starts_and_runs_the_same_file(deployment: Deployment) -> None:
    deployment.remove()
    deployment.run("docker-compose", "up", "-d", "--no-build")
    try:
        deployment.wait()
        assert deployment.get("/api/v1/papers?size=1")["meta"]["count"] == 82
        said = deployment.run("docker-compose", "run", "--rm", "-T", "loader", "load", "/papers").stdout
        assert "82" in said
    finally:
        deployment.run("docker-compose", "down", "--timeout", "20")


def _plain(text: str) -> str:
    return TIMES.sub("", text)


def _lines(text: str) -> str:
    def outline(line: str) -> Iterator[str]:
        paper = json.loads(line)
        for name in ("id", "title", "year", "authors", "ids", "categories"):
            yield json.dumps(paper.get(name), ensure_ascii=False, sort_keys=True)

    return "\n".join(sorted(" ".join(outline(line)) for line in text.splitlines() if line.strip()))
