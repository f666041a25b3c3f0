"""Administration of all real papers: flat memory, a load and searches meanwhile, kills at random moments."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from administering import environment, live, script
from loads import PROJECT, stored
from test_memory import write_papers

from service.index import Administration
from service.loading import LoadOptions, find_inputs, run_load
from service.loading.checking import check
from service.loading.reindexing import run_reindex
from service.settings import Settings

pytestmark = [pytest.mark.deep, pytest.mark.engine]
# The process's own peak: what `getrusage` says counts this one as well, of which it is a copy at first.
PROGRAM = """
import sys
from pathlib import Path
from scripts.index.__main__ import main
code = main(sys.argv[1:])
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
print("peak", int(status["VmHWM"].split()[0]) // 1024)
sys.exit(code)
"""


def peak(settings: Settings, *arguments: str | Path) -> int:
    """Megabytes that a command took at the most."""
    command = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    done = subprocess.run(command, cwd=PROJECT, env=environment(settings), check=True, capture_output=True, text=True)
    return int(done.stdout.rsplit("peak", 1)[1])


def test_four_times_the_papers_take_no_more_memory(settings: Settings, tmp_path: Path) -> None:
    found: dict[str, list[int]] = {}
    for count in (50_000, 200_000):
        one = replace(settings, papers_alias=f"{settings.papers_alias}-{count}")
        file, backup = write_papers(tmp_path / f"{count}.jsonl", count), tmp_path / f"{count}.jsonl.zst"
        run_load(one, find_inputs([str(file)]), LoadOptions(rejects=tmp_path / "r"))
        copy = replace(one, papers_alias=f"{one.papers_alias}-copy")
        for what, settings_of, arguments in (
            ("reindex", one, ["reindex"]),
            ("verify", one, ["verify"]),
            ("verify files", one, ["verify", file]),
            ("export", one, ["export", backup]),
            ("import", copy, ["import", backup]),
        ):
            found.setdefault(what, []).append(peak(settings_of, *arguments))
    assert all(large < small * 1.2 for small, large in found.values()), found


def test_all_real_papers_are_reindexed_while_they_are_loaded(settings: Settings, shared: Path, tmp_path: Path) -> None:
    folder = shared / "data" / "papers_en"
    first, second = find_inputs([str(folder / "airas")]), find_inputs([str(folder / "paperlists")])
    quiet = replace(settings, papers_alias=f"{settings.papers_alias}-quiet")
    for one in (settings, quiet):
        run_load(one, first, LoadOptions(rejects=tmp_path / "r"))
    run_load(quiet, second, LoadOptions(rejects=tmp_path / "r"))
    thread = threading.Thread(target=run_load, args=(settings, second, LoadOptions(rejects=tmp_path / "r2")))
    thread.start()
    done = [run_reindex(settings)]
    while thread.is_alive():
        done.append(run_reindex(settings))
    thread.join()
    assert sum(one.caught_up for one in done) > 10_000, done
    assert stored(settings) == stored(quiet)
    assert check(settings).agrees


@pytest.mark.parametrize("command", ["reindex", "import"])
def test_twenty_kills_at_any_moment_lose_nothing(command: str, settings: Settings, shared: Path, tmp_path: Path) -> None:
    files = find_inputs([str(shared / "data" / "papers_en" / "airas")])
    run_load(settings, files, LoadOptions(rejects=tmp_path / "r"))
    before, backup = stored(settings, times=True), tmp_path / "all.jsonl.zst"
    assert script(settings, "export", backup) == 0
    arguments = ["reindex"] if command == "reindex" else ["import", str(backup), "--replace", "--yes"]
    chance, kills = random.Random(command), 0  # noqa: S311
    for _ in range(20):
        process = subprocess.Popen(
            [sys.executable, "-m", "scripts.index", *arguments],
            cwd=PROJECT,
            env=environment(settings),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            process.wait(chance.uniform(0.5, 12))
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            kills += 1
        assert stored(settings, times=True) == before
    assert kills >= 5
    assert script(settings, *arguments) == 0
    assert stored(settings, times=True) == before
    # A load mends what is left of the kills: a closed index, values that are behind.
    assert run_load(settings, files, LoadOptions(rejects=tmp_path / "r")).new == 0
    assert check(settings).agrees
    Administration(settings).prune(keep=0)
    assert set(Administration(settings).metas()) == {live(settings), Administration(settings).live_values()}
