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
from service.loading.defaults import FILLABLE, refusal
from service.loading.inputs import UNPACK_LIMIT
from service.paper.model import HARVESTED
from service.settings import SETTINGS, Settings
from service.sources import SOURCES
from service.sources.reading.encoding import codec_of
from service.sources.table.columns import FIELDS, field_of

LOADED, FAILED, WRONG_USAGE = 0, 1, 2
ORIGIN = "know all files below this name, as a folder: tells files of one name in several loads apart"


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 0: loaded (rejects reported), 1: failed, 2: wrong usage."""
    parser = _parser()
    args = parser.parse_args(arguments)
    defaults = defaults_of(parser, args.set)
    try:
        files = find_inputs(args.paths, args.origin or "")
    except ServiceError as error:
        parser.error(error.detail)
    for target in (args.rejects, args.report):
        if target and (target.is_dir() or not os.access(target if target.exists() else target.parent, os.W_OK)):
            parser.error(f"{target} can't be written: name another file")
        if target and any(target.exists() and Path(file.path).exists() and target.samefile(file.path) for file in files):
            parser.error(f"{target} is one of the files to load: name another file, this one would be overwritten")
    if args.encoding and (codec := codec_of(args.encoding)) is None:
        parser.error(f"--encoding {args.encoding}: no such encoding; name one as in utf-8, gb18030, big5, utf-16, cp1252")
    options = LoadOptions(
        args.format, defaults, args.replace, args.dry_run, args.rejects, args.encoding and codec, args.unpack_limit,
        columns_of(parser, args.columns),
    )  # fmt: skip
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
    tell(report, args.report, args.rejects)
    if report.failure:
        print(f"load failed: {report.failure}", file=sys.stderr)
    return FAILED if report.failure else LOADED


def tell(report: Report, target: Path | None, rejects: Path) -> None:
    """Prints the report, and writes it as JSON where that is wanted."""
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
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files, archives (zip, tar) or folders; - is standard input")
    parser.add_argument("--origin", type=origin_of, metavar="NAME", help=ORIGIN)
    parser.add_argument("--format", choices=sorted(SOURCES), help="take all files for this format")
    parser.add_argument("--encoding", metavar="NAME", help="take all files for this encoding, where it is guessed wrongly")
    parser.add_argument(
        "--set", action="append", default=[], metavar="FIELD=VALUE", help=f"fill what a source lacks: {', '.join(FILLABLE)}"
    )
    parser.add_argument(
        "--columns", action="append", default=[], metavar="FIELD=COLUMN",
        help="name a column of tables by its name or number (from 1), as in title=题名 or abstract=3",
    )  # fmt: skip
    parser.add_argument("--replace", action="store_true", help="build a new index and switch to it when it is whole")
    parser.add_argument("--rejects", type=Path, default=Path("rejects.jsonl"), help="file for rejected records (%(default)s)")
    parser.add_argument("--report", type=Path, help="write the report as JSON to this file")
    parser.add_argument(
        "--unpack-limit", type=_gigabytes, default=UNPACK_LIMIT, metavar="GB", help="what one file may unpack to (100 GB)"
    )
    parser.add_argument("--dry-run", action="store_true", help="parse and report only; needs no engine")
    return parser


def _gigabytes(text: str) -> int:
    """Bytes of a positive number of GB."""
    try:
        size = float(text) * 1024**3
        if not 1 <= size < 2**63:
            raise ValueError
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of GB, such as 500") from None
    return int(size)


def origin_of(text: str) -> str:
    """What `--origin` says, without strokes at its ends."""
    name = text.strip().strip("/")
    if not name or not name.isprintable() or name.startswith(HARVESTED):
        raise argparse.ArgumentTypeError(f"{text!r} is no name such as wos/2024")
    return name


def defaults_of(parser: argparse.ArgumentParser, pairs: Sequence[str]) -> dict[str, str]:
    defaults = {}
    for pair in pairs:
        name, separator, value = pair.partition("=")
        if not separator or name not in FILLABLE or not value:
            parser.error(f"--set {pair}: give FIELD=VALUE with one of {', '.join(FILLABLE)}")
        if wrong := refusal(name, value):
            parser.error(f"--set {pair}: {wrong}")
        defaults[name] = value
    return defaults


def columns_of(parser: argparse.ArgumentParser, pairs: Sequence[str]) -> dict[str, str]:
    columns = {}
    for pair in pairs:
        name, separator, column = pair.partition("=")
        field = name if name in FIELDS else field_of(name)
        if not separator or field not in FIELDS or not column.strip() or column.strip() == "0":
            parser.error(f"--columns {pair}: give FIELD=COLUMN, a name or a number from 1; fields are {', '.join(FIELDS)}")
        columns[field] = column.strip()
    return columns


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # Whoever read what is printed (`| head`) has gone: the load itself is done.
        sys.stdout = None
        sys.exit(FAILED)
