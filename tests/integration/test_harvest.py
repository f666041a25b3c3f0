"""Harvests into a real engine from services on this machine: progress, incremental rounds, deletions, kept pages, failures."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from loads import stored, write_jsonl
from remote import Query, Record, Remote, Reply, Repository, Time

from scripts import harvest as script
from service.app import create_app
from service.errors import HarvestError
from service.harvesters import Transport, oai
from service.harvesters.state import State
from service.loading import LoadOptions, Report, find_inputs, run_load
from service.loading.harvesting import HarvestOptions, replay, run_harvest
from service.settings import Settings

pytestmark = pytest.mark.engine


@pytest.fixture
def harvest(settings: Settings, tmp_path: Path) -> Callable[..., Report]:
    """Harvests a repository into the test's own alias: `harvest(repository, set_name="a", limit=3)`."""

    def run(repository: Repository, into: Settings = settings, patience: float = 1800.0, **options: Any) -> Report:
        asked = {name: options.pop(name) for name in ("set_name", "first", "last") if name in options}
        chosen = HarvestOptions(**{"state": tmp_path / "state", "rejects": tmp_path / "rejects.jsonl", **options})
        time = Time()
        with Remote(repository) as remote:
            one = oai.Repository(Transport(patience=patience, clock=time, sleep=time.sleep), f"{remote.url}/oai", **asked)
            # Another port each time, but the same repository.
            one.name, one.query = "oai/tests", {"set": asked.get("set_name", "")}
            return run_harvest(into, one, chosen)

    return run


def titles(settings: Settings) -> list[str]:
    return sorted(paper["titles"]["en"] for paper in stored(settings).values())


def records(count: int, first: int = 0) -> list[Record]:
    return [
        Record(f"oai:t:{n}", f"2026-01-{n % 28 + 1:02}", f"A study of thing {n}", ("odd",) if n % 2 else ())
        for n in range(first, first + count)
    ]


def test_everything_that_a_repository_has_is_found(harvest: Callable[..., Report], settings: Settings) -> None:
    report = harvest(Repository(records(8)))
    assert (report.records, report.papers, report.new, report.rejected, report.failure) == (8, 8, 8, 0, None)
    assert titles(settings) == sorted(f"A study of thing {n}" for n in range(8))
    assert report.values
    web = create_app(settings).test_client()
    assert web.get("/api/v1/papers?q=study").json["meta"]["count"] == 8  # type: ignore[index]
    line = report.as_dict()["files"][0]
    assert (line["path"], line["format"], line["records"]) == ("harvest:oai/tests", "oai", 8)


def test_the_same_again_changes_nothing_and_what_is_new_is_all_that_is_asked_for(
    harvest: Callable[..., Report], settings: Settings
) -> None:
    repository = Repository(records(8))
    harvest(repository)
    before = stored(settings, times=True)
    repository.requests = 0
    again = harvest(repository)
    assert (again.records, again.failure) == (0, None)
    assert repository.requests == 2
    repository.records.append(Record("oai:t:new", "2026-06-02", "Quite new"))
    repository.records[3] = Record("oai:t:3", "2026-06-02", "A study of thing 3, corrected")
    report = harvest(repository)
    assert (report.records, report.new, report.updated) == (2, 1, 1)
    after = stored(settings, times=True)
    assert after.keys() > before.keys()
    assert len(after) == 9
    assert "A study of thing 3, corrected" in titles(settings)
    # From the beginning, when that is wanted.
    assert harvest(repository, anew=True).unchanged == 9


