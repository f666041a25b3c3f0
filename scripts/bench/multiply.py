"""Makes many papers of real ones: `python -m scripts.bench.multiply OUT.jsonl.zst TIMES PATH...`

Each copy has identifiers, a title and names of its own: nothing merges, and facets grow with the papers. For measuring only.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import orjson
import zstandard

from service.loading.inputs import find_inputs, open_inputs
from service.paper import Author, Paper
from service.paper.model import to_dict


def main(arguments: list[str]) -> int:
    """0: written; 2: wrong usage."""
    if len(arguments) < 3 or not arguments[1].isdigit():
        print(__doc__, file=sys.stderr)
        return 2
    target, times, paths = Path(arguments[0]), int(arguments[1]), arguments[2:]
    count = 0
    with target.open("wb") as file, zstandard.ZstdCompressor().stream_writer(file) as out:
        for copy in range(times):
            others = ["Lin", "Chen"]
            for paper in papers(paths):
                out.write(orjson.dumps(to_dict(copied(paper, copy, count, others))) + b"\n")
                count += 1
    print(f"{count:,} papers in {target}")
    return 0


def papers(paths: list[str]) -> Iterator[Paper]:
    """The papers of some files."""
    for found in find_inputs(paths):
        for opened in open_inputs(found):
            if opened.source:
                yield from (item for item in opened.source.parse(opened.input) if isinstance(item, Paper))


def copied(paper: Paper, copy: int, number: int, others: list[str]) -> Paper:
    """The paper, or from the first copy on one like it; `others` are family names met before, and gets this paper's."""
    authors = []
    for author in paper.authors:
        given, _, family = author.name.rpartition(" ")
        # Every third name is another person's: lists of authors grow with the papers, and the busiest stay the busiest.
        if copy and number % 3 == 0 and given and family.isalpha():
            authors.append(Author(f"{given} {others[(copy * 7) % len(others)]}", affiliations=author.affiliations))
        else:
            authors.append(author)
        others.append(family or author.name)
    del others[:-50]
    if not copy:
        return replace(paper, authors=tuple(authors), given_id=None)
    titles = {code: f"{title} {number:x}" for code, title in paper.titles.items()}
    ids = {"openreview": (f"copy{copy}-{number:x}",)}
    return replace(paper, titles=titles, authors=tuple(authors), ids=ids, given_id=None, record=f"{paper.record}-{copy}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
