"""The marker of what is searched changes with every change of it and with nothing else, in a real engine."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Loader
from elasticsearch import Elasticsearch
from loads import papers, write_jsonl

from service.index import Administration
from service.index.client import connect
from service.index.generation import Generation
from service.settings import Settings

pytestmark = pytest.mark.engine


@pytest.fixture
def read(settings: Settings) -> Callable[[], str | None]:
    """Reads the marker anew, as a worker of its own would: without a memory of what was there before."""
    return lambda: Generation(settings, connect(settings)).marker()


@pytest.fixture
def engine(settings: Settings) -> Elasticsearch:
    return Elasticsearch(settings.elasticsearch_url, request_timeout=30)


def test_nothing_is_known_before_papers_are_loaded(read: Callable[[], str | None]) -> None:
    assert read() is None


def test_adding_changing_and_deleting_a_paper_changes_it_and_nothing_else_does(
    load: Loader, settings: Settings, read: Callable[[], str | None], engine: Elasticsearch, tmp_path: Path
) -> None:
    load(write_jsonl(tmp_path / "some.jsonl", papers(20)))
    lasting = Generation(settings, connect(settings))
    seen: list[str | None] = []

    def changed() -> bool:
        """Whether it is one that never was; the same for a worker that has just begun and for one that lasts."""
        engine.indices.refresh(index=f"{settings.papers_alias}*")
        marker = read()
        time.sleep(1.05)
        assert lasting.marker() == marker
        is_new = marker not in seen
        seen.append(marker)
        return is_new

    index = Administration(settings).live()
    assert index is not None
    document = engine.search(index=index, size=1)["hits"]["hits"][0]
    assert changed()
    assert not changed()
    engine.index(index=index, id="another", document=document["_source"] | {"id": "another"})
    assert changed()
    engine.index(index=index, id="another", document=document["_source"] | {"id": "another", "year": 1900})
    assert changed()
    engine.delete(index=index, id="another")
    # What was there at first is there again, untouched.
    assert not changed()
    assert seen[-1] == seen[0] != seen[-2]
    engine.delete(index=index, id=document["_id"])
    engine.index(index=index, id=document["_id"], document=document["_source"])
    assert changed()
    values = Administration(settings).live_values()
    assert values is not None
    engine.index(index=values, document={"kind": "keyword", "key": "new"})
    assert changed()
    assert not changed()


def test_a_new_index_and_new_values_change_it(
    load: Loader, settings: Settings, read: Callable[[], str | None], tmp_path: Path
) -> None:
    source = write_jsonl(tmp_path / "some.jsonl", papers(20))
    load(source)
    first = read()
    load(source)
    assert read() == first
    load(source, replace=True)
    assert read() not in (None, first)
    second = read()
    administration = Administration(settings)
    made = administration.create_values(str(administration.live()))
    administration.switch_values(administration.live_values(), made)
    assert read() not in (None, second)


def test_papers_deleted_and_listed_as_such_change_it(
    load: Loader, settings: Settings, read: Callable[[], str | None], engine: Elasticsearch, tmp_path: Path
) -> None:
    load(write_jsonl(tmp_path / "some.jsonl", papers(20)))
    first = read()
    name = f"{settings.papers_alias}-deleted"
    if not engine.indices.exists_alias(name=name):
        engine.indices.create(index=f"{name}-test", aliases={name: {}})
    engine.index(index=name, document={"id": "gone"}, refresh=True)
    assert read() not in (None, first)


def test_each_shard_is_looked_at(settings: Settings, read: Callable[[], str | None], engine: Elasticsearch) -> None:
    name = f"{settings.papers_alias}-v0-shards"
    engine.indices.create(index=name, settings={"number_of_shards": 3}, aliases={settings.papers_alias: {}})
    for n in range(60):
        engine.index(index=name, id=f"first-{n}", document={"n": n})
    engine.indices.refresh(index=name)
    lasting = Generation(settings, connect(settings))
    seen = {read()}
    for n in (3, 14, 15, 26):
        # The highest number of all shards stays for most of these.
        engine.index(index=name, id=f"first-{n}", document={"n": -n}, refresh=True)
        marker = read()
        assert marker not in seen
        seen.add(marker)
    assert lasting.marker() in seen


def test_an_absent_engine_is_no_marker_and_costs_no_wait(settings: Settings) -> None:
    absent = replace(settings, elasticsearch_url="http://127.0.0.1:9")
    generation = Generation(absent, connect(absent))
    began = time.monotonic()
    assert [generation.marker() for _ in range(50)] == [None] * 50
    assert time.monotonic() - began < 0.5


def test_it_is_read_at_most_twice_a_second_however_many_ask(load: Loader, settings: Settings, tmp_path: Path) -> None:
    load(write_jsonl(tmp_path / "some.jsonl", papers(5)))
    client = connect(settings)
    generation = Generation(settings, client)
    reads = []
    original = generation._read
    generation._read = lambda: reads.append(1) or original()  # type: ignore[method-assign, func-returns-value]
    until = time.monotonic() + 1.4
    while time.monotonic() < until:
        assert generation.marker()
        time.sleep(0.001)
    assert 2 <= len(reads) <= 3


def test_it_is_one_text_that_names_the_index(
    load: Loader, settings: Settings, read: Callable[[], str | None], tmp_path: Path
) -> None:
    load(write_jsonl(tmp_path / "some.jsonl", papers(5)))
    assert str(Administration(settings).live()) in (read() or "")
