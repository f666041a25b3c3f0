"""Sets that ask in one language for papers of the other: titles that their authors wrote in both, and short topics.

The index holds one language only, so nothing can be found by the words of the other.
"""

from __future__ import annotations

import json
import re
import tarfile
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import zstandard

from scripts.evaluate.knownitem import CSL, csl
from scripts.evaluate.model import DATA, Questions, Record, Skipped, Titles, record
from service.folding import squash
from service.languages import has_han

ANTHOLOGY = DATA / "papers_en" / "acl_anthology" / "acl-anthology-xml_88fdc264.tar.zst"
PAIRS = DATA / "relevance" / "xling_titles" / "pairs.jsonl"
TOPICS = Path(__file__).with_name("topics.jsonl")
# The archive was packed with `--long=27`.
WINDOW = 2**27

_IN_CHINESE = re.compile(r"\s*\[in chinese\]?\s*\Z", re.IGNORECASE)
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# The English title stands in parentheses behind the Chinese one.
_IN_PARENTHESES = re.compile(rf"[(（]([^{_HAN}]*)[)）]\s*\Z")
_NOT_ENGLISH = re.compile(rf"[{_HAN}\u3000-\u303f\uff00-\uffef“”]+")


@cache
def pairs() -> tuple[dict[str, Any], ...]:
    """The 362 papers of the Anthology with a title in both languages."""
    return tuple(json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines())


@cache
def anthology() -> dict[str, str]:
    """Titles of all 73,970 papers of the Anthology by `collection-volume.paper`, with what is Chinese cut off."""
    found: dict[str, str] = {}
    with (
        ANTHOLOGY.open("rb") as file,
        zstandard.ZstdDecompressor(max_window_size=WINDOW).stream_reader(file) as stream,
        tarfile.open(fileobj=stream, mode="r|") as archive,
    ):
        for member in archive:
            content = archive.extractfile(member) if member.name.endswith(".xml") else None
            if content is not None:
                found.update(_titles(ET.parse(content).getroot()))  # noqa: S314 (a file of our own test data)
    return found


def english_part(title: str) -> str:
    """The English title of a title in both languages; a title without Han characters as it is. May be empty."""
    if not has_han(title):
        return title
    title = _IN_CHINESE.sub("", title)
    found = _IN_PARENTHESES.search(title)
    return " ".join((found[1] if found else _NOT_ENGLISH.sub(" ", title)).split())


def english_titles() -> Iterator[Record]:
    """The Anthology's titles. Those that were Chinese alone are gone."""
    return (record(own_id, titles={"en": title}) for own_id, title in anthology().items() if title)


def chinese_titles() -> Iterator[Record]:
    """The Chinese titles of the pairs among 10,000 titles of CSL."""
    for one in pairs():
        yield record(one["id"], titles={"zh": one["zh_title"]})
    for paper in csl():
        yield record(paper["id"], titles={"zh": paper["title"]})
    for number, line in enumerate((CSL / "cls_ctg_train.tsv").read_text(encoding="utf-8").splitlines()):
        yield record(f"csl-train-{number:04}", titles={"zh": line.split("\t")[1]})


def chinese_to_english(_: Titles) -> Questions:
    """The Chinese title, for the English one among all of the Anthology."""
    return _other("zh_title", "en_title", anthology())


def english_to_chinese(_: Titles) -> Questions:
    """The English title, for the Chinese one."""
    return _other("en_title", "zh_title", {one["id"]: one["zh_title"] for one in pairs()})


def _other(asked: str, meant: str, titles: Mapping[str, str]) -> Questions:
    """Every paper with the meant title is right: some stand in proceedings and journal."""
    holders: dict[str, dict[str, int]] = defaultdict(dict)
    for own_id, title in titles.items():
        holders[squash(title)][own_id] = 1
    relevant = {one["id"]: {one["id"]: 1} | holders[squash(one[meant])] for one in pairs()}
    return Questions({one["id"]: one[asked] for one in pairs()}, relevant)


def topics(_: Titles) -> Questions:
    """Short Chinese topics, judged by hand: lines of `{"q": .., "relevant": [ids], "judged": [ids]}`.

    `judged` are all papers that somebody looked at: those that are not relevant too get a grade, 0. A paper without a grade
    counts as not relevant, and `Judged@10` says how many of the first ten have one.
    """
    if not TOPICS.exists():
        raise Skipped(f"there is no {TOPICS.name} with judged topics yet")
    lines = [json.loads(line) for line in TOPICS.read_text(encoding="utf-8").splitlines() if line.strip()]
    grades = {one["q"]: dict.fromkeys(one["judged"], 0) | dict.fromkeys(one["relevant"], 1) for one in lines}
    return Questions({query: query for query in grades}, grades)


def _titles(collection: ET.Element) -> Iterator[tuple[str, str]]:
    for volume in collection.iter("volume"):
        for paper in volume.iter("paper"):
            title = paper.find("title")
            text = " ".join("".join(title.itertext()).split()) if title is not None else ""
            yield f"{collection.get('id')}-{volume.get('id')}.{paper.get('id')}", english_part(text)
