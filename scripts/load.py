"""Loads papers from files, folders or standard input into the index: `python -m scripts.load PATH...`

It only reads arguments, draws the bar and prints the report; the work is service.loading.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import orjson
from tqdm import tqdm

from service.errors import EngineUnavailable, ServiceError
from service.loading import LoadOptions, Report, find_inputs, run_load
from service.loading.defaults import FILLABLE
from service.settings import SETTINGS, Settings
from service.sources import SOURCES

LOADED, FAILED, WRONG_USAGE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 0: loaded (rejects reported), 1: failed, 2: wrong usage."""
    parser = _parser()
    args = parser.parse_args(arguments)
    defaults = _defaults(parser, args.set)
    try:
        files = find_inputs(args.paths)
    except ServiceError as error:
        parser.error(error.detail)
    for target in (args.rejects, args.report):
        if target and (target.is_dir() or not os.access(target if target.exists() else target.parent, os.W_OK)):
            parser.error(f"{target} can't be written: name another file")
    options = LoadOptions(args.format, defaults, args.replace, args.dry_run, args.rejects)
    try:
        with tqdm(
            total=sum(file.size for file in files), unit="B", unit_scale=True, desc="loading", disable=None, delay=0.5
        ) as bar:

            def progress(read: int, records: int) -> None:
                bar.update(read)
                bar.set_postfix_str(f"{records:,} records", refresh=False)

            report = run_load(Settings.from_environment(), files, options, progress)
    except EngineUnavailable as error:
        address = os.environ.get("ELASTICSEARCH_URL") or SETTINGS["elasticsearch_url"].default
        print(f"load failed: {error.detail} (at {address}: start it there, or set ELASTICSEARCH_URL)", file=sys.stderr)
        return FAILED
    except ServiceError as error:
        print(f"load failed: {error.detail}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("load stopped: start it again to finish; what is there stays as it is", file=sys.stderr)
        return FAILED
    _tell(report, args.report, args.rejects)
    if report.failure:
        print(f"load failed: {report.failure}", file=sys.stderr)
    return FAILED if report.failure else LOADED


def _tell(report: Report, target: Path | None, rejects: Path) -> None:
    for line in report.lines():
        print(line)
    if report.rejected:
        print(f"note: the rejected records and their reasons are in {rejects}")
    if target:
        target.write_bytes(orjson.dumps(report.as_dict(), option=orjson.OPT_INDENT_2) + b"\n")


def _parser() -> argparse.ArgumentParser:
    formats = "\n".join(f"  {source.name:<12} {source.title}" for source in SOURCES.values())
    parser = argparse.ArgumentParser(
        prog="python -m scripts.load",
        description="Loads papers into the index.",
        epilog=f"formats (found by content when not given):\n{formats}\n\nexit code: 0 loaded, 1 failed, 2 wrong usage",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files or folders; - is standard input")
    parser.add_argument("--format", choices=sorted(SOURCES), help="take all files for this format")
    parser.add_argument(
        "--set", action="append", default=[], metavar="FIELD=VALUE", help=f"fill what a source lacks: {', '.join(FILLABLE)}"
    )
    parser.add_argument("--replace", action="store_true", help="build a new index and switch to it when it is whole")
    parser.add_argument("--rejects", type=Path, default=Path("rejects.jsonl"), help="file for rejected records (%(default)s)")
    parser.add_argument("--report", type=Path, help="write the report as JSON to this file")
    parser.add_argument("--dry-run", action="store_true", help="parse and report only; needs no engine")
    return parser


def _defaults(parser: argparse.ArgumentParser, pairs: Sequence[str]) -> dict[str, str]:
    defaults = {}
    for pair in pairs:
        name, separator, value = pair.partition("=")
        if not separator or name not in FILLABLE or not value:
            parser.error(f"--set {pair}: give FIELD=VALUE with one of {', '.join(FILLABLE)}")
        if name == "year" and not value.isdigit():
            parser.error(f"--set {pair}: a year is a number such as 2026")
        defaults[name] = value
    return defaults


if __name__ == "__main__":
    sys.exit(main())
