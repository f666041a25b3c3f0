"""The loader's memory does not grow with what it loads."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from loads import PROJECT

from service.settings import Settings

pytestmark = [pytest.mark.deep, pytest.mark.engine]
PROGRAM = (
    "import resource, sys; from scripts import load; code = load.main(sys.argv[1:]); "
    "print('peak', resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024); sys.exit(code)"
)


def write_papers(path: Path, count: int) -> Path:
    """Different papers with names that mostly come once: the worst for every cache."""
    chance = random.Random(count)  # noqa: S311
    syllables = ["wei", "zhang", "li", "hua", "jun", "min", "xin", "yu", "lin", "chen", "ma", "ko", "ra", "ti", "so", "ne"]

    def word(parts: int) -> str:
        return "".join(chance.choice(syllables) for _ in range(parts))

    with path.open("w", encoding="utf-8") as file:
        for n in range(count):
            record = {
                "title": f"{word(3)} {word(3)} {word(4)} {n}",
                "authors": [f"{word(2).title()} {word(3).title()}" for _ in range(5)],
                "abstract": " ".join(word(2) for _ in range(150)),
                "year": 1980 + n % 45,
            }
            file.write(json.dumps(record) + "\n")
    return path


def peak(settings: Settings, path: Path, folder: Path) -> int:
    """Megabytes that loading a file took at the most."""
    environment = {**os.environ, "ELASTICSEARCH_URL": settings.elasticsearch_url, "PAPERS_ALIAS": settings.papers_alias}
    command = [sys.executable, "-c", PROGRAM, str(path), "--replace", "--rejects", str(folder / "rejects.jsonl")]
    done = subprocess.run(command, cwd=PROJECT, env=environment, check=True, capture_output=True, text=True)
    return int(done.stdout.rsplit("peak", 1)[1])


def test_four_times_the_papers_take_no_more_memory(settings: Settings, tmp_path: Path) -> None:
    small = peak(settings, write_papers(tmp_path / "small.jsonl", 75_000), tmp_path)
    large = peak(settings, write_papers(tmp_path / "large.jsonl", 300_000), tmp_path)
    assert large < small * 1.15, f"{small} MB for 75,000 papers, {large} MB for 300,000"