def test_a_record_whose_title_and_author_change_stays_one_paper_under_its_id(
    harvest: Callable[..., Report], settings: Settings
) -> None:
    repository = Repository([Record("oai:t:1", "2026-01-01", "First words"), *records(3, 5)])
    harvest(repository)
    (name,) = [name for name, paper in stored(settings).items() if paper["titles"]["en"] == "First words"]
    repository.records[0] = Record("oai:t:1", "2026-06-01", "Wholly other words", author="Li, Si")
    report = harvest(repository)
    assert (report.new, report.updated, report.removed) == (0, 1, 0)
    found = stored(settings)
    assert found[name]["titles"]["en"] == "Wholly other words"
    assert len(found[name]["contributions"]) == 1
    assert len(found) == 4


def test_overlapping_sets_give_each_paper_once(harvest: Callable[..., Report], settings: Settings) -> None:
    repository = Repository(records(8))
    assert harvest(repository, set_name="odd").new == 4
    report = harvest(repository)
    assert (report.new, report.unchanged) == (4, 4)
    assert len(stored(settings)) == 8


def test_deleted_records_are_gone_with_410_and_come_back(
    harvest: Callable[..., Report], settings: Settings, tmp_path: Path
) -> None:
    repository = Repository(records(6))
    harvest(repository)
    shared = next(paper for paper in stored(settings).values() if paper["titles"]["en"] == "A study of thing 2")
    # Another file knows this paper too: it stays, without what the repository said.
    own = {"id": shared["id"], "title": "A study of thing 2", "authors": ["San Zhang"], "year": 2020, "abstract": "Of our own."}
    load = LoadOptions(rejects=tmp_path / "r.jsonl")
    run_load(settings, find_inputs([str(write_jsonl(tmp_path / "own.jsonl", [own]))]), load)
    ids = {paper["titles"]["en"]: name for name, paper in stored(settings).items()}
    for n in (1, 2):
        repository.records[n] = Record(f"oai:t:{n}", "2026-06-02", None)
    report = harvest(repository)
    assert report.removed == 1
    assert (report.records, report.rejected) == (0, 0)
    assert report.notices == {"deleted by the service": 2}
    found = stored(settings)
    assert len(found) == 5
    assert [one["source"] for one in found[shared["id"]]["contributions"]] == ["jsonl"]
    web: FlaskClient = create_app(settings).test_client()
    gone = ids["A study of thing 1"]
    assert web.get(f"/api/v1/papers/{gone}").status_code == 410
    assert gone in web.get("/api/v1/papers/deleted").text
    repository.records[1] = Record("oai:t:1", "2026-06-03", "A study of thing 1")
    harvest(repository)
    assert web.get(f"/api/v1/papers/{gone}").status_code == 200


def test_a_repository_that_fails_keeps_what_came_and_the_next_start_goes_on(
    harvest: Callable[..., Report], settings: Settings
) -> None:
    repository = Repository(records(10))
    down = [True]
    repository.faults = [
        lambda _n, query: Reply(status=503) if down[0] and query.get("resumptionToken", "").endswith("|6") else None
    ]
    report = harvest(repository, patience=60)
    assert "status 503" in (report.failure or "")
    assert (report.new, len(stored(settings))) == (6, 6)
    assert report.values
    down[0], repository.requests = False, 0
    report = harvest(repository)
    assert (report.new, report.failure, len(stored(settings))) == (4, None, 10)
    assert repository.requests == 2


def test_a_page_that_stays_broken_is_a_reject_that_names_it(
    harvest: Callable[..., Report], settings: Settings, tmp_path: Path
) -> None:
    repository = Repository(records(7))
    body = repository.answer({"verb": "ListRecords", "resumptionToken": "|||3"}).body
    cut = body[: body.index("oai:t:5")]
    repository.faults = [lambda _n, query: Reply(cut) if query.get("resumptionToken") == "|||3" else None]
    report = harvest(repository)
    assert report.failure
    assert report.papers == 5
    rejects = [json.loads(line) for line in (tmp_path / "rejects.jsonl").read_text().splitlines()]
    assert any(line["record"] == "page 2" and "resumptionToken=%7C%7C%7C3" in line["reason"] for line in rejects)
    assert all(line["file"] == "harvest:oai/tests" for line in rejects)
    repository.faults = []
    assert (harvest(repository).failure, len(stored(settings))) == (None, 7)


