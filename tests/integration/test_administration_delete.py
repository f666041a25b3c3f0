"""Taking sources and papers out, and verifying files and the index itself."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from administering import engine, live, script, tidy  # noqa: F401
from flask.testing import FlaskClient
from loads import papers, stored, write_jsonl

from service.app import create_app
from service.index import Administration, PaperSource
from service.index.deleted import Deletions
from service.loading import LoadOptions, find_inputs, removing
from service.loading.checking import check
from service.loading.comparing import compare
from service.loading.removing import Choice, plan_removal, run_removal
from service.loading.resolving import Resolver
from service.paper import Origin, Paper
from service.paper.document import contributions_of, to_document
from service.paper.merging import contribution
from service.settings import Settings
from tests.conftest import Loader

pytestmark = pytest.mark.engine

ONE = {"title": "First form of it", "authors": ["San Zhang"], "ids": {"doi": ["10.5555/one"]}}
TWO = {"title": "Second form of it", "authors": ["San Zhang"], "ids": {"arxiv": ["1902.00002"]}}
BRIDGE = {**ONE, "ids": {"doi": ["10.5555/one"], "arxiv": ["1902.00002"]}, "abstract": "It joins the two."}


@pytest.fixture
def web(settings: Settings) -> FlaskClient:
    return create_app(replace(settings, cache_bytes=0)).test_client()


def gone(settings: Settings) -> list[str]:
    return [name for name, _ in Deletions(settings).records()]


def test_a_file_is_taken_out_and_the_rest_is_as_if_it_had_never_been_loaded(
    load: Loader, settings: Settings, web: FlaskClient, tmp_path: Path
) -> None:
    keep = write_jsonl(tmp_path / "keep.jsonl", [*papers(20), ONE])
    load(keep)
    before = stored(settings)
    away = [{**record, "abstract": f"More of {n}."} for n, record in enumerate(papers(12))]
    load(write_jsonl(tmp_path / "away.jsonl", [*away, {"id": "alone", "title": "Only here"}]))
    assert stored(settings) != before
    choice = Choice([("jsonl", "away.jsonl")])
    plan = plan_removal(settings, choice)
    assert (plan.contributions, plan.deleted, plan.remade) == (13, 1, 11)
    assert len(stored(settings)) == 20
    done = run_removal(settings, choice)
    assert (done.contributions, done.deleted, done.remade) == (13, 1, 11)
    found = stored(settings)
    assert found == before
    assert web.get("/api/v1/papers/alone").status_code == 410
    assert gone(settings) == ["alone"]
    assert check(settings).agrees
    assert run_removal(settings, choice).contributions == 0
    assert stored(settings) == found


def test_what_only_the_deleted_record_held_together_falls_apart(load: Loader, settings: Settings, tmp_path: Path) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", [ONE, TWO]))
    before = stored(settings)
    load(write_jsonl(tmp_path / "b.jsonl", [BRIDGE]))
    assert len(stored(settings)) == 1
    run_removal(settings, Choice([("jsonl", "b.jsonl")]))
    found = stored(settings)
    assert {name: paper["titles"] for name, paper in found.items()} == {name: paper["titles"] for name, paper in before.items()}
    assert check(settings).agrees
    assert not set(found) & set(gone(settings))


def test_papers_are_deleted_by_id_earlier_id_and_identifier(
    load: Loader, settings: Settings, web: FlaskClient, tmp_path: Path
) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", [ONE, TWO, *papers(10)]), write_jsonl(tmp_path / "b.jsonl", [BRIDGE]))
    paper_id = "doi-10.5555~2Fone"
    assert stored(settings)[paper_id]["aliases"] == ["arxiv-1902.00002"]
    count = len(stored(settings))
    assert script(settings, "delete", "--id", "arxiv-1902.00002", "DOI:10.5555/0", "--dry-run") == 0
    assert len(stored(settings)) == count
    assert script(settings, "delete", "--id", "arxiv-1902.00002", "DOI:10.5555/0", "--yes") == 0
    assert len(stored(settings)) == count - 2
    for name in (paper_id, "arxiv-1902.00002", "doi-10.5555~2F0", "doi:10.5555/0"):
        assert web.get(f"/api/v1/papers/{name}").status_code == 410, name
    assert script(settings, "delete", "--id", paper_id, "--yes") == 1, "it is not there any more"
    assert check(settings).agrees
    load(tmp_path / "a.jsonl")
    assert web.get(f"/api/v1/papers/{paper_id}").status_code == 200


def test_a_load_at_the_same_time_keeps_what_it_says(
    load: Loader, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(write_jsonl(tmp_path / "away.jsonl", [ONE, TWO]))
    real = removing._Removal._take_out
    others = iter([[{**ONE, "abstract": "Said by another."}], [{**TWO, "year": 2019}]])

    def meanwhile(self: Any, page: Any) -> None:
        if (records := next(others, None)) is not None:
            load(write_jsonl(tmp_path / "other.jsonl", records))
            # Not seen by searches yet: the removal has the paper as it was before.
        real(self, page)

    monkeypatch.setattr(removing._Removal, "_take_out", meanwhile)
    run_removal(settings, Choice([("jsonl", "away.jsonl")]))
    found = stored(settings)
    assert {one["file"] for paper in found.values() for one in paper["contributions"]} == {"other.jsonl"}
    assert {text for paper in found.values() for text in paper.get("abstracts", {}).values()} == {"Said by another."}
    assert len(found) == 2
    assert check(settings).agrees
    assert not set(found) & {name for name in gone(settings) if name not in found}


def test_a_paper_that_changes_between_look_and_write_is_taken_out_as_it_is_then(
    load: Loader, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(write_jsonl(tmp_path / "away.jsonl", [ONE, *papers(5)]))
    real = removing._Removal._settle
    times = iter([True])

    def meanwhile(self: Any) -> None:
        if next(times, False):
            # What is on its way names the paper as it was: the engine refuses it.
            load(write_jsonl(tmp_path / "other.jsonl", [{**ONE, "abstract": "Said by another."}]))
        real(self)

    monkeypatch.setattr(removing._Removal, "_settle", meanwhile)
    run_removal(settings, Choice([("jsonl", "away.jsonl")]))
    found = stored(settings)
    assert list(found) == ["doi-10.5555~2Fone"]
    assert [one["file"] for one in found["doi-10.5555~2Fone"]["contributions"]] == ["other.jsonl"]
    assert check(settings).agrees


def test_nothing_fitting_is_said_with_the_sources_that_there_are(
    load: Loader, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script(settings, "delete", "--source", "jsonl", "--yes") == 1
    load(write_jsonl(tmp_path / "a.jsonl", papers(10)))
    assert script(settings, "delete", "--source", "bibtex", "--yes") == 1
    assert "jsonl (9 papers)" in capsys.readouterr().out
    for arguments in (["delete"], ["delete", "--source", "jsonl"]):
        with pytest.raises(SystemExit) as ended:
            script(settings, *arguments)
        assert ended.value.code == 2
    assert len(stored(settings)) == 9


def test_a_folder_of_a_source_is_all_below_it() -> None:
    choice = Choice([("jsonl", "in/")])
    files = ["in/a.jsonl", "in/deep/b.jsonl", "in.jsonl", "other/in/c.jsonl"]
    assert [file for file in files if choice.takes(_of(file))] == files[:2]
    assert not Choice([("bibtex", "")]).takes(_of("in/a.jsonl"))


def _of(file: str) -> Any:
    return contribution(Paper(titles={"en": "A title"}), Origin("jsonl", file))


def test_files_are_compared_record_by_record(
    load: Loader, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [*papers(20), {"title": "Preface", "year": 2020}, {"title": "Preface", "year": 2020}]
    file = write_jsonl(tmp_path / "a.jsonl", records)
    load(file)
    options = LoadOptions(rejects=tmp_path / "rejects.jsonl")
    same = compare(settings, find_inputs([str(file)]), options)
    assert (same.present, same.missing, same.stale, same.left) == (22, 0, 0, 0)
    assert script(settings, "verify", file) == 0
    # Records keep their lines: without a name of its own a record is known by where it stands.
    changed = [{**records[0], "abstract": "Changed."}, {"title": "A new one", "authors": ["Si Li"]}, *records[2:-1]]
    write_jsonl(file, changed)
    capsys.readouterr()
    assert script(settings, "verify", file, "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert [found[name] for name in ("agrees", "records", "present", "missing", "stale", "left")] == [False, 21, 19, 1, 1, 2]
    assert {one["kind"]: one["title"] for one in found["differences"] if one["kind"] != "left"} == {
        "stale": "Paper number 0 on topic 0", "missing": "A new one",
    }  # fmt: skip
    assert script(settings, "verify", file, "--set", "venue=Here") == 1
    load(file)
    assert script(settings, "verify", file) == 0, "what a file has no more is told, but is no fault"
    with pytest.raises(SystemExit) as ended:
        script(settings, "verify", tmp_path / "nowhere")
    assert ended.value.code == 2


def test_every_kind_of_disagreement_is_found(load: Loader, settings: Settings, tmp_path: Path) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", [ONE, TWO, *papers(30)]), write_jsonl(tmp_path / "b.jsonl", [BRIDGE]))
    assert check(settings).agrees
    index, client = live(settings), engine(settings)
    paper = stored(settings, times=True)["doi-10.5555~2Fone"]
    plain = {name: one for name, one in stored(settings, times=True).items() if len(one["contributions"]) == 1}
    first, second, third, fourth = list(plain)[:4]

    def found_with(changed: dict[str, dict[str, Any]], *more: str) -> None:
        for name, document in changed.items():
            client.index(index=index, id=name, document=document)
        found = check(settings).counts
        assert set(more) <= set(found), found
        for name in changed:
            if name in plain or name == paper["id"]:
                client.index(index=index, id=name, document=plain.get(name, paper))
            else:
                client.delete(index=index, id=name)
        assert check(settings).agrees

    found_with({first: {**plain[first], "title_sort": "?"}}, "document")
    found_with({first: {**plain[first], "digest": "?"}}, "digest")
    found_with({first: {**plain[first], "keys": []}}, "key")
    found_with({first: {**plain[first], "contributions": [{}]}}, "broken")
    found_with({"copy": {**plain[second], "id": "copy"}}, "contribution", "group")
    found_with({third: {**plain[third], "aliases": [fourth]}}, "alias")
    apart = [one for one in paper["contributions"] if one["id"] != "doi-10.5555~2Fone"]
    assert len(apart) == 1
    Administration(settings).mark(index)
    assert set(check(settings).counts) == {"values"}
    assert script(settings, "verify") == 1
    load(tmp_path / "a.jsonl")
    assert script(settings, "verify") == 0
    client.delete_by_query(index=f"{settings.papers_alias}-values", query={"term": {"kind": "venue"}}, refresh=True)
    client.delete_by_query(index=f"{settings.papers_alias}-values", query={"term": {"kind": "year"}}, refresh=True)
    assert check(settings).examples["values"] == ["year"]


def test_papers_are_grouped_anew_when_the_rule_of_identity_is_another(load: Loader, settings: Settings, tmp_path: Path) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", [ONE, TWO, *papers(20)]))
    expected = stored(settings)
    index, client = live(settings), engine(settings)
    first, second = (contributions_of(expected[name])[0] for name in ("doi-10.5555~2Fone", "arxiv-1902.00002"))
    # As a rule might have joined them that took them for one paper.
    joined = to_document("arxiv-1902.00002", [first, second], "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z")
    client.index(index=index, id="arxiv-1902.00002", document=joined)
    client.delete(index=index, id="doi-10.5555~2Fone")
    assert check(settings).examples["group"] == ["arxiv-1902.00002"]
    assert script(settings, "verify") == 1
    assert script(settings, "verify", "--mend") == 0
    assert {name: paper["titles"] for name, paper in stored(settings).items()} == {
        name: paper["titles"] for name, paper in expected.items()
    }
    # And one that did not see that they are one.
    other = contribution(Paper(titles={"en": "Third form of it"}, ids=first.paper.ids), Origin("jsonl", "b.jsonl"))
    client.index(index=index, id="other", document=to_document("other", [other], joined["added"], joined["updated"]))
    assert set(check(settings).examples["group"]) == {"doi-10.5555~2Fone", "other"}
    assert script(settings, "verify", "--mend") == 0
    found = stored(settings)
    assert len(found) == len(expected)
    assert "other" in [*found, *found.get("doi-10.5555~2Fone", {}).get("aliases", ())]


def wrongly_joined(settings: Settings) -> None:
    """Makes one paper of ONE and TWO, as a rule might have that took them for one."""
    expected, index, client = stored(settings), live(settings), engine(settings)
    both = [one for name in ("doi-10.5555~2Fone", "arxiv-1902.00002") for one in contributions_of(expected[name])]
    time = "2026-01-01T00:00:00.000Z"
    client.index(index=index, id="arxiv-1902.00002", document=to_document("arxiv-1902.00002", both, time, time))
    client.delete(index=index, id="doi-10.5555~2Fone")


def test_a_load_beside_the_grouping_anew_keeps_what_it_says(
    load: Loader, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", [ONE, TWO, *papers(20)]))
    wrongly_joined(settings)
    real = Resolver._write_groups
    others = iter([[{**ONE, "abstract": "Said by another."}], [{**TWO, "pages": "1-9"}, {"title": "One that is new"}]])

    def meanwhile(self: Resolver, *given: Any) -> None:
        # Between the look at a paper and its writing, first and when it is tried again.
        if (records := next(others, None)) is not None:
            load(write_jsonl(tmp_path / f"other{len(records)}.jsonl", records))
        real(self, *given)

    monkeypatch.setattr(Resolver, "_write_groups", meanwhile)
    assert script(settings, "verify", "--mend") == 0
    assert next(others, None) is None
    found = stored(settings)
    files = [{one["file"] for one in found[name]["contributions"]} for name in ("doi-10.5555~2Fone", "arxiv-1902.00002")]
    assert files == [{"a.jsonl", "other1.jsonl"}, {"a.jsonl", "other2.jsonl"}]
    assert len(found) == 2 + len({f"{one['title']}" for one in papers(20)}) + 1
    assert check(settings).agrees


def test_what_is_read_as_one_moment_is_not_what_is_written_after_it(load: Loader, settings: Settings, tmp_path: Path) -> None:
    load(write_jsonl(tmp_path / "a.jsonl", papers(20)))
    source = PaperSource(settings, live(settings))
    places = source.places()
    assert source.changes(places) == 0
    load(write_jsonl(tmp_path / "b.jsonl", [ONE]))
    source.places()
    assert source.changes(places) == 1
    assert [one.document["id"] for page in source.changed(places) for one in page] == ["doi-10.5555~2Fone"]
