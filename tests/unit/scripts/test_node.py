"""The embedded node's parts that need no engine: its Java, its folder, its processes, its words and its command line.

The engine itself is started in tests/integration/test_node.py.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.node import __main__ as command_line
from scripts.node import assembly, diagnosis, engine, folder, guard, java, processes
from scripts.node.account import Account, engine_account
from scripts.node.errors import NodeError
from scripts.node.folder import NodeSpec

ME = Account(os.geteuid(), os.getegid(), "me", switched=False)
ALL_MODULES = (*sorted(java.MODULES), java.VECTOR)


def description(home: str = "/opt/java", version: str = "17", modules: tuple[str, ...] = ALL_MODULES) -> str:
    """What `java -XshowSettings:properties --list-modules` prints."""
    settings = f"Property settings:\n    java.home = {home}\n    java.specification.version = {version}\n"
    return settings + "".join(f"{module}@{version}\n" for module in modules)


def java_program(place: Path, text: str) -> Path:
    """A program that describes itself so."""
    program = place / "bin/java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\ncat <<'END'\n{text}END\n", encoding="utf-8")
    program.chmod(0o755)
    return program


@pytest.fixture
def no_java(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without Java, network and apt."""

    def refuse(**_: object) -> str:
        raise RuntimeError("[Errno -2] Name or service not known')")

    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", "/bin:/usr/bin")
    monkeypatch.setattr(java.shutil, "which", lambda _: None)
    monkeypatch.setitem(sys.modules, "cjdk", types.SimpleNamespace(java_home=refuse, CjdkError=RuntimeError))


@pytest.mark.parametrize(
    ("version", "modules", "expected"),
    [
        ("17", tuple(java.MODULES), ""),
        ("17", ALL_MODULES, ""),
        ("21", ALL_MODULES, ""),
        ("1.8", (), "is Java 8, older than 17"),
        ("11", ALL_MODULES, "is Java 11, older than 17"),
        ("21", tuple(java.MODULES), "lacks jdk.incubator.vector"),
        ("17", ("jdk.net", "jdk.management.agent"), "lacks jdk.attach, jdk.localedata"),
    ],
)
def test_a_java_is_judged_by_its_version_and_modules(version: str, modules: tuple[str, ...], expected: str) -> None:
    assert java.fault(java.parse(description(version=version, modules=modules))) == expected


def test_what_is_no_java_is_told() -> None:
    with pytest.raises(ValueError, match="does not describe itself"):
        java.parse("hello")


def test_java_home_comes_before_the_path(no_java: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    java_program(tmp_path / "one", description("/one"))
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "one"))
    on_path = java_program(tmp_path / "two", description("/two"))
    monkeypatch.setattr(java.shutil, "which", lambda name: str(on_path) if name == "java" else None)
    assert java.find_java(ME, tmp_path) == Path("/one")
    monkeypatch.delenv("JAVA_HOME")
    assert java.find_java(ME, tmp_path) == Path("/two")


def test_an_unsuitable_java_home_does_not_hide_the_path(no_java: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    java_program(tmp_path / "old", description("/old", "11"))
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "old"))
    on_path = java_program(tmp_path / "new", description("/new", "21"))
    monkeypatch.setattr(java.shutil, "which", lambda name: str(on_path) if name == "java" else None)
    assert java.find_java(ME, tmp_path) == Path("/new")