def test_rejects_of_records_name_page_and_record(harvest: Callable[..., Report], tmp_path: Path) -> None:
    repository = Repository(records(5))

    def fault(_n: int, query: Query) -> Reply | None:
        reply = repository.answer(query)
        empty = reply.body.replace("<dc:title>A study of thing 4</dc:title><dc:creator>Zhang, San</dc:creator>", "")  # type: ignore[arg-type]
        return replace(reply, body=empty) if query["verb"] == "ListRecords" else None

    repository.faults = [fault]
    report = harvest(repository, dry_run=True)
    assert (report.records, report.papers, report.rejected) == (5, 4, 1)
    line = json.loads((tmp_path / "rejects.jsonl").read_text())
    assert line["record"].startswith("page 2, ")
    assert "oai:t:4" in line["record"]


def test_a_limit_takes_no_more_and_the_rest_comes_later(harvest: Callable[..., Report], settings: Settings) -> None:
    repository = Repository(records(8))
    assert harvest(repository, limit=4).papers == 4
    assert len(stored(settings)) == 4
    report = harvest(repository)
    # The second page was cut: it is asked for again.
    assert (report.new, report.unchanged, len(stored(settings))) == (4, 1, 8)


def test_a_dry_run_writes_nothing_and_needs_no_engine(harvest: Callable[..., Report], settings: Settings, tmp_path: Path) -> None:
    nowhere = replace(settings, elasticsearch_url="http://127.0.0.1:9")
    report = harvest(Repository(records(8)), nowhere, dry_run=True, keep=tmp_path / "pages")
    assert (report.papers, report.dry_run) == (8, True)
    assert not (tmp_path / "state").exists()
    assert len(list((tmp_path / "pages" / "pages").iterdir())) == 3


def test_kept_pages_give_the_same_papers_without_a_service(
    harvest: Callable[..., Report], settings: Settings, tmp_path: Path
) -> None:
    repository = Repository(records(8))
    harvest(repository, keep=tmp_path / "pages")
    repository.records[1] = Record("oai:t:1", "2026-06-02", None)
    repository.records[2] = Record("oai:t:2", "2026-06-02", "Changed words")
    harvest(repository, keep=tmp_path / "pages")
    other = replace(settings, papers_alias=f"{settings.papers_alias}-replayed")
    report = replay(other, tmp_path / "pages", HarvestOptions(rejects=tmp_path / "r.jsonl"))
    assert report.failure is None
    assert {name: paper["titles"] for name, paper in stored(other).items()} == {
        name: paper["titles"] for name, paper in stored(settings).items()
    }
    journal = [json.loads(line) for line in (tmp_path / "pages" / "journal.jsonl").read_text().splitlines()]
    assert [line["records"] for line in journal] == [3, 3, 2, 2]
    assert journal[-1]["deleted"] == ["oai:t:1"]


def test_a_journal_that_was_cut_off_goes_on_behind_its_last_whole_line(
    harvest: Callable[..., Report], settings: Settings, tmp_path: Path
) -> None:
    harvest(Repository(records(5)), keep=tmp_path / "pages", dry_run=True)
    journal = tmp_path / "pages" / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-20])
    harvest(Repository(records(5)), keep=tmp_path / "pages", dry_run=True)
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    assert [line["file"][:12] for line in lines] == ["pages/000001", "pages/000002", "pages/000003"]
    assert replay(settings, tmp_path / "pages", HarvestOptions(rejects=tmp_path / "r.jsonl")).new == 5
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(HarvestError, match="holds no kept pages"):
            replay(settings, folder, HarvestOptions(dry_run=True, rejects=tmp_path / "r.jsonl"))


