"""`python -m scripts.bench`: reads arguments, finds an engine and runs the measurements."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from scripts.bench.engine import SHARED, Engine, engine_address
from scripts.bench.loading import bench_loading, load_once
from scripts.bench.page import bench_page
from scripts.bench.searching import bench_searching
from scripts.bench.serving import bench_serving
from scripts.bench.walking import bench_walking
from scripts.node import NodeError
from service.settings import Settings

PARTS = ("loading", "searching", "serving", "walking", "page")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the measurements. Returns 1 when there is nothing to measure with."""
    parser = argparse.ArgumentParser(prog="python -m scripts.bench", description="Measures against the raw engine.")
    parser.add_argument("--papers", type=Path, default=SHARED / "data" / "papers_en" / "paperlists", help="folder to load")
    parser.add_argument("--alias", help="measure serving, walking and the page on what is loaded there, and change nothing")
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured (%(default)s)")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds of each turn of clients (%(default)s)")
    parser.add_argument("--requests", type=int, default=5000, help="requests while memory is watched (%(default)s)")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="what is measured (default: everything)")
    args = parser.parse_args(arguments)
    if not args.alias and not (args.papers.is_dir() and (SHARED / "yardstick").is_dir()):
        print(
            "the papers and the yardstick are not here: set LUNWEN_SHARED to the folder with data/ and yardstick/",
            file=sys.stderr,
        )
        return 1
    try:
        with engine_address() as url:
            settings = Settings.from_environment({"ELASTICSEARCH_URL": url})
            if args.alias:
                _measure_served(replace(settings, papers_alias=args.alias), args)
            else:
                _measure(Engine(url), replace(settings, papers_alias=f"bench-{secrets.token_hex(3)}"), args)
    except NodeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _measure(engine: Engine, settings: Settings, args: argparse.Namespace) -> None:
    try:
        if "loading" in args.only:
            bench_loading(engine, settings, args.papers, args.rounds)
        load_once(engine, settings, args.papers)
        if "searching" in args.only:
            bench_searching(engine, settings, f"{settings.papers_alias}-yardstick", args.rounds * 10)
        _measure_served(settings, args)
    finally:
        for name in engine.ask("GET", f"/{settings.papers_alias}*/_settings"):
            engine.ask("DELETE", f"/{name}")


def _measure_served(settings: Settings, args: argparse.Namespace) -> None:
    if "serving" in args.only:
        bench_serving(settings, args.rounds, args.seconds)
    if "walking" in args.only:
        bench_walking(settings, args.requests)
    if "page" in args.only:
        bench_page(settings, args.rounds)


if __name__ == "__main__":
    sys.exit(main())
