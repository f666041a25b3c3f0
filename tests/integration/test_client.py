"""The client of docs/client.py against a real server; and against one that is not there, in a hurry, or breaks off."""

from __future__ import annotations

import importlib.util
import json
import threading
from collections.abc import Callable, Iterator
from http.client import IncompleteRead
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).resolve().parents[2]
_SPEC = importlib.util.spec_from_file_location("lunwen_client", PROJECT / "docs" / "client.py")
assert _SPEC
assert _SPEC.loader
example = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(example)

# A response of the server that stands in below: status, headers, body.
Answer = tuple[int, dict[str, str], bytes]


@pytest.fixture
def client(server_url: str) -> Any:
    return example.Client(server_url)


@pytest.mark.engine
@pytest.mark.parametrize("q", ["", "learning"])
def test_a_walk_gives_each_paper_once(client: Any, q: str) -> None:
    ids = [paper["id"] for paper in client.search(q, {"fields": "id"}, size=7)]
    assert len(ids) == len(set(ids)) == client.count(q) > 7


@pytest.mark.engine
def test_filters_are_repeated_and_excluded(client: Any) -> None:
    papers = list(client.search("", {"year": ["2019", "2020"], "language.not": ["zh"]}))
    assert papers
    assert {paper["year"] for paper in papers} <= {2019, 2020}
    assert "zh" not in {paper["language"] for paper in papers}


@pytest.mark.engine
def test_papers_are_looked_up_by_any_identifier(client: Any) -> None:
    assert client.paper("doi:10.18653/v1/N19-1423")["ids"]["acl"] == ["N19-1423"]
    found = list(client.lookup(["arxiv:1703.06870", "doi:10.1000/nothing", *["acl:N19-1423"] * 600], ["title"]))
    assert found[:2] == [{"title": "Mask R-CNN"}, None]
    assert len(found) == 602
    assert all(found[2:])


@pytest.mark.engine
def test_a_fault_is_told_in_words(client: Any) -> None:
    with pytest.raises(example.Problem, match="sort: must be one of relevance") as caught:
        client.get("/api/v1/papers", {"sort": "best"})
    assert (caught.value.status, caught.value.code) == (400, "invalid_request")
    with pytest.raises(example.Problem) as caught:
        client.paper("doi:10.1000/nothing")
    assert caught.value.status == 404


@pytest.mark.engine
@pytest.mark.parametrize("form", ["jsonl", "csv", "bibtex", "ris", "csl", "gb7714"])
def test_an_export_is_downloaded_whole(client: Any, tmp_path: Path, form: str) -> None:
    count = client.export(tmp_path / "papers", form, "learning")
    content = (tmp_path / "papers").read_text(encoding="utf-8")
    assert count == client.count("learning")
    assert len(content) > count * 20
    if form == "jsonl":
        assert len([json.loads(line) for line in content.splitlines()]) == count


@pytest.mark.engine
def test_the_command_prints_papers_and_writes_files(server_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert example.main(["mask", "year=2017", "--server", server_url]) == 0
    assert "2017  Kaiming He, Georgia Gkioxari, Piotr Dollar: Mask R-CNN\n" in capsys.readouterr().out
    target = tmp_path / "papers.bib"
    assert example.main(["mask", "--server", server_url, "--export", str(target), "--format", "bibtex"]) == 0
    assert "Mask" in target.read_text(encoding="utf-8")
    assert example.main(["mask", "sort=best", "--server", server_url]) == 1
    assert "sort: must be one of" in capsys.readouterr().err


@pytest.fixture
def standing_in() -> Iterator[Callable[..., Any]]:
    """A client of a server that gives these answers, one after the other; `asked` has the paths."""
    servers = []

    def start(*answers: Answer) -> Any:
        waiting = list(answers)
        asked: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                asked.append(self.path)
                status, headers, body = waiting.pop(0)
                self.send_response(status)
                length = {} if "Transfer-Encoding" in headers else {"Content-Length": str(len(body))}
                for name, value in {**length, **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)
                self.close_connection = True

            def log_message(self, *_: object) -> None: ...

        server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        client = example.Client(f"http://127.0.0.1:{server.server_port}", tries=3, timeout=5)
        client.asked = asked
        return client

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that the client would have waited."""
    found: list[float] = []
    monkeypatch.setattr(example.time, "sleep", found.append)
    return found


@pytest.mark.parametrize("status", [429, 503])
def test_it_comes_back_when_the_server_says(standing_in: Any, waits: list[float], status: int) -> None:
    later = (status, {"Retry-After": "7"}, b"{}")
    client = standing_in(later, later, (200, {}, b'{"found": true}'))
    assert client.get("/x") == {"found": True}
    assert waits == [7, 7]


def test_a_date_is_waited_for_and_nobody_for_ever(standing_in: Any, waits: list[float]) -> None:
    never = {"Retry-After": "Fri, 31 Dec 2100 23:59:59 GMT"}
    past = {"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}
    assert standing_in((503, never, b""), (503, past, b""), (200, {}, b"{}")).get("/x") == {}
    assert waits == [example.LONGEST_WAIT, 0]


def test_it_gives_up_after_its_tries_and_says_why(standing_in: Any, waits: list[float]) -> None:
    body = b'{"detail": "No engine.", "code": "engine_unavailable", "errors": []}'
    client = standing_in(*[(503, {}, body)] * 3)
    with pytest.raises(example.Problem, match="503 No engine") as caught:
        client.get("/x")
    assert caught.value.code == "engine_unavailable"
    assert len(waits) == 2
    assert waits[0] < waits[1]


def test_what_is_wrong_is_not_asked_again(standing_in: Any, waits: list[float]) -> None:
    client = standing_in((400, {}, b"<html>"))
    with pytest.raises(example.Problem):
        client.get("/x")
    assert (len(client.asked), waits) == (1, [])


def test_a_server_that_is_away_is_asked_again(waits: list[float]) -> None:
    with pytest.raises(OSError, match="refused"):
        example.Client("http://127.0.0.1:9", tries=3).get("/x")
    assert len(waits) == 2


def test_half_a_file_is_none(standing_in: Any, tmp_path: Path) -> None:
    headers = {"X-Total-Count": "3"}
    broken = [(headers | {"Content-Length": "1000"}, b"half"), (headers | {"Transfer-Encoding": "chunked"}, b"4\r\nhalf\r\n")]
    client = standing_in(*((200, given, body) for given, body in broken))
    for _ in broken:
        with pytest.raises(IncompleteRead):
            client.export(tmp_path / "papers", "csv")
        assert list(tmp_path.iterdir()) == []