def test_what_another_load_replaced_is_harvested_anew(harvest: Callable[..., Report], settings: Settings, tmp_path: Path) -> None:
    repository = Repository(records(8))
    harvest(repository)
    file = write_jsonl(tmp_path / "other.jsonl", [{"title": "Something else", "authors": ["Si Li"]}])
    run_load(settings, find_inputs([str(file)]), LoadOptions(replace=True, rejects=tmp_path / "r.jsonl"))
    assert len(stored(settings)) == 1
    assert harvest(repository).new == 8
    assert len(stored(settings)) == 9


def test_two_harvests_of_one_service_do_not_run_at_once(harvest: Callable[..., Report], tmp_path: Path) -> None:
    with State(tmp_path / "state", "oai/tests", {}), pytest.raises(HarvestError, match="Another harvest of oai/tests is running"):
        harvest(Repository(records(1)), set_name="odd")


def test_a_real_page_of_arxiv_is_harvested(harvest: Callable[..., Report], shared: Path, tmp_path: Path) -> None:
    real = (shared / "data" / "formats" / "arxiv_oai" / "ads" / "arxiv_multi_20230125.xml").read_bytes()
    repository = Repository([])

    def play(_n: int, query: Query) -> Reply | None:
        if query["verb"] == "Identify":
            return None
        return Reply(real) if "resumptionToken" not in query else repository.said('<error code="noRecordsMatch"/>')

    repository.faults = [play]
    report = harvest(repository, dry_run=True, keep=tmp_path / "pages")
    assert (report.papers, report.rejected, report.failure) == (3, 0, None)
    journal = (tmp_path / "pages" / "journal.jsonl").read_text()
    assert "resumptionToken=6460044%7C1001" in journal


def test_progress_is_told_page_by_page(settings: Settings, tmp_path: Path) -> None:
    told: list[tuple[int, int | None]] = []
    repository = Repository(records(20), page=5)
    with Remote(repository) as remote:
        options = HarvestOptions(rejects=tmp_path / "r.jsonl", dry_run=True)
        run_harvest(settings, oai.Repository(Transport(), remote.url), options, lambda *so_far: told.append(so_far))
    assert told == [(0, None), (5, 20), (10, 20), (15, 20), (20, 20)]


def test_the_script_harvests_and_ends_with_the_right_code(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ELASTICSEARCH_URL", settings.elasticsearch_url)
    monkeypatch.setenv("PAPERS_ALIAS", settings.papers_alias)
    monkeypatch.chdir(tmp_path)
    with Remote(Repository(records(5), page=100)) as remote:
        command = ["oai", f"{remote.url}/oai", "--contact", "https://library.example", "--keep", "pages", "--pause", "0"]
        assert script.main([*command, "--report", "report.json"]) == 0
        assert remote.agents[0].endswith("(https://library.example)")
        assert script.main([*command, "--prefix", "odd"]) == 1
    assert json.loads(Path("report.json").read_text())["new"] == 5
    output = capsys.readouterr()
    assert "new               5" in output.out
    assert "cannotDisseminateFormat" in output.err
    assert script.main(["--replay", "pages", "--dry-run"]) == 0
    assert script.main(["oai", "http://127.0.0.1:9/oai", "--patience", "1"]) == 1
    monkeypatch.setenv("ELASTICSEARCH_URL", "http://127.0.0.1:9")
    assert script.main(["--replay", "pages"]) == 1
    assert "set ELASTICSEARCH_URL" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [], ["oai"], ["oai", "ftp://x"], ["crossref"], ["openalex"], ["arxiv", ""], ["openreview", "x", "--api", "3"],
        ["oai", "http://x", "--limit", "0"], ["oai", "http://x", "--from", "soon"], ["oai", "http://x", "--replay", "y"],
        ["--replay"], ["somewhere"],
    ],
)  # fmt: skip
def test_wrong_usage_ends_with_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        script.main(arguments)
    assert ended.value.code == 2
