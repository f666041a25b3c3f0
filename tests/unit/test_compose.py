"""docker-compose.yml and the Dockerfile agree with each other and with the code, and hold no secret.

It starts no container: that is tests/deploy.
"""

import re
import runpy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from scripts.node.pins import VERSION as ENGINE_VERSION
from scripts.secure import KEYS, PASSWORDS
from service.api.metrics import Metrics
from service.settings import SETTINGS, VERSION, Setting

ROOT = Path(__file__).resolve().parents[2]
COMPOSE_TEXT = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load(COMPOSE_TEXT)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
PROJECT_VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

APIS = ("api-1", "api-2")
OURS = (*APIS, "loader", "harvester", "backup", "secure")
NODES = ("elasticsearch", "elasticsearch-2", "elasticsearch-3")
LASTING = ("elasticsearch", *APIS, "proxy")
BY_NAME: dict[str, Setting] = {setting.name: setting for setting in SETTINGS.values()}
# Settings of the engine that its image takes from the environment.
ENGINE_VARIABLES = {"ES_JAVA_OPTS", "ELASTIC_PASSWORD"}
ENGINE_SETTING = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")
# What only the compose file itself uses: where to publish, what to mount, how to build, how much memory.
COMPOSE_VARIABLES = {
    "BIND", "ENGINE_HEAP", "ENGINE_MEMORY", "ENGINE_DISCOVERY", "ENGINE_NODES", "PAPERS", "REPORTS",
    "PIP_INDEX_URL", "PIP_NO_INDEX", "TLS_CERTIFICATE", "TLS_FOLDER", "TLS_PORT", "LUNWEN_VERSION", *PASSWORDS, *KEYS.values(),
}  # fmt: skip
# Settings of ours that a container gets under another name or with a value of the file's own.
GIVEN = {
    "ELASTICSEARCH_URL": "${ELASTICSEARCH_URL:-http://elasticsearch:9200}", "TRUSTED_PROXIES": "1",
    "ELASTICSEARCH_USER": "elastic", "TLS_PORT": "${TLS_PORT:-8443}",
}  # fmt: skip

SECRET_NAME = re.compile("password|passwd|secret|token|api_?key|credential", re.IGNORECASE)
EMPTY_OR_REQUIRED = re.compile(r"\$\{\w+(:?-|:?\?[^}]*)\}|")
CREDENTIALS_IN_ADDRESS = re.compile(r"://[^/\s]+@")
INTERPOLATION = re.compile(r"\$\{(\w+)(?::?-([^}]*))?[^}]*\}")


def environments() -> Iterator[tuple[str, str, str]]:
    """Every (service, variable, value) that the file sets."""
    for name, service in SERVICES.items():
        for variable, value in service.get("environment", {}).items():
            yield name, variable, str(value)


def instructions(keyword: str) -> list[str]:
    """The arguments of every such instruction of the Dockerfile, continued lines joined."""
    joined = re.sub(r"\\\n\s*", " ", DOCKERFILE)
    return re.findall(rf"^{keyword} (.*)$", joined, re.MULTILINE)


def copied_from_context() -> set[str]:
    parts = [line.split()[:-1] for line in instructions("COPY") if not line.startswith("--from")]
    return {source.rstrip("*/") for sources in parts for source in sources}


def seconds(duration: str) -> int:
    return int(duration.removesuffix("s"))


def test_no_secret_stands_in_the_compose_file() -> None:
    written = [
        (variable, value)
        for _, variable, value in environments()
        if SECRET_NAME.search(variable) and not EMPTY_OR_REQUIRED.fullmatch(value)
    ]
    assert written == []
    assert not CREDENTIALS_IN_ADDRESS.search(COMPOSE_TEXT)


def test_no_default_of_an_interpolated_variable_is_a_secret() -> None:
    assert [name for name, default in INTERPOLATION.findall(COMPOSE_TEXT) if SECRET_NAME.search(name) and default] == []


def test_the_dockerfile_bakes_no_secret_into_a_layer() -> None:
    named = [line for keyword in ("ENV", "ARG") for line in instructions(keyword) if SECRET_NAME.search(line)]
    assert named == []
    assert not CREDENTIALS_IN_ADDRESS.search(DOCKERFILE)


