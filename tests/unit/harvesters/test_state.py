"""Progress and kept pages on disk: whole or not at all, held by one process, told when they can't be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from service.errors import HarvestError
from service.harvesters import Page, Transport
from service.harvesters.crossref import Works
from service.harvesters.keeping import Keeper, kept_pages
from service.harvesters.naming import named
from service.harvesters.state import Progress, State
from service.paper import Paper

PAGE = Page("http://x/?page=1", b"<records/>" * 1000, {"token": "a"}, 3, deleted=("b",), problem="cut")


def test_progress_is_read_back_as_it_was_saved(tmp_path: Path) -> None:
    progress = Progress({"token": "x|1", "sorted": True}, "2026-01-01", 5, 2, "papers-v1", ["record:1"])
    with State(tmp_path / "deep" / "state", "oai/x", {"set": "a"}) as state:
        assert state.read() == Progress()
        state.save(progress)
        assert state.read() == progress
    with State(tmp_path / "deep" / "state", "oai/x", {"set": "a"}) as state:
        assert state.read() == progress
    with State(tmp_path / "deep" / "state", "oai/x", {"set": "b"}) as state:
        assert state.read() == Progress()


def test_a_kill_while_saving_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with State(tmp_path, "x", {}) as state:
        state.save(Progress(records=1))
        monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            state.save(Progress(records=2))
        assert state.read().records == 1


def test_a_service_is_harvested_by_one_at_a_time_whatever_is_asked(tmp_path: Path) -> None:
    with State(tmp_path, "oai/x", {"set": "a"}):
        with pytest.raises(HarvestError, match="Another harvest of oai/x"), State(tmp_path, "oai/x", {"set": "b"}):
            pass
        with State(tmp_path, "oai/y", {}):
            pass
    with State(tmp_path, "oai/x", {}):
        pass


@pytest.mark.parametrize("content", ["", "{", "[]", '{"progress": {"other": 1}}', '{"progress": 7}'])
def test_progress_that_cannot_be_read_names_its_file(tmp_path: Path, content: str) -> None:
    with State(tmp_path, "x", {}) as state:
        state.path.write_text(content)
        with pytest.raises(HarvestError, match=state.path.name):
            state.read()


def test_pages_are_kept_and_come_back_in_their_order(tmp_path: Path) -> None:
    one = Works(Transport(), "x")
    for _ in range(2):
        with Keeper(tmp_path) as keeper:
            keeper.add(one, PAGE)
            keeper.add(one, Page("http://x/?page=2", b"", None, 0))
    kept = list(kept_pages(tmp_path))
    assert [page.page.request for page in kept] == ["http://x/?page=1", "http://x/?page=2"] * 2
    first = kept[2]
    assert (first.name, first.source) == ("crossref", "crossref")
    assert (first.page.body, first.page.records, first.page.deleted, first.page.problem) == (PAGE.body, 3, ("b",), "cut")
    assert len(list((tmp_path / "pages").glob("*.json.zst"))) == 4


def test_a_folder_is_kept_into_by_one_at_a_time(tmp_path: Path) -> None:
    with Keeper(tmp_path), pytest.raises(HarvestError, match="name another folder"), Keeper(tmp_path):
        pass


def test_pages_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with Keeper(tmp_path) as keeper:
        keeper.add(Works(Transport(), "x"), PAGE)
    (file,) = (tmp_path / "pages").iterdir()
    for content in (b"", b"nothing", file.read_bytes()[:-9]):
        file.write_bytes(content)
        with pytest.raises(HarvestError, match="000001"):
            list(kept_pages(tmp_path))
    (tmp_path / "journal.jsonl").write_text(json.dumps({"file": 1}) + "\n")
    with pytest.raises(HarvestError, match=r"journal\.jsonl, line 1"):
        list(kept_pages(tmp_path))


@pytest.mark.parametrize(
    ("source", "paper", "name"),
    [
        ("oai", Paper(record="oai:x:1"), "oai:x:1"), ("crossref", Paper(record="10.5555/ABC"), "10.5555/abc"),
        ("arxiv", Paper(record="http://arxiv.org/abs/2405.00001v2", ids={"arxiv": ("2405.00001",)}), "2405.00001"),
        ("openalex", Paper(record="7", ids={"openalex": ("W1",)}), "W1"),
        ("openreview", Paper(record="7", ids={"openreview": ("abc",)}), "abc"),
    ],
)  # fmt: skip
def test_a_record_has_the_name_that_its_service_gives_it(source: str, paper: Paper, name: str) -> None:
    assert named(source, paper).record == name


@pytest.mark.parametrize("source", ["oai", "crossref", "openalex"])
def test_a_place_in_a_page_is_no_name(source: str) -> None:
    names = {named(source, Paper({"en": title}, record=place)).record for title in "ab" for place in ("line 12", "3")}
    assert len(names) == 2
