"""Deleted papers: noted by loads with --replace, listed over REST, and never one that can still be found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from elasticsearch import Elasticsearch
from flask.testing import FlaskClient

from service.app import create_app
from service.errors import ConfigurationError, Gone, LoadError
from service.index import Administration
from service.index.deleted import Deleted, Deletions
from service.loading import pipeline
from service.settings import Settings
from tests.conftest import Loader
from tests.integration.loads import stored, write_jsonl

pytestmark = pytest.mark.engine


def record(name: str, **values: Any) -> dict[str, Any]:
    return {"id": name, "title": f"A paper called {name}", "authors": ["San Zhang"], "year": 2020, **values}


def listed(client: FlaskClient, **parameters: Any) -> list[str]:
    """All deleted ids, page by page."""
    found: list[str] = []
    cursor: str | None = "*"
    while cursor:
        answer = page(client, **parameters, cursor=cursor)
        found += [one["id"] for one in answer["deleted"]]
        cursor = answer["next_cursor"]
    return found


def page(client: FlaskClient, **parameters: Any) -> dict[str, Any]:
    response = client.get("/api/v1/papers/deleted", query_string=parameters)
    assert response.status_code == 200, response.json
    content: Any = response.json
    return dict(content)


@pytest.fixture
def web(settings: Settings) -> FlaskClient:
    # These tests look at once at what they have just written.
    return create_app(replace(settings, cache_bytes=0)).test_client()


@pytest.fixture
def engine(settings: Settings) -> Iterator[Elasticsearch]:
    with Elasticsearch(settings.elasticsearch_url, request_timeout=30) as client:
        yield client


def test_what_a_replacing_load_lacks_is_deleted_once(
    load: Loader, settings: Settings, web: FlaskClient, engine: Elasticsearch, tmp_path: Path
) -> None:
    old = write_jsonl(tmp_path / "old.jsonl", [record("a"), record("b"), record("c")])
    load(old)
    load(old, replace=True)
    assert listed(web) == []
    Deleted(settings).check("a")
    assert not engine.indices.exists(index=f"{settings.papers_alias}-deleted"), "made when there is something to note"
    new = write_jsonl(tmp_path / "new.jsonl", [record("b"), record("d")])
    load(new, replace=True)
    first = page(web)
    assert first["next_cursor"] is None
    assert sorted(one["id"] for one in first["deleted"]) == ["a", "c"]
    assert all(one.keys() == {"id", "deleted"} and one["deleted"].endswith("Z") for one in first["deleted"])
    with pytest.raises(Gone, match="'a' was deleted"):
        Deleted(settings).check("a")
    Deleted(settings).check("never-known")
    assert web.get("/api/v1/papers/b").status_code == 200
    load(new, replace=True)
    load(new)
    assert page(web) == first, "the same again changes nothing, nor when it was"


def test_a_paper_that_is_loaded_again_is_deleted_no_more(
    load: Loader, settings: Settings, web: FlaskClient, engine: Elasticsearch, tmp_path: Path
) -> None:
    old = write_jsonl(tmp_path / "old.jsonl", [record("a"), record("b")])
    new = write_jsonl(tmp_path / "new.jsonl", [record("c")])
    load(old)
    load(new, replace=True)
    assert listed(web) == ["a", "b"]
    first = page(web)["deleted"][0]["deleted"]
    load(write_jsonl(tmp_path / "one.jsonl", [record("a")]))
    assert listed(web) == ["b"]
    load(old, replace=True)
    assert listed(web) == ["c"]
    index = f"{settings.papers_alias}-deleted"
    engine.indices.refresh(index=index)
    assert [hit["_source"].keys() for hit in engine.search(index=index)["hits"]["hits"]] == [{"id", "deleted"}], "no others kept"
    load(new, replace=True)
    again = page(web)["deleted"]
    assert [one["id"] for one in again] == ["a", "b"]
    assert again[0]["deleted"] > first


def test_ids_of_merged_papers_are_deleted_with_them_and_not_before(
    load: Loader, settings: Settings, web: FlaskClient, tmp_path: Path
) -> None:
    doi = {"ids": {"doi": ["10.5555/one"]}}
    load(write_jsonl(tmp_path / "one.jsonl", [record("a", **doi), record("x")]))
    load(write_jsonl(tmp_path / "two.jsonl", [record("b", **doi)]))
    assert [paper.get("aliases") for paper in stored(settings).values() if paper["id"] != "x"] in ([["a"]], [["b"]])
    assert listed(web) == []
    load(write_jsonl(tmp_path / "other.jsonl", [record("x")]), replace=True)
    assert sorted(listed(web)) == ["a", "b"]
    load(tmp_path / "one.jsonl")
    assert listed(web) == ["b"], "what was merged before is another paper now"


def test_an_id_that_became_an_earlier_id_of_another_paper_is_not_deleted(load: Loader, web: FlaskClient, tmp_path: Path) -> None:
    doi = {"ids": {"doi": ["10.5555/one"]}}
    load(
        write_jsonl(tmp_path / "one.jsonl", [record("a", **doi), record("b", title="Another title", ids={"doi": ["10.5555/2"]})])
    )
    joined = record("c", ids={"doi": ["10.5555/one", "10.5555/2"]})
    load(tmp_path / "one.jsonl", write_jsonl(tmp_path / "two.jsonl", [joined]), replace=True)
    gone = set(listed(web))
    for name in ("a", "b", "c"):
        assert (name in gone) == (web.get(f"/api/v1/papers/{name}").status_code not in (200, 301)), name


def test_since_and_cursor_give_each_id_once_in_the_order_of_deletion(
    load: Loader, settings: Settings, web: FlaskClient, tmp_path: Path
) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", [record("stays")]))
    names = [f"p{n:02}" for n in range(23)]
    Deletions(settings).record(names[:10])
    first = page(web)["deleted"]
    Deletions(settings).record([*names[10:], "stays"])
    assert listed(web) == names
    for size in (1, 7, 13, 23, 24):
        assert listed(web, size=size) == names
    pages, cursor = 0, "*"
    while cursor:
        pages, cursor = pages + 1, page(web, size=24, cursor=cursor)["next_cursor"]
    assert pages == 1, "exactly one full page has no empty one behind it"
    later = page(web)["deleted"][10]["deleted"]
    assert later > first[-1]["deleted"]
    assert listed(web, since=later) == names[10:]
    assert listed(web, since="2100-01-01") == []
    assert listed(web, since="2000-01-01") == names


@pytest.mark.parametrize(
    ("parameters", "fields"),
    [
        ({"since": "yesterday"}, {"since"}),
        ({"cursor": "nonsense"}, {"cursor"}),
        ({"cursor": "WzEsMl0"}, {"cursor"}),
        ({"cursor": "W251bGwsIngiXQ"}, {"cursor"}),
        ({"size": "0", "q": "x", "since": ""}, {"size", "q", "since"}),
        ({"size": "1001"}, {"size"}),
    ],
)
def test_every_fault_of_a_request_is_told(client: FlaskClient, parameters: dict[str, str], fields: set[str]) -> None:
    response = client.get("/api/v1/papers/deleted", query_string=parameters)
    content: Any = response.json
    assert response.status_code == 400
    assert {one["field"] for one in content["errors"]} == fields


def test_the_list_is_no_paper_called_deleted(client: FlaskClient) -> None:
    assert page(client) == {"deleted": [], "next_cursor": None}
    assert client.head("/api/v1/papers/deleted").status_code == 200


class Killed(BaseException):
    """Stands for a kill: nothing that runs after it may be relied on."""


@pytest.mark.parametrize("moment", ["before the alias moves", "after it moved"])
def test_a_kill_around_the_switch_loses_no_deletion_and_makes_none_up(
    load: Loader, settings: Settings, web: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    load(write_jsonl(tmp_path / "old.jsonl", [record("a"), record("b")]))
    new = write_jsonl(tmp_path / "new.jsonl", [record("b")])

    def die(*_: object) -> None:
        raise Killed

    first = Administration(settings).live()
    with monkeypatch.context() as patched:
        patched.setattr(pipeline.Run, "_abandon", lambda _: None)
        if moment == "after it moved":
            patched.setattr(Deletions, "settle", lambda _, live: die() if live != first else None)
        else:
            patched.setattr(Administration, "switch", die)
        with pytest.raises(Killed):
            load(new, replace=True)
    if moment == "after it moved":
        assert listed(web) == ["a"], "what can't be found is listed, though the load did not come to its end"
        early = page(web)["deleted"][0]["deleted"]
        load(new)
        assert page(web)["deleted"][0]["deleted"] > early, "the next load settles it"
    else:
        assert web.get("/api/v1/papers/a").status_code == 200
        assert listed(web) == [], "noted, but still there"
        load(tmp_path / "old.jsonl")
        assert listed(web) == []
        load(new, replace=True)
    assert listed(web) == ["a"]


def test_a_loader_may_note_deletions_by_itself(load: Loader, settings: Settings, web: FlaskClient, tmp_path: Path) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", [record("a")]))
    assert Deletions(settings).record([]) == 0
    assert Deletions(settings).record(iter(["gone-1", "gone-2", "a"])) == 3
    assert listed(web) == ["gone-1", "gone-2"], "`a` is still there"
    assert Deletions(settings).forget() == 1
    assert Deletions(settings).forget() == 0
    with pytest.raises(Gone):
        Deleted(settings).check("gone-1")


def test_ids_beyond_one_page_are_compared_as_well(
    load: Loader, settings: Settings, web: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.index.deleted.PAGE", 7)
    names = [f"p{n:02}" for n in range(40)]
    load(write_jsonl(tmp_path / "old.jsonl", [record(name) for name in names]))
    load(write_jsonl(tmp_path / "new.jsonl", [record(name) for name in names[::3]]), replace=True)
    assert listed(web) == [name for name in names if name not in names[::3]]


def test_a_name_that_another_program_has_taken_is_refused_clearly(
    load: Loader, settings: Settings, engine: Elasticsearch, tmp_path: Path
) -> None:
    load(write_jsonl(tmp_path / "old.jsonl", [record("a"), record("b")]))
    engine.indices.create(index=f"{settings.papers_alias}-deleted")
    with pytest.raises(LoadError, match="index of another program"):
        load(write_jsonl(tmp_path / "new.jsonl", [record("b")]), replace=True)
    assert sorted(stored(settings)) == ["a", "b"], "the old papers stay"
    with pytest.raises(ConfigurationError):
        Administration(replace(settings, papers_alias="papers-deleted"))


def test_a_deleted_paper_answers_410_a_merged_one_301_and_an_unknown_one_404(
    load: Loader, web: FlaskClient, tmp_path: Path
) -> None:
    doi = {"ids": {"doi": ["10.5555/one"]}}
    away = {key: value for key, value in record("x", title="Away", ids={"doi": ["10.5555/away"]}).items() if key != "id"}
    load(write_jsonl(tmp_path / "old.jsonl", [record("a", **doi), record("gone"), away]))
    new = write_jsonl(tmp_path / "new.jsonl", [record("a", **doi), record("b", **doi)])
    load(new, replace=True)
    assert web.get("/api/v1/papers/a").status_code == 200
    assert web.get("/api/v1/papers/b").status_code == 301
    for path in ("gone", "gone/similar", "gone?fields=id", "doi:10.5555/away"):
        response = web.get(f"/api/v1/papers/{path}")
        content: Any = response.json
        assert (response.status_code, response.mimetype, content["code"]) == (410, "application/problem+json", "gone")
    for path in ("never-known", "doi:10.5555/none"):
        assert web.get(f"/api/v1/papers/{path}").status_code == 404
    load(tmp_path / "old.jsonl")
    assert web.get("/api/v1/papers/gone").status_code == 200