def test_a_fetched_java_is_found_again_without_network(no_java: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    java_program(tmp_path / "fetched", description("/fetched", "21"))
    asked: list[str] = []

    def fetch(*, vendor: str, version: str, **_: object) -> str:
        asked.append(f"{vendor}:{version}")
        return str(tmp_path / "fetched")

    monkeypatch.setitem(sys.modules, "cjdk", types.SimpleNamespace(java_home=fetch, CjdkError=RuntimeError))
    assert [java.find_java(ME, tmp_path) for _ in range(2)] == [Path("/fetched")] * 2
    assert len(asked) == 1


def test_no_java_at_all_names_every_way_to_get_one(no_java: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(NodeError) as raised:
        java.find_java(ME, tmp_path)
    for word in ("JAVA_HOME=", "can't be run by me", "Name or service not known", "PATH", "cjdk", "apt-get install"):
        assert word in str(raised.value)


def spec_in(place: Path, **changes: object) -> NodeSpec:
    return NodeSpec(place.resolve() / "node", **changes)  # type: ignore[arg-type]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An engine that consists of its configuration."""
    config = tmp_path / "home/config"
    (config / "jvm.options.d").mkdir(parents=True)
    (config / "jvm.options").write_text("-XX:+UseG1GC\n", encoding="utf-8")
    (config / "elasticsearch.yml").write_text("#\n", encoding="utf-8")
    return config.parent


@pytest.fixture
def enough_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "SPARE", 0)


@pytest.mark.parametrize("heap", ["", "1", "1t", "0m", "1 g", "-1g"])
def test_a_heap_that_java_would_not_read_is_refused(heap: str, tmp_path: Path) -> None:
    with pytest.raises(NodeError, match="is no heap size"):
        spec_in(tmp_path, heap=heap)


@pytest.mark.parametrize("port", [-1, 65_536])
def test_a_port_that_is_none_is_refused(port: int, tmp_path: Path) -> None:
    with pytest.raises(NodeError, match="is no port"):
        spec_in(tmp_path, port=port)


def test_a_node_is_configured_in_its_own_folder(tmp_path: Path, home: Path, enough_disk: None) -> None:
    spec = spec_in(tmp_path, port=0, heap="2g", settings={"node.name": "二", "a.list": ["x"]})
    folder.claim(spec.folder)
    folder.prepare(spec, ME, home)
    lines = (spec.folder / "config/elasticsearch.yml").read_text(encoding="utf-8").splitlines()
    settings = {name: json.loads(value) for name, value in (line.split(": ", 1) for line in lines)}
    assert settings["discovery.type"] == "single-node"
    assert settings["network.host"] == "127.0.0.1"
    assert settings["xpack.security.enabled"] is False
    assert settings["action.destructive_requires_name"] is True
    assert settings["path.repo"] == [str(spec.folder / "snapshots")]
    assert settings["node.name"] == "二"
    assert settings["a.list"] == ["x"]
    options = (spec.folder / "config/jvm.options.d/lunwen.options").read_text(encoding="utf-8").split()
    assert {"-Xms2g", "-Xmx2g", folder.mark(spec.folder)} <= set(options)
    assert (spec.folder / "config/jvm.options").read_text(encoding="utf-8") == "-XX:+UseG1GC\n"
    assert (home / "config/elasticsearch.yml").read_text(encoding="utf-8") == "#\n"


@pytest.mark.parametrize(("fresh", "left"), [(False, ["data", "snapshots"]), (True, ["snapshots"])])
def test_a_fresh_start_deletes_the_data_but_no_snapshot(
    tmp_path: Path, home: Path, enough_disk: None, fresh: bool, left: list[str]
) -> None:
    folder.claim(spec_in(tmp_path).folder)
    folder.prepare(spec_in(tmp_path), ME, home)
    for part in ("data", "snapshots"):
        (spec_in(tmp_path).part(part) / "kept").touch()
    folder.prepare(spec_in(tmp_path, fresh=fresh), ME, home)
    assert [part for part in ("data", "snapshots") if (spec_in(tmp_path).part(part) / "kept").exists()] == left


def test_the_addresses_of_an_earlier_start_are_forgotten(tmp_path: Path, home: Path, enough_disk: None) -> None:
    spec = spec_in(tmp_path)
    folder.claim(spec.folder)
    folder.prepare(spec, ME, home)
    (spec.folder / "logs/http.ports").write_text("127.0.0.1:9200\n[::1]:9200\n", encoding="utf-8")
    assert folder.addresses(spec.folder) == ("http://127.0.0.1:9200",)
    folder.prepare(spec, ME, home)
    assert folder.addresses(spec.folder) == ()


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(NodeError, match=r"holds other things .* --data"):
        folder.claim(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_node_folder_may_be_claimed_again(tmp_path: Path) -> None:
    assert folder.claim(tmp_path) == folder.claim(tmp_path)


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NodeError, match=r"can't be used .* --data"):
        folder.claim(tmp_path / "file")


def test_a_full_disk_is_told_before_the_start(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "SPARE", 1 << 60)
    folder.claim(spec_in(tmp_path).folder)
    with pytest.raises(NodeError, match=r"The disk is full: .* --data"):
        folder.prepare(spec_in(tmp_path), ME, home)


@pytest.mark.parametrize(
    ("line", "mending"),
    [
        ("[ERROR] java.net.BindException: Address already in use", "--port"),
        ("java.io.IOException: No space left on device", "disk is full"),
        ("Native memory allocation (mmap) failed: There is insufficient memory for the Java", "smaller --heap"),
        ("GC triggered before VM initialization completed. Try increasing NewSize", "refuses this --heap"),
        ("ERROR: Elasticsearch exited unexpectedly, with exit code 137", "want of memory"),
        ("java.lang.IllegalStateException: failed to obtain node locks, tried [/x]", "another node uses"),
        ("cannot downgrade a node from version [9.1.0] to version [8.19.8]", "--fresh"),
        ("org.apache.lucene.index.CorruptIndexException: checksum failed", "damaged"),
        ("java.lang.IllegalArgumentException: unknown setting [no.such]", "leave it out"),
        ("java.lang.UnsupportedClassVersionError: org/elasticsearch", "Java is too old"),
        ("java.nio.file.AccessDeniedException: /x", "--data"),
        ("something nobody has seen before", "see the end of its log"),
    ],
)
def test_the_log_of_a_dead_node_is_explained(line: str, mending: str, tmp_path: Path) -> None:
    # The command line that Elasticsearch logs holds words of several causes: they must not count.
    noise = "[2026][INFO ][o.e.b] JVM arguments [-XX:+HeapDumpOnOutOfMemoryError] Permission denied\n"
    (tmp_path / "startup.log").write_text(f"{noise}{line}\n\tat org.elasticsearch.X(X.java:1)\n", encoding="utf-8")
    message = str(diagnosis.explain(tmp_path, "the node died while it started"))
    assert message.startswith("The node died while it started: ")
    assert mending in message
    assert message.endswith(f"  {line}")


def test_a_node_that_wrote_nothing_is_told_too(tmp_path: Path) -> None:
    assert "(empty)" in str(diagnosis.explain(tmp_path, "it died"))


STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {STUBBORN!r}])"


