"""The sources read the real data beside the project whole: every record is a paper or a reject. Skipped where it is absent."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest
import zstandard

from service.paper import Notice, Paper, Reject
from service.sources import SOURCES, Input, detect_format

Item = Paper | Reject | Notice


def opened(path: Path) -> bytes:
    data = path.read_bytes()
    return zstandard.ZstdDecompressor().stream_reader(data).read() if path.suffix == ".zst" else data


def items(path: Path, format_name: str) -> Iterator[Item]:
    data, name = opened(path), path.name.removesuffix(".zst")
    found = detect_format(data[: 64 * 1024], name)
    assert found is not None
    assert found.name == format_name
    yield from SOURCES[format_name].parse(Input(io.BytesIO(data), name))


@pytest.mark.parametrize(("name", "categories"), [("000_5f6482c9b15584a0.txt", 0), ("002_3f616a01b3a9d7b2.txt", 20)])
def test_a_seed_gives_twenty_papers_with_every_author_and_abstract_whole(shared: Path, name: str, categories: int) -> None:
    path = shared / "seeds" / name
    papers = [item for item in items(path, "listing") if isinstance(item, Paper)]
    blocks = [block.strip() for block in path.read_text(encoding="utf-8").split("\n\n")]
    abstracts = [" ".join(block.split()) for block in blocks if len(block) > 500]
    lists = [block.removesuffix(" 等") for block in blocks if "," in block and len(block) < 500 and "·" not in block]
    assert len(papers) == len(abstracts) == len(lists) == 20
    assert [list(paper.abstracts.values()) for paper in papers] == [[abstract] for abstract in abstracts]
    assert [len(paper.authors) for paper in papers] == [len(line.split(", ")) for line in lists]
    assert sum(len(paper.categories) for paper in papers) == categories
    assert all(paper.categories[0].subarea for paper in papers if paper.categories)
    assert not any(paper.titles or paper.year or paper.venue for paper in papers)


def test_the_names_of_the_seeds_have_one_form(shared: Path) -> None:
    papers = [
        item for path in sorted((shared / "seeds").glob("*.txt")) for item in items(path, "listing") if isinstance(item, Paper)
    ]
    names = Counter(author.name for paper in papers for author in paper.authors)
    assert (names["S Kevin Zhou"], names["Dooho Lee"], names["Yuejiang Shi"]) == (2, 2, 1)
    assert names["Devriş İşler"] == 1
    assert not any(name.isupper() or name.islower() or "等" in name for name in names)
    assert [paper.authors[-1].name for paper in papers if paper.authors_truncated] == ["Hongwei Wang"]


@pytest.mark.parametrize(("folder", "files", "records"), [("paperlists", 220, 97_628), ("airas", 11, 18_246)])
def test_every_record_of_the_conference_lists_is_accounted_for(shared: Path, folder: str, files: int, records: int) -> None:
    paths = sorted((shared / "data" / "papers_en" / folder).glob("*.json.zst"))
    assert len(paths) == files
    total = rejected = 0
    for path in paths:
        counted = Counter(type(item) for item in items(path, "paperlists"))
        assert counted[Paper] + counted[Reject] == len(orjson.loads(opened(path))), path.name
        total += counted[Paper] + counted[Reject]
        rejected += counted[Reject]
    assert total == records
    assert rejected <= 1


def test_the_conference_lists_give_what_they_hold(shared: Path) -> None:
    folder = shared / "data" / "papers_en"
    papers = {
        name: [item for item in items(folder / place, "paperlists") if isinstance(item, Paper)]
        for name, place in (
            ("icra", "paperlists/icra2019.json.zst"),
            ("ijcai", "paperlists/ijcai2023.json.zst"),
            ("acl", "paperlists/acl2021.json.zst"),
            ("iclr", "airas/iclr_2024.json.zst"),
        )
    }
    assert {(paper.venue, paper.year) for paper in papers["icra"]} == {("ICRA", 2019)}
    assert all(len(paper.authors) == len({id(author) for author in paper.authors}) for paper in papers["icra"])
    assert sum(1 for paper in papers["icra"] if len(paper.authors) > 12) < 10
    assert sum(1 for paper in papers["ijcai"] if any(category.subarea for category in paper.categories)) > 700
    assert all(paper.ids["acl"] for paper in papers["acl"])
    assert sum(1 for paper in papers["iclr"] if paper.categories) == 2024
    with_place = [author for paper in papers["icra"] for author in paper.authors if author.affiliations]
    assert sum(1 for author in with_place if author.affiliations[0].country) > len(with_place) * 0.8


def test_no_address_of_a_person_is_kept(shared: Path) -> None:
    for path in sorted((shared / "data" / "papers_en" / "paperlists").glob("i*200[5-7].json.zst")):
        for item in items(path, "paperlists"):
            assert "example.org" not in repr(item), path.name


def test_the_chinese_records_are_native_json_lines(shared: Path) -> None:
    found = list(items(shared / "data" / "papers_zh" / "csl" / "derived_joined_2000.jsonl", "jsonl"))
    papers = [item for item in found if isinstance(item, Paper)]
    assert len(papers) == 2000
    # One of them is in English.
    assert sum(1 for paper in papers if "zh" in paper.titles and "zh" in paper.abstracts) == 1999
    assert sum(1 for paper in papers if paper.categories and paper.categories[0].subarea) == 2000
