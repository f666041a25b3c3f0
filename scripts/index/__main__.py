"""Administers the index: `python -m scripts.index COMMAND`

It only reads arguments and turns errors into exit codes; the work is in service.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from scripts.index import commands
from scripts.index.showing import FAILED, Arguments
from scripts.load import ORIGIN, columns_of, defaults_of, origin_of
from service.errors import EngineUnavailable, NothingLoaded, ServiceError
from service.loading import LoadOptions, find_inputs
from service.settings import SETTINGS, Settings
from service.sources import SOURCES
from service.sources.reading.encoding import codec_of


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 0: done, or all is well; 1: failed, or something is wrong; 2: wrong usage."""
    parser = _parser()
    args = parser.parse_args(arguments)
    if args.name == "verify":
        args.reading = _reading(parser, args)
    if args.name == "delete" and not args.source and not args.id:
        parser.error("delete: say what, with --source NAME[:FILE] or --id ID")
    try:
        code: int = args.command(Settings.from_environment(), args)
    except NothingLoaded as error:
        print(f"{args.name} failed: {error.detail}", file=sys.stderr)
    except EngineUnavailable as error:
        address = os.environ.get("ELASTICSEARCH_URL") or SETTINGS["elasticsearch_url"].default
        print(f"{args.name} failed: {error.detail} (at {address}: start it there, or set ELASTICSEARCH_URL)", file=sys.stderr)
    except ServiceError as error:
        print(f"{args.name} failed: {error.detail}", file=sys.stderr)
    except KeyboardInterrupt:
        print(f"{args.name} stopped: what is live stays as it is; repeat it when you like", file=sys.stderr)
    else:
        return code
    return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m scripts.index",
        description="Administers the index.",
        epilog="exit code: 0 done, or all is well; 1 failed, or something is wrong; 2 wrong usage",
    )
    known = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, does: Callable[[Settings, Arguments], int], text: str, *options: str) -> argparse.ArgumentParser:
        made = known.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        made.set_defaults(command=does, name=name, yes=False)
        made.add_argument("--json", action="store_true", help="print the result as JSON")
        if "dry-run" in options:
            made.add_argument("--dry-run", action="store_true", help="say what would be done and do nothing")
        if "yes" in options:
            made.add_argument("--yes", action="store_true", help="do not ask")
        return made

    command("status", commands.status, "show what lies behind the alias")
    command("create", commands.create, "put an empty index behind the alias", "dry-run")
    command("reindex", commands.reindex, "make the live index anew while it is searched and loaded into", "dry-run")
    back = command("rollback", commands.rollback, "put an older index back in the place of the live one", "dry-run", "yes")
    back.add_argument("--to", metavar="INDEX", help="the index to go to; default: the newest that is older than the live one")
    away = command("prune", commands.prune, "delete old and left over indices", "dry-run", "yes")
    away.add_argument("--keep", type=_count, default=1, metavar="N", help="old indices to keep (%(default)s)")
    files = command("verify", commands.verify, "compare files with the index, or the index with itself")
    files.add_argument("paths", nargs="*", metavar="PATH", help="files or folders as they were loaded; none: the index by itself")
    files.add_argument("--mend", action="store_true", help="without files: group papers anew that are grouped wrongly")
    files.add_argument("--origin", type=origin_of, metavar="NAME", help=ORIGIN)
    files.add_argument("--format", choices=sorted(SOURCES), help="take all files for this format")
    files.add_argument("--encoding", metavar="NAME", help="take all files for this encoding")
    files.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help="as they were loaded with")
    files.add_argument("--columns", action="append", default=[], metavar="FIELD=COLUMN", help="as they were loaded with")
    out = command("export", commands.export, "write everything into one file", "dry-run")
    out.add_argument("file", metavar="FILE", help="x.jsonl, x.jsonl.zst or x.jsonl.gz; - is standard output")
    back_in = command("import", commands.import_, "read a file of `export` back", "dry-run", "yes")
    back_in.add_argument("file", metavar="FILE", help="- is standard input")
    how = back_in.add_mutually_exclusive_group()
    how.add_argument("--merge", action="store_true", help="add it to the papers that are there")
    how.add_argument("--replace", action="store_true", help="put it in the place of the papers that are there")
    take = command("delete", commands.delete, "take out what a source said, or whole papers", "dry-run", "yes")
    take.add_argument("--source", action="append", default=[], metavar="NAME[:FILE]", help="a source, one file of it, or FOLDER/")
    take.add_argument("--id", nargs="+", action="extend", default=[], help="ids or identifiers of papers")
    return parser


def _reading(parser: argparse.ArgumentParser, args: Arguments) -> LoadOptions:
    """How files are read, by the options that a load has as well."""
    codec = codec_of(args.encoding) if args.encoding else None
    if args.encoding and codec is None:
        parser.error(f"verify: --encoding {args.encoding}: no such encoding; name one as in utf-8, gb18030, big5, utf-16, cp1252")
    try:
        find_inputs(args.paths, args.origin or "")
    except ServiceError as error:
        parser.error(f"verify: {error.detail}")
    return LoadOptions(args.format, defaults_of(parser, args.set), encoding=codec, columns=columns_of(parser, args.columns))


def _count(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of indices: give 0 or more")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