@pytest.mark.parametrize("path", [".env", ".git", "docs", "tests", "reports"])
def test_nothing_but_what_the_image_needs_enters_the_build(path: str) -> None:
    lines = [line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert lines[0] == "*"
    let_in = {line[1:] for line in lines if line.startswith("!")}
    assert let_in == copied_from_context()
    assert path not in let_in


def test_the_engine_is_the_version_that_the_embedded_node_is() -> None:
    assert {SERVICES[name]["image"] for name in ("prepare", *NODES)} == {f"elasticsearch:{ENGINE_VERSION}"}


def test_our_image_carries_the_version_of_the_project() -> None:
    assert VERSION == PROJECT_VERSION
    assert {SERVICES[name]["image"] for name in OURS} == {f"lunwen:${{LUNWEN_VERSION:-{PROJECT_VERSION}}}"}
    assert f'org.opencontainers.image.version="{PROJECT_VERSION}"' in DOCKERFILE


def test_all_stages_come_from_one_pinned_image() -> None:
    bases = {line.split()[0] for line in instructions("FROM")}
    assert len(bases) == 1
    assert re.fullmatch(r"python:3\.\d+-slim-[a-z]+", bases.pop())


def test_the_page_names_the_images_that_are_used() -> None:
    base = instructions("FROM")[0].split()[0]
    assert set(re.findall(r"python:[\w.-]+", PAGE)) == {base}
    assert f"Elasticsearch {ENGINE_VERSION}" in PAGE


def test_what_is_ours_is_one_image() -> None:
    assert len({str([SERVICES[name][part] for part in ("image", "build")]) for name in OURS}) == 1


def test_only_the_proxy_publishes_a_port_and_only_on_loopback_by_default() -> None:
    assert {name: service["ports"] for name, service in SERVICES.items() if "ports" in service} == {
        "proxy": [
            f"${{BIND:-127.0.0.1}}:${{PORT:-{BY_NAME['PORT'].default}}}:8080",
            "${BIND:-127.0.0.1}:${TLS_PORT:-8443}:8443",
        ]
    }
    assert [name for name, service in SERVICES.items() if service.get("network_mode", "none") != "none"] == []


def test_both_containers_of_the_api_are_alike() -> None:
    assert SERVICES["api-1"] == SERVICES["api-2"]


def test_the_engine_is_on_a_network_that_leads_nowhere_else() -> None:
    assert all(SERVICES[name]["networks"] == ["engine"] for name in NODES)
    assert COMPOSE["networks"]["engine"] == {"internal": True}
    assert [name for name in SERVICES if {"engine", "front"} <= set(SERVICES[name].get("networks", ()))] == ["harvester"]


@pytest.mark.parametrize(("service", "variable", "value"), list(environments()))
def test_every_variable_is_one_that_somebody_reads(service: str, variable: str, value: str) -> None:
    if service in NODES:
        assert variable in ENGINE_VARIABLES or ENGINE_SETTING.fullmatch(variable)
        return
    assert variable in BY_NAME or (service, variable) in (("proxy", "TLS_CERTIFICATE"), ("proxy", "TLS_PORT"))
    # The defaults stand in service.settings alone: what is handed on is what the operator said, or nothing.
    assert SECRET_NAME.search(variable) or value in (f"${{{variable}:-}}", GIVEN.get(variable))


def test_the_image_listens_where_compose_publishes() -> None:
    assert re.search(r"\bPORT=8000\b", " ".join(instructions("ENV")))
    assert re.search(r"\bHOST=0\.0\.0\.0(\s|$)", " ".join(instructions("ENV")))
    assert instructions("EXPOSE") == ["8000"]


def test_the_page_explains_every_variable_of_the_compose_file() -> None:
    used = {name for name, _ in INTERPOLATION.findall(COMPOSE_TEXT)}
    assert used <= COMPOSE_VARIABLES | set(BY_NAME)
    assert {name for name in used if f"`{name}`" not in PAGE} == set()


def handed_on(variable: str) -> str:
    """Which containers get a variable of the environment from the compose file; `api` are both of that name."""
    names = [name for name in OURS if f"${{{variable}" in str(SERVICES[name]["environment"].get(variable))]
    if len(names) == len(OURS):
        return "all"
    return ", ".join(dict.fromkeys("api" if name in APIS else name for name in names))


@pytest.mark.parametrize("setting", [setting for setting in BY_NAME.values() if setting.name != "PORT"], ids=lambda one: one.name)
def test_the_page_tells_each_setting_its_default_and_where_it_goes(setting: Setting) -> None:
    (row,) = re.findall(rf"^\| `{setting.name}` \| *(.*?) *\| (?:.*) \| *(.*?) *\|$", PAGE, re.MULTILINE)
    assert row == (setting.default, handed_on(setting.name))


def test_the_page_explains_every_metric_and_no_other() -> None:
    text = Metrics().text().decode()
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE))
    there = {name for name in kinds if not name.endswith("_created")}
    assert set(re.findall(r"\| `(lunwen_\w+)", PAGE)) | set(re.findall(r", `(lunwen_\w+)` \|", PAGE)) == there


