"""The real BibTeX, RIS and CSL-JSON files of the shared data: what is read of each, and that no other file is taken for one.

No engine is needed: the files are only parsed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.folding import squash
from service.loading.inputs import find_inputs, open_input
from service.paper import Paper, Reject
from service.sources import SOURCES, Input

# Papers and rejects; of every file not named here all records are papers.
RECORDS = {
    "bibtex/jabref_encodings/BibtexImporter.examples.bib": (2, 2),
    "bibtex/jabref_encodings/encodingWithoutNewline.bib": (0, 1),
    "bibtex/jabref_testbib/Chocolate.bib": (15, 0),
    "bibtex/jabref_testbib/articleWithMonths.bib": (0, 2),
    "bibtex/jabref_testbib/biblatex-software.bib": (9, 0),
    "bibtex/jabref_testbib/issue-12274.bib": (0, 0),
    "bibtex/jabref_testbib/jabref-authors.bib": (212, 0),
    "bibtex/jabref_testbib/othertype.bib": (0, 1),
    "bibtex/jabref_testbib/reallyunknowntype.bib": (0, 1),
    "bibtex/jabref_testbib/simple-search-library.bib": (16, 0),
    "bibtex/jabref_testbib/testjabref.bib": (156, 0),
    "bibtex/zh/gb7714-egspecialchar.bib": (3, 1),
    "bibtex/zh/gb7714-example.bib": (452, 6),
    "bibtex/zh/gb7714-example_egspecialchar.bib": (3, 1),
    "bibtex/zh/gb7714-example_example.bib": (282, 2),
    "bibtex/zh/gb7714-example_testallformat.bib": (73, 0),
    "bibtex/zh/gb7714-paperone.bib": (251, 0),
    "ris/jabref/RisImporterTest1.ris": (2, 1),
    "ris/zotero/02.ris": (48, 0),
    "ris/zotero/04.ris": (39, 0),
    "ris/zotero/09.ris": (1, 1),
    "csl_json/zh_apa-data.json": (198, 0),
    "csl_json/zh_gbt7714-data.json": (141, 0),
    "csl_json/zh_manual-of-legal-citation-data.json": (84, 2),
}
# Files of these folders, by what they are; what another program made of a file is neither.
FOLDERS = {"bibtex": "bibtex", "ris": "ris", "csl_json": "csl"}
# Nothing in it begins a line, or there is nothing in it.
UNKNOWN = {"Empty.txt", "emptyFile.xml", "encodingWithoutNewline.bib"}


def files(shared: Path) -> Iterator[tuple[str, Path]]:
    root = shared / "data" / "formats"
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and not path.name.endswith(".expected.json") and not (folder == "ris" and path.suffix == ".bib"):
                yield path.relative_to(root).as_posix(), path


def test_every_record_of_the_real_files_is_a_paper_or_a_reject_with_its_reason(shared: Path) -> None:
    met = set()
    for name, path in files(shared):
        source = SOURCES[FOLDERS[name.split("/")[0]]]
        with path.open("rb") as stream:
            items = list(source.parse(Input(stream, path.name)))
        papers, rejects = (
            [item for item in items if isinstance(item, Paper)],
            [item for item in items if isinstance(item, Reject)],
        )
        assert all(reject.reason and reject.record for reject in rejects), name
        met.add(name)
        if name in RECORDS:
            assert (len(papers), len(rejects)) == RECORDS[name], name
        elif path.name not in UNKNOWN:
            assert papers, name
            assert not rejects, f"{name}: {rejects}"
    assert met >= RECORDS.keys()


def test_every_file_of_the_shared_data_is_taken_for_its_own_format_only(shared: Path) -> None:
    found: Counter[str] = Counter()
    for given in find_inputs([str(shared / "data" / "formats"), str(shared / "data" / "papers_zh")]):
        opened = open_input(given)
        with opened.raw:
            name = opened.source.name if opened.source else None
        path = Path(given.path)
        if path.suffix == ".bib":
            expected = None if path.name in UNKNOWN or b"@" not in path.read_bytes().replace(b"\0", b"") else "bibtex"
        elif path.suffix == ".ris":
            expected = "ris"
        elif path.name.endswith("-items.json") or ("csl_json" in given.path and not path.name.endswith(".expected.json")):
            expected = "csl"
        else:
            expected = None
        if expected or name in FOLDERS.values():
            assert name == expected, given.path
            found[expected or ""] += 1
    assert found == {"bibtex": 141, "ris": 31, "csl": 9}


def test_what_other_programs_read_of_the_same_files_is_read(shared: Path) -> None:
    """Titles and numbers of authors against another program's reading (a hint, not the truth: it keeps TeX that we read)."""
    same = different = 0
    for name, path in files(shared):
        beside = path.with_name(path.stem + ".expected.json")
        if not beside.is_file():
            continue
        source = SOURCES[FOLDERS[name.split("/")[0]]]
        with path.open("rb") as stream:
            papers = [item for item in source.parse(Input(stream, path.name)) if isinstance(item, Paper)]
        titles = {squash(title) for paper in papers for title in paper.titles.values()}
        for item in json.loads(beside.read_text(encoding="utf-8")):
            if title := item.get("title"):
                known = squash(title) in titles
                same, different = same + known, different + (not known)
    assert same > 100
    assert different <= same * 0.1, (same, different)


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16"])
def test_real_chinese_files_read_the_same_in_other_encodings(shared: Path, encoding: str, tmp_path: Path) -> None:
    path = shared / "data" / "formats" / "bibtex" / "zh" / "gb7714-paperone.bib"
    other = tmp_path / path.name
    other.write_bytes(path.read_text(encoding="utf-8").encode(encoding))
    with path.open("rb") as first, other.open("rb") as second:
        assert list(SOURCES["bibtex"].parse(Input(first, ""))) == list(SOURCES["bibtex"].parse(Input(second, "")))
