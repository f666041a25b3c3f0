"""The embedded node for real: started, used, stopped, killed.

These tests start nodes of their own (four, at most two at a time), and touch none that runs already.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scripts.node import NodeError, processes, running_node

pytestmark = pytest.mark.engine

PROJECT = Path(__file__).resolve().parents[2]
HEAP = "256m"
MODULES = {"aggregations", "analysis-common", "ingest-common", "lang-painless", "parent-join", "reindex", "rest-root"}


def ask(url: str, method: str = "GET", body: object = None) -> Any:
    """The JSON answer of the engine; an error's answer too."""
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)  # noqa: S310
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


def node_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "scripts.node", *arguments]


def called(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What the command line of the node answers."""
    return subprocess.run(node_command(*arguments), cwd=PROJECT, capture_output=True, text=True, check=False)


def soon(condition: Callable[[], bool], seconds: float = 15) -> bool:
    """Whether a condition comes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return condition()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of a temporary node."""
    with running_node(heap=HEAP, settings={"node.name": "temporary"}) as address:
        yield address


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder for a node that the account which runs the engine may enter (a test's own folder is closed to it)."""
    path = Path(tempfile.mkdtemp(prefix="lunwen-test-")).resolve()
    yield path
    processes.end(path, patience=2)
    shutil.rmtree(path, ignore_errors=True)


def test_the_pinned_version_answers_with_the_settings_given(url: str) -> None:
    root = ask(url)
    assert root["version"]["number"] == "8.19.8"
    assert root["name"] == "temporary"


def test_every_module_of_the_pins_is_loaded(url: str) -> None:
    node = next(iter(ask(f"{url}/_nodes/plugins")["nodes"].values()))
    assert {module["name"] for module in node["modules"]} >= MODULES


def test_the_node_analyses_finds_counts_and_computes(url: str) -> None:
    tokens = ask(f"{url}/_analyze", "POST", {"analyzer": "cjk", "text": "论文检索 BERT"})["tokens"]
    assert [token["token"] for token in tokens] == ["论文", "文检", "检索", "bert"]
    ask(f"{url}/papers", "PUT", {"mappings": {"properties": {"year": {"type": "integer"}}}})
    for year in (2023, 2024, 2024):
        ask(f"{url}/papers/_doc?refresh=true", "POST", {"year": year})
    found = ask(
        f"{url}/papers/_search",
        "POST",
        {
            "query": {"script_score": {"query": {"match_all": {}}, "script": {"source": "doc['year'].value"}}},
            "aggs": {"year": {"terms": {"field": "year"}}},
        },
    )
    assert found["hits"]["hits"][0]["_score"] == 2024
    assert [(b["key"], b["doc_count"]) for b in found["aggregations"]["year"]["buckets"]] == [(2024, 2), (2023, 1)]
    copied = ask(f"{url}/_reindex?refresh=true", "POST", {"source": {"index": "papers"}, "dest": {"index": "copy"}})
    assert copied["created"] == 3


def test_a_snapshot_can_be_taken(url: str) -> None:
    location = str(folder_of(url) / "snapshots")
    made = ask(f"{url}/_snapshot/backup", "PUT", {"type": "fs", "settings": {"location": location}})
    taken = ask(f"{url}/_snapshot/backup/one?wait_for_completion=true", "PUT", {})
    assert made == {"acknowledged": True}
    assert taken["snapshot"]["state"] == "SUCCESS"


def test_no_pattern_deletes_indices(url: str) -> None:
    assert ask(f"{url}/*", "DELETE")["status"] == 400


def test_a_second_node_runs_beside_the_first_and_goes_with_its_killed_parent(url: str) -> None:
    program = (
        "import sys, time\nfrom scripts.node import running_node\n"
        f"with running_node(heap={HEAP!r}) as url:\n    print(url, flush=True)\n    time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], cwd=PROJECT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        other = parent.stdout.readline().strip()
        place = folder_of(other)
        assert ask(other)["cluster_uuid"] != ask(url)["cluster_uuid"]
        parent.kill()
    assert soon(lambda: not processes.node_processes(place))
    assert soon(lambda: not place.exists())
    assert ask(url)["version"]["number"] == "8.19.8"


def folder_of(url: str) -> Path:
    settings = ask(f"{url}/_nodes/settings?flat_settings=true")
    return Path(next(iter(settings["nodes"].values()))["settings"]["path.data"]).parent


def test_what_hinders_a_temporary_node_is_raised() -> None:
    with pytest.raises(NodeError, match="no heap size"), running_node(heap="much"):
        pass


def test_the_command_line_starts_reports_and_stops_a_node(place: Path) -> None:
    where = ("--data", str(place))
    started = called("start", "--port", "0", "--heap", HEAP, "--brisk", *where)
    assert started.returncode == 0, started.stderr
    url = started.stdout.splitlines()[-1]
    assert ask(url)["version"]["number"] == "8.19.8"

    state = called("status", *where)
    assert state.returncode == 0
    report = dict(line.split(": ", 1) for line in state.stdout.splitlines()[1:])
    assert report["address"].strip() == url
    assert report["version"].strip() == "8.19.8"
    assert report["data"].strip() == str(place)
    assert int(report["pid"]) == processes.server_pid(place)
    assert called("status", "--port", url.rpartition(":")[2]).stdout == state.stdout

    again = called("start", "--port", "0", *where)
    assert (again.returncode, again.stdout) == (0, started.stdout)
    other = called("start", "--port", url.rpartition(":")[2], "--data", f"{place}/other")
    assert other.returncode == 1
    assert "is taken" in other.stderr
    if os.geteuid() == 0:
        assert Path(f"/proc/{report['pid'].strip()}").stat().st_uid != 0

    assert called("stop", *where).returncode == 0
    assert not processes.node_processes(place)
    assert called("status", *where).returncode == 3


def test_a_node_in_the_foreground_ends_when_its_launcher_is_killed(place: Path) -> None:
    command = node_command("run", "--port", "0", "--heap", HEAP, "--brisk", "--data", str(place))
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout
        assert ask(run.stdout.readline().strip())["version"]["number"] == "8.19.8"
        launcher = next(process for process in processes.node_processes(place) if not process.is_server)
        os.kill(launcher.pid, signal.SIGKILL)
        assert run.wait(30) == 1
        assert run.stderr
        assert run.stderr.read().startswith("error: The node ended by itself")
    assert soon(lambda: not processes.node_processes(place))
