"""Lists that overlap, loaded into a real engine: one paper of several sources, scripts and loaders."""

from __future__ import annotations

import gzip
import json
import random
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loads import papers, stored, write_jsonl
from unit.loading.packing import tarred, zipped

from scripts import overlaps
from service.app import create_app
from service.loading import LoadOptions, find_inputs, run_load
from service.settings import Settings
from tests.conftest import Loader

pytestmark = pytest.mark.engine

# One paper as four programs write it, and another with the same title.
BIB = """@inproceedings{a, title = {Graph {N}etworks for Reading}, author = {Zhang, San and Li, Si}, booktitle = {ACL},
  year = 2021, doi = {10.18653/v1/2021.acl-long.1}}
@inproceedings{b, title = {Graph Networks for Reading}, author = {Zhang, San and Li, Si}, booktitle = {RepL4NLP}, year = 2021,
  doi = {10.18653/v1/2021.repl4nlp-1.1}}
"""
RIS = "TY  - CONF\nTI  - 用于阅读的图网络\nAU  - 张三\nAU  - 李四\nPY  - 2021\nDO  - 10.18653/v1/2021.acl-long.1\nER  - \n"
NATIVE = [
    {
        "title": "Graph networks for reading.",
        "authors": ["S. Zhang", "Si Li"],
        "year": 2021,
        "venue": "ACL",
        "keywords": ["graph"],
    }
]
LIST = [{"title": "Graph Networks for Reading", "author": "San Zhang;Si Li", "aff": "", "site": "", "id": "x1", "status": "Oral"}]


def members() -> dict[str, bytes]:
    return {
        "bib/refs.bib": BIB.encode(),
        "cnki/导出.ris": RIS.encode("gb18030"),
        "own.jsonl": "".join(json.dumps(one) + "\n" for one in NATIVE).encode(),
        "acl2021.json": json.dumps(LIST).encode(),
    }


@pytest.mark.parametrize("pack", [zipped, tarred, lambda files: gzip.compress(tarred(files))], ids=["zip", "tar", "tar.gz"])
def test_an_archive_of_many_formats_makes_one_paper_of_what_is_one(
    pack: Any, load: Loader, settings: Settings, tmp_path: Path
) -> None:
    path = tmp_path / "all"
    path.write_bytes(pack(members()))
    report = load(path)
    assert (report.papers, report.rejected, report.new, report.merged) == (5, 0, 2, 3)
    assert [line.path.partition("!")[2] for line in report.files] == list(members())
    found = stored(settings)
    main = found["doi-10.18653~2Fv1~2F2021.acl-long.1"]
    assert main["titles"]["zh"] == "用于阅读的图网络"
    assert main["authors"][0]["names"] == {"en": "S. Zhang", "zh": "张三"}
    assert sorted(one["file"] for one in main["contributions"]) == sorted(f"all!{name}" for name in members())
    assert len(found["doi-10.18653~2Fv1~2F2021.repl4nlp-1.1"]["contributions"]) == 1
    again = load(path)
    assert (again.new, again.updated, again.unchanged, again.merged) == (0, 0, 5, 0)


def test_the_ids_of_papers_that_turn_out_to_be_one_still_answer(load: Loader, settings: Settings, tmp_path: Path) -> None:
    chinese = {"title": "图网络综述", "authors": ["张三"], "year": 2021, "ids": {"cnki": ["JSJX202101001"]}}
    english = {"title": "A Survey of Graph Networks", "authors": ["San Zhang"], "year": 2021, "ids": {"doi": ["10.5555/g"]}}
    both = {**chinese, "ids": {"cnki": ["JSJX202101001"], "doi": ["10.5555/g"]}}
    load(write_jsonl(tmp_path / "a.jsonl", [chinese, english]))
    before = set(stored(settings))
    load(write_jsonl(tmp_path / "b.jsonl", [both]))
    (stays,) = stored(settings)
    (gone,) = before - {stays}
    client = create_app(replace(settings, cache_bytes=0)).test_client()
    moved = client.get(f"/api/v1/papers/{gone}")
    assert moved.status_code == 301
    assert moved.headers["Location"].endswith(f"/api/v1/papers/{stays}")
    answer: Any = client.get(f"/api/v1/papers/{stays}").json
    assert answer["titles"] == {"zh": "图网络综述", "en": "A Survey of Graph Networks"}


def test_many_records_of_few_papers_are_grouped_as_few(load: Loader, settings: Settings, tmp_path: Path) -> None:
    records = [
        {
            "title": f"One paper that everybody brings, number {n % 5}",
            "authors": ["San Zhang" if n % 3 else "S. Zhang", "Si Li"],
            "year": 2020 + n % 2,
            "abstract": f"What record {n} says of it.",
            **({"ids": {"doi": [f"10.5555/{n % 5}"]}} if n % 7 == 0 else {}),
        }
        for n in range(2000)
    ]
    random.Random(1).shuffle(records)  # noqa: S311
    report = load(write_jsonl(tmp_path / "a.jsonl", records))
    assert (report.new, report.merged) == (5, 1995)
    assert sorted(len(paper["contributions"]) for paper in stored(settings).values()) == [400] * 5


def test_two_loads_of_overlapping_lists_at_once_make_what_one_makes(settings: Settings, tmp_path: Path) -> None:
    records = papers(600)
    other = [{**{k: v for k, v in one.items() if k != "ids"}, "citations": n} for n, one in enumerate(records) if n % 2]
    files = [write_jsonl(tmp_path / "a.jsonl", records), write_jsonl(tmp_path / "b.jsonl", other)]
    seed = write_jsonl(tmp_path / "seed.jsonl", [{"title": "Seed", "authors": ["Wu Wang"]}])
    quiet, busy = (replace(settings, papers_alias=f"{settings.papers_alias}-{name}") for name in ("quiet", "busy"))
    options = LoadOptions(rejects=tmp_path / "r")
    run_load(quiet, find_inputs([str(path) for path in (seed, *files)]), options)
    run_load(busy, find_inputs([str(seed)]), options)
    threads = [threading.Thread(target=run_load, args=(busy, find_inputs([str(file)]), options)) for file in files]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert contents(busy) == contents(quiet)


def contents(settings: Settings) -> set[frozenset[tuple[str, str, int]]]:
    """Each paper by the records that it is made of."""
    return {
        frozenset((one["file"], one["id"], one["n"]) for one in paper["contributions"]) for paper in stored(settings).values()
    }


def test_the_loader_makes_the_papers_that_the_rule_makes_of_real_lists(
    shared: Path, load: Loader, settings: Settings, tmp_path: Path
) -> None:
    """The conference from two sources; also what the command that judges merging says of them."""
    lists = shared / "data" / "papers_en" / "paperlists" / "acl2022.json.zst"
    volume = shared / "data" / "formats" / "acl_anthology_xml" / "2022.acl.xml"
    report = load(lists, volume)
    found = overlaps.grouped(list(overlaps.read([str(lists), str(volume)], tmp_path / "r")))
    assert len(stored(settings)) == len(found.papers)
    assert report.new + report.merged == len(found.records)
    assert len(found.joined) > 500
    blind = overlaps.grouped(overlaps.hidden(found.records, "paperlists"))
    verdicts = [verdict for verdict, _, _ in overlaps.judged(found, blind)]
    assert verdicts.count("wrongly") == 0
    assert verdicts.count("missed") < len(found.joined) * 0.02