@pytest.mark.parametrize(
    "name",
    ["PORT", "BIND", "TLS_PORT", "TLS_FOLDER", "ENGINE_HEAP", "ENGINE_MEMORY", "ENGINE_DISCOVERY", "PAPERS", "LUNWEN_VERSION"],
)
def test_the_page_gives_the_default_that_the_file_has(name: str) -> None:
    defaults = {default for used, default in INTERPOLATION.findall(COMPOSE_TEXT) if used == name}
    assert len(defaults) == 1
    assert f"| `{name}` | {defaults.pop()} |" in PAGE


@pytest.mark.parametrize("name", OURS)
def test_our_containers_can_neither_write_nor_rise(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert "privileged" not in service
    assert "user" not in service


@pytest.mark.parametrize("name", list(SERVICES))
def test_no_container_has_privileges_to_lose(name: str) -> None:
    assert SERVICES[name]["cap_drop"] == ["ALL"]
    # The one that runs as root before the engine starts may give files away, and nothing else.
    assert SERVICES[name].get("cap_add", []) == (["CHOWN", "DAC_OVERRIDE"] if name == "prepare" else [])
    assert SERVICES[name]["security_opt"] == ["no-new-privileges:true"]


def test_our_image_does_not_run_as_root() -> None:
    last_stage = DOCKERFILE[DOCKERFILE.rindex("\nFROM ") :]
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", last_stage, re.MULTILINE)


@pytest.mark.parametrize("name", list(SERVICES))
def test_every_container_has_a_memory_limit(name: str) -> None:
    assert SERVICES[name]["mem_limit"]


@pytest.mark.parametrize("name", LASTING)
def test_what_lasts_is_watched_restarted_and_bounded_in_its_log(name: str) -> None:
    service = SERVICES[name]
    assert service["restart"] == "unless-stopped"
    assert set(service["logging"]["options"]) == {"max-size", "max-file"}
    assert "healthcheck" in service or ("build" in service and "/livez" in "".join(instructions("HEALTHCHECK")))


def test_the_loader_cannot_change_what_it_reads() -> None:
    loader = SERVICES["loader"]
    (papers,) = [volume for volume in loader["volumes"] if isinstance(volume, dict)]
    assert papers == {"type": "bind", "source": "${PAPERS:-./sample}", "target": "/papers", "read_only": True}


def test_the_papers_are_on_a_named_volume() -> None:
    for number, name in enumerate(NODES, start=1):
        volume = "engine-data" if number == 1 else f"engine-data-{number}"
        assert f"{volume}:/usr/share/elasticsearch/data" in SERVICES[name]["volumes"]
        assert volume in COMPOSE["volumes"]


@pytest.mark.parametrize("name", ["loader", "harvester", "backup", "secure"])
def test_tools_run_on_demand_only(name: str) -> None:
    assert SERVICES[name]["profiles"] == ["tools"]
    assert "restart" not in SERVICES[name]


def test_compose_waits_longer_than_the_api_needs_to_finish(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in BY_NAME:
        monkeypatch.delenv(name, raising=False)
    gunicorn = runpy.run_path(str(ROOT / "service" / "gunicorn.conf.py"))
    assert seconds(SERVICES["api-1"]["stop_grace_period"]) > gunicorn["graceful_timeout"]


def test_each_waits_longer_than_the_one_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in BY_NAME:
        monkeypatch.delenv(name, raising=False)
    worker = runpy.run_path(str(ROOT / "service" / "gunicorn.conf.py"))["timeout"]
    proxy = (ROOT / "deploy" / "haproxy.cfg").read_text(encoding="utf-8")
    (said,) = re.findall(r"engine (\d+) s .* the service (\d+) s .* a worker (\d+) s < here (\d+) s", proxy)
    used = re.findall(r"^ +timeout (?:client|server) (\w+)$", proxy, re.MULTILINE)
    engine, service = (int(BY_NAME[name].default) for name in ("SEARCH_TIMEOUT", "REQUEST_TIMEOUT"))
    assert engine < service < worker < min(map(seconds, used))
    assert [int(number) for number in said] == [engine, service, worker, seconds(used[0])]
    assert f"(2 x `REQUEST_TIMEOUT` + 10 = {worker} s)" in PAGE


def test_the_packages_are_installed_by_hash_and_never_built() -> None:
    (install,) = [line for line in instructions("RUN") if " install --require-hashes" in line]
    assert "--only-binary=:all:" in install
    assert "requirements.lock" in install
