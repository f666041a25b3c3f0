"""gunicorn's settings beside each other, on papers that are loaded: `python -m scripts.bench.workers ALIAS [ROUNDS] [SECONDS]`.

All run at once and are asked in turns, so that whatever else the machine does meets all of them. Nothing is changed.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import quote

from scripts.bench.searching import QUERIES
from scripts.bench.serving import FRESH, ask, served
from service.settings import Settings

# Name: the command line's options, workers and threads.
VARIANTS: dict[str, tuple[tuple[str, ...], int, int]] = {
    "1 x 8 threads": ((), 1, 8),
    "2 x 1 thread": ((), 2, 1),
    "2 x 2 threads": ((), 2, 2),
    "2 x 4 threads": ((), 2, 4),
    "2 x 8 threads": ((), 2, 8),
    "3 x 4 threads": ((), 3, 4),
    "4 x 2 threads": ((), 4, 2),
    "2 sync": (("--worker-class", "sync"), 2, 1),
    "4 sync": (("--worker-class", "sync"), 4, 1),
    "2 x 4, closing": (("--keep-alive", "0"), 2, 4),
}
CLIENTS = (1, 8, 32)


class Figures(NamedTuple):
    """Of one turn: milliseconds (the median, the 99th percentile), answers a second, and how many were not right."""

    median: float
    late: float
    rate: float
    failed: int


def main(arguments: list[str]) -> int:
    """0: measured; 2: wrong usage."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    rounds, seconds = int(arguments[1]) if arguments[1:] else 5, float(arguments[2]) if arguments[2:] else 3.0
    settings = replace(Settings.from_environment(), papers_alias=arguments[0])
    requests = [{"method": "GET", "path": f"/api/v1/papers?q={quote(words)}"} for words in QUERIES]
    with ExitStack() as stack:
        addresses = {
            name: stack.enter_context(served(settings, *options, WORKERS=str(workers), THREADS=str(threads)))
            for name, (options, workers, threads) in VARIANTS.items()
        }
        for kind, headers in (("fresh", FRESH), ("kept", {})):
            asked = [{**one, "headers": headers} for one in requests]
            for clients in CLIENTS:
                runs: dict[str, list[Figures]] = {name: [] for name in addresses}
                for _ in range(rounds):
                    for name, address in addresses.items():
                        runs[name].append(figures(ask(address, asked, clients, seconds)))
                for name, found in runs.items():
                    print(f"{kind:<6} {clients:>2} clients  {name:<15} {told(found)}", flush=True)
    return 0


def figures(run: dict[str, Any]) -> Figures:
    """What one turn says."""
    times = sorted(run["times"])
    return Figures(statistics.median(times), times[int(len(times) * 0.99)], run["count"] / run["seconds"], run["failed"])


def told(found: Sequence[Figures]) -> str:
    """The medians of all turns."""
    middle, late, rate, failed = (statistics.median(part) for part in zip(*found, strict=True))
    return f"median {middle:7.1f} ms, 99th {late:7.1f} ms, {rate:7.1f} a second" + (f", {failed:.0f} FAILED" if failed else "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
