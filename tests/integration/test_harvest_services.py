"""arXiv, Crossref, OpenAlex and OpenReview into a real engine: their own fields in, papers out, changes followed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loads import stored
from remote import Query, Remote, Reply, Time

from service.harvesters import Transport, arxiv, crossref, openalex, openreview
from service.loading import Report
from service.loading.harvesting import HarvestOptions, run_harvest
from service.settings import Settings

pytestmark = pytest.mark.engine
Record = dict[str, Any]


def work_of_crossref(n: int, title: str) -> Record:
    return {
        "DOI": f"10.5555/{n}", "title": [title], "author": [{"given": "San", "family": "Zhang", "sequence": "first"}],
        "issued": {"date-parts": [[2024, 5, 1]]}, "type": "journal-article", "container-title": ["Journal of Tests"],
        "indexed": {"date-time": f"2026-05-01T00:00:{n:02}Z"}, "is-referenced-by-count": n, "reference-count": 0,
    }  # fmt: skip


def work_of_openalex(n: int, title: str) -> Record:
    return {
        "id": f"https://openalex.org/W100{n}", "title": title, "display_name": title, "publication_year": 2024,
        "type": "article", "cited_by_count": n, "ids": {"openalex": f"https://openalex.org/W100{n}"},
        "authorships": [{"author": {"display_name": "San Zhang"}, "institutions": []}],
    }  # fmt: skip


def note_of_openreview(n: int, title: str) -> Record:
    return {
        "id": f"abcDEF{n:04}", "forum": f"abcDEF{n:04}", "cdate": 1700000000000, "tcdate": 1700000000000,
        "invitations": ["X.org/2024/Conference/-/Submission"], "domain": "X.org/2024/Conference", "readers": ["everyone"],
        "content": {
            "title": {"value": title}, "authors": {"value": ["San Zhang"]}, "venue": {"value": "X 2024"},
            "venueid": {"value": "X.org/2024/Conference"},
        },
    }  # fmt: skip


def entry_of_arxiv(n: int, title: str) -> Record:
    return {"n": n, "title": title, "version": 1 if "changed" not in title else 2}


def play_crossref(records: list[Record], query: Query) -> Reply:
    start = 0 if query["cursor"] == "*" else int(query["cursor"])
    rows = records[start : start + 2]
    message = {"total-results": len(records), "items": rows, "next-cursor": str(start + 2)}
    return Reply(json.dumps({"status": "ok", "message-type": "work-list", "message-version": "1.0.0", "message": message}))


def play_openalex(records: list[Record], query: Query) -> Reply:
    start = 0 if query["cursor"] == "*" else int(query["cursor"])
    following = str(start + 2) if start < len(records) else None
    return Reply(json.dumps({"meta": {"count": len(records), "next_cursor": following}, "results": records[start : start + 2]}))


def play_openreview(records: list[Record], query: Query) -> Reply:
    there = sorted((one for one in records if one["id"] > query.get("after", "")), key=lambda one: str(one["id"]))
    return Reply(json.dumps({"notes": there[:2], "count": len(records)}))


def play_arxiv(records: list[Record], query: Query) -> Reply:
    start = int(query["start"])
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/2405.0000{one['n']}v{one['version']}</id>"
        f"<updated>2026-05-0{one['n'] + 1}T00:00:00Z</updated>"
        f"<published>2024-05-01T00:00:00Z</published><title>{one['title']}</title><summary>We test.</summary>"
        "<author><name>San Zhang</name></author></entry>"
        for one in records[start : start + 2]
    )
    return Reply(
        '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">'
        f"<opensearch:totalResults>{len(records)}</opensearch:totalResults>{entries}</feed>"
    )


SERVICES: dict[str, tuple[Callable[..., Any], Callable[..., Record], Callable[..., Reply], tuple[Any, ...], dict[str, Any]]] = {
    "arxiv": (arxiv.Search, entry_of_arxiv, play_arxiv, ("cat:cs.CL",), {}),
    "crossref": (crossref.Works, work_of_crossref, play_crossref, ("tests",), {}),
    "openalex": (openalex.Works, work_of_openalex, play_openalex, ("tests",), {"key": "k"}),
    "openreview": (openreview.Notes, note_of_openreview, play_openreview, ("X.org/2024/Conference",), {}),
}


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_s_papers_come_whole_and_its_changes_replace_what_it_said(
    name: str, settings: Settings, tmp_path: Path
) -> None:
    service, make, play, given, options = SERVICES[name]
    # Two of one title: what tells them apart is the service's own identifier. OpenAlex may have one paper as two works.
    records = [make(n, f"On matters of kind {n % (9 if name == 'openalex' else 4)}") for n in range(5)]
    time = Time()

    def harvested() -> Report:
        one = service(Transport(clock=time, sleep=time.sleep), *given, url=remote.url, **options)
        return run_harvest(settings, one, HarvestOptions(state=tmp_path / "state", rejects=tmp_path / "rejects.jsonl"))

    with Remote(lambda _path, query: play(records, query)) as remote:
        report = harvested()
        assert (report.records, report.new, report.rejected, report.failure) == (5, 5, 0, None)
        first = stored(settings, times=True)
        assert {paper["contributions"][0]["source"] for paper in first.values()} == {name}
        assert {len(paper["contributions"]) for paper in first.values()} == {1}
        report = harvested()
        assert (report.new, report.updated) == (0, 0)
        records[1] = make(1, "A wholly changed title")
        report = harvested()
        assert (report.new, report.updated, report.rejected) == (0, 1, 0)
    after = stored(settings, times=True)
    assert after.keys() == first.keys()
    changed = [key for key in after if after[key]["updated"] != first[key]["updated"]]
    assert [after[key]["titles"]["en"] for key in changed] == ["A wholly changed title"]
    assert {len(paper["contributions"]) for paper in after.values()} == {1}


def test_notes_that_openreview_deletes_are_taken_away(settings: Settings, tmp_path: Path) -> None:
    records = [note_of_openreview(n, f"On matters of kind {n}") for n in range(4)]
    with Remote(lambda _path, query: play_openreview(records, query)) as remote:
        for expected in (4, 3):
            one = openreview.Notes(Transport(), "X.org/2024/Conference", url=remote.url)
            report = run_harvest(settings, one, HarvestOptions(state=tmp_path / "state", rejects=tmp_path / "rejects.jsonl"))
            assert (report.rejected, len(stored(settings))) == (0, expected)
            records[2]["ddate"] = 1780185600000
    assert report.notices == {"deleted by the service": 1}