@pytest.fixture
def stubborn_node(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process with a node's mark, and one below it that does not listen to SIGTERM."""
    command = [sys.executable, "-c", PARENT, folder.mark(tmp_path / "a node")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout
        process.stdout.readline()
        yield process
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def test_a_node_is_found_by_its_mark_and_ended_with_all_below_it(stubborn_node: subprocess.Popen[bytes], tmp_path: Path) -> None:
    place = tmp_path / "a node"
    assert processes.server_pid(place) == stubborn_node.pid
    assert processes.server_pid(tmp_path) == 0
    assert processes.end(place, patience=0.2)
    stubborn_node.wait(5)
    for _ in range(100):
        if not group_lives(stubborn_node.pid):
            break
        time.sleep(0.05)
    assert not group_lives(stubborn_node.pid)
    assert not processes.end(place)


def group_lives(group: int) -> bool:
    """Whether a process of the group still runs (a zombie that nobody has fetched does not)."""
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, found = entry.read_text(encoding="utf-8").rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(found) == group and state != "Z":
            return True
    return False


def test_a_launcher_belongs_to_its_nodes_folder() -> None:
    found = processes.read(7, ["java", processes.LAUNCHER_MARK, "-Des.path.conf=/a b/config", "-cp"])
    assert found == processes.NodeProcess(7, Path("/a b"), is_server=False)


@pytest.mark.parametrize("words", [["java", "-jar", "x.jar"], ["java", "-Des.path.conf=/usr/share/elasticsearch/config"], [""]])
def test_other_programs_and_other_engines_are_none_of_ours(words: list[str]) -> None:
    assert processes.read(7, words) is None


def test_no_node_is_told_by_exit_code_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["status", "--data", str(tmp_path)]) == 3
    assert f"not running\ndata:    {tmp_path.resolve()}" in capsys.readouterr().out


def test_stopping_nothing_is_no_error(tmp_path: Path) -> None:
    assert command_line.main(["stop", "--data", str(tmp_path)]) == 0


@pytest.mark.parametrize("command", ["start", "run"])
def test_a_taken_port_is_told_before_anything_is_fetched(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(assembly, "ensure_assembled", lambda: pytest.fail("it was fetched"))
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert command_line.main([command, "--port", str(port), "--data", str(tmp_path)]) == 1
    answer = capsys.readouterr()
    assert answer.err.startswith(f"error: Port {port} is taken: choose another with --port")
    assert answer.out == ""


@pytest.mark.parametrize(
    ("text", "setting"),
    [("a.b=true", ("a.b", True)), ("a=1", ("a", 1)), ("a=x=y", ("a", "x=y")), ('a=["x"]', ("a", ["x"])), ("a=", ("a", ""))],
)
def test_settings_are_read_as_json_or_text(text: str, setting: tuple[str, object]) -> None:
    assert command_line.setting(text) == setting


@pytest.mark.parametrize(
    "arguments", [[], ["start", "--set", "nothing"], ["start", "--keep", "--fresh"], ["start", "--port", "x"], ["restart"]]
)
def test_misuse_ends_with_exit_code_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        command_line.main(arguments)
    assert raised.value.code == 2


def test_each_port_has_a_data_folder_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(folder.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(folder.sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert folder.default_folder(9200) == tmp_path / "lunwen/node-9200"
    assert engine.folder_at(1) == tmp_path / "lunwen/node-1"


def test_the_guard_reports_why_there_is_no_node(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> Path:
        raise NodeError("No network: get one.")

    monkeypatch.setattr(assembly, "ensure_assembled", fail)
    assert guard.main(os.getppid(), spec_in(tmp_path, port=0)) == 1
    assert json.loads(capsys.readouterr().out) == {"error": "No network: get one."}


def test_root_hands_the_engine_to_somebody_else() -> None:
    account = engine_account()
    assert account.uid != 0
    assert account.switched == (os.geteuid() == 0)
